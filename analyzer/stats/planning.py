"""How many games a question needs: before the first game, and after some."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from analyzer.stats.intervals import LEVEL
from analyzer.stats.laws import normal_quantile, normal_tail

MOST_GAMES = 1e15  # beyond this a forecast is "too close to tell"


class Estimate(NamedTuple):
    """What a number looks like so far, and its standard deviation from game to game."""

    value: float
    deviation: float


def games_needed(
    share: float, margin: float, k: int, level: float = LEVEL, chance: float = 0.8
) -> float:
    """How many games would show, with the given chance, on which side of a margin a share lies.

    For a share that is known beforehand; after some games, `games_to_decide` knows more. Normal
    approximation of `simultaneous_shares` over k shares.
    """
    if margin <= 0:
        return math.inf
    z = normal_quantile((1 - level) / (2 * k)) + normal_quantile(1 - chance)
    return max(share * (1 - share), 1e-9) * (z / margin) ** 2


def games_for_error(deviation: float, error: float, k: int = 1, level: float = LEVEL) -> float:
    """How many games give an interval of half-width `error`; k intervals hold together."""
    if error <= 0:
        return math.inf
    return (normal_quantile((1 - level) / (2 * k)) * deviation / error) ** 2


def of_share(won: float, n: int) -> Estimate:
    """A share so far. Its deviation is that of (won + 1)/(n + 2), never zero."""
    smoothed = (won + 1) / (n + 2)
    return Estimate(float(won / n), math.sqrt(smoothed * (1 - smoothed)))


def of_difference(n: int, sum_d: float, sum_d2: float) -> Estimate:
    """A mean difference so far. Its deviation is as if one more game had differed by one."""
    mean = float(sum_d / n)
    variance = float((sum_d2 + 1) / (n + 1)) - mean * mean
    return Estimate(mean, math.sqrt(max(variance, 1 / (n + 1))))


def games_to_decide(
    departures: Sequence[Estimate],
    n: int,
    tolerance: float,
    level: float = LEVEL,
    chance: float = 0.8,
) -> float:
    """How many games in all, n of them played, give a verdict with the given chance.

    A departure that looks large after n games may be luck, so its true size is taken as unknown:
    with a flat prior, the estimate after N games is normal about the present one with variance
    deviation²·(1/n - 1/N) (predictive power: Spiegelhalter, Freedman and Blackburn, 1986). Of
    several departures one beyond the tolerance decides, or all within. Infinite if more than
    10^15 games would be needed.
    """
    z = normal_quantile((1 - level) / (2 * max(1, len(departures))))

    def enough(games: float) -> bool:
        return _decided(departures, n, games, tolerance, z) >= chance

    if n <= 0 or not enough(MOST_GAMES):
        return math.inf
    low, high = math.log(n), math.log(MOST_GAMES)
    while high - low > 1e-3:
        middle = (low + high) / 2
        low, high = (low, middle) if enough(math.exp(middle)) else (middle, high)
    return math.exp(high)


def _decided(
    departures: Sequence[Estimate], n: int, games: float, tolerance: float, z: float
) -> float:
    """The chance that the intervals after so many games give a verdict."""
    parts = [_chances(each, n, games, tolerance, z) for each in departures]
    if len(parts) <= 2:  # two shares mirror each other; more are nearly independent
        return min(within for within, _ in parts) + max(beyond for _, beyond in parts)
    fair = math.prod(within for within, _ in parts)
    return fair + 1 - math.prod(1 - beyond for _, beyond in parts)


def _chances(
    departure: Estimate, n: int, games: float, tolerance: float, z: float
) -> tuple[float, float]:
    """The chances that one interval lies within the tolerance, and beyond it."""
    value, half = departure.value, z * departure.deviation / math.sqrt(games)
    drift = departure.deviation * math.sqrt(max(1 / n - 1 / games, 1e-300))

    def above(border: float) -> float:
        return normal_tail((border - value) / drift)

    within = above(half - tolerance) - above(tolerance - half) if half < tolerance else 0.0
    return within, above(tolerance + half) + 1 - above(-tolerance - half)


def games_until_ahead(difference: float, deviation: float, chance: float = 0.95) -> float:
    """How many games until the better player's sum is ahead with the given chance.

    `difference` is the mean lead of one game, `deviation` its standard deviation from game to game.
    """
    if difference <= 0:
        return math.inf
    return max(0.0, normal_quantile(1 - chance) * deviation / difference) ** 2
