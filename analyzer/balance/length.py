"""How long is a game, and how does it end?"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer import stats
from analyzer.balance.findings import Finding

if TYPE_CHECKING:
    from analyzer.stats import Interval
    from analyzer.tables import Totals

UNITS = ("hands", "days", "rounds", "plays", "player_turns", "turns")  # as a person would say them
QUESTION = "How long is a game?"


@dataclass(frozen=True)
class Length:
    """How many of one unit (hands, plays, decisions) a game takes."""

    unit: str
    mean: "Interval"
    median: int
    low: int  # 5 % of games are shorter
    high: int  # 5 % of games are longer


def lengths(totals: "Totals") -> dict[str, Length]:
    """The length of a game in every unit that is counted."""
    return {
        unit: Length(
            unit=unit,
            mean=stats.mean_interval(totals.game_sums[unit], totals.game_squares[unit], totals.n),
            median=stats.quantile_from_histogram(histogram, 0.5),
            low=stats.quantile_from_histogram(histogram, 0.05),
            high=stats.quantile_from_histogram(histogram, 0.95),
        )
        for unit, histogram in totals.histograms.items()
        if unit in totals.game_sums and histogram
    }


def length(totals: "Totals", units: Sequence[str] = UNITS) -> Finding | None:
    """The length of a game in words, in the first two known units, and how many never end."""
    known = lengths(totals)
    said = [unit for unit in units if unit in known][:2]
    if said[:1] == ["player_turns"]:  # the rulebook's turns; "turns" counts every single move
        said = said[:1]
    if not said:
        return None
    first = known[said[0]]
    word = _plural(first.unit.removeprefix("player_"), first.median)
    parts = [f"{first.median:,} {word} ({_range(first)})"]
    parts += [f"{_mean(known[unit].mean)} {unit}" for unit in said[1:]]
    if "decisions" in known:
        each = [end / totals.players for end in known["decisions"].mean]
        parts.append(f"{_mean(stats.Interval(*each))} decisions a player")
    unfinished = _unfinished(totals.unfinished, totals.n)
    return Finding(
        question=QUESTION,
        estimate=first.mean.estimate,
        low=first.mean.low,
        high=first.mean.high,
        n=totals.n,
        verdict="",
        sentence=f"A game lasts {', '.join(parts)}; {unfinished}.",
    )


def _range(length: Length) -> str:
    return f"90 %: {length.low:,} – {length.high:,}"


def _plural(unit: str, amount: int) -> str:
    return unit[:-1] if amount == 1 and unit.endswith("s") else unit


def _mean(mean: "Interval") -> str:
    return stats.shown(mean.estimate, mean.error, most=0 if mean.estimate >= 20 else 1)


def _unfinished(count: int, n: int) -> str:
    if count == 0:
        return "none unfinished"
    return f"{count:,} unfinished ({stats.percentage(count, n)})"


def endings(totals: "Totals") -> str:
    """How games ended, most frequent first."""
    found = sorted(
        ((count, reason) for reason, count in totals.end_reasons.items() if count),
        key=lambda pair: (-pair[0], pair[1]),
    )
    if not found:
        return "No game has ended."
    if len(found) == 1:
        return f"Ended by {found[0][1]} in every game."
    parts = (f"{reason} {stats.percentage(count, totals.n)}" for count, reason in found)
    return f"Ended by {', '.join(parts)}."
