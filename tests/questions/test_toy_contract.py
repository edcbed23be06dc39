"""Contracts about a game whose answers are known: tests/toy_package has its rules."""

import pytest

import analyzer
from support.question_cases import on_toy
from support.toy_game import LOTS, lots_of

pytestmark = pytest.mark.usefixtures("toy")
ONE = {"threads": 1}


def words(found):
    return {one["key"]: one["verdict"] for one in found.data["clauses"]}


@on_toy("contract")
def test_what_is_true_holds_and_what_is_not_is_broken():
    """A fair table of 4 rounds on average, and what a better player has among greedy ones."""
    share = lots_of("expert", ["greedy", "greedy"]) / LOTS
    true = {
        "seats.within": 1.5,
        "length.rounds": [3.8, 4.2],
        "mean.turns": [11.5, 12.5],
        "wins.seat-1": [0.31, 0.36],
        "skill.share": {"of": "expert", "among": "greedy", "limit": [share - 0.02, share + 0.02]},
        "unfinished.most": 0.01,
        "nobody.most": 0.01,
    }
    found = analyzer.contract("toy", 3, n=64_000, clause=true, **ONE)
    assert words(found) == dict.fromkeys(true, "HOLDS")
    assert (found.data["verdict"], found.data["exit_code"]) == ("HOLDS", 0)
    false = {
        "seats.within": 1.5,  # seat 1 has 23 of 60 lots: 5 pp more
        "length.rounds": [4.2, 9.0],
        "wins.seat-3": [0.31, 0.36],
        "skill.share": {"of": "expert", "among": "greedy", "limit": [0.1, share - 0.03]},
    }
    broken = analyzer.contract("toy", 3, n=64_000, clause=false, rules={"bonus": 1}, **ONE)
    assert words(broken) == dict.fromkeys(false, "BROKEN")
    assert broken.data["exit_code"] == 3
    assert max(one["games"] for one in broken.data["clauses"]) < 64_000  # decided at a look


@on_toy("contract")
def test_a_clause_is_about_every_table():
    """The table of two is fair too; the clause names the table that it is broken at."""
    clause = {"seats.within": {"limit": 2, "players": "2..3"}, "wins.seat-1": [0.3, 0.7]}
    found = analyzer.contract("toy", 2, n=64_000, clause=clause, rules={"bonus": 1}, **ONE)
    seats, wins = found.data["clauses"]
    assert (seats["verdict"], wins["verdict"]) == ("BROKEN", "HOLDS")
    assert seats["players"] == [2, 3] or seats["players"] == (2, 3)
    assert "players" in seats["of"]


@on_toy("contract")
def test_a_pilot_names_games_that_decide():
    clause = {"seats.within": 4}
    enough = analyzer.contract("toy", 3, n=2000, clause=clause, plan=True, **ONE).data["enough"]
    # Three seats, half of 5 %: (2.64 + 3.09)² · 2/9 / 0.02² is 18,000 games for 2 pp.
    assert enough == pytest.approx(18_200, rel=0.1)
    found = analyzer.contract("toy", 3, n=enough, clause=clause, **ONE)
    assert found.data["verdict"] == "HOLDS"
