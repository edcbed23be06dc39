"""Kingmaking: by hand, on a table whose answer is known, and how often its interval covers."""

import numpy as np
import pytest
from scipy.stats import binom

import analyzer
from analyzer import stats
from analyzer.questions import designer
from analyzer.questions.designer import QuestionOptions, _kingmaking_estimates
from analyzer.request import setting
from analyzer.simulation.reducers.kingmaking import (
    LOOKED,
    SWITCHED,
    KingmakingSums,
    compare_winners,
)
from analyzer.stats.jackknife import BLOCKS


def kings(rows, looked=(10, 30, 4)):
    """Made-up totals: each block has the same row but for one that alternates, for a spread."""
    found = {name: np.array([list(row) for row in by_block], object) for name, by_block in rows}
    found[LOOKED] = np.array([list(looked)] * BLOCKS, object)
    return KingmakingSums(100, found)


def flat(row, wobble=0):
    """The same sums in every block, but for other winners of the hopeless seat."""
    made = [list(row) for _ in range(BLOCKS)]
    for b, block in enumerate(made):
        block[3] += wobble if b % 2 else -wobble
    return made


def test_winners_are_compared_by_hand():
    """Seat 0 switches. Of five worlds: the same winner; it loses its win; it takes a win; the win
    goes from seat 1 to seat 2; the same again."""
    usual = np.array([[0, 1, 0], [1, 0, 0], [0, 1, 0], [0, 1, 0], [0, 0, 1]], bool)
    after = np.array([[0, 1, 0], [0, 1, 0], [1, 0, 0], [0, 0, 1], [0, 0, 1]], bool)
    assert compare_winners(usual, after, 0) == (3, 3, 1)
    assert compare_winners(usual, after, 1) == (3, 1, 0)


def test_a_made_up_table_is_told_as_computed_by_hand():
    """Of 100 worlds a block: the hopeless seat changes 14, of which 12 among 96; the control 16, of
    which 8 among 80: 12.5 % and 10 %, a difference of 2.5 pp."""
    table = setting.build_setting("oh-hell", 4)
    question = designer.build_question(table, "kingmaking", QuestionOptions(n=100))
    row = (100, 14, 96, 12, 16, 80, 8)
    told = question._build_content(kings([("greedy", flat(row)), ("random", flat(row))]))
    steps = told.result.steps
    assert [step.plays_like for step in steps] == ["greedy", "random"]
    for step in steps:
        assert step.changed.estimate == pytest.approx(0.14)
        assert step.hopeless.estimate == pytest.approx(0.125)
        assert step.control.estimate == pytest.approx(0.10)
        assert step.difference.estimate == pytest.approx(0.025)
        assert step.claim.family.size == 2
    assert "in 14.00 %" in told.sentences[0]
    assert "There is KINGMAKING" in told.sentences[1]
    assert "among games that this seat wins in neither way" in told.sentences[1]
    assert "no experiment" in told.remarks[0]


@pytest.mark.parametrize(
    ("rows", "value", "word"),
    [
        ({"greedy": (12, 0), "random": (4, 0)}, "shown", "There is KINGMAKING"),
        ({"greedy": (8, 6), "random": (2, 0)}, "open", "It is UNDECIDED"),
        ({"greedy": (4, 0), "random": (2, 0)}, "refuted", "no more kingmaking"),
    ],
)
def test_what_is_said_follows_all_steps_together(rows, value, word):
    """The control changes 8 of 80 worlds; a step of the ladder is more, not known, or less."""
    question = designer.build_question(
        setting.build_setting("oh-hell", 4), "kingmaking", QuestionOptions(n=100)
    )
    made = [
        (name, flat((100, 14, 80, changed, 16, 80, 8), wobble))
        for name, (changed, wobble) in rows.items()
    ]
    told = question._build_content(kings(made))
    assert told.result.claim.value == value
    assert word in told.sentences[1]
    assert "greedy" in told.sentences[1]


def test_a_share_that_was_never_seen_is_told_as_a_bound():
    row = (100, 0, 100, 0, 16, 80, 8)
    question = designer.build_question(
        setting.build_setting("oh-hell", 4), "kingmaking", QuestionOptions(n=100)
    )
    told = question._build_content(kings([("greedy", flat(row))]))
    cases = 100 * BLOCKS // SWITCHED
    most = stats.clopper_pearson(0, cases).high
    assert told.result.steps[0].changed.high == most
    assert "in at most 8.9 %" in told.sentences[0]  # 8.81 %, rounded up
    assert "There is no more kingmaking" in told.sentences[1]


def test_where_no_winner_ever_changed_nothing_is_refuted():
    """Of 2,000 worlds, 40 moments, not one changed: 1 - 0.0125 ** (1 / 40) may all be missed."""
    question = designer.build_question(
        setting.build_setting("oh-hell", 4), "kingmaking", QuestionOptions(n=100)
    )
    row = (100, 0, 100, 0, 0, 80, 0)
    told = question._build_content(kings([("greedy", flat(row)), ("random", flat(row))]))
    most = 1 - 0.0125 ** (1 / 40)
    for step in told.result.steps:
        assert tuple(step.difference) == pytest.approx((0, -most, most))
        assert step.claim.value == "open"
    assert told.sentences[1].startswith("It is UNDECIDED whether there is kingmaking")


def test_without_a_hopeless_seat_nothing_is_claimed():
    question = designer.build_question(
        setting.build_setting("oh-hell", 4), "kingmaking", QuestionOptions(n=100)
    )
    told = question._build_content(kings([], looked=(10, 40, 0)))
    assert told.result.claim is None
    assert [one.key for one in told.findings] == ["hopeless"]
    assert "at most" in told.sentences[1]


def differences(rng, games=100):
    """Moments without hope in some games; worlds that the seat wins in neither way differ in
    number. The truth is 4 pp: 13 % against 9 %, the same for every world."""
    rows = np.zeros((BLOCKS, 7), int)
    for game in range(games):
        worlds = SWITCHED * rng.poisson(0.7)
        neither = (rng.binomial(worlds, 0.97), rng.binomial(worlds, 0.75))
        own, other = (rng.binomial(n, p) for n, p in zip(neither, (0.13, 0.09), strict=True))
        rows[game % BLOCKS] += (worlds, own, neither[0], own, other, neither[1], other)
    step = _kingmaking_estimates.Step("greedy", rows.tolist(), stats.Family("policies", 1))
    return step.claim.found


def test_the_difference_covers():
    """At 100 games, not shown to cover less than 94 %: such a program fails once in a million."""
    rng, runs = np.random.default_rng(21), 400
    missed = sum(not (found := differences(rng)).low <= 0.04 <= found.high for _ in range(runs))
    assert binom.sf(missed - 1, runs, 0.06) > 1e-6


def test_where_the_whole_ladder_sits_at_the_table_none_is_left_to_try():
    found = analyzer.ask("hike", "kingmaking", 3, policy=["random", "2=greedy", "3=expert"], n=100)
    assert found.data["sentences"] == [
        "Every step of the ladder sits at this table already: none is left to try."
    ]
