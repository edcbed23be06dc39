"""Spread: two cells on the same luck, and how far apart the best and the worst score are."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from analyzer.simulation.reducers._summed import sum_columns
from analyzer.simulation.reducers.totals import ColumnSums

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from analyzer.simulation.batch import Batch
    from analyzer.system.json_types import Json

COLUMNS = ("difference", "variant", "reference")  # the first is the variant minus the reference


@dataclass(frozen=True)
class Spread:
    """Sums of the spreads of both cells, and of their difference."""

    name: ClassVar[str] = "spread"
    version: ClassVar[int] = 1
    traced: ClassVar[bool] = False

    n: int
    sums: ColumnSums

    @classmethod
    def from_batches(cls, *batches: "Batch") -> "Spread":
        variant, reference = (_spread(batch) for batch in batches)
        columns = np.stack([variant - reference, variant, reference])
        return cls(batches[0].n, ColumnSums(COLUMNS, sum_columns(columns[:, :, None])))

    def add(self, other: "Spread") -> "Spread":
        return Spread(self.n + other.n, self.sums.add(other.sums))

    def to_json(self) -> "Json":
        return {"n": self.n, "sums": self.sums.to_json()}

    @classmethod
    def from_json(cls, data: "Json") -> "Spread":
        return cls(data["n"], ColumnSums.from_json(data["sums"]))


def _spread(batch: "Batch") -> "NDArray[np.int64]":
    scores = batch.seat_column("score").astype(np.int64)
    found: NDArray[np.int64] = scores.max(axis=1) - scores.min(axis=1)
    return found


REDUCER = Spread
