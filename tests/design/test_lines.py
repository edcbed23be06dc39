"""Lines of rules, one by one: both modes do the same, and fail at the same line."""

import re
from functools import partial
from pathlib import Path

import pytest

from analyzer._core.contract import Table
from analyzer._core.design.own import OwnGame
from analyzer._core.runner import Stepper
from analyzer.design import build, failures, files, interpret
from analyzer.errors import LineError, RuleError
from support.own_games import nim, written
from support.own_lines import FIRST_MOVE, JUDGED, MOVES, game

WEIGHTS = {"w": (0.25, 0.0, 3.0, "w")}


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> tuple[OwnGame, OwnGame]:
    """A game in which each line is a move of its own, interpreted and compiled."""
    file = files.read(written(tmp_path_factory.mktemp("lines"), game(), "lines"))
    slow, fast = OwnGame(file.layout), OwnGame(file.layout)
    for core in (slow, fast):
        core.explain = partial(failures.exception, file.path, 1000, lambda raw: raw)
    interpret.interpret(slow, file.text)
    flags = build.FLAGS
    build.FLAGS = ("-O0", *flags[1:])  # -O3 takes ten times as long for a text of this size
    try:
        build.compile_game(fast, file.text)
    finally:
        build.FLAGS = flags
    return slow, fast


def _line(error: Exception) -> str:
    """Where it failed; a worth that is no number has no line in compiled code."""
    found = re.search(r"line (\d+), |line ([2-9]\d*|1\d+):", str(error))
    return str(found[1] or found[2]) if found else "no number"


def _stepper(core: OwnGame, players: int, asked: int, bits: int = 7) -> Stepper:
    rules = {"stones": 5, "mode": 0, "flag": 1, "asked": asked, "bits": bits}
    return Stepper(Table(core, players, rules), (1, players), 0)


def _moved(core: OwnGame, players: int, number: int, n: int) -> object:
    """The state after a move, or the line at which it failed."""
    stepper = _stepper(core, players, FIRST_MOVE + number)
    try:
        stepper.apply(stepper.moves()[n])
    except (LineError, RuleError) as error:
        return _line(error)
    return stepper.describe()


@pytest.mark.parametrize("number", range(len(MOVES)))
def test_a_line_does_the_same(number: int, both: tuple[OwnGame, OwnGame]) -> None:
    for players in (2, 3):
        for n in range(3):
            slowly, quickly = (_moved(core, players, number, n) for core in both)
            assert slowly == quickly, (n, MOVES[number])


def _chosen(core: OwnGame, players: int, number: int, bits: int) -> object:
    """What the expert takes, or the line at which it failed."""
    stepper = _stepper(core, players, number, bits)
    try:
        return stepper.choose(core.expert("", WEIGHTS), stepper.coin(0))
    except (LineError, RuleError) as error:
        return _line(error)


@pytest.mark.parametrize("number", range(len(JUDGED)))
def test_a_line_judges_the_same(number: int, both: tuple[OwnGame, OwnGame]) -> None:
    """Of two or three moves, both modes take the same, which tells how they compare."""
    for players in (2, 3):
        for bits in (3, 5, 6, 7):
            slowly, quickly = (_chosen(core, players, number, bits) for core in both)
            assert slowly == quickly, (bits, JUDGED[number])


# More or fewer values than a method takes: Python refuses them when it comes to them.
CALLS = [
    *("for k in range():\n            pass", "for k in range(1, 9, 2, 4):\n            pass"),
    *("x = self.after()", "x = self.after(0, 1)", "self.end(1)", "self.give_up(1)"),
    *("x = len(self.others())", "x = len(self.others(0, 1))", "x = self.roll(6, 'd', 1, 2, 3)"),
    *("for k in self.others():\n            pass", "x = [k for k in list()]"),
    *("self.taken.fill()", "self.taken.fill(1, 2)", "self.hand.deal()", "self.hand.count()"),
    *("self.hand.deal(self.hand, 1, 2)", "self.hand.move_all()", "self.hand.swap()"),
    *("self.hand.move(0)", "self.hand.move(0, self.hand, 2)", "self.hand.seen()"),
    *("self.hand.show()", "self.hand.show(0, 0, 0)", "self.hand.fill(1)", "self.hand.count(0, 1)"),
    *(
        "self.hand.shuffle('x', 1, 2)",
        "x = self.others(0).count()",
        "x = nim(1)",
        "x = self.two(1)",
    ),
]


@pytest.mark.parametrize("line", CALLS)
def test_a_call_with_other_values_is_refused(tmp_path: Path, line: str) -> None:
    text = nim(line).replace(
        "    left = number()",
        '    hand = pile(CARDS, seen_by="all")\n    left = number()\n'
        "    def two(self, a, b):\n        return a + b",
    )
    top = 'CARDS = suited("a", "12")\ndef nim(a, b):\n    return a + b\nclass Nim'
    file = files.read(written(tmp_path, text.replace("class Nim", top)))
    with pytest.raises(build.NotCompiledError, match=r"mine\.py, line \d+: "):
        build.compile_game(file.core, file.text)
