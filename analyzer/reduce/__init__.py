"""From columns to integers that add up, can be saved and read again. One reducer per file.

A reducer is a frozen value. All obey the same laws, which `tests/test_reducers.py` checks: adding
nothing changes nothing, the order of adding does not matter, any split of the playouts gives the
same whole, and JSON is read back equal. Means and intervals are made elsewhere from the integers,
and never stored.
"""

from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, ClassVar, Protocol, Self, cast

if TYPE_CHECKING:
    from analyzer.columns import Batch
    from analyzer.plain import Json


class Reducer(Protocol):
    """What any reducer can do."""

    name: ClassVar[str]
    version: ClassVar[int]  # of its JSON
    traced: ClassVar[bool]  # must the scores of its cells be sampled while they play?
    n: int  # playouts behind it

    @classmethod
    def of(cls, *batches: "Batch") -> Self:
        """What a batch of each of its cells amounts to; all batches hold the same playouts."""

    def add(self, other: Self) -> Self:
        """Both together."""

    def to_json(self) -> "Json":
        """Plain data."""

    @classmethod
    def from_json(cls, data: "Json") -> Self:
        """The value that `to_json` wrote."""


def names() -> list[str]:
    """Every reducer: a file of this folder."""
    return sorted(found.name for found in iter_modules(__path__) if found.name[0] != "_")


def load(name: str) -> type[Reducer]:
    """A reducer by name: the class that its file calls REDUCER."""
    return cast("type[Reducer]", import_module(f"{__name__}.{name}").REDUCER)
