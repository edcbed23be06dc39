"""How long is a game, and how does it end?"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from analyzer import stats
from analyzer.answer.blocks import Finding
from analyzer.estimates.fairness import CAPPED
from analyzer.estimates.formatting import format_unit, join_words, pluralize
from analyzer.estimates.phrases import Phrase, claim_sentence
from analyzer.simulation.batch import MOVES
from analyzer.stats import Claim, Interval

if TYPE_CHECKING:
    from analyzer.simulation.reducers.totals import Histogram, Totals

Units = Mapping[str, str]  # columns that tell a length, the best first, each with its word
QUESTION = "How long is a game?"
ABOUT_KINDS = (
    "one object per unit in which games are shown to be of two kinds, since their lengths have two "
    "humps; of the units in which the length is told"
)
TOLD = 2  # units in which a length is told

KINDS = Phrase(
    shown="{Games} are of two kinds: about {first} {share_first} or about {second} {share_second}.",
    refuted="",
    open="",
)
KINDS_OF_TIME = Phrase(
    shown="about {first} minutes {share_first} or about {second} {share_second}",
    refuted="",
    open="",
)


@dataclass(frozen=True)
class Length:
    """How many of one unit (hands, plays, decisions) a game takes; of time, in minutes."""

    mean: Annotated[Interval, "of the mean"]
    median: Annotated[float, "half of the games are at most this long"]
    p5: Annotated[float, "5 % of the games are at most this long"]
    p95: Annotated[float, "95 % of the games are at most this long"]

    def times(self, each: float) -> "Length":
        """The time it takes, if one of its units takes `each`."""
        mean = Interval(*(each * end for end in self.mean))
        return Length(mean, each * self.median, each * self.p5, each * self.p95)


def lengths_by_unit(totals: "Totals", level: float = 0.95) -> dict[str, Length]:
    """Every number that a game has, as a length; those of no playouts are left out."""
    return {
        unit: Length(
            mean=mean_length(totals, unit, level),
            median=stats.quantile_from_histogram(found, 0.5),
            p5=stats.quantile_from_histogram(found, 0.05),
            p95=stats.quantile_from_histogram(found, 0.95),
        )
        for unit, found in totals.histograms.items()
        if found
    }


def mean_length(totals: "Totals", column: str, level: float = 0.95) -> Interval:
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


@dataclass(frozen=True)
class Kinds:
    """Games of two kinds by their length in one unit: the lengths have two humps."""

    unit: Annotated[str, "the unit"]
    cut: Annotated[int, "games up to this long are of the first kind"]
    medians: Annotated[tuple[int, ...], "the median length of each kind"]
    shares: Annotated[tuple[Interval, ...], "of the share of games of each kind; all hold together"]
    claim: Annotated[Claim, "that there are two humps"]

    def sentence(self, first: bool, units: Units) -> str:
        """`first`: in the unit in which the game's length is told."""
        word = format_unit(self.unit, units)
        one = f" {word}" if first else ""
        return self.fill_phrase(KINDS, one, lead="Games" if first else f"Counted in {word}, games")

    def fill_phrase(self, phrase: Phrase, word: str = "", each: float = 1, lead: str = "") -> str:
        """The phrase filled with the lengths of the two kinds; one of the unit takes `each`."""
        low, high = (round(each * median) for median in self.medians)
        return claim_sentence(
            phrase,
            self.claim,
            first=f"{low:,}{pluralize(word, low)}",
            second=f"{high:,}",
            share_first=f"({_percent(self.shares[0])} of games)",
            share_second=f"({_percent(self.shares[1])})",
            Games=lead,
        )

    def finding(self, first: bool, n: int, units: Units) -> Finding:
        longer = self.shares[1]
        return Finding(
            key=f"kinds.{self.unit}",
            question=f"Are games of two kinds, by their {format_unit(self.unit, units)}?",
            estimate=longer.estimate,
            low=longer.low,
            high=longer.high,
            n=n,
            unit="share",
            claim=self.claim,
            sentence=self.sentence(first, units),
        )


def _percent(share: Interval) -> str:
    """A share of games, with no digit beyond the error."""
    return f"{stats.format_rounded(100 * share.estimate, 100 * share.error)} %"


def main_units(totals: "Totals", units: Units) -> list[str]:
    """The units in which sentences give the length; beside turns of the rulebook no moves."""
    told = [unit for unit, word in units.items() if unit != MOVES or word == MOVES]
    return [unit for unit in told if totals.histograms.get(unit)][:TOLD]


def find_kinds(
    totals: "Totals",
    units: Units,
    minutes: float | None = None,
    level: float = stats.LEVEL,
) -> dict[str, Kinds]:
    """The main units in which games are shown to be of two kinds; decisions are told in minutes.

    Games that a cap stops make a hump of their own, which is none of the game's.
    """
    if totals.unfinished > CAPPED * totals.n:
        return {}
    told = [*main_units(totals, units), *(["decisions"] if minutes else [])]
    alpha = (1 - level) / max(1, len(told))
    found = {unit: stats.two_humps(totals.histograms[unit], alpha) for unit in told}
    return {
        unit: Kinds(unit, humps.cut, humps.medians, (humps.below, humps.above), humps.claim)
        for unit, humps in found.items()
        if humps and humps.claim.shown
    }


def kinds_findings(totals: "Totals", units: Units, found: dict[str, Kinds]) -> list[Finding]:
    first = main_units(totals, units)[:1]
    return [kind.finding([unit] == first, totals.n, units) for unit, kind in found.items()]


def length_finding(
    totals: "Totals",
    units: Units,
    minutes: float | None = None,
    level: float = stats.LEVEL,
) -> Finding | None:
    """The length of a game in words, in its best two units, and how many never end.

    `minutes` is the time of one decision; if it is given, the length is also told in minutes.
    """
    told = main_units(totals, units)
    if not told:
        return None
    unit = told[0]
    median = stats.quantile_interval(totals.histograms[unit], 0.5, level)
    return Finding(
        key="length",
        question=QUESTION,
        estimate=median.estimate,
        low=median.low,
        high=median.high,
        n=totals.n,
        unit=unit,
        sentence=_sentence(totals, units, minutes, level),
    )


def _sentence(totals: "Totals", units: Units, minutes: float | None, level: float) -> str:
    known, found = lengths_by_unit(totals, level), find_kinds(totals, units, minutes, level)
    unit, *others = main_units(totals, units)
    first, word = known[unit], format_unit(unit, units)
    if unit in found:
        nine = f"9 games in 10 take {first.p5:,} – {first.p95:,} {word}"
        begin = f"{found[unit].sentence(True, units)} {nine}"
    else:
        begin = f"A game lasts {first.median:,} {pluralize(word, first.median)}{_range(first)}"
    means = [_counted(known[unit].mean, format_unit(unit, units)) for unit in others]
    each = [end / totals.players for end in known["decisions"].mean]
    means.append(f"{_counted(stats.Interval(*each), 'decisions')} a player")
    parts = [begin, f"on average {join_words(means)}"]
    if minutes:
        time = _in_minutes(totals.histograms["decisions"], minutes, found.get("decisions"))
        parts.append(f"{time} at {_pace(minutes)}")
    more = [f" {found[unit].sentence(False, units)}" for unit in others if unit in found]
    unfinished = f"{stats.format_share(totals.unfinished, totals.n, level)} of games are unfinished"
    return f"{', '.join(parts)}; {unfinished}.{''.join(more)}"


def _range(length: Length) -> str:
    """The middle 90 %; nothing if all of them are alike."""
    return "" if length.p5 == length.p95 else f" (90 %: {length.p5:,} – {length.p95:,})"


def _in_minutes(decisions: "Histogram", minutes: float, kinds: Kinds | None) -> str:
    if kinds:
        return kinds.fill_phrase(KINDS_OF_TIME, each=minutes)
    low, median, high = (
        round(minutes * stats.quantile_from_histogram(decisions, part))
        for part in (0.05, 0.5, 0.95)
    )
    shown = "" if low == high else f" (90 %: {low:,} – {high:,})"
    return f"about {median:,} {pluralize('minutes', median)}{shown}"


def _pace(minutes: float) -> str:
    each, unit = (60 * minutes, "seconds") if minutes < 1 else (minutes, "minutes")
    return f"{each:.6g} {pluralize(unit, each)} a decision"


def _mean(mean: Interval) -> str:
    return stats.format_rounded(mean.estimate, mean.error, most=0 if mean.estimate >= 20 else 1)


def _counted(mean: Interval, words: str) -> str:
    shown = _mean(mean)
    return f"{shown} {pluralize(words, 1 if shown == '1' else 2)}"


def endings_sentence(totals: "Totals") -> str | None:
    """How games ended, most frequent first; None if all ended as they usually do."""
    found = sorted(
        ((count, reason) for reason, count in totals.end_reasons.items() if count),
        key=lambda pair: (-pair[0], pair[1]),
    )
    usual = next(iter(totals.end_reasons), "")
    if not found or (len(found) == 1 and found[0][1] == usual):
        return None
    each = stats.Family("endings", len(found)).each
    parts = (f"{reason} in {stats.format_share(count, totals.n, each)}" for count, reason in found)
    return f"Ended by {', by '.join(parts)} of games."
