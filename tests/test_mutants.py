"""Where scripts/mutate would break a source, and that it breaks nothing else."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "scripts"))
import mutants  # noqa: E402

SOURCES = sorted(
    [*(ROOT / "_core").rglob("*.p[yx][xd]"), *(ROOT / "analyzer" / "reduce").glob("*.py")]
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
    ],
)
def test_what_is_left_alone(line):
    assert broken(line) == set()


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_a_mutant_changes_one_place_of_its_line(path):
    source = path.read_text("utf-8")
    for mutant in mutants.of_file(ROOT, path):
        after = mutant.apply(source)
        assert after != source
        assert after[: mutant.at] == source[: mutant.at]
        assert (
            after.removeprefix(source[: mutant.at] + mutant.after)
            == source[mutant.at + len(mutant.before) :]
        )
        start = source.splitlines()[mutant.line - 1][mutant.column - 1 :]
        assert start.startswith(mutant.before.partition("\n")[0])


def test_a_larger_sample_holds_the_smaller_one():
    """Each file has its share of any beginning."""
    import mutate

    found = [m for path in SOURCES[:12] for m in mutants.of_file(ROOT, path)]
    order = mutate.spread(found, seed=3)
    assert sorted(map(str, order)) == sorted(map(str, found))
    assert mutate.spread(found, seed=4) != order
    first = order[: len(found) // 10]
    for path in {mutant.path for mutant in found}:
        share, all_of_it = (sum(m.path == path for m in some) for some in (first, found))
        assert abs(share - all_of_it / 10) <= 3
