"""Rows as polars frames: one of games, one of seats. Seat, role and policy are separate columns."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import polars as pl

from analyzer._core.reductions import WIN
from analyzer.simulation.batch import Batch, Layout

# Of every game, for people who read the frames; the counters of a game describe themselves.
GAMES = {
    "game": "index of the game; with the seed it is the address of the game",
    "turns": "moves made, forced ones included",
    "decisions": "moves where two or more were legal",
    "end_reason": "why the game ended",
    "capped": "stopped by a cap on its length, unfinished",
    "winners": "winning seats, as in 3 or 1,4; empty if nobody wins",
    "margin": "best score minus second best",
}
SEATS = {
    "game": "index of the game",
    "seat": "number of the seat, from 1",
    "role": "role of the seat in this game; null in games without roles",
    "policy": "who decided there",
    "score": "points at the end",
    "rank": "1 is best; winners come first, ties share the mean of their ranks",
    "win_share": "1 for a win, 1/k for a win shared by k, else 0",
}


def games_frame(batch: Batch) -> pl.DataFrame:
    """One row a playout."""
    ends = batch.layout.end_reasons
    columns = {
        "game": np.arange(batch.first, batch.first + batch.n, dtype=np.int64),
        **{name: batch.game_column(name) for name in list(GAMES)[1:]},
        **{name: batch.game_column(name) for name in batch.layout.game if name not in GAMES},
    }
    winners = {bits: _seats(bits) for bits in range(1 << batch.players)}
    return pl.DataFrame(columns).with_columns(
        pl.col("end_reason").replace_strict(
            dict(enumerate(ends)), return_dtype=pl.Enum(list(ends))
        ),
        pl.col("capped").cast(pl.Boolean),
        pl.col("winners").replace_strict(winners, return_dtype=pl.String),
    )


def _seats(bits: int) -> str:
    return ",".join(str(seat + 1) for seat in range(bits.bit_length()) if bits >> seat & 1)


def seats_frame(batch: Batch) -> pl.DataFrame:
    """One row per playout and seat."""
    players, n = batch.players, batch.n
    games = np.arange(batch.first, batch.first + n, dtype=np.int64)
    names = list(dict.fromkeys(batch.policies))
    at = np.array([names.index(policy) for policy in batch.policies], dtype=np.int32)
    roles = list(batch.layout.roles)

    def column(name: str) -> np.ndarray:
        return batch.seat_column(name).reshape(-1)

    frame = pl.DataFrame(
        {
            "game": np.repeat(games, players),
            "seat": np.tile(np.arange(1, players + 1, dtype=np.int8), n),
            "role": column("role"),
            "policy": np.tile(at, n),
            "score": column("score"),
            "rank": column("rank2") / 2,
            "win_share": column("win840") / WIN,
            **{
                name: column(name)
                for name in batch.layout.seat
                if name not in ("score", "rank2", "win840", "role")
            },
        }
    )
    role = (
        pl.col("role").replace_strict(dict(enumerate(roles)), return_dtype=pl.Enum(roles))
        if roles
        else pl.lit(None, dtype=pl.String).alias("role")
    )
    policy = pl.col("policy").replace_strict(dict(enumerate(names)), return_dtype=pl.Enum(names))
    return frame.with_columns(role, policy)


def read_batch(
    games: Path,
    seats: Path,
    layout: Layout,
    players: int,
    policies: tuple[str, ...],
    first: int,
    n: int,
) -> Batch:
    """The batch whose rows lie in two Parquet files; the inverse of the two frames."""
    batch = Batch.empty(layout, players, policies, first, n)
    rows = pl.read_parquet(games).sort("game")
    at = {text: bits for bits in range(1 << players) for text in [_seats(bits)]}
    codes = {
        "end_reason": pl.col("end_reason")
        .cast(pl.String)
        .replace_strict(_index_by_name(layout.end_reasons)),
        "winners": pl.col("winners").replace_strict(at),
    }
    for place, name in enumerate(layout.game):
        batch.games[place] = _integers(rows, codes.get(name, pl.col(name)))
    rows = pl.read_parquet(seats).sort("game", "seat")
    roles = (
        pl.lit(0)
        if not layout.roles
        else pl.col("role").cast(pl.String).replace_strict(_index_by_name(layout.roles))
    )
    codes = {
        "role": roles,
        "rank2": (pl.col("rank") * 2).round(),
        "win840": (pl.col("win_share") * WIN).round(),
    }
    for place, name in enumerate(layout.seat):
        batch.seats[place] = _integers(rows, codes.get(name, pl.col(name)))
    return batch


def _index_by_name(names: Sequence[str]) -> dict[str, int]:
    return {name: place for place, name in enumerate(names)}


def _integers(rows: pl.DataFrame, column: pl.Expr) -> np.ndarray:
    return rows.select(column.cast(pl.Int32)).to_series().to_numpy()
