"""Means of whole numbers from their sums, even if nearly all games have the same value.

Student's interval fails for rare events: if 20 games have none, it is a single point and covers as
little as 2 % where 95 % are promised. If few games differ from the usual value, `_rare` widens the
interval. tests/stats/test_coverage.py holds what was measured.
"""

import math

from analyzer.stats.distributions import normal_tail, student_quantile, student_tail
from analyzer.stats.intervals import LEVEL, Interval, clopper_pearson
from analyzer.stats.paired import tango

ENOUGH = 30  # games that depart from the usual value: from here on Student's interval is right


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

    `k` is the number of games with another value than `mode`, the most frequent one (0 if not
    given). A column of zeros and ones shows itself by its sums, since x² - x is zero for no other
    whole number: its mean is a share and gets the exact interval. Where all games have the mode, no
    game tells how large a departure is; it is taken as the mode, as if a game were twice as long.
    """
    if n <= 0:
        return Interval(math.nan, -math.inf, math.inf)
    total, total_sq = int(total), int(total_sq)  # numpy's integers would overflow in n * total_sq
    if n > 1 and total == total_sq:
        return clopper_pearson(total, n, level)
    size = max(1.0, abs(int(mode or 0))) if k == 0 else 1.0
    return _mean(n, total, total_sq, k, int(mode or 0), level, size)


def paired_mean(
    n: int,
    sum_d: int,
    sum_d2: int,
    k_nonzero: int,
    level: float = LEVEL,
    *,
    size: float = 1.0,
) -> Interval:
    """The mean of n paired differences D, of which `k_nonzero` are not zero.

    `size` is how large a difference may well be: with none of them the interval is 0 ± 3.7/n at
    95 %, times `size`, since no D tells then; with few, it counts like one more of them. With so
    few that no test of signs could exclude zero, the interval does not either.
    """
    if n <= 0:
        return Interval(math.nan, -math.inf, math.inf)
    found = _mean(n, int(sum_d), int(sum_d2), int(k_nonzero), 0, level, size)
    if _least_p(int(k_nonzero)) <= 1 - level:
        return found
    return Interval(found.estimate, min(found.low, 0.0), max(found.high, 0.0))


def paired_p(n: int, sum_d: int, sum_d2: int, k_nonzero: int, *, size: float = 1.0) -> float:
    """The two-sided p-value that a mean difference is zero; it agrees with `paired_mean`."""
    sum_d, sum_d2, k = int(sum_d), int(sum_d2), int(k_nonzero)
    p = max(student_p(n, sum_d, sum_d2), _least_p(k))
    if k > 0 and _is_rare(k, n):
        spread = math.sqrt(k) * max(_sizes(k, sum_d2, size))
        p = max(p, 2 * normal_tail(abs(sum_d) / spread))
    return p


def student_p(n: int, total: int, total_sq: int, at: float = 0.0) -> float:
    """The two-sided p-value of Student's test that the mean of n values is `at`."""
    if n < 2:
        return 1.0
    total, total_sq = int(total), int(total_sq)
    distance = abs(total / n - at)
    error = _standard_error(n, total, total_sq)
    if distance == 0 or error == 0:
        return float(distance == 0)
    return 2 * student_tail(n - 1, distance / error)


def _least_p(k: int) -> float:
    """The smallest p-value that any test of k signs can give: all of them alike."""
    return min(1.0, 2.0 ** (1 - k))


def _mean(
    n: int, total: int, total_sq: int, k: int | None, mode: int, level: float, size: float = 1.0
) -> Interval:
    """Student's interval, widened if few games depart from the usual value."""
    if n == 1:
        return Interval(float(total), -math.inf, math.inf)
    student = _student(n, total, total_sq, level)
    if k is None or not _is_rare(k, n):
        # Whole numbers other than m add at least one each to Σ(x - m)²: a small sum about the
        # nearest whole number shows a column that is all but constant, whatever k counted.
        mode, size = (2 * total + n) // (2 * n), 1.0
        k = _squares_about(mode, n, total, total_sq)
    if not _is_rare(k, n):
        return student
    squares = _squares_about(mode, n, total, total_sq)
    parts = [student, *_rare(n, total - n * mode, squares, int(k), mode, level, size)]
    low, high = min(part.low for part in parts), max(part.high for part in parts)
    return Interval(student.estimate, low, high)


def _squares_about(mode: int, n: int, total: int, total_sq: int) -> int:
    """The sum of (x - mode)²."""
    return total_sq - 2 * mode * total + n * mode * mode


def _is_rare(k: int, n: int) -> bool:
    return k < ENOUGH and 2 * k < n


def _student(n: int, total: int, total_sq: int, level: float) -> Interval:
    """Student's (1908) interval, as it stands in every textbook."""
    mean = total / n
    half = student_quantile(n - 1, (1 - level) / 2) * _standard_error(n, total, total_sq)
    return Interval(mean, mean - half, mean + half)


def _standard_error(n: int, total: int, total_sq: int) -> float:
    # The difference is taken in whole numbers: as floats it would cancel.
    return math.sqrt(max(0, n * total_sq - total * total) / (n * n * (n - 1)))


def _rare(
    n: int, apart: int, apart_sq: int, k: int, mode: int, level: float, size: float
) -> list[Interval]:
    """Intervals for the mean if k of n games depart from the mode: sum and squares are of x - mode.

    With k = 0 the size of a departure is not known and taken as `size`. Otherwise all departures
    count as equally large, up or down, which is Tango's case. If most go one way, the sum is worth
    (Σ)²/Σ² equal ones (Fay and Feuer, Statistics in Medicine 16 (1997): the effective count of a
    weighted sum), and their part of all games has the exact interval.
    """
    if k == 0:
        high = size * clopper_pearson(0, n, level).high
        return [Interval(float(mode), mode - high, mode + high)]
    found = [
        _scaled(tango(n, apart / each, float(k), level), each, mode)
        for each in _sizes(k, apart_sq, size)
    ]
    effective = apart * apart / apart_sq
    if 3 * effective >= k:
        found.append(_scaled(clopper_pearson(effective, n, level), apart / effective, mode))
    return found


def _sizes(k: int, squares: int, size: float) -> list[float]:
    """How large k departures are: as seen, and with one of `size` more where that is larger."""
    seen = math.sqrt(squares / k)
    return [seen] if size <= seen else [seen, math.sqrt((squares + size * size) / (k + 1))]


def _scaled(interval: Interval, size: float, mode: int) -> Interval:
    ends = sorted(mode + size * end for end in interval[1:])
    return Interval(mode + size * interval.estimate, *ends)
