"""Skill: steps from made-up sums, what is said of them, and the family they belong to."""

from types import SimpleNamespace

import numpy as np
import pytest

from analyzer import stats
from analyzer._core.reductions import WIN
from analyzer.questions import designer
from analyzer.questions.designer import QuestionOptions, _skill_estimates
from analyzer.questions.tournament import Match, seat_rotations
from analyzer.request import setting
from analyzer.simulation.reducers.rotation import Rotation
from analyzer.simulation.reducers.totals import ColumnSums
from analyzer.simulation.run import run_question


def rotation(better, worse, won, n, players):
    """Of n deals, each played once per seat, the better one wins `won[i]` games of deal i."""
    deals = np.array(won)
    names = sorted([better, worse])
    sums = []
    for name in names:
        mine = WIN * (deals if name == better else players - deals)
        sums.append([int(mine.sum()), int((mine**2).sum()), int((mine != 0).sum())])
    block = ColumnSums(("win840",), np.array([sums], object))
    return Rotation(n, tuple(names), (players,) * 2, block)


def step(won, players=5, family=1):
    match = Match("expert", ("greedy",) * (players - 1), seat_rotations("expert", ("greedy",) * 4))
    tables = len(match.seatings)
    found = rotation("expert", "greedy", won, len(won), tables)
    played = SimpleNamespace(n=len(won), unfinished=0)
    ran = SimpleNamespace(n=len(won), part=lambda *_: found, totals=lambda _: played)
    return _skill_estimates.skill_step(match, ran, stats.Family("matches", family))


def test_a_step_by_hand():
    """100 deals at five seats: 2 wins of 5 in half of them, 1 in the others: 30 % against 20 %."""
    found = step([2, 1] * 50)
    assert found.wins.estimate == pytest.approx(0.3)
    assert found.fair == pytest.approx(0.2)
    spread = stats.mean_interval(150, 250, 100)  # of wins a deal
    assert found.wins.low == pytest.approx(spread.low / 5)
    assert found.claim.shown
    assert found.sentence.startswith(
        "Expert among 4 greedy wins 30 % (28 – 32) of games, more than"
    )
    assert found.ahead.estimate == stats.games_until_ahead(found.wins, 5).estimate
    assert "most wins of all five after" in found.ahead_sentence


@pytest.mark.parametrize(
    ("won", "value", "said"),
    [
        ([2, 1] * 50, "shown", "more than the 20 % of luck alone."),
        ([1, 0, 3, 0] * 25, "open", "not known whether that is more than the 20 %"),
        ([1, 0] * 50, "refuted", "no more than the 20 % of luck alone."),
    ],
)
def test_who_is_better_is_a_claim(won, value, said):
    found = step(won)
    assert found.claim.value == value
    assert said in found.sentence
    assert ("not" in found.ahead_sentence) == (value != "shown")


def test_more_matches_have_wider_intervals():
    alone, many = step([2, 1] * 50), step([2, 1] * 50, family=6)
    assert many.wins.error > alone.wins.error
    assert many.claim.family.size == 6


@pytest.mark.parametrize(("policy", "size"), [(None, 3), ("greedy", 2), ("noise:e=0.3", 6)])
def test_steps_of_the_ladder_are_one_family_and_a_stranger_counts_twice(policy, size):
    """Which of two is better the ladder says beforehand; of a stranger it is found by looking."""
    words = [policy] if policy else []
    question = designer.build_question(
        setting.build_setting("hike", 3, *words), "skill", QuestionOptions(n=100)
    )
    steps = question.steps(run_question(question, threads=1))
    assert {one.family.size for one in steps} == {size}
    assert len(steps) == min(size, 3)
