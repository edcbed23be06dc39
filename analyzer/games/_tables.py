"""Tables of cards and maps: read once and kept with the rules, and what is told of their origin."""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Protocol, TypeVar, cast

from analyzer.errors import UserError

RECONSTRUCTION = "reconstruction"  # the origin of a table of ours; no user's file can have it
MOST_SAID = 300  # letters of what a file says of its origin
_TABLE = "_table"  # no field of the rules: it is not a rule, and does not count when they compare


class Named(Protocol):
    """A table, with the name that a rule gives it."""

    @property
    def name(self) -> str: ...

    @property
    def by_user(self) -> bool: ...


Table = TypeVar("Table", bound=Named)
_KEPT: ContextVar[Named | None] = ContextVar("the table that need not be read again", default=None)


def text_of(name: str, wrong: Callable[[str], UserError]) -> str:
    """The text of a user's file. `wrong` makes the sentence about what is wrong with it."""
    try:
        path = Path(name).expanduser()
        if not (path.is_file() or path.is_dir() or not path.exists()):
            raise wrong("cannot be read: it is no file but a device or a pipe")
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise wrong("is not TOML: it is no text in UTF-8") from None
    except OSError as error:
        raise wrong(f"cannot be read: {error.strerror}") from None
    except (RuntimeError, ValueError):  # ~nobody/x.toml; a name with a zero byte in it
        raise wrong("cannot be read: no file can be called so") from None


# --- one table for one set of rules ---------------------------------------------------------------


def kept(rules: object, name: str, load: Callable[[], Table]) -> Table:
    """The table of some rules, loaded at the first call and kept with them: what is said of a game
    later is said of the table that was played, even if the file has another text by then."""
    found: Table | None = getattr(rules, _TABLE, None)
    if found is None:
        found = cast("Table | None", _known(name)) or load()
        object.__setattr__(rules, _TABLE, found)
    return found


def holds_table(rules: object) -> bool:
    """Do these rules hold their table, so that nobody needs its file?"""
    return getattr(rules, _TABLE, None) is not None


def hand_on(before: object, after: object) -> None:
    """Rules that were made from others keep the table that the others were settled with."""
    object.__setattr__(after, _TABLE, getattr(before, _TABLE))


@contextmanager
def same_table(rules: object) -> Iterator[None]:
    """Inside, rules that name the same table as these ones get it without reading the file again:
    all arms of an experiment are played with one table."""
    token = _KEPT.set(getattr(rules, _TABLE, None))
    try:
        yield
    finally:
        _KEPT.reset(token)


def _known(name: str) -> Named | None:
    found = _KEPT.get()
    return found if found is not None and found.by_user and found.name == name else None


# --- where it comes from --------------------------------------------------------------------------


def digest(rows: object) -> str:
    """A short hash of a table's content."""
    return hashlib.sha256(json.dumps(rows, sort_keys=True).encode()).hexdigest()[:16]


def told(what: str, name: str, origin: str, rows: object) -> dict[str, str]:
    """A table as `provenance` of a game tells it."""
    return {"what": what, "name": name, "provenance": origin, "hash": digest(rows)}


def by_user(
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


def as_said(said: str) -> str:
    """What a file says of its origin, in one line of a decent length."""
    return " ".join(said.split())[:MOST_SAID]
