"""The commands, asked of made-up games: every number is computed by hand, as
support/made_up_games.py says. Where four seats win in turn each has a quarter."""

import math

import numpy as np
import pytest
from scipy.stats import t

from analyzer import new_state
from analyzer._core.reductions import WIN
from analyzer.playout import move_values
from analyzer.questions import advise
from analyzer.questions.plan import PlanQuestion
from analyzer.questions.simulate import Simulate
from analyzer.request import setting
from analyzer.request.build import build_question
from support.made_up_games import (
    N,
    check,
    gained,
    mean,
    negative,
    numbers,
    outcome_of,
    share,
    truths,
)
from support.question_cases import by_hand

MANY = 40_000
TABLE = setting.build_setting("hike", 4)


def answered(question, rows_of):
    return question.answer(outcome_of(question, rows_of))


def departure(won, n, size):
    return tuple(end - 0.25 for end in share(won, n, size))


# --- simulate ------------------------------------------------------------------------------------


@by_hand("simulate")
def test_simulate_a_fair_table():
    """A quarter of 40,000 each, by Clopper and Pearson at 0.05 / 8 on either side of four seats. A
    game has 4 or 6 hands and 80 decisions, 20 for each player."""
    rows = {"hands": (4, 6), "plays": 100, "turns": 100, "decisions": 80}
    answer = answered(Simulate(TABLE, MANY), lambda *_: rows | {"score": (18, 22)})
    assert answer.title == "Hike with 4 players is FAIR"
    assert [text.text for text in answer.paragraphs("answer")] == [
        "FAIR within 1 percentage point: the largest departure is seat 1, 0.0 pp (-0.5 to 0.5)."
    ]
    told = numbers(answer)
    assert told["fair"] == pytest.approx(departure(10_000, MANY, 4), abs=1e-9)
    assert told["wins.3"] == pytest.approx(share(10_000, MANY, 4), abs=1e-9)
    assert told["length"] == (4, 4, 6)  # the median: it may be the 20,000th game or the next
    assert truths(answer) == {"fair": "shown"}
    assert answer.data["length_sentence"] == (
        "A game lasts 4 hands (90 %: 4 – 6), on average 100 plays and 20 decisions a player; at "
        "most 0.0093 % of games are unfinished."  # 1 - 0.025 ** (1 / 40,000) is 0.00922 %
    )
    score = answer.data["seats"][0]["score"]
    assert tuple(score.values()) == pytest.approx(mean(18, 22, n=MANY), abs=1e-9)
    # Sure at 40,000 games: 0.53 pp, where 1 pp is allowed.
    assert answer.data["fairness"]["claim"]["bound"] == pytest.approx(told["fair"][2])


@by_hand("simulate")
def test_simulate_an_unfair_table():
    """Seat 1 wins every tenth game; of twenty games in turn that is one more for it, and one less
    for seat 3."""

    def winner(i):
        return 1 if i % 10 == 0 else i % 4 + 1

    answer = answered(Simulate(TABLE, MANY), lambda *_: {"winner": winner, "hands": 5})
    won = [sum(winner(i) == seat for i in range(20)) for seat in (1, 2, 3, 4)]
    assert won == [6, 5, 4, 5]
    assert [text.text for text in answer.paragraphs("answer")] == [
        "UNFAIR by more than 1 percentage point: the largest departure is seat 1, +5.0 pp (4.4 – "
        "5.6)."
    ]
    assert numbers(answer)["fair"] == pytest.approx(departure(12_000, MANY, 4), abs=1e-9)
    assert numbers(answer)["wins.3"] == pytest.approx(share(8000, MANY, 4), abs=1e-9)
    assert truths(answer) == {"fair": "refuted"}


@by_hand("simulate")
def test_simulate_few_games():
    """Of 400 games a quarter each: 25 % ± 5.6 is no verdict."""
    answer = answered(Simulate(TABLE, N), lambda *_: {"hands": 5})
    (text,) = (text.text for text in answer.paragraphs("answer"))
    assert text.startswith(
        "UNDECIDED at 1 percentage point: the largest departure is seat 1, 0 pp (-5 to 6); no seat "
        "is further than 6 pp from its fair share; plan for about "
    )
    assert numbers(answer)["fair"] == pytest.approx(departure(100, N, 4), abs=1e-9)
    assert truths(answer) == {"fair": "open"}


# --- compare -------------------------------------------------------------------------------------


@by_hand("compare")
def test_compare():
    """Of 80 games that four seats have won in turn seat 1 wins the other 60, too. A game has 9 or
    11 hands, in the variant 8 or 12: one less or one more. Five numbers are told."""

    def rows(place, _):
        if place == 0:
            return {"hands": (9, 11)}
        return {"hands": (8, 12), "winner": lambda i: 1 if i < 80 else i % 4 + 1}

    question = TABLE.question("compare", vs={"target": 20}, n=N, measure=["wins", "hands"])
    check(
        answered(question, rows),
        [
            "With target=20 seat 1 wins +15 pp (11 – 20); the mean of hands stays the same within "
            "2 %, 0.0 (-0.1 to 0.1); 15 % (12 – 19) of games have another winner."
        ],
        {
            "target=20/wins.1": gained(60, size=5),
            "target=20/wins.2": negative(gained(20, size=5)),
            "target=20/hands": mean(-1, 1, size=5),
        },
        {
            "target=20/wins.1": "shown",
            "target=20/wins.2": "shown",
            "target=20/hands": "refuted",  # ± 0.1294, and 2 % of 10 are 0.2
        },
    )


@by_hand("compare")
def test_compare_two_that_are_equal():
    """Not one of 400 games differs: 1 - 0.025 ** (1 / 400) of them may."""
    question = TABLE.question("compare", vs={"target": 20}, n=N, measure="wins")
    answer = answered(question, lambda *_: {"hands": 5})
    assert answer.data["sentences"] == [
        "target=20: not one of 400 games differs, so at most 0.92 % of games do."
    ]
    assert set(truths(answer).values()) == {"open"}  # 1.5 pp may be missed, and 1 pp is none
    (table,) = answer.tables()
    seats = len(table.rows)  # all rows hold together: 1 - (0.025 / seats) ** (1 / 400)
    most = 100 * (1 - (0.025 / seats) ** (1 / N))
    place = [column.name for column in table.columns].index("interval")
    assert {row[place].text for row in table.rows} == {f"at most {math.ceil(10 * most) / 10} %"}


# --- sweep ---------------------------------------------------------------------------------------


@by_hand("sweep")
def test_sweep():
    """Two cells, so every seat of them has 0.05 / 16 on either side; two levels and the difference
    are a family of three. The difference is 3 in every game."""

    def rows(_, cell):
        return {"hands": (4, 6) if cell.rules.target == 20 else (7, 9)}

    question = TABLE.question("sweep", rule={"target": [20, 30]}, n=MANY, measure="hands")
    least = 1 - (0.05 / 6) ** (1 / MANY)
    check(
        answered(question, rows),
        [
            "FAIR within 1 percentage point in every cell.",
            "The mean of hands is least with target=20, 5.00 (4.99 – 5.01), and most with "
            "target=30, 8.00 (7.99 – 8.01).",
        ],
        {
            "target=20/fair": departure(10_000, MANY, 8),
            "target=20/hands": mean(4, 6, size=3, n=MANY),
            "target=30/hands": mean(7, 9, size=3, n=MANY),
            "cells/hands": (3, 3 - least, 3 + least),
        },
        {"cells/hands": "shown", "target=20/fair": "shown", "target=30/fair": "shown"},
    )


# --- tournament ----------------------------------------------------------------------------------


@by_hand("tournament")
def test_tournament():
    """An expert among greedy players wins every second deal at all three seats, a greedy one among
    experts every fourth. A deal gives three games: the deviations of a share are 1/2 and √3/4."""

    def rows(_, cell):
        names = [str(policy) for policy in cell.policies]
        alone = next(seat for seat, name in enumerate(names, 1) if names.count(name) == 1)
        every = 2 if names[alone - 1] == "expert" else 4
        return {"winner": lambda i: alone if i % every == 0 else alone % 3 + 1}

    question = setting.build_setting("hike", 3).question(
        "tournament", policies="greedy,expert", n=N
    )
    expert = mean(0, 1, size=2)
    greedy = mean(0.25 - 3**0.5 / 4, 0.25 + 3**0.5 / 4, size=2)
    check(
        answered(question, rows),
        [
            "expert plays best: it does better than greedy.",
            "expert among 2 greedy wins 50 % of games (44 – 56), more than the 33.3 % of equal "
            "skill.",
        ],
        {
            "expert among 2 greedy": expert,
            "greedy among 2 expert": greedy,
            # By both matches: the mean of +1/6 and +1/12, and the outer ends.
            "best": (0.125, 1 / 3 - greedy[2], expert[2] - 1 / 3),
        },
        {"expert among 2 greedy": "shown", "greedy among 2 expert": "shown", "best": "shown"},
    )


# --- tune ----------------------------------------------------------------------------------------


def tuned(every, tolerance=1.0, n=N):
    """One candidate, which wins each so many-th deal at all three seats."""

    def rows(_, cell):
        names = [str(policy) for policy in cell.policies]
        alone = next(seat for seat, name in enumerate(names, 1) if names.count(name) == 1)
        return {"winner": lambda i: alone if i % every == 0 else alone % 3 + 1}

    table = setting.build_setting("hike", 3)
    asked = {"over": {"hold": 2}, "n": 3 * n, "tolerance": tolerance}
    return answered(build_question(table.request("tune", **asked), table), rows)


@by_hand("tune")
def test_tune_to_something_better():
    """It wins every second deal at all seats: 1/6 more than a third, with a deviation of 1/2."""
    gain = tuple(end - 1 / 3 for end in mean(0, 1))
    check(
        tuned(2),
        [
            "BETTER by 17 pp (12 – 22): hold=2 instead of hold=1, for one player among players of "
            "expert.",
            "The policy to use: expert:hold=2",
            "It took 1,200 games on fresh deals.",
        ],
        {"hold=2": gain},
        {"hold=2": "shown"},
    )


@by_hand("tune")
@pytest.mark.parametrize(("tolerance", "value"), [(1.0, "open"), (10.0, "shown")])
def test_tune_to_nothing_better(tolerance, value):
    """It wins every third deal: a third, with a deviation of √2/3; by Student ± 4.7 pp."""
    answer = tuned(3, tolerance, n=399)
    half = t.isf(0.025, 398) * (2 / 9 / 398) ** 0.5
    first, *_ = answer.data["sentences"]
    assert numbers(answer)["hold=2"] == pytest.approx((0, -half, half), abs=1e-9)
    assert truths(answer) == {"hold=2": "refuted" if value == "shown" else "open"}
    assert answer.data["none"]["value"] == value
    assert answer.data["outcome"] == ("NO BETTER" if value == "shown" else "OPEN")
    assert (
        first
        == {
            "shown": "NO BETTER by more than 10 pp: hold=2 instead of hold=1, 0 pp (-5 to 5).",
            "open": "OPEN: whether hold=2 is better than hold=1 is not known, 0 pp (-5 to 5).",
        }[value]
    )


# --- advise --------------------------------------------------------------------------------------


def weighed(*wins):
    """Of two moves, which win these of 400 worlds each, on the same luck."""
    state = new_state(
        "oh-hell",
        position={
            "hands": [["AH", "2D"], ["3C", "4C"], ["5C", "6C"]],
            "turned": "KH",
            "bids": [1, 0, 0],
            "hand": 9,
            "dealer": 1,
        },
    )
    tried = move_values._Tried(state._stepper, "win")
    tried.values = [[WIN * (np.arange(N) < won)] for won in wins]
    tried.counts = [[np.zeros((N, 1), int)] for _ in wins]
    table = setting.build_setting("oh-hell", 3)
    return advise.build_answer(state, table, tried.weighed(0.95), "command", "here")


@by_hand("advise")
def test_advise():
    """One move wins 200 of 400 worlds, the other 160 of them: 40 more, and none less."""
    answer = weighed(200, 160)
    first, second = answer.data["moves"]
    assert tuple(first["value"].values()) == pytest.approx(share(200, size=2), abs=1e-9)
    assert tuple(second["value"].values()) == pytest.approx(share(160, size=2), abs=1e-9)
    assert tuple(second["behind"].values()) == pytest.approx(gained(40), abs=1e-9)
    assert answer.data["claim"]["value"] == "shown"
    assert answer.title == f"Best: {first['move']}, 50 % to win (44 – 56)."


@by_hand("advise")
def test_advise_on_two_that_are_not_told_apart():
    """Both win the same 200 of 400 worlds."""
    answer = weighed(200, 200)
    assert answer.data["claim"]["value"] == "open"
    assert len(answer.data["best"]) == 2
    assert answer.title.startswith("Not told apart: both moves; ")
    assert "50 % to win (44 – 56)" in answer.title
    assert answer.data["moves"][1]["behind"]["low"] < 0


# --- plan ----------------------------------------------------------------------------------------


@by_hand("plan")
def test_plan_from_a_pilot():
    """Four seats win a quarter each. With the other rule seat 1 also wins the 100 games of seat 2
    in every 400: seat 1 differs in a quarter of the games.

    To see 5 pp beside the length and the margin, at 0.05 / 6 with z = 2.63826 and a chance of 80 %
    (0.84162): ((2.63826 √0.25 + 0.84162 √(0.25 - 0.0025)) / 0.05)² = 1208.0 on the same luck, and
    ((2.63826 + 0.84162) / 0.05)² (0.25 · 0.75 + 0.3 · 0.7) = 1925.4 in each of two runs.
    """
    other = TABLE.with_rules({"target": 20})
    question = PlanQuestion(TABLE, (("target=20", other),), N, 0.05, 0.02)
    rows = ({"hands": 5}, {"hands": 5, "winner": lambda i: 1 if i % 4 == 1 else i % 4 + 1})
    answer = answered(question, lambda place, _: rows[place])
    needs = {one["question"]: one for one in answer.data["needs"]}
    assert needs["paired"]["games"] == pytest.approx(1208.0, abs=1)
    assert needs["paired"]["change"] == "target=20"
    assert needs["paired"]["low"] < 1208 < needs["paired"]["high"]
    assert needs["alone"]["games"] == pytest.approx(1925.4, abs=1)
    # A quarter whose upper end is 27 %: z² · 0.27 · 0.73 / 0.02², and a little for exactness.
    assert needs["least"]["games"] == pytest.approx(2.49771**2 * 0.27 * 0.73 / 0.02**2, rel=0.01)
    assert needs["least"]["games"] < needs["fair"]["games"] < needs["fair, by looks"]["games"]
    assert numbers(answer)["alone"] == (needs["alone"]["games"],) * 3
    told = [text.text for text in answer.paragraphs("answer")]
    assert told[0].startswith(
        "To see a change of 5 percentage points in a win share, target=20 on the same luck needs "
        "about 1,210 games of each table ("
    )


@by_hand("plan")
def test_plan_says_what_cannot_be_planned():
    """A change without any effect has no number, and seats of several policies no verdict."""
    other = TABLE.with_rules({"target": 20})
    question = PlanQuestion(TABLE, (("target=20", other),), N, 0.05, 0.02)
    answer = answered(question, lambda *_: {"hands": 5})
    assert answer.data["needs"][0]["games"] is None
    assert answer.tables()[0].rows[0][1].text == "no game differs"
    mixed = TABLE.with_policies(["expert", "1=greedy"])
    named = (("target=20", mixed.with_rules({"target": 20})),)
    found = answered(PlanQuestion(mixed, named, N, 0.05, 0.02), lambda *_: {"hands": 5})
    assert [one["question"] for one in found.data["needs"]] == ["paired", "alone"]
    assert "There is no verdict to plan for" in found.paragraphs("answer")[1].text
