"""A touched source of the core, in any folder, makes the next call build it again.

The shell functions of scripts/_environment are asked, about a copy of the tree without its texts;
nothing is built.
"""

import os
import subprocess
from pathlib import Path

import pytest

from support.paths import ROOT

KINDS = (".pyx", ".pxd")
SOURCES = sorted(
    path.relative_to(ROOT) for path in (ROOT / "_core").rglob("*") if path.suffix in KINDS
)
FOLDERS = sorted({path.parent for path in SOURCES})
OLD, STAMP, NEW = 1_000_000_000, 1_000_000_100, 1_000_000_200  # seconds: times of files


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Every source, older than the stamp of a finished build."""
    for source in (Path("setup.py"), *SOURCES):
        (tmp_path / source).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / source).touch()
        os.utime(tmp_path / source, (OLD, OLD))
    (tmp_path / ".venv").mkdir()
    assert shell(tmp_path, 'sources >"$venv/analyzer-built"') == 0
    os.utime(tmp_path / ".venv" / "analyzer-built", (STAMP, STAMP))
    return tmp_path


def shell(checkout: Path, command: str) -> int:
    """The exit status of a command that knows the functions of scripts/_environment."""
    script = f'set -eu; root=$1; . "$2"; {command}'
    arguments = (str(checkout), str(ROOT / "scripts" / "_environment"))
    return subprocess.run(["bash", "-c", script, "bash", *arguments], check=False).returncode


def test_what_is_built_stays_built(checkout: Path) -> None:
    assert shell(checkout, "is_built") == 0


def test_folders_lie_three_deep() -> None:
    assert Path("_core") in FOLDERS
    assert Path("_core/games/hike") in FOLDERS
    assert Path("_core/policies/hike") in FOLDERS


def test_a_touched_file_is_built_again(checkout: Path) -> None:
    one_of_each = {(source.parent, source.suffix): source for source in SOURCES}
    missed = []
    for source in one_of_each.values():
        os.utime(checkout / source, (NEW, NEW))
        if shell(checkout, "is_built") == 0:
            missed.append(str(source))
        os.utime(checkout / source, (OLD, OLD))
    assert missed == []


def test_a_new_or_lost_file_is_built_again(checkout: Path) -> None:
    missed = []
    for folder in FOLDERS:
        new = checkout / folder / "new_one.pyx"
        new.touch()
        os.utime(new, (OLD, OLD))
        if shell(checkout, "is_built") == 0:
            missed.append(f"{folder}: a new file")
        new.unlink()
        lost = next(path for path in SOURCES if path.parent == folder)
        (checkout / lost).rename(checkout / "elsewhere")
        if shell(checkout, "is_built") == 0:
            missed.append(f"{folder}: a lost file")
        (checkout / "elsewhere").rename(checkout / lost)
    assert missed == []
