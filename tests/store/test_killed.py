"""Processes that end badly: killed at any moment, out of room, told to stop. Nothing is lost.

ANALYZER_FUZZ=10 kills ten times as often, at other moments every time.
"""

import json
import os
import random
import re
import resource
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import polars as pl
import pytest

from analyzer.system import signals
from support.settings import FUZZ

ANALYZE = [sys.executable, "-P", "-m", "analyzer"]  # -P: not the checkout, which has no core
ENVIRONMENT = {**os.environ, "ANALYZER_PROGRAM": "analyze"}
LINE = "simulate hike -p 4 -n 120000 --rule target=12 --policy random --rows 5000 --json"
ENDLESS = "simulate hike -p 5 -n 1e10 --rows 100"


def listen() -> None:
    """In the child: whoever called the tests may ignore a signal, as nohup does."""
    for number in signals.HANDLED:
        signal.signal(number, signal.SIG_DFL)


@contextmanager
def start(line: str, folder: Path, **options) -> Iterator[subprocess.Popen]:
    """A command under way; a test that fails must not leave it running, nor wait for it."""
    with subprocess.Popen(
        [*ANALYZE, *line.split()], cwd=folder, env=ENVIRONMENT, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, **{"preexec_fn": listen} | options,
    ) as process:  # fmt: skip
        try:
            yield process
        finally:
            process.kill()


def finish(line: str, folder: Path, **options) -> tuple[int, str, str]:
    with start(line, folder, **options) as process:
        out, err = process.communicate(timeout=300)
    return process.returncode, out, err


def wait_for(condition, process) -> None:
    while not condition():
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)


def answer(folder: Path) -> dict:
    found = json.loads((folder / "answer.json").read_text())
    found.pop("run")
    return found


def rows(folder: Path) -> pl.DataFrame:
    return pl.scan_parquet(folder / "games").sort("game").collect()


def strays(folder: Path) -> list[str]:
    """Files that no later command would take away or name."""
    return [path.name for path in folder.rglob("*") if path.name.endswith(".part")]


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Path:
    """The run that was never stopped."""
    folder = tmp_path_factory.mktemp("whole")
    code, _, err = finish(f"{LINE} --out run", folder)
    assert (code, err) == (0, "")
    return folder / "run"


@pytest.mark.full
@pytest.mark.parametrize("seed", range(3 * FUZZ))
def test_killed_at_random_moments_it_loses_what_was_in_flight(seed, whole, tmp_path) -> None:
    """SIGKILL again and again; then either a whole result or none, and the same bytes."""
    luck = random.Random(seed if FUZZ == 1 else None)
    line = f"{LINE} --out run"
    for _ in range(4):
        with start(line, tmp_path) as process:
            time.sleep(luck.uniform(0.0, 2.0))
            process.kill()
            process.communicate()
        run = tmp_path / "run"
        if (run / "manifest.json").exists():
            line = "resume run --json"
            assert finish("show run -q", tmp_path)[0] in (0, 2)  # a sentence if nothing is held
        if (run / "answer.json").exists():
            assert json.loads((run / "answer.json").read_text())
    code, _, err = finish(line, tmp_path)
    assert (code, err) == (0, "")
    assert answer(run) == answer(whole)
    for name in ("wins.png", "wins.svg", "length.svg"):
        assert (run / name).read_bytes() == (whole / name).read_bytes()
    assert rows(run).equals(rows(whole))
    assert strays(tmp_path) == []
    assert [path.name for path in tmp_path.iterdir()] == ["run"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_keeps_what_is_done_and_says_how_to_go_on(number, tmp_path) -> None:
    with start(f"{ENDLESS} --out result", tmp_path) as process:
        chunks = tmp_path / "result" / "chunks.txt"
        # game 0 is back, and its line is whole; chunks come in any order
        wait_for(lambda: chunks.exists() and '"first":0,' in chunks.read_text(), process)
        wait_for(lambda: chunks.read_text().endswith("\n"), process)
        process.send_signal(number)
        text, told = process.communicate(timeout=100)
    assert process.returncode == 130
    found = re.search(r"stopped\s+after\s+([\d,]+)\s+of\s+10,000,000,000", text)
    assert found, (text, told)
    done = int(found[1].replace(",", ""))
    assert told == (
        f"Stopped after {done:,} of 10,000,000,000 games. Continue: analyze resume result\n"
    )
    assert answer(tmp_path / "result")["games"] == done
    assert strays(tmp_path) == []
    assert [path.name for path in tmp_path.iterdir()] == ["result"]


@pytest.mark.full
def test_a_signal_that_the_caller_ignores_stays_ignored() -> None:
    """nohup."""
    command = f"trap '' HUP; exec {shlex.join(ANALYZE)} simulate hike -p 3 -n 200000 -q"
    with subprocess.Popen(
        ["sh", "-c", command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        time.sleep(1.0)
        process.send_signal(signal.SIGHUP)
        text, told = process.communicate(timeout=100)
    assert (process.returncode, told) == (0, "")
    assert text


@pytest.mark.full
@pytest.mark.parametrize("seconds", [0.0, 0.1, 0.25, 0.4])
def test_a_stop_before_the_first_game_says_so_and_leaves_nothing(seconds, tmp_path) -> None:
    with start(f"{ENDLESS} --out a/b", tmp_path) as process:
        time.sleep(0.15 + seconds)  # Python itself takes the first moments
        process.send_signal(signal.SIGTERM)
        _, told = process.communicate(timeout=100)
    if process.returncode == -signal.SIGTERM:  # Python had not reached us yet
        assert told == ""
        assert list(tmp_path.iterdir()) == []
        return
    assert process.returncode == 130
    assert re.match(r"Stopped (before|after) [^\n]+\n$", told)
    kept = (tmp_path / "a" / "b" / "chunks.txt").exists()
    assert kept == ("analyze resume a/b" in told)
    assert kept or list(tmp_path.iterdir()) == []


PATIENT = """
import sys, time
from analyzer.system import signals
from analyzer.render import files
import signal, os
real = files.write_files
def slow(made):
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(5)
    real(made)
files.write_files = slow
sys.argv = ["analyze", *sys.argv[1:]]
from analyzer.__main__ import main
main()
"""


@pytest.mark.full
def test_a_second_stop_while_writing_says_what_became_of_the_results(tmp_path) -> None:
    line = "simulate hike -p 3 -n 200"
    for more, told in {
        "--out run": "Stopped while the answer was written. All games are kept; write it: "
        "analyze resume run\n",
        "--plot x.svg": "Stopped while x.svg was drawn; it is not written.\n",
    }.items():
        done = subprocess.run(
            [sys.executable, "-P", "-c", PATIENT, *line.split(), *more.split()],
            cwd=tmp_path, env=ENVIRONMENT, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.stderr == told
        assert done.returncode == 130
        assert "seat" in done.stdout
        assert strays(tmp_path) == []
    assert [path.name for path in tmp_path.iterdir()] == ["run"]
    assert not (tmp_path / "run" / "answer.json").exists()
    assert finish("resume run -q", tmp_path)[0] == 0
    assert answer(tmp_path / "run")["games"] == 200


@pytest.mark.full
def test_a_terminal_that_is_gone_does_not_cost_the_files(tmp_path) -> None:
    """Nobody reads the answer: it is kept all the same."""
    with start("simulate hike -p 3 -n 200 --out run", tmp_path) as process:
        process.stdout.close()
        process.stderr.read()
    assert process.returncode == 141
    assert answer(tmp_path / "run")["games"] == 200


# --- room -----------------------------------------------------------------------------------------


def small_files(limit: int):
    """No file may grow beyond so many bytes: a full disk, without a disk."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))


@pytest.mark.full
@pytest.mark.parametrize("limit", [100, 3000, 12_000, 60_000])
def test_without_room_it_stops_with_a_sentence_and_goes_on_when_there_is_some(
    limit, tmp_path
) -> None:
    line = "simulate hike -p 3 -n 2000 --rule target=5 --json"
    code, out, err = finish(f"{line} --out run", tmp_path, preexec_fn=small_files(limit))
    assert code == 1
    assert re.match("Writing to run failed: (file too large|there is no room for more)[.] ", err)
    assert err.count("\n") == 1
    assert strays(tmp_path) == []
    if "Nothing was kept" in err:
        assert out == ""
        assert list(tmp_path.iterdir()) == []
        return
    assert err.endswith("make room, then continue: analyze resume run\n")
    assert finish("resume run --json", tmp_path)[0] == 0
    assert finish(f"{line} --out other", tmp_path)[0] == 0
    assert answer(tmp_path / "run") == answer(tmp_path / "other")
    assert rows(tmp_path / "run").equals(rows(tmp_path / "other"))


@pytest.mark.full
def test_two_processes_on_one_folder(tmp_path) -> None:
    with start(f"{ENDLESS} --out run", tmp_path) as first:
        wait_for((tmp_path / "run" / "games").exists, first)
        for line, words in {
            "resume run": "is being played by another process",
            "extend run -n 1e11": "is being played by another process",
            f"{ENDLESS} --out run": "holds a run already",
        }.items():
            code, out, err = finish(line, tmp_path)
            assert (code, out) == (2, "")
            assert words in err
        assert "being played" in finish("runs", tmp_path)[1]
        first.send_signal(signal.SIGINT)
        text, _ = first.communicate(timeout=100)
    assert first.returncode == 130
    assert "stopped after" in text


AT_ONCE = """
import os, signal
from analyzer.__main__ import main
real = signal.signal
def and_stop(number, answer):
    real(number, answer)
    if number == signal.SIGTERM and answer is not signal.SIG_IGN:
        os.kill(os.getpid(), number)
signal.signal = and_stop
main()
"""


def test_a_stop_while_we_learn_to_listen_is_a_stop_like_any_other() -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-c", AT_ONCE], capture_output=True, text=True, timeout=100
    )
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr == "Stopped before anything was done.\n"


TURNED = """
import os, signal, sys
from analyzer import __main__
sys.argv = ["analyze", "simulate", "hike", "--players", "3", "-n", "10"]
class Finder:  # a library that answers the interrupt of its import with an error of its own
    def find_spec(self, name, *_):
        if name == {module!r}:
            try:
                os.kill(os.getpid(), signal.SIGTERM)
            except KeyboardInterrupt:
                raise ImportError("half imported") from None
sys.meta_path.insert(0, Finder())
__main__.main()
"""


@pytest.mark.parametrize("module", ["analyzer.cli", "numpy"])
def test_a_stop_that_a_library_turns_into_its_own_error_is_a_stop(module) -> None:
    ran = subprocess.run(
        [sys.executable, "-P", "-c", TURNED.format(module=module)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 130
    assert re.fullmatch(r"Stopped before [^\n]+\n", ran.stderr)


DROPPED = """
import os, signal, sys
from analyzer import __main__
sys.argv = ["analyze", "simulate", "hike", "--players", "3", "-n", "1e11"]
class Dropping:  # Python prints what a destructor raises, and goes on
    def __del__(self):
        os.kill(os.getpid(), signal.SIGTERM)
class Finder:
    def find_spec(self, name, *_):
        if name == "numpy":
            Dropping()
sys.meta_path.insert(0, Finder())
sys.unraisablehook = lambda _: None
__main__.main()
"""


def test_a_stop_that_python_drops_stops_the_run_at_its_first_tick() -> None:
    ran = subprocess.run(
        [sys.executable, "-P", "-c", DROPPED],
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    assert ran.returncode == 130
    assert ran.stderr.startswith("Stopped ")
