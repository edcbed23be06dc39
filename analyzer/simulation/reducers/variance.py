"""Luck: all ways to seat some policies, on the same deals and with two keys of their coins.

The cells come in pairs: an assignment of policies to seats with the first coin key, then the same
with the second. The index of a deal decides its block, and the spread of the blocks gives the
error. The outcome is the win share.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from analyzer.stats.jackknife import BLOCKS
from analyzer.stats.luck import LuckSums

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from analyzer.simulation.batch import Batch
    from analyzer.system.json_types import Json


@dataclass(frozen=True)
class VarianceSums:
    """Sums by block of deals; see stats.luck for their meaning."""

    name: ClassVar[str] = "luck"
    version: ClassVar[int] = 1
    traced: ClassVar[bool] = False

    n: int
    blocks: tuple[LuckSums, ...]

    @classmethod
    def from_batches(cls, *batches: "Batch") -> "VarianceSums":
        n, first = batches[0].n, batches[0].first
        wins = np.stack([batch.seat_column("win840") for batch in batches]).astype(np.int64)
        outcomes = wins.reshape(
            len(batches) // 2, 2, n, batches[0].players
        )  # (arm, key, deal, seat)
        index = np.arange(first, first + n)
        block = index // 2 % BLOCKS
        return cls(
            n=n,
            blocks=tuple(
                _sums(outcomes[:, :, block == b], index[block == b] % 2) for b in range(BLOCKS)
            ),
        )

    def add(self, other: "VarianceSums") -> "VarianceSums":
        return VarianceSums(
            n=self.n + other.n,
            blocks=tuple(
                LuckSums(*(a + b for a, b in zip(mine, theirs, strict=True)))
                for mine, theirs in zip(self.blocks, other.blocks, strict=True)
            ),
        )

    def to_json(self) -> "Json":
        return {
            "n": self.n,
            "blocks": [[field.tolist() for field in block] for block in self.blocks],
        }

    @classmethod
    def from_json(cls, data: "Json") -> "VarianceSums":
        blocks = (LuckSums(*(np.array(field, object) for field in b)) for b in data["blocks"])
        return cls(data["n"], tuple(blocks))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, VarianceSums) and self.to_json() == other.to_json()

    __hash__ = None  # type: ignore[assignment]


def _sums(outcomes: "NDArray[np.int64]", odd: "NDArray[np.int64]") -> LuckSums:
    first, second = outcomes[:, 0], outcomes[:, 1]
    both = first + second
    by_deal = first.sum(axis=0), second.sum(axis=0)
    found = LuckSums(
        even=both[:, odd == 0].sum(axis=1),
        odd=both[:, odd == 1].sum(axis=1),
        n_even=np.array([(odd == 0).sum()]),
        n_odd=np.array([(odd == 1).sum()]),
        first=by_deal[0].sum(axis=0),
        second=by_deal[1].sum(axis=0),
        product=(by_deal[0] * by_deal[1]).sum(axis=0),
        coins=np.array([((first - second) ** 2).sum()]),
        squares=np.array([(first * first + second * second).sum()]),
    )
    return LuckSums(*(field.astype(object) for field in found))


REDUCER = VarianceSums
