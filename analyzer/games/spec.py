"""The face of a game: one typed object, `GAME` in analyzer/games/<game>/__init__.py.

`GameSpec` says what the rest of the program may ask of a game. `Base` is what most games share: the
checks of players and rules, and where the clauses are read. Seats are numbered from 0 here, as in
the core; code that talks to people adds one.
"""

import inspect
import random
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, fields
from importlib import import_module
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, cast, get_args

from analyzer.errors import UserError, first_line
from analyzer.games.parameters import check_given_rules, encode, players_of, remember_players
from analyzer.games.rule_words import RuleWords
from analyzer.system.faces import option_subject
from analyzer.system.values import checked_integer, short_repr

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from analyzer._core.contract import Game, Policy
    from analyzer.games.fields import Declaration
    from analyzer.games.symmetry import Symmetry

CONTRACT = 3  # rises when a game written for the page below would no longer fit

Rules = TypeVar("Rules", bound="DataclassInstance")
Raw = dict[str, Any]  # a state as the core describes it: a dict of numbers
Seen = Any  # what a seat can see: a view, whose fields are the game's own
Words = dict[str, Any]  # a position, or what is open of it: a state in words
Given = Mapping[str, object]  # a position as a user hands it in; a Reader checks it
Script = tuple[int, int, bytes]  # purpose, occasion and values of chance that is written down


@dataclass(frozen=True)
class CountedCards:
    """Cards that a game itself counts when they are dealt, in one of three ways.

    Each has two seat counters, `dealt_x` and `points_dealt_x`. With `hands`, a game counter, they
    are hands with the card and their points. With `sizes`, they are cards, and points of the hand
    for each of them; seat counters `hands_k` and `points_k` tell the hands of k cards. With
    neither, they are cards of the first hand and points of the whole game.
    """

    names: Mapping[str, str] = field(default_factory=dict, hash=False)  # x, and its word
    hands: str = ""
    sizes: tuple[int, ...] = ()


class GameSpec(Protocol[Rules]):
    """What a game says about itself. `Rules` is its frozen dataclass, made by
    analyzer/games/parameters.py."""

    @property
    def contract(self) -> int:
        """The CONTRACT that the game was written for."""

    @property
    def name(self) -> str:
        """As on the command line: hike-sled."""

    @property
    def title(self) -> str:
        """As on the box."""

    @property
    def publisher(self) -> str:
        """Who published it, and when."""

    @property
    def version(self) -> int:
        """Rises when the behaviour of the game does."""

    @property
    def players(self) -> tuple[int, int]:
        """The fewest and the most."""

    @property
    def usual_players(self) -> int:
        """How many people usually play; used if a question needs a number and none is given."""

    @property
    def main_rule(self) -> str:
        """The number of the rulebook that a designer would change first; "" if there is none."""

    def main_values(self, rules: Rules) -> list[int]:
        """Values of it to try, including the present one."""

    @property
    def gap_step(self) -> int:
        """Points that make a difference to who is ahead: a step of the table of chances."""

    @property
    def microseconds(self) -> int:
        """How long a game of experts takes on one core, roughly; for the size of experiments."""

    @property
    def world_cost(self) -> int:
        """How many games of experts take as long as one game of `search` with one world."""

    @property
    def mistakes(self) -> tuple[float, float, float]:
        """The chance of a mistake, at every decision, of a beginner, in a family and in a club."""

    @property
    def mode(self) -> str:
        """How a game file plays now, "compiled" or "interpreted"; "" for any other game."""

    def telling(self) -> AbstractContextManager[None]:
        """Meanwhile a game says in full what fails in it: a game file plays interpreted."""

    @property
    def is_building(self) -> bool:
        """Is a game file interpreted only until the compiler is done with it?"""

    @property
    def roles(self) -> tuple[str, ...] | None:
        """In the order of the core's codes; None: seats do not differ by rule."""

    @property
    def end_reasons(self) -> tuple[str, ...]:
        """Why a game may end, in the order of the core's codes."""

    @property
    def summary(self) -> str:
        """Paragraphs; the first sentence is what `analyze games` shows."""

    @property
    def game_counters(self) -> Mapping[str, str]:
        """Name and meaning, in the order of the core's columns."""

    @property
    def seat_counters(self) -> Mapping[str, str]:
        """Name and meaning, in the order of the core's columns."""

    @property
    def units(self) -> Mapping[str, str]:
        """Game counters in which the length of a game is told, the best first, each with its word
        in the plural: {"race_days": "race days"}. Moves are counted for every game."""

    @property
    def watched(self) -> tuple[str, ...]:
        """Of these counters, those of the user's own watcher (--count)."""

    @property
    def successes(self) -> Mapping[str, str]:
        """Seat counters that say how a seat fared, not what it did: what it means for a seat that
        one rises, as "makes its bid". They are the reasons of `advise`."""

    @property
    def setbacks(self) -> Mapping[str, str]:
        """The same of what a seat would rather avoid, as "takes fewer tricks than it bid"."""

    @property
    def dealt_cards(self) -> tuple[str, ...]:
        """The names of cards that chance deals into hands, as `hand_of` says them; () if there are
        none, or if the game counts them itself."""

    @property
    def counted_cards(self) -> CountedCards:
        """The cards that seat counters of the game count when they are dealt."""

    @property
    def deals_every_stage(self) -> bool:
        """Does every stage begin with new hands, and do scores not count what lies in them?
        Otherwise only the first hands and the whole score can be told."""

    @property
    def rules_type(self) -> type[Rules]:
        """The dataclass, the only home of rule defaults."""

    @property
    def rule_words(self) -> RuleWords:
        """What each value of a rule means, in a phrase for pages; {} tells the rules' sentences."""

    def check_players(self, players: object) -> int:
        """The number of players; refused in one sentence if it is not possible."""

    def resolve_rules(self, players: int, given: object) -> Rules:
        """The rules of a table: what is given, checked, and our defaults for the rest."""

    def check_rules(self, players: int, rules: object) -> Rules:
        """Rules that were resolved for this number of players; anything else is refused."""

    def encode_rules(self, rules: Rules) -> Mapping[str, object]:
        """The rules as the compiled game wants them."""

    def first_seat(self, rules: Rules) -> str:
        """What seat 1 is in the first hand or day: "seat 1 leads"; "" if chance decides it."""

    def symmetries(self, rules: Rules, raw: Raw, luck: random.Random) -> "Sequence[Symmetry]":
        """This state with seats, suits or whatever the rules do not tell apart permuted by `luck`,
        one entry for each kind of things."""

    def even_rules(self, players: int) -> Mapping[str, object] | None:
        """Rules by which no seat differs from another, since chance says who begins; None: there
        are none."""

    def alternatives(self, rules: Rules) -> list[dict[str, object]]:
        """Other tables for data that nobody printed: the rules that choose each."""

    def warnings(self, rules: Rules) -> list[str]:
        """What a user should know about these rules before believing a result."""

    def provenance(self, rules: Rules) -> dict[str, dict[str, str]]:
        """The tables these rules rest on that no rulebook prints: `name`, `provenance` and `hash`
        of each, and `what` it is in words. The provenance of a table that was made up is
        "reconstruction"; any other is told in every result as it stands."""

    def rulebook(self) -> str:
        """The clauses and open readings, in the form that analyzer/games/rulebook.py describes."""

    def compiled(self) -> "Game":
        """The compiled game, imported when first asked for."""

    def policies(self) -> "Sequence[Policy]":
        """The compiled policies of this game, imported when first asked for."""

    def move_name(self, rules: Rules, code: int) -> str:
        """A move in rulebook words."""

    def hand_of(self, rules: Rules, raw: Raw, seat: int) -> list[str]:
        """What a seat holds, in rulebook words."""

    def events(self, rules: Rules, before: Raw | None, move: str, after: Raw) -> list[str]:
        """What a move caused, in sentences; `before` is None for the first deal."""

    def on_table(self, rules: Rules, raw: Raw) -> list[str]:
        """What lies open to all, in lines for a replay: piles, what is in force, who has what."""

    def view(self, rules: Rules, raw: Raw, seat: int) -> object:
        """What a seat can see, for a policy written in Python; it holds no luck."""

    def unplayable(self, view: Seen, moves: Sequence[str]) -> Mapping[str, str]:
        """Why cards of the hand cannot be played now, by card, where the rulebook names a reason;
        from what the seat can see and its legal moves alone."""

    def position(self, rules: Rules, raw: Raw) -> Words:
        """A state in words, complete."""

    def from_position(self, rules: Rules, players: int, words: Given, luck: random.Random) -> Raw:
        """What the core restores; `luck` deals what a position leaves out."""

    def unplaced(self, rules: Rules, words: Given) -> list[str] | None:
        """The cards that a position does not name, for hands that are only counted; None if hands
        lie open and must be named."""

    def scripts(
        self, rules: Rules, players: int, deals: Sequence[Sequence[str]]
    ) -> Sequence[Script]:
        """Decks or dice that are written down beforehand, in the core's codes."""


AnyGame = GameSpec[Any]  # a game, whatever the type of its rules


class Base(Generic[Rules]):
    """What games share. A game adds its words, and `validate_rules` if rules depend on each
    other."""

    name: str
    title: str
    publisher: str
    version: int
    players: tuple[int, int]
    microseconds: int = 100
    world_cost: int = 100
    mistakes: tuple[float, float, float] = (0.5, 0.25, 0.1)
    mode: str = ""
    is_building: bool = False
    main_rule: str = ""
    main_steps: tuple[int, ...] = ()  # to add to its present value
    gap_step: int = 1
    roles: tuple[str, ...] | None = None
    end_reasons: tuple[str, ...]
    summary: str
    game_counters: Mapping[str, str]
    seat_counters: Mapping[str, str]
    units: Mapping[str, str] = MappingProxyType({})
    rules_type: type[Rules]
    rule_words: RuleWords = MappingProxyType({})
    successes: Mapping[str, str] = MappingProxyType({})
    setbacks: Mapping[str, str] = MappingProxyType({})
    declared: "Declaration | None" = None  # the fields of a state, for the page about positions
    dealt_cards: tuple[str, ...] = ()
    counted_cards: CountedCards = CountedCards()
    deals_every_stage: bool = False
    watched: tuple[str, ...] = ()

    @property
    def usual_players(self) -> int:
        return self.players[0]

    def telling(self) -> AbstractContextManager[None]:
        return nullcontext()

    def check_players(self, players: object) -> int:
        low, high = self.players
        number = checked_integer(players, low, high)
        if number is None:
            what = str(low) if low == high else f"a whole number from {low} to {high}"
            subject = option_subject("players")
            raise UserError(f"{subject} of {self.name} must be {what}; got {short_repr(players)}.")
        return number

    def resolve_rules(self, players: int, given: object) -> Rules:
        players = self.check_players(players)
        rules = self.rules_type(**check_given_rules(self.name, self.rules_type, given))
        return remember_players(self.validate_rules(players, rules), players)

    def check_rules(self, players: int, rules: object) -> Rules:
        if not isinstance(rules, self.rules_type):
            raise UserError(
                f"The rules of {self.name} must come from resolve_rules of that game; "
                f"got {short_repr(rules)}."
            )
        meant = players_of(rules)
        if meant not in (None, players):
            raise UserError(
                f"These rules of {self.name} were resolved for {meant} players, and the table has "
                f"{players}; resolve them for {players}."
            )
        given = {entry.name: getattr(rules, entry.name) for entry in fields(rules)}
        check_given_rules(self.name, self.rules_type, given)
        return self.validate_rules(players, rules)

    def validate_rules(self, players: int, rules: Rules) -> Rules:  # noqa: ARG002
        """Fills in what depends on the players, and refuses what is not possible."""
        return rules

    def main_values(self, rules: Rules) -> list[int]:
        now = getattr(rules, self.main_rule)
        return [now + step for step in self.main_steps]

    def symmetries(
        self,
        rules: Rules,  # noqa: ARG002
        raw: Raw,  # noqa: ARG002
        luck: random.Random,  # noqa: ARG002
    ) -> "Sequence[Symmetry]":
        return []

    def even_rules(self, players: int) -> Mapping[str, object] | None:  # noqa: ARG002
        return None

    def alternatives(self, rules: Rules) -> list[dict[str, object]]:  # noqa: ARG002
        return []

    def on_table(self, rules: Rules, raw: Raw) -> list[str]:  # noqa: ARG002
        return []

    def unplayable(self, view: Seen, moves: Sequence[str]) -> Mapping[str, str]:  # noqa: ARG002
        return {}

    def unplaced(self, rules: Rules, words: Given) -> list[str] | None:  # noqa: ARG002
        return None

    def warnings(self, rules: Rules) -> list[str]:  # noqa: ARG002
        return []

    def provenance(self, rules: Rules) -> dict[str, dict[str, str]]:  # noqa: ARG002
        return {}

    def first_seat(self, rules: Rules) -> str:  # noqa: ARG002
        return ""

    def rulebook(self) -> str:
        """The file rules.md beside the one in which the game's class stands."""
        folder = Path(inspect.getfile(type(self))).parent
        return (folder / "rules.md").read_text(encoding="utf-8")


class BuiltIn(Base[Rules]):
    """A game of this package, with the same file names in every game."""

    contract = CONTRACT
    declared: "Declaration"
    parts: tuple[ModuleType, ...]
    _package: str
    _folder: Path

    def __init_subclass__(cls) -> None:
        """What its modules say under the names of `GameSpec` is the game's: functions under these
        names, values under the same in capital letters."""
        if "parts" not in vars(cls):
            return
        cls._package = cls.__module__.rpartition(".")[2]
        cls._folder = Path(inspect.getfile(cls)).parent
        (cls.rules_type,) = get_args(vars(cls)["__orig_bases__"][0])
        for part in (sys.modules[cls.__module__], *cls.parts):
            for name in (*vars(GameSpec), "declared"):
                found = vars(part).get(name)
                if name.upper() in vars(part):
                    setattr(cls, name, vars(part)[name.upper()])
                elif getattr(found, "__module__", "") == part.__name__:
                    setattr(cls, name, staticmethod(cast("Callable[..., object]", found)))

    @property
    def summary(self) -> str:  # type: ignore[override]
        """The paragraphs "In short" of its rules.md; a game made from this one has the same."""
        text = (self._folder / "rules.md").read_text(encoding="utf-8")
        return text.partition("\n## In short\n")[2].partition("\n## ")[0].strip()

    def encode_rules(self, rules: Rules) -> Mapping[str, object]:
        return encode(rules)

    def view(self, rules: Rules, raw: Raw, seat: int) -> object:
        return self.declared.view(rules, raw, seat)

    def position(self, rules: Rules, raw: Raw) -> Words:
        return self.declared.position(rules, raw)

    def from_position(self, rules: Rules, players: int, words: Given, luck: random.Random) -> Raw:
        return self.declared.from_position(rules, players, words, luck)

    def compiled(self) -> "Game":
        return cast("Game", self._core("games").GAME)

    def policies(self) -> "Sequence[Policy]":
        return cast("Sequence[Policy]", self._core("policies").POLICIES)

    def _core(self, room: str) -> ModuleType:
        return import_module(f"analyzer._core.{room}.{self._package}")


def check_game(face: object, name: str, refusal: Callable[[str], Exception]) -> AnyGame:
    """A game of another package, if it fits this page: names, signatures, contract."""
    contract = getattr(face, "contract", None)
    if contract != CONTRACT:
        raise refusal(
            f"must be written for contract {CONTRACT} of analyzer's games; got "
            f"{short_repr(contract)}"
        )
    for member, asked in vars(GameSpec).items():
        if member.startswith("_"):
            continue
        try:
            getattr(face, member)
        except AttributeError:
            raise refusal(f"must have {member!r}, see GameSpec in analyzer.games") from None
        except Exception as error:
            raise refusal(f"failed in {member}: {first_line(error)}") from error
        if inspect.isfunction(asked) and not _fits(getattr(face, member), asked):
            arguments = ", ".join([*inspect.signature(asked).parameters][1:])
            raise refusal(f"must have a method {member}({arguments})")
    found = cast("AnyGame", face)
    if found.name != name:
        raise refusal(f"must be called so by itself too; got {short_repr(found.name)}")
    if not _is_range(found.players):
        raise refusal(
            f"must have players as (fewest, most), at least 2; got {short_repr(found.players)}"
        )
    return found


def _is_range(players: object) -> bool:
    match players:
        case (int(low), int(high)):
            return 2 <= low <= high
    return False


def _fits(method: object, asked: Callable[..., object]) -> bool:
    """Can it be called with as many arguments as this page says?"""
    try:
        inspect.signature(cast("Callable[..., object]", method)).bind(
            *range(len(inspect.signature(asked).parameters) - 1)
        )
    except (TypeError, ValueError):
        return False
    return True
