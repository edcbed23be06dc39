"""Moves: random decisions of one cell, and what another legal move would have done.

A few decisions of every playout are picked. At each, the move that was played and another random
legal move are played on in the same worlds: what the seat cannot see is dealt again, and all chance
to come is different, but the same for both moves.
"""

import random
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from analyzer.playout.continuations import Walker
from analyzer.simulation.block_sums import RecordedBlockSums, Tally, block_of, sum_by_block

if TYPE_CHECKING:
    from analyzer.playout.continuations import Decision
    from analyzer.simulation.batch import Batch

POINTS = 2  # decisions of a playout
WORLDS = 16  # continuations of each of the two moves; even, for two halves
PARTS = 4  # quarters of the decisions of a playout
ALL = "all"


class AlternativeMoves(RecordedBlockSums):
    """Rows:

    all        playouts, moves, decisions
    part_k     decisions picked in the k-th quarter of a playout, their legal moves; worlds, worlds
               with other winners, worlds in which the mover's win differs; what the move played
               brings the mover more than the other, in 840ths over all worlds; and the product of
               that sum over even worlds with that over odd ones, whose mean is free of noise
    The record: size of an effect, -index, number of the move.
    """

    name: ClassVar[str] = "moves"

    @classmethod
    def from_batches(cls, *batches: "Batch") -> "AlternativeMoves":
        (batch,) = batches
        assert batch.cell is not None
        walker, tally = Walker(batch.cell), Tally()
        turns, decisions = batch.game_column("turns"), batch.game_column("decisions")
        record: tuple[int, ...] = ()
        for place in range(batch.n):
            index, n = batch.first + place, int(decisions[place])
            luck = random.Random(f"moves {batch.cell.seed} {index}")
            wanted = sorted(luck.sample(range(n), min(POINTS, n)))
            for number, stop in zip(wanted, walker.stops(index, wanted), strict=True):
                other = (stop.chosen + 1 + luck.randrange(len(stop.codes) - 1)) % len(stop.codes)
                fields = _compare_moves(walker, index, stop, other)
                if fields is not None:
                    tally.count(f"part_{PARTS * number // n}", index, *fields)
                    record = max(record, (abs(fields[5]), -index, stop.move))
        rows = tally.rows | {
            ALL: sum_by_block(block_of(batch), np.ones(batch.n, np.int64), turns, decisions)
        }
        return cls(batch.n, dict(sorted(rows.items())), record)


def _compare_moves(
    walker: Walker, index: int, stop: "Decision", other: int
) -> tuple[int, ...] | None:
    """The fields of a part; None if the seat's knowledge allows no other world."""
    played, instead = (
        walker.on(index, stop.stepper, stop.seat, WORLDS, move=stop.codes[which])[:, :, 0]
        for which in (stop.chosen, other)
    )
    if len(played) < WORLDS or len(instead) < WORLDS:
        return None
    gain = played[:, stop.seat] - instead[:, stop.seat]
    return (
        1,
        len(stop.codes),
        WORLDS,
        int((played != instead).any(axis=1).sum()),
        int((gain != 0).sum()),
        int(gain.sum()),
        int(gain[::2].sum()) * int(gain[1::2].sum()),
    )


REDUCER = AlternativeMoves
