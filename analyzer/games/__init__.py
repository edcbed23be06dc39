"""The games, found by looking into this folder: hike_sled.py is the game `hike-sled`.

What a game says of itself is `GameSpec` in _spec.py; each file has one such object, `GAME`.
"""

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from analyzer.errors import UserError, did_you_mean
from analyzer.games._spec import GameSpec, Script

__all__ = ["GameSpec", "Script", "load", "names"]


def names() -> list[str]:
    """Every game; nothing is imported."""
    return list(_names())


@cache
def _names() -> tuple[str, ...]:
    files = Path(__file__).parent.glob("[a-z]*.py")
    return tuple(sorted(path.stem.replace("_", "-") for path in files))


@cache
def load(name: str) -> GameSpec[Any]:
    """The face of a game, loaded once."""
    if name not in _names():
        raise UserError(f"There is no game {name!r}{did_you_mean(name, _names())}")
    return import_module(f"analyzer.games.{name.replace('-', '_')}").GAME
