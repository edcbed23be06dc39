"""The games, found by looking into this folder: hike_sled.py is the game `hike-sled`.

`GameSpec` in _spec.py lists what a game says about itself. Each file has one such object, `GAME`.
Games of other packages come in by entry point.
"""

from functools import cache
from importlib import import_module
from pathlib import Path

from analyzer import plugins
from analyzer.checks import shown
from analyzer.errors import UserError, did_you_mean
from analyzer.games._guarded import guarded
from analyzer.games._position import Reader
from analyzer.games._spec import AnyGame, Base, GameSpec, Given, Raw, Script, Words, checked
from analyzer.games._tables import holds_table, same_table

__all__ = [
    "AnyGame",
    "Base",
    "GameSpec",
    "Given",
    "Raw",
    "Reader",
    "Script",
    "Words",
    "checked",
    "holds_table",
    "load",
    "names",
    "same_table",
]


def names() -> list[str]:
    """Every game, those of other packages too; nothing is imported."""
    return sorted({*_ours(), *plugins.found(plugins.GAMES)})


@cache
def _ours() -> tuple[str, ...]:
    files = Path(__file__).parent.glob("[a-z]*.py")
    return tuple(path.stem.replace("_", "-") for path in files)


def load(name: object) -> AnyGame:
    """The face of a game, loaded once."""
    if not isinstance(name, str):
        raise UserError(f"A game must be named by a text such as hike; got {shown(name)}.")
    return _load(name)


@cache
def _load(name: str) -> AnyGame:
    others = plugins.found(plugins.GAMES)
    if name in others:
        what = f"game {name!r}"
        found = plugins.load(what, others[name], taken=name in _ours())

        def refusal(why: str) -> UserError:
            return plugins.refusal(what, others[name][0], why)

        return guarded(checked(found, name, refusal), refusal)
    if name not in _ours():
        raise UserError(f"There is no game {name!r}{did_you_mean(name, names())}")
    face: AnyGame = import_module(f"analyzer.games.{name.replace('-', '_')}").GAME
    return face
