"""Extra: playouts of one cell that are tied after the last planned hand, and who wins the rest.

For games with the counters `hands` and `extra_hands`. Who was tied is seen by walking through such
a playout again; they are few.
"""

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from analyzer._core.reductions import WIN
from analyzer.playout.continuations import Walker
from analyzer.simulation.block_sums import BlockSums, Tally

if TYPE_CHECKING:
    from analyzer.simulation.batch import Batch


class ExtraHands(BlockSums):
    """Rows: `all` has tied playouts and those won alone by a seat that was tied; every seat, by its
    number from 1, has how often it was tied, and its wins in 840ths."""

    name: ClassVar[str] = "extra"

    @classmethod
    def from_batches(cls, *batches: "Batch") -> "ExtraHands":
        (batch,) = batches
        assert batch.cell is not None
        walker, tally = Walker(batch.cell), Tally()
        tally.count("all", batch.first, 0, 0)
        for seat in range(batch.players):
            tally.count(str(seat + 1), batch.first, 0, 0)
        hands, extra = (batch.game_column(name) for name in ("hands", "extra_hands"))
        wins = batch.seat_column("win840")
        for place in np.flatnonzero(extra).tolist():
            index = batch.first + place
            tied = _tied_seats(walker, index, int(hands[place] - extra[place]))
            alone = [seat for seat in tied if wins[place, seat] == WIN]
            tally.count("all", index, 1, len(alone))
            for seat in range(batch.players):
                tally.count(str(seat + 1), index, seat in tied, wins[place, seat])
        return cls(batch.n, tally.sorted())


def _tied_seats(walker: Walker, index: int, planned: int) -> list[int]:
    """The seats with the best score after the planned hands of a playout."""
    for stop in walker.steps(index):
        if stop.stepper.stage >= planned:
            points = stop.stepper.describe()["points"]
            return [seat for seat, own in enumerate(points) if own == max(points)]
    return []  # nobody had to choose in the extra hands


REDUCER = ExtraHands
