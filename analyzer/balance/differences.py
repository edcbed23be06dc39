"""What changes from one arm to another on the same luck: the variant minus the reference.

Win shares have Tango's score interval, everything else has Student's on the paired differences,
both from sums alone (analyzer/stats). Families of comparisons are corrected by Holm.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from analyzer import stats
from analyzer._core.sums import WIN
from analyzer.balance.length import mean_of
from analyzer.stats import Interval

if TYPE_CHECKING:
    from analyzer.balance.measures import Measure
    from analyzer.reduce.pairs import Pairs
    from analyzer.reduce.totals import Block, Sums, Totals


@dataclass(frozen=True)
class Difference:
    """One measure in two arms."""

    measure: "Measure"
    n: int
    base: Interval  # in the reference
    variant: Interval
    change: Interval  # variant minus reference, paired
    p: float  # of no change
    other: int  # playouts in which it came out differently
    factor: float  # what pairing was worth; infinite if the difference is always the same
    significant: bool = False  # after Holm over its family

    @property
    def none(self) -> bool:
        """Did not one playout differ?"""
        return self.other == 0


def difference(
    measure: "Measure", base: "Totals", variant: "Totals", pairs: "Pairs", level: float = 0.95
) -> Difference:
    """The paired difference of one measure."""
    a, b, d = (_sums(measure, part) for part in (variant, base, pairs))
    scale, n = measure.scale, pairs.n
    if measure.is_share:
        change = stats.tango(n, d.total, d.squares, level, unit=WIN)
        p = stats.tango_p(n, d.total, d.squares, unit=WIN)
    else:
        found = stats.paired_mean(n, d.total, d.squares, d.nonzero, level, size=_size(n, a, b))
        change = Interval(*(end / scale for end in found))
        p = stats.paired_p(n, d.total, d.squares, d.nonzero, size=_size(n, a, b))
    return Difference(
        measure=measure,
        n=n,
        base=level_of(measure, base, level),
        variant=level_of(measure, variant, level),
        change=change,
        p=p,
        other=d.nonzero,
        factor=stats.pairing_factor(n, a.total, a.squares, b.total, b.squares, d.squares),
    )


def of_sums(measure: "Measure", n: int, sums: "Block", level: float = 0.95) -> Difference:
    """The same for a column that is kept separately, with the rows difference, variant and
    reference."""
    d, a, b = (sums.at(name) for name in ("difference", "variant", "reference"))
    return Difference(
        measure=measure,
        n=n,
        base=_mean(b, n, level),
        variant=_mean(a, n, level),
        change=stats.paired_mean(n, d.total, d.squares, d.nonzero, level, size=_size(n, a, b)),
        p=stats.paired_p(n, d.total, d.squares, d.nonzero, size=_size(n, a, b)),
        other=d.nonzero,
        factor=stats.pairing_factor(n, a.total, a.squares, b.total, b.squares, d.squares),
    )


def _sums(measure: "Measure", part: "Totals | Pairs") -> "Sums":
    if measure.place is None:
        return part.games.at(measure.column)
    block: Block = part.seats if part.by_role is None else part.by_role
    return block.at(measure.column, measure.place)


def level_of(measure: "Measure", totals: "Totals", level: float = 0.95) -> Interval:
    """The mean of a measure in one arm or cell."""
    if measure.place is None:  # the histogram of a game's number knows the usual value
        found = mean_of(totals, measure.column, level)
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


def corrected(family: Sequence[Difference], alpha: float = 0.05) -> list[Difference]:
    """The same, each marked if it is significant after Holm's correction over the family."""
    stands = stats.holm([one.p for one in family], alpha)
    return [
        replace(one, significant=adjusted.differs)
        for one, adjusted in zip(family, stands, strict=True)
    ]


def any_difference(pairs: "Pairs") -> bool:
    """Did anything at all come out differently in any playout?

    The number of decisions does not count: a choice that is offered and never taken leaves the game
    as it was.
    """
    return any(
        block.at(column, place).nonzero
        for block in (pairs.games, pairs.seats)
        for column in block.columns
        for place in range(block.places)
        if column != "decisions"
    )
