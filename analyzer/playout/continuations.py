"""Playing on from positions: whatever asks what may come of a position, asks here.

A part is some worlds of one position. An executor takes parts, in threads or on the workers of a
cluster; where they are played changes no number. A walker goes through the playouts of a cell, move
by move as they were played, and plays on from where it stands.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from analyzer import games
from analyzer._core.runner import BadChoice, Stepper, play_on
from analyzer.playout import seeds
from analyzer.playout.state import make_table
from analyzer.policies import registry

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from analyzer._core.contract import Policy
    from analyzer.playout.cell import Cell

    # (worlds, seats, 2 and more): wins in 840ths, scores, and the seat counters if they are wanted
    Worlds = NDArray[np.int64]


@dataclass(frozen=True)
class Part:
    """Worlds in which a game is played on from a position, as plain data."""

    seat: int  # that cannot tell them from the position
    first: int  # the number of the first of them
    n: int
    move: int | None = None  # the code of what is played first
    to_milestone: bool = False  # to the end of the stage
    counters: bool = False


def play_part(stepper: Stepper, seated: "Sequence[Policy]", part: Part) -> "Worlds":
    """Play on from here; the only way to do it."""
    found: Worlds = play_on(
        *(stepper, list(seated), part.seat, part.n),
        first=part.first,
        move=part.move,
        to_milestone=part.to_milestone,
        counters=part.counters,
    )
    return found


class Pending(Protocol):
    """A part that is under way."""

    def result(self) -> "Worlds":
        """Wait for it. An error of whoever plays it is raised here."""


class PartExecutor(Protocol):
    """Parts of one position in, their worlds out."""

    def submit(self, part: Part) -> Pending:
        """Begin with a part as soon as there is room."""

    def close(self) -> None:
        """Nobody waits any more for what is under way."""


class PartThreads:
    """An executor: threads of this process."""

    def __init__(self, stepper: Stepper, seated: "Sequence[Policy]", threads: int) -> None:
        self.stepper, self.seated = stepper, list(seated)
        self._pool = ThreadPoolExecutor(threads)

    def submit(self, part: Part) -> Pending:
        return self._pool.submit(play_part, self.stepper, self.seated, part)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


@dataclass(frozen=True)
class Decision:
    """A decision of a playout, before it is made."""

    move: int  # its number among all moves of the playout, from 1, as in a replay
    stepper: Stepper
    seat: int
    codes: list[int]  # of the legal moves
    chosen: int  # which of them is played

    def copied(self) -> "Decision":
        """The same with its own stepper, which does not move on with the walk."""
        return replace(self, stepper=self.stepper.copy())


class Walker:
    """One cell: its table, and who sits there."""

    def __init__(self, cell: "Cell") -> None:
        self.cell = cell
        self.face = games.load(cell.game)
        self.table = make_table(self.face, cell.players, cell.rules)
        self.seated = registry.seat_policies(cell, self.table)
        self.key = seeds.seed_key(cell.seed)
        self.coin_key = self.key if cell.coin_seed is None else seeds.seed_key(cell.coin_seed)

    def start(self, index: int) -> Stepper:
        return Stepper(self.table, self.key, index, coin_key=self.coin_key)

    def stops(self, index: int, wanted: Sequence[int]) -> Iterator[Decision]:
        """Some decisions of a playout, by number from 0 in rising order."""
        left, decision = list(wanted), 0
        for stop in self.steps(index):
            if not left:
                return
            if len(stop.codes) > 1:
                if decision == left[0]:
                    del left[0]
                    yield stop.copied()
                decision += 1

    def moves(self, index: int) -> Iterator[tuple[int, int, int]]:
        """Every move of a playout: who makes it, how many were legal, and the stage before it."""
        for stop in self.steps(index):
            yield stop.seat, len(stop.codes), stop.stepper.stage

    def steps(self, index: int) -> Iterator[Decision]:
        """Every move before it is made; the stepper moves on when the next one is asked for."""
        stepper = self.start(index)
        coins = stepper.coins()
        number = 0
        while codes := stepper.moves():
            number += 1
            seat = stepper.seat
            chosen = stepper.choose(self.seated[seat], coins[seat])
            if not 0 <= chosen < len(codes):
                raise registry.explain_choice(
                    self.cell, self.seated, index, seat, chosen, len(codes)
                )
            yield Decision(number, stepper, seat, codes, chosen)
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
        return self.play(index, stepper, Part(seat, first, worlds, move), seated)

    def play(
        self, index: int, stepper: Stepper, part: Part, seated: "list[Policy] | None" = None
    ) -> "Worlds":
        """A part; if a policy fails in a world, the error names the address of the game."""
        who = self.seated if seated is None else seated
        try:
            return play_part(stepper, who, part)
        except BadChoice as bad:
            raise registry.explain_bad_choice(self.cell, who, bad, index) from None
