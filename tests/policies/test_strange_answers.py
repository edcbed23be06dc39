"""Answers of policies that run code when they are looked at: each ends in one sentence."""

from pathlib import Path

import pytest

from analyzer import cli
from analyzer.system import signals
from support.lanes import each_then_all

ERRORS = ("SystemExit(0)", "SystemExit('x')", "KeyboardInterrupt()", "GeneratorExit()",
          "Own('y')", "Mute()", "ValueError('z')", "RecursionError()")  # fmt: skip
METHODS = ("__index__", "__eq__", "__hash__", "__repr__", "__str__", "__bool__", "__len__",
           "__getattribute__", "__instancecheck__", "__int__", "__class__")  # fmt: skip
BASES = ("object", "str", "int", "type")
TEXT = """
class Own(BaseException):
    pass

class Mute(BaseException):
    def __str__(self):
        raise SystemExit

class Answer({base}):
    {how}
    def {method}(self, *others):
        raise {error}

class Strange:
    def choose(self, view, moves, rng):
        return {made}
"""
MADE = {"object": "Answer()", "str": "Answer(moves[-1])", "int": "Answer(len(moves) + 5)",
        "type": "Answer('A', (), {})"}  # fmt: skip


@pytest.fixture(autouse=True)
def desk(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(signals._State, "caught", True)  # as on the command line


def play(text, capsys, threads):
    """The exit code, and what is said."""
    Path("mine.py").write_text(text)
    words = ["simulate", "hike", "-p", "3", "-n", "2", "-q", "--policy", "./mine.py:Strange"]
    code = cli.run([*words, "--threads", threads])
    return code, capsys.readouterr().err


@pytest.mark.parametrize(("base", "method", "error"), each_then_all(BASES, METHODS, ERRORS))
def test_an_answer_that_raises(base, method, error, capsys):
    """What can be read without running its code may count as a move; nothing else does."""
    how = "@property" if method == "__class__" else ""
    text = TEXT.format(base=base, how=how, method=method, error=error, made=MADE[base])
    code, told = play(text, capsys, "1")
    if base == "str":
        assert (code, told) == (0, "")
    else:
        assert code == 1
        assert told.count("\n") == 1
        assert told.startswith("Policy ./mine.py:Strange ")
        assert "at seat 1 of hike --players 3 --seed 1 --game 0." in told


PLACES = {
    "the module": "raise ERROR\nclass Strange:\n    choose = lambda self, v, m, r: 0\n",
    "its attributes": "def __getattr__(name):\n    raise ERROR\n",
    "its class": "class Meta(type):\n    def __call__(cls):\n        raise ERROR\n"
    "class Strange(metaclass=Meta):\n    def choose(self, v, m, r):\n        return 0\n",
    "its signature": "class Choose:\n    @property\n    def __signature__(self):\n"
    "        raise ERROR\n    def __call__(self, *all):\n        return 0\nStrange = Choose()\n",
    "making it": "class Strange:\n    def __init__(self):\n        raise ERROR\n"
    "    def choose(self, v, m, r):\n        return 0\n",
    "looking up choose": "class Strange:\n    def choose(self, v, m, r):\n        return 0\n"
    "    def __getattribute__(self, name):\n        raise ERROR\n",
    "choosing": "class Strange:\n    def choose(self, v, m, r):\n        raise ERROR\n",
    "its coin": "class N:\n    def __index__(self):\n        raise ERROR\n"
    "class Strange:\n    def choose(self, v, m, r):\n        return r.below(N())\n",
}


@pytest.mark.parametrize("threads", ["1", "2"])
@pytest.mark.parametrize("place", PLACES)
def test_code_that_leaves_wherever_it_is_called(place, threads, capsys):
    """A policy cannot end the program as if all were well."""
    for error in ("SystemExit(0)", "KeyboardInterrupt()", "GeneratorExit()", "BaseException('y')"):
        code, told = play(PLACES[place].replace("ERROR", error), capsys, threads)
        assert code in (1, 2), error
        assert told.count("\n") == 1
        assert "mine.py" in told
