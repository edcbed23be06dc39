"""Ratios and slopes of sums over many games, with the jackknife over blocks of games.

A statistic is a function of sums that add up over blocks; the blocks' own sums tell its error.
"""

import math
from collections.abc import Callable, Sequence

from analyzer.stats.distributions import student_quantile
from analyzer.stats.intervals import LEVEL, Interval

BLOCKS = 20  # enough that Student's t with 19 degrees of freedom costs only 7 % of width


def jackknife_blocks(
    blocks: Sequence[Sequence[int]],
    statistic: Callable[[Sequence[int]], float],
    sizes: Sequence[int] | None = None,
    level: float = LEVEL,
) -> Interval:
    """A statistic of the sums of all blocks, with the interval of the delete-a-block jackknife.

    Blocks may have different sizes, in games: Busing, Meijer and van der Leeden, Statistics and
    Computing 9 (1999); with equal ones it is Tukey's (1958) jackknife. Blocks without any game tell
    nothing and are left out. Student's t with one degree of freedom less than blocks. The estimate
    is the plain one, not corrected for its bias, which is of the order of 1/games.
    """
    totals = [sum(column) for column in zip(*blocks, strict=True)]
    estimate = statistic(totals) if totals else math.nan
    if sizes is not None:
        blocks = [block for block, size in zip(blocks, sizes, strict=True) if size]
        sizes = [size for size in sizes if size]
    if len(blocks) < 2 or not math.isfinite(estimate):
        return Interval(estimate, -math.inf, math.inf)
    weights = [1] * len(blocks) if sizes is None else list(sizes)
    left_out = [
        statistic([total - part for total, part in zip(totals, block, strict=True)])
        for block in blocks
    ]
    error = math.sqrt(_variance(estimate, left_out, weights))
    if not math.isfinite(error):
        return Interval(estimate, -math.inf, math.inf)
    half = student_quantile(len(blocks) - 1, (1 - level) / 2) * error
    return Interval(estimate, estimate - half, estimate + half)


def _variance(estimate: float, left_out: Sequence[float], weights: Sequence[int]) -> float:
    """The jackknife's variance from the estimates without each block."""
    whole = sum(weights)
    shares = [weight / whole for weight in weights]
    mean = sum((1 - share) * value for share, value in zip(shares, left_out, strict=True))
    centre = len(weights) * estimate - mean
    pseudo = (
        (estimate - (1 - share) * value) / share
        for share, value in zip(shares, left_out, strict=True)
    )
    squares = (
        share / (1 - share) * (one - centre) ** 2 for share, one in zip(shares, pseudo, strict=True)
    )
    return sum(squares) / len(weights)


def jackknife_at(
    found: Interval, level: float, blocks: int = BLOCKS, present: float = LEVEL
) -> Interval:
    """An interval by `jackknife_blocks` with the level `present`, at another level."""
    if not math.isfinite(found.error):
        return found
    wider = student_quantile(blocks - 1, (1 - level) / 2) / student_quantile(
        blocks - 1, (1 - present) / 2
    )
    half = wider * (found.high - found.low) / 2
    return Interval(found.estimate, found.estimate - half, found.estimate + half)


def ratio(sums: Sequence[int]) -> float:
    """The first sum for each one of the second."""
    some, whole = sums
    return some / whole if whole else math.nan


def change_of_ratio(sums: Sequence[int]) -> float:
    """The ratio of the last two sums minus that of the first two: two cells on the same luck."""
    return ratio(sums[2:]) - ratio(sums[:2])


def with_minus_without(sums: Sequence[int]) -> float:
    """The mean where something was present minus the mean where it was not.

    The sums are: values where present, how often present, all values, all occasions. Present must
    come from chance alone (cards dealt, not cards played), or the difference means nothing.
    """
    present, n_present, everything, n_all = sums
    if not 0 < n_present < n_all:
        return math.nan
    return present / n_present - (everything - present) / (n_all - n_present)


def slope(sums: Sequence[int]) -> float:
    """The slope of y on x by least squares, from n, Σx, Σy, Σx², Σxy."""
    n, x, y, xx, xy = (int(value) for value in sums)
    spread = n * xx - x * x
    return (n * xy - x * y) / spread if spread > 0 else math.nan


def surplus_slope(sums: Sequence[int]) -> float:
    """The slope of y on what was drawn beyond the expected, from Σd, Σo, Σd², Σdo, Σo², Σdy, Σoy.

    Of o occasions d are expected to be p·o, with p = Σd/Σo: the surplus x = d - p·o has mean zero
    and, where chance alone decides, nothing to do with how many occasions there were.
    """
    d, o, dd, do, oo, dy, oy = (int(value) for value in sums)
    if o <= 0:
        return math.nan
    spread = dd * o * o - 2 * d * do * o + d * d * oo  # of o·x, in whole numbers
    return (dy * o - d * oy) * o / spread if spread > 0 else math.nan
