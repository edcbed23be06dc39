"""Runs in folders: stopped anywhere, gone on with, extended, merged, put side by side."""

import fcntl
import json
import re
import shlex
from dataclasses import replace

import polars as pl
import pytest

from analyzer import cli
from analyzer.errors import RunError, UserError
from analyzer.kept import folder as kept_folder
from analyzer.kept import manifest as manifests
from analyzer.kept import rows
from analyzer.kept.folder import CHUNKS, Kept, place_for, read_held
from analyzer.kept.lines import Held, Twice, line_of, part_of, read_lines
from analyzer.plan import Chunk, Group, Plan, Want, totals_and_pairs
from analyzer.play import play_chunk
from analyzer.questions.simulate import Simulate
from analyzer.report import jsonout
from analyzer.run import run, run_question
from analyzer.setting import make
from played import cell

HIKE = cell("hike", 3, ("random",) * 3, {"target": 5}, seed=2)
OTHER = cell("hike", 3, ("random",) * 3, {"target": 6}, seed=2)
SETTING = make("hike", 3, "random", {"target": 5}, 2)
WORDS = ["simulate", "hike", "--players", "3", "-n", "9"]


@pytest.fixture(autouse=True)
def _plain_answers(monkeypatch):
    """Pictures and pages take most of the time of a small run, and have tests of their own."""

    def write(path, answer) -> None:
        (path / "answer.json").write_text(jsonout.text(answer) + "\n")

    monkeypatch.setattr("analyzer.report.files.write_answer", write)


def plan(n=9, first=0, looks=(), cells=(HIKE,)) -> Plan:
    return Plan((Group(cells, totals_and_pairs(cells), n, first, looks),))


def chunk(first: int, n: int, cells=(HIKE,)):
    return play_chunk(Chunk(cells, totals_and_pairs(cells), first, n))


def answer_of(question, outcome) -> str:
    """The answer's bytes, times aside."""
    told = question.answer(outcome)
    return jsonout.text(replace(told, seconds=0.0, core_seconds=0.0, threads=1))


def analyze(line: str, capsys, code: int = 0) -> str:
    assert cli.run(shlex.split(line)) == code
    told = capsys.readouterr()
    return told.err if code else told.out


def refused(line: str, capsys) -> str:
    text = analyze(line, capsys, code=2)
    assert text.count("\n") == 1
    return text


def same(a, b) -> bool:
    """Equal answers in two folders, times aside."""
    told = []
    for folder in (a, b):
        found = json.loads((folder / "answer.json").read_text())
        found.pop("run")
        told.append(found)
    return told[0] == told[1]


# --- lines ----------------------------------------------------------------------------------------


def test_a_line_says_what_a_chunk_holds() -> None:
    part = chunk(3, 4, (HIKE, OTHER))
    line = line_of(2, part)
    assert part_of(line) == (2, part)
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1


def test_no_damaged_line_counts() -> None:
    line = line_of(0, chunk(0, 2))
    assert all(part_of(line[:cut]) is None for cut in range(len(line)))
    for at in range(0, len(line), 7):
        for bit in (1, 16):
            damaged = bytes([*line[:at], line[at] ^ bit, *line[at + 1 :]])
            assert part_of(damaged) is None


def test_reading_stops_at_the_first_bad_line(tmp_path) -> None:
    lines = [line_of(0, chunk(first, 2)) for first in (0, 2, 4)]
    path = tmp_path / "chunks.txt"
    path.write_bytes(lines[0] + lines[1][:-2] + b"\n" + lines[2])
    assert [(end, part.first) for end, _, part in read_lines(path)] == [(len(lines[0]), 0)]
    assert list(read_lines(tmp_path / "none")) == []


@pytest.mark.parametrize("order", [(0, 2, 4, 6), (6, 4, 2, 0), (2, 6, 0, 4), (4, 0, 6, 2)])
def test_neighbours_become_one_but_for_looks(order) -> None:
    whole = chunk(0, 8)
    held = Held()
    for first in order:
        held.add(chunk(first, 2))
    assert held.parts == [whole]
    assert held.n == 8
    cut = Held([4])
    for first in order:
        cut.add(chunk(first, 2))
    assert [(part.first, part.n) for part in cut.parts] == [(0, 4), (4, 4)]
    assert cut.holds(2, 5)
    assert not cut.holds(6, 3)


@pytest.mark.parametrize(("first", "n", "game"), [(0, 2, 0), (3, 1, 3), (1, 3, 2), (0, 9, 2)])
def test_no_game_is_held_twice(first, n, game) -> None:
    held = Held()
    held.add(chunk(2, 2))
    if (first, n) == (0, 2):
        held.add(chunk(0, 2))
    with pytest.raises(Twice) as told:
        held.add(chunk(first, n))
    assert told.value.game == game


# --- stopped anywhere -----------------------------------------------------------------------------


def test_truncated_at_every_byte_it_gives_the_same_answer(tmp_path) -> None:
    question = Simulate(SETTING, 4)
    whole = answer_of(question, run_question(question, threads=1))
    path = tmp_path / "run"
    kept = Kept.create(path, question.plan(), WORDS, 0)
    run(question.plan(), chunk=2, threads=1, store=kept)
    kept.close()
    full = (path / CHUNKS).read_bytes()
    assert full.count(b"\n") == 2
    for cut in range(len(full) + 1):
        (path / CHUNKS).write_bytes(full[:cut])
        kept = Kept.open(path, question.plan(), WORDS)
        lines = full[:cut].count(b"\n")
        assert sum(part.n for part in kept.known(0)) == 2 * lines
        if cut % 37 == 0 or len(full) - cut < 3 or full[cut - 1 : cut + 1].count(b"\n"):
            outcome = run_question(question, chunk=2, threads=1, store=kept)
            assert answer_of(question, outcome) == whole
            assert (path / CHUNKS).read_bytes() == full
        kept.close()


def test_what_follows_a_torn_line_is_cut_off(tmp_path) -> None:
    """Else new lines would be glued to it, and lost."""
    kept = Kept.create(tmp_path / "run", plan(), WORDS, 0)
    run(plan(), chunk=3, threads=1, store=kept)
    kept.close()
    path = tmp_path / "run" / CHUNKS
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0] + lines[1][:50])
    for _ in range(2):
        kept = Kept.open(tmp_path / "run", plan(), WORDS)
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
    kept = Kept.create(tmp_path / "run", whole, WORDS, 0)
    once = run(whole, chunk=1, threads=1, store=kept, decide=decide).groups[0]
    kept.close()
    lines = (tmp_path / "run" / CHUNKS).read_bytes().splitlines(keepends=True)
    for some in (lines[:1], lines[: stop_at + 2], lines[1:], lines):
        (tmp_path / "run" / CHUNKS).write_bytes(b"".join(some))
        kept = Kept.open(tmp_path / "run", whole, WORDS)
        seen.clear()
        again = run(whole, chunk=1, threads=1, store=kept, decide=decide).groups[0]
        kept.close()
        assert seen == [(n, look) for look, n in enumerate(looks[: stop_at + 1])]
        assert (again.n, again.look, again.parts) == (once.n, once.look, once.parts)


def test_many_lines_become_few(tmp_path, monkeypatch) -> None:
    """Memory and disk stay flat: neighbours are added up, and the file is written anew."""
    monkeypatch.setattr(kept_folder, "FOLD_BYTES", 5000)
    whole = plan(400, looks=(100, 400))
    kept = Kept.create(tmp_path / "run", whole, WORDS, 0)
    sizes = []
    run(whole, chunk=2, threads=2, store=kept, progress=lambda _: sizes.append(kept._size))
    assert len(kept.known(0)) == 2  # the look at 100 parts them
    kept.close()
    longest = max(map(len, (tmp_path / "run" / CHUNKS).read_bytes().splitlines(keepends=True)))
    assert max(sizes) < 5000 + 6 * longest
    held, end = read_held(tmp_path / "run", manifests.read(tmp_path / "run"))
    assert [(part.first, part.n) for part in held[0].parts] == [(0, 100), (100, 300)]
    assert end == (tmp_path / "run" / CHUNKS).stat().st_size
    assert held[0].parts[0].add(held[0].parts[1]).parts == run(whole).groups[0].parts


def test_a_write_that_fails_leaves_whole_lines(tmp_path) -> None:
    kept = Kept.create(tmp_path / "run", plan(), WORDS, 0)
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
        RunError, match=r"no space left on device. What was kept is whole; make roo"
    ):
        kept.keep(0, chunk(3, 3))
    assert (tmp_path / "run" / CHUNKS).read_bytes() == before
    kept._chunks = file
    kept.keep(0, chunk(3, 3))
    kept.close()
    assert read_held(tmp_path / "run", manifests.read(tmp_path / "run"))[0][0].n == 6


# --- who may write --------------------------------------------------------------------------------


def test_a_run_is_played_by_one_process(tmp_path, capsys) -> None:
    analyze(f"simulate hike -p 3 -n 10 -q --out {tmp_path}/run", capsys)
    with (tmp_path / "run" / ".lock").open("rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        for line in (f"resume {tmp_path}/run", f"extend {tmp_path}/run -n 20"):
            assert "is being played by another process" in refused(line, capsys)
        told = refused(f"merge {tmp_path}/run {tmp_path}/run --out {tmp_path}/x", capsys)
        assert "is being played by another process" in told
        analyze(f"show {tmp_path}/run", capsys)  # reading is free
        assert "being played" in analyze(f"runs {tmp_path}", capsys)
    analyze(f"resume {tmp_path}/run -q", capsys)
    assert not (tmp_path / "x").exists()


def test_the_slower_of_two_new_runs_is_refused(tmp_path) -> None:
    """Both found the place free; the second must not write over the first."""
    place = place_for(str(tmp_path / "run"))
    Kept.create(place, plan(), WORDS, 0).close()
    before = (place / "manifest.json").read_bytes()
    with pytest.raises(UserError, match="holds another run by now"):
        Kept.create(place, plan(), WORDS, 0)
    assert (place / "manifest.json").read_bytes() == before


def test_places_that_are_refused(tmp_path, capsys, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("mine")
    (tmp_path / "nothing").symlink_to("gone")
    (tmp_path / "circle").symlink_to("circle")
    (tmp_path / "file").write_text("")
    analyze("simulate hike -p 3 -n 10 -q --out run", capsys)
    before = sorted(tmp_path.rglob("*"))
    for place, words in {
        "full": "holds files already",
        "nothing": "a link to nothing",
        "circle": "a link to nothing",
        "file": "is a file",
        "file/x/y": "would lie in 'file', a file",
        "run": "holds a run already: go on with it (analyze resume run)",
        "run/manifest.json": "is a file",
        "x" * 300: "file name too long",
        "a/" + "x" * 300: "file name too long",
        "~nobody-of-that-name/x": "no such home folder",
        "''": "must not be empty",
    }.items():
        assert words in refused(f"simulate hike -p 3 -n 10 --out {place}", capsys)
    assert sorted(tmp_path.rglob("*")) == before


def test_an_empty_folder_is_taken_as_it_is(tmp_path, capsys, monkeypatch) -> None:
    """Its mode stays, a link to it stays a link, and `.` is as good as any."""
    (tmp_path / "mine").mkdir(mode=0o750)
    (tmp_path / "link").symlink_to("mine")
    analyze(f"simulate hike -p 3 -n 10 -q --out {tmp_path}/link", capsys)
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "mine").stat().st_mode & 0o777 == 0o750
    assert (tmp_path / "mine" / "answer.json").exists()
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    analyze("simulate hike -p 3 -n 10 -q --out .", capsys)
    assert (tmp_path / "here" / "answer.json").exists()
    monkeypatch.setenv("HOME", str(tmp_path))
    analyze("simulate hike -p 3 -n 10 -q --out=~/there", capsys)
    assert (tmp_path / "there" / "answer.json").exists()


def test_a_run_that_fails_leaves_nothing_of_its_own(tmp_path, capsys, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(
        "class Raises:\n    def choose(self, view, moves, rng):\n        raise ValueError\n"
    )
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    (tmp_path / "there").mkdir()
    for place in ("a/b/new", "there"):
        line = f"simulate hike -p 3 -n 10 --policy ./mine.py:Raises --out {place}"
        analyze(line, capsys, code=1)
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["mine.py", "there"]


def test_a_folder_that_was_killed_before_its_manifest_can_be_taken(tmp_path, capsys) -> None:
    run_folder = tmp_path / "run"
    run_folder.mkdir()
    for name in (".lock", "chunks.txt"):
        (run_folder / name).touch()
    (run_folder / ".manifest.json.4194305.part").write_text('{"fi')
    analyze(f"simulate hike -p 3 -n 10 -q --out {run_folder}", capsys)
    assert not list(run_folder.glob(".*.part"))


# --- what differs ---------------------------------------------------------------------------------


@pytest.fixture
def kept(tmp_path, capsys):
    """A small run of one game, with rows."""
    analyze(f"simulate hike -p 3 -n 100 -q --rule target=5 --out {tmp_path}/run", capsys)
    return tmp_path / "run"


def change(run_folder, **changes) -> None:
    file = run_folder / "manifest.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | changes))


def test_another_version_rules_or_tables_are_refused_with_what_differs(kept, capsys) -> None:
    found = json.loads((kept / "manifest.json").read_text())
    (group,) = found["plan"]
    (table,) = group["cells"]

    def told(**settings) -> str:
        cells = [table | settings]
        change(kept, plan=[group | {"cells": cells}])
        return refused(f"resume {kept}", capsys)

    assert "its game version is 0, not" in told(game_version=0)
    assert "its rule target is 9, not 5" in told(rules=table["rules"] | {"target": 9})
    assert "its table suits is abc, not" in told(tables={"suits": "abc"})
    assert "its policies is greedy, greedy, greedy, not expert" in told(policies=["greedy"] * 3)
    assert "its seed is 7, not 1" in told(seed=7)
    change(kept, plan=found["plan"], analyzer="0.0.1")
    assert "it was made by analyzer 0.0.1, not" in refused(f"resume {kept}", capsys)
    change(kept, analyzer=found["analyzer"], reducers={"totals": 99})
    assert "its totals have format 99, not" in refused(f"resume {kept}", capsys)
    change(kept, reducers=found["reducers"], version=99)
    assert "has format 99, and this analyzer reads 1 at most" in refused(f"show {kept}", capsys)
    change(kept, version=1)
    analyze(f"resume {kept} -q", capsys)


def test_a_changed_policy_file_is_refused(tmp_path, capsys, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = "class Mine:\n    def choose(self, view, moves, rng):\n        return 0\n"
    (tmp_path / "mine.py").write_text(text)
    line = "simulate hike -p 3 -n 5 -q --policy ./mine.py:Mine --out run"
    analyze(line, capsys)
    analyze("resume run -q", capsys)
    (tmp_path / "mine.py").write_text(text.replace("0", "-1"))
    assert "the policy file ./mine.py has changed since" in refused("resume run", capsys)


BROKEN = [
    "", "{", "[]", "{}", '{"file": "analyzer run"}', '{"file": "analyzer run", "version": 1}',
    '{"file": "analyzer run", "version": "1"}', "[" * 100_000, '{"file": 3}', "\xff",
]  # fmt: skip


@pytest.mark.parametrize("text", BROKEN)
@pytest.mark.parametrize("line", ["resume", "extend -n 500", "show", "merge --out x"])
def test_a_broken_manifest_is_told(text, line, kept, capsys) -> None:
    (kept / "manifest.json").write_bytes(text.encode("latin-1"))
    command, _, options = line.partition(" ")
    folders = f"{kept} {kept}" if command == "merge" else f"{kept}"
    refused(f"{command} {folders} {options}", capsys)


FIELDS = ["analyzer", "arguments", "policy_files", "plan", "reducers", "rows", "seconds", "status"]


@pytest.mark.parametrize("name", FIELDS)
@pytest.mark.parametrize("value", [..., {}, [], 3, "x", None, [3], [{}], [[]], {"a": []}])
def test_a_manifest_with_a_broken_field_is_told(name, value, kept, capsys) -> None:
    found = json.loads((kept / "manifest.json").read_text())
    if value is ...:
        found.pop(name)
    else:
        found[name] = value
    (kept / "manifest.json").write_text(json.dumps(found))
    for line in (f"resume {kept}", f"extend {kept} -n 200", f"show {kept}", f"runs {kept}"):
        code = cli.run(line.split())
        told = capsys.readouterr()
        assert code in (0, 2), line
        assert "Traceback" not in told.err


def test_folders_without_a_run(tmp_path, capsys) -> None:
    assert "There is no folder" in refused(f"show {tmp_path}/none", capsys)
    assert "holds no run of analyze" in refused(f"resume {tmp_path}", capsys)
    (tmp_path / "manifest.json").write_text('{"name": "a web app"}')
    assert "is not the manifest of a run" in refused(f"resume {tmp_path}", capsys)
    assert analyze(f"runs {tmp_path}", capsys) == f"No kept runs in {tmp_path}.\n"
    assert "There is no folder" in refused(f"runs {tmp_path}/none", capsys)


# --- resume, extend, show -------------------------------------------------------------------------


def test_extended_it_is_the_run_that_was_longer(kept, tmp_path, capsys) -> None:
    analyze(f"simulate hike -p 3 -n 300 -q --rule target=5 --out {tmp_path}/long", capsys)
    analyze(f"extend {kept} -n 300 -q", capsys)
    assert same(kept, tmp_path / "long")
    names = [f"{kept}/games", f"{tmp_path}/long/games"]
    mine, theirs = (pl.scan_parquet(name).sort("game").collect() for name in names)
    assert mine.equals(theirs)
    told = refused(f"extend {kept} -n 200", capsys)
    assert "Option -n must be at least the 300 games" in told


def test_an_extension_that_was_stopped_goes_on_to_its_end(kept, capsys) -> None:
    """The command that is kept is the one that was asked last."""
    analyze(f"extend {kept} -n 300 -q", capsys)
    lines = (kept / CHUNKS).read_bytes().splitlines(keepends=True)
    (kept / CHUNKS).write_bytes(b"".join(lines[:2]))
    analyze(f"resume {kept} -q", capsys)
    assert json.loads((kept / "answer.json").read_text())["games"] == 300


def test_a_run_with_looks_is_not_extended(tmp_path, capsys) -> None:
    analyze(f"simulate hike -p 3 -n 2000 --until-decided -q --out {tmp_path}/run", capsys)
    told = refused(f"extend {tmp_path}/run -n 4000", capsys)
    assert "has looks planned for 2,000 games" in told


def test_resumed_it_forgets_no_option(tmp_path, capsys) -> None:
    """What was asked is kept as it was typed, whichever command it was."""
    lines = {
        "simulate": "simulate hike -p 3 -n 80 --tolerance 3 --minutes-per-decision 2 --first 7",
        "compare": "compare hike -p 3 -n 80 --vs 'target=5 bonus=0' --vs policy=1=greedy",
        "sweep": "sweep hike -p 3 -n 80 --rule target=5..9:2 --tolerance 4 --measure hands",
        "players": "sweep hike -p 3..4 -n 80 --policy greedy --policy 1=random",
        "tournament": "tournament hike -p 3 -n 80 --policies random,greedy --rule target=5",
    }
    for name, line in lines.items():
        analyze(f"{line} --out {tmp_path}/{name} -q", capsys)
        before = json.loads((tmp_path / name / "answer.json").read_text())
        chunks = (tmp_path / name / CHUNKS).read_bytes().splitlines(keepends=True)
        (tmp_path / name / CHUNKS).write_bytes(b"".join(chunks[:-1]))
        analyze(f"resume {tmp_path}/{name} -q", capsys)
        after = json.loads((tmp_path / name / "answer.json").read_text())
        for told in (before, after):
            told.pop("run")
        assert before == after, line


def test_show_prints_what_was_printed(kept, capsys) -> None:
    told = json.loads(analyze(f"show {kept} --json", capsys))
    assert told == json.loads((kept / "answer.json").read_text())
    assert analyze(f"show {kept} --markdown", capsys).startswith("# ")
    assert analyze(f"show {kept} --html", capsys).lower().startswith("<!doctype html>")
    assert analyze(f"show {kept} -q", capsys).startswith(told["fairness"]["verdict"])
    refused(f"show {kept} --json --html", capsys)


def test_pictures_are_drawn_again_byte_by_byte(tmp_path, capsys) -> None:
    folder = tmp_path / "drawn"
    analyze(f"simulate hike -p 3 -n 100 -q --out {folder} --plot {tmp_path}/a.svg", capsys)
    analyze(f"show {folder} --plot {tmp_path}/b.svg", capsys)
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


def test_show_tells_what_a_killed_run_holds(kept, capsys) -> None:
    change(kept, status="started")
    lines = (kept / CHUNKS).read_bytes().splitlines(keepends=True)
    (kept / CHUNKS).write_bytes(lines[0])
    held = part_of(lines[0])[1]
    assert held.first == 0
    told = json.loads(analyze(f"show {kept} --json", capsys))
    assert (told["games"], told["games_asked"]) == (held.n, 100)
    (kept / CHUNKS).write_bytes(b"")
    assert f"has no answer yet; go on: analyze resume {kept}" in refused(f"show {kept}", capsys)
    assert "stopped, no answer yet" in analyze(f"runs {kept}", capsys)


def test_runs_are_listed(kept, capsys) -> None:
    text = analyze(f"runs {kept.parent}", capsys)
    row = re.search(r"^run +hike +3 +--rule target=5 +100 +.* \d{4}-\d\d-\d\d .*B$", text, re.M)
    assert row
    assert analyze(f"runs {kept}", capsys) == text


# --- rows -----------------------------------------------------------------------------------------


def test_shards_of_chunks_that_were_lost_are_dropped(kept, capsys) -> None:
    lines = (kept / CHUNKS).read_bytes().splitlines(keepends=True)
    (kept / CHUNKS).write_bytes(lines[0])
    (kept / "games" / ".x.part").touch()
    analyze(f"resume {kept} -q --threads 1", capsys)
    games = pl.scan_parquet(kept / "games").collect()
    assert sorted(games["game"]) == list(range(100))
    assert pl.scan_parquet(kept / "seats").collect().height == 300
    hashes = {pl.read_parquet_metadata(path)["manifest"] for path in kept.glob("*/*.parquet")}
    assert hashes == {manifests.identity(manifests.read(kept))}


@pytest.mark.parametrize(
    ("game", "players", "rules"),
    [("hike", 4, {}), ("horrible-mountain", 2, {"roles": "random"}), ("oh-hell", 3, {})],
)
def test_rows_can_be_read_as_the_core_had_filled_them(game, players, rules, tmp_path) -> None:
    table = cell(game, players, ("random",) * players, rules)
    group = Group((table,), (Want("totals", (0,)),), 60, 5)
    kept = Kept.create(tmp_path / "run", Plan((group,)), WORDS, None)
    seen = []

    def both(one, batch) -> None:
        seen.append(batch)
        kept.write_rows(one, batch)

    ran = run(Plan((group,)), chunk=25, threads=1, rows=both, store=kept).groups[0]
    kept.close()
    names = tuple(map(str, table.policies))
    read = list(rows.batches(tmp_path / "run", seen[0].layout, players, names))
    for mine, theirs in zip(read, seen, strict=True):
        assert (mine.first, mine.n) == (theirs.first, theirs.n)
        assert (mine.games == theirs.games).all()
        assert (mine.seats == theirs.seats).all()
    total = None
    for batch in read:
        part = type(ran.totals()).of(batch)
        total = part if total is None else total.add(part)
    assert total == ran.totals()


# --- merge ----------------------------------------------------------------------------------------

SMALL = "simulate hike -p 3 --rule target=5 -q"


@pytest.fixture
def ranges(tmp_path, capsys):
    """Three neighbouring ranges of one seed, and one of another."""
    for name, words in {
        "a": "-n 100", "b": "-n 70 --first 100", "c": "-n 30 --first 170", "d": "-n 50 --seed 2",
    }.items():  # fmt: skip
        analyze(f"{SMALL} {words} --out {tmp_path}/{name}", capsys)
    return tmp_path


@pytest.mark.parametrize("order", ["a b c", "c a b", "b c a"])
def test_merged_ranges_are_the_run_that_was_whole(order, ranges, capsys, monkeypatch) -> None:
    monkeypatch.chdir(ranges)
    analyze(f"{SMALL} -n 200 --out whole", capsys)
    analyze(f"merge {order} --out m -q", capsys)
    assert same(ranges / "m", ranges / "whole")
    frames = [pl.scan_parquet(f"{name}/seats").sort("game", "seat").collect() for name in
              ("m", "whole")]  # fmt: skip
    assert frames[0].equals(frames[1])
    analyze("extend m -n 250 -q", capsys)
    analyze("extend whole -n 250 -q", capsys)
    assert same(ranges / "m", ranges / "whole")


def test_merged_with_a_gap_it_counts_all_and_can_be_filled(ranges, capsys, monkeypatch) -> None:
    monkeypatch.chdir(ranges)
    analyze(f"{SMALL} -n 200 --out whole", capsys)
    assert cli.run(shlex.split("merge a c --out m -q")) == 0
    assert "games are missing; play them: analyze resume m" in capsys.readouterr().err
    found = json.loads((ranges / "m/answer.json").read_text())
    assert (found["games"], found["games_asked"]) == (130, 200)
    analyze("resume m -q", capsys)
    assert same(ranges / "m", ranges / "whole")


def test_merged_seeds_add_up(ranges, capsys, monkeypatch) -> None:
    monkeypatch.chdir(ranges)
    analyze("merge a d --out m -q", capsys)
    analyze("merge m b --out n -q", capsys)
    analyze("merge d b a --out o -q", capsys)
    found = [json.loads((ranges / name / "answer.json").read_text()) for name in "adbmno"]
    _, _, _, m, n, o = found
    hands = [one["length"]["hands"]["mean"]["estimate"] for one in found]
    assert m["games"] == 150
    assert hands[3] == pytest.approx((100 * hands[0] + 50 * hands[1]) / 150)
    assert hands[4] == pytest.approx((100 * hands[0] + 50 * hands[1] + 70 * hands[2]) / 220)
    assert n["seats"] == o["seats"]
    assert m["merged"] == [
        {"seed": 1, "ranges": [[0, 100]]},
        {"seed": 2, "ranges": [[0, 50]]},
    ]
    assert n["merged"][0] == {"seed": 1, "ranges": [[0, 170]]}
    assert m["command"] == "analyze merge a d --out m"
    assert "seeds 1 and 2" in analyze("show m", capsys)
    assert "merged from runs of several seeds" in refused("resume m", capsys)
    assert "merged from runs of several seeds" in refused("extend m -n 1e4", capsys)
    assert not (ranges / "m/games").exists()


def test_what_cannot_be_merged_is_told(ranges, capsys, monkeypatch) -> None:
    monkeypatch.chdir(ranges)
    for name, words in {
        "other": "simulate hike -p 3 -n 50 --rule target=6",
        "four": "simulate hike -p 4 -n 50 --rule target=5",
        "greedy": "simulate hike -p 3 -n 50 --rule target=5 --policy greedy",
        "again": "simulate hike -p 3 -n 50 --rule target=5 --first 60",
        "looks": "simulate hike -p 3 -n 2000 --rule target=5 --seed 9 --until-decided",
        "sweep": "sweep hike -p 3 -n 50 --rule target=5,6",
        "oh": "simulate oh-hell -p 3 -n 10",
    }.items():
        analyze(f"{words} -q --out {name}", capsys)
    for names, words in {
        "a other": "its rule target is 6, not 5",
        "a four": "its players is 4, not 3",
        "a greedy": "its policies is greedy, greedy, greedy, not expert",
        "a again": "holds game 60 of seed 1",
        "a looks": "has planned looks",
        "a sweep": "it has 2 tables, not 1",
        "a oh": "its game is oh-hell, not hike",
        "a a": "is named twice",
        "a ./a": "is named twice",
        "a gone": "There is no folder",
        "a": "merge needs two runs or more",
    }.items():
        assert words in refused(f"merge {names} --out m", capsys), names
        assert not (ranges / "m").exists()
    assert "Option --out must name the folder" in refused("merge a b", capsys)
    assert "holds a run already" in refused("merge a b --out c", capsys)
    change(ranges / "b", analyzer="0.0.1")
    assert "made by analyzer 0.0.1" in refused("merge a b --out m", capsys)


def test_sweeps_and_comparisons_can_be_merged(tmp_path, capsys, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    for kind, line in {
        "sweep": "sweep hike -p 3..4 --rule target=5,6",
        "compare": "compare hike -p 3 --rule target=5 --vs target=6",
        "tournament": "tournament hike -p 3 --policies random,greedy --rule target=5",
    }.items():
        for name, words in {"a": "-n 80", "b": "-n 60 --first 80", "w": "-n 140"}.items():
            analyze(f"{line} {words} -q --out {kind}-{name}", capsys)
        analyze(f"merge {kind}-a {kind}-b --out {kind}-m -q", capsys)
        assert same(tmp_path / f"{kind}-m", tmp_path / f"{kind}-w"), kind


# --- side by side ---------------------------------------------------------------------------------


def numbers(text: str) -> list:
    return [
        {k: row[k] for k in ("measure", "seat", "reference", "variant", "difference", "p")}
        for row in json.loads(text)["differences"]
    ]


@pytest.mark.parametrize(
    ("game", "one", "two", "vs"),
    [
        ("hike -p 3", "--rule target=5", "--rule target=6", "target=6"),
        ("hike -p 3", "--rule target=5", "--rule target=5 --policy greedy", "policy=greedy"),
        ("horrible-mountain", "", "--policy 1=greedy", "policy=1=greedy"),
    ],
)
def test_two_runs_side_by_side_are_a_comparison(
    game, one, two, vs, tmp_path, capsys, monkeypatch
) -> None:
    """From their rows, the same numbers as compare gives, on the games that both have."""
    monkeypatch.chdir(tmp_path)
    analyze(f"simulate {game} {one} -n 150 -q --out a", capsys)
    analyze(f"simulate {game} {two} -n 120 --first 20 -q --out b --threads 1", capsys)
    told = analyze("show a b --json", capsys)
    line = f"compare {game} {one} --vs {vs} -n 120 --first 20 --json"
    assert numbers(told) == numbers(analyze(line, capsys))
    assert json.loads(told)["command"] == "analyze show a b"


def test_two_comparisons_with_one_reference_side_by_side(tmp_path, capsys, monkeypatch) -> None:
    """From their pairs, without rows."""
    monkeypatch.chdir(tmp_path)
    line = "compare hike -p 3 --rule target=5 -n 100"
    analyze(f"{line} --vs target=6 -q --out a", capsys)
    analyze(f"{line} --vs target=7 --vs bonus=0 -q --out b", capsys)
    told = analyze("show a b --json", capsys)
    both = analyze(f"{line} --vs target=6 --vs target=7 --vs bonus=0 --json", capsys)
    assert numbers(told) == numbers(both)
    analyze("extend b -n 200 -q", capsys)
    assert "holds 100 games from 0 on" in refused("show a b", capsys)


def test_what_cannot_be_put_side_by_side_is_told(tmp_path, capsys, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, words in {
        "a": "simulate hike -p 3 -n 50",
        "same": "simulate hike -p 3 -n 50",
        "seed": "simulate hike -p 3 -n 50 --seed 2 --rule target=5",
        "coin": "simulate hike -p 3 -n 50 --coin-seed 2 --rule target=5",
        "far": "simulate hike -p 3 -n 50 --first 1000 --rule target=5",
        "bare": "simulate hike -p 3 -n 50 --rule target=5 --rows 0",
        "oh": "simulate oh-hell -p 3 -n 10",
        "sweep": "sweep hike -p 3 -n 50 --rule target=5,6",
        "compare": "compare hike -p 3 -n 50 --rule target=5 --vs target=6",
    }.items():
        analyze(f"{words} -q --out {name}", capsys)
    for name, words in {
        "same": "are the same table",
        "seed": "the seed is 1 in 'a' and 2 in 'seed'",
        "coin": "the coin seed is 1 in 'a' and 2 in 'coin'",
        "far": "have no game in common",
        "bare": "play both at once: analyze compare hike --players 3 --seed 1 --vs target=5 -n 50",
        "oh": "the game is hike in 'a' and oh-hell in 'oh'",
        "sweep": "is no simulate and no compare",
        "compare": "holds pairs with its own reference alone",
        "gone": "There is no folder",
    }.items():
        assert words in refused(f"show a {name}", capsys), name
    assert "show takes one run, or two" in refused("show a same bare", capsys)


def test_written_manifests_are_plain_and_complete(kept) -> None:
    found = manifests.read(kept)
    assert found["status"] == manifests.DONE
    assert found["arguments"] == shlex.split("simulate hike --players 3 -n 100 --rule target=5")
    assert set(found["plan"][0]["cells"][0]) == {
        "coin_seed", "game", "game_version", "players", "policies", "rules", "seed", "tables",
    }  # fmt: skip
    assert found["seconds"] > 0
    assert (kept / "manifest.json").stat().st_size < 10_000
