"""What only Linux has is not needed: the names are taken away, and the program plays on."""

import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import analyzer
from analyzer.system import locks, processors, signals, user_code

# Before anything of ours is imported, as on a system that never had them. The standard library
# itself was made for this system, so it gets its own modules first.
WITHOUT = """
import asyncio, multiprocessing, os, signal, subprocess, sys, tempfile
for name in ("sched_getaffinity", "getuid", "fchdir", "O_NONBLOCK", "O_CLOEXEC", "O_DIRECTORY"):
    delattr(os, name)
for name in ("SIGHUP", "pthread_sigmask"):
    delattr(signal, name)
sys.modules["fcntl"] = None
from analyzer.__main__ import main
sys.argv[0] = "analyze"
main()
"""


def analyze(folder, *words):
    # Without os.O_CLOEXEC nothing else changes: Python's own files are never inherited.
    return subprocess.run(
        [sys.executable, "-P", "-c", WITHOUT, *words],
        cwd=folder,
        env=os.environ | {"XDG_CACHE_HOME": str(folder / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_run_is_played_kept_and_shown_without_them(tmp_path):
    (tmp_path / "mine.py").write_text(
        'import os\n\n\nclass First:\n    """The first move."""\n\n'
        "    def choose(self, view, moves, rng):\n        os.chdir('/')\n        return 0\n"
    )
    setting = ("simulate", "hike", "-p", "3", "-n", "40")
    played = analyze(tmp_path, *setting, "--policy", "./mine.py:First", "--out", "kept")
    assert (played.returncode, "Traceback" in played.stderr) == (0, False), played.stderr
    there = analyze(tmp_path, *setting, "--json")
    here = analyzer.simulate("hike", players=3, n=40).to_json()
    assert json.loads(there.stdout)["seats"] == json.loads(here)["seats"]
    shown = analyze(tmp_path, "show", "kept")
    assert shown.returncode == 0, shown.stderr
    assert shown.stdout.splitlines()[1] in played.stdout


def test_processors_are_those_of_the_machine(monkeypatch):
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    assert processors.count_processors() == os.cpu_count()


class FirstBytes:
    """Windows' locks: the first byte of a file belongs to the first that asked."""

    LK_NBLCK = 2

    def __init__(self):
        self.taken = set()

    def locking(self, number, mode, size):
        assert (mode, size) == (self.LK_NBLCK, 1)
        place = os.fstat(number).st_ino
        if place in self.taken:
            raise PermissionError(13, "Permission denied")
        self.taken.add(place)


def test_one_process_alone_writes_where_files_are_locked_by_bytes(monkeypatch, tmp_path):
    monkeypatch.setattr(locks, "fcntl", None)
    monkeypatch.setattr(locks, "msvcrt", FirstBytes())
    with (tmp_path / "one").open("wb") as one, (tmp_path / "two").open("wb") as two:
        locks.lock(one)
        locks.check_unlocked(two)
        with pytest.raises(BlockingIOError):
            locks.check_unlocked(one)
        with pytest.raises(BlockingIOError):
            locks.lock(one)


def test_nothing_is_locked_where_nothing_can_be(monkeypatch, tmp_path):
    monkeypatch.setattr(locks, "fcntl", None)
    monkeypatch.setattr(locks, "msvcrt", None)
    with (tmp_path / "one").open("wb") as one:
        locks.lock(one)
        locks.check_unlocked(one)


def test_ctrl_c_is_ignored_where_a_thread_has_no_mask(monkeypatch):
    kept = []
    fake = SimpleNamespace(
        SIGINT=2, SIG_IGN="ignored", signal=lambda _number, what: kept.append(what) or "before"
    )
    monkeypatch.setattr(signals, "signal", fake)
    with signals.inherited_by_nobody():
        assert kept == ["ignored"]
    assert kept == ["ignored", "before"]


def test_the_working_folder_is_kept_by_its_name(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delattr(os, "fchdir")
    with user_code.run_apart():
        os.chdir("/")
    assert Path.cwd() == tmp_path
