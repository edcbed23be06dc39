"""The columns of a batch of playouts, as the core fills them, and what each of them means."""

import sys
import threading
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from analyzer._core.runner import GAME_COLUMNS, SEAT_COLUMNS
from analyzer._core.trace import Traces
from analyzer.games.spec import CountedCards

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from analyzer.games import AnyGame
    from analyzer.playout.cell import Cell

    Columns = NDArray[np.int32]

CODES = ("end_reason", "capped", "winners")  # columns of a game whose mean makes no sense
OF_GAME, OF_SEATS = "game.", "seats."  # before a column's name, where both kinds are meant
MOVES = "turns"  # the column of all moves that were made
MEASURED = (MOVES, "decisions", "margin")  # the others that every game has


@dataclass(frozen=True)
class Layout:
    """Which columns there are: those of every game, then the game's own counters."""

    game: tuple[str, ...]
    seat: tuple[str, ...]
    roles: tuple[str, ...]  # () without roles
    end_reasons: tuple[str, ...]
    gap_step: int = 1  # points in one step of the table of gaps
    units: "Mapping[str, str]" = field(default_factory=lambda: {MOVES: MOVES}, hash=False)
    cards: CountedCards = field(default_factory=CountedCards, hash=False)

    @classmethod
    def from_game(cls, game: "AnyGame") -> "Layout":
        return cls(
            game=(*GAME_COLUMNS, *game.game_counters),
            seat=(*SEAT_COLUMNS, *game.seat_counters),
            roles=tuple(game.roles or ()),
            end_reasons=tuple(game.end_reasons),
            gap_step=game.gap_step,
            units=length_units(game),
            cards=game.counted_cards,
        )

    @cached_property
    def measured(self) -> tuple[str, ...]:
        """The columns of a game that are amounts, not codes."""
        return tuple(name for name in self.game if name not in CODES)


def length_units(game: "AnyGame") -> dict[str, str]:
    """The units in which a person would tell the length of this game, the best first, each with
    its word. Beside turns that the game counts, the core's turns are moves."""
    return {**game.units, MOVES: "moves" if MOVES in game.units.values() else MOVES}


class BufferPool(threading.local):
    """Where a thread keeps columns: memory that nobody uses any more is used again.

    The system hands out new memory page by page, empty. Two arms need more than the allocator
    keeps, and the second arm would cost 7 % more.
    """

    def __init__(self) -> None:
        self.buffers: list[Columns] = []

    def take(self, n: int) -> "Columns":
        """Room for n numbers, whatever their values are now."""
        for place in range(len(self.buffers)):
            # this list and the call; a reference to a part also holds the whole
            if sys.getrefcount(self.buffers[place]) <= 2:
                if len(self.buffers[place]) < n:
                    self.buffers[place] = np.empty(n, np.int32)
                return self.buffers[place][:n]
        self.buffers.append(np.empty(n, np.int32))
        return self.buffers[-1][:n]


_BUFFERS = BufferPool()


@dataclass(frozen=True)
class Batch:
    """Playouts number first .. first + n - 1 of one cell."""

    layout: Layout
    players: int
    policies: tuple[str, ...]  # canonical text by seat
    first: int
    n: int
    games: "Columns"  # (columns, n)
    seats: "Columns"  # (columns, n * players)
    traces: Traces | None = None  # the course of the playouts, if it is wanted
    cell: "Cell | None" = None  # the table, for reducers that look into its playouts

    @classmethod
    def empty(
        cls,
        layout: Layout,
        players: int,
        policies: tuple[str, ...],
        first: int,
        n: int,
        traced: bool = False,
    ) -> "Batch":
        """Room for n playouts, to be filled."""
        size = len(layout.game) * n
        room = _BUFFERS.take(size + len(layout.seat) * n * players)
        games = room[:size].reshape(len(layout.game), n)
        seats = room[size:].reshape(len(layout.seat), n * players)
        traces = Traces(players, n, layout.gap_step) if traced else None
        return cls(layout, players, policies, first, n, games, seats, traces)

    def head(self, n: int) -> "Batch":
        """Only the first n playouts."""
        if n == self.n:
            return self
        games = np.ascontiguousarray(self.games[:, :n])
        seats = np.ascontiguousarray(self.seats[:, : n * self.players])
        return replace(self, n=n, games=games, seats=seats)

    def part(self, first: int, n: int) -> "Batch":
        """Only the playouts first .. first + n - 1."""
        at = first - self.first
        games = np.ascontiguousarray(self.games[:, at : at + n])
        seats = np.ascontiguousarray(self.seats[:, at * self.players : (at + n) * self.players])
        return replace(self, first=first, n=n, games=games, seats=seats)

    def game_column(self, name: str) -> "Columns":
        found: Columns = self.games[self.layout.game.index(name)]
        return found

    def seat_column(self, name: str) -> "Columns":
        """One value per playout and seat: (n, players)."""
        found: Columns = self.seats[self.layout.seat.index(name)]
        return found.reshape(self.n, self.players)

    @cached_property
    def by_role(self) -> "Columns":
        """The columns of the seats; the seats of each playout are put in the order of roles."""
        roles = self.seat_column("role")
        order = np.argsort(roles, axis=1, kind="stable")
        if (order == np.arange(self.players)).all():
            return self.seats
        shaped = self.seats.reshape(len(self.layout.seat), self.n, self.players)
        moved = np.take_along_axis(shaped, order[None], axis=2)
        return np.ascontiguousarray(moved).reshape(self.seats.shape)
