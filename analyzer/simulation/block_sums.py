"""What reducers share whose errors come from the jackknife: rows of integers by block of games.

The index of a game alone decides its block, so any cut of the playouts gives the same rows.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

import numpy as np

from analyzer.simulation.reducers._summed import largest_absolute
from analyzer.stats.jackknife import BLOCKS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from analyzer.simulation.batch import Batch
    from analyzer.system.json_types import Json

    Rows = NDArray[np.object_]  # (BLOCKS, fields), Python integers


@dataclass(frozen=True, eq=False)
class BlockSums:
    """Rows under names; equal names add up, and a missing name counts as zeros."""

    name: ClassVar[str]
    version: ClassVar[int] = 1
    traced: ClassVar[bool] = False

    n: int
    rows: "Mapping[str, Rows]"

    def add(self, other: Self) -> Self:
        return type(self)(self.n + other.n, add_rows(self.rows, other.rows))

    def to_json(self) -> "Json":
        return {"n": self.n, "rows": {name: rows.tolist() for name, rows in self.rows.items()}}

    @classmethod
    def from_json(cls, data: "Json") -> Self:
        return cls(data["n"], {name: np.array(rows, object) for name, rows in data["rows"].items()})

    def block_rows(self, *names: str) -> list[list[int]]:
        """The rows of some names side by side, block by block: what a jackknife takes."""
        return [
            [value for name in names for value in self.rows[name][b].tolist()]
            for b in range(BLOCKS)
        ]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self.to_json() == other.to_json()

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True, eq=False)
class RecordedBlockSums(BlockSums):
    """Rows, and the playout to look at: the largest of records (how much, -index, ...)."""

    record: tuple[int, ...] = ()

    def add(self, other: Self) -> Self:
        record = max(self.record, other.record)
        return type(self)(self.n + other.n, add_rows(self.rows, other.rows), record)

    def to_json(self) -> "Json":
        return super().to_json() | {"record": list(self.record)}

    @classmethod
    def from_json(cls, data: "Json") -> Self:
        return cls(data["n"], BlockSums.from_json(data).rows, tuple(data["record"]))


def add_rows(mine: "Mapping[str, Rows]", theirs: "Mapping[str, Rows]") -> "dict[str, Rows]":
    """The rows of two mappings added up, names in alphabetical order, so that the order of adding
    does not matter."""
    found = {}
    for name in sorted({*mine, *theirs}):
        parts = [rows[name] for rows in (mine, theirs) if name in rows]
        found[name] = parts[0] if len(parts) == 1 else parts[0] + parts[1]
    return found


def block_of(batch: "Batch") -> "NDArray[np.int64]":
    """The block of every playout of a batch."""
    return np.arange(batch.first, batch.first + batch.n) % BLOCKS


def sum_by_block(block: "NDArray[np.int64]", *columns: "NDArray[np.int32 | np.int64]") -> "Rows":
    """Columns of whole numbers, one value per playout, added up by block."""
    return np.stack([_sum_column(block, column) for column in columns], axis=1)


def _sum_column(block: "NDArray[np.int64]", column: "NDArray[np.int32 | np.int64]") -> "Rows":
    # Doubles hold every integer up to 2**53, which only values of other sorts of games pass.
    if column.dtype != object and largest_absolute(column) * max(1, len(column)) < 2**53:
        sums = np.bincount(block, weights=column, minlength=BLOCKS)
        return sums.astype(np.int64).astype(object)
    found = np.array([0] * BLOCKS, object)
    np.add.at(found, block, column.astype(object))
    return found


def widen(column: "NDArray[np.int32]") -> "NDArray[np.int64]":
    """A column in a type in which products and sums are exact; Python integers if values are
    large."""
    found: NDArray[np.int64] = column.astype(
        "int64" if largest_absolute(column) < 2**20 else "object"
    )
    return found


class Tally:
    """Rows of a batch that are filled game by game."""

    def __init__(self) -> None:
        self.rows: dict[str, Rows] = {}

    def count(self, name: str, index: int, *values: int) -> None:
        if name not in self.rows:
            self.rows[name] = np.array([[0] * len(values)] * BLOCKS, object)
        self.rows[name][index % BLOCKS] += np.array([int(value) for value in values], object)

    def sorted(self) -> "dict[str, Rows]":
        return dict(sorted(self.rows.items()))
