"""Rows of the games behind an answer, as `--out` writes them: one frame of games, one of seats."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import polars as pl

from analyzer import games
from analyzer._core.runner import Control
from analyzer.playout.cell import Cell
from analyzer.policies import spec
from analyzer.simulation import frames
from analyzer.simulation.chunk import ReadyCell


@dataclass(frozen=True)
class Rows:
    """What was played, and its rows, in the order of the games and seats."""

    cell: Cell
    games: pl.DataFrame
    seats: pl.DataFrame

    @property
    def n(self) -> int:
        return self.games.height

    @property
    def players(self) -> int:
        return self.cell.players

    def game(self, name: str) -> np.ndarray:
        """A column of the games."""
        return self.games[name].to_numpy()

    def seat(self, name: str) -> np.ndarray:
        """A column of the seats, one row per game and one column per seat."""
        return self.seats[name].to_numpy().reshape(self.n, self.players)

    def wins(self) -> np.ndarray:
        return self.seat("win_share")

    def by_role(self, name: str, role: str) -> np.ndarray:
        """A column of the seat that has a role, one value a game."""
        return self.seats.filter(pl.col("role") == role).sort("game")[name].to_numpy()


def make_cell(
    game: str,
    players: int,
    policies: Sequence[str] = ("expert",),
    rules: Mapping[str, object] | None = None,
    seed: int = 1,
    coin_seed: int | None = None,
) -> Cell:
    """A table; one policy is meant for all seats."""
    names = tuple(policies) * players if len(policies) == 1 else tuple(policies)
    resolved = games.load(game).resolve_rules(players, rules or {})
    return Cell(game, players, resolved, tuple(map(spec.parse_policy, names)), seed, coin_seed)


@lru_cache(maxsize=400)
def _played(cell: Cell, text: str, first: int, n: int) -> Rows:  # noqa: ARG001 - a key
    batch = ReadyCell(cell).play(first, n, Control())
    return Rows(cell, frames.games_frame(batch), frames.seats_frame(batch))


def play_cell(cell: Cell, n: int, first: int = 0) -> Rows:
    return _played(cell, cell.text, first, n)


def play_rows(
    game: str,
    players: int,
    n: int,
    policies: Sequence[str] = ("expert",),
    rules: Mapping[str, object] | None = None,
    seed: int = 1,
) -> Rows:
    """The rows of games 0 to n - 1 of a seed."""
    return play_cell(make_cell(game, players, policies, rules, seed), n)
