"""Traces: of one cell, how the lead went: changes, comebacks, who led at half time, chances to win.

See _core/trace.pyx for the exact meaning of every number.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from analyzer._core.reductions import WIN, add_up
from analyzer._core.trace import GAME_COLUMNS, SEAT_COLUMNS
from analyzer.simulation.reducers.totals import (
    ColumnSums,
    Histogram,
    count_values,
    histogram_as_json,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from analyzer.simulation.batch import Batch
    from analyzer.system.json_types import Json

# Of the seat that wins alone: how often it was behind, in thousandths of the events before the
# last, and its largest deficit.
WINNER = ("behind_share", "deficit")


@dataclass(frozen=True)
class Traces:
    """Integers that add up."""

    name: ClassVar[str] = "traces"
    version: ClassVar[int] = 2
    traced: ClassVar[bool] = True

    n: int
    games: ColumnSums
    seats: ColumnSums
    winners: ColumnSums  # of playouts with one winner; their number is `decided`
    decided: int
    settled: ColumnSums  # last_change in thousandths of the events
    changes: Histogram  # lead changes -> playouts
    deficits: Histogram  # the winner's largest deficit -> playouts
    by_part: "NDArray[np.object_]"  # (part, gap, 2): seats there, their wins in 840ths

    @classmethod
    def from_batches(cls, *batches: "Batch") -> "Traces":
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
        winners = np.stack([_thousandths(behind, before_last), deficit])
        settled = _thousandths(games[2], events)[None]
        return cls(
            n=n,
            games=ColumnSums.from_array(GAME_COLUMNS, add_up(games, n, 1)),
            seats=ColumnSums.from_array(SEAT_COLUMNS, add_up(seats, n, players)),
            winners=ColumnSums.from_array(WINNER, add_up(winners, winners.shape[1], 1)),
            decided=int(alone.sum()),
            settled=ColumnSums.from_array(
                ("last_change",), add_up(np.ascontiguousarray(settled), n, 1)
            ),
            changes=count_values(games[1]),
            deficits=count_values(deficit),
            by_part=found.by_part.astype(object),
        )

    def add(self, other: "Traces") -> "Traces":
        return Traces(
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
            "changes": histogram_as_json(self.changes),
            "deficits": histogram_as_json(self.deficits),
            "by_part": self.by_part.tolist(),
        }

    @classmethod
    def from_json(cls, data: "Json") -> "Traces":
        return cls(
            n=data["n"],
            games=ColumnSums.from_json(data["games"]),
            seats=ColumnSums.from_json(data["seats"]),
            winners=ColumnSums.from_json(data["winners"]),
            decided=data["decided"],
            settled=ColumnSums.from_json(data["settled"]),
            changes=Histogram(dict(data["changes"])),
            deficits=Histogram(dict(data["deficits"])),
            by_part=np.array(data["by_part"], object),
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Traces):
            return NotImplemented
        return self.to_json() == other.to_json()

    __hash__ = None  # type: ignore[assignment]


def _thousandths(part: "NDArray[np.int32]", whole: "NDArray[np.int32]") -> "NDArray[np.int32]":
    """To the nearest: sums of many must not lean to one side."""
    return ((2000 * part.astype(np.int64) + whole) // (2 * whole)).astype(np.int32)


REDUCER = Traces
