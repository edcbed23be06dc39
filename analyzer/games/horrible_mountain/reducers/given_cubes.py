"""Cubes: playouts of one cell, started again with a Control Cube in hand and without it.

For games whose positions have `cubes` on a `table` of cards and `control` of each seat. At the
first turn one random colour is given to a seat, or lies in the pile. Everything else is the same,
and both playouts go on in the same worlds.
"""

import random
from typing import TYPE_CHECKING, ClassVar

from analyzer.playout.continuations import Walker
from analyzer.simulation.block_sums import BlockSums, Tally

if TYPE_CHECKING:
    from analyzer._core.runner import Stepper
    from analyzer.games import Words
    from analyzer.simulation.batch import Batch

WORLDS = 4


class GivenCubes(BlockSums):
    """One row per rank under the twin of the cube: worlds, wins with and without it in 840ths."""

    name: ClassVar[str] = "cubes"

    @classmethod
    def from_batches(cls, *batches: "Batch") -> "GivenCubes":
        (batch,) = batches
        assert batch.cell is not None
        walker, tally = Walker(batch.cell), Tally()
        for index in range(batch.first, batch.first + batch.n):
            _try_cube(walker, index, index % batch.players, tally)
        return cls(batch.n, tally.sorted())


def _try_cube(walker: Walker, index: int, seat: int, tally: Tally) -> None:
    """One colour of one playout, in hand and out of it."""
    cell = walker.cell
    luck = random.Random(f"cubes {cell.seed} {index}")
    stepper = _first_turn(walker, index)
    words = walker.face.position(cell.rules, stepper.describe())
    slot = luck.randrange(len(words["cubes"]))
    colour, rank = words["cubes"][slot], words["table"][slot][0]
    wins, worlds = [], 0
    for owner in (seat, None):
        given = _with_cube(words, colour, owner)
        stepper.restore(walker.face.from_position(cell.rules, cell.players, given, luck))
        found = walker.on(index, stepper, seat, WORLDS)
        wins.append(int(found[:, seat, 0].sum()))
        worlds = len(found)
    tally.count(rank, index, worlds, *wins)


def _first_turn(walker: Walker, index: int) -> "Stepper":
    """The first position at which all cubes are placed; every playout has one."""
    return next(
        stop.stepper
        for stop in walker.steps(index)
        if walker.face.position(walker.cell.rules, stop.stepper.describe())["deciding"] == "action"
    )


def _with_cube(words: "Words", colour: str, owner: int | None) -> "Words":
    """The position with a colour held by its new owner, or in the pile."""
    control = [
        [*(one for one in held if one != colour), *([colour] if seat == owner else [])]
        for seat, held in enumerate(words["control"])
    ]
    left = {name: word for name, word in words.items() if name != "cube_pile"}
    return left | {"control": control}


REDUCER = GivenCubes
