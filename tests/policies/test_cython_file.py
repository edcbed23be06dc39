"""Policies in Cython files of users: the examples of docs/policies.md, and what can go wrong."""

import re
import shlex
from pathlib import Path

import pytest

from analyzer import cli, games
from analyzer.errors import RunError, UserError
from analyzer.policies import cython_file, registry, spec
from support.lanes import rest_full
from support.paths import ROOT
from support.playouts import cell, totals

PAGE = (ROOT / "docs" / "policies.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^`(analyze [^`\n]+)`\n\n```cython$", PAGE, re.MULTILINE)
SOURCES = dict(re.findall(r"```cython\n(?=# (\w+\.pyx))(.*?)```", PAGE, re.S))
HIKER = SOURCES["hiker.pyx"]
OTHERS = """

PARAMETERS["odd"] = {"keep": (2, 0)}


cdef int32_t odd(const view_t* view, const move_t* moves, int32_t n_moves, const void* params,
                 rng_t* rng) noexcept nogil:
    return 0


cdef int32_t wrong(const view_t* view, const move_t* moves, int32_t n_moves, const void* params,
                   rng_t* rng) noexcept nogil:
    return n_moves
"""


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A cache for this file's tests, so that nothing is compiled twice."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def desk(tmp_path, kept, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(kept))
    monkeypatch.setattr(cython_file, "_loaded", {})
    monkeypatch.setattr(cython_file, "_FLAGS", ["-O0", "-w"])  # nobody waits for the optimiser
    monkeypatch.chdir(tmp_path)
    for name, text in SOURCES.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def refused(text, *, name="mine.pyx:cautious"):
    Path("mine.pyx").write_text(text)
    with pytest.raises(UserError) as sentence:
        totals(cell("hike", 3, (name, "random", "random")), 2)
    assert "\n" not in str(sentence.value)
    return str(sentence.value)


def test_the_page_has_an_example_for_every_game():
    assert [shlex.split(line)[2] for line in EXAMPLES] == [
        *("hike", "oh-hell", "horrible-mountain", "hike-sled", "hide-n-seek"),
    ]


@pytest.mark.usefixtures("desk")
@pytest.mark.parametrize("line", rest_full(EXAMPLES))
def test_the_examples_play(line, capsys):
    assert cli.run([*shlex.split(line)[1:], "--quiet", "--threads", "1"]) == 0
    assert capsys.readouterr().err == ""
    name = next(word for word in shlex.split(line) if ".pyx:" in word).partition("=")[2]
    game = shlex.split(line)[2]
    assert not registry.is_in_python(game, spec.parse_policy(name))


def test_a_compiled_policy_plays_as_the_same_one_in_python(desk):
    """The rule of the example, written again: the same games to the last counter."""
    (desk / "same.py").write_text(
        "class Cautious:\n"
        "    def __init__(self, keep=2):\n        self.keep = keep\n"
        "    def choose(self, view, moves, rng):\n"
        "        suits = ('Bird', 'Bug', 'Lake', 'Light', 'Peak', 'Trail', 'Tree')\n"
        "        if len(view.hand) > self.keep:\n"
        "            for place, move in enumerate(moves):\n"
        "                if move in suits:\n                    return place\n"
        "        return len(moves) - 1\n"
    )
    found = [
        totals(cell("hike", 3, (name, "greedy", "expert"), seed=4), 60)
        for name in ("hiker.pyx:cautious:keep=3", "same.py:Cautious:keep=3")
    ]
    assert found[0].seats == found[1].seats


def test_it_is_compiled_once_and_again_if_it_changes(desk, kept):
    table = cell("hike", 3, ("hiker.pyx:cautious",) * 3)
    before = totals(table, 20)
    files = {path: path.stat().st_mtime_ns for path in kept.rglob("*") if path.is_file()}
    cython_file._loaded.clear()
    assert totals(table, 20) == before
    assert files == {path: path.stat().st_mtime_ns for path in kept.rglob("*") if path.is_file()}
    (desk / "hiker.pyx").write_text(HIKER.replace("return n_moves - 1", "return 0"))
    changed = totals(cell("hike", 3, ("hiker.pyx:cautious",) * 3), 20)
    assert changed.seats != before.seats
    assert len([path for path in kept.rglob("*") if path.is_file()]) == len(files) + 1


@pytest.mark.usefixtures("desk")
def test_it_can_be_asked_by_others_and_runs_in_threads():
    texts = ("search:rollout=hiker.pyx:cautious,worlds=2", "noise:of=hiker.pyx:cautious:keep=1")
    table = cell("hike", 3, (*texts, "hiker.pyx:cautious:keep=0"))
    assert totals(table, 6, threads=1, chunk=1) == totals(table, 6, threads=2, chunk=2)
    assert "hiker.pyx" in table.settings["policy_files"]


def test_an_answer_that_is_none_names_the_game(desk):
    (desk / "mine.pyx").write_text(HIKER + OTHERS)
    with pytest.raises(RunError, match=r"must return a number .*; got \d at seat 1 of hike"):
        totals(cell("hike", 3, ("mine.pyx:wrong", "random", "random")), 5)


@pytest.mark.parametrize(
    ("change", "sentence"),
    rest_full([
        (("return i\n", "return ii\n"), "has an error in line 19: undeclared name not builtin: ii"),
        (("s.size", "s.sise"), "has an error in line 16: "),
        (("PARAMETERS = {", "PARAMETERS = {{"), "has an error in line 11: Expected"),
        (("const void* params, rng_t", "double params, rng_t"), "must have a function of the form"),
        (("noexcept nogil", "except -1"), "must have functions of the form"),
        (("    return n_moves - 1\n", "    return (n_moves - 1\n"), "has an error in line 20: "),
        (("    return n_moves - 1\n", "    return n_moves -"), "has an error in line 20: "),
        (("PARAMETERS = {", "SCRATCH = 5\nPARAMETERS = {"), "must give SCRATCH as {"),
        (("PARAMETERS = {", "SCRATCH = {'cautious': -1}\nPARAMETERS = {"), "at most 16 MB; got {"),
        (("cdef int32_t cautious", "def cautious"), "must have a function of the form cdef int32"),
        (('{"cautious":', 'int("x"), {"cautious":'), "in line 8: ValueError: invalid literal"),
        (("PARAMETERS = {", "PARAMETERS = 5 or {"), "must give PARAMETERS as {"),
    ], first=5),
)  # fmt: skip
@pytest.mark.usefixtures("desk")
def test_mistakes_are_one_sentence_with_the_line(change, sentence):
    assert change[0] in HIKER
    told = refused(HIKER.replace(*change))
    assert told.startswith("Policy file mine.pyx ")
    assert sentence in told


HELPER = """

cdef int32_t first(const view_t* view, const move_t* moves, int32_t n_moves) noexcept nogil:
    return 0


cdef inline int32_t better(const view_t* view, const move_t* moves, int32_t a, int32_t b,
                           double weight) noexcept nogil:
    return a


def example():
    '''As in
cdef int32_t told(const view_t* view, const move_t* moves, int32_t n_moves, const void* params,
                  rng_t* rng) noexcept nogil
    '''


ctypedef struct turn_t:
    int32_t asked
    int32_t more[30]

SCRATCH = {"counts": sizeof(turn_t)}


cdef int32_t counts(const view_t* view, const move_t* moves, int32_t n_moves, const void* params,
                    rng_t* rng) noexcept nogil:
    cdef turn_t* turn = <turn_t*>view.scratch
    if turn.asked < 0 or turn.asked > n_moves:      # somebody else's bytes
        return -1
    turn.asked += 1 + turn.more[29]
    return 0
"""


def test_helpers_are_no_policies_and_a_policy_has_memory_for_a_turn(desk):
    (desk / "mine.pyx").write_text(HIKER + HELPER)
    table = cell("hike", 3, ("mine.pyx:counts", "mine.pyx:cautious", "random"))
    assert totals(table, 5).n == 5
    file = cython_file.read_file("mine.pyx", "hike", games.load("hike").version)
    assert [*file.policies] == ["cautious", "counts"]
    assert [policy.scratch_size for policy in file.policies.values()] == [0, 31 * 4]
    told = refused(HIKER + HELPER, name="mine.pyx:first")
    assert "must have the function first in the form cdef int32_t NAME(const view_t*" in told


@pytest.mark.usefixtures("desk")
def test_names_and_numbers_that_are_none():
    text = HIKER + OTHERS
    told = refused(text, name="mine.pyx:cautios")
    assert "has no function 'cautios'; did you mean cautious?" in told
    told = refused(text, name="mine.pyx:cautious:keep=11")
    assert "must be a number from 0 to 10; got '11'" in told
    assert "has no parameter 'kep'" in refused(text, name="mine.pyx:cautious:kep=1")
    assert "must give PARAMETERS as" in refused(text, name="mine.pyx:odd")
    with pytest.raises(UserError, match=r"must name a function in its file, as in mine\.pyx:"):
        spec.parse_policy("mine.pyx")
    with pytest.raises(UserError, match=r"Policy file none\.pyx does not exist"):
        totals(cell("hike", 3, ("none.pyx:a", "random", "random")), 1)


@pytest.mark.usefixtures("desk")
def test_what_is_missing_is_said(monkeypatch, tmp_path):
    monkeypatch.setenv("CC", "no-such-compiler")
    told = refused(HIKER + "\n# another text\n")
    assert "needs a C compiler, and no-such-compiler is not there; install one" in told
    monkeypatch.setattr(cython_file, "find_spec", lambda _name: None)
    assert "pip install 'Cython>=3.1,<4' setuptools" in refused(HIKER + "\n# yet another\n")
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert "set XDG_CACHE_HOME to a folder" in refused(HIKER + "\n# and another\n")


def test_the_cache_knows_text_version_and_game(desk, monkeypatch):
    """Another text, another version of ours or of the game: another name."""
    made = []
    monkeypatch.setattr(cython_file, "_compile", lambda _p, name, *_rest: made.append(name))
    monkeypatch.setattr(cython_file, "_load", lambda *_: type("Module", (), {"POLICIES": {}}))
    file = desk / "hiker.pyx"
    for text, game, version in ((HIKER, "hike 2", "a"), (HIKER + "\n", "hike 2", "a")):
        monkeypatch.setattr(cython_file, "_surroundings", lambda version=version: (version,))
        cython_file._policies("hiker.pyx", file, text, game)
        cython_file._policies("hiker.pyx", file, text, "hike 3")
    monkeypatch.setattr(cython_file, "_surroundings", lambda: ("b",))
    cython_file._policies("hiker.pyx", file, HIKER, "hike 2")
    assert len(set(made)) == len(made) == 5
