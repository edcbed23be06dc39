"""Paired differences: Tango's interval, Student's with its repair, what pairing is worth."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats as reference

from analyzer import stats

# Games won by A alone, by B alone, all games, level, and the interval as printed by others:
# Fagerland, Lydersen and Laake, Statistics in Medicine 33 (2014), table V;
# PropCIs 0.3-0 of R, scoreci.mp(25, 28, 618, 0.9), whose difference is the second minus the first.
PUBLISHED = [
    (1, 7, 21, 0.95, -0.517, -0.026, 3),
    (28, 25, 618, 0.90, -0.0148, 0.0247, 4),
]


@pytest.mark.parametrize(("b", "c", "n", "level", "low", "high", "places"), PUBLISHED)
def test_tango_has_the_published_interval(b, c, n, level, low, high, places):
    found = stats.tango(n, b - c, b + c, level)
    assert [round(end, places) for end in found[1:]] == [low, high]
    assert found.estimate == (b - c) / n


@pytest.mark.parametrize("n", [1, 20, 10**4, 10**12])
def test_no_game_that_differs_gives_z_squared(n):
    """With b = c = 0 the interval is known in closed form: ± z²/(n + z²)."""
    z2 = 1.959963984540054**2
    found = stats.tango(n, 0, 0)
    assert found == pytest.approx((0, -z2 / (n + z2), z2 / (n + z2)), rel=1e-9)


counts = st.integers(0, 10**6)


@given(counts, counts, counts, st.sampled_from([0.8, 0.95, 1 - 1e-7]))
def test_tango_turns_round_with_the_arms(b, c, same, level):
    n = b + c + same
    assume(n > 0)
    there = stats.tango(n, b - c, b + c, level)
    back = stats.tango(n, c - b, b + c, level)
    assert there == pytest.approx((-back.estimate, -back.high, -back.low))
    assert -1 <= there.low <= there.estimate <= there.high <= 1


@given(counts, counts, counts)
def test_the_score_is_z_at_both_ends(b, c, same):
    """The ends as the score test sees them: exactly 5 % unless the end is the edge of the world."""
    n = b + c + same
    assume(n > 0)
    found = stats.tango(n, b - c, b + c)
    for end in (end for end in found[1:] if abs(end) < 1 - 1e-9):
        assert stats.tango_p(n, b - c, b + c, at=end) == pytest.approx(0.05, rel=1e-4)


@given(counts, counts, counts)
def test_tango_at_zero_is_mcnemar(b, c, same):
    assume(b + c > 0)
    expected = reference.chi2.sf((b - c) ** 2 / (b + c), 1)
    found = stats.tango_p(b + c + same, b - c, b + c)
    assert found == pytest.approx(expected, rel=1e-9, abs=1e-300)


@given(st.lists(st.integers(-840, 840), min_size=1, max_size=50), st.integers(0, 10**9))
def test_shares_of_a_win_are_counted_in_parts_or_in_wins(parts, same):
    n, total, squares = len(parts) + same, sum(parts), sum(d * d for d in parts)
    in_parts = stats.tango(n, total, squares, unit=840)
    in_wins = stats.tango(n, Fraction(total, 840), Fraction(squares, 840**2))
    assert in_parts == in_wins
    assert in_parts.low <= in_parts.estimate <= in_parts.high


def test_half_wins_narrow_the_interval():
    whole, half = stats.tango(1000, 100, 300), stats.tango(1000, 100, 200)
    assert half.low > whole.low
    assert half.high < whole.high
    everywhere = stats.tango(10, 5, 2.5)  # half a win in each of ten games
    assert everywhere.low < 0.5 < everywhere.high


def test_tango_comes_close_to_student_with_many_games():
    n, b, c = 10**5, 9000, 8000
    tango, student = stats.tango(n, b - c, b + c), stats.paired_mean(n, b - c, b + c, b + c)
    assert tango == pytest.approx(student, abs=student.error / 100)
    assert stats.tango_p(n, b - c, b + c) == pytest.approx(
        stats.student_p(n, b - c, b + c), rel=0.01
    )


def test_no_games_say_nothing():
    assert stats.tango(0, 0, 0)[1:] == (-1, 1)
    assert stats.tango_p(0, 0, 0) == 1
    for n in (0, 1):
        assert stats.paired_mean(n, 3 * n, 9 * n, n)[1:] == (-math.inf, math.inf)
        assert stats.paired_p(n, 3 * n, 9 * n, n) == 1


def test_paired_mean_is_students_where_many_games_differ():
    # Student (1908), the sleep data: t = 4.0621, p = 0.00283, interval 0.70 to 2.46 hours.
    tenths = [12, 24, 13, 13, 0, 10, 18, 8, 46, 14]
    total, squares = sum(tenths), sum(d * d for d in tenths)
    found = stats.paired_mean(10, total, squares, 9)
    assert [round(end / 10, 2) for end in found[1:]] == [0.70, 2.46]
    assert stats.student_p(10, total, squares) == pytest.approx(0.00283, abs=5e-6)


def test_no_game_that_differs_is_no_proof():
    found = stats.paired_mean(1000, 0, 0, 0)
    assert found.high == pytest.approx(3.7 / 1000, rel=0.01)
    assert found.low == -found.high
    assert stats.paired_p(1000, 0, 0, 0) == 1


@pytest.mark.parametrize("k", range(1, 6))
def test_fewer_than_six_games_exclude_nothing(k):
    """Their signs agree by luck in one of 2^(k-1) runs: more than 5 %."""
    found = stats.paired_mean(1000, 7 * k, 49 * k, k)
    assert found.low <= 0
    assert stats.paired_p(1000, 7 * k, 49 * k, k) >= 2 ** (1 - k)
    assert found.high >= 7 * stats.clopper_pearson(k, 1000).high


@given(st.integers(2, 1000), st.data())
def test_interval_and_p_value_agree(n, data):
    values = data.draw(st.lists(st.integers(-5, 5), max_size=n))
    total, squares = sum(values), sum(d * d for d in values)
    k = sum(d != 0 for d in values)
    size = data.draw(st.sampled_from([1, 3, 40]))
    for level in (0.9, 0.95, 0.999):
        found = stats.paired_mean(n, total, squares, k, level, size=size)
        p = stats.paired_p(n, total, squares, k, size=size)
        assume(abs(p - (1 - level)) > 1e-6)
        assert (found.low > 0 or found.high < 0) == (p < 1 - level)


def test_what_a_difference_may_well_be_counts_like_one_more_of_them():
    """With none seen it is all that is known; with many seen, nothing."""
    none = stats.paired_mean(200, 0, 0, 0, size=13)
    assert none.error == pytest.approx(13 * stats.clopper_pearson(0, 200).high)
    plain, wide = (stats.paired_mean(1000, -12, 48, 3, size=size) for size in (1, 20))
    assert wide.low < plain.low < plain.high <= wide.high
    assert stats.paired_p(1000, -12, 48, 3, size=20) > stats.paired_p(1000, -12, 48, 3)
    assert stats.paired_mean(1000, 90, 900, 40, size=20) == stats.paired_mean(1000, 90, 900, 40)


def test_the_same_difference_in_every_game():
    found = stats.paired_mean(100, 300, 900, 100)
    assert found.estimate == 3
    assert found.error == pytest.approx(stats.clopper_pearson(0, 100).high)
    assert stats.paired_p(100, 300, 900, 100) < 1e-20


def test_huge_sums_do_not_overflow():
    n = 10**12
    found = stats.paired_mean(n, np.int64(10**6), 10**18, 10**11)
    assert found.error == pytest.approx(1.959964e-3, rel=1e-6)
    assert stats.tango(n, 0, 10**11).error == pytest.approx(6.198e-7, rel=1e-3)


def sums(a, b):
    d = a - b
    return [int(x.sum()) for x in (a, a * a, b, b * b, d * d)]


def test_pairing_factor_is_the_ratio_of_variances():
    rng = np.random.default_rng(20260201)
    luck = rng.integers(0, 100, 1000)
    a, b = luck + rng.integers(0, 30, 1000), luck + rng.integers(0, 30, 1000)
    expected = (a.var() + b.var()) / (a - b).var()
    assert stats.pairing_factor(1000, *sums(a, b)) == pytest.approx(expected)
    assert stats.pairing_factor(1000, *sums(a, a)) == math.inf
    assert stats.pairing_factor(1000, *sums(a, a + 1)) == math.inf
    assert stats.pairing_factor(0, 0, 0, 0, 0, 0) == 1
    assert stats.pairing_factor(5, 5, 5, 0, 0, 5) == 1
