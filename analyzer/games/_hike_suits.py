"""Hike's follow table: which suits may be played on which (HK-7, HK-8, HK-A1, HK-A2)."""

import hashlib
import json
import tomllib
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path

from analyzer.errors import UserError

SUITS = ("bird", "bug", "lake", "light", "peak", "trail", "tree")
PRINTED = {"peak": {"bird", "light", "trail"}}  # the rulebook's example
REVIEWED = {"bird": {"bird", "lake", "tree"}}  # a review's example
ALLOWED = "evidence7, paley7, random_regular:<seed>, or a TOML file"

Row = tuple[str, ...]


@dataclass(frozen=True)
class SuitTable:
    """Rows by suit: one row, or one for each of the ten cards."""

    name: str
    provenance: str
    rows: dict[str, tuple[Row, ...]]

    @property
    def by_card(self) -> bool:
        return any(len(rows) > 1 for rows in self.rows.values())

    @property
    def digest(self) -> str:
        """A hash of the rows, for provenance."""
        return hashlib.sha256(json.dumps(self.rows, sort_keys=True).encode()).hexdigest()[:16]

    def row(self, suit: str, copy: int) -> Row:
        rows = self.rows[suit]
        return rows[copy] if len(rows) > 1 else rows[0]


@cache
def load(name: str) -> SuitTable:
    """The table a rule value names: one of ours, a random one, or a file of the user's."""
    shipped = tomllib.loads((Path(__file__).parent / "data" / "hike_suits.toml").read_text())
    if name in shipped:
        table = shipped[name]
        return SuitTable(name, table["provenance"], _rows(name, table))
    if name.startswith("random_regular:"):
        return _random_regular(name)
    return _from_file(name)


def _from_file(name: str) -> SuitTable:
    path = Path(name).expanduser()
    if path.suffix != ".toml":
        raise UserError(f"Rule 'suits' of hike must be {ALLOWED}; got {name!r}.")
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(
            f"The suit file {name!r} (rule 'suits' of hike) cannot be read: {error.strerror}."
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UserError(
            f"The suit file {name!r} (rule 'suits' of hike) is not TOML: {error}; it needs seven "
            'lines such as bug = ["light", "peak", "tree"].'
        ) from None
    provenance = data.pop("provenance", "user's file")
    if not isinstance(provenance, str):
        _refuse(name, f"provenance must be a text; got {provenance!r}")
    unknown = sorted(set(data) - set(SUITS))
    if unknown:
        _refuse(name, f"has an unknown suit {unknown[0]!r}; the suits are {', '.join(SUITS)}")
    return SuitTable(name, provenance, _rows(name, data))


def _refuse(name: str, what: str) -> None:
    raise UserError(f"The suit file {name!r} (rule 'suits' of hike) {what}.")


def _rows(name: str, data: dict[str, object]) -> dict[str, tuple[Row, ...]]:
    return {suit: _suit_rows(name, suit, data.get(suit)) for suit in SUITS}


def _suit_rows(name: str, suit: str, value: object) -> tuple[Row, ...]:
    if value is None:
        _refuse(name, f"has no line for {suit}; it needs one for each of the seven suits")
    if isinstance(value, list) and value and all(isinstance(row, list) for row in value):
        if len(value) != 10:
            _refuse(name, f"must give {suit} one row, or ten (one a card); got {len(value)}")
        return tuple(_row(name, suit, row) for row in value)
    return (_row(name, suit, value),)


def _row(name: str, suit: str, row: object) -> Row:
    fine = (
        isinstance(row, list)
        and len(row) == 3
        and all(isinstance(word, str) and word in SUITS for word in row)
        and len(set(row)) == 3
    )
    if not fine:
        _refuse(name, f"must give {suit} three different suits of {', '.join(SUITS)}; got {row!r}")
    return tuple(sorted(row))


def _random_regular(name: str) -> SuitTable:
    """Rows of 3, every suit playable on 3 suits, the two rows with evidence kept, connected."""
    import numpy as np

    digits = name.partition(":")[2]
    if not digits.isdigit() or int(digits) > 2**64 - 1:
        raise UserError(
            "Rule 'suits' of hike: random_regular needs a whole number from 0 on, as in "
            f"random_regular:1; got {name!r}."
        )
    rng = np.random.Generator(np.random.SFC64(int(digits)))
    fixed = PRINTED | REVIEWED
    options = list(combinations(SUITS, 3))
    free = [suit for suit in SUITS if suit not in fixed]
    while True:  # one try in 859 fits
        picks = rng.integers(len(options), size=len(free))
        rows = {suit: tuple(sorted(row)) for suit, row in fixed.items()}
        rows |= {suit: options[pick] for suit, pick in zip(free, picks, strict=True)}
        if set(column_sums(rows).values()) == {3} and is_connected(rows):
            return SuitTable(name, "reconstruction", {s: (rows[s],) for s in SUITS})


def column_sums(rows: dict[str, Row]) -> dict[str, int]:
    """On how many suits each suit may be played."""
    return {suit: sum(suit in row for row in rows.values()) for suit in SUITS}


def is_connected(rows: dict[str, Row]) -> bool:
    """Can every suit be reached from every other by following?"""
    return all(_reached(rows, suit) == set(SUITS) for suit in SUITS)


def _reached(rows: dict[str, Row], start: str) -> set[str]:
    seen: set[str] = set()
    todo = [start]
    while todo:
        new = set(rows[todo.pop()]) - seen
        seen |= new
        todo += new
    return seen


def warnings(table: SuitTable) -> list[str]:
    """What a table has that the rulebook, or an even deck, would not have."""
    said = []
    if any(set(row) != PRINTED["peak"] for row in table.rows["peak"]):
        said.append(
            f"The suit table {table.name} departs from the rulebook, where a Peak is followed by "
            "Bird, Light or Trail."
        )
    cards = {
        suit: sum(suit in table.row(under, copy) for under in SUITS for copy in range(10))
        for suit in SUITS
    }
    uneven = ", ".join(f"{suit} on {n / 10:g}" for suit, n in cards.items() if n != 30)
    if uneven:
        said.append(
            f"The suit table {table.name} lets some suits be played on more suits than others "
            f"({uneven} instead of 3)."
        )
    if not is_connected({suit: tuple(set().union(*rows)) for suit, rows in table.rows.items()}):
        said.append(
            f"The suit table {table.name} is not connected: from some suit some other can never "
            "be reached."
        )
    return said
