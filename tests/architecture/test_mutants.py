"""Where scripts/mutate would break a source, and that it breaks nothing else."""

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import analyzer
from support.findings import expect_none
from support.paths import ROOT

sys.path.append(str(ROOT / "tools"))
from mutate import mutants, stages
from mutate.checkout import Copy

SOURCES = sorted(
    [*(ROOT / "_core").rglob("*.p[yx][xd]"), *(ROOT / "analyzer/simulation/reducers").glob("*.py")]
)


def broken(source):
    """Every mutant of a text, as pairs of what stands there and what stands there then."""
    return {(change.before, change.after) for change in mutants.changes(source)}


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("a = b + 1\n", {("+", "-"), ("1", "2"), ("1", "0")}),
        ("if a <= b and not c:\n", {("<=", "<"), ("<=", ">"), ("and", "or"), ("not", "")}),
        ("if lasts(a):\n", {("lasts(a)", "not (lasts(a))")}),
        ("cdef int32_t x = <int32_t>y * 2\n", {("*", "+"), ("2", "3"), ("2", "1")}),
        ("move(a.b, c)\n", {("move(a.b, c)", "pass"), ("a.b, c", "c, a.b")}),
        ("x = max(a, b)\n", {("max", "min"), ("a, b", "b, a")}),
        ("x |= ~y\n", {("|=", "&="), ("~", "")}),
        ("x = -0.5\n", {("-", ""), ("0.5", "1.0")}),
        ("x: int = 0\n", {("0", "1")}),
        ("for i in range(2):\n", {("2", "3"), ("2", "1")}),
        ("return a in b\n", {("in", "not in")}),
        ("cdef enum:\n    SIZE = 8\n", {("8", "9"), ("8", "7")}),
    ],
)
def test_what_is_broken(line, found):
    assert broken(line) == found


@pytest.mark.parametrize(
    "line",
    [
        "cdef int32_t hand[8]\n",
        "cdef bint has(const table_t* table, int32_t n) except -1\n",
        "cdef bint has(int32_t n=2) noexcept nogil:\n",
        "from a cimport b, c\n",
        'raise ValueError(f"{a + b} of 3")\n',
        '"""1 + 2"""\n',
        "# 1 + 2\n",
        "ctypedef struct card_t:\n    uint8_t need[MOST + 1]\n",
        "def f(a: int | None = 3) -> int | None:\n",
        "x: int | None\n",
        "for a, b in zip(c, d, strict=True):\n",
    ],
)
def test_what_is_left_alone(line):
    assert broken(line) == set()


def test_a_mutant_changes_one_place_of_its_line():
    expect_none(
        mutant
        for path in SOURCES
        for source in [path.read_text("utf-8")]
        for mutant in mutants.mutants_of_file(ROOT, path)
        if not changes_one_place(mutant, source)
    )


def changes_one_place(mutant, source):
    before, rest = source[: mutant.at], source[mutant.at + len(mutant.before) :]
    after = mutant.apply(source)
    start = source.splitlines()[mutant.line - 1][mutant.column - 1 :]
    return (
        after != source
        and after == before + mutant.after + rest
        and start.startswith(mutant.before.partition("\n")[0])
    )


def test_a_larger_sample_holds_the_smaller_one():
    """Each file has its share of any beginning."""
    from mutate import __main__

    found = [m for path in SOURCES[:12] for m in mutants.mutants_of_file(ROOT, path)]
    order = __main__.spread_evenly(found, seed=3)
    assert sorted(map(str, order)) == sorted(map(str, found))
    assert __main__.spread_evenly(found, seed=4) != order
    first = order[: len(found) // 10]
    for path in {mutant.path for mutant in found}:
        share, all_of_it = (sum(m.path == path for m in some) for some in (first, found))
        assert abs(share - all_of_it / 10) <= 3


def test_a_copy_can_compile_game_files(tmp_path):
    """Without the headers every test of one failed, with a mutant and without."""
    copy = SimpleNamespace(root=ROOT, home=tmp_path, modules={})
    Copy.copy_machine_code(copy)
    headers = Path(analyzer.get_include()).relative_to(ROOT)
    assert (tmp_path / headers / "analyzer/_core/contract.pxd").is_file()


# --- which tests ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def suite():
    return stages.Suite(SimpleNamespace(home=ROOT), stages=5, without=[])


@pytest.mark.parametrize(
    ("source", "test"),
    [
        ("_core/games/hike/play.pyx", "tests/games/hike/test_scoring.py"),
        ("_core/policies/hike_sled/day.pyx", "tests/games/hike_sled/test_policies.py"),
        ("_core/policies/search.pyx", "tests/policies/test_search.py"),
        ("_core/nn/training.pyx", "tests/core/test_training.py"),
        ("_core/distributions.pyx", "tests/stats/test_distributions.py"),
        ("analyzer/simulation/reducers/kingmaking.py", "tests/simulation/test_reducers.py"),
    ],
)
def test_the_tests_of_a_source_are_near_to_it(suite, source, test):
    assert (ROOT / source).is_file()
    assert suite.is_near(ROOT / test, source)


def test_the_cases_of_a_question_by_hand_come_before_those_of_all_others(suite):
    named, first, *_, rest, twice, sentences = suite.answer_stages(
        "analyzer/questions/designer/luck.py"
    )
    assert "tests/questions/test_luck.py" in named
    by_hand = "tests/questions/test_toy_moments.py"
    assert by_hand in first
    assert first[-2:] == twice[-2:] == ("-k", "luck")
    assert by_hand in rest
    assert "-k" not in rest
    assert "tests/questions/test_phrases.py" in sentences


def test_tests_of_another_game_are_far(suite):
    test = ROOT / "tests/games/hike_sled/test_cards.py"
    assert not suite.is_near(test, "_core/games/hike/play.pyx")
    assert not suite.is_near(test, "analyzer/simulation/reducers/cards.py")


def test_the_topics_of_the_stages_exist():
    """A test file that is renamed must be renamed in tools/mutate/stages.py."""
    topics = {stages.topic(path) for path in (ROOT / "tests").rglob("test_*.py")}
    assert {*stages.SHARED, *stages.LEFT_OUT} - topics == set()
    assert [word for word in stages.ORDER if not any(t.startswith(word) for t in topics)] == []
    assert all((ROOT / "tests" / folder).is_dir() for folder in stages.COMMANDS)
