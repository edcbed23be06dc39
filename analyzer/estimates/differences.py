"""What changes from one arm to another on the same luck: the variant minus the reference.

Win shares have Tango's score interval, everything else has Student's on the paired differences,
both from sums alone (analyzer/stats). Every difference belongs to a family, and its one interval
has the family's level: table, star, picture and sentence all use it.
"""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer import stats
from analyzer._core.reductions import WIN
from analyzer.estimates.fairness import CAPPED
from analyzer.estimates.length import mean_length
from analyzer.stats import Claim, Family, Interval

if TYPE_CHECKING:
    from collections.abc import Iterable

    from analyzer.estimates.measures import Measure
    from analyzer.simulation.reducers.pairs import Pairs
    from analyzer.simulation.reducers.totals import ColumnSums, Sums, Totals

SAME_SHARE = 0.01  # a change of a win share within this is none that matters
SAME_NUMBER = 0.02  # of other numbers, as a part of the reference's mean


@dataclass(frozen=True)
class Difference:
    """One measure in two arms."""

    measure: "Measure"
    n: int
    base: Interval  # in the reference
    variant: Interval
    claim: Claim  # that they differ
    other: int  # playouts in which it came out differently
    factor: float  # what pairing was worth; infinite if the difference is always the same
    square: float = 0.0  # mean square of the difference in a playout

    def games_to_show(self, difference: float) -> int | None:
        """Games of each arm that show a change of a win share by so much, with the usual chance;
        None if not known."""
        return stats.games_to_show_difference(difference, self.square, self.claim.family)

    @property
    def change(self) -> Interval:
        """Variant minus reference, paired, with an interval of the level of its family."""
        return self.claim.found

    @property
    def shown(self) -> bool:
        return self.claim.shown

    @property
    def none(self) -> bool:
        """Did not one playout differ?"""
        return self.other == 0


def difference(
    measure: "Measure",
    base: "Totals",
    variant: "Totals",
    pairs: "Pairs",
    family: Family,
    tolerance: float = SAME_SHARE,
    open_ended: bool = False,
) -> Difference:
    """The paired difference of one measure, as one of a family.

    `open_ended`: its interval holds however often one looks.
    """
    a, b, d = (_sums(measure, part) for part in (variant, base, pairs))
    scale, n = measure.scale, pairs.n
    if open_ended:
        each = family.alpha / max(1, family.size)
        found = stats.anytime_mean(n, d.total, d.squares, d.nonzero, each)
        change = Interval(*(end / scale for end in found))
    elif measure.is_share:
        change = stats.tango(n, d.total, d.squares, family.each, unit=WIN)
    else:
        size = _size(n, a, b)
        found = stats.paired_mean(n, d.total, d.squares, d.nonzero, family.each, size=size)
        change = Interval(*(end / scale for end in found))
    reference = mean_level(measure, base)
    claim = _claim(measure, change, reference, family, n, tolerance)
    if measure.is_share and max(base.unfinished, variant.unfinished) > CAPPED * n:
        claim = claim.bar("unfinished")  # nobody knows who would have won those games
    return Difference(
        measure=measure,
        n=n,
        base=reference,
        variant=mean_level(measure, variant),
        claim=claim,
        other=d.nonzero,
        factor=stats.pairing_factor(n, a.total, a.squares, b.total, b.squares, d.squares),
        square=d.squares / (scale * scale * max(1, n)),
    )


def _claim(
    measure: "Measure",
    change: Interval,
    reference: Interval,
    family: Family,
    n: int,
    tolerance: float = SAME_SHARE,
) -> Claim:
    """That a measure differs; too little to matter is called the same."""
    small = tolerance if measure.is_share else SAME_NUMBER * abs(reference.estimate)
    return stats.differs(change, family, n, small, of=measure.label)


def difference_of_sums(
    measure: "Measure", n: int, sums: "ColumnSums", family: Family
) -> Difference:
    """The paired difference of a column whose sums are stored apart from the totals, in the rows
    difference, variant and reference."""
    d, a, b = (sums.at(name) for name in ("difference", "variant", "reference"))
    size, reference = _size(n, a, b), _mean(b, n, stats.LEVEL)
    change = stats.paired_mean(n, d.total, d.squares, d.nonzero, family.each, size=size)
    return Difference(
        measure=measure,
        n=n,
        base=reference,
        variant=_mean(a, n, stats.LEVEL),
        claim=_claim(measure, change, reference, family, n),
        other=d.nonzero,
        factor=stats.pairing_factor(n, a.total, a.squares, b.total, b.squares, d.squares),
    )


def _sums(measure: "Measure", part: "Totals | Pairs") -> "Sums":
    if measure.place is None:
        return part.games.at(measure.column)
    block: ColumnSums = part.seats if part.by_role is None else part.by_role
    return block.at(measure.column, measure.place)


def mean_level(measure: "Measure", totals: "Totals", level: float = 0.95) -> Interval:
    """The mean of a measure in one arm or cell."""
    if measure.place is None:  # the histogram of a game's number knows the usual value
        found = mean_length(totals, measure.column, level)
    else:
        sums = _sums(measure, totals)
        if measure.is_share:
            return stats.clopper_pearson(sums.total / measure.scale, totals.n, level)
        found = _mean(sums, totals.n, level)
    return Interval(*(end / measure.scale for end in found))


def _mean(sums: "Sums", n: int, level: float) -> Interval:
    return stats.mean_interval(sums.total, sums.squares, n, k=sums.nonzero, level=level)


def _size(n: int, a: "Sums", b: "Sums") -> float:
    """How large a difference may well be: as if the arms had nothing in common in that game."""
    spreads = (max(0, n * int(one.squares) - int(one.total) ** 2) for one in (a, b))
    return max(1.0, math.sqrt(sum(spreads)) / max(1, n))


def any_difference(pairs: "Pairs", measures: "Iterable[Measure]" = ()) -> bool:
    """Did anything at all come out differently in any playout?

    The number of decisions does not count unless it is measured: a choice that is offered and never
    taken leaves the game as it was.
    """
    asked = {measure.column for measure in measures}
    return any(
        block.at(column, place).nonzero
        for block in (pairs.games, pairs.seats)
        for column in block.columns
        for place in range(block.places)
        if column != "decisions" or column in asked
    )
