"""Policies that fail, and tables at which nothing happens, at every command: one sentence each."""

import shlex

import pytest

from analyzer import cli, games
from analyzer.questions import designer
from analyzer.questions.designer import QuestionOptions
from analyzer.questions.report.compose import play_rounds
from analyzer.render import json_text, markdown
from analyzer.request import setting
from analyzer.system import signals

POLICIES = """
import sys
class Raises:
    def choose(self, view, moves, rng): raise ValueError("not today")
class Leaves:
    def choose(self, view, moves, rng): sys.exit(0)
class Interrupts:
    def choose(self, view, moves, rng): raise KeyboardInterrupt
class Wrong:
    def choose(self, view, moves, rng): return -1
"""
LINES = [
    "simulate hike -p 3 -n 2",
    "compare hike -p 3 -n 2 --vs target=5 --out run",
    "tournament hike -p 3 -n 2 --policies random,{}",
    "tune hike -p 3 -n 800 --policy noise:e=0.5,of=({}) --over e=0.1,0.2,0.3",
    "ask hike drama -p 3 -n 100",
    "replay hike -p 3",
    "advise hike -p 3 --worlds 2",
    "advise hike -p 3 --worlds 2 --move 4 --json",
    "replay hike -p 3 --judge 5 --worlds 2 --json",
]


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """A folder with failing policies, in a program that answers signals itself."""
    (tmp_path / "bad.py").write_text(POLICIES)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(signals._State, "caught", True)
    return tmp_path


@pytest.mark.parametrize("name", ["Raises", "Leaves", "Interrupts", "Wrong"])
@pytest.mark.parametrize("line", LINES)
def test_a_failing_policy_is_told_by_every_command(line, name, desk, capsys) -> None:
    policy = f"./bad.py:{name}"
    words = line.format(policy) if "{}" in line else f"{line} --policy 2={policy}"
    assert cli.run(shlex.split(words)) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"Policy {policy} ")
    assert " of hike --players 3 --seed 1 --game " in told.err
    assert told.err.count("\n") == 1
    assert not (desk / "run").exists()


NOTHING = [
    ("hike", 3, {"max_turns": 1}),
    ("hike-sled", 2, {"max_prep_days": 1}),
    ("hide-n-seek", 2, {"max_rounds": 1}),
    ("horrible-mountain", 2, {"max_turns": 1}),
]


@pytest.mark.parametrize(("game", "players", "rules"), NOTHING)
def test_every_question_can_be_asked_where_nobody_wins(game, players, rules) -> None:
    table = setting.build_setting(game, players, "random", rules)
    for question in designer.questions_of(game):
        asked = QuestionOptions(n=100, players_given=True, tolerance=0.01, seconds=0.01)
        made = designer.build_question(table, question.name, asked)
        answer = made.answer(play_rounds(made, threads=1))
        assert answer.title, question.name
        assert markdown.render_answer(answer, {})
        assert json_text.from_json_text(json_text.to_json_text(answer)).title == answer.title


def test_every_game_is_among_those_where_nobody_wins_or_has_no_such_rule() -> None:
    assert {game for game, _, _ in NOTHING} | {"oh-hell"} == set(games.names())


def test_a_report_that_is_stopped_says_so(desk, capsys, monkeypatch) -> None:
    def stop(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("analyzer.questions.report.compose.play_rounds", stop)
    assert cli.run(["report", "hike", "--quick"]) == 130
    assert capsys.readouterr().err == (
        "Stopped before the report was written; nothing of it is kept.\n"
    )
    assert not (desk / "reports").exists()


def test_a_position_in_the_home_folder(desk, capsys, monkeypatch) -> None:
    monkeypatch.setenv("HOME", str(desk))
    assert cli.run(["advise", "hike", "--position=~/none.toml"]) == 2
    assert "does not exist" in capsys.readouterr().err
    (desk / "folder.toml").mkdir()
    assert cli.run(["advise", "hike", "--position=~/folder.toml"]) == 2
    assert capsys.readouterr().err == (
        "Position file ~/folder.toml cannot be read: is a directory.\n"
    )


@pytest.mark.parametrize("when", ["imported", "made", "asked"])
@pytest.mark.parametrize(
    "change",
    [
        "sys.stdout = None",
        "sys.stderr = None",
        "sys.stdout = sys.stderr = io.StringIO()",
        "sys.stdout = open(os.devnull, 'w'); sys.stdout.close()",
        "sys.stdout.close()",
    ],
)
def test_streams_that_a_policy_exchanges_are_ours_again(change, when, tmp_path, capsys) -> None:
    """The answer is printed, and so is the sentence about a failure."""
    places = {name: change if name == when else "pass" for name in ("imported", "made", "asked")}
    (tmp_path / "mine.py").write_text(
        f"import io, os, sys\n{places['imported']}\n"
        f"class Mine:\n    def __init__(self): {places['made']}\n"
        f"    def choose(self, view, moves, rng):\n        {places['asked']}\n        return 0\n"
        f"class Wrong(Mine):\n    def choose(self, *_):\n        {places['asked']}\n"
        "        return 99\n"
    )
    line = ["simulate", "hike", "-p", "3", "-n", "2", "--rule", "target=5", "--policy"]
    assert cli.run([*line, f"{tmp_path}/mine.py:Mine"]) == 0
    assert "2 games" in capsys.readouterr().out
    assert cli.run([*line, f"{tmp_path}/mine.py:Wrong"]) == 1
    assert "must return one of its moves" in capsys.readouterr().err
