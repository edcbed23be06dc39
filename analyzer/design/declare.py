"""What a game declares: rules, numbers, piles, counters, weights and moves.

Each function returns a note about a field, and says to a type checker what the field is in a rule:
`target = rule(100, 2, 1000, "...")` is an `int` wherever a method says `self.target`.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Protocol, TypeVar, cast, overload

from analyzer.design.cards import Card, Cards
from analyzer.errors import UserError

Seat = Annotated[int, "a seat, from 0"]  # in the arguments of a move
Method = TypeVar("Method", bound=Callable[..., Any])


@dataclass(frozen=True)
class Rule:
    """A parameter of the rulebook."""

    default: int | bool | str
    low: int
    high: int
    words: tuple[str, ...] | None
    sentence: str
    clause: str | None


@dataclass(frozen=True)
class Field:
    """Numbers of the state."""

    shape: tuple[int, ...]
    by_seat: bool = False
    seen_by: str = "all"


@dataclass(frozen=True)
class PileOf:
    """A place for cards, or one for each seat."""

    cards: Cards
    seen_by: str
    most: int | None
    by_seat: bool


@dataclass(frozen=True)
class Counter:
    """A number that is counted for results; rules may read it."""

    sentence: str
    by_seat: bool
    unit: str = ""  # the length of a game is told in it, by this word in the plural


@dataclass(frozen=True)
class Weight:
    """A number of the expert, which can be tuned."""

    row: tuple[float, float, float, str]


@dataclass(frozen=True)
class MoveNote:
    """What a move says of itself."""

    words: str
    limits: dict[str, object] = field(default_factory=dict)


class Numbers(Protocol):
    """Numbers by seat, or in a row."""

    def __len__(self) -> int: ...
    def __getitem__(self, place: int) -> int: ...
    def __setitem__(self, place: int, value: int) -> None: ...
    def __iter__(self) -> Iterator[int]: ...
    def __contains__(self, value: object) -> bool: ...
    def fill(self, value: int) -> None:
        """Every one becomes this."""


class Grid(Protocol):
    """Rows of numbers."""

    def __len__(self) -> int: ...
    def __getitem__(self, place: int) -> Numbers: ...
    def __iter__(self) -> Iterator[Numbers]: ...
    def fill(self, value: int) -> None:
        """Every one becomes this."""


class Pile(Collection[Card], Protocol):
    """Cards in one place; the last one lies on top. Cards only move."""

    def __getitem__(self, place: int) -> Card: ...
    @property
    def top(self) -> Card:
        """The card on top."""

    def count(self, card: int) -> int:
        """How many of this kind lie here."""

    def seen(self, seat: int) -> list[Card]:
        """The cards here that a seat knows."""

    def deal(self, to: "Pile", n: int = 1) -> None:
        """The top n cards go to another pile, one by one."""

    def move(self, card: int, to: "Pile") -> None:
        """One card of a kind goes to another pile."""

    def move_all(self, to: "Pile") -> None:
        """All cards go to another pile, in their order."""

    def swap(self, other: "Pile") -> None:
        """The two piles change places."""

    def show(self, seat: int, card: int | None = None) -> None:
        """A seat is shown all cards here, or one of a kind."""

    def shuffle(self, purpose: str, occasion: int) -> None:
        """By the chance of this name and number; nobody knows any longer what lies where."""

    def fill(self) -> None:
        """All cards of the table come here, wherever they lay."""


Piles = Sequence[Pile]


@overload
def rule(default: bool, sentence: str, /, *, clause: str | None = None) -> bool: ...
@overload
def rule(default: tuple[str, ...], sentence: str, /, *, clause: str | None = None) -> str: ...
@overload
def rule(
    default: int, low: int, high: int, sentence: str, /, *, clause: str | None = None
) -> int: ...
def rule(default: Any, *more: Any, clause: str | None = None) -> Any:
    """A rule that can be changed: a number with its limits, true or false, or one of some words."""
    if len(more) == 1 and isinstance(default, bool):
        return Rule(default, 0, 1, None, more[0], clause)
    if len(more) == 1 and isinstance(default, tuple) and default:
        return Rule(default[0], 0, len(default) - 1, default, more[0], clause)
    if len(more) == 3:
        return Rule(default, more[0], more[1], None, more[2], clause)
    raise UserError(
        'A rule is written rule(5, 1, 9, "a sentence"), which is its default, least and most, or '
        'rule(True, "a sentence"), or rule(("one", "other"), "a sentence").'
    )


def number() -> int:
    """A number of the state; 0 before the deal."""
    return cast("int", Field(()))


def numbers(n: int) -> Numbers:
    """A row of n numbers."""
    return cast("Numbers", Field((n,)))


def grid(n: int, m: int) -> Grid:
    """n rows of m numbers."""
    return cast("Grid", Field((n, m)))


def seats(seen_by: str = "all") -> Numbers:
    """A number for each seat. `seen_by` is "all", "owner", "nobody" or the name of a rule with
    these words. What the seats that one does not see have together is known to it."""
    return cast("Numbers", Field((8,), by_seat=True, seen_by=seen_by))


def pile(cards: Cards, seen_by: str, most: int | None = None) -> Pile:
    """A place for cards; `most`: cards that can lie there."""
    return cast("Pile", PileOf(cards, seen_by, most, by_seat=False))


def piles(cards: Cards, seen_by: str, most: int | None = None) -> Piles:
    """A place for cards of each seat."""
    return cast("Piles", PileOf(cards, seen_by, most, by_seat=True))


def per_game(sentence: str, unit: str = "") -> int:
    """A counter of a game, with what it counts. `unit`: the length of a game is told in it, by
    this word in the plural, as "rounds"."""
    return cast("int", Counter(sentence, by_seat=False, unit=unit))


def per_seat(sentence: str) -> Numbers:
    """A counter of each seat, with what it counts."""
    return cast("Numbers", Counter(sentence, by_seat=True))


def weight(default: float, low: float, high: float, sentence: str) -> float:
    """A number of the expert: its default, its limits, and what it means."""
    return cast("float", Weight((default, low, high, sentence)))


def move(words: str, **limits: object) -> Callable[[Method], Method]:
    """A method that is a move, in words: "play {card}". An argument that is annotated with `Seat`
    or `Card` is known by that; any other has its range here, `tricks=range(8)`, or its cards."""

    def mark_move(method: Method) -> Method:
        method.move_note = MoveNote(words, limits)  # type: ignore[attr-defined]
        return method

    return mark_move


class Game:
    """A game of your own: a class with these methods, some of which must be written.

    `deal(self)` sets up, `moves(self)` offers by `self.may(...)`, moves change the game,
    `score(self, seat)` is its result, higher is better. Optional: `wins(self, seat)` (else the
    highest score), `may_hold(self, seat, card)`, `fits(self, seat)`, and
    `worth_MOVE(self, me, ...)` for the expert.
    """

    _said: ClassVar[dict[str, Any]] = {}

    def __init_subclass__(
        cls,
        players: tuple[int, int] | int = (2, 4),
        contest: bool = False,
        main_rule: str = "",
        main_steps: tuple[int, ...] = (-2, -1, 0, 1, 2),
        version: int = 1,
        most_moves: int = 100_000,
    ) -> None:
        """`contest`: a stage is a contest of its own. `most_moves`: a game that makes more has
        lost its way."""
        super().__init_subclass__()
        cls._said = {
            "players": (players, players) if isinstance(players, int) else players,
            "contest": contest,
            "main_rule": main_rule,
            "main_steps": main_steps,
            "version": version,
            "most_moves": most_moves,
        }

    if TYPE_CHECKING:
        seat: int
        """Who decides, from 0."""
        stage: int
        """Rises at every scoring event: the end of a hand or round."""
        players: int
        seats: range

        def may(self, move: Callable[..., None], *given: int) -> None:
            """Offers a move."""

        def end(self) -> None:
            """The game is over."""

        def give_up(self) -> None:
            """The game is over without an end."""

        def after(self, seat: int) -> int:
            """The next seat."""

        def others(self, seat: int) -> list[int]:
            """All seats but one."""

        def roll(self, sides: int, purpose: str, occasion: int, k: int = 0) -> int:
            """The k-th number from 0 to sides - 1 of the chance with this name and number."""
