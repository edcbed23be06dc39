"""Changed: two cells on the same luck, and the first playouts that have different winners."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

if TYPE_CHECKING:
    from analyzer.simulation.batch import Batch
    from analyzer.system.json_types import Json

FEW = 3


@dataclass(frozen=True)
class Changed:
    """Indices of the first few."""

    name: ClassVar[str] = "changed"
    version: ClassVar[int] = 1
    traced: ClassVar[bool] = False

    n: int
    indices: tuple[int, ...]

    @classmethod
    def from_batches(cls, *batches: "Batch") -> "Changed":
        a, b = batches
        other = np.flatnonzero(a.game_column("winners") != b.game_column("winners"))[:FEW]
        return cls(a.n, tuple(a.first + int(place) for place in other))

    def add(self, later: "Changed") -> "Changed":
        return Changed(self.n + later.n, tuple(sorted(self.indices + later.indices)[:FEW]))

    def to_json(self) -> "Json":
        return {"n": self.n, "indices": list(self.indices)}

    @classmethod
    def from_json(cls, data: "Json") -> "Changed":
        return cls(data["n"], tuple(data["indices"]))


REDUCER = Changed
