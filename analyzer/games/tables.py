"""Tables of cards and maps: read once and kept with the rules, and what is told of their origin."""

import hashlib
import json
import tomllib
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar, cast

from analyzer.errors import UserError
from analyzer.system import input_files
from analyzer.system.values import short_repr

RECONSTRUCTION = "reconstruction"  # the origin of a table of ours; no user's file can have it
LONGEST_ORIGIN = 300  # letters of what a file says of its origin
_TABLE = "_table"  # no field of the rules: it is not a rule, and does not count when they compare


class NamedTable(Protocol):
    """A table, with the name that a rule gives it."""

    @property
    def name(self) -> str: ...

    @property
    def by_user(self) -> bool: ...


Table = TypeVar("Table", bound=NamedTable)
_CURRENT: ContextVar[NamedTable | None] = ContextVar(
    "the table that need not be read again", default=None
)


@dataclass(frozen=True)
class FileRule:
    """A rule that may name a user's TOML file with a table."""

    game: str
    rule: str
    noun: str  # what such a file is called
    allowed: str  # what the rule may be
    needs: str = ""  # what such a file must hold

    def error(self, name: str, what: str, line: int | None = None) -> UserError:
        """The sentence about what is wrong with a file."""
        where = f", line {line}," if line else ""
        of = f"(rule {self.rule!r} of {self.game})"
        return UserError(f"The {self.noun} {short_repr(name)}{where} {of} {what}.")

    def read_text(self, name: str) -> str:
        """The text of a user's file."""
        if not name.endswith(".toml"):
            raise UserError(
                f"Rule {self.rule!r} of {self.game} must be {self.allowed}; got {short_repr(name)}."
            )
        try:
            return input_files.read_text(Path(name).expanduser())
        except UnicodeDecodeError:
            raise self.error(name, "is not TOML: it is no text in UTF-8") from None
        except OSError as error:
            raise self.error(name, f"cannot be read: {error.strerror}") from None
        except (RuntimeError, ValueError):  # ~nobody/x.toml; a name with a zero byte in it
            raise self.error(name, "cannot be read: no file can be called so") from None

    def parse(self, name: str, text: str) -> dict[str, object]:
        """What a file says."""
        try:
            return tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            why = str(error)
        except RecursionError:
            why = "it is nested too deeply"
        raise self.error(name, f"is not TOML: {why}{self.needs and f'; it needs {self.needs}'}")

    def origin(self, name: str, data: Mapping[str, object], line: int | None = None) -> str:
        """What a file says of its origin, in one line of a decent length."""
        said = data.get("provenance", "")
        if not isinstance(said, str):
            got = short_repr(said)
            raise self.error(name, f"must say its provenance as a text; got {got}", line)
        return " ".join(said.split())[:LONGEST_ORIGIN]


# --- one table for one set of rules ---------------------------------------------------------------


def cached_table(rules: object, name: str, load: Callable[[], Table]) -> Table:
    """The table of some rules, loaded at the first call and kept with them: what is said of a game
    later is said of the table that was played, even if the file has another text by then."""
    found: Table | None = getattr(rules, _TABLE, None)
    if found is None:
        found = cast("Table | None", _current_table(name)) or load()
        object.__setattr__(rules, _TABLE, found)
    return found


def holds_table(rules: object) -> bool:
    """Do these rules hold their table, so that nobody needs its file?"""
    return getattr(rules, _TABLE, None) is not None


def copy_table(before: object, after: object) -> None:
    """Rules that were made from others keep the table that the others were settled with."""
    object.__setattr__(after, _TABLE, getattr(before, _TABLE))


@contextmanager
def reuse_table(rules: object) -> Iterator[None]:
    """Inside, rules that name the same table as these ones get it without reading the file again:
    all arms of an experiment are played with one table."""
    token = _CURRENT.set(getattr(rules, _TABLE, None))
    try:
        yield
    finally:
        _CURRENT.reset(token)


def _current_table(name: str) -> NamedTable | None:
    found = _CURRENT.get()
    return found if found is not None and found.by_user and found.name == name else None


# --- where it comes from --------------------------------------------------------------------------


def digest(rows: object) -> str:
    """A short hash of a table's content."""
    return hashlib.sha256(json.dumps(rows, sort_keys=True).encode()).hexdigest()[:16]


def provenance_entry(what: str, name: str, origin: str, rows: object) -> dict[str, str]:
    """A table as `provenance` of a game tells it."""
    return {"what": what, "name": name, "provenance": origin, "hash": digest(rows)}


def describe_user_table(
    said: str, things: str, rows: Sequence[Hashable], ours: Mapping[str, Sequence[Hashable]]
) -> str:
    """The origin of a table in a user's file: that it is the user's, what the file says of itself,
    and how much of it is ours, since a copy of our table may say anything of itself."""
    same = {name: sum((Counter(rows) & Counter(theirs)).values()) for name, theirs in ours.items()}
    twin = max(same, key=lambda name: same[name])
    parts = ["given by the user"]
    if 2 * same[twin] >= len(rows):
        count = f"all {len(rows)}" if same[twin] == len(rows) else f"{same[twin]} of {len(rows)}"
        which = "" if twin == RECONSTRUCTION else f" {twin}"
        parts.append(f"{count} {things} are those of our reconstruction{which}")
    parts.append(f'the file says of itself: "{said}"' if said else "the file says no origin")
    return "; ".join(parts)
