"""After how many games is the better player ahead? Exact up to two thousand games.

One player wins each game with the chance p, the k - 1 others share the rest equally.
"""

import math
from collections.abc import Callable
from functools import cache

from analyzer.stats.distributions import beta_below
from analyzer.stats.intervals import Interval

CHANCE = 0.95
EXACT = 2000  # games up to which a multinomial is summed; beyond, it takes too long
ROUGH = 0.002  # the normal law is at most so much too high beyond that (tests/stats/test_race.py)
DEVIATIONS = 8.0  # own wins farther from their mean have no chance that a number could hold
MOST = 10**9  # games; beyond this it is as good as never


def chance_ahead(p: float, k: int, n: int) -> float:
    """The chance to have won more of n games than an average rival: more than n/k of them."""
    least = n // k + 1
    if least > n or p <= 0:
        return 0.0
    return 1.0 if p >= 1 else beta_below(least, n - least + 1, p)


def chance_of_most_wins(p: float, k: int, n: int) -> float:
    """The chance to have won more of n games than every single rival."""
    if k == 2 or p <= 0 or p >= 1:
        return chance_ahead(p, k, n)
    return _most_exactly(p, k, n) if n <= EXACT else _most_roughly(p, k, n) - ROUGH


def _most_exactly(p: float, k: int, n: int) -> float:
    """Over its own wins w: the rivals share n - w games, and none of them has w or more.

    Rivals' wins are Poisson numbers with a given sum (Levin 1981, Annals of Statistics 9): their
    generating function, cut off at w - 1, to the power of k - 1, has the chance as a coefficient.
    """
    import numpy as np

    logs = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, n + 1)))])  # of factorials
    spread = DEVIATIONS * math.sqrt(n * p * (1 - p)) + k
    low, high = max(1, math.floor(n * p - spread)), min(n, math.ceil(n * p + spread))
    own = np.arange(low, high + 1)
    left = n - own
    mean = np.maximum(left, 1)[:, None] / (k - 1)
    wins = np.arange(high)
    each = np.exp(wins * np.log(mean) - mean - logs[wins]) * (wins < own[:, None])
    size = 1 << int((k - 1) * high).bit_length()
    sums = np.fft.irfft(np.fft.rfft(each, size, axis=1) ** (k - 1), size, axis=1)
    whole = np.where(left > 0, left, 1.0)
    poisson = np.exp(left * np.log(whole) - whole - logs[left])  # that the sum is `left`
    fits = np.where(left > 0, sums[np.arange(len(own)), left % size] / poisson, 1.0)
    fits = np.where(left <= (k - 1) * (own - 1), fits, 0.0)
    ways = logs[n] - logs[own] - logs[left]
    chances = np.exp(ways + own * math.log(p) + left * math.log1p(-p))
    return float((chances * fits).sum())


def _most_roughly(p: float, k: int, n: int) -> float:
    """The leads over the rivals as normal numbers, each two with the same covariance."""
    import numpy as np

    q = (1 - p) / (k - 1)
    own, shared = n * q, n * (p - (p - q) ** 2)  # variances: of one rival's part, of the common one
    nodes, weights = np.polynomial.hermite_e.hermegauss(60)
    reach = (n * (p - q) - 0.5 + math.sqrt(max(0.0, shared)) * nodes) / math.sqrt(own)
    below = np.array([math.erfc(-float(value) / math.sqrt(2)) / 2 for value in reach])
    return float((weights * below ** (k - 1)).sum() / math.sqrt(2 * math.pi))


def games_until(
    law: Callable[[float, int, int], float], p: float, k: int, chance: float = CHANCE
) -> float:
    """The fewest games from which on the chance stays at or above `chance`; infinite if never.

    A chance rises and falls a little with the number of games: it is lowest where that is a
    multiple of k, since a tie is no lead, and these lowest ones rise.
    """
    if p <= 1 / k:
        return math.inf
    high = 1
    while law(p, k, high * k) < chance:
        high *= 2
        if high * k > MOST:
            return math.inf
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if law(p, k, middle * k) >= chance else (middle, high)
    first = high * k
    while first > 1 and law(p, k, first - 1) >= chance:
        first -= 1
    return first


@cache
def games_until_ahead(share: Interval, k: int, most: bool = False) -> Interval:
    """Games until a player with this share of wins is ahead, with 95 %, with its interval.

    Ahead of an average rival, or with `most` of every single one. The ends are those of the share.
    """
    law = chance_of_most_wins if most else chance_ahead
    low, middle, high = (games_until(law, p, k) for p in (share.high, share.estimate, share.low))
    return Interval(middle, low, high)
