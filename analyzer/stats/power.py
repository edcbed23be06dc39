"""How many games show something that is true, with a given chance: the power of a run.

By the intervals that will decide: Clopper and Pearson's, which all seats share, for a table, and
Tango's for the difference of two tables. Counts are taken as normal.
"""

import math
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from analyzer.stats.claims import Family
from analyzer.stats.distributions import normal_quantile, normal_tail
from analyzer.stats.intervals import LEVEL
from analyzer.stats.planning import MOST_GAMES, least_to_decide

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CHANCE = 0.8  # of seeing what is there: the usual power of an experiment
SAMPLE = 1 << 14  # tables that are drawn to learn how the shares of one table go together


def games_to_show_fair(
    k: int, tolerance: float, level: float = LEVEL, chance: float = CHANCE
) -> int:
    """Games after which a table whose k shares are equal is called fair, with the given chance."""
    z, fair = normal_quantile((1 - level) / (2 * k)), 1 / k
    spread = math.sqrt(fair * (1 - fair))

    def enough(n: int) -> bool:
        high = n * (fair + tolerance) - z * _deviation(n, fair + tolerance)
        low = n * (fair - tolerance) + z * _deviation(n, fair - tolerance)
        scale = math.sqrt(n) * spread
        return _chance_within(k, (low - n * fair) / scale, (high - n * fair) / scale) >= chance

    return _fewest(enough, least_to_decide(k, tolerance, level))


def games_to_show_unfair(
    k: int, departure: float, tolerance: float, level: float = LEVEL, chance: float = CHANCE
) -> int | None:
    """Games after which a share that departs by this much is shown to lie beyond the tolerance.

    None if it does not lie beyond.
    """
    if departure <= tolerance:
        return None
    z, fair, beta = normal_quantile((1 - level) / (2 * k)), 1 / k, normal_quantile(1 - chance)
    true, edge = min(fair + departure, 1.0), fair + tolerance

    def enough(n: int) -> bool:
        needed = n * edge + z * _deviation(n, edge)
        return n * true - needed >= beta * _deviation(n, true)

    return _fewest(enough, 1)


def games_to_show_difference(
    difference: float, square: float, family: Family, chance: float = CHANCE
) -> int | None:
    """Games of each arm after which a difference of two shares is shown to be one.

    `square` is the mean square of the difference in a game: the part of games in which it is not
    zero, if every win is whole. None for a difference that no number of games shows.
    """
    if difference <= 0:
        return None
    square = max(square, difference * difference)
    z, beta = normal_quantile((1 - family.each) / 2), normal_quantile(1 - chance)
    root = z * math.sqrt(square) + beta * math.sqrt(square - difference * difference)
    games = (root / difference) ** 2
    return None if games > MOST_GAMES else max(1, math.ceil(games))


def games_to_show_apart(
    difference: float, share: float, family: Family, chance: float = CHANCE
) -> int | None:
    """Games of each of two runs, each with its own luck, after which a difference of two shares is
    shown to be one. `share` is that of the first run. None for what no number of games shows."""
    if difference <= 0:
        return None
    other = share + difference if share + difference <= 1 else share - difference
    spread = share * (1 - share) + other * (1 - other)
    z, beta = normal_quantile((1 - family.each) / 2), normal_quantile(1 - chance)
    games = ((z + beta) / difference) ** 2 * spread
    return None if games > MOST_GAMES else max(1, math.ceil(games))


def _deviation(n: int, share: float) -> float:
    share = min(max(share, 0.0), 1.0)
    return math.sqrt(n * share * (1 - share))


def _fewest(enough: Callable[[int], bool], low: int) -> int:
    high = max(1, low)
    while not enough(high):
        low, high = high, 2 * high
        if high > MOST_GAMES:
            return int(MOST_GAMES)
    while high - low > max(1, high // 10_000):
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def _chance_within(k: int, low: float, high: float) -> float:
    """The chance that all k shares of an equal table lie between two ends, in deviations."""
    if low >= high:
        return 0.0
    if k == 2:  # the second share mirrors the first
        reach = min(-low, high)
        return 1 - 2 * normal_tail(reach) if reach > 0 else 0.0
    least, most = _extremes(k)
    return float(((least > low) & (most < high)).mean())


@cache
def _extremes(k: int) -> "tuple[NDArray[np.float64], NDArray[np.float64]]":
    """The least and the largest of k shares that sum to one, standardized, in many tables."""
    import numpy as np

    drawn = np.random.default_rng(k).standard_normal((SAMPLE, k))
    shares = (drawn - drawn.mean(axis=1, keepdims=True)) * math.sqrt(k / (k - 1))
    return shares.min(axis=1), shares.max(axis=1)
