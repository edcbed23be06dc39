"""Counts: of one cell, every counter of the game and of its seats together, in blocks of games.

For parts of a whole, such as points from the bonus among all points: numerator and denominator are
of the same games, and only blocks of games tell how far their ratio varies. Cells on the same luck
have the same games in each block, so a change from one to another can be told too.
"""

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from analyzer.simulation.batch import OF_GAME, OF_SEATS
from analyzer.simulation.block_sums import BlockSums, block_of, sum_by_block, widen

if TYPE_CHECKING:
    from analyzer.simulation.batch import Batch


class Counts(BlockSums):
    """One row per column with its sum, of the game or over all seats; `games`: the playouts."""

    name: ClassVar[str] = "counts"

    @classmethod
    def from_batches(cls, *batches: "Batch") -> "Counts":
        (batch,) = batches
        block = block_of(batch)
        rows = {"games": sum_by_block(block, np.ones(batch.n, np.int64))}
        for name in batch.layout.measured:
            rows[f"{OF_GAME}{name}"] = sum_by_block(block, batch.game_column(name))
        for name in batch.layout.seat:
            rows[f"{OF_SEATS}{name}"] = sum_by_block(
                block, widen(batch.seat_column(name)).sum(axis=1)
            )
        return cls(batch.n, dict(sorted(rows.items())))


REDUCER = Counts
