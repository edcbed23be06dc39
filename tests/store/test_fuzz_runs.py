"""Kept runs that somebody has touched: whatever stands in their files, a sentence or an answer.

What is damaged is well formed, so that it is not refused at the door.
"""

import json
import random
import re
import shutil
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.fuzz import JUNK, damaged
from support.fuzz_folder import desk, run_line
from support.settings import examples

__all__ = ["desk"]  # the folder with runs to damage
KINDS = ("run", "pairs", "merged")
LINES = [
    "show bent", "show bent --json", "show bent --html", "show {} bent", "show bent {}", "runs .",
    "runs bent", "resume bent", "resume bent -q", "extend bent -n 75", "merge bent other --out new",
    "merge other bent --out new",
]  # fmt: skip


@pytest.fixture(scope="module")
def files(desk):
    """What stands in the files of some runs, by run."""
    found = {}
    for name in KINDS:
        lines = (desk / name / "chunks.txt").read_bytes().splitlines()
        found[name] = {
            "manifest.json": json.loads((desk / name / "manifest.json").read_text()),
            "answer.json": json.loads((desk / name / "answer.json").read_text()),
            "chunks.txt": lines,
        }
    return found


def as_json(value) -> str:
    """JSON, whatever is in it."""
    return json.dumps(value, default=lambda odd: type(odd).__name__, skipkeys=True)


@st.composite
def bent_lines(draw, runs) -> bytes:
    """Lines of one run, some of them torn, doubled, of another run, or of another program."""
    lines = list(draw(st.sampled_from(runs)))
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(lines) - 1))
        body = as_json(draw(JUNK)).encode()
        foreign = b"%08x %s" % (zlib.crc32(body), body)
        other = draw(st.sampled_from(runs))[0]
        cut = lines[at][: draw(st.integers(0, len(lines[at])))]
        lines.insert(at, draw(st.sampled_from([foreign, other, cut, lines[at], b""])))
    return b"\n".join(lines)


@pytest.mark.full
@pytest.mark.parametrize("kind", KINDS)
def test_a_run_with_other_lines_in_it(kind, files, desk) -> None:
    @examples(25)
    @given(
        bent_lines([files[kind]["chunks.txt"] for kind in KINDS]),
        st.sampled_from(LINES),
    )
    def holds(text, line):
        tried_with(desk, kind, "chunks.txt", text, line)

    holds()


def tried_with(desk, kind, file, text, line) -> int:
    """The exit code of a line about a run in which one file has another text."""
    for name in ("new", "bent"):
        shutil.rmtree(desk / name, ignore_errors=True)
    shutil.copytree(desk / kind, desk / "bent")
    (desk / "bent" / file).write_bytes(text)
    try:
        code, out, err = run_line(line.format(kind).split())
        assert code in (0, 2), f"{line}\n{err}"
        assert "Traceback" not in out + err, f"{line}\n{err}"
        if code == 2:
            assert re.fullmatch(r"[^\n]+\n", err), f"{line}\n{err}"
            assert out == "", line
            assert not (desk / "new").exists(), line
    finally:
        for name in ("new", "bent"):
            shutil.rmtree(desk / name, ignore_errors=True)
    return code


@pytest.mark.full
@pytest.mark.parametrize("file", ["manifest.json", "answer.json"])
def test_a_run_with_other_words_in_it(file, files, desk) -> None:
    seen = set()

    @examples(60)
    @given(
        st.sampled_from(KINDS).flatmap(
            lambda kind: st.tuples(st.just(kind), damaged(files[kind][file]))
        ),
        st.sampled_from(LINES),
    )
    def holds(bent, line):
        kind, words = bent
        seen.add(tried_with(desk, kind, file, as_json(words).encode(), line))

    holds()
    assert seen == {0, 2}


@pytest.mark.parametrize("seed", range(20))
def test_other_files_in_a_run(seed, desk) -> None:
    """Folders, links, bytes and nothing where files are expected."""
    luck = random.Random(seed)
    bent = desk / "bent"
    shutil.copytree(desk / luck.choice(KINDS), bent)
    try:
        name = luck.choice(sorted({path.name for path in bent.iterdir()} | {"games", ".lock"}))
        strange(bent / name, luck.choice(["folder", "link", "circle", "bytes", "nothing", "empty"]))
        code, out, err = run_line(luck.choice(LINES).format("run").split())
        assert code in (0, 1, 2), err
        assert "Traceback" not in out + err, err
    finally:
        shutil.rmtree(bent)
        shutil.rmtree(desk / "new", ignore_errors=True)


def strange(path, kind) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
    if kind == "folder":
        path.mkdir()
    elif kind == "link":
        path.symlink_to("gone")
    elif kind == "circle":
        path.symlink_to(path.name)
    elif kind != "nothing":
        path.write_bytes(b"" if kind == "empty" else bytes(range(256)))
