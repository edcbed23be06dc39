"""Where the program is called: closed streams, poor encodings, no home, narrow screens, shells."""

import fcntl
import json
import os
import pty
import re
import shlex
import struct
import subprocess
import sys
import termios
from itertools import product
from pathlib import Path

import pytest

from analyzer import cli
from analyzer.cli import _progress, _streams
from analyzer.system import invocation
from support.lanes import each_then_all, rest_full

ANALYZE = [sys.executable, "-P", "-m", "analyzer"]
NAMED = {**os.environ, "ANALYZER_PROGRAM": "analyze"}
SMALL = "simulate hike -p 3 -n 100"


def shell(line: str, folder: Path, **environment: str | None) -> subprocess.CompletedProcess:
    """A line of sh in which $A is the program."""
    found = NAMED | environment
    return subprocess.run(
        ["sh", "-c", line.replace("$A", shlex.join(ANALYZE))],
        cwd=folder, capture_output=True, check=False,
        env={name: value for name, value in found.items() if value is not None},
    )  # fmt: skip


# --- streams --------------------------------------------------------------------------------------


CLOSED = [">&-", "2>&-", "<&-", ">&- 2>&-", ">&- 2>&- <&-"]
LINES = [SMALL, f"{SMALL} --json", "rules hike", "replay hike -p 3"]


@pytest.mark.parametrize(("closed", "line"), each_then_all(CLOSED, LINES))
def test_a_closed_stream_is_no_news(closed, line, tmp_path) -> None:
    done = shell(f"$A {line} {closed}", tmp_path)
    assert done.returncode == 0
    assert done.stderr == b""
    assert bool(done.stdout) == (">&-" not in closed.replace("2>&-", ""))


@pytest.mark.full
def test_a_closed_stream_does_not_end_up_in_a_file(tmp_path) -> None:
    """The first file that is opened would get its number, and be printed on."""
    done = shell(f"$A {SMALL} --out run >&- 2>&-", tmp_path)
    assert done.returncode == 0
    assert json.loads((tmp_path / "run" / "answer.json").read_text())["games"] == 100
    assert b"seat" not in (tmp_path / "run" / "chunks.txt").read_bytes().split(b"{", 1)[0]
    done = shell("$A resume run >&- 2>&-", tmp_path)
    assert done.returncode == 0


def test_a_mistake_still_exits_with_2_when_nobody_hears(tmp_path) -> None:
    assert shell("$A simulate hikr >&- 2>&-", tmp_path).returncode == 2


ENCODINGS = ["ascii", "latin-1", "cp437", "utf-16", "ascii:strict"]
WITH_LETTERS = [SMALL, "games", "rules hike --open", "replay oh-hell -p 3"]


@pytest.mark.parametrize(("encoding", "line"), each_then_all(ENCODINGS, WITH_LETTERS))
def test_an_encoding_without_our_letters(encoding, line, tmp_path) -> None:
    done = shell(f"$A {line}", tmp_path, PYTHONIOENCODING=encoding)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout
    if encoding.startswith("ascii"):
        assert done.stdout.isascii()


@pytest.mark.full
def test_json_loses_no_letter_in_any_encoding(tmp_path) -> None:
    text = "class Fine:\n    def choose(self, view, moves, rng):\n        return 0\n"
    (tmp_path / "größe\U0001f3b2.py").write_text(text)
    line = "$A simulate hike -p 3 -n 2 --policy ./größe\U0001f3b2.py:Fine --json"
    told = [
        json.loads(shell(line, tmp_path, PYTHONIOENCODING=encoding).stdout.decode(encoding))
        for encoding in ("ascii", "latin-1", "utf-8")
    ]
    assert told[0]["policies"] == ["./größe\U0001f3b2.py:Fine"] * 3
    assert told[0]["policies"] == told[1]["policies"] == told[2]["policies"]


def test_every_sign_of_ours_has_a_plain_one() -> None:
    assert all(word.isascii() for word in _streams.PLAIN.values())
    _streams.prepare_streams()
    assert "20 – 30 · █ ½ ∑".encode("ascii", _streams.HANDLER) == rb"20 - 30 - # 1/2 \u2211"


@pytest.mark.parametrize(
    "backend", rest_full(["module://matplotlib_inline.backend_inline", "nonsense"])
)
def test_a_backend_of_somebody_else(backend, tmp_path) -> None:
    done = shell(f"$A {SMALL} -q --plot a.png", tmp_path, MPLBACKEND=backend)
    assert (done.returncode, done.stderr) == (0, b"")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("home", rest_full([None, "/proc/none", ""]))
def test_without_a_home(home, tmp_path) -> None:
    done = shell(f"$A {SMALL} -q --plot a.svg", tmp_path, HOME=home)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_name_cannot_steer_the_terminal(tmp_path) -> None:
    done = shell("$A simulate hike -p 3 --policy '\x1b[31mred\x1b]0;x\x07'", tmp_path)
    assert done.returncode == 2
    assert b"\x1b" not in done.stderr
    assert done.stderr.count(b"\n") == 1


# --- terminals ------------------------------------------------------------------------------------


def on_terminal(line: str, columns: int, folder: Path) -> str:
    """What a terminal of that width is sent, without colours."""
    screen, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    surroundings = {name: value for name, value in NAMED.items() if name != "COLUMNS"}
    process = subprocess.Popen(
        [*ANALYZE, *line.split()], cwd=folder, env=surroundings | {"TERM": "xterm"},
        stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
    )  # fmt: skip
    os.close(theirs)  # ours is told of the end when the process holds the last one
    found = b""
    while True:
        try:
            part = os.read(screen, 65536)
        except OSError:
            break
        if not part:
            break
        found += part
    os.close(screen)
    assert process.wait(100) == 0
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", found.decode())


SHOWN = [
    "simulate hike -p 5 -n 40000 --policy random",
    "replay hike -p 4 --policy 1=random --policy 2=greedy",
    "replay oh-hell -p 3 --hand 2 --all-moves",
    "rules hike",
    "games",
    "policies hike",
    "simulate --help",
]


@pytest.mark.parametrize(("columns", "line"), rest_full(product([60, 80], SHOWN), len(SHOWN)))
def test_narrow_terminals(columns, line, tmp_path) -> None:
    """Nothing is wider than the screen but commands, which must survive copy and paste."""
    for text in re.split(r"[\r\n]+", on_terminal(line, columns, tmp_path)):
        assert len(text) <= columns or "analyze " in text, text


@pytest.mark.parametrize("room", [10, 30, 50, 80, 200])
def test_the_time_left_is_told_at_any_width(room) -> None:
    parts = ["1:20:00 left", "153 k games/s", "12,345,678,901 games", "seat 1 +0.2 pp"]
    told = _progress.join_fitting(parts, room)
    assert told.startswith("1:20:00 left")
    assert len(told) <= max(room, len(parts[0]))
    assert _progress.join_fitting(["00:01 left", "", "5 games"], 80) == "00:01 left · 5 games"


def test_times_left() -> None:
    told = [_progress.format_clock(seconds) for seconds in (0, 61.4, 3600, 90_000, 1e6, 1e9)]
    assert told == ["00:00", "01:01", "1:00:00", "25:00:00", "11 days", "11,574 days"]


# --- commands that can be pasted -----------------------------------------------------------------


@pytest.mark.full
def test_a_printed_command_is_what_the_user_typed(tmp_path) -> None:
    line = "simulate hike -p 3 -n 50"
    far = f"./{'a long way/' * 7}analyze"  # longer than a line: it must not be broken
    for environment, calls, name in (
        ({"ANALYZER_PROGRAM": "scripts/analyze"}, ANALYZE, "scripts/analyze"),
        ({"ANALYZER_PROGRAM": "./my scripts/analyze"}, ANALYZE, "'./my scripts/analyze'"),
        ({"ANALYZER_PROGRAM": far}, ANALYZE, f"'{far}'"),
        ({}, ANALYZE, shlex.join(ANALYZE)),
    ):
        done = subprocess.run(
            [*calls, *line.split()], cwd=tmp_path, capture_output=True, text=True, check=True,
            env={k: v for k, v in os.environ.items() if k != invocation.VARIABLE} | environment,
        )  # fmt: skip
        assert f"Look at one: {name} replay hike" in done.stdout
        wrong = subprocess.run(
            [*calls, "simulate", "hike", "--frob"], capture_output=True, text=True, check=False,
            env={k: v for k, v in os.environ.items() if k != invocation.VARIABLE} | environment,
        )  # fmt: skip
        assert f"See {name} simulate --help." in wrong.stderr


def test_help_names_the_program_as_it_was_called(monkeypatch, capsys) -> None:
    monkeypatch.setenv(invocation.VARIABLE, "scripts/analyze")
    for words in ([], ["simulate"], ["compare"], ["games"]):
        assert cli.run([*words, "--help"]) == 0
        text = capsys.readouterr().out
        assert "scripts/analyze " in text
        assert not re.search(r"(?<!scripts/)\banalyze [a-z]", text)


def test_what_a_shell_would_read_is_quoted(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    name = "a $(id) 'b'.py"
    (tmp_path / name).write_text("class F:\n    def choose(self, v, m, r):\n        return 0\n")
    policy = f"./{name}:F"
    assert cli.run(["simulate", "hike", "-p", "3", "-n", "2", "--policy", policy, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["command"]
    done = shell(f"printf '%s\\n' {told}", tmp_path)
    assert policy in done.stdout.decode().splitlines()


def test_a_shell_that_is_not_known_is_told(monkeypatch, capsys) -> None:
    monkeypatch.setattr(os, "getppid", lambda: 0)
    monkeypatch.setenv("SHELL", "/bin/tcsh")
    assert cli.run(["--show-completion"]) == 2
    assert "the shell here is 'tcsh'" in capsys.readouterr().err
