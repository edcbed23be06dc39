"""Cards as a table: a name, how many there are, and columns of numbers.

    CARDS = table('''
        name     count   value
        Page     5       1
        Knight   knights 2
    ''')

A count may be the name of a rule. The table may also be a CSV file beside the game. A card is a
whole number, its place in the table, with its columns: `card.value`.
"""

import csv
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.errors import UserError, describe_read_error, did_you_mean
from analyzer.system import input_files

MOST_KINDS = 1024
MOST_CARDS = 1023


class Card(int):
    """A kind of card."""

    name: str

    def __repr__(self) -> str:
        return self.name

    __str__ = __repr__

    if TYPE_CHECKING:  # columns, as the table says

        def __getattr__(self, name: str) -> int: ...


class Cards(Sequence[Card]):
    """The kinds of cards of a table, in its order."""

    def __init__(self, rows: Sequence[tuple[str, int | str, Sequence[int]]], columns: list[str]):
        self.names = tuple(row[0] for row in rows)
        self.counts = tuple(row[1] for row in rows)
        self.columns = {
            column: tuple(row[2][place] for row in rows) for place, column in enumerate(columns)
        }
        self.files: tuple[Path, ...] = ()  # that it was read from
        self.kinds = tuple(self._kind(place) for place in range(len(rows)))
        _check(self)

    def _kind(self, place: int) -> Card:
        card = Card(place)
        card.name = self.names[place]
        for column, values in self.columns.items():
            setattr(card, column, values[place])
        return card

    def __len__(self) -> int:
        return len(self.kinds)

    def __iter__(self) -> Iterator[Card]:
        return (card for card, count in zip(self.kinds, self.counts, strict=True) if count != 0)

    def __getitem__(self, key: "int | str") -> Card:  # type: ignore[override]
        if isinstance(key, str):
            if key not in self.names:
                raise UserError(f"There is no card {key!r}{did_you_mean(key, self.names)}")
            return self.kinds[self.names.index(key)]
        return self.kinds[key]


def _check(cards: Cards) -> None:
    if not 1 <= len(cards) <= MOST_KINDS:
        raise UserError(f"A table of cards must have 1 to {MOST_KINDS} rows; got {len(cards)}.")
    for name in cards.names:
        if cards.names.count(name) > 1:
            raise UserError(f"A table of cards must name each card once; {name!r} is there twice.")
    for column in cards.columns:
        if not column.isidentifier() or hasattr(int, column) or column == "name":
            raise UserError(f"A column of cards cannot be called {column!r}: choose another word.")


def table(text: str) -> Cards:
    """A table of cards: its text, or the name of a CSV file beside the game."""
    if "\n" in text:
        return _read([line.split() for line in text.strip().splitlines() if line.strip()])
    path = Path(sys._getframe(1).f_globals.get("__file__", ".")).with_name(text)
    try:
        lines = csv.reader(input_files.read_text(path).splitlines(keepends=True))
        rows = [[cell.strip() for cell in row] for row in lines if any(row)]
    except (OSError, ValueError) as error:
        raise UserError(
            f"The cards in {text} cannot be read: {describe_read_error(error)}."
        ) from None
    cards = _read(rows)
    cards.files = (path,)
    return cards


def _read(rows: list[list[str]]) -> Cards:
    head, *lines = rows or [[]]
    if [word.lower() for word in head[:2]] != ["name", "count"]:
        raise UserError(
            f"A table of cards must begin with the words name and count; got {' '.join(head[:2])}."
        )
    found = []
    for line in lines:
        if len(line) != len(head):
            raise UserError(
                f"A table of cards must have {len(head)} words in each row; got {' '.join(line)!r}."
            )
        name, count, *values = line
        numbers = [
            _number(name, column, value) for column, value in zip(head[2:], values, strict=True)
        ]
        many: int | str = count if not count.lstrip("-").isdigit() else _count(name, int(count))
        found.append((name.replace("_", " "), many, numbers))
    return Cards(found, head[2:])


def _count(name: str, count: int) -> int:
    if not 0 <= count <= MOST_CARDS:
        raise UserError(f"The count of {name} must be 0 to {MOST_CARDS}; got {count}.")
    return count


def _number(name: str, column: str, value: str) -> int:
    try:
        number = int(value)
    except ValueError:
        number = 2**31
    if abs(number) >= 2**31:
        raise UserError(f"The {column} of {name} must be a whole number; got {value!r}.")
    return number


def numbered(low: int, high: int, count: int = 1) -> Cards:
    """Cards with a number: the card is its number, `card.value` too."""
    rows = [(str(k), count if k >= low else 0, (k,)) for k in range(high + 1)]
    return Cards(rows, ["value"])


def suited(suits: str, ranks: str, count: int = 1) -> Cards:
    """Every rank in every suit: `card.suit` and `card.rank`, from 0."""
    rows = [
        (suit + rank, count, (place, height))
        for place, suit in enumerate(suits)
        for height, rank in enumerate(ranks)
    ]
    return Cards(rows, ["suit", "rank"])
