"""Intervals that hold at every look for ever, if no number of games can be named beforehand.

They are wider than planned looks (`decisions.looks`): 1.4 to 2.8 times the interval of a single
look.
"""

import math
from collections.abc import Callable

from analyzer.stats.intervals import ALPHA, Interval

TUNED = 30_000  # games about which the intervals are tightest
FIRST = 1000  # games, and ...
DEPARTED = 30  # ... games that differ from the usual value, before a mean has an interval
CLOSE = 1e-12


def anytime_share(
    won: float, n: int, k: int = 1, alpha: float = ALPHA, tuned: int = TUNED
) -> Interval:
    """A share that may be looked at after every game; k of them hold together.

    Beta-binomial mixture (Robbins 1970; Howard, Ramdas, McAuliffe and Sekhon, Annals of Statistics
    49, 2021): the p at which the mixed likelihood is less than k/alpha times that of p. It holds
    for shares of a win too, since the likelihood ratio of one game is convex in them.
    """
    if n <= 0:
        return Interval(math.nan, 0.0, 1.0)
    won = float(won)
    limit = math.log(k / alpha)
    weight = _weight(limit, tuned)
    share = won / n

    def inside(p: float) -> bool:
        return _log_mixture(p, won, n, weight) < limit

    low = 0.0 if won <= 0 else _border(inside, share, 0.0)
    high = 1.0 if won >= n else _border(inside, share, 1.0)
    return Interval(share, low, high)


def anytime_mean(
    n: int, total: int, total_sq: int, k: int, alpha: float = ALPHA, tuned: int = TUNED
) -> Interval:
    """A mean that may be looked at after every game from the thousandth on.

    Asymptotic sequence (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, Annals of Statistics 52,
    2024). It fails early for rare events, so before 1,000 games, or before k = 30 of them differ
    from the usual value, it says nothing.
    """
    mean = total / n if n > 0 else math.nan
    if n < FIRST or k < DEPARTED:
        return Interval(mean, -math.inf, math.inf)
    total, total_sq = int(total), int(total_sq)
    variance = max(0, n * total_sq - total * total) / (n * n)
    rate = 1 / _weight(math.log(1 / alpha), tuned)
    grown = n * rate + 1
    half = math.sqrt(variance * 2 * grown / (n * n * rate) * math.log(math.sqrt(grown) / alpha))
    return Interval(mean, mean - half, mean + half)


def _weight(limit: float, tuned: int) -> float:
    """How many games the mixing law is worth, so that the interval is tightest after `tuned`."""
    return tuned / (2 * limit + math.log(2 * limit + 1))


def _log_mixture(p: float, won: float, n: int, weight: float) -> float:
    """The logarithm of the likelihood mixed by Beta(weight·p, weight·(1 - p)), over that of p."""
    a, b = weight * p, weight * (1 - p)
    mixed = _log_beta(a + won, b + n - won) - _log_beta(a, b)
    return mixed - won * math.log(p) - (n - won) * math.log1p(-p)


def _log_beta(a: float, b: float) -> float:
    return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)


def _border(inside: Callable[[float], bool], start: float, edge: float) -> float:
    """Where the interval ends between the estimate, which is inside, and the edge, which is not."""
    good, bad = start, edge
    while abs(bad - good) > CLOSE * abs(bad - start) and good != (p := (good + bad) / 2) != bad:
        good, bad = (p, bad) if inside(p) else (good, p)
    return bad
