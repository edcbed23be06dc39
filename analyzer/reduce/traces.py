"""Traces: of one cell, how the lead went: changes, comebacks, who led at half time, chances to win.

See _core/trace.pyx for the exact meaning of every number.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from analyzer._core.sums import WIN, add_up
from analyzer._core.trace import GAME_COLUMNS, SEAT_COLUMNS
from analyzer.reduce.totals import Block, Histogram, histogram, pairs

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from analyzer.columns import Batch
    from analyzer.plain import Json

# Of the seat that wins alone: how often it was behind, in thousandths of the events before the
# last, and its largest deficit.
WINNER = ("behind_share", "deficit")


@dataclass(frozen=True)
class Trace:
    """Integers that add up."""

    name: ClassVar[str] = "traces"
    version: ClassVar[int] = 2
    traced: ClassVar[bool] = True

    n: int
    games: Block
    seats: Block
    winners: Block  # of playouts with one winner; their number is `decided`
    decided: int
    settled: Block  # last_change in thousandths of the events
    changes: Histogram  # lead changes -> playouts
    deficits: Histogram  # the winner's largest deficit -> playouts
    by_part: "NDArray[np.object_]"  # (part, gap, 2): seats there, their wins in 840ths

    @classmethod
    def of(cls, *batches: "Batch") -> "Trace":
        (batch,) = batches
        found, n, players = batch.traces, batch.n, batch.players
        assert found is not None
        games = np.ascontiguousarray(found.games[:, :n])
        seats = np.ascontiguousarray(found.seats[:, : n * players])
        won = batch.seat_column("win840") == WIN
        alone = won.sum(axis=1) == 1
        behind, deficit = (row.reshape(n, players)[won & alone[:, None]] for row in seats)
        events = np.maximum(1, games[0])
        before_last = np.maximum(1, events[alone] - 1)  # at the last event the winner is ahead
        winners = np.stack([1000 * behind // before_last, deficit]).astype(np.int32)
        settled = (1000 * games[2].astype(np.int64) // events).astype(np.int32)[None]
        return cls(
            n=n,
            games=Block.of(GAME_COLUMNS, add_up(games, n, 1)),
            seats=Block.of(SEAT_COLUMNS, add_up(seats, n, players)),
            winners=Block.of(WINNER, add_up(winners, winners.shape[1], 1)),
            decided=int(alone.sum()),
            settled=Block.of(("last_change",), add_up(np.ascontiguousarray(settled), n, 1)),
            changes=histogram(games[1]),
            deficits=histogram(deficit),
            by_part=found.by_part.astype(object),
        )

    def add(self, other: "Trace") -> "Trace":
        return Trace(
            n=self.n + other.n,
            games=self.games.add(other.games),
            seats=self.seats.add(other.seats),
            winners=self.winners.add(other.winners),
            decided=self.decided + other.decided,
            settled=self.settled.add(other.settled),
            changes=self.changes + other.changes,
            deficits=self.deficits + other.deficits,
            by_part=self.by_part + other.by_part,
        )

    def to_json(self) -> "Json":
        return {
            "n": self.n,
            "games": self.games.to_json(),
            "seats": self.seats.to_json(),
            "winners": self.winners.to_json(),
            "decided": self.decided,
            "settled": self.settled.to_json(),
            "changes": pairs(self.changes),
            "deficits": pairs(self.deficits),
            "by_part": self.by_part.tolist(),
        }

    @classmethod
    def from_json(cls, data: "Json") -> "Trace":
        return cls(
            n=data["n"],
            games=Block.from_json(data["games"]),
            seats=Block.from_json(data["seats"]),
            winners=Block.from_json(data["winners"]),
            decided=data["decided"],
            settled=Block.from_json(data["settled"]),
            changes=Histogram(dict(data["changes"])),
            deficits=Histogram(dict(data["deficits"])),
            by_part=np.array(data["by_part"], object),
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Trace):
            return NotImplemented
        return self.to_json() == other.to_json()

    __hash__ = None  # type: ignore[assignment]


REDUCER = Trace
