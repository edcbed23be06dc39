"""Users' files that a chunk needs are sent with it as text, so workers need only the package.

A policy file or game file is packed with the files beside it that it imports or reads. The data
table of a game of ours (`suits=./box.toml`) travels in the rules, which hold it as it was read;
that of a game which keeps no table there is packed alone. A worker puts files into a folder named
by their hash and plays from there. In rows and messages, names stay as the user typed them.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from analyzer import games
from analyzer.errors import UserError
from analyzer.games import PackedRules
from analyzer.policies import python_file
from analyzer.system import files, input_files, local_imports

if TYPE_CHECKING:
    from analyzer.playout.cell import Cell

TABLE = ".toml"  # how the name of a user's data table ends
_unpacking = Lock()  # a worker may play several chunks at once


@dataclass(frozen=True)
class SourceFile:
    """One user's file, and what belongs to it."""

    texts: Mapping[str, bytes]  # by name in its folder, its own first

    @property
    def digest(self) -> str:
        return local_imports.digest(self.texts)

    def unpack(self, home: Path) -> Path:
        """Write it to disk if it is not there yet; returns the path of the user's own file."""
        folder = home / f"analyzer-{self.digest}"
        with _unpacking:
            for name, text in self.texts.items():
                path = folder / name
                if not path.is_file():
                    path.parent.mkdir(parents=True, exist_ok=True)
                    files.write_atomically(path, partial(files.write_new, content=text))
        return folder / next(iter(self.texts))


Payload = Mapping[str, SourceFile]  # by the path that the user typed


def pack(cells: "Iterable[Cell]") -> dict[str, SourceFile]:
    """What the policies and rules of some cells need."""
    found: dict[str, SourceFile] = {}
    for cell in cells:
        if games.is_class(cell.game):
            raise UserError(
                f"The class {cell.game} cannot be sent to a cluster: write it into a file, and "
                "name the file."
            )
        if texts := games.texts_of(cell.game):
            found.setdefault(cell.game, SourceFile(texts))
        for path in _code(cell):
            found.setdefault(path, SourceFile(python_file.source_texts(path)))
        for path in _tables(cell).values():
            if path not in found:
                file = Path(path).expanduser()
                found[path] = SourceFile({file.name: input_files.read_bytes(file)})
    return found


def unpack(cell: "Cell", payload: Payload, home: Path) -> "Cell":
    """A cell whose files are taken from the payload."""
    if not payload:
        return cell
    copies = {path: str(file.unpack(home)) for path, file in payload.items()}
    tables = {name: copies[path] for name, path in _tables(cell).items()}
    policies = tuple(policy.carried(copies) for policy in cell.policies)
    path, colon, name = cell.count.rpartition(":")
    count = f"{copies[path]}:{name}" if colon else ""
    game, rules = cell.game, replace(cell.rules, **tables) if tables else cell.rules
    if isinstance(rules, PackedRules):
        game = _game(cell.game, copies[cell.game])
        rules = rules.unpacked(game, cell.players)
    return replace(cell, game=game, policies=policies, rules=rules, count=count)


def _game(typed: str, copy: str) -> str:
    """The copy of a game file, with the class that the user named."""
    _, dot, name = typed.rpartition(".py:")
    return f"{copy}:{name}" if dot else copy


def restore_user_paths(sentence: str, payload: Payload, home: Path) -> str:
    """A message of a worker with the names that the user knows."""
    for path, file in payload.items():
        sentence = sentence.replace(str(file.unpack(home)), path)
    return sentence


def _code(cell: "Cell") -> Iterator[str]:
    """The files of its policies and its watcher."""
    yield from (path for policy in cell.policies for path in policy.files)
    if cell.count:
        yield cell.count.rpartition(":")[0]


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
