"""Openings: the cards that each seat of one cell was dealt before the first move, and its result.

For games that count no cards themselves: the first hand is read from the start of the playout.
"""

from typing import TYPE_CHECKING, ClassVar

from analyzer.playout.continuations import Walker
from analyzer.simulation.block_sums import BlockSums, Tally

if TYPE_CHECKING:
    from analyzer.simulation.batch import Batch


class Openings(BlockSums):
    """One row per card, by its name: times dealt, wins of seats that had it in 840ths, scores."""

    name: ClassVar[str] = "openings"

    @classmethod
    def from_batches(cls, *batches: "Batch") -> "Openings":
        (batch,) = batches
        assert batch.cell is not None
        walker, tally = Walker(batch.cell), Tally()
        wins, scores = batch.seat_column("win840"), batch.seat_column("score")
        for place in range(batch.n):
            index = batch.first + place
            raw = walker.start(index).describe()
            for seat in range(batch.players):
                for card in walker.face.hand_of(batch.cell.rules, raw, seat):
                    tally.count(card, index, 1, wins[place, seat], scores[place, seat])
        return cls(batch.n, tally.sorted())


REDUCER = Openings
