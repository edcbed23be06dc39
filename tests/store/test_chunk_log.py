"""Lines of chunks: damaged, cut off, folded; and planned looks that survive a stop."""

from dataclasses import replace

import pytest

from analyzer.errors import RunError
from analyzer.questions.simulate import Simulate
from analyzer.render import json_text
from analyzer.request.setting import build_setting
from analyzer.simulation.run import run, run_question
from analyzer.store import folder as kept_folder
from analyzer.store import manifest as manifests
from analyzer.store.chunk_log import OverlapError, RangeSet, format_line, parse_line, read_lines
from analyzer.store.folder import CHUNKS, RunFolder, read_ranges
from support.lanes import few_then_many
from support.stored_runs import HIKE, OTHER, REQUEST, chunk, plan

SETTING = build_setting("hike", 3, "random", {"target": 5}, 2)


def answer_of(question, outcome) -> str:
    """The answer's bytes, times aside."""
    told = question.answer(outcome)
    return json_text.to_json_text(replace(told, seconds=0.0, core_seconds=0.0, threads=1))


# --- lines ----------------------------------------------------------------------------------------


def test_a_line_says_what_a_chunk_holds() -> None:
    part = chunk(3, 4, (HIKE, OTHER))
    line = format_line(2, part)
    assert parse_line(line) == (2, part)
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1


def test_no_damaged_line_counts() -> None:
    line = format_line(0, chunk(0, 2))
    assert all(parse_line(line[:cut]) is None for cut in range(len(line)))
    for at in range(0, len(line), 7):
        for bit in (1, 16):
            damaged = bytes([*line[:at], line[at] ^ bit, *line[at + 1 :]])
            assert parse_line(damaged) is None


def test_reading_stops_at_the_first_bad_line(tmp_path) -> None:
    lines = [format_line(0, chunk(first, 2)) for first in (0, 2, 4)]
    path = tmp_path / "chunks.txt"
    path.write_bytes(lines[0] + lines[1][:-2] + b"\n" + lines[2])
    assert [(end, part.first) for end, _, part in read_lines(path)] == [(len(lines[0]), 0)]
    assert list(read_lines(tmp_path / "none")) == []


@pytest.mark.parametrize("order", [(0, 2, 4, 6), (6, 4, 2, 0), (2, 6, 0, 4), (4, 0, 6, 2)])
def test_neighbours_become_one_but_for_looks(order) -> None:
    whole = chunk(0, 8)
    held = RangeSet()
    for first in order:
        held.add(chunk(first, 2))
    assert held.parts == [whole]
    assert held.n == 8
    cut = RangeSet([4])
    for first in order:
        cut.add(chunk(first, 2))
    assert [(part.first, part.n) for part in cut.parts] == [(0, 4), (4, 4)]
    assert cut.holds(2, 5)
    assert not cut.holds(6, 3)


@pytest.mark.parametrize(("first", "n", "game"), [(0, 2, 0), (3, 1, 3), (1, 3, 2), (0, 9, 2)])
def test_no_game_is_held_twice(first, n, game) -> None:
    held = RangeSet()
    held.add(chunk(2, 2))
    if (first, n) == (0, 2):
        held.add(chunk(0, 2))
    with pytest.raises(OverlapError) as told:
        held.add(chunk(first, n))
    assert told.value.game == game


# --- stopped anywhere -----------------------------------------------------------------------------


@pytest.mark.parametrize("share", few_then_many(31))
def test_truncated_at_every_byte_it_gives_the_same_answer(share, tmp_path) -> None:
    question = Simulate(SETTING, 4)
    whole = answer_of(question, run_question(question, threads=1))
    path = tmp_path / "run"
    kept = RunFolder.create(path, question.plan(), REQUEST, 0)
    run(question.plan(), chunk=2, threads=1, store=kept)
    kept.close()
    full = (path / CHUNKS).read_bytes()
    assert full.count(b"\n") == 2
    ends = {cut for cut in range(len(full) + 1) if full[cut - 1 : cut + 1].count(b"\n")}
    for cut in sorted({*range(0, len(full) + 1, share), *ends}):
        (path / CHUNKS).write_bytes(full[:cut])
        kept = RunFolder.open(path, question.plan(), REQUEST)
        lines = full[:cut].count(b"\n")
        assert sum(part.n for part in kept.known(0)) == 2 * lines
        if cut % 37 == 0 or len(full) - cut < 3 or cut in ends:
            outcome = run_question(question, chunk=2, threads=1, store=kept)
            assert answer_of(question, outcome) == whole
            assert (path / CHUNKS).read_bytes() == full
        kept.close()


def test_what_follows_a_torn_line_is_cut_off(tmp_path) -> None:
    """Else new lines would be glued to it, and lost."""
    kept = RunFolder.create(tmp_path / "run", plan(), REQUEST, 0)
    run(plan(), chunk=3, threads=1, store=kept)
    kept.close()
    path = tmp_path / "run" / CHUNKS
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0] + lines[1][:50])
    for _ in range(2):
        kept = RunFolder.open(tmp_path / "run", plan(), REQUEST)
        run(plan(), chunk=3, threads=1, store=kept)
        kept.close()
        assert path.read_bytes() == b"".join(lines)


@pytest.mark.parametrize("stop_at", [0, 1, 2])
def test_planned_looks_survive_a_stop(tmp_path, stop_at) -> None:
    """Whatever was held when it stopped, it is decided at the same look, and nothing goes on."""
    looks, seen = (2, 4, 8), []

    def decide(ran, look) -> bool:
        seen.append((ran.n, look))
        return look == stop_at

    whole = plan(8, looks=looks)
    kept = RunFolder.create(tmp_path / "run", whole, REQUEST, 0)
    once = run(whole, chunk=1, threads=1, store=kept, decide=decide).groups[0]
    kept.close()
    lines = (tmp_path / "run" / CHUNKS).read_bytes().splitlines(keepends=True)
    for some in (lines[:1], lines[: stop_at + 2], lines[1:], lines):
        (tmp_path / "run" / CHUNKS).write_bytes(b"".join(some))
        kept = RunFolder.open(tmp_path / "run", whole, REQUEST)
        seen.clear()
        again = run(whole, chunk=1, threads=1, store=kept, decide=decide).groups[0]
        kept.close()
        assert seen == [(n, look) for look, n in enumerate(looks[: stop_at + 1])]
        assert (again.n, again.look, again.parts) == (once.n, once.look, once.parts)


def test_many_lines_become_few(tmp_path, monkeypatch) -> None:
    """Memory and disk stay flat: neighbours are added up, and the file is written anew."""
    monkeypatch.setattr(kept_folder, "FOLD_BYTES", 5000)
    whole = plan(400, looks=(100, 400))
    kept = RunFolder.create(tmp_path / "run", whole, REQUEST, 0)
    sizes = []
    run(whole, chunk=2, threads=2, store=kept, progress=lambda _: sizes.append(kept._size))
    assert len(kept.known(0)) == 2  # the look at 100 parts them
    kept.close()
    longest = max(map(len, (tmp_path / "run" / CHUNKS).read_bytes().splitlines(keepends=True)))
    assert max(sizes) < 5000 + 6 * longest
    held, end = read_ranges(tmp_path / "run", manifests.read_manifest(tmp_path / "run"))
    assert [(part.first, part.n) for part in held[0].parts] == [(0, 100), (100, 300)]
    assert end == (tmp_path / "run" / CHUNKS).stat().st_size
    assert held[0].parts[0].add(held[0].parts[1]).parts == run(whole).groups[0].parts


def test_a_write_that_fails_leaves_whole_lines(tmp_path) -> None:
    kept = RunFolder.create(tmp_path / "run", plan(), REQUEST, 0)
    kept.keep(0, chunk(0, 3))
    before = (tmp_path / "run" / CHUNKS).read_bytes()

    class Full:
        """A disk that takes ten more bytes."""

        def __init__(self, file) -> None:
            self.file = file

        def write(self, data: bytes) -> int:
            if (tmp_path / "run" / CHUNKS).stat().st_size > len(before):
                raise OSError(28, "No space left on device")
            return self.file.write(data[:10])

        def __getattr__(self, name):
            return getattr(self.file, name)

    file = kept._chunks
    kept._chunks = Full(file)
    with pytest.raises(
        RunError, match=r"no space left on device. What was kept is intact; make roo"
    ):
        kept.keep(0, chunk(3, 3))
    assert (tmp_path / "run" / CHUNKS).read_bytes() == before
    kept._chunks = file
    kept.keep(0, chunk(3, 3))
    kept.close()
    assert read_ranges(tmp_path / "run", manifests.read_manifest(tmp_path / "run"))[0][0].n == 6
