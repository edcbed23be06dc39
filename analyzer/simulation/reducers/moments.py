"""Moments: the chances of all seats to win at a quarter, half and three quarters of a playout.

At each of these decisions the playout is played on many times, in worlds that the seat to move
cannot tell from the true one, with new luck. How far the chances of different playouts lie apart
tells how much is settled.
"""

from typing import TYPE_CHECKING, ClassVar

from analyzer.playout.continuations import Walker
from analyzer.simulation.block_sums import BlockSums, Tally
from analyzer.stats.explained_variance import QUARTERS, WORLDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.playout.continuations import Worlds
    from analyzer.simulation.batch import Batch


class Moments(BlockSums):
    """Rows quarter_1, quarter_2 and quarter_3: moments; then for each seat, over moments, the sum
    of its wins over all worlds in 840ths, the square of that sum, and the sum of their squares."""

    name: ClassVar[str] = "moments"

    @classmethod
    def from_batches(cls, *batches: "Batch") -> "Moments":
        (batch,) = batches
        assert batch.cell is not None
        walker, tally = Walker(batch.cell), Tally()
        decisions = batch.game_column("decisions")
        for place in range(batch.n):
            index, n = batch.first + place, int(decisions[place])
            if n:
                _examine_playout(walker, index, n, tally)
        return cls(batch.n, tally.sorted())


def _examine_playout(walker: Walker, index: int, decisions: int, tally: Tally) -> None:
    """One playout; in a very short one two quarters may share a decision."""
    wanted = {quarter: decisions * quarter // 4 for quarter in QUARTERS}
    numbers = sorted(set(wanted.values()))
    stops = dict(zip(numbers, walker.stops(index, numbers), strict=True))
    for quarter, number in wanted.items():
        stop = stops[number]
        worlds = walker.on(index, stop.stepper, stop.seat, WORLDS)
        if len(worlds) == WORLDS:  # fewer if what the seat knows allows no other world
            tally.count(f"quarter_{quarter}", index, *moment_fields(worlds))


def moment_fields(worlds: "Worlds") -> "Sequence[int]":
    """One moment: 1, and what each seat won."""
    wins = worlds[:, :, 0]
    sums, squares = wins.sum(axis=0).tolist(), (wins * wins).sum(axis=0).tolist()
    return [1, *(x for s, q in zip(sums, squares, strict=True) for x in (s, s * s, q))]


REDUCER = Moments
