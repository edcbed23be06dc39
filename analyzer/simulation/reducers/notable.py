"""Notable: which playouts of one cell are worth looking at: the median, the longest, and so on.

It keeps indices, the smallest if several playouts are alike.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from analyzer._core.reductions import WIN

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from analyzer.simulation.batch import Batch
    from analyzer.system.json_types import Json

Record = tuple[int, int]  # how much, and minus the index: the larger of two is kept
NOTHING: Record = (-(2**62), 0)


@dataclass(frozen=True)
class Notable:
    """Records; `of_length` has the first playout of every number of moves, and how many there
    are."""

    name: ClassVar[str] = "notable"
    version: ClassVar[int] = 1
    traced: ClassVar[bool] = True

    n: int
    longest: Record  # by moves
    closest: Record  # minus the margin, of playouts with one winner
    comeback: Record  # the largest deficit of a seat that won alone
    of_length: dict[int, tuple[int, int]]  # moves -> first index, playouts

    @classmethod
    def from_batches(cls, *batches: "Batch") -> "Notable":
        (batch,) = batches
        assert batch.traces is not None
        n, first, players = batch.n, batch.first, batch.players
        turns = batch.game_column("turns").astype(np.int64)
        won = batch.seat_column("win840") == WIN
        alone = won.any(axis=1)
        deficit = batch.traces.seats[1, : n * players].reshape(n, players)
        behind = np.where(won, deficit, 0).sum(axis=1)
        margin = -batch.game_column("margin").astype(np.int64)
        values, at, counts = np.unique(turns, return_index=True, return_counts=True)
        return cls(
            n=n,
            longest=_record(turns, np.ones(n, bool), first),
            closest=_record(margin, alone, first),
            comeback=_record(behind, alone & (behind > 0), first),
            of_length={
                int(value): (first + int(place), int(count))
                for value, place, count in zip(values, at, counts, strict=True)
            },
        )

    def add(self, other: "Notable") -> "Notable":
        lengths = dict(self.of_length)
        for value, (index, count) in other.of_length.items():
            known = lengths.get(value, (index, 0))
            lengths[value] = (min(known[0], index), known[1] + count)
        return Notable(
            n=self.n + other.n,
            longest=max(self.longest, other.longest),
            closest=max(self.closest, other.closest),
            comeback=max(self.comeback, other.comeback),
            of_length=dict(sorted(lengths.items())),
        )

    def index(self, which: str) -> int | None:
        """The playout that is the median, longest, closest or comeback; None if there is none."""
        if which == "median":
            return self._median()
        record: Record = getattr(self, which)
        return None if record == NOTHING else -record[1]

    def _median(self) -> int | None:
        """One whose number of moves is the median."""
        seen = 0
        for index, count in self.of_length.values():
            seen += count
            if 2 * seen >= self.n:
                return index
        return None

    def to_json(self) -> "Json":
        return {
            "n": self.n,
            "longest": list(self.longest),
            "closest": list(self.closest),
            "comeback": list(self.comeback),
            "of_length": [[value, *found] for value, found in self.of_length.items()],
        }

    @classmethod
    def from_json(cls, data: "Json") -> "Notable":
        records = {name: tuple(data[name]) for name in ("longest", "closest", "comeback")}
        lengths = {value: (index, count) for value, index, count in data["of_length"]}
        return cls(n=data["n"], of_length=lengths, **records)


def _record(values: "NDArray[np.int64]", fitting: "NDArray[np.bool_]", first: int) -> Record:
    if not fitting.any():
        return NOTHING
    places = np.flatnonzero(fitting)
    at = int(places[values[places].argmax()])  # the first of the largest
    return int(values[at]), -(first + at)


REDUCER = Notable
