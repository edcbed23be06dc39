"""The games, found by looking into this folder: hike_sled.py is the game `hike-sled`.

What a game's module says of itself is described in ARCHITECTURE.md, "How to add a game".
"""

from importlib import import_module
from pathlib import Path
from types import ModuleType

from analyzer.errors import UserError, did_you_mean


def names() -> list[str]:
    """Every game; nothing is imported."""
    files = Path(__file__).parent.glob("[a-z]*.py")
    return sorted(path.stem.replace("_", "-") for path in files)


def load(name: str) -> ModuleType:
    """The module of a game."""
    if name not in names():
        raise UserError(f"There is no game {name!r}{did_you_mean(name, names())}")
    return import_module(f"analyzer.games.{name.replace('-', '_')}")
