"""How long is a game, and how does it end?"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer import stats
from analyzer.answer import Finding
from analyzer.balance.words import plural, unit_name

if TYPE_CHECKING:
    from analyzer.reduce.totals import Histogram, Totals
    from analyzer.stats import Interval

# As a person would say them, the best first.
UNITS = ("hands", "prep_days", "race_days", "days", "rounds", "plays", "player_turns", "turns")
QUESTION = "How long is a game?"


@dataclass(frozen=True)
class Length:
    """How many of one unit (hands, plays, decisions) a game takes."""

    unit: str
    mean: "Interval"
    median: int
    low: int  # 5 % of games are shorter
    high: int  # 5 % of games are longer


def lengths(totals: "Totals", level: float = 0.95) -> dict[str, Length]:
    """Every number that a game has, as a length; those of no playouts are left out."""
    return {
        unit: Length(
            unit=unit,
            mean=mean_of(totals, unit, level),
            median=stats.quantile_from_histogram(found, 0.5),
            low=stats.quantile_from_histogram(found, 0.05),
            high=stats.quantile_from_histogram(found, 0.95),
        )
        for unit, found in totals.histograms.items()
        if found
    }


def mean_of(totals: "Totals", column: str, level: float = 0.95) -> "Interval":
    """The mean of a number of the game, with its interval."""
    sums, found = totals.games.at(column), totals.histograms[column]
    usual = max(found, key=lambda value: (found[value], -value)) if found else 0
    return stats.mean_interval(
        sums.total,
        sums.squares,
        totals.n,
        mode=usual,
        k=totals.n - found[usual],
        level=level,
    )


def units_of(totals: "Totals") -> list[str]:
    """The units in which a person would tell the length of this game, the best first."""
    return [unit for unit in UNITS if unit in totals.histograms]


def length(
    totals: "Totals",
    units: Sequence[str] | None = None,
    minutes: float | None = None,
    level: float = 0.95,
) -> Finding | None:
    """The length of a game in words, in its best two units, and how many never end.

    `minutes` is the time of one decision; if it is given, the length is also told in minutes.
    """
    known = lengths(totals, level)
    said = [unit for unit in units or UNITS if unit in known][:2]
    if said[:1] == ["player_turns"]:  # the rulebook's turns; "turns" counts every single move
        said = said[:1]
    if not said:
        return None
    first = known[said[0]]
    word = plural(unit_name(first.unit), first.median)
    parts = [f"{first.median:,} {word}{_range(first)}"]
    parts += [_counted(known[unit].mean, unit_name(unit)) for unit in said[1:]]
    each = [end / totals.players for end in known["decisions"].mean]
    parts.append(f"{_counted(stats.Interval(*each), 'decisions')} a player")
    if minutes:
        parts.append(_in_minutes(totals.histograms["decisions"], minutes))
    return Finding(
        key="length",
        question=QUESTION,
        estimate=first.mean.estimate,
        low=first.mean.low,
        high=first.mean.high,
        n=totals.n,
        unit=first.unit,
        sentence=f"A game lasts {', '.join(parts)}; {_unfinished(totals.unfinished, totals.n)}.",
    )


def _range(length: Length) -> str:
    """The middle 90 %; nothing if all of them are alike."""
    return "" if length.low == length.high else f" (90 %: {length.low:,} – {length.high:,})"


def _in_minutes(decisions: "Histogram", minutes: float) -> str:
    low, median, high = (
        round(minutes * stats.quantile_from_histogram(decisions, part))
        for part in (0.05, 0.5, 0.95)
    )
    shown = "" if low == high else f" (90 %: {low:,} – {high:,})"
    each, unit = (60 * minutes, "seconds") if minutes < 1 else (minutes, "minutes")
    pace = f"{each:.6g} {plural(unit, each)} a decision"
    return f"about {median:,} {plural('minutes', median)}{shown} at {pace}"


def _mean(mean: "Interval") -> str:
    return stats.shown(mean.estimate, mean.error, most=0 if mean.estimate >= 20 else 1)


def _counted(mean: "Interval", words: str) -> str:
    shown = _mean(mean)
    return f"{shown} {plural(words, 1 if shown == '1' else 2)}"


def _unfinished(count: int, n: int) -> str:
    if count == 0:
        return "none unfinished"
    return f"{count:,} unfinished ({stats.percentage(count, n)})"


def endings(totals: "Totals") -> str | None:
    """How games ended, most frequent first; None if all ended as they usually do."""
    found = sorted(
        ((count, reason) for reason, count in totals.end_reasons.items() if count),
        key=lambda pair: (-pair[0], pair[1]),
    )
    if len(found) <= 1:
        usual = next(iter(totals.end_reasons), "")
        if not found or found[0][1] == usual:
            return None
        return f"Ended by {found[0][1]} in every game."
    parts = (f"{reason} {stats.percentage(count, totals.n)}" for count, reason in found)
    return f"Ended by {', '.join(parts)}."
