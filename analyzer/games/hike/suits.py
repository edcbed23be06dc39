"""Hike's follow table: which suits may be played on which (HK-7, HK-8, HK-A1, HK-A2)."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, TypeGuard

from analyzer.errors import UserError
from analyzer.games import tables
from analyzer.system.values import short_repr

if TYPE_CHECKING:
    from analyzer.games.hike import Rules

SUITS = ("bird", "bug", "lake", "light", "peak", "trail", "tree")
PRINTED = {"peak": {"bird", "light", "trail"}}  # the rulebook's example
REVIEWED = {"bird": {"bird", "lake", "tree"}}  # a review's example
FILE = tables.FileRule(
    "hike",
    "suits",
    "suit file",
    "evidence7, paley7, random_regular:<seed>, or a TOML file",
    'seven lines such as bug = ["light", "peak", "tree"]',
)
_error = FILE.error

Row = tuple[str, ...]


@dataclass(frozen=True)
class SuitTable:
    """Rows by suit: one row, or one for each of the ten cards."""

    name: str
    provenance: str  # "" if a user's file does not say
    rows: dict[str, tuple[Row, ...]]
    by_user: bool = False

    @property
    def by_card(self) -> bool:
        return any(len(rows) > 1 for rows in self.rows.values())

    def row(self, suit: str, copy: int) -> Row:
        rows = self.rows[suit]
        return rows[copy] if len(rows) > 1 else rows[0]


def table_of(rules: "Rules") -> SuitTable:
    """The table that these rules are played with."""
    return tables.cached_table(rules, rules.suits, lambda: load(rules.suits))


def load(name: str) -> SuitTable:
    """The table that a rule value names: one of ours, a random one, or a user's file."""
    shipped = _shipped()
    if name in shipped:
        return shipped[name]
    if name.startswith("random_regular:"):
        return _random_regular(name)
    return _parse(name, FILE.read_text(name))


@cache
def _shipped() -> dict[str, SuitTable]:
    text = (Path(__file__).with_name("tables.toml")).read_text(encoding="utf-8")
    return {
        name: SuitTable(name, table["provenance"], _rows(name, table))
        for name, table in tomllib.loads(text).items()
    }


@cache
def _parse(name: str, text: str) -> SuitTable:
    """Suits may be written as the game prints them, or in small letters."""
    data: dict[str, object] = {}
    for key, value in FILE.parse(name, text).items():
        if key.casefold() in data:
            raise _error(name, f"names {key.casefold()} twice; keep one of the lines")
        data[key.casefold()] = value
    origin = FILE.origin(name, data)
    data.pop("provenance", "")
    unknown = sorted(set(data) - set(SUITS))
    if unknown:
        suits = ", ".join(SUITS)
        raise _error(name, f"has an unknown suit {short_repr(unknown[0])}; the suits are {suits}")
    return SuitTable(name, origin, _rows(name, data), by_user=True)


def _rows(name: str, data: dict[str, object]) -> dict[str, tuple[Row, ...]]:
    return {suit: _suit_rows(name, suit, data.get(suit)) for suit in SUITS}


def _suit_rows(name: str, suit: str, value: object) -> tuple[Row, ...]:
    if value is None:
        raise _error(name, f"has no line for {suit}; it needs one for each of the seven suits")
    if isinstance(value, list) and value and all(isinstance(row, list) for row in value):
        if len(value) != 10:
            raise _error(name, f"must give {suit} one row, or ten (one a card); got {len(value)}")
        return tuple(_row(name, suit, row) for row in value)
    return (_row(name, suit, value),)


def _row(name: str, suit: str, row: object) -> Row:
    words = [word.casefold() for word in row if isinstance(word, str)] if _is_row(row) else []
    if len(set(words)) != 3 or not set(words) <= set(SUITS):
        suits = ", ".join(SUITS)
        raise _error(
            name, f"must give {suit} three different suits of {suits}; got {short_repr(row)}"
        )
    return tuple(sorted(words))


def _is_row(row: object) -> TypeGuard[list[object]]:
    return isinstance(row, list) and len(row) == 3


@cache
def _random_regular(name: str) -> SuitTable:
    """Rows of 3, every suit playable on 3 suits, the two rows with evidence kept, connected."""
    import numpy as np

    digits = name.partition(":")[2]
    if not re.fullmatch("[0-9]{1,20}", digits) or int(digits) >= 2**64:
        raise UserError(
            "Rule 'suits' of hike: random_regular needs a whole number from 0 on, as in "
            f"random_regular:1; got {short_repr(name)}."
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
            return SuitTable(name, tables.RECONSTRUCTION, {s: (rows[s],) for s in SUITS})


def column_sums(rows: dict[str, Row]) -> dict[str, int]:
    """On how many suits each suit may be played."""
    return {suit: sum(suit in row for row in rows.values()) for suit in SUITS}


def is_connected(rows: dict[str, Row]) -> bool:
    """Can every suit be reached from every other by following?"""
    return all(_reachable(rows, suit) == set(SUITS) for suit in SUITS)


def _reachable(rows: dict[str, Row], start: str) -> set[str]:
    seen: set[str] = set()
    todo = [start]
    while todo:
        new = set(rows[todo.pop()]) - seen
        seen |= new
        todo += new
    return seen


def describe_provenance(table: SuitTable) -> dict[str, dict[str, str]]:
    """What results say of the table."""
    origin = table.provenance
    if table.by_user:
        copies = range(10 if table.by_card else 1)
        ours = {name: _each_row(known, copies) for name, known in _shipped().items()}
        origin = tables.describe_user_table(
            table.provenance, "rows", _each_row(table, copies), ours
        )
    return {"suits": tables.provenance_entry("suit table", table.name, origin, table.rows)}


def _each_row(table: SuitTable, copies: range) -> list[tuple[str, int, Row]]:
    return [(suit, copy, table.row(suit, copy)) for suit in SUITS for copy in copies]


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
