"""Two humps of a histogram: found where they are, and nowhere else."""

from collections import Counter

import numpy as np
import pytest

from analyzer import games
from analyzer.estimates import length
from analyzer.questions._length_figure import length_figure
from analyzer.request import setting
from analyzer.simulation.batch import length_units
from analyzer.stats import two_humps
from support.fake_totals import UNITS, totals
from support.lanes import each_then_all
from support.playouts import totals as played

N = 20_000


def shown(histogram):
    found = two_humps(histogram)
    return bool(found and found.claim.shown)


def drawn(values):
    return Counter(np.rint(values).astype(int).tolist())


def one_hump(name, rng, n=N):
    """Laws with one hump. A window between two others then holds at least as many as the emptier
    of them. To be called a dip it must hold less than half, with an interval of 1 - 0.05/m² for m
    windows: with 60 values in both windows or more, which all of these have at any two thirds of
    their middle, that has a chance below 1e-12 for each pair (binomial), 1e-8 for all 2,500."""
    return drawn(
        {
            "normal": lambda: rng.normal(40, 9, n),
            "narrow": lambda: rng.normal(6.4, 1.8, n),
            "poisson": lambda: rng.poisson(9, n),
            "geometric": lambda: rng.geometric(0.1, n),
            "uniform": lambda: rng.uniform(10, 60, n),
            "lognormal": lambda: rng.lognormal(3, 0.6, n),
            "wide": lambda: rng.normal(5000, 900, n),
            "even numbers": lambda: 2 * np.rint(rng.normal(20, 4, n)),
            "every fifth": lambda: 5 * np.rint(rng.normal(20, 4, n)) + 3,
            "mostly odd": lambda: 2 * np.rint(rng.normal(20, 4, n)) + (rng.random(n) < 0.8),
            "a far tail": lambda: np.where(rng.random(n) < 0.05, 300, rng.normal(40, 5, n)),
            "two too close": lambda: rng.normal(40, 9, n) + 12 * (rng.random(n) < 0.5),
        }[name]()
    )


@pytest.mark.parametrize(
    "name",
    ["normal", "narrow", "poisson", "geometric", "uniform", "lognormal", "wide", "even numbers",
     "every fifth", "mostly odd", "a far tail", "two too close"],
)  # fmt: skip
@pytest.mark.parametrize("seed", range(20))
def test_one_hump_is_one(name, seed):
    assert not shown(one_hump(name, np.random.default_rng(seed)))


@pytest.mark.parametrize("share", [0.15, 0.5, 0.85])
@pytest.mark.parametrize("step", [1, 2, 10])
def test_a_planted_mixture_is_found(share, step):
    """30 and 53 with a spread of 4: at 41 there are a hundredth as many as at 53, so that a window
    there is called a dip but for a chance below 1e-20."""
    rng = np.random.default_rng(5)
    long = rng.random(N) < share
    values = step * np.rint(np.where(long, rng.normal(53, 4, N), rng.normal(30, 4, N)))
    found = two_humps(drawn(values))
    assert found.claim.shown
    assert found.medians == (30 * step, 53 * step)
    assert found.above.low < share < found.above.high  # at a level of 1 - 0.05/1000 or more
    assert found.below.estimate == pytest.approx(1 - found.above.estimate)
    assert 35 * step < found.cut < 48 * step


def test_by_hand():
    """Windows of two values: 5 and 6 hold 10, between 420 (3 and 4) and 310 (7 and 8)."""
    found = two_humps({3: 400, 4: 20, 5: 0, 6: 10, 7: 300, 8: 10})
    assert found.claim.shown
    assert (found.cut, found.medians) == (5, (3, 7))
    assert found.below.estimate == pytest.approx(420 / 740)


def test_a_gap_is_cut_in_its_middle():
    assert two_humps({10: 500, 11: 20, 12: 20, 13: 20, 50: 500}).cut == 31


def test_a_few_games_show_nothing():
    assert not shown({3: 4, 7: 4})
    assert shown({3: 400, 7: 400})


def test_a_rare_kind_is_none():
    """More than a tenth must be shown: 9 % is not, 15 % is."""
    assert not shown({3: 9100, 4: 20, 9: 900})
    assert shown({3: 8500, 4: 20, 9: 1500})


def test_a_dip_must_hold_less_than_half():
    wide = dict.fromkeys(range(20, 61), 0)
    for depth, expected in ((0.8, False), (0.6, False), (0.3, True)):
        found = {v: (1000 if v < 36 or v > 44 else int(1000 * depth)) for v in wide}
        assert shown(found) is expected


def test_three_kinds_are_not_two():
    assert not shown({10: 3000, 20: 3000, 30: 3000, 11: 50, 21: 50, 31: 50})


def test_all_alike_and_nothing():
    assert two_humps({}) is None
    assert two_humps({19: 1000}) is None
    assert not shown({19: 9800, 20: 180, 21: 20})


# --- the games -----------------------------------------------------------------------------------

SHORT = {("hike-sled", 2, "expert"), ("hike-sled", 2, "greedy"), ("hike-sled", 3, "greedy"),
         ("hike-sled", 4, "greedy")}  # fmt: skip


TABLES = [
    (name, size)
    for name in games.names()
    for size in range(games.load(name).players[0], games.load(name).players[1] + 1)
]


@pytest.mark.parametrize(("table", "policy"), each_then_all(TABLES, ["expert", "greedy"]))
def test_only_walkovers_have_two_kinds(table, policy):
    """The sled's race is not run at all in a walkover, which is frequent with few players. In the
    mountain 4 % of games end when it is empty, at about 53 turns: too few for a kind of games."""
    asked = setting.build_setting(*table, policy)
    found = length.find_kinds(played(asked.cell, 4000), length_units(asked.game))
    expected = {"race_days"} if (*table, policy) in SHORT else set()
    assert set(found) == expected


# --- in words ------------------------------------------------------------------------------------

HUMPS = {29: 200, 30: 7600, 31: 200, 40: 10, 52: 100, 53: 1890}


def test_two_kinds_are_told_as_two():
    found = totals((6000, 4000), 10_000, hands=HUMPS)
    told = length.length_finding(found, UNITS).sentence
    assert told.startswith(
        "Games are of two kinds: about 30 hands (80 % of games) or about 53 (20 %). 9 games in 10 "
        "take 30 – 53 hands, on average 128 plays and 110 decisions a player; at most"
    )
    (kinds,) = length.find_kinds(found, UNITS).values()
    (finding,) = length.kinds_findings(found, UNITS, {"hands": kinds})
    assert finding.sentence == told.split(" 9 games")[0]
    assert finding.claim.shown
    assert finding.low < 0.2 < finding.high
    assert kinds.medians == (30, 53)
    assert [share.estimate for share in kinds.shares] == pytest.approx([0.801, 0.199])


def test_a_second_unit_of_two_kinds_is_told_beside_the_first():
    found = totals((6000, 4000), 10_000)
    found.histograms["plays"] = Counter({0: 3000, 4: 7000})
    told = length.length_finding(found, UNITS).sentence
    assert told.startswith("A game lasts 5 hands (90 %: 3 – 8), on average ")
    assert told.endswith(
        " unfinished. Counted in plays, games are of two kinds: about 0 (30 % of games) or about 4 "
        "(70 %)."
    )


def test_minutes_of_two_kinds_are_told_as_two():
    found = totals((6000, 4000), 10_000)
    found.histograms["decisions"] = Counter(HUMPS)
    told = length.length_finding(found, UNITS, minutes=0.5).sentence
    assert "about 15 minutes (80 % of games) or about 26 (20 %) at 30 seconds a decision" in told


def test_a_hump_at_a_cap_is_no_kind_of_game():
    assert length.find_kinds(totals((6000, 4000), 10_000, hands=HUMPS), UNITS)
    assert not length.find_kinds(totals((6000, 4000), 10_000, hands=HUMPS, unfinished=1000), UNITS)


def test_the_chart_is_headed_by_both_kinds():
    found = totals((6000, 4000), 10_000, hands=HUMPS)
    assert length_figure(found, UNITS, length.find_kinds(found, UNITS), "Hike", "").title == (
        "Hike: games are of two kinds: about 30 hands (80 % of games) or about 53 (20 %)"
    )
