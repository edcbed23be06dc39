"""From the core's columns to integer sufficient statistics, and to frames when rows are wanted.

Sums and squares are Python or int64 integers, so that totals are the same however the playouts were
cut into batches; means and intervals are made from them elsewhere.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np

from analyzer._core.playout import GAME_COLUMNS, SEAT_COLUMNS, add_up

if TYPE_CHECKING:
    import polars as pl

MEASURED = ("turns", "decisions", "margin")  # columns of every game that have a histogram
RANKED = ("score", "rank2", "win840")  # columns of every seat that are told by role, too


@dataclass
class Batch:
    """The columns of playouts first .. first + n, as the core filled them."""

    module: ModuleType
    players: int
    first: int
    n: int
    games: np.ndarray  # (columns, n) int32
    seats: np.ndarray  # (columns, n * players) int32

    @classmethod
    def empty(cls, module: ModuleType, players: int, first: int, n: int) -> "Batch":
        """Columns for n playouts, to be filled."""
        games = len(GAME_COLUMNS) + len(module.GAME_COUNTERS)
        seats = len(SEAT_COLUMNS) + len(module.SEAT_COUNTERS)
        return cls(
            module,
            players,
            first,
            n,
            np.empty((games, n), np.int32),
            np.empty((seats, n * players), np.int32),
        )

    def head(self, n: int) -> "Batch":
        """The first n playouts alone."""
        games = np.ascontiguousarray(self.games[:, :n])
        seats = np.ascontiguousarray(self.seats[:, : n * self.players])
        return Batch(self.module, self.players, self.first, n, games, seats)

    def game_column(self, name: str) -> np.ndarray:
        return self.games[_place(name, GAME_COLUMNS, self.module.GAME_COUNTERS)]

    def seat_column(self, name: str) -> np.ndarray:
        return self.seats[_place(name, SEAT_COLUMNS, self.module.SEAT_COUNTERS)]


def _place(name: str, common: Sequence[str], own: Sequence[str]) -> int:
    names = [*common, *own]
    return names.index(name)


@dataclass
class Totals:
    """Integer sufficient statistics of any number of playouts; they add up."""

    players: int
    roles: tuple[str, ...] | None = None
    n: int = 0
    seat_sums: dict[str, np.ndarray] = field(default_factory=dict)  # column -> int64 by seat
    seat_squares: dict[str, np.ndarray] = field(default_factory=dict)
    role_sums: dict[str, np.ndarray] = field(default_factory=dict)  # RANKED, by role; {} without
    role_squares: dict[str, np.ndarray] = field(default_factory=dict)
    game_sums: dict[str, int] = field(default_factory=dict)
    game_squares: dict[str, int] = field(default_factory=dict)
    histograms: dict[str, Counter[int]] = field(default_factory=dict)  # column -> value -> count
    score_histograms: list[Counter[int]] = field(default_factory=list)
    end_reasons: dict[str, int] = field(default_factory=dict)

    @property
    def unfinished(self) -> int:
        return self.game_sums["capped"]

    @classmethod
    def none(cls, module: ModuleType, players: int) -> "Totals":
        """The totals of no playouts."""
        return cls.of(Batch.empty(module, players, 0, 0))

    @classmethod
    def of(cls, batch: Batch) -> "Totals":
        """The totals of a batch."""
        module, players = batch.module, batch.players
        seat_names = [*SEAT_COLUMNS, *module.SEAT_COUNTERS]
        game_names = [*GAME_COLUMNS, *module.GAME_COUNTERS]
        seat_sums, seat_squares, _ = add_up(batch.seats, batch.n, players)
        game_sums, game_squares, _ = add_up(batch.games, batch.n, 1)
        ends = np.bincount(batch.game_column("end_reason"), minlength=len(module.END_REASONS))
        role_sums, role_squares = _add_up_by_role(batch) if module.ROLES else ({}, {})
        scores = batch.seat_column("score").reshape(batch.n, players)
        return cls(
            players=players,
            roles=module.ROLES,
            n=batch.n,
            seat_sums=dict(zip(seat_names, seat_sums, strict=True)),
            seat_squares=dict(zip(seat_names, seat_squares, strict=True)),
            role_sums=role_sums,
            role_squares=role_squares,
            game_sums={name: int(s[0]) for name, s in zip(game_names, game_sums, strict=True)},
            game_squares={
                name: int(s[0]) for name, s in zip(game_names, game_squares, strict=True)
            },
            histograms={
                name: _histogram(batch.game_column(name))
                for name in (*MEASURED, *module.GAME_COUNTERS)
            },
            score_histograms=[_histogram(scores[:, seat]) for seat in range(players)],
            end_reasons=dict(zip(module.END_REASONS, map(int, ends), strict=True)),
        )

    def add(self, other: "Totals") -> None:
        """Take in the totals of other playouts of the same experiment."""
        self.n += other.n
        for mine, theirs in (
            (self.seat_sums, other.seat_sums),
            (self.seat_squares, other.seat_squares),
            (self.role_sums, other.role_sums),
            (self.role_squares, other.role_squares),
            (self.game_sums, other.game_sums),
            (self.game_squares, other.game_squares),
            (self.end_reasons, other.end_reasons),
        ):
            for name in mine:
                mine[name] = mine[name] + theirs[name]
        for name, histogram in self.histograms.items():
            histogram.update(other.histograms[name])
        for histogram, theirs in zip(self.score_histograms, other.score_histograms, strict=True):
            histogram.update(theirs)


def _add_up_by_role(batch: Batch) -> tuple[dict[str, np.ndarray], dict[str, np.ndarray]]:
    """Sums and sums of squares of the ranked columns, by role: seats may change theirs by game."""
    shape = batch.n, batch.players
    order = np.argsort(batch.seat_column("role").reshape(shape), axis=1, kind="stable")
    columns = [batch.seat_column(name).reshape(shape) for name in RANKED]
    by_role = np.stack([np.take_along_axis(column, order, axis=1) for column in columns])
    sums, squares, _ = add_up(by_role.reshape(len(RANKED), -1), batch.n, batch.players)
    return dict(zip(RANKED, sums, strict=True)), dict(zip(RANKED, squares, strict=True))


def _histogram(column: np.ndarray) -> Counter[int]:
    if not column.size:
        return Counter()
    low = int(column.min())
    counts = np.bincount(column - low)
    (values,) = counts.nonzero()
    return Counter(dict(zip((values + low).tolist(), counts[values].tolist(), strict=True)))


def games_frame(batch: Batch) -> "pl.DataFrame":
    """One row a playout."""
    import polars as pl

    module = batch.module
    ends = pl.Enum(list(module.END_REASONS))
    frame = pl.DataFrame(
        {
            "game": np.arange(batch.first, batch.first + batch.n, dtype=np.int64),
            "turns": batch.game_column("turns"),
            "decisions": batch.game_column("decisions"),
            "end_reason": batch.game_column("end_reason"),
            "capped": batch.game_column("capped"),
            "winners": batch.game_column("winners"),
            "margin": batch.game_column("margin"),
            **{name: batch.game_column(name) for name in module.GAME_COUNTERS},
        }
    )
    winners = {bits: _seats(bits) for bits in range(1 << batch.players)}
    return frame.with_columns(
        pl.col("end_reason").replace_strict(dict(enumerate(module.END_REASONS)), return_dtype=ends),
        pl.col("capped").cast(pl.Boolean),
        pl.col("winners").replace_strict(winners, return_dtype=pl.String),
    )


def _seats(bits: int) -> str:
    return ",".join(str(seat + 1) for seat in range(bits.bit_length()) if bits >> seat & 1)


def seats_frame(batch: Batch, policies: Sequence[str]) -> "pl.DataFrame":
    """One row a playout and seat."""
    import polars as pl

    module, players = batch.module, batch.players
    games = np.arange(batch.first, batch.first + batch.n, dtype=np.int64)
    names = list(dict.fromkeys(policies))
    at = np.array([names.index(policy) for policy in policies], dtype=np.int32)
    roles = list(module.ROLES) if module.ROLES else []
    frame = pl.DataFrame(
        {
            "game": np.repeat(games, players),
            "seat": np.tile(np.arange(1, players + 1, dtype=np.int8), batch.n),
            "role": batch.seat_column("role"),
            "policy": np.tile(at, batch.n),
            "score": batch.seat_column("score"),
            "rank": batch.seat_column("rank2") / 2,
            "win_share": batch.seat_column("win840") / 840,
            **{name: batch.seat_column(name) for name in module.SEAT_COUNTERS},
        }
    )
    role = (
        pl.col("role").replace_strict(dict(enumerate(roles)), return_dtype=pl.Enum(roles))
        if roles
        else pl.lit(None, dtype=pl.String).alias("role")
    )
    policy = pl.col("policy").replace_strict(dict(enumerate(names)), return_dtype=pl.Enum(names))
    return frame.with_columns(role, policy)
