"""The games, found by looking into this folder: hike_sled/ is the game `hike-sled`.

`GameSpec` in spec.py lists what a game says about itself. Each package has one such object, `GAME`.
Games of other packages come in by entry point.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import cast

from analyzer.errors import UserError, did_you_mean
from analyzer.games import own, plugins
from analyzer.games.guard import guard_game
from analyzer.games.own import PackedRules
from analyzer.games.position_reader import Reader
from analyzer.games.spec import (
    AnyGame,
    Base,
    CountedCards,
    GameSpec,
    Given,
    Raw,
    Script,
    Words,
    check_game,
)
from analyzer.games.stored_game import kept_game
from analyzer.games.symmetry import Seats, Symmetry
from analyzer.games.tables import holds_table, reuse_table
from analyzer.system.values import short_repr

__all__ = [
    "AnyGame",
    "Base",
    "CountedCards",
    "GameSpec",
    "Given",
    "PackedRules",
    "Raw",
    "Reader",
    "Script",
    "Seats",
    "Symmetry",
    "Words",
    "built_in_names",
    "check_game",
    "holds_table",
    "load",
    "names",
    "reuse_table",
]


def names() -> list[str]:
    """Every game, those of other packages too; nothing is imported."""
    return sorted({*built_in_names(), *plugins.find_entry_points(plugins.GAMES)})


@cache
def built_in_names() -> tuple[str, ...]:
    """The games of this package."""
    files = Path(__file__).parent.glob("[a-z]*/__init__.py")
    return tuple(path.parent.name.replace("_", "-") for path in files)


def is_class(name: str) -> bool:
    """Is this the name of a class that only this process knows?"""
    return own.is_own(name) and not own.is_file(name)


def texts_of(name: str) -> Mapping[str, bytes] | None:
    """The files of a game in a file, its own first; None: it is a game by its name."""
    return own.texts_of(name)


def digest_of(name: str) -> str:
    """A hash of a game in a file or of a class; "" for any other, which cannot change."""
    return "" if kept_game(name) else own.digest_of(name)


def is_file(name: str) -> bool:
    """Does this word name a game in a file, ./pig.py or ./pig.py:Pig?"""
    return own.is_file(name)


def refresh(name: object) -> None:
    """Forget a game file that somebody has changed."""
    own.refresh(name)


def forget(name: str) -> None:
    """Read a game file anew when it is asked for next: somebody has changed it."""
    own.forget(name)


def load(name: object) -> AnyGame:
    """The face of a game, loaded once: by its name, by its file (./pig.py), or by its class."""
    told = kept_game(name)
    if told is not None:
        return cast("AnyGame", told)
    if own.is_own(name):
        return own.load(name)
    if not isinstance(name, str):
        raise UserError(f"A game must be named by a text such as hike; got {short_repr(name)}.")
    return _load(name)


@cache
def _load(name: str) -> AnyGame:
    others = plugins.find_entry_points(plugins.GAMES)
    if name in others:
        what = f"game {name!r}"
        found = plugins.load(what, others[name], taken=name in built_in_names())

        def refusal(why: str) -> UserError:
            return plugins.refusal(what, others[name][0], why)

        return guard_game(check_game(found, name, refusal), refusal)
    if name not in built_in_names():
        raise UserError(f"There is no game {name!r}{did_you_mean(name, names())}")
    face: AnyGame = import_module(f"analyzer.games.{name.replace('-', '_')}").GAME
    return face
