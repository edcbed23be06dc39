"""What a user's policy file may do: it is read once, may import its neighbours, print and fail."""

import json
import sys
import textwrap
import threading

import pytest

from analyzer import cli
from analyzer.errors import RunError, UserError
from analyzer.policies import python_file
from analyzer.system import redirected_output
from support.playouts import cell, totals

CHOOSE = "    def choose(self, view, moves, rng):\n"


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """A folder of one's own; what policies do to the interpreter is undone."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setattr(python_file, "_files", {})
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    for name, module in list(sys.modules.items()):
        if str(getattr(module, "__file__", "")).startswith(str(tmp_path)):
            del sys.modules[name]


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(textwrap.dedent(text))
    return path


def played(name, n=3, **more):
    return totals(cell("hike", 3, (name, "random", "random"), seed=5), n, **more)


def simulate(capsys, *words):
    code = cli.run(["simulate", "hike", "-p", "3", "-n", "20", *words])
    return code, capsys.readouterr()


def test_a_file_is_read_once(desk):
    write(
        desk / "mine.py",
        "with open('log', 'a') as log: log.write('x')\nclass A:\n" + CHOOSE + "        return 0\n",
    )
    played("mine.py:A", n=200, chunk=10)
    assert (desk / "log").read_text() == "x"


def test_a_file_that_has_changed_is_read_again(desk):
    write(desk / "mine.py", "class A:\n" + CHOOSE + "        return 0\n")
    first = python_file.read_file("mine.py", fresh=True)
    assert python_file.read_file("mine.py", fresh=True) is first
    write(desk / "mine.py", "class B:\n" + CHOOSE + "        return 0\n")
    assert python_file.read_file("mine.py") is first
    assert python_file.read_file("mine.py", fresh=True).digest != first.digest
    with pytest.raises(UserError, match=r"has no 'A'\. Known: B\."):
        played("mine.py:A")


def test_neighbours_can_be_imported(desk):
    """Also two folders with a neighbour of the same name, and an import that comes late."""
    for folder, place in (("a", 0), ("b", -1)):
        write(desk / folder / "helper.py", f"PLACE = {place}\nSEEN = []\n")
        write(
            desk / folder / "mine.py",
            """
            from helper import PLACE, SEEN
            class A:
                def choose(self, view, moves, rng):
                    import helper
                    SEEN.append(PLACE)
                    return moves[PLACE]
            """,
        )
    for folder, place in (("a", 0), ("b", -1)):
        assert played(f"{folder}/mine.py:A").n == 3
        assert set(python_file.read_file(f"{folder}/mine.py").module.SEEN) == {place}


def test_a_neighbour_hides_nothing_that_is_installed(desk):
    write(desk / "json.py", "raise RuntimeError('mine')\n")
    write(desk / "mine.py", "import json\njson.dumps\nclass A:\n" + CHOOSE + "        return 0\n")
    assert played("mine.py:A").n == 3


def test_a_dataclass_can_play(desk):
    write(
        desk / "mine.py",
        """
        from __future__ import annotations
        from dataclasses import dataclass, field
        from typing import ClassVar

        @dataclass
        class A:
            keep: int = 2
            seen: list[str] = field(default_factory=list)
            all: ClassVar[list[str]] = []

            @staticmethod
            def choose(view, moves, rng):
                return 0
        """,
    )
    assert played("mine.py:A:keep=3").n == 3


def test_what_a_policy_prints_goes_to_standard_error(desk, capsys):
    write(
        desk / "mine.py",
        """
        import sys
        print("at import")
        class A:
            def __init__(self):
                print("made")
            def choose(self, view, moves, rng):
                print("asked")
                sys.stdout.write("written")
                sys.stdout.flush()
                return 0
        """,
    )
    code, told = simulate(capsys, "--policy", "1=mine.py:A", "--json")
    assert code == 0
    assert json.loads(told.out)["policies"][0] == "mine.py:A"
    assert all(word in told.err for word in ("at import", "made", "asked", "written"))
    assert cli.run(["replay", "hike", "-p", "3", "--policy", "mine.py:A", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["players"] == 3
    assert not isinstance(sys.stdout, redirected_output._RedirectedStream)


def test_other_threads_print_where_they_always_do(capsys):
    inside, done = threading.Event(), threading.Event()

    def policy():
        with redirected_output.redirected_output():
            print("policy")
            inside.set()
            done.wait()

    thread = threading.Thread(target=policy)
    thread.start()
    inside.wait()
    print("result")
    done.set()
    thread.join()
    told = capsys.readouterr()
    assert (told.out, told.err) == ("result\n", "policy\n")


FAILURES = {
    "raise SystemExit": "raised SystemExit in line 6",
    "import sys; sys.exit('bye')": "raised SystemExit: bye in line 6",
    "raise KeyboardInterrupt": "raised KeyboardInterrupt in line 6",
    "raise GeneratorExit": "raised GeneratorExit in line 6",
    "raise BaseException('odd')": "raised BaseException: odd in line 6",
    "raise Nameless": "raised Nameless in line 6",
    "raise ValueError('one\\ntwo')": "raised ValueError: one in line 6",
    "return rng.below(2.5)": "rng.below must be given a whole number from 1 on; got 2.5 in line 6",
    "return rng.below(0)": "got 0 in line 6",
    "return rng.below(True)": "got True in line 6",
    "return rng.below(2**40)": "got 1099511627776 in line 6",
    "return asleep()": "got <coroutine object asleep",
    "return (move for move in moves)": "got <generator object",
    "return 0.0": "got 0.0",
    "return [0]": "got [0]",
    "return -1": "got -1",
    "return Odd()": "got an object of type Odd",
    "view.hand = []": "raised FrozenInstanceError: cannot assign to field 'hand' in line 6",
    "return self.choose(view, moves, rng)": "raised RecursionError: maximum recursion depth",
}
BEFORE = """\
async def asleep(): return 0
class Nameless(Exception): __str__ = None
class Odd: __repr__ = None
class A:
    def choose(self, view, moves, rng):
        """


@pytest.mark.parametrize("line", FAILURES)
def test_whatever_a_policy_does_is_one_sentence(desk, line):
    (desk / "mine.py").write_text(BEFORE + line + "\n")
    with pytest.raises(RunError) as failed:
        played("mine.py:A")
    sentence = str(failed.value)
    assert FAILURES[line] in sentence
    assert sentence.endswith(" at seat 1 of hike --players 3 --seed 5 --game 0.")
    assert "\n" not in sentence


def test_numbers_of_numpy_and_moves_are_answers(desk):
    write(
        desk / "mine.py",
        """
        import numpy as np
        class A:
            def choose(self, view, moves, rng):
                return np.int64(rng.below(np.uint8(len(moves))))
        class B:
            def choose(self, view, moves, rng):
                return np.str_(moves[0])
        """,
    )
    assert played("mine.py:A").n == played("mine.py:B").n == 3


def test_a_player_that_can_no_longer_be_made_fails_the_run(desk):
    write(
        desk / "mine.py",
        """
        made = []
        class A:
            def __init__(self):
                made.append(1)
                if len(made) > 2:
                    raise ValueError("enough")
            def choose(self, view, moves, rng):
                return 0
        """,
    )
    with pytest.raises(RunError, match=r"cannot be made: ValueError: enough at seat 1 of hike"):
        played("mine.py:A")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("folder.py:A", "cannot be read: is a directory."),
        ("~nobody-here/mine.py:A", "cannot be read"),
        ("mine\0.py:A", "cannot be read"),
        ("latin.py:A", "has an error"),
        ("zero.py:A", "has an error"),
    ],
)
def test_files_that_cannot_be_read(desk, name, sentence):
    (desk / "folder.py").mkdir()
    (desk / "latin.py").write_bytes(b"a = '\xff'\n")
    (desk / "zero.py").write_bytes(b"\0")
    with pytest.raises(UserError) as refused:
        played(name)
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)
