"""What can be measured of a game: win shares, scores, lengths, counters, each with its words.

A measure is a column of the games or of the seats. A user names it as it stands in the frames:
`wins`, `score`, `hands`, `worm`; `worm:2` is seat 2 alone.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer._core.reductions import WIN
from analyzer.errors import UserError, did_you_mean
from analyzer.estimates.formatting import format_unit
from analyzer.simulation.batch import MEASURED, Layout

if TYPE_CHECKING:
    from analyzer.games import AnyGame

# The names that people and frames use for columns that the core keeps in whole numbers.
COLUMN_OF = {"wins": "win840", "win_share": "win840", "rank": "rank2"}
SCALE_OF: dict[str, int] = {"win840": WIN, "rank2": 2}


@dataclass(frozen=True)
class Measure:
    """One number of a playout."""

    name: str  # for people: "wins", "hands"
    column: str  # in the core's columns
    place: int | None  # of the seat or role, from 0; None: a number of the whole game
    label: str  # in a table: "seat 1 wins"
    sentence: str = ""  # what is counted
    each: float = 1.0  # of our units that one of the column stands for: minutes a decision

    @property
    def scale(self) -> float:
        """The core's units in one of ours."""
        return SCALE_OF.get(self.column, 1) / self.each

    @property
    def key(self) -> str:
        """As a user types it: "hands", "wins:1"."""
        return self.name if self.place is None else f"{self.name}:{self.place + 1}"

    @property
    def is_share(self) -> bool:
        return self.column == "win840"


def row_labels(layout: Layout, players: int) -> list[str]:
    """What the rows of a table are called: roles if the game has them, otherwise seats."""
    if layout.roles:
        return list(layout.roles)
    return [f"seat {seat + 1}" for seat in range(players)]


def default_measures(layout: Layout, players: int) -> list[Measure]:
    """Wins of every place, the length in the game's best unit, and the margin."""
    places = row_labels(layout, players)
    found = [_seat("wins", place, name) for place, name in enumerate(places)]
    return [*found, main_measure(layout), _game("margin", layout)]


def main_measure(layout: Layout) -> Measure:
    """The length in the game's best unit."""
    return _game(next(iter(layout.units)), layout)


def _seat(name: str, place: int, label: str, sentence: str = "") -> Measure:
    return Measure(name, COLUMN_OF.get(name, name), place, f"{label} {name}", sentence)


def _game(name: str, layout: Layout, sentence: str = "") -> Measure:
    return Measure(name, name, None, format_unit(name, layout.units), sentence)


def minutes_measure(each: float) -> Measure:
    """The time a game takes, if a decision takes `each` minutes."""
    return Measure("minutes", "decisions", None, "minutes", "Time of all decisions.", each)


def parse_measures(game: "AnyGame", players: int, texts: Iterable[str]) -> list[Measure]:
    """The measures a user asks for, each checked."""
    layout = Layout.from_game(game)
    found: list[Measure] = []
    for text in texts:
        found += _named(game, row_labels(layout, players), text.strip())
    return list(dict.fromkeys(found))


def _named(game: "AnyGame", places: Sequence[str], text: str) -> list[Measure]:
    name, colon, seat = text.partition(":")
    seats = {*COLUMN_OF, "score", *game.seat_counters}
    games = {*MEASURED, *game.game_counters}
    if name not in seats | games:
        known = did_you_mean(name, sorted(seats | games))
        raise UserError(f"{game.name} has no measure {name!r}{known}")
    sentence = game.seat_counters.get(name) or game.game_counters.get(name) or ""
    if colon:
        if name not in seats or not seat.isascii() or not seat.isdigit():
            raise UserError(f"Measure {text!r} must be written name, or name:SEAT for one seat.")
        if not 1 <= int(seat) <= len(places):
            raise UserError(
                f"The seat in measure {text!r} must be from 1 to {len(places)}; got {seat}."
            )
        return [_seat(name, int(seat) - 1, places[int(seat) - 1], sentence)]
    if name in games:  # if both have the name, it is the game's; name:SEAT gives the seat's
        return [_game(name, Layout.from_game(game), sentence)]
    return [_seat(name, place, label, sentence) for place, label in enumerate(places)]
