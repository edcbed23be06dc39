"""The fields of a state, each declared once.

A declaration says the word of a field, its kind, where the compiled game keeps it, who sees it, and
a sentence. From it come the position, its reader, the view and the page that documents them. Ranges
are the compiled game's where it declares them. Seats are numbered from 1 in words and from 0 in the
numbers of the core.
"""

# ruff: noqa: ARG002  # a kind needs not all that another one is read with

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar, cast

from analyzer.games.parameters import GameRules
from analyzer.games.position_reader import Codes, Reader
from analyzer.games.spec import Raw, Words
from analyzer.games.symmetry import Seats
from analyzer.games.view_base import BaseView
from analyzer.system.json_types import JsonValue

Format = Callable[[GameRules, Raw], object]  # of the rules and of the numbers that may be seen
Behind = Callable[[GameRules, Raw, int], Raw]  # of the rules, a state and a seat
Parse = Callable[[Reader, "LazyRaw"], JsonValue]
if TYPE_CHECKING:
    from analyzer.games.spec import Base

Value = TypeVar("Value")  # a number of the core, or several


class Kind(Generic[Value]):
    """What a field holds: how a value is said."""

    @property
    def text(self) -> str:
        """What it is, for the page."""
        return ""

    def format_value(self, rules: GameRules, value: Value) -> object:
        return value


class ReadKind(Kind[Value], ABC):
    """What can be read, too."""

    @abstractmethod
    def read(self, reader: Reader, key: str, raw: "LazyRaw", default: Value | None) -> Value:
        """The value of an entry, or what stands for it if it is left out."""

    def read_by_seat(
        self, reader: Reader, key: str, raw: "LazyRaw", default: "list[Value] | Value | None"
    ) -> list[Value]:
        """A value for each seat; a default may be one for each, or one for all."""
        if key in reader.words:
            return [self.read(one, what, raw, None) for what, one in reader.by_seat(key)]
        if isinstance(default, list):
            return default
        return [self.read(reader, key, raw, default) for _ in range(reader.players)]


@dataclass(frozen=True)
class NumberKind(ReadKind[int]):
    """A whole number; in words it is larger by `first`, and "" may stand for `blank`."""

    low: int | Format = 0  # or what the rules and other fields say
    high: int | Format = 0
    first: int = 0
    blank: int | None = None

    @property
    def text(self) -> str:
        if self.high == self.low:
            return "a whole number"
        least = 0 if callable(self.low) else self.low + self.first
        most = "what the rules allow" if callable(self.high) else self.high + self.first
        return f"a whole number from {least} to {most}"

    def format_value(self, rules: GameRules, value: int) -> object:
        return "" if value == self.blank else value + self.first

    def read(self, reader: Reader, key: str, raw: "LazyRaw", default: int | None) -> int:
        if self.blank is not None and reader.words.get(key, "") == "":
            return self.blank
        low, high = (_of(limit, raw) + self.first for limit in (self.low, self.high))
        return reader.number(key, low, high, (default or 0) + self.first) - self.first


@dataclass(frozen=True)
class FlagKind(ReadKind[int]):
    """True or false."""

    @property
    def text(self) -> str:
        return "true or false"

    def format_value(self, rules: GameRules, value: int) -> bool:
        return bool(value)

    def read(self, reader: Reader, key: str, raw: "LazyRaw", default: int | None) -> int:
        return int(reader.flag(key, bool(default)))


@dataclass(frozen=True)
class SeatKind(ReadKind[int]):
    """A seat; with `nobody`, 0 stands for none."""

    nobody: bool = False

    @property
    def text(self) -> str:
        return "a seat, or 0" if self.nobody else "a seat"

    def format_value(self, rules: GameRules, value: int) -> int:
        return int(value) + 1

    def read(self, reader: Reader, key: str, raw: "LazyRaw", default: int | None) -> int:
        if default == -1 and key not in reader.words:
            return -1
        if self.nobody:
            return reader.number(key, 0, reader.players, 0) - 1
        return reader.seat(key, default or 0)


@dataclass(frozen=True)
class SeatsKind(ReadKind[list[int]]):
    """Some seats."""

    @property
    def text(self) -> str:
        return "a list of seats"

    def format_value(self, rules: GameRules, value: list[int]) -> list[int]:
        return [seat + 1 for seat in value]

    def read(
        self, reader: Reader, key: str, raw: "LazyRaw", default: list[int] | None
    ) -> list[int]:
        return sorted(reader.seats(key, default or ()))


@dataclass(frozen=True)
class WordKind(ReadKind[int]):
    """One of some words."""

    words: tuple[str, ...]
    codes: Sequence[int] = range(1000)  # of the core, in the order of the words

    @property
    def text(self) -> str:
        return "one of " + ", ".join(f'"{word}"' for word in self.words)

    def format_value(self, rules: GameRules, value: int) -> str:
        return str(self.words[self.codes.index(value)])

    def read(self, reader: Reader, key: str, raw: "LazyRaw", default: int | None) -> int:
        return self.codes[reader.word(key, self.words, self._usual(default))]

    def _usual(self, default: int | None) -> str:
        return self.words[0 if default is None else self.codes.index(default)]


@dataclass(frozen=True)
class ChoicesKind(ReadKind[list[int]]):
    """Some of these words, each at most once."""

    words: tuple[str, ...]
    ordered: bool = True

    @property
    def text(self) -> str:
        return "some of " + ", ".join(f'"{word}"' for word in self.words)

    def format_value(self, rules: GameRules, value: list[int]) -> list[str]:
        return [self.words[place] for place in value]

    def read(
        self, reader: Reader, key: str, raw: "LazyRaw", default: list[int] | None
    ) -> list[int]:
        found = reader.choices(key, self.words, [self.words[place] for place in default or ()])
        return found if self.ordered else sorted(found)


@dataclass(frozen=True)
class SlotsKind(ReadKind[list[int]]):
    """Words at `n` places, each word at most once; "" where a place is empty."""

    words: tuple[str, ...]
    n: int
    place: str

    @property
    def text(self) -> str:
        return f'a word for each {self.place}, "" where there is none'

    def format_value(self, rules: GameRules, value: list[int]) -> list[str]:
        return ["" if code < 0 else self.words[code] for code in value]

    def read(
        self, reader: Reader, key: str, raw: "LazyRaw", default: list[int] | None
    ) -> list[int]:
        return reader.places(key, self.words, self.n, self.place)


@dataclass(frozen=True)
class CardKind(ReadKind[int]):
    """A card, by its name."""

    name: Callable[[GameRules, int], str]
    codes: Callable[[GameRules], Codes]

    @property
    def text(self) -> str:
        return "a card"

    def format_value(self, rules: GameRules, value: int) -> str:
        return self.name(rules, value)

    def read(self, reader: Reader, key: str, raw: "LazyRaw", default: int | None) -> int:
        return reader.card(key, self.codes(raw.rules)) if key in reader.words else default or 0


@dataclass(frozen=True)
class PileKind(ReadKind[list[int]]):
    """Cards, by their names."""

    name: Callable[[GameRules, int], str]
    codes: Callable[[GameRules], Codes]
    ordered: bool = True

    @property
    def text(self) -> str:
        return "a list of cards"

    def format_value(self, rules: GameRules, value: list[int]) -> list[str]:
        return [self.name(rules, code) for code in value]

    def read(
        self, reader: Reader, key: str, raw: "LazyRaw", default: list[int] | None
    ) -> list[int]:
        found = reader.cards(key, self.codes(raw.rules))
        return found if self.ordered else sorted(found)


@dataclass(frozen=True)
class Field:
    """An entry of a position.

    `seen_by`: "all"; "owner", of one entry a seat; "nobody". `computed`: what a position says
    of it follows from several numbers, those of `uses`; `parse` reads such a field, and makes the
    numbers that `gives` names if these are several, those of other fields among them. A default may
    follow from other fields.
    """

    word: str  # in a position; a dot before it: in the table of that name
    kind: Kind[JsonValue]
    sentence: str
    name: str = ""  # in the core; left out: as the word
    by_seat: bool = False
    seen_by: str = "nobody"
    default: JsonValue = None
    view: str = ""  # in the view; left out: as the word
    computed: Format | None = None
    uses: tuple[str, ...] = ()
    parse: Parse | None = None
    gives: tuple[str, ...] = ()
    in_position: bool = True
    when: Callable[[Raw], bool] | None = None  # a position says it only then; it is always read

    @property
    def raw_name(self) -> str:
        return self.name or self.word.rpartition(".")[2]

    def format_value(self, rules: GameRules, raw: Raw) -> object:
        if self.computed is not None:
            return self.computed(rules, raw)
        value = raw[self.raw_name]
        if self.by_seat:
            return [self.kind.format_value(rules, one) for one in value]
        return self.kind.format_value(rules, value)

    @property
    def made(self) -> tuple[str, ...]:
        """The numbers that reading it makes, unless another field gives them."""
        read = self.computed is None and isinstance(self.kind, ReadKind)
        read = self.in_position and (read or self.parse is not None)
        return (self.gives or (self.raw_name,)) if read else ()

    def read(self, raw: "LazyRaw") -> JsonValue:
        table, _, key = self.word.rpartition(".")
        if self.parse is not None:
            return self.parse(raw.part(table), raw)
        assert isinstance(self.kind, ReadKind)
        read = self.kind.read_by_seat if self.by_seat else self.kind.read
        return read(raw.part(table), key, raw, _of(self.default, raw))


@dataclass(frozen=True)
class Open(Field):
    """An entry that everybody sees."""

    seen_by: str = "all"


def view_field(word: str, sentence: str, computed: Format, *uses: str) -> Field:
    """What a view says and no position: everybody sees the numbers that it uses."""
    return Open(word, Kind(), sentence, computed=computed, uses=uses, in_position=False)


class LazyRaw(Raw):
    """The numbers of a position that is being read, each when it is first asked for."""

    def __init__(
        self,
        declared: "Declaration",
        reader: Reader,
        rules: GameRules,
        luck: random.Random,
        known: Raw,
    ) -> None:
        super().__init__(known)
        self.rules, self.luck = rules, luck
        self._declared, self._parts = declared, {"": reader}
        given = {name: field for field in declared.fields for name in field.gives}
        self._fields = {name: field for field in declared.fields for name in field.made} | given

    def part(self, table: str) -> Reader:
        """A table inside the position, or all of it: ""."""
        if table not in self._parts:
            self._parts[table] = self._declared.part(self._parts[""], table)
        return self._parts[table]

    def __missing__(self, name: str) -> JsonValue:
        field = self._fields[name]
        found = field.read(self)
        self.update(found if field.gives else {name: found})
        return self[name]

    def all(self) -> Raw:
        """Every number that is declared."""
        return {name: self[name] for name in self._fields}


def _of(value: JsonValue, raw: LazyRaw) -> JsonValue:
    return value(raw.rules, raw) if callable(value) else value


class View(BaseView):
    """A view whose class is made; a pickle of it names the game."""

    def __reduce__(self) -> tuple[object, ...]:
        assert self.DECLARED is not None
        raw = vars(self)["_raw"]
        return _view_of, (self.DECLARED.game, self.rules, raw, self.seat - 1, self.players)


def _view_of(game: str, *seen: JsonValue) -> BaseView:
    from analyzer import games

    declared = cast("Base[JsonValue]", games.load(game)).declared
    assert declared is not None
    return declared.view_type(*seen)


class Declaration:
    """All fields of a game, and what follows from them."""

    def __init__(
        self,
        game: str,
        fields: Sequence[Field],
        behind: Behind = lambda *_: {},
        *,
        need: Sequence[str] = (),
        follows: Callable[[Raw], Raw] = lambda _: {},
    ) -> None:
        """`behind`: the numbers of what only a view says, and of what a seat sees otherwise;
        `need`: what a position must say; `follows`: numbers of the core that are no fields."""
        self.game, self.fields, self.behind = game, tuple(fields), behind
        self.need, self.follows = need, follows
        self.view_type: type[BaseView] = type("View", (View,), {"DECLARED": self})

    # --- positions

    def players(self, raw: Raw) -> int:
        """How many seats a state has."""
        return len(next(raw[field.raw_name] for field in self.fields if field.by_seat))

    def position(self, rules: GameRules, raw: Raw) -> Words:
        """What a position says; a field that has nothing to say is left out."""
        words: Words = {"players": self.players(raw)}
        for field in self.fields:
            due = field.in_position and (field.when is None or field.when(raw))
            said = field.format_value(rules, raw) if due else None
            if said is None:
                continue
            table, _, key = field.word.rpartition(".")
            (words.setdefault(table, {}) if table else words)[key] = said
        return words

    def reader(self, players: int, words: object) -> Reader:
        """A position about to be read: nothing in it has another name."""
        said = [field.word for field in self.fields if field.in_position]
        tops = [word.partition(".")[0] for word in said]
        return Reader(self.game, players, words, list(dict.fromkeys([*tops, "players"])))

    def part(self, reader: Reader, table: str) -> Reader:
        """One of its tables."""
        words = [field.word.partition(".") for field in self.fields]
        return reader.part(table, [key for found, _, key in words if found == table and key])

    def read(
        self,
        reader: Reader,
        rules: GameRules,
        luck: random.Random | None = None,
        **known: object,
    ) -> Raw:
        """The numbers of all fields; `known` is what a game works with meanwhile."""
        return LazyRaw(self, reader, rules, luck or random.Random(0), known).all()

    def from_position(
        self, rules: GameRules, players: int, words: object, luck: random.Random
    ) -> Raw:
        """What the core restores; a position that cannot be is refused in one sentence."""
        reader = self.reader(players, words)
        reader.need(*self.need)
        raw = self.read(reader, rules, luck)
        return raw | self.follows(raw)

    def seats(
        self,
        one: tuple[str, ...] = (),
        some: tuple[str, ...] = (),
        each: tuple[str, ...] = (),
    ) -> Seats:
        """Which numbers speak of seats: of declared fields, and what follows."""
        said = [field for field in self.fields if field.in_position and field.computed is None]
        kinds = [(field.raw_name, None if field.by_seat else type(field.kind)) for field in said]
        return Seats(
            (*one, *(name for name, kind in kinds if kind is SeatKind)),
            (*some, *(name for name, kind in kinds if kind is SeatsKind)),
            (*each, *(name for name, kind in kinds if kind is None)),
        )

    # --- views

    def view(self, rules: GameRules, raw: Raw, seat: int) -> BaseView:
        """What `seat` (from 0) can see, and what it knows if it forgets nothing."""
        seen = self.seen({**raw, **self.behind(rules, raw, seat)}, seat)
        return self.view_type(rules, seen, seat, self.players(raw))

    def makers(self) -> dict[str, Format]:
        """What a view says, by its names."""
        found: dict[str, Format] = {}
        tables: dict[str, dict[str, Field]] = {}
        for field in self.fields:
            name = field.view or field.word
            table, _, key = name.rpartition(".")
            if table and field.seen_by == "all":
                tables.setdefault(table, {})[key] = field
            elif field.seen_by == "all":
                found[name] = field.format_value
            elif field.seen_by == "owner":
                found[name] = _own(field)
                found[f"{name}_sizes"] = _entry(f"sizes of {field.raw_name}")
            elif field.seen_by == "count":
                found[f"{name}_size"] = _entry(f"size of {field.raw_name}")
        return found | {name: _table(entries) for name, entries in tables.items()}

    def seen(self, raw: Raw, seat: int) -> Raw:
        """The numbers that `seat` (from 0) can see, and nothing else."""
        found: Raw = {}
        for field in self.fields:
            name = field.raw_name
            if field.seen_by == "all":
                found |= {used: raw[used] for used in field.uses or (name,)}
            elif field.seen_by == "owner":
                found[f"own {name}"] = raw.get(f"own {name}", raw[name][seat])
                found[f"sizes of {name}"] = [len(one) for one in raw[name]]
            elif field.seen_by == "count":
                found[f"size of {name}"] = len(raw[name])
        return found

    def page(self) -> list[str]:
        """The lines of docs/positions.md that are about this game."""
        lines = ["| field | holds | what it says | who sees it |", "|---|---|---|---|"]
        for field in self.fields:
            if not field.in_position:
                continue
            kind = f"{field.kind.text}{' for each seat' * field.by_seat}".strip()
            who = {"all": "everybody", "owner": "its owner", "count": "nobody; how many: everybody"}
            lines.append(
                f"| `{field.word}` | {kind} | {field.sentence} | "
                f"{who.get(field.seen_by, 'nobody')} |"
            )
        return lines


def _own(field: Field) -> Format:
    return lambda rules, raw: field.kind.format_value(rules, raw[f"own {field.raw_name}"])


def _table(entries: dict[str, Field]) -> Format:
    """Several fields as one; an entry that is not due is left out."""
    return lambda rules, raw: {
        key: field.format_value(rules, raw)
        for key, field in entries.items()
        if field.when is None or field.when(raw)
    }


def _entry(name: str) -> Format:
    return lambda _, raw: _copied(raw[name])


def _copied(value: object) -> object:
    return list(value) if isinstance(value, list) else value
