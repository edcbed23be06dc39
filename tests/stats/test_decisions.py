"""Planned looks, Holm's correction, and how many games a verdict needs."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer import stats
from analyzer.stats import planning

# --- looks -------------------------------------------------------------------------------------


@given(st.integers(1, 10**12), st.floats(1e-6, 0.5))
def test_looks_are_halvings_with_parts_of_alpha(n, alpha):
    plan = stats.plan_looks(n, alpha)
    games = [look.n for look in plan]
    parts = [look.alpha for look in plan]
    assert games[-1] == n
    assert all(early == -(-late // 2) for early, late in pairwise(games))
    assert games[0] >= min(n, 1000)
    assert -(-games[0] // 2) < 1000
    assert sum(parts) == pytest.approx(alpha, rel=1e-12)
    assert all(late == 2 * early for early, late in pairwise(parts[1:]))
    assert len(parts) == 1 or parts[0] == parts[1]


@pytest.mark.parametrize(
    ("n", "games"),
    [
        (0, []),
        (1, [1]),
        (999, [999]),
        (1998, [1998]),
        (1999, [1000, 1999]),
        (4000, [1000, 2000, 4000]),
    ],
)
def test_no_look_comes_before_a_thousand_games(n, games):
    assert [look.n for look in stats.plan_looks(n)] == games


def test_the_level_of_a_look_leaves_its_part():
    *_, before, last = stats.plan_looks(10**6)
    assert (last.alpha, before.alpha) == (0.025, 0.0125)
    assert (last.level, before.level) == (0.975, 0.9875)


# --- how many games ----------------------------------------------------------------------------


def departures(won, n):
    return [stats.estimate_share(w, n)._replace(value=w / n - 1 / len(won)) for w in won]


def is_decided(won, n, tolerance):
    fair = 1 / len(won)
    ends = zip(won, *stats.simultaneous_shares(won, n), strict=True)
    found = [stats.Interval(w / n - fair, low - fair, high - fair) for w, low, high in ends]
    members = {str(i): one for i, one in enumerate(found)}
    return not stats.within(members, tolerance, stats.Family("seats", len(won)), n).open


@pytest.mark.parametrize(
    ("players", "n", "points"), [(2, 1000, 0), (2, 1000, 4), (4, 10_000, 0.5), (4, 1000, 4)]
)
def test_a_forecast_is_right_about_half_the_time(players, n, points):
    """A gross departure too: a plan for the tolerance alone asked for eight times the games."""
    rng = np.random.default_rng(20260302)
    signs = np.resize([1, -1], players)
    shares = 1 / players + signs * points / 100
    undecided = decided = 0
    for won in rng.multinomial(n, shares, size=2000):
        if is_decided(won, n, 0.01):
            continue
        undecided += 1
        games = math.ceil(stats.games_to_decide(departures(won, n), n, 0.01))
        assert n < games < 10**6
        decided += is_decided(won + rng.multinomial(games - n, shares), games, 0.01)
    # 47 to 79 % were measured of each; 6 standard errors of 440 runs, the fewest, are 14 %.
    assert undecided > 300
    assert 0.3 < decided / undecided < 0.9


def test_more_games_for_a_closer_call():
    far, near = ([stats.Estimate(value, 0.5)] for value in (0.05, 0.02))
    assert stats.games_to_decide(far, 1000, 0.01) < stats.games_to_decide(near, 1000, 0.01)
    half, most = (stats.games_to_decide(near, 1000, 0.01, chance=chance) for chance in (0.5, 0.9))
    assert half < most
    stricter = stats.games_to_decide(near, 1000, 0.01, level=0.99)
    assert stricter > half


def test_a_forecast_of_nothing():
    assert stats.games_to_decide([], 100, 0.01) == math.inf
    assert stats.games_to_decide([stats.Estimate(0, 0.5)], 0, 0.01) == math.inf
    assert math.isfinite(stats.games_to_decide([stats.Estimate(0.001, 0.5)], 100, 0))
    certain = stats.games_to_decide([stats.Estimate(0.5, 0.0)], 100, 0.01)
    assert certain == pytest.approx(100, rel=0.01)


def test_a_paired_difference_has_a_forecast():
    n, up, down = 10_000, 600, 500
    estimate = stats.estimate_difference(n, up - down, up + down)
    assert estimate.value == 0.01
    assert estimate.deviation == pytest.approx(math.sqrt(0.11 - 0.0001), rel=1e-3)
    games = stats.games_to_decide([estimate], n, 0.005)
    assert n < games < 100 * n
    assert stats.estimate_difference(100, 0, 0).deviation > 0


def test_games_for_a_precision():
    games = stats.games_for_error(0.5, 0.001)
    assert games == pytest.approx((1.959964 * 500) ** 2, rel=1e-6)
    found = stats.clopper_pearson(games / 2, round(games))
    assert found.error == pytest.approx(0.001, rel=1e-3)
    assert stats.games_for_error(0.5, 0.001, k=5) > games
    assert stats.games_for_error(0.5, 0) == math.inf


@pytest.mark.parametrize(("won", "n"), [(0, 10), (10, 10), (3, 10)])
def test_a_share_so_far_varies_as_with_one_more_game_won_and_lost(won, n):
    found, smoothed = planning.estimate_share(won, n), (won + 1) / (n + 2)
    assert found.value == won / n
    assert found.deviation == pytest.approx(math.sqrt(smoothed * (1 - smoothed)))


def test_a_difference_so_far_varies_as_with_one_more_game_that_differs():
    assert planning.estimate_difference(10, 0, 0) == (0, pytest.approx(math.sqrt(1 / 11)))
    assert planning.estimate_difference(10, 5, 7) == (0.5, pytest.approx(math.sqrt(8 / 11 - 0.25)))


def test_departures_are_shrunk_by_what_they_look_like_beyond_their_errors():
    """Efron and Morris (1973), with one degree of freedom less: departures sum to zero."""
    departures = [planning.Estimate(value, 0.4) for value in (0.05, -0.02, -0.03)]
    n, tolerance = 1000, 0.01
    noise = 0.16 / n
    spread = (0.05**2 + 0.02**2 + 0.03**2) / 2 - noise
    found = planning._shrunk_belief(departures[0], departures, n, tolerance)
    trust = spread / (spread + noise)
    assert found[:3] == pytest.approx((0.05, trust * 0.05, trust * noise))
    few = planning._shrunk_belief(departures[0], departures, 50, tolerance)  # errors hide all
    trust = 0.005**2 / (0.005**2 + 0.16 / 50)
    assert few.centre == pytest.approx(trust * 0.05)
