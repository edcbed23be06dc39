"""Intervals of shares, alone and together.

Two-sided, 95 % unless told otherwise. Sums come in as integers or exact fractions and leave as
floats only at the end.
"""

import math
from typing import TYPE_CHECKING, NamedTuple

from analyzer.stats.distributions import beta_below, beta_quantile

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

LEVEL = 0.95
ALPHA = 0.05  # 1 - LEVEL, without the error of that difference


class Interval(NamedTuple):
    """An estimate and the ends of its interval."""

    estimate: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


def farthest_distance(*found: Interval) -> Interval:
    """How far from zero the farthest of several numbers is, if all their intervals hold."""
    return Interval(
        max(abs(one.estimate) for one in found),
        max(max(0.0, one.low, -one.high) for one in found),
        max(max(abs(one.low), abs(one.high)) for one in found),
    )


def clopper_pearson(successes: float, n: int, level: float = LEVEL) -> Interval:
    """The share of successes among n, with the exact interval of Clopper and Pearson (1934)."""
    if n <= 0:
        return Interval(math.nan, 0.0, 1.0)
    tail = (1 - level) / 2
    low = beta_quantile(successes, n - successes + 1, tail) if successes > 0 else 0.0
    high = beta_quantile(successes + 1, n - successes, 1 - tail) if successes < n else 1.0
    return Interval(float(successes / n), low, high)


def bound_if_unseen(found: Interval, n: int, level: float = LEVEL) -> Interval:
    """A difference of shares; if nothing of it was seen in n independent games, the exact bound.

    The jackknife sees no spread then, and would call a difference of zero certain. But a part of
    games that this many may all miss can still come out differently, for better or worse.
    """
    if found.error != 0 or found.estimate != 0:
        return found
    most = clopper_pearson(0, n, level).high
    return Interval(0.0, -most, most)


def share_p(successes: float, n: int, at: float) -> float:
    """The two-sided p-value that a share is `at`: Clopper and Pearson's, twice the smaller tail.

    It is below 1 - level exactly if their interval of that level leaves `at` out.
    """
    if n <= 0:
        return 1.0
    least = beta_below(successes, n - successes + 1, at) if successes > 0 else 1.0
    most = beta_below(n - successes, successes + 1, 1 - at) if successes < n else 1.0
    return min(1.0, 2 * min(least, most))


def simultaneous_shares(
    sums: "Sequence[float] | NDArray[np.float64]", n: int, level: float = LEVEL
) -> "tuple[NDArray[np.float64], NDArray[np.float64]]":
    """Low and high ends for several shares of n that hold together with the given level.

    Clopper and Pearson (1934), with Bonferroni's correction over the shares. A sum may be
    fractional (two winners get half a win each): shares within a game only narrow the spread
    of a yes-or-no outcome with the same mean, so the intervals stay on the safe side.
    """
    import numpy as np

    won = np.asarray(sums, dtype=float)
    level = 1 - (1 - level) / max(1, won.size)
    ends = [clopper_pearson(float(each), n, level)[1:] for each in won]
    low, high = np.array(ends).reshape(-1, 2).T
    return low, high
