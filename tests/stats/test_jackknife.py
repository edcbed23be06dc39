"""Ratios and slopes with the jackknife, the split of luck and skill, open-ended intervals."""

import math

import numpy as np
import pytest
from scipy.stats import binom, linregress

from analyzer import stats
from support.outcomes import ARMS, PARTS, outcomes


def covers_enough(misses, trials, rate=0.05):
    """Whether a right program would miss so often more than once in a million runs."""
    return binom.sf(misses - 1, trials, rate) > 1e-6


def mean(sums):
    return sums[1] / sums[0] if sums[0] else math.nan


# --- jackknife ---------------------------------------------------------------------------------


def test_the_jackknife_of_a_mean_is_students_interval():
    """One value a block: then the two are the same formula."""
    values = [2, 4, 4, 4, 5, 5, 7, 9]
    found = stats.jackknife_blocks([(1, value) for value in values], mean)
    assert found.estimate == 5
    assert found.error == pytest.approx(2.3646 * 2.13809 / math.sqrt(8), rel=1e-4)


def test_blocks_of_different_sizes_of_a_mean():
    """Busing and others (1999) for a mean: the weighted variance of the block means."""
    blocks, sizes = [(10, 30), (20, 50), (30, 120)], [10, 20, 30]
    found = stats.jackknife_blocks(blocks, mean, sizes)
    estimate = 200 / 60
    variance = sum(
        size / (60 - size) * (total / size - estimate) ** 2
        for size, (_, total) in zip(sizes, blocks, strict=True)
    )
    assert found.estimate == pytest.approx(estimate)
    t2 = 4.302653  # Student's t with two degrees of freedom
    assert found.error == pytest.approx(t2 * math.sqrt(variance / 3), rel=1e-6)


def test_equal_sizes_need_not_be_told():
    blocks = [(4, 1), (4, 3), (4, 2), (4, 7)]
    assert stats.jackknife_blocks(blocks, mean) == stats.jackknife_blocks(blocks, mean, [4] * 4)


@pytest.mark.parametrize("level", [0.9, 0.99, 0.9975])
def test_a_jackknife_at_another_level_is_the_one_made_at_it(level):
    blocks = [(1, value) for value in [2, 4, 4, 4, 5, 5, 7, 9]]
    found = stats.jackknife_at(stats.jackknife_blocks(blocks, mean), level, len(blocks))
    assert found == pytest.approx(stats.jackknife_blocks(blocks, mean, level=level), rel=1e-9)


def test_what_has_no_interval_has_none_at_any_level():
    found = stats.Interval(2.0, -math.inf, math.inf)
    assert stats.jackknife_at(found, 0.99) == found
    nothing = stats.jackknife_at(stats.Interval(math.nan, -math.inf, math.inf), 0.99)
    assert nothing[1:] == (-math.inf, math.inf)


@pytest.mark.parametrize("blocks", [[], [(4, 1)], [(0, 0), (0, 0)], [(4, 1), (0, 0)]])
def test_too_little_for_a_jackknife(blocks):
    assert stats.jackknife_blocks(blocks, mean)[1:] == (-math.inf, math.inf)


def test_the_jackknife_covers_a_difference_of_two_ratios():
    """Hands with a card against hands without it, whose number is left to chance."""
    trials, blocks, games = 1500, 20, 60
    rng = np.random.default_rng(20260401)
    misses = 0
    for _ in range(trials):
        dealt = rng.random((blocks, games)) < 0.1
        points = rng.integers(0, 10, (blocks, games)) + 2 * dealt
        rows = np.stack(
            [(points * dealt).sum(1), dealt.sum(1), points.sum(1), np.full(blocks, games)], axis=1
        )
        found = stats.jackknife_blocks(rows.tolist(), stats.with_minus_without)
        misses += not found.low <= 2 <= found.high
    assert covers_enough(misses, trials)


def test_with_minus_without():
    assert stats.with_minus_without([30, 10, 130, 60]) == 30 / 10 - 100 / 50
    assert math.isnan(stats.with_minus_without([0, 0, 130, 60]))
    assert math.isnan(stats.with_minus_without([130, 60, 130, 60]))


def test_slope_is_that_of_least_squares():
    rng = np.random.default_rng(20260402)
    x = rng.integers(-50, 50, 400)
    y = 3 * x + rng.integers(-100, 100, 400)
    sums = [400, x.sum(), y.sum(), (x * x).sum(), (x * y).sum()]
    assert stats.slope(sums) == pytest.approx(linregress(x, y).slope)
    assert math.isnan(stats.slope([3, 6, 9, 12, 18]))
    assert stats.slope([np.int64(10**9), 0, 0, np.int64(10**17), np.int64(10**17)]) == 1


# --- luck, skill, seat -------------------------------------------------------------------------


def test_known_variances_come_back():
    rng = np.random.default_rng(20260403)
    blocks = [stats.luck_sums(outcomes(rng, 500, PARTS)) for _ in range(20)]
    found = stats.luck_intervals(blocks, ARMS, level=1 - 1e-7)
    assert sum(part.estimate for part in found.values()) == pytest.approx(1)
    for name, part in found.items():
        assert part.low <= PARTS[name] <= part.high
        assert part.error < 0.06


def test_without_coins_one_key_is_enough():
    rng = np.random.default_rng(20260404)
    parts = {**PARTS, "coins": 0.0, "deal": 0.61}
    y = outcomes(rng, 4000, parts, keys=1)
    found = stats.split_luck(stats.luck_sums(y), ARMS)
    assert found == stats.split_luck(stats.luck_sums(np.repeat(y, 2, axis=1)), ARMS)
    assert found.coins == 0
    assert sum(found) == pytest.approx(1)
    assert found.deal == pytest.approx(0.61, abs=0.06)


def test_sums_of_blocks_add_up():
    """An even number of deals a block, so that every second deal is the same one either way."""
    y = outcomes(np.random.default_rng(20260405), 60, PARTS)
    whole = stats.luck_sums(y)
    parts = [stats.luck_sums(y[:, :, cut : cut + 20]) for cut in (0, 20, 40)]
    for name, *fields in zip(whole._fields, whole, *parts, strict=True):
        assert np.array_equal(fields[0], sum(fields[1:])), name


def test_nothing_but_noise_is_no_skill():
    """Skill and seat are not biased: over many small samples they average to zero."""
    rng = np.random.default_rng(20260406)
    only = dict.fromkeys(PARTS, 0.0) | {"deal_by_play": 0.5, "coins": 0.5}
    found = [stats.split_luck(stats.luck_sums(outcomes(rng, 6, only)), ARMS) for _ in range(400)]
    for part in ("seat", "own_skill", "others_skill", "deal"):
        values = np.array([getattr(one, part) for one in found])
        assert abs(values.mean()) < 6 * values.std() / math.sqrt(len(values))


def test_no_variance_at_all():
    y = np.full((8, 1, 10, 3), 7)
    assert stats.split_luck(stats.luck_sums(y), ARMS) == (0,) * 6


@pytest.mark.parametrize("deals", [1, 2, 3, 10])
def test_few_deals_leave_blocks_empty(deals):
    """As when a run is stopped early: nothing is known, or little, and nothing breaks."""
    y = outcomes(np.random.default_rng(20260407), deals, PARTS)
    nothing = stats.LuckSums(*(np.zeros_like(field) for field in stats.luck_sums(y)))
    blocks = [stats.luck_sums(y[:, :, i : i + 2]) for i in range(0, deals, 2)]
    found = stats.luck_intervals([*blocks, nothing, nothing], ARMS)
    for part in found.values():
        assert (part.low, part.high) == (-math.inf, math.inf) or part.low <= part.high
    assert math.isnan(found["deal"].estimate) == (deals == 1)


def test_more_deals_than_an_integer_of_numpy_can_square():
    y = outcomes(np.random.default_rng(20260408), 40, PARTS)
    few = [stats.luck_sums(y[:, :, i : i + 4]) for i in range(0, 40, 4)]
    many = [stats.LuckSums(*(10**16 * field.astype(object) for field in block)) for block in few]
    plain, huge = (stats.luck_intervals(blocks, ARMS) for blocks in (few, many))
    for name, part in huge.items():
        near = 0.05 if name in ("deal", "deal_by_play") else 1e-9  # n/(n - 1) for 40 deals
        assert part.estimate == pytest.approx(plain[name].estimate, abs=near), name


def test_outcomes_of_another_shape_are_refused():
    with pytest.raises(ValueError, match="by arm, key"):
        stats.luck_sums(np.zeros((8, 3, 10, 3), dtype=np.int64))


# --- open-ended --------------------------------------------------------------------------------


@pytest.mark.parametrize(("share", "k"), [(0.2, 5), (0.001, 1), (0.5, 1)])
def test_open_ended_shares_hold_at_every_look(share, k):
    """The first miss among looks at 1, 2, 4, 8 ... games ends a run."""
    trials, rng = 400, np.random.default_rng(20260407)
    looks = [2**j for j in range(17)]
    steps = np.diff([0, *looks])
    misses = 0
    for won in np.cumsum(rng.binomial(steps, share, (trials, len(looks))), axis=1).tolist():
        found = [stats.anytime_share(w, n, k) for w, n in zip(won, looks, strict=True)]
        misses += not all(one.low <= share <= one.high for one in found)
    assert covers_enough(misses, trials, 0.05 / k)


def test_open_ended_shares_are_tightest_where_told():
    """Beside the interval of one look: 2.8 times as wide at 1,000 games, 1.6 at 30,000."""
    widths = {}
    for n in (1000, 30_000, 10**6):
        one_look = stats.clopper_pearson(n / 2, n).error
        widths[n] = stats.anytime_share(n / 2, n).error / one_look
    assert widths[1000] == pytest.approx(2.77, abs=0.1)
    assert widths[30_000] == pytest.approx(1.57, abs=0.05)
    assert widths[10**6] == pytest.approx(1.74, abs=0.05)


def test_open_ended_ends():
    nothing, few = stats.anytime_share(0, 0), stats.anytime_share(0, 10)
    assert nothing[1:] == (0, 1)
    assert few.low == 0 < few.high < 1
    every = stats.anytime_share(10, 10)
    assert every[1:] == pytest.approx((1 - few.high, 1))
    huge = stats.anytime_share(2 * 10**11, 10**12)
    assert huge.error == pytest.approx(2e-6, rel=0.1)
    share = stats.anytime_share(99.5, 300)  # of a win
    assert share.low < 99.5 / 300 < share.high


def test_open_ended_means_wait_for_enough():
    assert stats.anytime_mean(999, 500, 500, 500)[1:] == (-math.inf, math.inf)
    assert stats.anytime_mean(10**5, 29, 29, 29)[1:] == (-math.inf, math.inf)
    assert math.isnan(stats.anytime_mean(0, 0, 0, 0).estimate)
    found = stats.anytime_mean(30_000, 15_000, 15_000, 15_000)
    exact = stats.anytime_share(15_000, 30_000)
    assert found == pytest.approx(exact, abs=exact.error / 50)


def test_open_ended_means_hold_at_every_look():
    trials, rng = 2000, np.random.default_rng(20260408)
    looks = [1000 * 2**j for j in range(8)]
    steps = np.diff([0, *looks])
    totals = np.cumsum(rng.binomial(steps, 0.3, (trials, len(looks))), axis=1).tolist()
    misses = 0
    for row in totals:
        found = [stats.anytime_mean(n, w, w, w) for w, n in zip(row, looks, strict=True)]
        misses += not all(one.low <= 0.3 <= one.high for one in found)
    assert covers_enough(misses, trials)
