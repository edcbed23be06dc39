"""The cards of Hike!: huskies and landscapes are data (HS-A2).

The rulebook prints only totals; our table is a reconstruction that has all of them. An owner of the
box copies `tables.toml`, types the real cards in and passes the file. What a file must be
is checked here, and everything that differs from the published totals is told, or refused.
"""

import re
import tomllib
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, NoReturn, TypedDict, TypeGuard

from analyzer._core.games.hike_sled import NEEDS_EQUIPMENT
from analyzer.errors import UserError
from analyzer.games import tables

if TYPE_CHECKING:
    from numpy.random import Generator

    from analyzer.games.hike_sled import Rules

FILE = tables.FileRule("hike-sled", "cards", "card file", "reconstruction, or a TOML file")
TERRAINS = "SIP"  # snow, ice, powder
ENDS = ("start", "finish")
MOST_HUSKIES, MOST_LANDSCAPES, MOST_FIELDS, MOST_POINTS = 54, 30, 255, 9
SHIPPED = Path(__file__).with_name("tables.toml")
_ROW = re.compile(r"^\s*\[\s*[\"']")


class Husky(NamedTuple):
    """One experienced husky; the edges are names of colours."""

    points: str  # such as "SSI", in the order of TERRAINS
    top: str
    right: str
    bottom: str
    left: str


class Published(TypedDict):
    """The totals of the rulebook."""

    husky_cards: int
    husky_points: dict[str, int]  # by terrain
    landscape_cards: int
    landscape_fields: dict[str, int]  # by terrain
    equipment_fields: int


@dataclass(frozen=True)
class CardTable:
    """The huskies H1, H2, ... and the landscapes by name, all in the order of the file."""

    name: str
    provenance: str  # "" if a user's file does not say
    huskies: tuple[Husky, ...]
    landscapes: dict[str, tuple[str, ...]]  # fields in the order of travel; "S*" needs equipment
    departures: tuple[str, ...] = ()  # from the published totals
    oddities: tuple[str, ...] = ()  # what is unusual, but no total says it
    by_user: bool = False

    @property
    def laid(self) -> tuple[str, ...]:
        """The landscapes that may lie between start and finish."""
        return tuple(name for name in self.landscapes if name not in ENDS)

    def points_of(self, terrain: str) -> int:
        return sum(husky.points.count(terrain) for husky in self.huskies)

    def fields_of(self, terrain: str) -> int:
        return sum(field[0] == terrain for row in self.landscapes.values() for field in row)

    @property
    def equipment_fields(self) -> int:
        return sum(field.endswith("*") for row in self.landscapes.values() for field in row)


def table_of(rules: "Rules") -> CardTable:
    """The cards that these rules are played with; a file that departs from the published totals is
    refused if they are strict."""
    table = tables.cached_table(rules, rules.cards, lambda: _load_cards(rules))
    if rules.strict and table.departures:
        raise UserError(
            f"The card file {table.name!r} (rule 'cards' of hike-sled, with strict=true) must have "
            f"the published totals: {'; '.join(table.departures)}. Correct it, or play with "
            "strict=false."
        )
    return table


def _load_cards(rules: "Rules") -> CardTable:
    return _random_cards(rules.deck_seed, rules.colours) if rules.deck_seed else load(rules.cards)


def describe_provenance(table: CardTable) -> dict[str, dict[str, str]]:
    """What results say of the huskies and of the landscapes: only totals are published (HS-A2)."""
    of_huskies = of_landscapes = table.provenance
    rows = list(table.landscapes.values())
    if table.by_user:
        ours, name = _shipped(), tables.RECONSTRUCTION
        theirs = {name: list(ours.landscapes.values())}
        of_huskies = tables.describe_user_table(
            table.provenance, "huskies", table.huskies, {name: ours.huskies}
        )
        of_landscapes = tables.describe_user_table(table.provenance, "landscapes", rows, theirs)
    return {
        "cards": tables.provenance_entry("huskies", table.name, of_huskies, table.huskies),
        "landscapes": tables.provenance_entry(
            "landscapes", table.name, of_landscapes, list(table.landscapes.items())
        ),
    }


def encode_cards(table: CardTable) -> dict[str, list[list[int]]]:
    """The cards as the core wants them."""
    colours = {name: code for code, name in enumerate(_colours(table.huskies), start=1)}
    ordered = [*table.laid, *ENDS]
    return {
        "huskies": [
            [*(husky.points.count(t) for t in TERRAINS), *(colours[edge] for edge in husky[1:])]
            for husky in table.huskies
        ],
        "fields": [[field_code(field) for field in table.landscapes[name]] for name in ordered],
    }


def field_code(field: str) -> int:
    """A field as the core writes it: the terrain, and a bit if it needs equipment."""
    return TERRAINS.index(field[0]) + (int(NEEDS_EQUIPMENT) if field.endswith("*") else 0)


def _colours(huskies: tuple[Husky, ...]) -> list[str]:
    return sorted({edge for husky in huskies for edge in husky[1:]})


# --- files --------------------------------------------------------------------------------------


def load(name: str) -> CardTable:
    """Our table, or a user's file."""
    if name == "reconstruction":
        return _shipped()
    text = FILE.read_text(name)
    return replace(_parse(name, text), by_user=True)


@cache
def _shipped() -> CardTable:
    return _parse("reconstruction", SHIPPED.read_text(encoding="utf-8"))


@cache
def _published() -> Published:
    found: Published = tomllib.loads(SHIPPED.read_text(encoding="utf-8"))["published_totals"]
    return found


@cache
def _parse(name: str, text: str) -> CardTable:
    return _File(name, text).table()


class _File:
    """One card file being read; what cannot be is refused with its line."""

    def __init__(self, name: str, text: str) -> None:
        self.name, self.lines = name, text.splitlines()
        self.data = FILE.parse(name, text)

    def refuse(self, what: str) -> NoReturn:
        raise FILE.error(self.name, what)

    def refuse_line(self, number: int | None, what: str) -> NoReturn:
        where = f"line {number}" if number else "somewhere"
        self.refuse(f"is wrong in {where}: {what}")

    def table(self) -> CardTable:
        said = FILE.origin(self.name, self.data)
        found = CardTable(self.name, said, self._huskies(), self._landscapes())
        return replace(
            found,
            departures=tuple(departures(found, _published())),
            oddities=tuple(_oddities(found)),
        )

    def _huskies(self) -> tuple[Husky, ...]:
        rows = self.data.get("huskies")
        if not isinstance(rows, list) or not 1 <= len(rows) <= MOST_HUSKIES:
            self.refuse(f"must have a list huskies of 1 to {MOST_HUSKIES} rows")
        colours = self.data.get("colours")
        if colours is not None and not _are_texts(colours):
            self.refuse(f"must give colours as a list of names; got {colours!r}")
        of = len(rows)
        return tuple(self._husky(n, of, row, colours) for n, row in enumerate(rows, start=1))

    def _husky(self, number: int, of: int, row: object, colours: list[str] | None) -> Husky:
        line = self._line_of_husky(number, of)
        if not _are_texts(row) or len(row) != 5:
            self.refuse_line(
                line,
                f'husky {number} must be ["SSI", top, right, bottom, left], five texts; got {row}',
            )
        if set(row[0]) - set(TERRAINS) or len(row[0]) > MOST_POINTS:
            self.refuse_line(
                line,
                f"the points of husky {number} must be up to {MOST_POINTS} letters S, I or P; "
                f"got {row[0]!r}",
            )
        for edge in row[1:]:
            if not edge or (colours is not None and edge not in colours):
                known = f"one of the colours {', '.join(colours)}" if colours else "a colour"
                self.refuse_line(line, f"an edge of husky {number} must be {known}; got {edge!r}")
        points = "".join(sorted(row[0], key=TERRAINS.index))
        return Husky(points, *row[1:])

    def _line_of_husky(self, number: int, of: int) -> int | None:
        """Rows stand on lines of their own, as in our file; else nobody can say."""
        rows = [n for n, line in enumerate(self.lines, start=1) if _ROW.match(line)]
        return rows[number - 1] if len(rows) == of else None

    def _landscapes(self) -> dict[str, tuple[str, ...]]:
        rows = self.data.get("landscapes")
        if not isinstance(rows, dict) or not set(ENDS) <= set(rows):
            self.refuse("must have a table [landscapes] with start, finish and the others")
        if not 1 <= len(rows) - len(ENDS) <= MOST_LANDSCAPES:
            self.refuse(f"must have 1 to {MOST_LANDSCAPES} landscapes beside start and finish")
        found = {name: self._landscape(name, row) for name, row in rows.items()}
        if sum(map(len, found.values())) > MOST_FIELDS:
            self.refuse(f"must have at most {MOST_FIELDS} fields on all landscapes together")
        return found

    def _landscape(self, name: str, row: object) -> tuple[str, ...]:
        line = self._line_of_landscape(name)
        if not isinstance(row, str):
            self.refuse_line(
                line, f'landscape {name} must be a text such as "S I I* S"; got {row!r}'
            )
        fields = tuple(row.split())
        for field in fields:
            if field.removesuffix("*") not in (*TERRAINS,):
                self.refuse_line(
                    line,
                    f"a field of landscape {name} must be S, I or P, with * if it needs "
                    f"equipment; got {field!r}",
                )
        if not fields and name not in ENDS:
            self.refuse_line(line, f"landscape {name} must have at least one field")
        return fields

    def _line_of_landscape(self, name: str) -> int | None:
        start = re.compile(rf"^\s*[\"']?{re.escape(name)}[\"']?\s*=")
        found = [number for number, line in enumerate(self.lines, start=1) if start.match(line)]
        return found[0] if len(found) == 1 else None


def _are_texts(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(word, str) for word in value)


# --- checks -------------------------------------------------------------------------------------


def departures(table: CardTable, published: "Published") -> list[str]:
    """Where a table differs from the totals of the rulebook."""
    counts = [("husky cards", len(table.huskies), published["husky_cards"])]
    counts += [
        (f"{word} points on huskies", table.points_of(letter), published["husky_points"][letter])
        for letter, word in zip(TERRAINS, ("snow", "ice", "powder"), strict=True)
    ]
    counts += [("landscape cards", len(table.landscapes), published["landscape_cards"])]
    counts += [
        (f"{word} fields", table.fields_of(letter), published["landscape_fields"][letter])
        for letter, word in zip(TERRAINS, ("snow", "ice", "powder"), strict=True)
    ]
    counts += [("equipment fields", table.equipment_fields, published["equipment_fields"])]
    return [f"{got} {what} instead of {want}" for what, got, want in counts if got != want]


def _oddities(table: CardTable) -> list[str]:
    """1 to 3 points a husky are told by a review, not by the rulebook: a departure is no error."""
    odd = [f"H{n}" for n, husky in enumerate(table.huskies, 1) if not 1 <= len(husky.points) <= 3]
    return [f"huskies without 1 to 3 points: {', '.join(odd)}"] if odd else []


def warnings(table: CardTable) -> list[str]:
    """What a user should know about the cards before believing a result."""
    told = [*table.departures, *table.oddities]
    return [f"The card file {table.name} has {what}." for what in told]


# --- decks by chance ----------------------------------------------------------------------------


@cache
def _random_cards(seed: int, colours: int) -> CardTable:
    """Other cards with the published totals: points and fields dealt at random, the colours of each
    side of the huskies as even as they can be."""
    import numpy as np

    rng = np.random.Generator(np.random.SFC64([seed, colours]))
    published = _published()
    return CardTable(
        f"deck_seed {seed}, {colours} colours",
        tables.RECONSTRUCTION,
        _random_huskies(rng, published, colours),
        _random_landscapes(rng, published),
    )


def _shuffle(rng: "Generator", letters: dict[str, int]) -> list[str]:
    cards = [letter for letter, n in letters.items() for _ in range(n)]
    return [cards[i] for i in rng.permutation(len(cards))]


def _random_huskies(rng: "Generator", published: "Published", colours: int) -> tuple[Husky, ...]:
    """1 to 3 points a card: with t threes there must be 4 + t ones, as 92 points are on 48 cards;
    t from 6 to 18, around the most likely 11 or 12."""
    n = published["husky_cards"]
    points = _shuffle(rng, published["husky_points"])
    threes = int(rng.integers(6, 19))
    ones = 2 * n - len(points) + threes
    sizes = [3] * threes + [2] * (n - threes - ones) + [1] * ones
    hands = [[points.pop() for _ in range(sizes[i])] for i in rng.permutation(n)]
    names = ("red", "blue", "green", "yellow", "white")[:colours]
    sides = []
    for _ in range(4):
        even = [names[i % colours] for i in range(n)]
        sides.append([even[i] for i in rng.permutation(n)])
    return tuple(
        Husky("".join(sorted(letters, key=TERRAINS.index)), *edges)
        for letters, *edges in zip(hands, *sides, strict=True)
    )


def _random_landscapes(rng: "Generator", published: "Published") -> dict[str, tuple[str, ...]]:
    """18 landscapes of five fields, no field on the start and a snow field on the finish, as in our
    reconstruction; equipment fields on different landscapes."""
    n = published["landscape_cards"] - len(ENDS)
    totals = published["landscape_fields"] | {"S": published["landscape_fields"]["S"] - 1}
    fields = _shuffle(rng, totals)
    rows = [[fields.pop() for _ in range(5)] for _ in range(n)]
    for row in rng.permutation(n)[: published["equipment_fields"]]:
        rows[row][int(rng.integers(5))] += "*"
    laid = {f"landscape{number}": tuple(row) for number, row in enumerate(rows, start=1)}
    return {"start": (), "finish": ("S",), **laid}
