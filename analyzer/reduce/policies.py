"""Policies: what each policy of one cell reached, with its seats of a playout taken together.

A policy that sits at two seats wins a playout if either seat does, so its squares cannot be
computed from single seats.
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
class Policies(ByPolicy):
    """Sums over the seats of each policy, in the order in which policies first sit."""

    name: ClassVar[str] = "policies"

    @classmethod
    def of(cls, *batches: "Batch") -> "Policies":
        (batch,) = batches
        policies = tuple(dict.fromkeys(batch.policies))
        kind = room_for(batch.players * largest(batch.seats))
        sits = np.array([[who == at for who in policies] for at in batch.policies], kind)
        sits = sits.reshape(batch.players, len(policies))
        shaped = batch.seats.reshape(len(batch.layout.seat), batch.n, batch.players)
        return cls(
            n=batch.n,
            policies=policies,
            seats=tuple(int(count) for count in sits.sum(axis=0)),
            sums=Block(batch.layout.seat, summed(shaped @ sits)),
        )


REDUCER = Policies
