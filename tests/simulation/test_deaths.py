"""Workers that die: their games are played again, and a run that costs too many is given up."""

import json
import re
import shlex
from dataclasses import replace
from types import SimpleNamespace

import pytest

from analyzer import cli
from analyzer.simulation.executors import deaths
from analyzer.simulation.executors.deaths import IN_A_ROW, MOST, Deaths
from analyzer.simulation.plan import Chunk, totals_and_pairs
from support.playouts import cell
from support.stored_runs import analyze

HIKE = cell("hike", 3, ("random", "greedy", "random"), {"target": 9}, seed=7)
KILLER = """
import os
from pathlib import Path

class Killer:
    def choose(self, view, moves, rng):
        if WHEN:
            os.kill(os.getpid(), 9)
        return 0
"""


def chunk(first):
    return Chunk((HIKE,), totals_and_pairs((HIKE,)), first, 10)


def killed(worker, allowed=0):
    return SimpleNamespace(
        last_worker=SimpleNamespace(server_id=worker, address="tcp://127.0.0.1:9"),
        allowed_failures=allowed,
    )


def test_five_in_a_row_are_too_many():
    seen = Deaths()
    for number in range(IN_A_ROW - 1):
        seen.take(chunk(0), killed(number))
        assert not seen.too_many
    seen.came_back()
    for number in range(IN_A_ROW - 1):
        seen.take(chunk(0), killed(f"again {number}"))
        assert not seen.too_many
    seen.take(chunk(0), killed("last"))
    assert seen.too_many
    assert seen.sentence().startswith("5 workers died one after the other, most often with games ")


def test_thirty_in_a_run_are_too_many():
    seen = Deaths()
    for number in range(MOST):
        assert not seen.too_many
        seen.take(chunk(10 * (number % 2 and number)), killed(number))
        seen.came_back()
    assert seen.too_many
    assert seen.sentence().startswith("30 workers died, most often with games 0 to 9 of hike; ")


def test_a_worker_with_two_chunks_dies_once_and_a_scheduler_may_try_several():
    seen = Deaths()
    seen.take(chunk(0), killed("one"))
    seen.take(chunk(10), killed("one"))
    assert (seen.total, seen.in_a_row) == (1, 1)
    seen.take(chunk(10), killed("two", allowed=3))
    assert (seen.total, seen.too_many) == (5, True)


def test_the_command_plays_the_games_alone(capsys):
    told = deaths.play_alone(HIKE, 20, 10)
    words = shlex.split(told)
    assert "simulate hike --players 3 --policy 1=random --policy 2=greedy --policy 3=random" in told
    assert told.endswith("--rule target=9 --seed 7 --first 20 -n 10 --threads 1")
    found = json.loads(analyze(f"{shlex.join(words[words.index('simulate') :])} --json", capsys))
    assert found["games"] == 10
    plain = replace(cell("hike", 3, ("random",) * 3), coin_seed=4)
    assert deaths.play_alone(plain, 0, 1).endswith(
        "--players 3 --policy random --seed 1 --coin-seed 4 --first 0 -n 1 --threads 1"
    )


@pytest.mark.full
def test_a_policy_that_kills_its_worker_once_changes_nothing(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    once = f"not Path({str(tmp_path / 'was here')!r}).exists()"
    dies = f"({once} and not Path({str(tmp_path / 'was here')!r}).touch())"
    (tmp_path / "mine.py").write_text(KILLER.replace("WHEN", dies))
    line = "simulate hike -p 3 -n 60 --policy ./mine.py:Killer --json"
    one = json.loads(analyze(f"{line} --cluster local:2", capsys))
    assert (tmp_path / "was here").exists()
    two = json.loads(analyze(line, capsys))
    one.pop("run"), two.pop("run")
    assert one == two


@pytest.mark.full
def test_games_that_kill_every_worker_end_the_run_and_are_named(tmp_path, monkeypatch, capsys):
    """Seat 1 of game 0 and of all later ones from a moment on: what came before is kept."""
    monkeypatch.chdir(tmp_path)
    switch = tmp_path / "switch"
    (tmp_path / "mine.py").write_text(KILLER.replace("WHEN", f"Path({str(switch)!r}).exists()"))
    line = "simulate hike -p 3 --policy ./mine.py:Killer --rows 0"
    analyze(f"{line} -n 60 --out run -q --cluster local:1", capsys)
    switch.touch()
    words = "--policy ./mine.py:Killer --cluster local:1"
    assert cli.run(shlex.split(f"extend run -n 300 {words}")) == 1
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    found = re.match(
        r"5 workers died one after the other, most often with games (\d+) to \d+ of hike; is there "
        r"memory enough\? \(To play these games alone: \S.*? (simulate hike .*)\) Stopped after 60 "
        r"of 300 games\. Continue: .*resume run",
        told,
    )
    assert found, told
    assert found[2].startswith("simulate hike --players 3 --policy ./mine.py:Killer --seed 1 ")
    assert f" --first {found[1]} -n " in found[2]
    switch.unlink()
    analyze(f"resume run -q {words}", capsys)
    found = json.loads((tmp_path / "run" / "answer.json").read_text())
    assert found["games"] == 300
