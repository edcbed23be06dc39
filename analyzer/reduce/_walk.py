"""Walks through the playouts of a cell, move by move as they were played, and plays on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from analyzer import games, policies, seeds
from analyzer._core.playout import BadChoice, Stepper, play_on
from analyzer.state import make_table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from analyzer._core.contract import Policy
    from analyzer.plan import Cell

    Worlds = NDArray[np.int64]  # (worlds, seats, 2): wins in 840ths, scores


@dataclass(frozen=True)
class Stop:
    """A decision of a playout, before it is made."""

    move: int  # its number among all moves of the playout, from 1, as in a replay
    stepper: Stepper
    seat: int
    codes: list[int]  # of the legal moves
    chosen: int  # which of them is played

    def kept(self) -> "Stop":
        """The same with its own stepper, which does not move on with the walk."""
        return replace(self, stepper=self.stepper.copy())


class Walker:
    """One cell: its table, and who sits there."""

    def __init__(self, cell: "Cell") -> None:
        self.cell = cell
        self.face = games.load(cell.game)
        self.table = make_table(self.face, cell.players, cell.rules)
        self.seated = policies.seat(cell, self.table)
        self.key = seeds.key(cell.seed)
        self.coin_key = self.key if cell.coin_seed is None else seeds.key(cell.coin_seed)

    def start(self, index: int) -> Stepper:
        return Stepper(self.table, self.key, index, coin_key=self.coin_key)

    def stops(self, index: int, wanted: Sequence[int]) -> Iterator[Stop]:
        """Some decisions of a playout, by number from 0 in rising order."""
        left, decision = list(wanted), 0
        for stop in self.steps(index):
            if not left:
                return
            if len(stop.codes) > 1:
                if decision == left[0]:
                    del left[0]
                    yield stop.kept()
                decision += 1

    def moves(self, index: int) -> Iterator[tuple[int, int, int]]:
        """Every move of a playout: who makes it, how many were legal, and the stage before it."""
        for stop in self.steps(index):
            yield stop.seat, len(stop.codes), stop.stepper.stage

    def steps(self, index: int) -> Iterator[Stop]:
        """Every move before it is made; the stepper moves on when the next one is asked for."""
        stepper = self.start(index)
        coins = stepper.coins()
        number = 0
        while codes := stepper.moves():
            number += 1
            seat = stepper.seat
            chosen = stepper.choose(self.seated[seat], coins[seat])
            if not 0 <= chosen < len(codes):
                raise policies.explain_choice(
                    self.cell, self.seated, index, seat, chosen, len(codes)
                )
            yield Stop(number, stepper, seat, codes, chosen)
            stepper.apply(codes[chosen])

    def on(
        self,
        index: int,
        stepper: Stepper,
        seat: int,
        worlds: int,
        *,
        first: int = 0,
        move: int | None = None,
        seated: "list[Policy] | None" = None,
    ) -> "Worlds":
        """Games played on from a position of a playout, in worlds that a seat cannot tell apart."""
        who = self.seated if seated is None else seated
        try:
            found: Worlds = play_on(stepper, who, seat, worlds, first=first, move=move)
        except BadChoice as bad:
            raise policies.explain_choice(self.cell, who, index, *bad.args[1:]) from None
        return found
