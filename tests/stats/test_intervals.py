"""Formulas against published values; coverage by simulation; rounding."""

import math
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.stats import beta, binom

from analyzer import stats

# Clopper and Pearson (1934), as printed in every table of exact binomial limits.
PUBLISHED = [
    (0, 10, 0.0, 0.3085),
    (1, 10, 0.0025, 0.4450),
    (2, 10, 0.0252, 0.5561),
    (5, 10, 0.1871, 0.8129),
    (10, 10, 0.6915, 1.0),
    (0, 20, 0.0, 0.1684),
    (4, 20, 0.0573, 0.4366),
    (10, 100, 0.0490, 0.1762),
    (50, 100, 0.3983, 0.6017),
]


@pytest.mark.parametrize(("won", "n", "low", "high"), PUBLISHED)
def test_one_share_has_the_published_interval(won, n, low, high):
    ends = stats.simultaneous_shares([won], n)
    assert [round(float(end[0]), 4) for end in ends] == [low, high]


@pytest.mark.parametrize(
    ("won", "n", "at"),
    [(0, 2, 1 / 3), (3, 20, 0.5), (17, 200, 0.1), (9, 9, 0.99), (7, 10**6, 1e-6)],
)
def test_the_p_value_of_a_share_is_that_of_the_binomial_law(won, n, at):
    """Twice the smaller tail, which is what the interval of Clopper and Pearson turns round."""
    expected = min(1, 2 * min(binom.cdf(won, n, at), binom.sf(won - 1, n, at)))
    assert stats.share_p(won, n, at) == pytest.approx(expected, rel=1e-9)


@given(st.integers(1, 10**5), st.floats(0, 1), st.floats(0.001, 0.999), st.floats(0.01, 0.5))
def test_interval_and_p_value_of_a_share_agree(n, part, at, alpha):
    won = part * n  # shared wins are parts
    p, found = stats.share_p(won, n, at), stats.clopper_pearson(won, n, 1 - alpha)
    assume(abs(p - alpha) > 1e-9)
    assert (p < alpha) == (not found.low <= at <= found.high)


def test_several_shares_are_corrected_by_bonferroni():
    low, high = stats.simultaneous_shares([5, 3, 1, 1], 10)
    alone = [stats.simultaneous_shares([won], 10, level=1 - 0.05 / 4) for won in (5, 3, 1, 1)]
    assert low == pytest.approx([float(ends[0][0]) for ends in alone])
    assert high == pytest.approx([float(ends[1][0]) for ends in alone])


def test_no_games_say_nothing():
    low, high = stats.simultaneous_shares([0, 0, 0], 0)
    assert list(low) == [0, 0, 0]
    assert list(high) == [1, 1, 1]


def test_a_million_million_games_stay_exact():
    n = 10**12
    low, high = stats.simultaneous_shares([n / 5], n)
    half = 1.959964 * math.sqrt(0.2 * 0.8 / n)
    assert float(low[0]) == pytest.approx(0.2 - half, abs=half / 1000)
    assert float(high[0]) == pytest.approx(0.2 + half, abs=half / 1000)


@given(st.integers(1, 10**6), st.data())
def test_a_share_lies_in_its_interval(n, data):
    parts = data.draw(st.lists(st.integers(0, 840 * n), min_size=1, max_size=8))
    won = [part / 840 for part in parts]  # wins are shared in 840ths
    low, high = stats.simultaneous_shares(won, n)
    share = np.array(won) / n
    assert np.all((low >= 0) & (low <= share + 1e-12))
    assert np.all((high <= 1) & (high >= share - 1e-12))


def misses_too_often(misses: int, trials: int, rate: float) -> bool:
    """Whether a right program would miss so often less than once in a million runs."""
    return binom.sf(misses - 1, trials, rate) < 1e-6


@pytest.mark.parametrize(
    ("shares", "n"),
    [
        ([0.2] * 5, 1000),
        ([0.2] * 5, 12),
        ([0.97, 0.01, 0.01, 0.01], 50),  # skewed, and few games
        ([0.999, 0.001], 300),
        ([0.5, 0.5], 3),
        ([1 / 8] * 8, 100),
    ],
)
def test_simultaneous_intervals_cover_together(shares, n):
    trials = 4000
    rng = np.random.default_rng(20260101)
    won = rng.multinomial(n, shares, size=trials)
    known = {}
    for row in map(tuple, won):
        if row not in known:
            low, high = stats.simultaneous_shares(row, n)
            known[row] = bool(np.all((low <= shares) & (shares <= high)))
    misses = sum(not known[row] for row in map(tuple, won))
    assert not misses_too_often(misses, trials, 0.05)


@pytest.mark.parametrize("n", [5, 40, 400])
def test_shared_wins_are_covered_too(n):
    """Fractional sums: a game has one winner, or two or three who share it."""
    trials, players = 2000, 4
    rng = np.random.default_rng(20260102)
    kinds = np.array([[1, 0, 0, 0], [0, 0.5, 0.5, 0], [0, 0, 1, 0], [1 / 3, 0, 1 / 3, 1 / 3]])
    chances = [0.4, 0.3, 0.1, 0.2]
    truth = np.array(chances) @ kinds
    won = rng.multinomial(n, chances, size=trials) @ kinds
    misses = 0
    for row in won:
        low, high = stats.simultaneous_shares(row, n)
        misses += not np.all((low <= truth) & (truth <= high))
    assert truth.size == players
    assert not misses_too_often(misses, trials, 0.05)


def test_mean_interval_is_students():
    values = [2, 4, 4, 4, 5, 5, 7, 9]  # mean 5, s = 2.1381; t(7) = 2.3646
    mean = stats.mean_interval(sum(values), sum(v * v for v in values), len(values))
    assert mean.estimate == 5
    assert mean.error == pytest.approx(2.3646 * 2.13809 / math.sqrt(8), rel=1e-4)
    assert mean.high - 5 == pytest.approx(5 - mean.low)


def test_mean_of_huge_sums_does_not_overflow():
    n, value = 10**12, 10**4
    mean = stats.mean_interval(np.int64(n * value), n * value**2, n)
    assert mean.estimate == value
    assert tuple(mean) == pytest.approx((value, value, value), abs=1e-11)


@pytest.mark.parametrize(("n", "low", "high"), [(0, -math.inf, math.inf), (1, -math.inf, math.inf)])
def test_too_few_values_have_no_bounds(n, low, high):
    mean = stats.mean_interval(3 * n, 9 * n, n)
    assert (mean.low, mean.high) == (low, high)


@pytest.mark.parametrize(("n", "rate"), [(10, 0.05), (200, 0.05)])
def test_mean_interval_covers_normal_values(n, rate):
    trials = 4000
    rng = np.random.default_rng(20260103)
    values = rng.normal(0, 1000, size=(trials, n)).round().astype(int)
    sums, squares = values.sum(axis=1), (values**2).sum(axis=1)
    means = [stats.mean_interval(s, q, n) for s, q in zip(sums, squares, strict=True)]
    misses = sum(not mean.low <= 0 <= mean.high for mean in means)
    assert not misses_too_often(misses, trials, rate)


def test_mean_interval_of_skewed_values_comes_close():
    """An exponential mean of 200 values: known to cover a little less than it says."""
    trials, n = 4000, 200
    rng = np.random.default_rng(20260104)
    values = rng.geometric(0.1, size=(trials, n))
    sums, squares = values.sum(axis=1), (values**2).sum(axis=1)
    means = [stats.mean_interval(s, q, n) for s, q in zip(sums, squares, strict=True)]
    misses = sum(not mean.low <= 10 <= mean.high for mean in means)
    assert not misses_too_often(misses, trials, 0.06)


@pytest.mark.parametrize(
    ("q", "value"), [(0, 1), (0.05, 1), (0.1, 1), (0.5, 2), (0.51, 3), (0.95, 9), (1, 9)]
)
def test_quantiles_of_a_histogram(q, value):
    assert stats.quantile_from_histogram({9: 1, 1: 1, 2: 4, 3: 4}, q) == value


@given(st.lists(st.integers(-50, 50), min_size=1), st.sampled_from([0.05, 0.25, 0.5, 0.95]))
def test_quantiles_agree_with_numpy(values, q):
    histogram = {value: values.count(value) for value in values}
    expected = np.quantile(values, q, method="inverted_cdf")
    assert stats.quantile_from_histogram(histogram, q) == expected


def test_no_quantile_of_nothing():
    with pytest.raises(ValueError, match="at least one count"):
        stats.quantile_from_histogram({}, 0.5)


@pytest.mark.parametrize(
    ("value", "error", "text"),
    [
        (20.912, 0.103, "20.9"),
        (20.912, 0.1, "20.9"),
        (20.912, 0.099, "20.91"),
        (20.912, 3, "21"),
        (20.912, 30, "21"),
        (-0.02, 0.3, "0.0"),
        (-0.2, 3, "0"),
        (1234567.8, 20, "1,234,568"),
        (0.5, math.inf, "0"),
        (1.25, 0, "1.250000"),
    ],
)
def test_no_digit_beyond_the_error(value, error, text):
    assert stats.format_rounded(value, error) == text


@pytest.mark.parametrize(
    ("count", "n", "text"),
    [
        (0, 10, "0 %"),
        (10, 10, "100 %"),
        (0, 0, "0 %"),
        (1, 2, "50 %"),
        (13, 10**6, "0.0013 %"),
        (1, 10**9, "less than 0.0001 %"),
        (310, 10_000, "3.1 %"),
    ],
)
def test_percentages(count, n, text):
    assert stats.format_percentage(count, n) == text


@pytest.mark.parametrize(("value", "rough"), [(0.2, 1), (99.5, 100), (101, 110), (123456, 130000)])
def test_rough_counts_round_up(value, rough):
    assert stats.round_up(value) == rough


@pytest.mark.parametrize("others", [(1, 1, 10), (3, 1, 8), (9, 2)])
def test_rare_events_of_different_sizes_are_worth_fewer_equal_ones(others):
    """Fay and Feuer (1997): as many as the squared sum over the sum of squares."""
    n, total, squares = 1000, sum(others), sum(x * x for x in others)
    found = stats.mean_interval(total, squares, n, k=len(others), mode=0)
    worth = total * total / squares
    high = beta.ppf(0.975, worth + 1, n - worth) * total / worth
    assert found.high == pytest.approx(high, rel=1e-9)
    down = stats.mean_interval(-total, squares, n, k=len(others), mode=0)
    assert down == pytest.approx((-found.estimate, -found.high, -found.low))


@given(
    st.integers(1, 10**12),
    st.lists(st.integers(-1000, 1000), max_size=40),
    st.integers(-100, 100),
    st.sampled_from([0.5, 0.95, 1 - 1e-9]),
)
def test_a_mean_lies_in_its_interval(same, others, usual, level):
    """Whatever the sums: one value in any number of games, and a few others."""
    n = same + len(others)
    total = usual * same + sum(others)
    squares = usual**2 * same + sum(x * x for x in others)
    k = sum(x != usual for x in others)
    for known in ({}, {"k": k, "mode": usual}, {"k": np.int64(n)}):
        found = stats.mean_interval(total, squares, n, level=level, **known)
        slack = 1e-9 * max(1, abs(found.estimate))
        assert found.low - slack <= found.estimate <= found.high + slack
    if n > 1 and not usual:
        found = stats.paired_mean(n, total, squares, k, level)
        assert found.low <= found.estimate <= found.high
        assert 0 <= stats.paired_p(n, total, squares, k) <= 1


def test_zeros_and_ones_are_a_share():
    assert stats.mean_interval(3, 3, 20) == stats.clopper_pearson(3, 20)
    assert stats.mean_interval(3, 5, 20, k=2) != stats.clopper_pearson(3, 20)
    assert stats.mean_interval(0, 0, 20).high == pytest.approx(0.1684, abs=1e-4)


def test_no_event_is_no_proof():
    """None in n games: at most 3.7/n of them, at 95 %."""
    found = stats.mean_interval(19 * 1000, 19 * 19 * 1000, 1000)
    assert found.estimate == 19
    assert found.high - 19 == pytest.approx(19 - found.low) == pytest.approx(0.0037, rel=0.01)


def test_where_all_games_are_alike_another_may_be_twice_as_long():
    """Of oh-hell's 100 games of 514 moves none has an extra hand, which takes 40 moves."""
    found = stats.mean_interval(514 * 100, 514 * 514 * 100, 100, k=0, mode=514)
    assert found.estimate == 514
    assert found.high == pytest.approx(514 * (1 + 1 - 0.025 ** (1 / 100)))
    assert 514 - found.low == pytest.approx(found.high - 514)
    seen = stats.mean_interval(514 * 99 + 554, 514 * 514 * 99 + 554 * 554, 100, k=1, mode=514)
    assert seen.high < 517  # one that is seen tells how large they are


def test_importing_statistics_is_cheap():
    code = "import sys, analyzer.stats; print({'numpy', 'scipy'} & set(sys.modules))"
    found = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, check=True)
    assert found.stdout.strip() == b"set()"


def test_the_p_value_of_a_share_agrees_with_its_interval():
    for n in (1, 2, 7, 40, 1000):
        for won in {0, 1, n // 3, n / 2, n - 1, n}:
            for at in (0.05, 0.2, 1 / 3, 0.5, 0.9):
                p = stats.share_p(won, n, at)
                for level in (0.5, 0.8, 0.95, 0.999):
                    low, high = stats.clopper_pearson(won, n, level)[1:]
                    if abs(at - low) > 1e-9 and abs(at - high) > 1e-9:
                        assert (p < 1 - level) is not (low <= at <= high), (won, n, at, level)


def test_what_was_never_seen_is_bounded():
    """A part p of games escapes n of them with the chance (1 - p) ** n; 2.5 % on either side."""
    nothing = stats.Interval(0.0, 0.0, 0.0)
    most = 1 - 0.025 ** (1 / 100)
    assert stats.bound_if_unseen(nothing, 100) == pytest.approx((0, -most, most))
    for seen in (stats.Interval(0.0, -0.1, 0.1), stats.Interval(0.2, 0.2, 0.2)):
        assert stats.bound_if_unseen(seen, 100) == seen
