"""Intervals of shares and of means, from integer sums.

Two-sided, 95 % unless told otherwise. Sums come in as integers or exact fractions and leave as
floats only at the end.
"""

import math
from typing import TYPE_CHECKING, NamedTuple

from analyzer.stats.laws import beta_quantile, student_quantile, student_tail

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

LEVEL = 0.95
ALPHA = 0.05  # 1 - LEVEL, without the error of that difference

# Games with another value than the usual one, from which on Student's interval is trusted
# alone. Below, it covers as little as 2 % where it promises 95: see tests/test_stats_coverage.py.
ENOUGH = 30


class Interval(NamedTuple):
    """An estimate and the ends of its interval."""

    estimate: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


def clopper_pearson(successes: float, n: int, level: float = LEVEL) -> Interval:
    """The share of successes among n, with the exact interval of Clopper and Pearson (1934)."""
    if n <= 0:
        return Interval(math.nan, 0.0, 1.0)
    tail = (1 - level) / 2
    low = beta_quantile(successes, n - successes + 1, tail) if successes > 0 else 0.0
    high = beta_quantile(successes + 1, n - successes, 1 - tail) if successes < n else 1.0
    return Interval(float(successes / n), low, high)


def simultaneous_shares(
    sums: "Sequence[float] | NDArray[np.float64]", n: int, level: float = LEVEL
) -> "tuple[NDArray[np.float64], NDArray[np.float64]]":
    """Low and high ends for several shares of n that hold together with the given level.

    Clopper and Pearson (1934), with Bonferroni's correction over the shares. A sum may be
    fractional (two winners get half a win each): shares within a game only narrow the spread
    of a yes-or-no outcome with the same mean, so the intervals stay on the safe side.
    """
    import numpy as np
    from scipy.special import betaincinv

    won = np.asarray(sums, dtype=float)
    if n <= 0:
        return np.zeros(won.shape), np.ones(won.shape)
    tail = (1 - level) / (2 * max(1, won.size))
    lost = n - won
    low = np.where(won > 0, betaincinv(np.where(won > 0, won, 1), lost + 1, tail), 0.0)
    high = np.where(lost > 0, betaincinv(won + 1, np.where(lost > 0, lost, 1), 1 - tail), 1.0)
    return low, high


def mean_interval(
    total: int,
    total_sq: int,
    n: int,
    *,
    k: int | None = None,
    mode: int | None = None,
    level: float = LEVEL,
) -> Interval:
    """The mean of n whole numbers given their sum and sum of squares.

    Student's t interval, which fails for rare events: with none in n games it would be a single
    point. So `k`, the games with another value than `mode` (the most frequent value; 0 if not
    given), widens it where the events are few: see `rare_hull`. A column of zeros and ones shows
    itself by its sums, since x² - x is zero for no other whole number: its mean is a share, and
    gets the exact interval. Without `k` only such columns and constant ones are repaired.
    """
    if n <= 0:
        return Interval(math.nan, -math.inf, math.inf)
    total, total_sq = int(total), int(total_sq)  # numpy's integers would overflow in n * total_sq
    if n == 1:
        return Interval(float(total), -math.inf, math.inf)
    if total == total_sq:
        return clopper_pearson(total, n, level)
    student = student_interval(total, total_sq, n, level)
    if n * total_sq == total * total:
        k, mode = 0, total // n
    if k is None:
        return student
    return rare_hull(student, n, int(k), int(mode or 0), level)


def student_interval(total: int, total_sq: int, n: int, level: float = LEVEL) -> Interval:
    """Student's (1908) interval for the mean of n values, as it stands in every textbook."""
    mean = total / n
    half = student_quantile(n - 1, (1 - level) / 2) * standard_error(n, total, total_sq)
    return Interval(mean, mean - half, mean + half)


def student_p(n: int, total: int, total_sq: int, at: float = 0.0) -> float:
    """The two-sided p-value of Student's test that the mean of n values is `at`."""
    if n < 2:
        return 1.0
    distance = abs(total / n - at)
    error = standard_error(n, total, total_sq)
    if distance == 0 or error == 0:
        return float(distance == 0)
    return 2 * student_tail(n - 1, distance / error)


def standard_error(n: int, total: int, total_sq: int) -> float:
    """The standard error of the mean of n values, at least two, from their sums."""
    # The difference is taken in whole numbers: as floats it would cancel.
    return math.sqrt(max(0, n * total_sq - total * total) / (n * n * (n - 1)))


def rare_hull(student: Interval, n: int, k: int, mode: int, level: float) -> Interval:
    """Student's interval widened where only k < 30 of n games depart from the usual value.

    Then the mean is mode + (part of such games) · (their mean deviation), the part has the exact
    interval of Clopper and Pearson, and the hull of both intervals is taken. With k = 0 the size
    of a deviation is not known and taken as 1: say "none in n games" beside it. Where half the
    games or more depart, the event is not rare and Student's interval stands.
    """
    if k >= ENOUGH or 2 * k >= n:
        return student
    part = clopper_pearson(k, n, level)
    if k == 0:
        return Interval(student.estimate, mode - part.high, mode + part.high)
    deviation = (student.estimate - mode) * n / k
    ends = (mode + part.low * deviation, mode + part.high * deviation)
    return Interval(student.estimate, min(student.low, *ends), max(student.high, *ends))
