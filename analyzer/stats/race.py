"""After how many games is the better player ahead? Exact for few games, normal for many.

One player wins each game with the chance p, the k - 1 others share the rest equally.
"""

import math
from collections.abc import Callable
from functools import cache

from analyzer.stats.distributions import beta_below
from analyzer.stats.intervals import Interval

CHANCE = 0.95
EXACT = 100  # games up to which a multinomial is summed; beyond, the normal law errs by 0.5 pp
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
    return _most_exactly(p, k, n) if n <= EXACT else _most_roughly(p, k, n)


def _most_exactly(p: float, k: int, n: int) -> float:
    """Over its own wins w: the rivals share n - w games, and none of them has w or more.

    The number of ways is a coefficient of (1 + x + x²/2! + ... + x^(w-1)/(w-1)!)^(k-1).
    """
    import numpy as np

    rivals, found = k - 1, 0.0
    for own in range(1, n + 1):
        left = n - own
        if left > rivals * (own - 1):
            continue
        each = np.array([1 / math.factorial(i) for i in range(min(own, left + 1))])
        ways = np.ones(1)
        for _ in range(rivals):
            ways = np.convolve(ways, each)[: left + 1]
        fits = math.factorial(left) * float(ways[left]) / rivals**left
        found += math.comb(n, own) * p**own * (1 - p) ** left * fits
    return found


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
