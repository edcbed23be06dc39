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
from pathlib import Path

import pytest

from analyzer import cli, games
from analyzer.cli import _complete, _progress, _streams
from analyzer.policies import registry
from analyzer.system import invocation

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


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&-", ">&- 2>&- <&-"])
@pytest.mark.parametrize("line", [SMALL, f"{SMALL} --json", "rules hike", "replay hike -p 3"])
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


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437", "utf-16", "ascii:strict"])
@pytest.mark.parametrize("line", [SMALL, "games", "rules hike --open", "replay oh-hell -p 3"])
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


@pytest.mark.parametrize("backend", ["module://matplotlib_inline.backend_inline", "nonsense"])
def test_a_backend_of_somebody_else(backend, tmp_path) -> None:
    done = shell(f"$A {SMALL} -q --plot a.png", tmp_path, MPLBACKEND=backend)
    assert (done.returncode, done.stderr) == (0, b"")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("home", [None, "/proc/none", ""])
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


@pytest.mark.parametrize("columns", [60, 80])
@pytest.mark.parametrize(
    "line",
    [
        "simulate hike -p 5 -n 40000 --policy random",
        "replay hike -p 4 --policy 1=random --policy 2=greedy",
        "replay oh-hell -p 3 --hand 2 --all-moves",
        "rules hike",
        "games",
        "policies hike",
        "simulate --help",
    ],
)
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


# --- completion -----------------------------------------------------------------------------------


def completions(words: list[str], capsys, monkeypatch, kind: str = "bash") -> list[str]:
    monkeypatch.setenv(_complete.VARIABLE, f"complete_{kind}")
    monkeypatch.setenv("COMP_WORDS", "\n".join(words))
    monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
    assert cli.main() == 0
    return capsys.readouterr().out.splitlines()


def test_completion_knows_commands_games_rules_and_policies(capsys, monkeypatch) -> None:
    def found(line: str, kind: str = "zsh") -> list[str]:
        return completions(["scripts/analyze", *line.split(" ")], capsys, monkeypatch, kind)

    assert found("si") == ["simulate"]
    assert {"games", "simulate", "merge", "--version"} <= {*found("")}
    assert found("simulate ") == games.names()
    assert found("replay oh") == ["oh-hell"]
    assert found("simulate hike --po") == ["--policy"]
    assert "target=" in found("simulate hike --rule ")
    assert found("simulate hike --rule solo_t") == ["solo_tail="]
    assert found("simulate hike --rule solo_tail=") == ["solo_tail=play_on", "solo_tail=stop"]
    assert found("simulate hike -p 4 --policy ") == registry.policy_names("hike")
    assert found("simulate hike -p 4 --policy 2=fam") == ["2=family"]
    assert found("simulate hike --policy 2=gr") == ["2=greedy"]
    assert found("tournament hike --policies greedy,ra") == ["greedy,random"]
    assert found("tune hike --over ho") == ["hold="]
    assert "wins" in found("compare hike --vs sun=0 --measure ")
    assert found("simulate hike -q --players ") == ["3", "4", "5", "6", "7", "8"]
    assert "seats" in found("ask hike ")
    for nothing in ("fly ", "simulate nosuch --rule ", "simulate hike --seed ", "games "):
        assert found(nothing) == [], nothing


def test_in_bash_a_word_is_broken_at_its_equal_sign(capsys, monkeypatch) -> None:
    """bash replaces what follows the sign, so only that is told."""
    line = ["analyze", "simulate", "hike", "--rule", "solo_tail", "="]
    assert completions(line, capsys, monkeypatch) == ["play_on", "stop"]
    assert completions([*line, "s"], capsys, monkeypatch) == ["stop"]
    line = ["analyze", "simulate", "hike", "--policy", "2", "=", "gr"]
    assert completions(line, capsys, monkeypatch) == ["greedy"]


def test_bash_completes_with_the_script_that_is_shown(tmp_path) -> None:
    (tmp_path / "analyze").write_text(f'#!/bin/sh\nexec {shlex.join(ANALYZE)} "$@"\n')
    (tmp_path / "analyze").chmod(0o755)
    (tmp_path / "complete.sh").write_text(_complete.SCRIPTS["bash"])
    script = f"""
    source {tmp_path}/complete.sh
    COMP_WORDS=({tmp_path}/analyze simulate hike --rule solo); COMP_CWORD=4
    _analyze_complete {tmp_path}/analyze
    printf '%s\\n' "${{COMPREPLY[@]}}"; complete -p analyze
    """
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        "solo_tail=",
        "complete -o default -F _analyze_complete analyze",
    ]


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_completion_is_installed_once(name, tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(_complete, "find_shell", lambda: name)
    settings = {"bash": ".bashrc", "zsh": ".zshrc"}.get(name)
    if settings:
        (tmp_path / settings).write_text("mine")
    for _ in range(2):
        assert cli.run(["--install-completion"]) == 0
        told = capsys.readouterr().out
    file = re.search(r"is in ~/(\S+);", told)[1]
    assert (tmp_path / file).read_text() == _complete.SCRIPTS[name]
    if settings:
        first, *others = (tmp_path / settings).read_text().splitlines()
        assert first == "mine"
        assert len(others) == 1
    assert cli.run(["--show-completion"]) == 0
    assert capsys.readouterr().out == _complete.SCRIPTS[name]


@pytest.mark.parametrize("name", [".bashrc", ".bash_completions/analyze.sh"])
def test_completion_is_not_written_through_a_link(name, tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(_complete, "find_shell", lambda: "bash")
    (tmp_path / "mine").write_text("mine")
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).symlink_to(tmp_path / "mine")
    assert cli.run(["--install-completion"]) == 2
    assert "is a link, and we write through none" in capsys.readouterr().err
    assert (tmp_path / "mine").read_text() == "mine"


def test_a_shell_that_is_not_known_is_told(monkeypatch, capsys) -> None:
    monkeypatch.setattr(os, "getppid", lambda: 0)
    monkeypatch.setenv("SHELL", "/bin/tcsh")
    assert cli.run(["--show-completion"]) == 2
    assert "the shell here is 'tcsh'" in capsys.readouterr().err
