"""Whose folder it is, and what it holds: refused with a sentence that says what differs."""

import fcntl
import json

import pytest

from analyzer import cli
from analyzer.errors import UserError
from analyzer.store.folder import RunFolder, new_run_path
from support.lanes import each_then_all
from support.stored_runs import REQUEST, analyze, analyze_refused, change_manifest, plan

pytestmark = pytest.mark.usefixtures("plain_answers")


# --- who may write --------------------------------------------------------------------------------


def test_a_run_is_played_by_one_process(tmp_path, capsys) -> None:
    analyze(f"simulate hike -p 3 -n 10 -q --out {tmp_path}/run", capsys)
    with (tmp_path / "run" / ".lock").open("rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        for line in (f"resume {tmp_path}/run", f"extend {tmp_path}/run -n 20"):
            assert "is being played by another process" in analyze_refused(line, capsys)
        told = analyze_refused(f"merge {tmp_path}/run {tmp_path}/run --out {tmp_path}/x", capsys)
        assert "is being played by another process" in told
        analyze(f"show {tmp_path}/run", capsys)  # reading is free
        assert "being played" in analyze(f"runs {tmp_path}", capsys)
    analyze(f"resume {tmp_path}/run -q", capsys)
    assert not (tmp_path / "x").exists()


def test_the_slower_of_two_new_runs_is_refused(tmp_path) -> None:
    """Both found the place free; the second must not write over the first."""
    place = new_run_path(str(tmp_path / "run"))
    RunFolder.create(place, plan(), REQUEST, 0).close()
    before = (place / "manifest.json").read_bytes()
    with pytest.raises(UserError, match="holds another run by now"):
        RunFolder.create(place, plan(), REQUEST, 0)
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
        "run": "holds a run already: resume it (analyze resume run)",
        "run/manifest.json": "is a file",
        "x" * 300: "file name too long",
        "a/" + "x" * 300: "file name too long",
        "~nobody-of-that-name/x": "no such home folder",
        "''": "must not be empty",
    }.items():
        assert words in analyze_refused(f"simulate hike -p 3 -n 10 --out {place}", capsys)
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


def test_another_version_rules_or_tables_are_refused_with_what_differs(kept, capsys) -> None:
    found = json.loads((kept / "manifest.json").read_text())
    (group,) = found["plan"]
    (table,) = group["cells"]

    def told(**settings) -> str:
        cells = [table | settings]
        change_manifest(kept, plan=[group | {"cells": cells}])
        return analyze_refused(f"resume {kept}", capsys)

    assert "its game version is 0, not" in told(game_version=0)
    assert "its rule target is 9, not 5" in told(rules=table["rules"] | {"target": 9})
    assert "its table suits is abc, not" in told(tables={"suits": "abc"})
    assert "its policies is greedy, greedy, greedy, not expert" in told(policies=["greedy"] * 3)
    assert "its seed is 7, not 1" in told(seed=7)
    change_manifest(kept, plan=found["plan"], analyzer="0.0.1")
    assert "it was made by analyzer 0.0.1, not" in analyze_refused(f"resume {kept}", capsys)
    change_manifest(kept, analyzer=found["analyzer"], reducers={"totals": 99})
    assert "its totals have format 99, not" in analyze_refused(f"resume {kept}", capsys)
    change_manifest(
        kept, status="started"
    )  # as if it had been killed: its answer is made of its chunks
    assert "its totals have format 99, not" in analyze_refused(f"show {kept}", capsys)
    change_manifest(kept, status=found["status"])
    change_manifest(kept, reducers=found["reducers"], version=99)
    assert "has format 99, and this analyzer reads 2 at most" in analyze_refused(
        f"show {kept}", capsys
    )
    change_manifest(kept, version=2)
    analyze(f"resume {kept} -q", capsys)


def test_of_a_run_in_format_1_only_its_answer_is_shown(kept, capsys) -> None:
    told = analyze(f"show {kept}", capsys)
    change_manifest(kept, version=1)
    assert analyze(f"show {kept}", capsys) == told
    for line in (f"resume {kept}", f"extend {kept} -n 200", f"merge {kept} {kept} --out new"):
        assert "was kept in format 1, of which only a finished answer" in analyze_refused(
            line, capsys
        )
    assert "UNDECIDED" in analyze(f"runs {kept}", capsys)
    (kept / "answer.json").unlink()
    assert "was kept in format 1" in analyze_refused(f"show {kept}", capsys)


def test_a_changed_policy_file_is_refused(tmp_path, capsys, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = "class Mine:\n    def choose(self, view, moves, rng):\n        return 0\n"
    (tmp_path / "mine.py").write_text(text)
    line = "simulate hike -p 3 -n 5 -q --policy ./mine.py:Mine --out run"
    analyze(line, capsys)
    again = "resume run --policy ./mine.py:Mine"
    analyze(f"{again} -q", capsys)
    (tmp_path / "mine.py").write_text(text.replace("0", "-1"))
    assert "the policy file ./mine.py has changed since" in analyze_refused(again, capsys)


BROKEN = [
    "", "{", "[]", "{}", '{"file": "analyzer run"}', '{"file": "analyzer run", "version": 2}',
    '{"file": "analyzer run", "version": "1"}', "[" * 100_000, '{"file": 3}', "\xff",
]  # fmt: skip


@pytest.mark.parametrize("text", BROKEN)
@pytest.mark.parametrize("line", ["resume", "extend -n 500", "show", "merge --out x"])
def test_a_broken_manifest_is_told(text, line, kept, capsys) -> None:
    (kept / "manifest.json").write_bytes(text.encode("latin-1"))
    command, _, options = line.partition(" ")
    folders = f"{kept} {kept}" if command == "merge" else f"{kept}"
    analyze_refused(f"{command} {folders} {options}", capsys)


FIELDS = [
    "analyzer",
    "request",
    "game",
    "policy_files",
    "plan",
    "reducers",
    "rows",
    "seconds",
    "status",
]


VALUES = [..., {}, [], 3, "x", None, [3], [{}], [[]], {"a": []}]


@pytest.mark.parametrize(("name", "value"), each_then_all(FIELDS, VALUES))
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
    assert "There is no folder" in analyze_refused(f"show {tmp_path}/none", capsys)
    assert "holds no run of analyze" in analyze_refused(f"resume {tmp_path}", capsys)
    (tmp_path / "manifest.json").write_text('{"name": "a web app"}')
    assert "is not the manifest of a run" in analyze_refused(f"resume {tmp_path}", capsys)
    assert analyze(f"runs {tmp_path}", capsys) == f"No kept runs in {tmp_path}.\n"
    assert "There is no folder" in analyze_refused(f"runs {tmp_path}/none", capsys)
