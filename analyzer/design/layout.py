"""A game's declarations as one plain value: what the state holds, and where everything lies."""

import math
from dataclasses import dataclass
from inspect import signature
from types import FunctionType
from typing import Any

from analyzer._core.runner import GAME_COLUMNS, SEAT_COLUMNS
from analyzer.design.cards import MOST_CARDS, Card, Cards
from analyzer.design.declare import Counter, Field, Game, MoveNote, PileOf, Rule, Seat, Weight
from analyzer.errors import UserError, did_you_mean
from analyzer.system.json_types import Json
from analyzer.system.values import short_repr

MAX_SEATS = 8
MAX_RULES, MAX_PLACES, MAX_FAMILIES, MAX_WEIGHTS = 64, 64, 4, 16  # of _core/design/declared.pxd
MOST_BYTES = 65_536
HEAD_NUMBERS = 14
MOST_CODES = 1_000_000  # moves that can be told apart
MOST_TURNS = 100_000_000  # moves of a game
SEEN_BY = {"nobody": 0, "owner": 1, "all": 2}
# What the tool itself understands by a name.
TAKEN = {
    *("seat", "stage", "players", "seats", "may", "end", "give_up", "after", "others", "roll"),
    *("turn", "turns", "over", "clock", "rules", "rule", "game", "seed", "index"),
    *("hands", "view", "deal", "moves", "score", "wins", "fits", "may_hold", "self"),
}
# Columns of the rows of every game (analyzer/simulation/frames.py): no counter is called so.
COLUMNS = {*GAME_COLUMNS, *SEAT_COLUMNS, "game", "seat", "policy", "rank", "win_share"}
NOT_MOVES = ("deal", "moves", "score", "wins", "fits", "may_hold")
NEEDED = {"deal": 1, "moves": 1, "score": 2}
OPTIONAL = {"wins": 2, "fits": 2, "may_hold": 3}
ARGUMENTS = ("self", "seat", "card")  # of these methods


@dataclass(frozen=True)
class Place:
    """Where cards or hidden numbers lie."""

    name: str
    stride: int
    many: int
    room: int
    family: int  # -1: numbers
    rule: int  # -1, or the rule that says who sees it
    sees: tuple[int, ...]


@dataclass(frozen=True)
class MoveForm:
    """A move: its method, its words, and what is given to it."""

    name: str
    words: str
    arguments: tuple[str, ...]
    sizes: tuple[int, ...]
    cards: tuple[Cards | None, ...]  # by argument; None: a number
    seats: tuple[bool, ...]  # by argument: is it a seat?
    base: int

    @property
    def codes(self) -> int:
        found = 1
        for size in self.sizes:
            found *= size
        return found


@dataclass(frozen=True)
class Layout:
    """Everything that a class declares."""

    name: str
    summary: str
    said: Json
    rules: dict[str, Rule]
    weights: dict[str, Weight]
    game_counters: dict[str, str]
    seat_counters: dict[str, str]
    units: dict[str, str]
    numbers: dict[str, Field]
    piles: dict[str, PileOf]
    tables: tuple[Cards, ...]
    places: tuple[Place, ...]
    fields: tuple[tuple[str, tuple[int, ...]], ...]  # name and shape, in the order of the state
    moves: tuple[MoveForm, ...]
    methods: dict[str, FunctionType]

    @property
    def dealt_cards(self) -> tuple[str, ...]:
        """The names of all cards that may lie in a hand which not everybody sees."""
        named = (name for place in self.hands for name in self.tables[place.family].names)
        return tuple(dict.fromkeys(named))

    @property
    def hands(self) -> list[Place]:
        """The piles of each seat that not everybody sees."""
        return [
            place
            for place in self.places
            if place.name in self.piles and self.piles[place.name].by_seat and 2 not in place.sees
        ]

    @property
    def held(self) -> int:
        """The table of the cards in these piles, which may_hold is about."""
        return next((place.family for place in self.hands), 0)

    # as the core wants them

    @property
    def players(self) -> tuple[int, int]:
        low, high = self.said["players"]
        return low, high

    @property
    def rule_names(self) -> tuple[str, ...]:
        return tuple(self.rules)

    @property
    def first_counter(self) -> str | None:
        return next(iter([*self.game_counters, *self.seat_counters]), None)

    @property
    def n_game_counters(self) -> int:
        return len(self.game_counters)

    @property
    def n_seat_counters(self) -> int:
        return len(self.seat_counters)

    @property
    def stage_is_contest(self) -> bool:
        return bool(self.said["contest"])

    @property
    def most_turns(self) -> int:
        return int(self.said["most_moves"])

    @property
    def families(self) -> list[list[int]]:
        """The count of every kind; -1 - k: as rule k says."""
        rules = list(self.rules)
        return [
            [count if isinstance(count, int) else -1 - rules.index(count) for count in one.counts]
            for one in self.tables
        ]

    def starts(self) -> dict[str, int]:
        """Where each field begins in the state."""
        at, found = HEAD_NUMBERS, {}
        for name, shape in self.fields:
            found[name] = at
            at += _size(shape)
        return found

    def move_of(self, code: int) -> MoveForm:
        return next(form for form in reversed(self.moves) if form.base <= code)


def _size(shape: tuple[int, ...]) -> int:
    found = 1
    for length in shape:
        found *= length
    return found


def read(cls: type) -> Layout:
    """The declarations of a class; what cannot be is refused in one sentence."""
    return _Reader(cls).layout()


class _Reader:
    def __init__(self, cls: type) -> None:
        self.cls, self.name = cls, cls.__name__
        self.marks: dict[str, Any] = {}
        self.methods: dict[str, FunctionType] = {}
        for base in reversed(cls.__mro__):
            if base in (object, Game):
                continue
            for name, value in vars(base).items():
                if isinstance(value, FunctionType):
                    self.methods[name] = value
                elif isinstance(value, Rule | Field | PileOf | Counter | Weight):
                    self.marks[name] = value
                elif not name.startswith("__") and name != "_said" and not callable(value):
                    raise self.refuse(
                        f"{name} is a value of the class: make it a constant above the class, or "
                        "declare it with rule, number, numbers, grid, seats, pile or piles"
                    )

    def refuse(self, why: str) -> UserError:
        return UserError(f"Game {self.name}: {why}.")

    def marked(self, kind: type) -> dict[str, Any]:
        return {name: mark for name, mark in self.marks.items() if isinstance(mark, kind)}

    def layout(self) -> Layout:
        self.check_names()
        self.check_methods()
        self.rules = self.marked(Rule)
        for name, rule in self.rules.items():
            self.check_rule(name, rule)
        for name, weight in self.marked(Weight).items():
            self.check_weight(name, weight)
        self.tables: list[Cards] = []
        places, numbers, piles = [], self.marked(Field), self.marked(PileOf)
        fields: list[tuple[str, tuple[int, ...]]] = []
        for name, mark in numbers.items():
            if any(type(n) is not int or not 1 <= n <= 10_000 for n in mark.shape):
                raise self.refuse(f"{name} must have 1 to 10,000 numbers in a row")
            fields.append((name, mark.shape))
            if mark.seen_by != "all":
                places.append(self.place(name, 1, MAX_SEATS, 0, -1, mark.seen_by, True))
        counters = self.marked(Counter)
        for name, one in counters.items():
            self.check_sentence(f"the counter {name}", one.sentence)
            if name in COLUMNS:
                raise self.refuse(
                    f"{name} is a column of every result: give this counter another name"
                )
            if not isinstance(one.unit, str) or "{" in one.unit:
                raise self.refuse(f'the unit of {name} must be a word in the plural, as "rounds"')
        games = {name: one.sentence for name, one in counters.items() if not one.by_seat}
        by_seat = {name: one.sentence for name, one in counters.items() if one.by_seat}
        fields += [(name, ()) for name in games]
        fields += [(name, (MAX_SEATS,)) for name in by_seat]
        for name, mark in piles.items():
            room = self.room(name, mark)
            shape = (MAX_SEATS, room + 1) if mark.by_seat else (room + 1,)
            fields.append((name, shape))
            many = MAX_SEATS if mark.by_seat else 1
            family = self.family(mark.cards)
            places.append(
                self.place(name, room + 1, many, room, family, mark.seen_by, mark.by_seat)
            )
        self.check_sizes(fields, places)
        found = Layout(
            self.name,
            (self.cls.__doc__ or "A game of your own.").strip(),
            self.cls._said,  # type: ignore[attr-defined]
            self.rules,
            self.marked(Weight),
            games,
            by_seat,
            {name: one.unit for name, one in counters.items() if one.unit},
            numbers,
            piles,
            tuple(self.tables),
            tuple(places),
            tuple(fields),
            self.moves(),
            self.methods,
        )
        if "may_hold" in self.methods and len({place.family for place in found.hands}) != 1:
            raise self.refuse(
                "may_hold is about piles of one table of cards, one for each seat, not seen by all"
            )
        return found

    # --- checks

    def check_names(self) -> None:
        said = getattr(self.cls, "_said", None)
        if not issubclass(self.cls, Game) or not said:
            raise self.refuse("a game must be a subclass of analyzer.design.Game")
        self.check_said(said)
        for name in self.marks:
            if name in TAKEN:
                raise self.refuse(f"{name} means something already: give this field another name")
            if name in self.methods:
                raise self.refuse(f"{name} is the name of a field and of a method")
            if name.startswith("_") or not name.isascii():
                raise self.refuse(f"a field cannot be called {name}: use plain letters")
        for name in ("seat", "stage", "players", "may", "after", "others", "roll", "end"):
            if name in self.methods:
                raise self.refuse(f"{name} means something already: give this method another name")

    def check_said(self, said: dict[str, Any]) -> None:
        """What stands in the first line of the class."""
        match said["players"]:
            case (int(low), int(high)) if 2 <= low <= high <= MAX_SEATS:
                pass
            case other:
                raise self.refuse(
                    f"players must be two numbers from 2 to {MAX_SEATS}, since every question "
                    f"compares seats; got {short_repr(other)}"
                )
        for name, least, most in (("most_moves", 1, MOST_TURNS), ("version", 1, 2**31 - 1)):
            number = said[name]
            if type(number) is not int or not least <= number <= most:
                raise self.refuse(
                    f"{name} must be a whole number from {least} to {most:,}; "
                    f"got {short_repr(number)}"
                )
        if not isinstance(said["contest"], bool):
            raise self.refuse(f"contest must be True or False; got {short_repr(said['contest'])}")
        main = said["main_rule"]
        rules = self.marked(Rule)
        if main and main not in rules:
            hint = did_you_mean(main, rules).rstrip(".") if isinstance(main, str) else ""
            raise self.refuse(f"main_rule must name a rule; got {short_repr(main)}{hint}")
        steps = said["main_steps"]
        if not isinstance(steps, tuple) or any(type(step) is not int for step in steps):
            raise self.refuse(
                f"main_steps must be whole numbers, as (-1, 0, 1); got {short_repr(steps)}"
            )

    def check_weight(self, name: str, weight: Weight) -> None:
        default, low, high, sentence = weight.row
        numbers = (default, low, high)
        if any(type(n) not in (int, float) or not math.isfinite(n) for n in numbers):
            raise self.refuse(f"the weight {name} must have numbers: default, least and most")
        if not low <= default <= high:
            raise self.refuse(f"the default of the weight {name} must lie within its limits")
        self.check_sentence(f"the weight {name}", sentence)

    def check_sentence(self, what: str, sentence: object) -> None:
        if not isinstance(sentence, str) or not sentence.strip():
            raise self.refuse(f"{what} must have a sentence")

    def check_methods(self) -> None:
        for name, n in {**NEEDED, **OPTIONAL}.items():
            found = self.methods.get(name)
            form = f"{name}({', '.join(ARGUMENTS[:n])})"
            if found is None and name in NEEDED:
                raise self.refuse(f"it must have a method {form}")
            if found is not None and found.__code__.co_argcount != n:
                raise self.refuse(f"the method {name} must be written {form}")

    def check_rule(self, name: str, rule: Rule) -> None:
        self.check_sentence(f"the rule {name}", rule.sentence)
        if rule.clause is not None and not isinstance(rule.clause, str):
            raise self.refuse(f"the clause of the rule {name} must be a word")
        if rule.words is not None:
            if any(not isinstance(word, str) or not word.strip() for word in rule.words):
                raise self.refuse(f"the rule {name} must have words to choose from")
            if len(set(rule.words)) < len(rule.words) or "," in "".join(rule.words):
                raise self.refuse(f"the rule {name} must have different words without a comma")
        elif not isinstance(rule.default, bool):
            numbers = (rule.default, rule.low, rule.high)
            if any(not isinstance(n, int) or abs(n) >= 2**31 for n in numbers):
                raise self.refuse(f"the rule {name} must have a default and limits of 32 bits")
            if not rule.low <= int(rule.default) <= rule.high:
                raise self.refuse(f"the default of the rule {name} must lie within its limits")

    def check_sizes(self, fields: list[tuple[str, tuple[int, ...]]], places: list[Place]) -> None:
        size = 4 * (HEAD_NUMBERS + sum(_size(shape) for _, shape in fields))
        if size > MOST_BYTES:
            raise self.refuse(
                f"a state takes {size:,} bytes, and {MOST_BYTES:,} is the most: say how many cards "
                "a pile can hold, pile(..., most=5)"
            )
        for what, n, most in (
            ("rules", len(self.rules), MAX_RULES),
            ("piles and hidden numbers", len(places), MAX_PLACES),
            ("tables of cards", len(self.tables), MAX_FAMILIES),
            ("weights", len(self.marked(Weight)), MAX_WEIGHTS),
        ):
            if n > most:
                raise self.refuse(f"it has {n} {what}, and {most} is the most")

    # --- parts

    def place(
        self, name: str, stride: int, many: int, room: int, family: int, seen: str, own: bool
    ) -> Place:
        if not isinstance(seen, str):
            raise self.refuse(
                f"seen_by of {name} must be a word, as all, owner or nobody; got {short_repr(seen)}"
            )
        rule, words = -1, (seen,)  # type: int, tuple[str, ...]
        if seen in self.rules and self.rules[seen].words:
            rule, words = list(self.rules).index(seen), self.rules[seen].words or ()
        if any(word not in SEEN_BY for word in words) or len(words) > 4:
            known = [*SEEN_BY, *self.rules]
            raise self.refuse(
                f"seen_by of {name} must be all, owner, nobody, or a rule with these words"
                f"{did_you_mean(seen, known).rstrip('.')}"
            )
        if not own and "owner" in words:
            raise self.refuse(f"{name} has no owner: seen_by is all or nobody")
        return Place(name, stride, many, room, family, rule, tuple(SEEN_BY[w] for w in words))

    def family(self, cards: Cards) -> int:
        for place, known in enumerate(self.tables):
            if known is cards:
                return place
        self.tables.append(cards)
        return len(self.tables) - 1

    def room(self, name: str, mark: PileOf) -> int:
        if not isinstance(mark.cards, Cards):
            raise self.refuse(f"{name} must be a pile of a table of cards")
        most = 0
        for count in mark.cards.counts:
            if isinstance(count, str):
                rule = self.rules.get(count)
                if rule is None or rule.words or isinstance(rule.default, bool) or rule.low < 0:
                    raise self.refuse(
                        f"a count of cards is a number or a rule that is one; got {count!r}"
                        f"{did_you_mean(count, self.rules).rstrip('.')}"
                    )
                most += rule.high
            else:
                most += count
        if most > MOST_CARDS:
            raise self.refuse(f"{name} has up to {most} cards, and {MOST_CARDS} is the most")
        if mark.most is not None and (
            type(mark.most) is not int or not 1 <= mark.most <= MOST_CARDS
        ):
            raise self.refuse(f"most of {name} must be 1 to {MOST_CARDS}")
        return min(mark.most or most, most)

    def moves(self) -> tuple[MoveForm, ...]:
        found: list[MoveForm] = []
        base = 0
        for name, method in self.methods.items():
            note = getattr(method, "move_note", None)
            if isinstance(note, MoveNote):
                form = self.move(name, method, note, base)
                found.append(form)
                base += form.codes
        if not found:
            raise self.refuse('it has no move: @move("roll") above a method makes one')
        if base > MOST_CODES:
            raise self.refuse(f"it has {base:,} different moves, and {MOST_CODES:,} is the most")
        for name in self.methods:
            stem = name.removeprefix("worth_")
            if stem != name and stem not in [form.name for form in found]:
                hint = did_you_mean(stem, [form.name for form in found])
                raise self.refuse(f"{name} judges no move{hint.rstrip('.')}")
        return tuple(found)

    def move(self, name: str, method: FunctionType, note: MoveNote, base: int) -> MoveForm:
        if name in NOT_MOVES:
            raise self.refuse(f"{name} cannot be a move: give the move another name")
        names = list(signature(method).parameters)[1:]
        sizes, cards, seats = [], [], []
        for argument in names:
            what = note.limits.get(argument, method.__annotations__.get(argument))
            size, table = self.argument(name, argument, what)
            sizes.append(size)
            cards.append(table)
            seats.append(size == MAX_SEATS and table is None and argument not in note.limits)
        for argument in note.limits:
            if argument not in names:
                raise self.refuse(f"the move {name} has no argument {argument}")
        try:
            note.words.format(**dict.fromkeys(names, "x"))
        except (KeyError, IndexError, ValueError, AttributeError):
            raise self.refuse(f"the words of the move {name} must name its arguments") from None
        worth = self.methods.get(f"worth_{name}")
        if worth is not None and worth.__code__.co_argcount != len(names) + 2:
            listed = ", ".join(["self", "me", *names])
            raise self.refuse(f"the method worth_{name} must be written worth_{name}({listed})")
        return MoveForm(
            *(name, note.words, tuple(names), tuple(sizes), tuple(cards), tuple(seats), base)
        )

    def argument(self, move: str, name: str, what: object) -> tuple[int, Cards | None]:
        if isinstance(what, range) and what.start == 0 and what.step == 1 and len(what):
            return len(what), None
        if isinstance(what, Cards):
            return len(what), what
        if what in (Card, "Card"):
            if len(self.tables) == 1:
                return len(self.tables[0]), self.tables[0]
            raise self.refuse(f"say which cards the move {move} takes: @move(..., {name}=CARDS)")
        if what in (Seat, "Seat"):
            return MAX_SEATS, None
        raise self.refuse(
            f"say what {name} of the move {move} is: {name}: Seat, {name}: Card, or "
            f"@move(..., {name}=range(8))"
        )
