"""Kings: how often a seat that cannot win any more decides which of the others does.

A few moments of every playout of the first cell are picked. Games played on from there tell the
chances of all seats. A seat with less than 2 % is hopeless. From there on it plays like the same
seat of each further cell, in worlds that it cannot tell apart. The winners are compared with those
of the same worlds without that change. The control is any other seat at the same moment that still
has a chance, changed in the same way: any change of play gives other winners, whoever makes it.
"""

import random
from typing import TYPE_CHECKING, ClassVar

from analyzer._core.sums import WIN
from analyzer.reduce._blocks import Tally, WithRecord
from analyzer.reduce._walk import Walker

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from analyzer._core.contract import Policy
    from analyzer.columns import Batch
    from analyzer.reduce._walk import Stop, Worlds

MOMENTS = 2  # of a playout
WORLDS = 100  # games played on that tell the chances
HOPELESS = 0.02
SWITCHED = 50  # games played on with another policy
LATER = 1000  # the number of their first world: no world tells both a chance and an effect
LOOKED = "looked"


class Kings(WithRecord):
    """Rows:

    looked       moments, seats of them, hopeless ones
    a policy     worlds, worlds with other winners if a hopeless seat plays like it, and if any
                 other seat does
    The record: worlds with other winners, -index, number of the move, the hopeless seat from 0.
    """

    name: ClassVar[str] = "kings"

    @classmethod
    def of(cls, *batches: "Batch") -> "Kings":
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
                record = max(record, *_look(walkers, index, stop, luck, tally), ())
        return cls(base.n, tally.sorted(), record)


def _look(
    walkers: list[Walker], index: int, stop: "Stop", luck: random.Random, tally: Tally
) -> list[tuple[int, ...]]:
    """One moment: who is hopeless, and what would another way to play do? One record for each."""
    base, seats = walkers[0], range(walkers[0].cell.players)
    seen = base.on(index, stop.stepper, stop.seat, WORLDS)
    doubtful = [seat for seat in seats if _without_hope(seen, seat)]
    hopeless = []
    for seat in doubtful:  # computed again from what the seat itself can see
        own = base.on(index, stop.stepper, seat, WORLDS, first=WORLDS)
        if len(own) == WORLDS and _without_hope(own, seat):
            hopeless.append(seat)
    tally.count(LOOKED, index, 1, len(seats), len(hopeless))
    others = [seat for seat in seats if seat not in doubtful]
    if not others:
        return []
    return [
        (_switch(walkers, index, stop, (seat, luck.choice(others)), tally), -index, stop.move, seat)
        for seat in hopeless
    ]


def _without_hope(worlds: "Worlds", seat: int) -> bool:
    return bool(worlds[:, seat, 0].sum() < HOPELESS * WIN * max(1, len(worlds)))


def _switch(
    walkers: list[Walker], index: int, stop: "Stop", seats: tuple[int, int], tally: Tally
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
        changed = []
        for seat in seats:
            seated = list(base.seated)
            seated[seat] = other.seated[seat]
            changed.append(int((winners(seated) != usual).any(axis=1).sum()))
        tally.count(str(other.cell.policies[hopeless]), index, len(usual), *changed)
        made += changed[0]
    return made


REDUCER = Kings
