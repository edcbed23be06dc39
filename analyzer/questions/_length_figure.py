"""The chart of how long games last."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from analyzer import stats
from analyzer.answer import figures
from analyzer.answer.blocks import Figure
from analyzer.estimates import length
from analyzer.estimates.formatting import format_unit, pluralize

if TYPE_CHECKING:
    from analyzer.simulation.reducers.totals import Totals


def length_figure(
    totals: "Totals",
    units: length.Units,
    kinds: Mapping[str, length.Kinds],
    title: str,
    caption: str,
) -> Figure:
    """How long games are, in the unit a person would say."""
    unit = next(iter(units))
    found = length.lengths_by_unit(totals).get(unit)
    word, histogram = format_unit(unit, units), totals.histograms[unit]
    if found is None:
        told, usual, tail = "No game was played", "", ""
    else:
        told, usual = _usual(totals, unit, word, found, title)
        longer = sum(count for value, count in histogram.items() if value > found.p95)
        part = f"{stats.format_percentage(longer, totals.n)} of games"
        tail = f"{part} last longer than {found.p95:,}" if longer else ""
    if unit in kinds:
        two = kinds[unit].sentence(True, units).removeprefix("Games")
        told = f"{title}: games{two}".rstrip(".")
    return Figure(
        name="length",
        kind="length",
        title=told,
        subtitle=f"Share of games by number of {word}",
        caption=caption,
        data=figures.Length(
            axis=f"{word} in the game",
            bars=[[value, histogram[value]] for value in sorted(histogram)],
            median=int(found.median) if found else 0,
            low=int(found.p5) if found else 0,
            high=int(found.p95) if found else 0,
            median_text=f"median {found.median:,}" if found else "",
            range_text=usual,
            tail_text=tail,
        ),
    )


def _usual(
    totals: "Totals", unit: str, word: str, found: length.Length, title: str
) -> tuple[str, str]:
    """The title of the chart, and the words beside its middle: a range, or the one length."""
    if found.p5 < found.p95:
        ends = f"{found.p5:,} to {found.p95:,} {word}"
        usual = f"90 % of games: {found.p5:,} – {found.p95:,} {word}"
        return f"{title} takes {ends} in 9 games of 10", usual
    one = f"{found.p5:,} {pluralize(word, found.p5)}"
    share = stats.format_share(totals.histograms[unit][int(found.p5)], totals.n)
    return f"{title}: {one} in {share} of games", f"{share} of games: {one}"
