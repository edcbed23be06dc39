"""Rotation: several cells that seat the same policies differently, on the same luck.

A playout index is one deal, played once per cell. What a policy reached on that deal is added over
all cells and seats. So the luck of a seat and much of the luck of a deal cancel, and the squares
are those of whole deals, whose results are independent.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from analyzer.simulation.reducers._by_policy import PolicySums
from analyzer.simulation.reducers._summed import (
    largest_absolute,
    smallest_integer_type,
    sum_columns,
)
from analyzer.simulation.reducers.totals import ColumnSums

if TYPE_CHECKING:
    from analyzer.simulation.batch import Batch


@dataclass(frozen=True)
class Rotation(PolicySums):
    """Sums per policy over all cells and whole deals, policies in alphabetical order."""

    name: ClassVar[str] = "rotation"

    @classmethod
    def from_batches(cls, *batches: "Batch") -> "Rotation":
        policies = tuple(sorted({who for batch in batches for who in batch.policies}))
        columns, n = batches[0].layout.seat, batches[0].n
        kind = smallest_integer_type(
            sum(batch.players * largest_absolute(batch.seats) for batch in batches)
        )
        together = np.zeros((len(columns), n, len(policies)), kind)
        seats = [0] * len(policies)
        for batch in batches:
            shaped = batch.seats.reshape(len(columns), n, batch.players)
            for seat, who in enumerate(batch.policies):
                together[:, :, policies.index(who)] += shaped[:, :, seat]
                seats[policies.index(who)] += 1
        return cls(n, policies, tuple(seats), ColumnSums(columns, sum_columns(together)))


REDUCER = Rotation
