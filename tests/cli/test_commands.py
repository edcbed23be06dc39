"""The commands, played for real."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time

import polars as pl
import pytest

from analyzer import cli
from support.processes import wait_for_work

ANALYZE = [sys.executable, "-P", "-m", "analyzer"]  # -P: not the checkout, which has no core
CALLED = {**os.environ, "ANALYZER_PROGRAM": "analyze"}  # as a user who has it installed
SMALL = "simulate hike -p 4 -n 500"


def analyze(line, capsys, code=0):
    assert cli.run(shlex.split(line)) == code
    told = capsys.readouterr()
    assert "\x1b" not in told.out + told.err
    return told.out


def test_games(capsys):
    text = analyze("games", capsys)
    assert re.search(r"^hike +3 – 8 +Hike \(Moosetache", text, re.MULTILINE)


def test_rules(capsys):
    text = analyze("rules hike", capsys)
    assert re.search(r"^target +25, 35 or 45", text, re.MULTILINE)
    assert re.search(r"^solo_tail +play_on +Does the last player", text, re.MULTILINE)
    assert "Values: play_on, stop. [HK-A4]" in " ".join(text.split())
    assert "Rests on our reconstruction of the suit table (evidence7), not on what" in text
    assert "HK-64" in analyze("rules hike --clauses", capsys)
    assert "HK-A19" in analyze("rules hike --open", capsys)


def test_policies(capsys):
    text = analyze("policies hike", capsys)
    for name in ("random", "greedy", "expert"):
        assert re.search(rf"^{name} ", text, re.MULTILINE)


def test_simulate_answers_on_the_screen(capsys):
    text = analyze(SMALL, capsys)
    assert text.startswith("hike · 4 players · expert at every seat · 500 games · seed 1 ")
    assert re.search(r"^ (FAIR|UNFAIR|UNDECIDED) ", text, re.MULTILINE)
    assert re.search(r"^ A game lasts \d+ hands \(90 %: ", text, re.MULTILINE)
    assert "Rests on our reconstruction of the suit table (evidence7), not on what" in text


def test_the_command_it_shows_replays_that_game(capsys):
    text = analyze(f"{SMALL} --rule target=12 --policy 2=random --seed 3", capsys)
    line = re.search(r"Look at one: analyze (.*)", text)[1]
    assert "--rule target=12" in line
    text = analyze(line, capsys)
    assert re.search(r"^(Seat|Seats|Nobody) .*\(ended by target\)", text, re.MULTILINE)


def test_quiet_is_one_line(capsys):
    text = analyze("simulate oh-hell -p 4 -n 500 --quiet", capsys)
    assert re.fullmatch(r"(FAIR|UNFAIR|UNDECIDED) .*\n", text)


def test_quiet_says_what_the_verdict_rests_on(capsys):
    text = analyze(f"{SMALL} --quiet", capsys)
    assert re.fullmatch(r"(FAIR|UNFAIR|UNDECIDED) .*\nRests on our reconstruction .*\n", text)


def test_json_is_one_object(capsys):
    found = json.loads(analyze(f"{SMALL} --json", capsys))
    assert found["games"] == 500
    assert sum(seat["win_share"]["estimate"] for seat in found["seats"]) == pytest.approx(1)
    assert sum(found["end_reasons"].values()) == 500
    again = json.loads(analyze(found["command"].removeprefix("analyze ") + " --json", capsys))
    assert again["seats"] == found["seats"]
    assert again["length"] == found["length"]


def test_threads_change_nothing(capsys):
    results = [json.loads(analyze(f"{SMALL} --json --threads {n}", capsys)) for n in (1, 2, 3)]
    for result in results:
        result.pop("run")
        result.pop("provenance")
    assert results[0] == results[1] == results[2]


def test_two_halves_are_the_whole(capsys):
    lines = ("-n 300", "-n 200 --first 300", "-n 500")
    found = [json.loads(analyze(f"simulate hike -p 4 {line} --json", capsys)) for line in lines]
    hands = [result["length"]["hands"]["mean"]["estimate"] for result in found]
    assert (300 * hands[0] + 200 * hands[1]) / 500 == pytest.approx(hands[2])


@pytest.mark.parametrize(("rows", "kept"), [("", 500), ("--rows 20", 20), ("--rows 0", None)])
def test_out_keeps_everything(rows, kept, capsys, tmp_path):
    text = analyze(f"{SMALL} --out {tmp_path}/result {rows} --plot {tmp_path}/wins.svg", capsys)
    assert f"Kept: {tmp_path}/result" in text
    result = tmp_path / "result"
    names = {path.name for path in result.iterdir()}
    answers = {"answer.json", "answer.md", "answer.html"}
    assert {"manifest.json", "chunks.txt", *answers, "wins.png", "wins.svg", "length.svg"} <= names
    assert (tmp_path / "wins.svg").read_bytes() == (result / "wins.svg").read_bytes()
    assert ("games" in names) == ("seats" in names) == (kept is not None)
    if kept:
        games = pl.scan_parquet(result / "games").collect()
        seats = pl.scan_parquet(result / "seats").collect()
        assert sorted(games["game"]) == list(range(kept))
        assert seats.height == 4 * kept
        hashes = {pl.read_parquet_metadata(one)["manifest"] for one in result.glob("*/*.parquet")}
        assert len(hashes) == 1
    assert b"analyze simulate hike" in (result / "wins.png").read_bytes()


def test_rows_agree_with_the_answer(capsys, tmp_path):
    found = json.loads(analyze(f"{SMALL} --out {tmp_path}/result --json", capsys))
    seats = pl.read_parquet(tmp_path / "result/seats")
    means = seats.group_by("seat").agg(pl.col("score", "rank", "win_share").mean()).sort("seat")
    for row, seat in zip(means.iter_rows(named=True), found["seats"], strict=True):
        assert row["score"] == pytest.approx(seat["score"]["estimate"])
        assert row["rank"] == pytest.approx(seat["rank"]["estimate"])
        assert row["win_share"] == pytest.approx(seat["win_share"]["estimate"])


def test_replay_as_json(capsys):
    found = json.loads(analyze("replay hike -p 3 --game 7 --json", capsys))
    assert found["index"] == 7
    moves = [step for step in found["steps"] if step["move"] is not None]
    assert [step["number"] for step in moves] == list(range(1, len(moves) + 1))
    assert all(step["move"] in step["legal"] for step in moves)
    assert found["steps"][-1]["result"]["winners"]
    short = json.loads(analyze("replay hike -p 3 --game 7 --until 5 --json", capsys))
    assert short["steps"][-1]["number"] == 5
    assert short["steps"] == found["steps"][: len(short["steps"])]


def test_nobody_reads_on():
    """`analyze rules hike --clauses | head -1` ends without a word."""
    with subprocess.Popen(
        [*ANALYZE, "rules", "hike", "--clauses"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        process.stdout.close()
        told = process.stderr.read()
    assert told == b""
    assert process.returncode == cli.BROKEN_PIPE


@pytest.mark.parametrize("line", [f"{SMALL} --json", SMALL, "games"])
def test_a_full_disk_behind_the_output(line):
    with open("/dev/full", "w") as full:  # noqa: PTH123
        done = subprocess.run(
            [*ANALYZE, *line.split()], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 1
    assert done.stderr == "Writing the result failed: no space left on device.\n"


@pytest.mark.full
def test_ctrl_c_keeps_what_is_done(tmp_path):
    line = "simulate hike -p 5 -n 1e11 --rows 100 --out result"
    with subprocess.Popen(
        [*ANALYZE, *line.split()],
        cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=CALLED,
    ) as process:  # fmt: skip
        while not any(tmp_path.rglob("*.parquet")):
            assert process.poll() is None
            time.sleep(0.05)
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        text, told = process.communicate(timeout=60)
    assert process.returncode == 130
    done = int(re.search(r"stopped after ([\d,]+) of 100,000,000,000", text)[1].replace(",", ""))
    assert done > 0
    assert told == (
        f"Stopped after {done:,} of 100,000,000,000 games. Continue: analyze resume result\n"
    )
    assert (tmp_path / "result" / "answer.json").exists()
    assert [path.name for path in tmp_path.iterdir()] == ["result"]


@pytest.mark.full
def test_ctrl_c_without_a_folder_says_how_to_play_the_rest():
    line = "simulate hike -p 5 -n 1e11"
    with subprocess.Popen(
        [*ANALYZE, *line.split()],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=CALLED,
    ) as process:  # fmt: skip
        wait_for_work(process, 3)  # that is long after the first game
        process.send_signal(signal.SIGINT)
        text, told = process.communicate(timeout=60)
    assert process.returncode == 130
    done = int(re.search(r"stopped after ([\d,]+) of 100,000,000,000", text)[1].replace(",", ""))
    assert told == (
        f"Stopped after {done:,} of 100,000,000,000 games. Play the rest: analyze simulate hike "
        f"--players 5 --seed 1 -n {10**11 - done} --first {done}\n"
    )
