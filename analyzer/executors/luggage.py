"""Users' files that a chunk needs are sent with it as text, so workers need only the package.

A policy file is packed with the files beside it that it imports. The data table of a game of ours
(`suits=./box.toml`) travels in the rules, which hold it as it was read; that of a game which keeps
no table there is packed alone. A worker puts files into a folder named by their hash and plays from
there. In rows and messages, names stay as the user typed them.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from analyzer import games, neighbours, places, players

if TYPE_CHECKING:
    from analyzer.plan import Cell

TABLE = ".toml"  # how the name of a user's data table ends
_unpacking = Lock()  # a worker may play several chunks at once


@dataclass(frozen=True)
class Parcel:
    """One user's file, and what belongs to it."""

    texts: Mapping[str, bytes]  # by name in its folder, its own first

    @property
    def digest(self) -> str:
        return neighbours.digest(self.texts)

    def unpack(self, home: Path) -> Path:
        """Write it to disk if it is not there yet; returns the path of the user's own file."""
        folder = home / f"analyzer-{self.digest}"
        with _unpacking:
            for name, text in self.texts.items():
                path = folder / name
                if not path.is_file():
                    path.parent.mkdir(parents=True, exist_ok=True)
                    places.write_whole(path, partial(Path.write_bytes, data=text))
        return folder / next(iter(self.texts))


Luggage = Mapping[str, Parcel]  # by the path that the user typed


def pack(cells: "Iterable[Cell]") -> dict[str, Parcel]:
    """What the policies and rules of some cells need."""
    found: dict[str, Parcel] = {}
    for cell in cells:
        for path in _policies(cell):
            found.setdefault(path, Parcel(players.texts(path)))
        for path in _tables(cell).values():
            if path not in found:
                file = Path(path).expanduser()
                found[path] = Parcel({file.name: file.read_bytes()})
    return found


def unpack(cell: "Cell", luggage: Luggage, home: Path) -> "Cell":
    """The same table, with its files taken from the luggage."""
    if not luggage:
        return cell
    copies = {path: str(parcel.unpack(home)) for path, parcel in luggage.items()}
    tables = {name: copies[path] for name, path in _tables(cell).items()}
    policies = tuple(policy.carried(copies) for policy in cell.policies)
    rules = replace(cell.rules, **tables) if tables else cell.rules
    return replace(cell, policies=policies, rules=rules)


def as_typed(sentence: str, luggage: Luggage, home: Path) -> str:
    """A message of a worker with the names that the user knows."""
    for path, parcel in luggage.items():
        sentence = sentence.replace(str(parcel.unpack(home)), path)
    return sentence


def _policies(cell: "Cell") -> Iterator[str]:
    return (path for policy in cell.policies for path in policy.files)


def _tables(cell: "Cell") -> dict[str, str]:
    """The rules that name a user's file which is still to be read."""
    if games.holds_table(cell.rules):
        return {}
    named = {field.name: getattr(cell.rules, field.name) for field in fields(cell.rules)}
    return {
        name: value
        for name, value in named.items()
        if isinstance(value, str) and value.endswith(TABLE)
    }
