"""From columns to integers that add up, can be saved and read again. One reducer per file.

A reducer is a frozen value. All obey the same laws, which `tests/simulation/test_reducers.py`
checks: adding nothing changes nothing, the order of adding does not matter, any split of the
playouts gives the same whole, and JSON is read back equal. Means and intervals are made elsewhere
from the integers, and never stored.
"""

from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING, ClassVar, Protocol, Self, cast

if TYPE_CHECKING:
    from analyzer.simulation.batch import Batch
    from analyzer.system.json_types import Json


class Reducer(Protocol):
    """What any reducer can do."""

    name: ClassVar[str]
    version: ClassVar[int]  # of its JSON
    traced: ClassVar[bool]  # must the scores of its cells be sampled while they play?
    n: int  # playouts behind it

    @classmethod
    def from_batches(cls, *batches: "Batch") -> Self:
        """What a batch of each of its cells amounts to; all batches hold the same playouts."""

    def add(self, other: Self) -> Self:
        """The sums of this value and another one."""

    def to_json(self) -> "Json":
        """Plain data."""

    @classmethod
    def from_json(cls, data: "Json") -> Self:
        """The value that `to_json` wrote."""


# A reducer's name stands in kept runs. A file that is renamed keeps it: file -> name.
STORED = {
    "alternative_moves": "moves",
    "dealt_hands": "dealt",
    "kingmaking": "kings",
    "variance": "luck",
}


@cache
def _files() -> dict[str, str]:
    """The module of every reducer for any game, by the reducer's name."""
    files = (found.name for found in iter_modules(__path__) if found.name[0] != "_")
    return {STORED.get(file, file): f"{__name__}.{file}" for file in files}


@cache
def _files_of_games() -> dict[str, str]:
    """The same of those that serve questions which only one game is asked."""
    found: dict[str, str] = {}
    for folder in (Path(__file__).parents[2] / "games").glob("*/reducers"):
        room = import_module(f"analyzer.games.{folder.parent.name}.reducers")
        files = (module.name for module in iter_modules(room.__path__))
        found |= {room.STORED.get(file, file): f"{room.__name__}.{file}" for file in files}
    return found


def names() -> list[str]:
    """Every reducer."""
    return sorted(_files() | _files_of_games())


def load(name: str) -> type[Reducer]:
    """A reducer by name: the class that its file calls REDUCER."""
    place = _files().get(name) or _files_of_games()[name]
    return cast("type[Reducer]", import_module(place).REDUCER)
