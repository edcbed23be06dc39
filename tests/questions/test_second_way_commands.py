"""simulate, compare, sweep, tournament and advise: every number again, by other code.

See tests/oracle/answers.
"""

import shlex

import polars as pl
import pytest

from analyzer import cli
from oracle.answers import commands
from oracle.answers.rows import play_rows
from support.lanes import rest_full

SIMULATED = [
    ("hike", 5, {}),
    ("horrible-mountain", 2, {}),
    ("hike", 5, {"policy": {1: "greedy"}}),
    ("hike-sled", 3, {"policy": "greedy"}),
    ("hide-n-seek", 3, {"policy": "greedy"}),
    ("oh-hell", 3, {"policy": "greedy"}),
]


def assert_the_same(ledger):
    assert ledger.wrong == []
    assert ledger.left() == [], "nobody has computed these a second way"


def test_rows_of_a_folder_are_the_rows_that_are_compared(plain_answers, tmp_path):  # noqa: ARG001
    words = f"simulate hike -p 5 -n 300 -q --out {tmp_path}/run"
    assert cli.run(shlex.split(words)) == 0
    rows = play_rows("hike", 5, 300)
    games = pl.read_parquet(tmp_path / "run" / "games" / "*.parquet").sort("game")
    seats = pl.read_parquet(tmp_path / "run" / "seats" / "*.parquet").sort("game", "seat")
    assert games.equals(rows.games)
    assert seats.equals(rows.seats)


@pytest.mark.parametrize(("game", "players", "how"), SIMULATED)
def test_simulate(game, players, how):
    assert_the_same(commands.simulate_twice(game, players, 300, **how))


@pytest.mark.parametrize(
    ("game", "players", "arms"),
    [
        ("hike", 4, [{"target": 20}, {"bonus": 5}]),
        ("oh-hell", 4, [{"leader": "left_of_dealer"}]),
        ("horrible-mountain", 2, [{"variant": True}]),
    ],
)
def test_compare(game, players, arms):
    assert_the_same(commands.compare_twice(game, players, 300, arms))


@pytest.mark.parametrize(
    ("game", "players", "rule", "values", "unit"),
    [
        ("hike", 3, "target", "20..30:5", "hands"),
        ("hike", 4, "hand_size", "6..8", "hands"),
    ],
)
def test_sweep(game, players, rule, values, unit):
    assert_the_same(commands.sweep_twice(game, players, 200, rule, values, unit))


def test_a_measure_of_a_sweep_has_the_name_of_its_column():
    found = commands.sweep_twice("horrible-mountain", 2, 200, "run_outs", "2..4", "player_turns")
    assert_the_same(found)


def test_games_that_differ_in_a_measure_are_not_called_the_same():
    ledger = commands.compare_twice("hike", 3, 100, [{"may_decline": True}], measure=["decisions"])
    assert ledger.answer["differences"][0]["games_that_differ"] > 0
    assert not ledger.answer["arms"][1]["no_difference"]


@pytest.mark.parametrize(
    ("game", "players"), rest_full([("hike", 3), ("oh-hell", 3), ("hide-n-seek", 3)])
)
def test_tournament(game, players):
    assert_the_same(commands.tournament_twice(game, players, 100, ["random", "greedy", "expert"]))


@pytest.mark.parametrize(
    ("game", "players", "index", "number"), [("hike", 3, 7, 0), ("oh-hell", 4, 7, 41)]
)
def test_advise(game, players, index, number):
    assert_the_same(commands.advise_twice(game, players, index, number, 200))
