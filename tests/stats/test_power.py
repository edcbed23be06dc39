"""How many games a run needs: the number that is planned is the number that decides."""

from functools import cache

import numpy as np
import pytest

from analyzer import stats
from analyzer.stats import Family, power

REPEATS = 4000
FAIR = [(2, 0.01), (3, 0.01), (4, 0.01), (5, 0.01), (8, 0.01), (3, 0.02), (6, 0.015)]
UNFAIR = [(2, 0.02, 0.01), (3, 0.025, 0.01), (4, 0.03, 0.01), (5, 0.02, 0.01), (8, 0.03, 0.02)]
UNFAIR += [(2, 0.05, 0.02)]
DIFFERENT = [  # difference, part of games with another winner at this seat, arms times seats
    (0.01, 0.13, 5),
    (0.01, 0.32, 5),
    (0.01, 0.05, 2),
    (0.02, 0.10, 8),
    (0.005, 0.02, 3),
    (0.03, 0.25, 4),
    (0.01, 0.40, 20),
]

APART = [(0.01, 0.2, 5), (0.02, 0.5, 2), (0.01, 1 / 3, 3), (0.03, 0.1, 20)]  # of two runs


@pytest.mark.parametrize(("k", "tolerance"), FAIR)
def test_a_fair_table_is_called_fair_as_often_as_planned(k: int, tolerance: float) -> None:
    needed = power.games_to_show_fair(k, tolerance)

    def shown(n: int) -> float:
        rng = np.random.default_rng(k)
        return np.mean(
            [
                all(abs(end) <= tolerance for share in row for end in departure(share, n, k))
                for row in rng.multinomial(n, [1 / k] * k, REPEATS)
            ]
        )

    check_within_ten_per_cent(shown, needed)


@pytest.mark.parametrize(("k", "far", "tolerance"), UNFAIR)
def test_an_unfair_table_is_called_unfair_as_often_as_planned(
    k: int, far: float, tolerance: float
) -> None:
    needed = power.games_to_show_unfair(k, far, tolerance)
    assert needed is not None
    shares = [1 / k + far] + [1 / k - far / (k - 1)] * (k - 1)

    def shown(n: int) -> float:
        rng = np.random.default_rng(k)
        return np.mean(
            [departure(row[0], n, k)[0] > tolerance for row in rng.multinomial(n, shares, REPEATS)]
        )

    check_within_ten_per_cent(shown, needed)


@pytest.mark.parametrize(("difference", "square", "size"), DIFFERENT)
def test_a_difference_is_shown_as_often_as_planned(
    difference: float, square: float, size: int
) -> None:
    family = Family("wins", size)
    needed = power.games_to_show_difference(difference, square, family)
    assert needed is not None
    more, fewer = (square + difference) / 2, (square - difference) / 2

    def shown(n: int) -> float:
        rng = np.random.default_rng(size)
        drawn = rng.multinomial(n, [more, fewer, 1 - square], REPEATS)
        return np.mean(
            [stats.tango(n, int(a - b), int(a + b), family.each).low > 0 for a, b, _ in drawn]
        )

    check_within_ten_per_cent(shown, needed)


@pytest.mark.parametrize(("difference", "share", "size"), APART)
def test_a_difference_of_two_runs_is_shown_as_often_as_planned(
    difference: float, share: float, size: int
) -> None:
    """Each run has its own luck; the interval is the normal one of two shares."""
    family = Family("wins", size)
    needed = power.games_to_show_apart(difference, share, family)
    assert needed is not None
    z = stats.distributions.normal_quantile((1 - family.each) / 2)

    def shown(n: int) -> float:
        rng = np.random.default_rng(size)
        a, b = rng.binomial(n, [[share], [share + difference]], (2, REPEATS)) / n
        error = np.sqrt((a * (1 - a) + b * (1 - b)) / n)
        return float(np.mean(b - a > z * error))

    check_within_ten_per_cent(shown, needed)


def check_within_ten_per_cent(shown, needed: int) -> None:
    """Ten per cent fewer games show it less often than planned, ten per cent more games do so more
    often. At 4,000 repeats a share is known to 0.6 percentage points."""
    assert shown(round(0.9 * needed)) < power.CHANCE < shown(round(1.1 * needed))


@cache
def departure(count: int, n: int, k: int) -> tuple[float, float]:
    found = stats.clopper_pearson(int(count), n, 1 - 0.05 / k)
    return found.low - 1 / k, found.high - 1 / k


def test_what_no_number_of_games_shows() -> None:
    assert power.games_to_show_unfair(4, 0.01, 0.01) is None
    assert power.games_to_show_difference(0.0, 0.1, Family("wins", 1)) is None


def test_fewer_games_than_the_least_are_never_planned() -> None:
    for k in range(2, 9):
        least = stats.least_to_decide(k, 0.01)
        assert power.games_to_show_fair(k, 0.01, chance=0.01) >= least
