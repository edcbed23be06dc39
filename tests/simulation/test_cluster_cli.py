"""`--cluster` on the command line: what is typed, what is told, and how a run goes on."""

import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager

import polars as pl
import pytest

from analyzer import cli
from analyzer.cli._progress import _Seen
from analyzer.errors import UserError
from analyzer.questions.simulate import Simulate
from analyzer.simulation.executors import cluster
from analyzer.simulation.run import Progress
from analyzer.store.folder import RunFolder
from support.stored_runs import analyze

ANALYZE = [sys.executable, "-P", "-m", "analyzer"]
SCHEDULER = [sys.executable, "-P", "-m", "distributed.cli.dask_scheduler"]
WORKER = [sys.executable, "-P", "-m", "distributed.cli.dask_worker"]
LOCAL = ["--host", "127.0.0.1", "--no-dashboard"]


pytestmark = pytest.mark.usefixtures("plain_answers")


@pytest.fixture(scope="module")
def workers():
    with cluster.open_cluster("local:2") as executor:
        yield executor


@pytest.fixture
def borrowed(workers, monkeypatch):
    """--cluster opens nothing, and meets the workers of this file."""

    @contextmanager
    def opened(words):
        yield workers if words else None

    monkeypatch.setattr(cluster, "open_cluster", opened)


def answer(folder) -> dict:
    found = json.loads((folder / "answer.json").read_text())
    found.pop("run")
    return found


# --- what is typed --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "told"),
    {
        "local": "must have a whole number of workers from 1 to 1024; got 'local'",
        "local:0": "must have a whole number of workers from 1 to 1024",
        "local:1025": "must have a whole number of workers from 1 to 1024",
        "local:-1": "must have a whole number of workers from 1 to 1024",
        "local:²": "must have a whole number of workers from 1 to 1024",
        "tcp://host": "tls://host:8786 or file:scheduler.json; got 'tcp://host'",
        "tls://host": "must be local:4, tcp://host:8786, tls://host:8786 or file:scheduler.json",
        "ssl://host:1": "must be local:4, tcp://host:8786, tls://host:8786",
        "tcp://host:": "must be local:4, tcp://host:8786",
        "tcp://host:0": "must be local:4, tcp://host:8786",
        "tcp://host:99999": "must be local:4, tcp://host:8786",
        "tcp://ho st:1": "must be local:4, tcp://host:8786",
        "host:8786": "must be local:4, tcp://host:8786",
        "slurm": "must be local:4, tcp://host:8786",
        "file:": "file: cannot be read",
        "file:nothing.json": "file:nothing.json cannot be read: no such file or directory",
        "file:~nobody-of-that-name/x": "cannot be read",
        "file:list.json": "must be the file of a scheduler with its address",
        "file:other.json": "must be the file of a scheduler with its address",
        "file:broken.json": "must be the file of a scheduler with its address",
        "": "Option --cluster must not be empty",
    }.items(),
)
def test_words_that_name_no_cluster(words, told, tmp_path, capsys, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "list.json").write_text("[1]")
    (tmp_path / "other.json").write_text('{"address": "inproc://1"}')
    (tmp_path / "broken.json").write_text('{"address": "tc')
    line = f"simulate hike -p 3 -n 10 --out run --cluster {shlex.quote(words)}"
    text = analyze(line, capsys, code=2)
    assert told in text
    assert text.count("\n") == 1
    assert not (tmp_path / "run").exists()


def test_an_address_in_brackets_and_a_file_are_understood(tmp_path) -> None:
    assert cluster.parse_cluster("tcp://[::1]:8786").address == "tcp://[::1]:8786"
    assert cluster.parse_cluster(" tcp://node-1.local:8786 ").address == "tcp://node-1.local:8786"
    (tmp_path / "s.json").write_text('{"address": "tcp://10.0.0.1:8786", "id": "x"}')
    assert cluster.parse_cluster(f"file:{tmp_path}/s.json").address == "tcp://10.0.0.1:8786"
    assert cluster.parse_cluster("local:1024").workers == 1024


def test_without_the_extra_one_sentence_says_what_to_install(capsys, monkeypatch) -> None:
    monkeypatch.setattr(cluster, "find_spec", lambda _: None)
    assert analyze("simulate hike -p 3 --cluster local:2", capsys, code=2) == (
        "Option --cluster needs Dask, which is not installed: pip install '.[cluster]' in the "
        "checkout of analyzer, or pip install './FILE.whl[cluster]' with its wheel file.\n"
    )


def test_threads_and_cluster_exclude_each_other(capsys) -> None:
    for command in ("simulate hike -p 3", "report hike", "advise hike -p 3"):
        told = analyze(f"{command} --threads 2 --cluster local:2", capsys, code=2)
        assert told.startswith("Options --threads and --cluster cannot be combined")


def test_a_scheduler_that_does_not_answer(capsys, monkeypatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT", 0.5)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and nobody listens
        address = f"tcp://127.0.0.1:{taken.getsockname()[1]}"
        told = analyze(f"simulate hike -p 3 --cluster {address}", capsys, code=2)
    assert re.fullmatch(
        rf"Option --cluster must name a scheduler that answers; {address} does not "
        r"\((connection refused|no answer in 0\.5 seconds)\): start it with 'dask scheduler', or "
        r"correct the address\.\n",
        told,
    )


# --- every command that plays ---------------------------------------------------------------------

LINES = {
    "simulate": "simulate hike -p 3 -n 300 --rule target=9",
    "looks": "simulate hike -p 3 -n 3000 --rule target=9 --policy random --until-decided",
    "compare": "compare hike -p 3 -n 300 --vs target=9 --vs policy=greedy",
    "sweep": "sweep hike -p 3..4 -n 200 --rule target=5..9:2",
    "tournament": "tournament hike -p 3 -n 200 --policies random,greedy",
    "ask": "ask hike length -n 300",
}


@pytest.mark.usefixtures("borrowed")
@pytest.mark.parametrize("name", LINES)
def test_commands_answer_as_with_threads(name, capsys) -> None:
    told = [
        json.loads(analyze(f"{LINES[name]} --json {where}", capsys))
        for where in ("--threads 2", "--cluster local:2")
    ]
    for found in told:
        found.pop("run")
    assert told[0] == told[1]


@pytest.mark.usefixtures("borrowed")
def test_a_kept_run_is_resumed_and_extended_there(tmp_path, capsys) -> None:
    line = "simulate hike -p 3 -n 600 --rule target=9 -q"
    analyze(f"{line} --out {tmp_path}/whole", capsys)
    analyze(f"{line} -n 300 --out {tmp_path}/run --cluster local:2".replace("-n 600 ", ""), capsys)
    assert (
        "cluster"
        not in json.loads((tmp_path / "run/manifest.json").read_text())["request"]["options"]
    )
    lines = (tmp_path / "run/chunks.txt").read_bytes().splitlines(keepends=True)
    (tmp_path / "run/chunks.txt").write_bytes(b"".join(lines[1:]))
    analyze(f"resume {tmp_path}/run --cluster local:2 -q", capsys)
    analyze(f"extend {tmp_path}/run -n 600 --cluster local:2 -q", capsys)
    assert answer(tmp_path / "run") == answer(tmp_path / "whole")
    for name, order in (("games", ["game"]), ("seats", ["game", "seat"])):
        mine, theirs = (
            pl.scan_parquet(tmp_path / run / name).sort(order).collect() for run in ("run", "whole")
        )
        assert mine.equals(theirs)


def test_progress_tells_of_workers() -> None:
    seen = _Seen()
    seen.take(Progress(1000, 9000, 0.0, 0, None, "4 workers"))
    now = Progress(3000, 9000, 2.0, 0, None, "4 workers")
    seen.take(now)
    assert seen.parts(now, "")[:3] == ["00:06 left", "1 k games/s", "4 workers"]


@pytest.mark.usefixtures("borrowed")
def test_a_report_is_played_there(workers, tmp_path, capsys, monkeypatch) -> None:
    """Its sections are questions like all others; here, that they reach the workers."""
    met = []

    def sections(report, run):
        raise UserError(f"{run('fair', Simulate(report.setting, 300)).games} games")

    real = workers.start
    monkeypatch.setattr(workers, "start", lambda *words: met.append(real(*words)))
    monkeypatch.setattr("analyzer.questions.report.compose.build_sections", sections)
    line = f"report hike -p 3 --out {tmp_path}/page --cluster local:2"
    assert analyze(line, capsys, code=2) == "300 games\n"
    assert met == [None]


# --- a cluster of its own -------------------------------------------------------------------------


@contextmanager
def scheduler(folder, n: int):
    """A scheduler and workers as a user starts them; told by its file."""
    file = ["--scheduler-file", str(folder / "scheduler.json")]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder}
    started = [subprocess.Popen([*SCHEDULER, *LOCAL, "--port", "0", *file], **quiet)]
    try:
        words = [*WORKER, *LOCAL, *file, "--nthreads", "1", "--no-nanny"]
        started += [subprocess.Popen(words, **quiet) for _ in range(n)]
        until = time.monotonic() + 100
        while not (folder / "scheduler.json").exists():
            assert time.monotonic() < until
            time.sleep(0.05)
        yield started[0]
    finally:
        for process in started:
            process.kill()
            process.wait()


@pytest.mark.full
def test_a_scheduler_killed_in_a_run_costs_what_was_in_flight(
    tmp_path, capsys, monkeypatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(cluster, "CONNECT", 3.0)
    monkeypatch.setattr(cluster, "ARRIVE", 100.0)
    line = "simulate hike -p 3 -n 60000 --rule target=9 --policy random --rows 100"
    real, kept = RunFolder.keep, {}

    def keep(self, group, part) -> None:
        real(self, group, part)
        kept[part.first] = part.n
        if len(kept) >= 5 and 0 in kept:  # without the first there would be nothing to tell
            process.kill()

    monkeypatch.setattr(RunFolder, "keep", keep)
    with scheduler(tmp_path, 2) as process:
        assert cli.run(shlex.split(f"{line} --out run --cluster file:scheduler.json")) == 1
    told = capsys.readouterr()
    found = re.fullmatch(
        r"The scheduler tcp://\S+ is gone\. Stopped after ([\d,]+) of 60,000 games\. "
        r"Continue: analyze resume run --cluster file:scheduler\.json\n",
        told.err,
    )
    assert found, told.err
    n = found[1]
    assert 0 < int(n.replace(",", "")) <= sum(kept.values())
    assert f"stopped after {n} of 60,000" in told.out
    monkeypatch.setattr(RunFolder, "keep", real)
    analyze("resume run -q --cluster local:1", capsys)
    analyze(f"{line} --out whole -q", capsys)
    assert answer(tmp_path / "run") == answer(tmp_path / "whole")


def test_a_scheduler_without_workers(tmp_path, capsys, monkeypatch) -> None:
    monkeypatch.setattr(cluster, "ARRIVE", 0.3)
    with scheduler(tmp_path, 0):
        line = f"simulate hike -p 3 --cluster file:{tmp_path}/scheduler.json"
        told = analyze(line, capsys, code=2)
    assert re.fullmatch(
        r"The scheduler (tcp://\S+) has no workers: start some with 'dask worker \1'\.\n", told
    )


@pytest.mark.full
def test_ctrl_c_keeps_what_is_done_and_ends_all_processes(tmp_path) -> None:
    """In a terminal it goes to every process; workers must not answer it."""
    line = "simulate hike -p 5 -n 1e9 --rows 0 --policy random --out run --cluster local:2"
    with subprocess.Popen(
        [*ANALYZE, *line.split()], cwd=tmp_path, text=True, start_new_session=True,
        env={**os.environ, "ANALYZER_PROGRAM": "analyze"},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        chunks = tmp_path / "run" / "chunks.txt"
        while not (chunks.exists() and b'"first":0,' in chunks.read_bytes()):
            assert process.poll() is None, process.communicate()
            time.sleep(0.02)
        os.killpg(process.pid, signal.SIGINT)
        text, told = process.communicate(timeout=100)
    assert process.returncode == 130
    done = re.search(r"stopped after ([\d,]+) of 1,000,000,000", text)[1]
    assert told == (
        f"Stopped after {done} of 1,000,000,000 games. Continue: analyze resume run --cluster "
        "local:2\n"
    )
    assert answer(tmp_path / "run")["games"] == int(done.replace(",", ""))
    while any_of_group(process.pid):  # what Python itself started may take a moment
        time.sleep(0.02)


def any_of_group(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


# --- advice ---------------------------------------------------------------------------------------


@pytest.mark.usefixtures("borrowed")
def test_advice_is_the_same_on_a_cluster(capsys, tmp_path):
    """Also with a policy of the user's, and from a position in a file."""
    mine, table = tmp_path / "mine.py", tmp_path / "table.toml"
    mine.write_text("def last(view, moves, rng):\n    return len(moves) - 1\n")
    table.write_text('hands = [["Bird", "Lake", "The Sun"], 4, 3]\n')
    for words in (
        "oh-hell -p 4 --seed 1 --game 7 --move 6",
        f"hike -p 3 --move 4 --policy 1={mine}:last",
        f"hike --position {table}",
    ):
        told = []
        for where in ("", "--cluster local:2"):
            found = json.loads(analyze(f"advise {words} --worlds 60 --json {where}", capsys))
            found.pop("run", None)
            told.append(found)
        assert told[0] == told[1]
        assert told[0]["worlds"] == 60
