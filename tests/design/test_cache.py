"""Compiled games are kept in a folder of the user's own."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from analyzer.cli import app
from analyzer.design import build, cache, files
from analyzer.errors import UserError
from analyzer.system.private_cache import private_cache
from support.own_games import nim, written

RUNNER = CliRunner()


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


def _compile(folder: Path, line: str = "pass") -> None:
    file = files.read(written(folder, nim(line), f"mine{len(line)}"))
    build.compile_game(file.core, file.text)


def test_only_its_user_can_read_it(tmp_path: Path) -> None:
    cache.folder().chmod(0o755)
    _compile(tmp_path)
    assert stat.S_IMODE(cache.folder().stat().st_mode) == 0o700


def test_a_folder_of_somebody_else_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.folder()
    monkeypatch.setattr(os, "getuid", lambda: 12345)
    with pytest.raises(build.NotCompiledError, match="it belongs to another user"):
        _compile(tmp_path)


def test_a_folder_that_is_a_link_is_not_used(tmp_path: Path, home: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (home / "analyzer").mkdir(parents=True)
    for kind in ("games", "policies"):
        (home / "analyzer" / kind).symlink_to(tmp_path / "elsewhere")
        with pytest.raises(UserError, match=f"Compiled {kind} are not kept in .*: it is a link"):
            private_cache(kind)


def test_a_folder_that_cannot_be_made_leaves_the_game_interpreted(
    tmp_path: Path, home: Path
) -> None:
    home.write_text("a file, no folder")
    with pytest.raises(build.NotCompiledError, match="Compiled games cannot be kept in"):
        _compile(tmp_path)


def test_a_game_is_compiled_once_and_listed_and_removed(tmp_path: Path) -> None:
    _compile(tmp_path)
    (first,) = cache.folder().glob("*.so")
    made = first.stat().st_mtime_ns
    _compile(tmp_path)
    assert first.stat().st_mtime_ns == made
    _compile(tmp_path, "self.left += 0")
    said = RUNNER.invoke(app, ["cache"]).output
    assert said.count("Nim") == 2
    assert (
        f"2 compiled games, {sum(one.size for one in cache.list_compiled()) / 1000:,.0f} kB" in said
    )
    assert "2 compiled games removed" in RUNNER.invoke(app, ["cache", "--empty"]).output
    assert list(cache.folder().iterdir()) == []
    assert RUNNER.invoke(app, ["cache"]).output.startswith("0 compiled games, 0 kB")


@pytest.mark.full
def test_two_processes_at_once(tmp_path: Path) -> None:
    game = written(tmp_path, nim("self.left += 1 - 1"))
    words = [sys.executable, "-P", "-m", "analyzer", "simulate", game, "-p", "2", "-n", "40"]
    every = [
        subprocess.Popen([*words, "--compiled", "--json"], stdout=subprocess.PIPE) for _ in range(3)
    ]
    said = {process.communicate()[0].partition(b'"run"')[0] for process in every}
    assert [process.returncode for process in every] == [0, 0, 0]
    assert len(said) == 1
    assert len(list(cache.folder().glob("*.so"))) == 1
    assert not [path for path in cache.folder().iterdir() if path.is_dir()]
