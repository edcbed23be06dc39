"""Designed experiments: one question of a designer per file. A new file is a new question.

A file has `NAME` (as typed), `LINE` (the question in one line), `GAMES` (the games it can be asked
about; () means all) and `make(setting, asked)`, which returns a `Question`: the cells to play, and
what their numbers say. Questions about one game lie in a folder with the name of the game. If such
a question has the name of a general one, it replaces it for that game. `OTHER_NAMES` are understood
as well.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from analyzer.checks import shown
from analyzer.errors import UserError, did_you_mean

if TYPE_CHECKING:
    from analyzer.questions import Question
    from analyzer.setting import Setting

HOME = Path(__file__).parent
FEWEST = 100  # games of a cell: with fewer, blocks of games are empty


@dataclass(frozen=True)
class Asked:
    """What a user may say besides the setting."""

    n: int | None = None  # games of each cell; None: as many as take about ten seconds
    precision: float | None = None  # instead of n: the error that a win share may have
    players_given: bool = False  # did the user name a number of players?
    tolerance: float = 0.01
    minutes: float | None = None  # of one decision
    without: int | None = None  # a number of players that is reported elsewhere
    seconds: float = 9.0  # what the default size should take on two cores


@cache
def _modules() -> dict[tuple[str, str], ModuleType]:
    """(folder, name) -> file; the folder "" is for all games."""
    found = {}
    for path in sorted([*HOME.glob("*.py"), *HOME.glob("*/*.py")]):
        if path.stem.startswith("_"):
            continue
        folder = "" if path.parent == HOME else path.parent.name
        dotted = ".".join(part for part in (__name__, folder, path.stem) if part)
        module = import_module(dotted)
        found[folder.replace("_", "-"), module.NAME] = module
    return found


def of_game(game: str) -> Iterator[ModuleType]:
    """The questions that can be asked of a game: those for all games first."""
    modules = _modules()
    for (folder, name), module in sorted(modules.items(), key=lambda item: item[0][0] != ""):
        if folder == "" and (not module.GAMES or game in module.GAMES):
            yield modules.get((game, name), module)
        elif folder == game and ("", name) not in modules:
            yield module


def find(game: str, name: object) -> ModuleType:
    """A question by name."""
    known = {module.NAME: module for module in of_game(game)}
    others = {
        other: module for module in known.values() for other in getattr(module, "OTHER_NAMES", ())
    }
    asked = name if isinstance(name, str) else ""
    found = known.get(asked) or others.get(asked)
    if found is None:
        raise UserError(f"{game} has no question {shown(name)}{did_you_mean(asked, list(known))}")
    return found


def make(setting: "Setting", name: str, asked: Asked) -> "Question":
    """The question, ready to be played."""
    if asked.n is not None and asked.n < FEWEST:
        raise UserError(f"Option -n of a question must be at least {FEWEST}; got {asked.n}.")
    question: Question = find(setting.game.name, name).make(setting, asked)
    return question
