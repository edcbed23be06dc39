"""Kept runs resumed, extended, shown and listed, and their rows."""

import json
import re

import polars as pl
import pytest

from analyzer.request.request import Request
from analyzer.simulation.plan import Group, Plan, Reduction
from analyzer.simulation.run import run
from analyzer.store import manifest as manifests
from analyzer.store import rows
from analyzer.store.chunk_log import parse_line
from analyzer.store.folder import CHUNKS, RunFolder
from support.playouts import cell
from support.stored_runs import analyze, analyze_refused, change_manifest, same_answers

pytestmark = pytest.mark.usefixtures("plain_answers")


# --- resume, extend, show -------------------------------------------------------------------------


def test_extended_it_is_the_run_that_was_longer(kept, tmp_path, capsys) -> None:
    analyze(f"simulate hike -p 3 -n 300 -q --rule target=5 --out {tmp_path}/long", capsys)
    analyze(f"extend {kept} -n 300 -q", capsys)
    assert same_answers(kept, tmp_path / "long")
    names = [f"{kept}/games", f"{tmp_path}/long/games"]
    mine, theirs = (pl.scan_parquet(name).sort("game").collect() for name in names)
    assert mine.equals(theirs)
    told = analyze_refused(f"extend {kept} -n 200", capsys)
    assert "Option -n must be at least the 300 games" in told


def test_an_extension_that_was_stopped_goes_on_to_its_end(kept, capsys) -> None:
    """The command that is kept is the one that was asked last."""
    analyze(f"extend {kept} -n 300 -q", capsys)
    lines = (kept / CHUNKS).read_bytes().splitlines(keepends=True)
    (kept / CHUNKS).write_bytes(b"".join(lines[:2]))
    analyze(f"resume {kept} -q", capsys)
    assert json.loads((kept / "answer.json").read_text())["games"] == 300


def test_a_run_that_decided_keeps_the_games_it_tells_of(tmp_path, capsys) -> None:
    """Threads may have played more by then; how many more must leave no trace."""
    line = "simulate horrible-mountain -n 64000 --until-decided -q"
    for threads in (1, 3):
        place = tmp_path / f"run{threads}"
        analyze(f"{line} --threads {threads} --out {place}", capsys)
        n = json.loads((place / "answer.json").read_text())["games"]
        assert n < 64000
        for _ in range(2):
            found = pl.read_parquet(place / "games" / "*.parquet")
            assert sorted(found["game"].to_list()) == list(range(n))
            assert f" {n:,} " in analyze(f"runs {tmp_path}", capsys)
            analyze(f"resume {place} -q", capsys)
    assert same_answers(tmp_path / "run1", tmp_path / "run3")


def test_a_run_with_looks_is_not_extended(tmp_path, capsys) -> None:
    analyze(f"simulate hike -p 3 -n 2000 --until-decided -q --out {tmp_path}/run", capsys)
    told = analyze_refused(f"extend {tmp_path}/run -n 4000", capsys)
    assert "has looks planned for 2,000 games" in told


@pytest.mark.parametrize("line", ["oh-hell data", "horrible-mountain kingmaking"])
def test_a_question_with_nothing_to_play_is_kept_like_any_other(line, tmp_path, capsys) -> None:
    place = tmp_path / "run"
    analyze(f"ask {line} -n 100 -q --out {place}", capsys)
    shown = analyze(f"show {place}", capsys)
    assert json.loads((place / "answer.json").read_text())["title"] in shown
    analyze(f"resume {place} -q", capsys)
    assert analyze(f"show {place}", capsys) == shown
    assert "nothing to extend" in analyze_refused(f"extend {place} -n 200", capsys)
    assert analyze(f"runs {tmp_path}", capsys)


def test_resumed_it_forgets_no_option(tmp_path, capsys) -> None:
    """What was asked is kept as it was typed, whichever command it was."""
    lines = {
        "simulate": "simulate hike -p 3 -n 80 --tolerance 3 --minutes-per-decision 2 --first 7",
        "compare": "compare hike -p 3 -n 80 --vs 'target=5 bonus=0' --vs policy=1=greedy",
        "sweep": "sweep hike -p 3 -n 80 --rule target=5..9:2 --tolerance 4 --measure hands",
        "players": "sweep hike -p 3..4 -n 80 --policy greedy --policy 1=random",
        "tournament": "tournament hike -p 3 -n 80 --policies random,greedy --rule target=5",
        "tune": "tune hike -p 3 -n 600 --over hold=0,1 --rule target=5 --tolerance 3",
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
    analyze_refused(f"show {kept} --json --html", capsys)


def test_pictures_are_drawn_again_byte_by_byte(tmp_path, capsys) -> None:
    folder = tmp_path / "drawn"
    analyze(f"simulate hike -p 3 -n 100 -q --out {folder} --plot {tmp_path}/a.svg", capsys)
    analyze(f"show {folder} --plot {tmp_path}/b.svg", capsys)
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


def test_show_tells_what_a_killed_run_holds(kept, capsys) -> None:
    change_manifest(kept, status="started")
    lines = (kept / CHUNKS).read_bytes().splitlines(keepends=True)
    first = next(line for line in lines if parse_line(line)[1].first == 0)  # they come in any order
    (kept / CHUNKS).write_bytes(first)
    held = parse_line(first)[1]
    told = json.loads(analyze(f"show {kept} --json", capsys))
    assert (told["games"], told["games_asked"]) == (held.n, 100)
    (kept / CHUNKS).write_bytes(b"")
    assert f"has no answer yet; continue: analyze resume {kept}" in analyze_refused(
        f"show {kept}", capsys
    )
    assert "stopped, no answer yet" in analyze(f"runs {kept}", capsys)


def test_runs_are_listed(kept, capsys) -> None:
    text = analyze(f"runs {kept.parent}", capsys)
    row = re.search(r"^run +hike +3 +--rule target=5 +100 +.* \d{4}-\d\d-\d\d .*B$", text, re.M)
    assert row
    assert analyze(f"runs {kept}", capsys) == text


def test_written_manifests_are_plain_and_complete(kept) -> None:
    found = manifests.read_manifest(kept)
    assert found["status"] == manifests.DONE
    line = "simulate hike --players 3 --rule target=5 --seed 1 -n 100"
    assert manifests.request_of(found).argv() == line.split()
    assert found["game"]["title"] == "Hike"
    assert set(found["plan"][0]["cells"][0]) == {
        "coin_seed", "game", "game_version", "players", "policies", "rules", "seed", "tables",
    }  # fmt: skip
    assert found["seconds"] > 0
    assert (kept / "manifest.json").stat().st_size < 30_000


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
    assert hashes == {manifests.identity(manifests.read_manifest(kept))}


@pytest.mark.parametrize(
    ("game", "players", "rules"),
    [("hike", 4, {}), ("horrible-mountain", 2, {"roles": "random"}), ("oh-hell", 3, {})],
)
def test_rows_can_be_read_as_the_core_had_filled_them(game, players, rules, tmp_path) -> None:
    table = cell(game, players, ("random",) * players, rules)
    group = Group((table,), (Reduction("totals", (0,)),), 60, 5)
    request = Request("simulate", game)
    kept = RunFolder.create(tmp_path / "run", Plan((group,)), request, None)
    seen = []

    def both(one, batch) -> None:
        seen.append(batch)
        kept.write_rows(one, batch)

    ran = run(Plan((group,)), chunk=25, threads=1, rows=both, store=kept).groups[0]
    kept.close()
    names = tuple(map(str, table.policies))
    read = list(rows.read_batches(tmp_path / "run", seen[0].layout, players, names))
    for mine, theirs in zip(read, seen, strict=True):
        assert (mine.first, mine.n) == (theirs.first, theirs.n)
        assert (mine.games == theirs.games).all()
        assert (mine.seats == theirs.seats).all()
    total = None
    for batch in read:
        part = type(ran.totals()).from_batches(batch)
        total = part if total is None else total.add(part)
    assert total == ran.totals()
