"""General questions about rules and seats, asked of made-up games: see
support/made_up_games.py. `mend` has its cases in test_fix_search.py."""

import pytest

from analyzer.questions import designer
from analyzer.questions.designer import QuestionOptions
from analyzer.request import setting
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
    twenty,
)
from support.question_cases import by_hand

MANY = 60_000


def answered(name, rows_of, game="hike", players=3, n=N, **options):
    question = designer.build_question(
        setting.build_setting(game, players, **options),
        name,
        QuestionOptions(n=n, players_given=True),
    )
    return question.answer(outcome_of(question, rows_of))


# --- readings and rules --------------------------------------------------------------------------


@by_hand("ask readings")
def test_readings():
    """Of 21 readings one gives seat 1 20 of 400 games more; with the others not one game differs.
    Each has an interval of three seats and of five other numbers: 168 hold together."""

    def rows(_, cell):
        return {
            "hands": 10,
            "score": 20,
            "winner": twenty if cell.rules.solo_tail == "stop" else (1, 2, 3),
        }

    answer = answered("readings", rows)
    size = 21 * (3 + 5)
    first, *others = answer.data["variants"]
    assert (first["rule"], len(others)) == ("solo_tail=stop", 20)
    assert numbers(answer)["solo_tail=stop"] == pytest.approx(gained(20, size=size), abs=1e-9)
    same = tuple(first["same_winner"].values())
    assert same == pytest.approx(share(380, size=size), abs=1e-9)
    # Not one game of 400: 3.2 pp of wins may be missed, where 1 pp would be none.
    values = truths(answer)
    assert values.pop("solo_tail=stop") == "shown"
    assert set(values.values()) == {"open"}
    for other in others:
        assert other["no_difference"]
        assert other["wins"]["high"] == pytest.approx(gained(0, size=size)[2], abs=1e-9)
    most = 1 - (0.05 / size / 2) ** (1 / 400)
    assert most == pytest.approx(0.0218, abs=1e-4)
    told = answer.data["sentences"]
    assert told[:5] == [
        "How often a seat wins: of 21 open readings, 1 is shown to change it and 20 change it "
        "by at most 4 pp, if at all, for players who do not adapt.",
        "Which changes it most is not told apart: any of the 21 may; the largest change that is "
        "shown is that of solo_tail=stop: seat 1 wins +5 pp (2 – 11).",
        "Game by game, which changes the winner most often is not told apart: any of the 21 may; "
        "with solo_tail=stop 95 % (90 – 98) of games keep theirs.",
        "Not one of 21 open readings changes the mean of hands by more than 2 %, for players who "
        "do not adapt.",
        "Not one of 21 open readings changes the mean spread of scores by more than 2 %, for "
        "players who do not adapt.",
    ]
    assert told[5].startswith("Not one of 400 games differs with ")
    assert told[5].endswith(", so at most 2.2 % of games do, for players who do not adapt.")


@by_hand("ask rules")
def test_rules():
    """Of the steps of all rules one makes games 2 hands shorter on average, and scores 4 points
    further apart; all others leave every one of 4,000 games as it is."""
    n = 4000

    def rows(_, cell):
        lower = cell.rules.target == 21  # 25 less a seventh
        return {"hands": (7, 9) if lower else 10, "score": (12, 16) if lower else 10}

    answer = answered("rules", rows, n=n)
    variants = {row["rule"]: row for row in answer.data["variants"]}
    size = len(variants) * (3 + 5)
    lower = variants["target=21"]
    assert tuple(lower["length"].values()) == pytest.approx(mean(-3, -1, size, n), abs=1e-9)
    assert tuple(lower["spread"].values()) == pytest.approx(mean(2, 6, size, n), abs=1e-9)
    assert lower["length_claim"]["value"] == lower["spread_claim"]["value"] == "shown"
    for rule, row in variants.items():
        assert row["claim"]["value"] == "refuted", rule
        if rule != "target=21":
            assert row["length_claim"]["value"] == row["spread_claim"]["value"] == "refuted"
    many = len(variants)
    told = answer.data["sentences"]
    assert told[0] == (
        f"Not one of {many} rules changes how often a seat wins by more than 1 percentage point, "
        "for players who do not adapt."
    )
    assert (
        f"The mean of hands: of {many} rules, 1 is shown to change it and {many - 1} are the same "
        "within 2 %, for players who do not adapt."
    ) in told
    assert "The largest change is that of target=21: -2.00 hands (-2.06 to -1.94)." in told


# --- seats and data ------------------------------------------------------------------------------


def favoured(i):
    """Seat 1 wins every tenth game of those that three seats win in turn: 4,000 of 60,000 more."""
    return 1 if i % 10 == 0 else i % 3 + 1


def departure(won, tables):
    """How far a share of wins is from a third, at one of three seats of `tables` tables."""
    return tuple(end - 1 / 3 for end in share(won, MANY, size=3 * tables))


@by_hand("ask seats")
def test_seats():
    """Experts are fair: a third each. At the level family seat 1 wins 24,000 of 60,000 games. Four
    levels are one family of tables."""

    def rows(_, cell):
        return {"winner": favoured if str(cell.policies[0]) == "family" else (1, 2, 3)}

    check(
        answered("seats", rows, n=MANY),
        [
            "With expert everywhere Hike is FAIR within 1 percentage point with 3 players.",
            "At the levels club and beginner the verdict is the same.",
            "At the level family the verdict changes with 3 players (UNFAIR instead of FAIR).",
        ],
        {
            "3 players, expert": departure(20_000, 4),
            "3 players, club": departure(20_000, 4),
            "3 players, family": departure(24_000, 4),
            "3 players, beginner": departure(20_000, 4),
        },
        {
            "3 players, expert": "shown",
            "3 players, club": "shown",
            "3 players, family": "refuted",
            "3 players, beginner": "shown",
        },
    )


@by_hand("ask data")
def test_data():
    """One of the tables gives seat 2 4,000 of 60,000 games more, and makes games 2 hands longer."""
    table = setting.build_setting("hike", 3)
    question = designer.build_question(table, "data", QuestionOptions(n=MANY, players_given=True))
    names = [name for name, _ in question.settings()]
    other = question.settings()[1][1].cell

    def winner(i):
        return 2 if i % 10 == 0 else i % 3 + 1

    def rows(_, cell):
        if cell == other:
            return {"winner": winner, "hands": (11, 13)}
        return {"hands": 10}

    answer = question.answer(outcome_of(question, rows))
    tables = len(names)
    told = answer.data["sentences"]
    assert told[0] == (
        "The verdict FAIR at 1 percentage point depends on the table: it is different with "
        f"{names[1]}."
    )
    assert told[1].startswith("The mean length of a game is from 10.00 (10.00 – 10.00) hands with ")
    assert f" to 12.00 (11.99 – 12.01) hands with {names[1]}; " in told[1]
    found, values = numbers(answer), truths(answer)
    assert found[names[1]] == pytest.approx(departure(24_000, tables), abs=1e-9)
    assert found[names[0]] == pytest.approx(departure(20_000, tables), abs=1e-9)
    assert [values[name] == "refuted" for name in names] == [i == 1 for i in range(tables)]
    length = answer.data["by_table"][1]["length"]
    assert tuple(length.values()) == pytest.approx(mean(11, 13, size=tables, n=MANY), abs=1e-9)
    assert answer.data["changes"]["value"] == "shown"


@by_hand("ask seats")
def test_a_seat_that_is_behind():
    """Seat 3 wins 16,000 of 60,000: the others share what it loses."""

    def rows(_, __):
        return {"winner": lambda i: (i % 2) + 1 if i % 15 == 2 or i % 15 == 5 or i % 15 == 8
                else i % 3 + 1}  # fmt: skip

    won = [sum(rows(0, 0)["winner"](i) == seat for i in range(30)) for seat in (1, 2, 3)]
    answer = answered("seats", rows, n=MANY, policy="expert")
    worst = max(won, key=lambda one: abs(one - 10))
    assert worst == min(won) == 4
    assert answer.data["sentences"][0].startswith("With expert everywhere Hike is UNFAIR with 3 ")
    found = numbers(answer)["3 players, expert"]
    assert found == pytest.approx(departure(MANY * 4 // 30, 1), abs=1e-9)
    assert negative(found)[0] == pytest.approx(0.2)
