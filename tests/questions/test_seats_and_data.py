"""`seats` and `data`: tables told of together are one family, and open verdicts are no verdicts."""

from itertools import product

import numpy as np
import pytest
from scipy.stats import binom

from analyzer import stats
from analyzer.questions import designer
from analyzer.questions.designer import QuestionOptions, _departures, data, seats
from analyzer.request import setting
from analyzer.simulation.run import run_question
from support import fake_totals

SIZES, POLICIES = (3, 4), ("expert", "greedy", "random")
FAIR, UNFAIR, OPEN = "FAIR", "UNFAIR", "UNDECIDED"


def totals(players, verdict):
    """Exactly fair, with many games or few, or one seat far above."""
    n = 600 if verdict == OPEN else 600_000
    first = n // players + (n // 10 if verdict == UNFAIR else 0)
    rest = (n - first) // (players - 1)
    return fake_totals.totals((n - rest * (players - 1), *[rest] * (players - 1)), n)


def rows(verdicts, sizes=SIZES, policies=POLICIES):
    family = _departures.table_family(len(verdicts))
    tables = product(sizes, policies)
    return [
        _departures.table_result(
            policy, setting.build_setting("hike", size, policy), totals(size, verdict), 0.01, family
        )
        for (size, policy), verdict in zip(tables, verdicts, strict=True)
    ]


def sentences_of(*verdicts, **tables):
    made = rows(verdicts, **tables)
    assert [row.verdict for row in made] == list(verdicts)
    return seats.build_question(setting.build_setting("hike", 3), QuestionOptions()).sentences(made)


def test_every_table_is_fair_only_if_each_is():
    first, *others = sentences_of(*[FAIR] * 6)
    assert (
        first
        == "With expert everywhere Hike is FAIR within 1 percentage point with 3 and 4 "
        + ("players.")
    )
    assert others == [
        "Under greedy every verdict is the same.",
        "Between players who choose at random every verdict is the same.",
    ]


def test_unfair_fair_and_open_tables_are_told_apart():
    found = sentences_of(UNFAIR, FAIR, FAIR, OPEN, FAIR, FAIR)
    assert found[0].startswith(
        "With expert everywhere Hike is UNFAIR with 3 players: seat 1 departs by +10"
    )
    assert found[1].startswith("With 4 players it is UNDECIDED, but no seat is further than")
    assert "-n " in found[1]
    assert found[2] == (
        "Under greedy the verdict changes with 3 players (FAIR instead of UNFAIR); with 4 players "
        "it is not known."
    )
    found = sentences_of(UNFAIR, FAIR, FAIR, FAIR, FAIR, FAIR)
    assert found[1] == "It is FAIR within 1 percentage point with 4 players."
    assert found[2] == "Under greedy the verdict changes with 3 players (FAIR instead of UNFAIR)."


def test_an_open_verdict_is_never_told_as_a_change_or_as_the_same():
    found = sentences_of(OPEN, FAIR, OPEN, OPEN, UNFAIR, OPEN)
    assert found[0].startswith("With expert everywhere it is UNDECIDED at 1 percentage point")
    assert (
        found[2] == "Under greedy it is not known whether a verdict changes with 3 and 4 players."
    )
    text = " ".join(found)
    assert "the same" not in text
    assert "instead" not in text


@pytest.mark.parametrize("verdicts", [*product((FAIR, UNFAIR, OPEN), repeat=2)], ids="-".join)
def test_words_follow_from_the_two_verdicts_alone(verdicts):
    found = sentences_of(*verdicts, sizes=(3,), policies=("expert", "greedy"))
    last = found[-1]
    assert ("the verdict is the same" in last) == (
        verdicts[0] == verdicts[1] and OPEN not in verdicts
    )
    assert ("instead of" in last) == (set(verdicts) == {FAIR, UNFAIR})
    assert ("it is not known" in last) == (OPEN in verdicts)


def test_random_players_are_told_as_such():
    made = rows([FAIR], sizes=(3,), policies=("random",))
    found = seats.build_question(
        setting.build_setting("hike", 3, "random"), QuestionOptions()
    ).sentences(made)
    assert found == [
        "Between players who choose at random Hike is FAIR within 1 percentage point with 3 "
        "players."
    ]


def test_several_policies_are_no_question_about_seats():
    question = designer.build_question(
        setting.build_setting("hike", 3, ["greedy", "1=expert"]),
        "seats",
        QuestionOptions(n=100, players_given=True),
    )
    answer = question.answer(run_question(question, threads=1))
    assert answer.title.startswith("Several policies play, so seats cannot be compared")
    assert answer.data["by_table"][0]["verdict"] is None
    assert not {"FAIR", "UNFAIR"} & {
        word.strip(".,") for word in " ".join(answer.data["sentences"]).split()
    }


def test_several_strengths_are_asked_about():
    question = designer.build_question(
        setting.build_setting("hike", 3), "seats", QuestionOptions(players_given=True)
    )
    assert [name for name, _ in question.settings()] == ["expert", "club", "family", "beginner"]


def test_levels_of_one_outcome_share_a_sentence():
    levels = ("expert", "club", "family", "beginner")
    found = sentences_of(*[FAIR] * 8, policies=levels)
    assert found[1:] == ["At the levels club, family and beginner every verdict is the same."]
    found = sentences_of(*[FAIR, FAIR, UNFAIR, FAIR], sizes=(3,), policies=levels)
    assert found[1:] == [
        "At the levels club and beginner the verdict is the same.",
        "At the level family the verdict changes with 3 players (UNFAIR instead of FAIR).",
    ]
    found = sentences_of(*[FAIR, FAIR, OPEN, OPEN], sizes=(3,), policies=levels)
    assert found[1:] == [
        "At the level club the verdict is the same.",
        "At the levels family and beginner it is not known whether the verdict changes with 3 "
        "players.",
    ]


@pytest.mark.full
def test_fair_tables_are_rarely_called_unfair_together():
    """18 fair tables of 200 games, as `ask hike seats -n 200` plays them.

    One family of them calls some table UNFAIR in at most 5 % of runs; more of 400 runs than the
    limit would have a chance below one in a million even at exactly 5 %. Tables that are judged one
    by one, each at 95 %, do it in many more.
    """
    rng, runs, tables = np.random.default_rng(3), 400, [*range(3, 9)] * 3
    limit = binom.isf(1e-6, runs, 0.05)

    def runs_with_unfair(family):
        found = 0
        for _ in range(runs):
            made = (
                _departures.table_result(
                    "",
                    settings[size],
                    fake_totals.totals(rng.multinomial(200, [1 / size] * size).tolist(), 200),
                    0.01,
                    family,
                )
                for size in tables
            )
            found += any(row.claim.refuted for row in made)
        return found

    settings = {size: setting.build_setting("hike", size) for size in set(tables)}
    assert runs_with_unfair(_departures.table_family(len(tables))) <= limit
    assert runs_with_unfair(_departures.table_family(1)) > limit


def test_tables_have_games_enough_for_a_verdict_if_time_allows():
    tables = [setting.build_setting("oh-hell", size) for size in (3, 4)]
    games = _departures.games_per_table(tables, QuestionOptions())
    level = _departures.table_family(2).each
    assert all(
        n >= stats.least_to_decide(table.players, 0.01, level)
        for n, table in zip(games, tables, strict=True)
    )
    assert _departures.games_per_table(tables, QuestionOptions(n=300)) == [300, 300]
    slow = [setting.build_setting("hike-sled", size) for size in (2, 3, 4, 5, 6)] * 5
    assert max(_departures.games_per_table(slow, QuestionOptions())) < 10_000
    assert max(_departures.games_per_table(tables, QuestionOptions(seconds=0.1))) < 2000


# --- data ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("verdicts", [*product((FAIR, UNFAIR, OPEN), repeat=3)], ids="-".join)
def test_what_depends_on_a_table_follows_from_the_verdicts(verdicts):
    made = rows(verdicts, sizes=(4,), policies=("expert",) * 3)
    made = [
        _departures.TableResult(name, row.setting, row.table, row.fair)
        for name, row in zip(("as it is", "one", "two"), made, strict=True)
    ]
    question = data.build_question(setting.build_setting("hike", 4), QuestionOptions())
    text = question.verdict(made, question.changes(made))
    against = {FAIR: UNFAIR, UNFAIR: FAIR}.get(verdicts[0])
    other = [row.name for row in made if row.verdict == against]
    if other:
        assert text == (
            f"The verdict {verdicts[0]} at 1 percentage point depends on the table: it is "
            f"different with {'; '.join(other)}."
        )
    elif OPEN in verdicts:
        assert text.startswith("It is not known at 1 percentage point whether the verdict depends")
        assert f"with {verdicts.count(OPEN)} of 3 it is UNDECIDED, and no seat there is" in text
        assert " -n " in text
    else:
        assert (
            text
            == f"The verdict {verdicts[0]} at 1 percentage point is the same with all 3 tables."
        )


def test_the_shortest_and_the_longest_are_told_with_intervals_that_hold_for_all():
    question = designer.build_question(
        setting.build_setting("hike", 3), "data", QuestionOptions(n=100, players_given=True)
    )
    answer = question.answer(run_question(question, threads=1))
    lengths = {one["name"]: one["length"] for one in answer.data["by_table"]}
    low, high = (pick(lengths, key=lambda name: lengths[name]["estimate"]) for pick in (min, max))
    sentence = answer.data["sentences"][1]
    assert f"hands with {low} to" in sentence
    assert f"hands with {high};" in sentence
    alone = question.plan().groups[0]
    assert len(alone.cells) == len(lengths) == answer.findings[0].claim.family.size


def test_tables_of_one_length_are_not_told_as_a_shortest_and_a_longest():
    made, mean = rows([FAIR] * 3, sizes=(4,)), stats.Interval(5.0, 4.9, 5.1)
    assert data._lengths(made, [mean] * 3, "hands") == (
        "The mean length of a game is 5.0 (4.9 – 5.1) hands with each of 3 tables; intervals of "
        "all tables hold together."
    )
