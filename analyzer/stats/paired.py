"""Two arms on the same luck: their win shares, and what playing them together is worth.

Everything is made from sums of D = A - B, game by game. For columns other than wins, the mean of D
is `means.paired_mean`.
"""

import math
from fractions import Fraction

from analyzer.stats.distributions import normal_quantile, normal_tail
from analyzer.stats.intervals import LEVEL, Interval

Number = int | float | Fraction

CLOSE = 1e-12  # how exactly an end is found, in widths of the interval


def tango(
    n: int, sum_d: Number, sum_d2: Number, level: float = LEVEL, *, unit: int = 1
) -> Interval:
    """The difference of two win shares over the same n games: Tango's (1998) score interval.

    D is a win of A minus a win of B in one game, so that `sum_d` and `sum_d2` give the games won
    by A alone, b = (ΣD² + ΣD)/2, and by B alone, c = (ΣD² - ΣD)/2; shares of a win are allowed.
    If wins are counted in parts, `unit` says how many parts a win has. The interval is
    {d: |T(d)| <= z}; it holds even if one game in 500 differs, where Student's fails.
    Tango, Statistics in Medicine 17 (1998), 891-908.
    """
    if n <= 0:
        return Interval(math.nan, -1.0, 1.0)
    only_a, only_b = _won_alone(n, sum_d, sum_d2, unit)
    z = normal_quantile((1 - level) / 2)
    high = _farthest(only_a, only_b, n, z)
    low = -_farthest(only_b, only_a, n, z)
    return Interval(float(sum_d / (n * unit)), low, high)


def tango_p(n: int, sum_d: Number, sum_d2: Number, at: float = 0.0, *, unit: int = 1) -> float:
    """The two-sided p-value of Tango's score test that the win shares differ by `at`.

    At zero it is McNemar's (1947) test, z² = (b - c)²/(b + c).
    """
    if n <= 0:
        return 1.0
    only_a, only_b = _won_alone(n, sum_d, sum_d2, unit)
    distance = abs(only_a - only_b - at)
    spread = math.sqrt(_variance(at, only_a, only_b) / n)
    if distance == 0 or spread == 0:
        return float(distance == 0)
    return 2 * normal_tail(distance / spread)


def _won_alone(n: int, sum_d: Number, sum_d2: Number, unit: int) -> tuple[float, float]:
    """b/n and c/n. Where shares of a win would make one negative it is zero: the safe side."""
    doubled = sum_d * unit
    only_a = max(sum_d2 + doubled, 2 * doubled, 0)
    only_b = max(sum_d2 - doubled, -2 * doubled, 0)
    games = 2 * n * unit * unit
    return float(only_a / games), float(only_b / games)


def _variance(d: float, only_a: float, only_b: float) -> float:
    """The variance of D in one game if its mean is d: 2q + d(1 - d), with Tango's estimate q.

    q solves 2q² + Bq + C = 0; of its two forms the one that does not cancel is taken.
    """
    if d < 0:
        return _variance(-d, only_b, only_a)
    b = (2 - only_a + only_b) * d - only_a - only_b
    c = -only_b * d * (1 - d)
    root = math.sqrt(b * b - 8 * c)
    q = (root - b) / 4 if b <= 0 else -2 * c / (root + b)
    return max(0.0, 2 * q + d * (1 - d))


def _farthest(only_a: float, only_b: float, n: int, z: float) -> float:
    """The largest d with |T(d)| <= z, by bisection between the estimate and 1."""
    mean = only_a - only_b
    low, high = mean, 1.0
    limit = z * z / n
    while high - low > CLOSE * (high - mean) and low < (d := (low + high) / 2) < high:
        if (d - mean) ** 2 <= limit * _variance(d, only_a, only_b):
            low = d
        else:
            high = d
    return high


def pairing_factor(n: int, sum_a: int, sum_a2: int, sum_b: int, sum_b2: int, sum_d2: int) -> float:
    """The variance of an unpaired comparison over that of the paired one.

    With a factor of 4, a quarter of the games is enough. Infinite if the difference is the same
    in every game; 1 if nothing varies at all.
    """
    n = int(n)
    apart = _spread(n, sum_a, sum_a2) + _spread(n, sum_b, sum_b2)
    together = _spread(n, int(sum_a) - int(sum_b), sum_d2)
    if together <= 0:
        return math.inf if apart > 0 else 1.0
    return apart / together


def _spread(n: int, total: int, total_sq: int) -> int:
    """n² times the variance, as a whole number."""
    return n * int(total_sq) - int(total) ** 2
