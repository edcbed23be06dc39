"""Totals: of one cell, sums, squares and counts of every column, and histograms."""

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from analyzer._core.reductions import add_up, add_up_seats

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from analyzer.simulation.batch import Batch
    from analyzer.system.json_types import Json


WIDEST = 1 << 20  # values further apart than this are sorted, since counts of all would be too many


class Histogram(Counter[int]):
    """A value, and how many playouts have it."""

    def __add__(self, other: Counter[int]) -> "Histogram":  # type: ignore[override]
        return Histogram(super().__add__(other))


@dataclass(frozen=True)
class Sums:
    """Of one column at one place: enough for a mean and its interval."""

    total: int
    squares: int
    nonzero: int


class ColumnSums:
    """Sums of several columns at several places (seats, roles): integers of any size."""

    def __init__(self, columns: tuple[str, ...], values: "NDArray[np.object_]") -> None:
        self.columns = columns
        self.values = values  # (columns, places, 3), Python integers

    @classmethod
    def from_array(cls, columns: tuple[str, ...], values: "NDArray[np.int64]") -> "ColumnSums":
        return cls(columns, values.astype(object))

    def at(self, column: str, place: int = 0) -> Sums:
        return Sums(*self.values[self.columns.index(column), place])

    @property
    def places(self) -> int:
        return int(self.values.shape[1])

    def add(self, other: "ColumnSums") -> "ColumnSums":
        return ColumnSums(self.columns, self.values + other.values)

    def to_json(self) -> dict[str, list[list[int]]]:
        return {name: self.values[i].tolist() for i, name in enumerate(self.columns)}

    @classmethod
    def from_json(cls, data: dict[str, list[list[int]]]) -> "ColumnSums":
        places = len(next(iter(data.values()), []))
        values = np.empty((len(data), places, 3), object)
        for i, rows in enumerate(data.values()):
            for place, row in enumerate(rows):
                values[i, place] = row
        return cls(tuple(data), values)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ColumnSums):
            return NotImplemented
        return self.columns == other.columns and np.array_equal(self.values, other.values)

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True)
class Totals:
    """Integer sufficient statistics of any number of playouts of one cell."""

    name: ClassVar[str] = "totals"
    version: ClassVar[int] = 2
    traced: ClassVar[bool] = False

    n: int
    roles: tuple[str, ...]
    games: ColumnSums  # one place
    seats: ColumnSums  # one place per seat
    tables: ColumnSums  # one place: of the columns of seats, their sum over the seats of a playout
    by_role: ColumnSums | None  # one place per role, in games with roles
    histograms: dict[str, Histogram]  # column of the game -> value -> playouts
    score_histograms: tuple[Histogram, ...]  # by seat
    end_reasons: dict[str, int]

    @classmethod
    def from_batches(cls, *batches: "Batch") -> "Totals":
        (batch,) = batches
        layout, n, players = batch.layout, batch.n, batch.players
        by_role = None
        if layout.roles:
            by_role = ColumnSums.from_array(layout.seat, add_up(batch.by_role, n, players))
        ends = np.bincount(batch.game_column("end_reason"), minlength=len(layout.end_reasons))
        scores = batch.seat_column("score")
        seats, tables = add_up_seats(batch.seats, n, players)
        return cls(
            n=n,
            roles=layout.roles,
            games=ColumnSums.from_array(layout.game, add_up(batch.games, n, 1)),
            seats=ColumnSums.from_array(layout.seat, seats),
            tables=ColumnSums.from_array(layout.seat, tables),
            by_role=by_role,
            histograms={name: count_values(batch.game_column(name)) for name in layout.measured},
            score_histograms=tuple(count_values(scores[:, seat]) for seat in range(players)),
            end_reasons=dict(zip(layout.end_reasons, map(int, ends), strict=True)),
        )

    def add(self, other: "Totals") -> "Totals":
        by_role = None
        if self.by_role and other.by_role:
            by_role = self.by_role.add(other.by_role)
        return Totals(
            n=self.n + other.n,
            roles=self.roles,
            games=self.games.add(other.games),
            seats=self.seats.add(other.seats),
            tables=self.tables.add(other.tables),
            by_role=by_role,
            histograms={
                name: mine + other.histograms[name] for name, mine in self.histograms.items()
            },
            score_histograms=tuple(
                mine + theirs
                for mine, theirs in zip(self.score_histograms, other.score_histograms, strict=True)
            ),
            end_reasons={
                name: count + other.end_reasons[name] for name, count in self.end_reasons.items()
            },
        )

    @property
    def players(self) -> int:
        return self.seats.places

    @property
    def unfinished(self) -> int:
        return self.games.at("capped").total

    def to_json(self) -> "Json":
        return {
            "n": self.n,
            "roles": list(self.roles),
            "games": self.games.to_json(),
            "seats": self.seats.to_json(),
            "tables": self.tables.to_json(),
            "by_role": self.by_role.to_json() if self.by_role else None,
            "histograms": {
                name: histogram_as_json(found) for name, found in self.histograms.items()
            },
            "score_histograms": [histogram_as_json(found) for found in self.score_histograms],
            "end_reasons": self.end_reasons,
        }

    @classmethod
    def from_json(cls, data: "Json") -> "Totals":
        by_role = data["by_role"]
        return cls(
            n=data["n"],
            roles=tuple(data["roles"]),
            games=ColumnSums.from_json(data["games"]),
            seats=ColumnSums.from_json(data["seats"]),
            tables=ColumnSums.from_json(data["tables"]),
            by_role=None if by_role is None else ColumnSums.from_json(by_role),
            histograms={name: Histogram(dict(found)) for name, found in data["histograms"].items()},
            score_histograms=tuple(Histogram(dict(found)) for found in data["score_histograms"]),
            end_reasons=data["end_reasons"],
        )


def count_values(column: "NDArray[np.int32]") -> Histogram:
    """How often each value occurs."""
    if not column.size:
        return Histogram()
    low, high = int(column.min()), int(column.max())
    if high - low > WIDEST:
        found, often = np.unique(column, return_counts=True)
        return Histogram(dict(zip(found.tolist(), often.tolist(), strict=True)))
    counts = np.bincount(column.astype(np.int64) - low)
    (values,) = counts.nonzero()
    return Histogram(dict(zip((values + low).tolist(), counts[values].tolist(), strict=True)))


def histogram_as_json(found: Histogram) -> list[list[int]]:
    """A histogram as JSON: JSON knows no whole numbers as names."""
    return [[value, found[value]] for value in sorted(found)]


REDUCER = Totals
