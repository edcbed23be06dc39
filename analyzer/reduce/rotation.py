"""Rotation: several cells that seat the same policies differently, on the same luck.

A playout index is one deal, played once per cell. What a policy reached on that deal is added over
all cells and seats. So the luck of a seat and much of the luck of a deal cancel, and the squares
are those of whole deals, whose results are independent.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from analyzer.reduce._by_policy import ByPolicy
from analyzer.reduce._summed import largest, room_for, summed
from analyzer.reduce.totals import Block

if TYPE_CHECKING:
    from analyzer.columns import Batch


@dataclass(frozen=True)
class Rotation(ByPolicy):
    """Sums per policy over all cells and whole deals, policies in alphabetical order."""

    name: ClassVar[str] = "rotation"

    @classmethod
    def of(cls, *batches: "Batch") -> "Rotation":
        policies = tuple(sorted({who for batch in batches for who in batch.policies}))
        columns, n = batches[0].layout.seat, batches[0].n
        kind = room_for(sum(batch.players * largest(batch.seats) for batch in batches))
        together = np.zeros((len(columns), n, len(policies)), kind)
        seats = [0] * len(policies)
        for batch in batches:
            shaped = batch.seats.reshape(len(columns), n, batch.players)
            for seat, who in enumerate(batch.policies):
                together[:, :, policies.index(who)] += shaped[:, :, seat]
                seats[policies.index(who)] += 1
        return cls(n, policies, tuple(seats), Block(columns, summed(together)))


REDUCER = Rotation
