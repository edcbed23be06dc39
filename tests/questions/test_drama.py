"""Drama: what is settled, where mathematics knows it; the other numbers by hand."""

import math
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from scipy.stats import binom

from analyzer import stats
from analyzer._core.reductions import WIN
from analyzer._core.runner import Control
from analyzer.estimates import drama
from analyzer.questions import designer
from analyzer.questions.designer import QuestionOptions
from analyzer.request import setting
from analyzer.simulation.block_sums import Tally
from analyzer.simulation.chunk import ReadyCell
from analyzer.simulation.reducers.moments import Moments, moment_fields
from analyzer.simulation.reducers.traces import Traces
from analyzer.simulation.run import run_question
from analyzer.stats.explained_variance import QUARTERS, WORLDS
from support.playouts import cell

SURE = 1 - 1e-6


def made_up(rng, chances, worlds=WORLDS):
    """Two seats; a moment for each chance of the first, played on in worlds."""
    tally = Tally()
    for index, chance in enumerate(chances):
        first = rng.random(worlds) < chance
        wins = np.zeros((worlds, 2, 2), np.int64)
        wins[:, 0, 0], wins[:, 1, 0] = WIN * first, WIN * ~first
        for quarter in QUARTERS:
            tally.count(f"quarter_{quarter}", index, *moment_fields(wins))
    return Moments(len(chances), tally.sorted())


def test_the_fields_of_a_moment_by_hand():
    """Seat 1 wins two of three worlds, one of them shared with seat 2, who wins the third."""
    worlds = np.array([[[840, 5], [0, 3]], [[420, 5], [420, 5]], [[0, 1], [840, 9]]])
    squares = 840**2 + 420**2
    assert moment_fields(worlds) == [1, 1260, 1260**2, squares, 1260, 1260**2, squares]


@pytest.mark.parametrize(
    ("chances", "settled"),
    [([0.5], 0.0), ([0.0, 1.0], 1.0), ([0.25, 0.75], 0.25), ([0.2], 0.0), ([0.05, 0.15], 1 / 36)],
)
def test_what_is_settled_is_the_variance_of_the_chances(chances, settled):
    """Of chances 1/4 and 3/4 it is 1/16 of 1/4, a quarter; equal chances settle nothing.

    For (0.05, 0.15): 0.05² / (0.1 · 0.9) = 1/36.
    """
    rng = np.random.default_rng(9)
    found = made_up(rng, chances * (1000 // len(chances)))
    blocks = found.block_rows("quarter_2")
    share = stats.jackknife_blocks(blocks, lambda s: stats.explained_share(s, WORLDS), level=SURE)
    assert share.low - 1e-12 <= settled <= share.high + 1e-12
    assert share.error < 0.1


def test_few_games_settle_no_more_than_many():
    """The mean of many small measurements is the truth, 1/4, within 6 standard errors."""
    rng = np.random.default_rng(10)
    found = [drama.settled_shares(made_up(rng, [0.25, 0.75] * 10))[0].estimate for _ in range(300)]
    error = float(np.std(found)) / 300**0.5
    assert np.mean(found) == pytest.approx(0.25, abs=6 * error)
    assert error < 0.01


def test_a_seat_that_is_better_from_the_start_settles_nothing():
    rng = np.random.default_rng(11)
    found = drama.settled_shares(made_up(rng, [0.9] * 2000))
    assert all(share.estimate < 0.01 for share in found)


def test_what_is_settled_covers():
    """At 100 games, with chances from nearly lost to nearly won: not shown to cover below 94 %."""
    rng, runs, missed = np.random.default_rng(12), 300, 0
    truth = 1 / (0.6 + 1.4 + 1)  # of a beta law with a and b: 1 / (a + b + 1)
    for _ in range(runs):
        found = drama.settled_shares(made_up(rng, rng.beta(0.6, 1.4, 100)))[0]
        missed += not found.low <= truth <= found.high
    assert binom.sf(missed - 1, runs, 0.06) > 1e-6


def test_moments_are_those_of_the_walk():
    """Three of each game; the later, the more is settled."""
    table = cell("hike", 3, ("expert",) * 3, {"target": 25})
    found = Moments.from_batches(ReadyCell(table).play(0, 200, Control()))
    assert [int(found.rows[f"quarter_{q}"][:, 0].sum()) for q in QUARTERS] == [200] * 3
    shares = [share.estimate for share in drama.settled_shares(found)]
    assert all(one < two for one, two in pairwise(shares))
    for rows in found.rows.values():  # every world has one whole win to give
        assert sum(rows[:, 1::3].sum(axis=0)) == 200 * WORLDS * WIN


def test_without_moments_nothing_is_called_settled():
    question = designer.build_question(
        setting.build_setting("hike", 3), "drama", QuestionOptions(n=100)
    )
    told = question._build_content(trace_of(), drama.settled_shares(Moments(0, {})), 0)
    assert "could not be measured" in told.sentences[2]
    assert math.isnan(told.result.outcome_settled[0].estimate)


def trace_of(game="hike", n=150) -> Traces:
    batch = ReadyCell(cell(game, 3, ("expert",) * 3)).play(0, n, Control(), traced=True)
    return Traces.from_batches(batch)


def test_a_late_game_is_settled_before_anything_scores():
    """Preparing decides much of hike-sled, though no point is scored before the race."""
    question = designer.build_question(
        setting.build_setting("hike-sled", 2), "drama", QuestionOptions(n=100)
    )
    answer = question.answer(run_question(question, threads=1))
    quarter, half, late = answer.data["outcome_settled"]
    assert quarter["low"] < half["low"] < late["low"]
    assert half["low"] > 0.3
    assert answer.data["half_time_leader_wins"] is None
    assert "somebody leads at half time in at most" in answer.data["sentences"][0]


def test_every_number_has_its_interval():
    trace = trace_of()
    found = drama.trace_means(trace)
    assert found["without_change"] == stats.clopper_pearson(trace.changes[0], trace.n)
    led = trace.games.at("half_led").total
    assert found["half_time_leader"] == stats.clopper_pearson(led, trace.n)
    question = designer.build_question(
        setting.build_setting("hike", 3), "drama", QuestionOptions(n=100)
    )
    told = question._build_content(
        trace, drama.settled_shares(made_up(np.random.default_rng(1), [0.5] * 40)), 40
    )
    for sentence in told.sentences:
        assert "(" in sentence
    for finding in told.findings:
        assert finding.low <= finding.estimate <= finding.high


def test_a_quantile_lies_between_ranks():
    """Of 1 to 100 the ranks 90 and 100 bound the 95th: the binomial's own quantiles."""
    ranks = Counter(range(1, 101))
    assert stats.quantile_interval(ranks, 0.95) == (95, 90, 100)
    low, high = binom.ppf([0.025, 0.975], 1000, 0.95)
    many = Counter(range(1, 1001))
    assert stats.quantile_interval(many, 0.95) == (950, low, high + 1)
    assert stats.quantile_interval(Counter(range(1, 21)), 0.95).high == np.inf
    assert stats.quantile_interval(Counter({7: 50}), 0.5) == (7, 7, 7)


def test_quantiles_cover():
    rng, runs, missed = np.random.default_rng(13), 500, 0
    truth = int(np.ceil(np.log(0.05) / np.log(0.9)))  # P(X > k) = 0.9^k of a geometric law
    for _ in range(runs):
        found = stats.quantile_interval(Counter(rng.geometric(0.1, 100).tolist()), 0.95)
        missed += not found.low <= truth <= found.high
    assert binom.sf(missed - 1, runs, 0.06) > 1e-6
