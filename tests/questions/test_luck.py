"""Luck: skill leads, nothing is summed up as luck, and each part has an interval that covers."""

import numpy as np
import pytest
from scipy.stats import binom

from analyzer import stats
from analyzer.questions import designer
from analyzer.questions.designer import QuestionOptions, luck
from analyzer.request import setting
from analyzer.simulation.run import run_question
from support.outcomes import ARMS, PARTS, outcomes

FOUND = {
    "seat": stats.Interval(-0.001, -0.005, 0.004),
    "own_skill": stats.Interval(0.016, 0.011, 0.021),
    "others_skill": stats.Interval(0.004, 0.001, 0.007),
    "deal": stats.Interval(0.25, 0.23, 0.27),
    "deal_by_play": stats.Interval(0.73, 0.71, 0.75),
    "coins": stats.Interval(0.0, 0.0, 0.0),
}


def test_made_up_parts_are_told_with_skill_first_and_without_a_sum():
    question = designer.build_question(
        setting.build_setting("hike", 5), "luck", QuestionOptions(n=200)
    )
    parts = luck.variance_parts(FOUND, 200, 5)
    told = question._build_content(parts, 200)
    assert next(iter(parts)) == "own_skill"
    assert parts["seat"] == (0, 0, 0.004)
    # 0 of 200 deals: at most 1.83 %, over 1 - 1/5
    most = stats.clopper_pearson(0, 200).high / 0.8
    assert parts["coins"] == pytest.approx((0, 0, most))
    assert told.sentences == [
        "Among players who are greedy or expert, each as likely, one's own skill explains 1.6 % "
        "(1.1 – 2.1) of who wins, the others' skill 0.4 % (0.1 – 0.7) and the seat at most 0.40 %.",
        "The deal alone explains 25 % (23 – 27), how the deal meets the play 73 % (71 – 75), and "
        "coins that players toss at most 2.3 %.",
    ]
    assert "98" not in " ".join(told.sentences)


def test_where_all_play_alike_there_is_no_skill_to_tell():
    question = designer.build_question(
        setting.build_setting("hike", 3, "expert"), "luck", QuestionOptions(n=100)
    )
    answer = question.answer(run_question(question, threads=1))
    assert set(answer.data["parts"]) == {"seat", "deal", "coins"}
    assert "no skill tells players apart" in answer.data["sentences"][0]


@pytest.mark.full
def test_the_parts_cover():
    """At 100 deals in 20 blocks, every part: not shown to cover below 94 %."""
    rng, runs = np.random.default_rng(14), 200
    missed = dict.fromkeys(PARTS, 0)
    for _ in range(runs):
        blocks = [stats.luck_sums(outcomes(rng, 5, PARTS)) for _ in range(20)]
        found = luck.variance_parts(stats.luck_intervals(blocks, ARMS), 100, 3)
        for name, part in found.items():
            missed[name] += not part.low <= PARTS[name] <= part.high
    for name, count in missed.items():
        assert binom.sf(count - 1, runs, 0.06) > 1e-6, name
