"""Pairs: two cells on the same luck, playout by playout: the variant minus the reference.

Kept of each column and place are the sum of the differences D, the sum of their squares and the
number of playouts in which D is not zero. With the totals of both cells that is all that a paired
interval needs. Arms may have different numbers of seats: then the seats that both have are paired.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from analyzer._core.reductions import add_up_differences
from analyzer.simulation.reducers.totals import ColumnSums

if TYPE_CHECKING:
    from analyzer.simulation.batch import Batch
    from analyzer.system.json_types import Json


@dataclass(frozen=True)
class Pairs:
    """Integer sufficient statistics of paired differences."""

    name: ClassVar[str] = "pairs"
    version: ClassVar[int] = 1
    traced: ClassVar[bool] = False

    n: int
    games: ColumnSums
    seats: ColumnSums
    by_role: ColumnSums | None

    @classmethod
    def from_batches(cls, *batches: "Batch") -> "Pairs":
        a, b = batches
        seats = min(a.players, b.players)
        by_role = None
        if a.layout.roles and a.players == b.players:
            sums = add_up_differences(a.by_role, b.by_role, a.n, seats, seats)
            by_role = ColumnSums.from_array(a.layout.seat, sums)
        return cls(
            n=a.n,
            games=ColumnSums.from_array(
                a.layout.game, add_up_differences(a.games, b.games, a.n, 1, 1)
            ),
            seats=ColumnSums.from_array(
                a.layout.seat, add_up_differences(a.seats, b.seats, a.n, a.players, b.players)
            ),
            by_role=by_role,
        )

    def add(self, other: "Pairs") -> "Pairs":
        by_role = None
        if self.by_role and other.by_role:
            by_role = self.by_role.add(other.by_role)
        return Pairs(
            n=self.n + other.n,
            games=self.games.add(other.games),
            seats=self.seats.add(other.seats),
            by_role=by_role,
        )

    @property
    def other_winner(self) -> int:
        """Playouts in which the winners are not the same seats."""
        return self.games.at("winners").nonzero

    def to_json(self) -> "Json":
        return {
            "n": self.n,
            "games": self.games.to_json(),
            "seats": self.seats.to_json(),
            "by_role": self.by_role.to_json() if self.by_role else None,
        }

    @classmethod
    def from_json(cls, data: "Json") -> "Pairs":
        by_role = data["by_role"]
        return cls(
            n=data["n"],
            games=ColumnSums.from_json(data["games"]),
            seats=ColumnSums.from_json(data["seats"]),
            by_role=None if by_role is None else ColumnSums.from_json(by_role),
        )


REDUCER = Pairs
