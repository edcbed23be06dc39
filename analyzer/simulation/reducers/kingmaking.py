"""Kings: how often a seat that cannot win any more decides which of the others does.

A few moments of every playout of the first cell are picked. Games played on from there tell the
chances of all seats. A seat with less than 2 % is hopeless. From there on it plays like the same
seat of each further cell, in worlds that it cannot tell apart. The winners are compared with those
of the same worlds without that change. The control is any other seat at the same moment that still
has a chance, changed in the same way: any change of play gives other winners, whoever makes it. A
seat with a chance also wins or loses the game itself, which is no kingmaking; so worlds that the
switching seat wins in neither way are counted apart.
"""

import random
from typing import TYPE_CHECKING, ClassVar

from analyzer._core.reductions import WIN
from analyzer.playout.continuations import Walker
from analyzer.simulation.block_sums import RecordedBlockSums, Tally

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from analyzer._core.contract import Policy
    from analyzer.playout.continuations import Decision, Worlds
    from analyzer.simulation.batch import Batch

MOMENTS = 2  # of a playout
WORLDS = 100  # games played on that tell the chances
HOPELESS = 0.02
SWITCHED = 50  # games played on with another policy
LATER = 1000  # the number of their first world: no world tells both a chance and an effect
LOOKED = "looked"


class KingmakingSums(RecordedBlockSums):
    """Rows:

    looked       moments, seats of them, hopeless ones
    a policy     worlds; then for the hopeless seat that plays like it, and for any other seat that
                 does: worlds with other winners, worlds that this seat wins in neither way, and
                 those of them with other winners
    The record: worlds with other winners, -index, number of the move, the hopeless seat from 0.
    """

    name: ClassVar[str] = "kings"
    version: ClassVar[int] = 2

    @classmethod
    def from_batches(cls, *batches: "Batch") -> "KingmakingSums":
        assert all(batch.cell for batch in batches)
        walkers = [Walker(batch.cell) for batch in batches if batch.cell]
        tally = Tally()
        record: tuple[int, ...] = ()
        base = batches[0]
        decisions = base.game_column("decisions")
        for place in range(base.n):
            index, n = base.first + place, int(decisions[place])
            luck = random.Random(f"kings {walkers[0].cell.seed} {index}")
            wanted = sorted(luck.sample(range(n), min(MOMENTS, n)))
            for stop in walkers[0].stops(index, wanted):
                record = max(record, *_examine_moment(walkers, index, stop, luck, tally), ())
        return cls(base.n, tally.sorted(), record)


def _examine_moment(
    walkers: list[Walker], index: int, stop: "Decision", luck: random.Random, tally: Tally
) -> list[tuple[int, ...]]:
    """One moment: who is hopeless, and what would another way to play do? One record for each."""
    base, seats = walkers[0], range(walkers[0].cell.players)
    seen = base.on(index, stop.stepper, stop.seat, WORLDS)
    doubtful = [seat for seat in seats if _is_hopeless(seen, seat)]
    hopeless = []
    for seat in doubtful:  # computed again from what the seat itself can see
        own = base.on(index, stop.stepper, seat, WORLDS, first=WORLDS)
        if len(own) == WORLDS and _is_hopeless(own, seat):
            hopeless.append(seat)
    tally.count(LOOKED, index, 1, len(seats), len(hopeless))
    others = [seat for seat in seats if seat not in doubtful]
    if not others:
        return []
    return [
        (_switch(walkers, index, stop, (seat, luck.choice(others)), tally), -index, stop.move, seat)
        for seat in hopeless
    ]


def _is_hopeless(worlds: "Worlds", seat: int) -> bool:
    return bool(worlds[:, seat, 0].sum() < HOPELESS * WIN * max(1, len(worlds)))


def _switch(
    walkers: list[Walker], index: int, stop: "Decision", seats: tuple[int, int], tally: Tally
) -> int:
    """The hopeless seat and the control, each with the policies of the other cells.

    Returns the worlds in which the hopeless seat changes the winner, over all policies.
    """
    base, hopeless = walkers[0], seats[0]

    def winners(seated: "list[Policy]") -> "NDArray[np.bool_]":
        found = base.on(index, stop.stepper, hopeless, SWITCHED, first=LATER, seated=seated)
        won: NDArray[np.bool_] = found[:, :, 0] > 0
        return won

    usual, made = winners(base.seated), 0
    for other in walkers[1:]:
        fields: list[int] = []
        for seat in seats:
            seated = list(base.seated)
            seated[seat] = other.seated[seat]
            fields += compare_winners(usual, winners(seated), seat)
        tally.count(str(other.cell.policies[hopeless]), index, len(usual), *fields)
        made += fields[0]
    return made


def compare_winners(
    usual: "NDArray[np.bool_]", changed: "NDArray[np.bool_]", seat: int
) -> tuple[int, int, int]:
    """Winners by (world, seat), before and after a seat plays differently: the fields of a seat."""
    other = (usual != changed).any(axis=1)
    neither = ~(usual[:, seat] | changed[:, seat])
    return int(other.sum()), int(neither.sum()), int((other & neither).sum())


REDUCER = KingmakingSums
