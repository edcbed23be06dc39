"""Races of wins: exact chances against counting every course, and games until a lead stays."""

import math
from itertools import product

import numpy as np
import pytest
from scipy.stats import binom

from analyzer import stats
from analyzer.stats import Interval, race


def counted(p, k, n, most):
    """Every sequence of winners of n games, with its chance."""
    found = 0.0
    for winners in product(range(k), repeat=n):
        wins = [winners.count(who) for who in range(k)]
        leads = wins[0] > max(wins[1:]) if most else (k - 1) * wins[0] > sum(wins[1:])
        if leads:
            found += p ** wins[0] * ((1 - p) / (k - 1)) ** (n - wins[0])
    return found


@pytest.mark.parametrize(("k", "most_games"), [(2, 9), (3, 7), (4, 6), (5, 5)])
@pytest.mark.parametrize("p", [0.1, 0.5, 0.88])
def test_chances_to_lead_are_those_of_every_course(k, most_games, p):
    for n in range(1, most_games + 1):
        assert race.chance_ahead(p, k, n) == pytest.approx(counted(p, k, n, most=False))
        assert race.chance_of_most_wins(p, k, n) == pytest.approx(counted(p, k, n, most=True))


def test_two_games_are_not_enough_for_who_wins_seven_in_eight():
    """0.882² = 77.8 %: a tie is no lead. After 5 games and more it is above 95 %, after 4 not."""
    assert race.chance_ahead(0.882, 2, 2) == pytest.approx(0.7779, abs=1e-4)
    assert race.chance_ahead(0.882, 2, 4) < 0.95
    assert race.games_until(race.chance_ahead, 0.882, 2) == 5


@pytest.mark.parametrize("k", range(2, 9))
@pytest.mark.parametrize("above", [0.02, 0.1, 0.3, 0.6, 0.95])
def test_from_there_on_the_chance_stays(k, above):
    p = 1 / k + above * (1 - 1 / k)
    games = race.games_until(race.chance_ahead, p, k)
    if games > 1:
        assert binom.sf((games - 1) // k, games - 1, p) < 0.95
    assert all(binom.sf(n // k, n, p) >= 0.95 for n in range(games, games + 10 * k + 100))


@pytest.mark.parametrize(("p", "k"), [(0.9, 3), (0.6, 4), (0.45, 5), (0.35, 5)])
def test_the_most_wins_stay_too(p, k):
    games = race.games_until(race.chance_of_most_wins, p, k)
    assert games > race.games_until(race.chance_ahead, p, k)
    assert race.chance_of_most_wins(p, k, games - 1) < 0.95
    assert all(race.chance_of_most_wins(p, k, n) >= 0.95 for n in range(games, games + 3 * k))


@pytest.mark.parametrize(("p", "k", "n"), [(0.25, 5, 300), (0.4, 3, 150), (0.19, 8, 400)])
def test_many_games_are_as_simulated(p, k, n):
    """Within 6 standard errors of the simulation."""
    runs = 40_000
    rng = np.random.default_rng(20260304)
    wins = rng.multinomial(n, [p] + [(1 - p) / (k - 1)] * (k - 1), runs)
    simulated = float((wins[:, 0] > wins[:, 1:].max(axis=1)).mean())
    assert race.chance_of_most_wins(p, k, n) == pytest.approx(simulated, abs=6 * 0.5 / runs**0.5)


@pytest.mark.parametrize(("p", "k"), [(0.357, 3), (0.225, 5), (0.149, 8)])
def test_beyond_what_is_summed_the_chance_is_not_too_high(p, k):
    """Chances near 95 %; what is told after more games may be a little too careful, never rash."""
    n = race.EXACT
    exact, rough = race._most_exactly(p, k, n), race._most_roughly(p, k, n) - race.ROUGH
    assert 0.94 < exact < 0.96
    assert exact - 2 * race.ROUGH < rough <= exact


def test_the_interval_is_that_of_the_share():
    found = stats.games_until_ahead(Interval(0.88, 0.80, 0.93), 2)
    assert found == tuple(race.games_until(race.chance_ahead, p, 2) for p in (0.88, 0.93, 0.80))
    assert found.low < found.estimate < found.high
    open_end = stats.games_until_ahead(Interval(0.3, 0.2, 0.4), 4)
    assert math.isfinite(open_end.estimate)
    assert open_end.high == math.inf
    assert stats.games_until_ahead(Interval(0.2, 0.1, 0.25), 4) == (math.inf,) * 3
    assert stats.games_until_ahead(Interval(1.0, 0.98, 1.0), 2)[:2] == (1, 1)


def test_the_interval_covers():
    """Whose share is not told too narrowly has games that are not: they fall as it rises."""
    p, k, n, runs = 0.3, 4, 100, 600
    truth = race.games_until(race.chance_ahead, p, k)
    rng = np.random.default_rng(8)
    missed = 0
    for won in rng.binomial(n, p, runs):
        found = stats.games_until_ahead(stats.clopper_pearson(int(won), n), k)
        missed += not found.low <= truth <= found.high
    assert binom.sf(missed - 1, runs, 0.06) > 1e-6
