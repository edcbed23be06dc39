"""How many games a question needs: before the first game, and after some."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from analyzer.stats.distributions import normal_quantile, normal_tail
from analyzer.stats.intervals import LEVEL, clopper_pearson

MOST_GAMES = 1e15  # beyond this a forecast is "too close to tell"


class Estimate(NamedTuple):
    """What a number looks like so far, and its standard deviation from game to game."""

    value: float
    deviation: float


def games_for_error(deviation: float, error: float, k: int = 1, level: float = LEVEL) -> float:
    """How many games give an interval of half-width `error`; k intervals hold together."""
    if error <= 0:
        return math.inf
    return (normal_quantile((1 - level) / (2 * k)) * deviation / error) ** 2


def least_to_decide(k: int, tolerance: float, level: float = LEVEL) -> int:
    """The fewest games at which k shares can all be shown to lie within a tolerance of 1/k.

    With fewer, the narrowest interval about the fair share is wider than the tolerance, so that the
    verdict FAIR is impossible whatever is true. By the intervals that will decide: Clopper and
    Pearson's at `level`, which k of them share.
    """
    if tolerance <= 0:
        return int(MOST_GAMES)
    fair, each = 1 / k, 1 - (1 - level) / k

    def possible(n: int) -> bool:
        found = clopper_pearson(n * fair, n, each)
        return fair - tolerance <= found.low and found.high <= fair + tolerance

    high = 1
    while not possible(high):
        high *= 2
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if possible(middle) else (middle, high)
    return high


def estimate_share(won: float, n: int) -> Estimate:
    """A share so far. Its deviation is that of (won + 1)/(n + 2), never zero."""
    smoothed = (won + 1) / (n + 2)
    return Estimate(float(won / n), math.sqrt(smoothed * (1 - smoothed)))


def estimate_difference(n: int, sum_d: float, sum_d2: float) -> Estimate:
    """A mean difference so far. Its deviation is as if one more game had differed by one."""
    mean = float(sum_d / n)
    variance = float((sum_d2 + 1) / (n + 1)) - mean * mean
    return Estimate(mean, math.sqrt(max(variance, 1 / (n + 1))))


def games_to_decide(
    departures: Sequence[Estimate],
    n: int,
    tolerance: float,
    level: float = LEVEL,
    chance: float = 0.5,
) -> float:
    """How many games in all, n of them played, give a verdict with the given chance.

    A forecast: as often too low as too high if the chance is one half. A departure that looks large
    after few games may be luck, so the true ones are taken as normal about zero, as spread as they
    look beyond their errors and at least as half the tolerance (empirical Bayes: Efron and Morris,
    1973); what they say after N games follows from that and from the n games played (predictive
    power: Spiegelhalter, Freedman and Blackburn, 1986). Of several departures one beyond the
    tolerance decides, or all within. Infinite if more than 10^15 games would be needed.
    """
    if n <= 0 or not departures:
        return math.inf
    z = normal_quantile((1 - level) / (2 * len(departures)))
    believed = [_shrunk_belief(each, departures, n, tolerance) for each in departures]

    def enough(games: float) -> bool:
        parts = [_chances(each, n, games, tolerance, z) for each in believed]
        return _chance_of_verdict(parts) >= chance

    if not enough(MOST_GAMES):
        return math.inf
    low, high = math.log(n), math.log(MOST_GAMES)
    while high - low > 1e-3:
        middle = (low + high) / 2
        low, high = (low, middle) if enough(math.exp(middle)) else (middle, high)
    return math.exp(high)


class _Belief(NamedTuple):
    """What the games so far tell about one departure: as measured, and its law once shrunk."""

    measured: float
    centre: float
    variance: float
    per_game: float  # the variance from game to game


def _shrunk_belief(
    one: Estimate, departures: Sequence[Estimate], n: int, tolerance: float
) -> _Belief:
    """The law of one departure given all of them."""
    noise = one.deviation**2 / n
    if tolerance <= 0:  # no scale to shrink by
        return _Belief(one.value, one.value, noise, one.deviation**2)
    freedom = max(1, len(departures) - 1)  # departures from a fair share sum to zero
    seen = sum(each.value**2 for each in departures) / freedom
    errors = sum(each.deviation**2 for each in departures) / (len(departures) * n)
    spread = max((tolerance / 2) ** 2, seen - errors)
    trust = spread / (spread + noise)
    return _Belief(one.value, trust * one.value, trust * noise, one.deviation**2)


def _chance_of_verdict(parts: Sequence[tuple[float, float]]) -> float:
    """The chance of a verdict from the chances of each interval to lie within and beyond."""
    if len(parts) <= 2:  # two shares mirror each other; more are nearly independent
        return min(within for within, _ in parts) + max(beyond for _, beyond in parts)
    fair = math.prod(within for within, _ in parts)
    return fair + 1 - math.prod(1 - beyond for _, beyond in parts)


def _chances(
    belief: _Belief, n: int, games: float, tolerance: float, z: float
) -> tuple[float, float]:
    """The chances that one interval lies within the tolerance after that many games, and beyond."""
    more = 1 - n / games
    centre = belief.measured + more * (belief.centre - belief.measured)
    spread = math.sqrt(more**2 * belief.variance + more * belief.per_game / games)
    half = z * math.sqrt(belief.per_game / games)

    def above(border: float) -> float:
        if spread == 0:
            return float(centre > border)
        return normal_tail((border - centre) / spread)

    within = above(half - tolerance) - above(tolerance - half) if half < tolerance else 0.0
    return within, above(tolerance + half) + 1 - above(-tolerance - half)
