"""The folder of compiled games: of the user alone, and safe with several processes at once.

A compiled game lies in one file, named by the hash of all that it was made of. It is moved into its
place when it is complete. Beside it, a text says which game it is.
"""

import sysconfig
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from analyzer.system.private_cache import private_cache

SUFFIX = sysconfig.get_config_var("SHLIB_SUFFIX") or ".so"


@dataclass(frozen=True)
class CompiledGame:
    """One compiled game."""

    game: str
    day: str
    size: int


def folder() -> Path:
    """Where compiled games are kept: a folder that only its user can read and write."""
    return private_cache("games")


def place(key: str) -> Path:
    """Where the game with this key lies, or will lie."""
    return folder() / f"game_{key}{SUFFIX}"


def label(path: Path, game: str) -> None:
    """Says which game a file is; nothing depends on it."""
    path.with_suffix(".txt").write_text(game, encoding="utf-8")


def _files() -> Iterator[Path]:
    return folder().glob(f"game_*{SUFFIX}")


def list_compiled() -> list[CompiledGame]:
    """The compiled games, the newest first."""
    found = []
    for path in _files():
        try:
            about = path.stat()
        except FileNotFoundError:
            continue  # another process has removed it
        text = path.with_suffix(".txt")
        game = text.read_text("utf-8") if text.is_file() else path.stem
        day = time.strftime("%Y-%m-%d %H:%M", time.localtime(about.st_mtime))
        found.append(CompiledGame(game, day, about.st_size))
    return sorted(found, key=lambda one: (one.day, one.game), reverse=True)


def empty() -> None:
    """Removes every compiled game. One that a process plays goes on: it is loaded already."""
    for path in _files():
        path.unlink(missing_ok=True)
        path.with_suffix(".txt").unlink(missing_ok=True)
