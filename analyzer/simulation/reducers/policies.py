"""Policies: what each policy of one cell reached, with its seats of a playout taken together.

A policy that sits at two seats wins a playout if either seat does, so its squares cannot be
computed from single seats.
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
class Policies(PolicySums):
    """Sums over the seats of each policy, in the order in which policies first sit."""

    name: ClassVar[str] = "policies"

    @classmethod
    def from_batches(cls, *batches: "Batch") -> "Policies":
        (batch,) = batches
        policies = tuple(dict.fromkeys(batch.policies))
        kind = smallest_integer_type(batch.players * largest_absolute(batch.seats))
        sits = np.array([[who == at for who in policies] for at in batch.policies], kind)
        sits = sits.reshape(batch.players, len(policies))
        shaped = batch.seats.reshape(len(batch.layout.seat), batch.n, batch.players)
        return cls(
            n=batch.n,
            policies=policies,
            seats=tuple(int(count) for count in sits.sum(axis=0)),
            sums=ColumnSums(batch.layout.seat, sum_columns(shaped @ sits)),
        )


REDUCER = Policies
