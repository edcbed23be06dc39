"""What reducers share that add up the seats of a policy."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from analyzer.simulation.reducers.totals import ColumnSums

if TYPE_CHECKING:
    from analyzer.system.json_types import Json


@dataclass(frozen=True)
class PolicySums:
    """Sums per policy; each reducer says what counts as one playout."""

    version: ClassVar[int] = 1
    traced: ClassVar[bool] = False

    n: int
    policies: tuple[str, ...]
    seats: tuple[int, ...]  # how many seats each has
    sums: ColumnSums  # one place per policy

    def add(self, other: Self) -> Self:
        return type(self)(self.n + other.n, self.policies, self.seats, self.sums.add(other.sums))

    def to_json(self) -> "Json":
        return {
            "n": self.n,
            "policies": list(self.policies),
            "seats": list(self.seats),
            "sums": self.sums.to_json(),
        }

    @classmethod
    def from_json(cls, data: "Json") -> Self:
        return cls(
            n=data["n"],
            policies=tuple(data["policies"]),
            seats=tuple(data["seats"]),
            sums=ColumnSums.from_json(data["sums"]),
        )
