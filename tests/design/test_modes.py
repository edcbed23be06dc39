"""Interpreted and compiled from the same text, with the same games."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

import analyzer
from analyzer import games, new_state
from analyzer._core.contract import Table
from analyzer._core.design.own import OwnGame
from analyzer._core.runner import Stepper
from analyzer.cli import app
from analyzer.design import build, files
from analyzer.errors import RunError, UserError
from analyzer.testing import modes
from support.lanes import each_then_all
from support.own_games import EXAMPLES, HEAD, cores, example, nim, same_games, written
from support.paths import TESTS

RUNNER = CliRunner()
ZOO = str(TESTS / "support" / "own_zoo.py")
VARIANTS: dict[str, list[dict[str, object]]] = {
    "pig": [{}, {"target": 30}, {"sides": 3}, {"may_pass": True, "target": 20}, {"max_turns": 9}],
    "auction": [
        {},
        {"removed": 0},
        {"chips_seen": "all"},
        {"chips_each": 2},
        {"removed": 25, "chips_each": 40},
    ],
    "tricks": [{}, {"hand_size": 7}, {"trumps": False}, {"trump_must": True}, {"rounds": 1}],
    "court": [{}, {"pages": 12}, {"tie": "nobody"}, {"tie": "both"}, {"open_cards": 0}],
}


def _told(monkeypatch: pytest.MonkeyPatch, mode: str, **asked: object) -> str:
    monkeypatch.setenv(files.MODE, mode)
    found = json.loads(analyzer.simulate(**asked).to_json())  # type: ignore[arg-type]
    found.pop("run")
    return json.dumps(found, sort_keys=True)


POLICIES = ["expert", "random", "noise:e=0.3"]


@pytest.mark.parametrize(("name", "policy"), each_then_all(VARIANTS, POLICIES))
def test_both_modes_give_the_same_answer(
    name: str, policy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    low, high = games.load(example(name)).players
    for players in range(low, high + 1):
        for rules in VARIANTS[name]:
            asked = {
                "game": example(name), "players": players, "n": 6, "policy": policy,
                "rules": rules, "threads": 1,
            }  # fmt: skip
            slow = _told(monkeypatch, "interpreted", **asked)
            assert slow == _told(monkeypatch, "compiled", **asked)
            assert slow == _told(monkeypatch, "compiled", **asked | {"threads": 2})


@pytest.mark.parametrize("name", VARIANTS)
def test_search_plays_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = {"game": example(name), "players": 3, "n": 1, "policy": {1: "search:worlds=2"}}
    slow = _told(monkeypatch, "interpreted", **asked)
    assert slow == _told(monkeypatch, "compiled", **asked)


@pytest.mark.parametrize("name", [*(str(path) for path in EXAMPLES.glob("*.py")), ZOO])
@pytest.mark.parametrize("seed", range(5))
def test_move_by_move(name: str, seed: int) -> None:
    low, high = games.load(name).players
    assert same_games(name, low + seed % (high - low + 1), seed) > 10


# --- refusals -------------------------------------------------------------------------------------

REFUSED = [
    ("d = {}", "a dict cannot be translated"),
    ("s = {1, 2}", "a set cannot be translated"),
    ("xs = []", "it cannot grow"),
    ("x = f'{n}'", "words belong into the sentence of @move"),
    ("x = sorted([n])", "sorted(...) cannot be translated"),
    ("x = round(2.5)", "round(...) cannot be translated"),
    ("x = self.taken[0:1]", "slices cannot be translated"),
    ("x = None", "None is no number"),
    ("x = n is 3", "`is` compares objects"),
    ("x = (1, 2)", "a tuple can be translated in"),
    ("x = n / 2 // 1", "this is for whole numbers only"),
    ("x = 10 ** n", "** has a written exponent"),
    ("self.left = n / 2", "a field is a whole number"),
    ("try:\n            pass\n        except ValueError:\n            pass", "nothing to catch"),
    ("match n:\n            case 1: pass", "`match` cannot be translated"),
    ("def f(z): return z", "a function inside a rule"),
    ("raise ValueError('no')", "assert CONDITION"),
    ("if (m := 3) > 2: pass", "`:=` cannot be translated"),
    ("for i in reversed(range(3)): pass", "reversed(...) cannot be translated"),
    ("for i, j in zip(self.taken, self.taken): pass", "a loop has one variable"),
    ("for i in self.players: pass", "a loop goes through a pile"),
    ("x = 1 if n else 0.5 + n\n        y = n if n else 0.5", "one side is a whole number"),
    ("x = n\n        x = 0.5", "x is once one thing and once another"),
    ("x = 3000000000", "a whole number has 32 bits"),
    ("x = nn", "nn is not known here"),
    ("print(n)", "print works interpreted only"),
    ("x = lambda: 3", "lambda can be translated only"),
    ("x = n.value", "n has no value"),
    ("self.take(n - 1) if n else self.take(0)", "take calls itself"),
    ("x = max(self.taken, default=-1) if self.seat else self.taken", "not of one kind"),
    ("for k in range(2):\n            x = y + k if k else 0\n            y = k", "y is set only"),
]


CARDS = """
CARDS = suited("ab", "12")
class Cards(Game, players=2):
    mode = rule(("wild", "plain"), "Mode?")
    hand = piles(CARDS, seen_by="all")
    left = number()
    def deal(self):
        {line}
    def moves(self):
        self.may(self.go)
    @move("go")
    def go(self):
        self.end()
    def score(self, seat):
        return 0
"""


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("self.left = max(self.hand[0], default=-1).rank", "has no rank"),
        ("self.left = self.mode > 'plain'", "words have no order here"),
    ],
)
def test_what_a_card_or_a_word_has_not(tmp_path: Path, line: str, sentence: str) -> None:
    """-1 is no card, and would be looked up beyond the table; words have no order of their own."""
    file = files.read(written(tmp_path, HEAD + CARDS.replace("{line}", line)))
    with pytest.raises(build.NotCompiledError, match=sentence):
        build.compile_game(file.core, file.text)


# How many turns of loops it takes, and what takes them.
TURNS = [
    (1, "for k in self.others(0):\n            pass"),
    (3, "for k in FEW:\n            pass"),
    (2, "for k, x in enumerate(self.taken):\n            pass"),
    (2, "x = sum(self.taken) + max(3, 4)"),
    (0, "x = 3 in self.taken"),
    (2, "for k in CARDS:\n            pass"),
    (1, "x = len([k for k in self.others(1)])"),
    (2, "x = max(self.taken, key=lambda k: -k)"),
    (0, "for k in self.seats:\n            pass"),
    (1, "while n:\n            break"),
    (4, "xs = [k for k in CARDS]\n        for k in xs:\n            pass"),
    (2, "xs = self.others(0)\n        x = sum(xs) + len([k for k in xs])"),
]


@pytest.mark.parametrize(("turns", "line"), TURNS)
@pytest.mark.parametrize("more", [0, 1])
def test_turns_of_loops_are_counted_alike(tmp_path: Path, turns: int, line: str, more: int) -> None:
    """A million turns are allowed in both modes, and not one more."""
    filled = f"for z in range({1_000_000 - turns + more}):\n            pass\n        {line}"
    text = nim(filled).replace("class Nim", 'CARDS = suited("a", "12")\nFEW = (3, 4, 5)\nclass Nim')
    text = text.replace(
        "    left = number()", '    hand = piles(CARDS, seen_by="all")\n    left = number()'
    )
    made = same_games(written(tmp_path, text), 2, 1, moves=1)
    assert made == (0 if more else 1)


def test_what_an_expert_remembers_takes_its_turns(tmp_path: Path) -> None:
    """Compiled, equal questions are asked once; the limit of turns is that of the text."""
    for times, fine in ((9, True), (11, False)):
        worth = f"return sum(self.slow(3) for k in range({times}))"
        helper = "    def slow(self, n):\n        return sum(1 for k in range(99_000))\n"
        text = nim(worth=worth).replace("    def score", f"{helper}    def score", 1)
        slow, fast = cores(written(tmp_path, text, f"slow{times}"))
        told = []
        for core in (slow, fast):
            table = Table(core, 2, {"stones": 5})
            stepper = Stepper(table, (1, 2), 0)
            expert = core.expert("", {})
            try:
                told.append(stepper.choose(expert, stepper.coin(0)) >= 0)
            except modes.FailedError:
                told.append(False)
        assert told == [fine, fine]


@pytest.mark.parametrize(("line", "sentence"), REFUSED)
@pytest.mark.filterwarnings("ignore::SyntaxWarning")
def test_what_has_no_translation(tmp_path: Path, line: str, sentence: str) -> None:
    text = files.read(written(tmp_path, nim(line))).text
    with pytest.raises(build.NotCompiledError) as refused:
        build.compile_game(files.read(str(tmp_path / "mine.py")).core, text)
    assert sentence in str(refused.value)
    assert "mine.py, line 1" in str(refused.value)  # 17, or a line after it


def test_a_refused_game_plays_interpreted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = written(tmp_path, nim("d = {}"))
    monkeypatch.setenv(files.MODE, "auto")
    face = games.load(game)
    assert analyzer.simulate(game, players=2, n=5).findings
    (said,) = face.warnings(face.resolve_rules(2, {}))
    assert said.startswith("It plays interpreted, which is slow: mine.py, line 17: a dict cannot")
    monkeypatch.setenv(files.MODE, "compiled")
    with pytest.raises(UserError, match=r"cannot be compiled: mine\.py, line 17: a dict"):
        analyzer.simulate(game, players=2, n=5)


def test_no_compiler_is_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    monkeypatch.setenv(files.MODE, "auto")
    game = written(tmp_path, nim(), "lonely")
    assert analyzer.simulate(game, players=2, n=5).findings
    assert files.read(game).core.mode == "interpreted"
    assert "there is no C compiler" in files.read(game).refusals[0]


def test_a_compiled_failure_is_told_in_full(tmp_path: Path) -> None:
    game = written(tmp_path, nim("self.last = 100 // (self.left - 3)"))
    with pytest.raises(RunError, match=r"mine.py, line 17, in take: a division by 0; after \d+ m"):
        analyzer.simulate(game, players=2, n=50, policy="random")


def test_every_way_to_play_a_failure_tells_it_in_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compiled rules know the line alone; stepping, replay and advice tell what a run tells."""
    monkeypatch.setenv(files.MODE, "compiled")
    game = written(tmp_path, nim("self.last = 100 // (self.left - 3)"), "fails")
    said = r"fails.py, line 17, in take: a division by 0"
    state = new_state(game, 2)
    state.play("take 2")
    with pytest.raises(RunError, match=said):
        state.play("take 1")
    for words in (
        ["replay", game, "-p", "2", "--policy", "random", "--game", "3"],
        ["advise", game, "-p", "2", "--game", "3", "--move", "1", "--worlds", "50"],
        ["simulate", game, "-p", "2", "-n", "50", "--policy", "search:worlds=2"],
    ):
        done = RUNNER.invoke(app, words)
        assert isinstance(done.exception, RunError)
        assert re.search(
            said + r"; after \d moves? of \S+ --players 2 --seed 1", str(done.exception)
        )


@pytest.mark.parametrize("mode", ["interpreted", "compiled"])
@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("pass", "moves offers no move"),
        ("self.may(self.take, 3)", "line 12, in moves: the move take cannot be offered with 3"),
        ("self.may(self.take, -1)", "line 12, in moves: the move take cannot be offered with -1"),
    ],
)
def test_what_cannot_be_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: str, line: str, said: str
) -> None:
    """Nothing at all, and just beyond the limits of a move."""
    monkeypatch.setenv(files.MODE, mode)
    text = nim().replace("self.left > 1", "self.left > 9").replace("self.may(self.take, 1)", line)
    with pytest.raises(RunError, match=f"mine.py(: |, ){said}.*after 0 moves of"):
        analyzer.simulate(written(tmp_path, text), players=2, n=3, policy="random")


def test_both_cores_are_what_they_say(tmp_path: Path) -> None:
    slow, fast = cores(written(tmp_path, nim()))
    assert (slow.mode, fast.mode) == ("interpreted", "compiled")  # type: ignore[attr-defined]


# --- from one mode to the other -------------------------------------------------------------------


def _slow_compiler(folder: Path) -> str:
    """A compiler that waits until there is a file `go` beside it."""
    path = folder / "slowcc"
    path.write_text(f'#!/bin/sh\nwhile [ ! -e {folder}/go ]; do sleep 0.02; done\nexec cc "$@"\n')
    path.chmod(0o755)
    return str(path)


def test_a_run_goes_on_compiled_when_the_compiler_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It begins interpreted, and says both; the answer is that of a run in one mode."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("CC", _slow_compiler(tmp_path))
    game = written(tmp_path, nim("self.left += 0"), "changing")
    plain = _told(monkeypatch, "interpreted", game=game, players=2, n=3000, threads=1)
    monkeypatch.setenv(files.MODE, "auto")
    file, played = files.read(game), []

    def at_a_chunk(prepare: Callable[[], OwnGame] = file.prepare) -> OwnGame:
        played.append(file.core.mode)
        if len(played) == 5:
            (tmp_path / "go").touch()
            file.builds[0].process.wait()  # type: ignore[union-attr]
        return prepare()

    monkeypatch.setattr(type(file), "prepare", lambda _: at_a_chunk())
    answer = analyzer.simulate(game, players=2, n=3000, threads=1)
    assert {"interpreted", "compiled"} <= set(played)
    found = json.loads(answer.to_json())
    assert found.pop("run")["mode"] == "interpreted, then compiled"
    assert json.dumps(found, sort_keys=True) == plain
    assert [
        path.suffix for path in (tmp_path / "cache/analyzer/games").iterdir() if path.is_dir()
    ] == []


def test_a_short_run_waits_for_no_compiler(tmp_path: Path) -> None:
    """It ends interpreted, and leaves neither a process nor a folder behind."""
    cache = tmp_path / "cache"
    words = [sys.executable, "-P", "-m", "analyzer", "simulate", written(tmp_path, nim())]
    done = subprocess.run(
        [*words, "-p", "2", "-n", "40", "--json"],
        env=os.environ
        | {"XDG_CACHE_HOME": str(cache), "CC": _slow_compiler(tmp_path), files.MODE: "auto"},
        capture_output=True,
        check=True,
        timeout=60,
    )
    assert json.loads(done.stdout)["run"]["mode"] == "interpreted"
    assert list((cache / "analyzer" / "games").iterdir()) == []


def test_begun_interpreted_and_resumed_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kept run is the same, however each part of it was played."""
    game, told = written(tmp_path, nim()), []
    for first, second in (("interpreted", "compiled"), ("compiled", "compiled")):
        run = str(tmp_path / f"run_{first}")
        monkeypatch.setenv(files.MODE, first)
        words = ["simulate", game, "-p", "2", "-n", "200", "--out", run]
        assert RUNNER.invoke(app, words).exit_code == 0
        monkeypatch.setenv(files.MODE, second)
        done = RUNNER.invoke(app, ["extend", run, "-n", "500", "--game", game, "--json"])
        found = json.loads(done.stdout)
        assert found["games"] == 500
        told.append([found["seats"], found["length"]])
    assert told[0] == told[1]
