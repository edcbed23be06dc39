"""Designed experiments: one question of a designer per file. A new file is a new question.

A file has `NAME` (as typed), `LINE` (the question in one line), `GAMES` (the games it can be asked
about; () means all), `RESULTS` (the classes of its typed result), and `build_question(setting,
asked)`, which returns a `Question`: the cells to play, and what their numbers say. `OTHER_NAMES`
are understood as well. Questions about one game stand in games/<game>/questions.py, as `QUESTIONS`;
those of users in their own files or packages (shared/experiments.py). If such a question has the
name of a general one, it replaces it for that game.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from analyzer import games
from analyzer.errors import UserError, did_you_mean
from analyzer.games.parameters import parameters
from analyzer.system.values import short_repr

if TYPE_CHECKING:
    from analyzer.questions import Question
    from analyzer.request.request import Request
    from analyzer.request.setting import Setting

HOME = Path(__file__).parent
FEWEST = 100  # games of a cell: with fewer, blocks of games are empty


@dataclass(frozen=True)
class QuestionOptions:
    """What a user may say besides the setting."""

    n: int | None = None  # games of each cell; None: as many as fit into the time
    precision: float | None = None  # instead of n: the error that a win share may have
    players_given: bool = False  # did the user name a number of players?
    tolerance: float = 0.01
    minutes: float | None = None  # of one decision
    without: int | None = None  # a number of players that is reported elsewhere
    seconds: float | None = None  # for the default size, on two cores; None: the question's own
    request: "Request | None" = None  # that asks it


@dataclass(frozen=True)
class Definition:
    """A question as it can be asked."""

    name: str  # as typed
    line: str  # the question in one line
    build: "Callable[[Setting, QuestionOptions], Question]"
    results: tuple[type, ...]  # the classes of its typed result, whose fields stand in JSON
    games: tuple[str, ...] = ()  # that it can be asked about; (): all
    other_names: tuple[str, ...] = ()
    # What its line asks, each part with the keys of the findings that answer it.
    clauses: Mapping[str, tuple[str, ...]] = field(kw_only=True)


def definition_of(module: ModuleType) -> Definition:
    """The question of a file of its own."""
    others = getattr(module, "OTHER_NAMES", ())
    return Definition(
        name=module.NAME,
        line=module.LINE,
        build=module.build_question,
        results=module.RESULTS,
        games=module.GAMES,
        other_names=others,
        clauses=module.CLAUSES,
    )


@cache
def _general() -> dict[str, Definition]:
    """Questions for more than one game, by name."""
    files = sorted(path.stem for path in HOME.glob("[a-z]*.py"))
    found = (definition_of(import_module(f"{__name__}.{file}")) for file in files)
    return {one.name: one for one in found}


@cache
def _own(game: str) -> dict[str, Definition]:
    """Questions that only this game is asked, by name."""
    package = f"{games.__name__}.{game.replace('-', '_')}"
    if game not in games.built_in_names():
        return {}
    found: tuple[Definition, ...] = import_module(f"{package}.questions").QUESTIONS
    return {one.name: one for one in found}


def general_questions() -> Iterator[Definition]:
    """The questions for more than one game."""
    yield from _general().values()


def own_questions(game: str) -> Iterator[Definition]:
    """The questions that only this game is asked."""
    yield from _own(game).values()


def questions_of(game: str) -> Iterator[Definition]:
    """The questions that can be asked of a game: those for all games first."""
    own, general = _own(game), _general()
    for name, one in general.items():
        if not one.games or game in one.games:
            yield own.get(name, one)
    yield from (one for name, one in own.items() if name not in general)


def offered_questions(game: str) -> Iterator[Definition]:
    """The questions that a game can answer with something to say."""
    face = games.load(game)
    kind: type = face.rules_type
    known, rules = parameters(kind), face.resolve_rules(face.usual_players, {})
    pointless = {
        "data": not face.alternatives(rules),
        "kingmaking": face.players[1] < 3,
        "cards": not face.dealt_cards and not face.counted_cards.names,
        "readings": not any("-A" in (one.clause or "") for one in known),
        "rules": not known,
    }
    own = _own(game)
    for one in questions_of(game):
        if one.name in own or not pointless.get(one.name, False):
            yield one


def find_question(game: str, name: object) -> Definition:
    """A question by name."""
    known = {one.name: one for one in questions_of(game)}
    others = {other: one for one in known.values() for other in one.other_names}
    asked = name if isinstance(name, str) else ""
    if found := _find_elsewhere(asked, {*known, *others}):
        return found
    found = known.get(asked) or others.get(asked)
    if found is None:
        raise UserError(
            f"{game} has no question {short_repr(name)}{did_you_mean(asked, list(known))}"
        )
    return found


def _find_elsewhere(name: str, known: set[str]) -> Definition | None:
    """A question in a user's file, or one that another package brings."""
    from analyzer.questions.shared import experiments

    if experiments.is_in_file(name):
        return experiments.find_in_file(name)
    if name in experiments.names_in_packages():
        return experiments.find_in_packages(name, name in known)
    return None


def build_question(setting: "Setting", name: str, asked: QuestionOptions) -> "Question":
    """The question, ready to be played."""
    return find_question(setting.game.name, name).build(setting, asked)
