"""A state of a game file in words: views, positions and events, from its declared fields."""

import random
import re
from collections.abc import Iterator, Mapping

from analyzer.design.declare import PileOf
from analyzer.design.layout import Layout, Place
from analyzer.errors import did_you_mean
from analyzer.games.parameters import GameRules
from analyzer.games.position_reader import Reader
from analyzer.games.spec import Given, Raw, Words

KIND, FORGOT, KNOWN, MIXED, TIMES = 0x3FF, 10, 16, 24, 63  # _core/design/piles.pxd
_OVER = ("no", "yes", "given up")
_CARD = re.compile(
    r"(?P<name>.*?)(?: \((?:known to (?P<known>[\d, ]+))?(?:; )?"
    r"(?:open until (?P<forgot>\d+))?(?:; )?(?:mixed (?P<mixed>\d+))?\))?"
)


class OwnView:
    """What one seat can see. Lists by seat begin with seat 1; None stands for what is hidden."""

    def __init__(self, fields: Mapping[str, object]) -> None:
        vars(self).update(fields)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a view does not change: {name}")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]  # it holds lists

    def __repr__(self) -> str:
        return f"View({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"


def sees(place: Place, codes: Mapping[str, object], names: tuple[str, ...], owner: int) -> int:
    """The seats that see a place, as bits."""
    value = codes[names[place.rule]] if place.rule >= 0 else 0
    who = place.sees[int(value)] if isinstance(value, int) else 0
    return 0xFF if who == 2 else 1 << owner if who == 1 else 0


class OwnWords:
    """The words of one game."""

    def __init__(self, game: str, layout: Layout) -> None:
        self.game, self.layout = game, layout
        self.places = {place.name: place for place in layout.places}
        self.names = layout.rule_names

    # --- what a seat can see

    def view(self, rules: GameRules, codes: Mapping[str, object], raw: Raw, seat: int) -> OwnView:
        players = raw["players"]
        seen: dict[str, object] = {
            "seat": seat + 1,
            "players": players,
            "rules": rules,
            "turn": raw["seat"] + 1,
        }
        for name, mark in self.layout.numbers.items():
            value = raw[name]
            if mark.by_seat:
                place = self.places.get(name)
                seen[name] = [
                    value[k]
                    if place is None or sees(place, codes, self.names, k) >> seat & 1
                    else None
                    for k in range(players)
                ]
            else:
                seen[name] = _copy(value)
        for name, pile in self.layout.piles.items():
            seen[name] = self._by_owner(
                name,
                pile,
                raw,
                lambda k, cards, p=self.places[name]: [
                    self._name(p, card)
                    if (sees(p, codes, self.names, k) | card >> KNOWN) >> seat & 1
                    else None
                    for card in cards
                ],
            )
        return OwnView(seen)

    def _by_owner(self, name: str, pile: PileOf, raw: Raw, make: object) -> object:
        """What `make(owner, cards)` gives, for one pile or for each seat's."""
        if not callable(make):
            raise TypeError(make)
        value = raw[name]
        if not pile.by_seat:
            return make(0, value[1 : 1 + value[0]])
        return [make(k, value[k][1 : 1 + value[k][0]]) for k in range(raw["players"])]

    def _name(self, place: Place, card: int) -> str:
        return self.layout.tables[place.family].names[card & KIND]

    def hand(self, raw: Raw, seat: int) -> list[str]:
        """The cards that lie where this seat, its owner, sees them, and not everybody."""
        found = []
        for name, pile in self.layout.piles.items():
            if pile.by_seat and 2 not in self.places[name].sees:
                cards = raw[name][seat]
                found += [self._name(self.places[name], card) for card in cards[1 : 1 + cards[0]]]
        return found

    def on_table(self, codes: Mapping[str, object], raw: Raw) -> list[str]:
        """What everybody sees, a line for each field."""
        view = self.view(None, codes, raw, seat=raw["players"])  # whom nothing was shown
        lines = []
        for name, value in vars(view).items():
            if name in self.layout.piles and self.layout.piles[name].by_seat:
                if 2 in self.places[name].sees:
                    lines.append(f"{name}: {' | '.join(' '.join(map(_open, v)) for v in value)}")
            elif name in self.layout.piles:
                lines.append(f"{name}: {_pile(value)}")
            elif name in self.layout.numbers and len(self.layout.numbers[name].shape) < 2:
                every = value if isinstance(value, list) else [value]
                lines.append(f"{name}: {' '.join(map(_open, every))}")
        return lines

    def events(self, codes: Mapping[str, object], before: Raw | None, after: Raw) -> list[str]:
        """What changed for everybody to see, in sentences."""
        if before is None:
            return [f"Seat {after['seat'] + 1} begins."]
        return [*self._changes(before, after), *self._arrivals(codes, before, after)]

    def _changes(self, before: Raw, after: Raw) -> Iterator[str]:
        for name, mark in self.layout.numbers.items():
            old, new = before[name], after[name]
            if mark.by_seat and name not in self.places:
                for seat in range(after["players"]):
                    if old[seat] != new[seat]:
                        yield f"{name} of seat {seat + 1}: {old[seat]}, now {new[seat]}."
            elif mark.shape == () and old != new:
                yield f"{name}: {old}, now {new}."

    def _arrivals(self, codes: Mapping[str, object], before: Raw, after: Raw) -> Iterator[str]:
        for name, pile in self.layout.piles.items():
            place = self.places[name]
            for owner in range(after["players"] if pile.by_seat else 1):
                old, new = (
                    raw[name][owner] if pile.by_seat else raw[name] for raw in (before, after)
                )
                if sees(place, codes, self.names, owner) == 0xFF and new[0] > old[0]:
                    cards = [self._name(place, card) for card in new[1 + old[0] : 1 + new[0]]]
                    whose = f" of seat {owner + 1}" if pile.by_seat else ""
                    yield f"{name}{whose}: {', '.join(cards)}."

    # --- positions

    def position(self, raw: Raw) -> Words:
        words: Words = {"players": raw["players"], "turn": raw["seat"] + 1}
        for name, mark in self.layout.numbers.items():
            words[name] = raw[name][: raw["players"]] if mark.by_seat else _copy(raw[name])
        for name, pile in self.layout.piles.items():
            words[name] = self._by_owner(
                name,
                pile,
                raw,
                lambda _, cards, p=self.places[name]: [self._said(p, card) for card in cards],
            )
        counted = {name: raw[name] for name in self.layout.game_counters}
        counted |= {name: raw[name][: raw["players"]] for name in self.layout.seat_counters}
        if counted:
            words["counted"] = counted
        words |= {"stage": raw["stage"], "moves_made": raw["turns"], "mixings": raw["clock"]}
        return words | {"over": _OVER[raw["over"]]}

    def _said(self, place: Place, card: int) -> str:
        """A card with what is known of it: "Page (known to 1, 3; mixed 2)"."""
        known = ", ".join(str(seat + 1) for seat in range(8) if card >> KNOWN + seat & 1)
        parts = [f"known to {known}"] if known else []
        for word, shift in (("open until", FORGOT), ("mixed", MIXED)):
            if time := card >> shift & TIMES:
                parts.append(f"{word} {time}")
        return self._name(place, card) + (f" ({'; '.join(parts)})" if parts else "")

    def raw(
        self, codes: Mapping[str, object], players: int, words: Given, luck: random.Random
    ) -> Raw:
        """A position read: what is left out is 0, and cards that are left out lie in the deck."""
        names = (*self.layout.numbers, *self.layout.piles)
        keys = ("players", "turn", "stage", "moves_made", "mixings", "over", "counted", *names)
        reader = Reader(self.game, players, words, keys)
        raw: Raw = {
            "players": players,
            "seat": reader.seat("turn", 0),
            "stage": reader.number("stage", 0, 2**31 - 1, 0),
            "turns": reader.number("moves_made", 0, 2**31 - 1, 0),
            "clock": reader.number("mixings", 0, TIMES, 0),
            "over": reader.word("over", _OVER, "no"),
        }
        for name, mark in self.layout.numbers.items():
            raw[name] = _numbers(reader, name, mark.shape, mark.by_seat)
        counted = reader.part("counted", (*self.layout.game_counters, *self.layout.seat_counters))
        for name in self.layout.game_counters:
            raw[name] = _numbers(counted, name, (), False)
        for name in self.layout.seat_counters:
            raw[name] = _numbers(counted, name, (8,), True)
        for name, pile in self.layout.piles.items():
            raw[name] = self._pile_of(reader, name, pile)
        for family in range(len(self.layout.tables)):
            self._rest(family, codes, words, raw, luck)
        return raw

    def _pile_of(self, reader: Reader, name: str, pile: PileOf) -> object:
        place = self.places[name]
        if not pile.by_seat:
            return self._cards(reader, name, place, reader.listed(name))
        piles = reader.listed(name, reader.players) if name in reader.words else []
        lists = [one if isinstance(one, list | tuple) else [one] for one in piles]
        return [
            self._cards(reader, name, place, lists[seat] if seat < len(lists) else [])
            for seat in range(8)
        ]

    def _cards(
        self, reader: Reader, name: str, place: Place, said: "list[object] | tuple[object, ...]"
    ) -> list[int]:
        if len(said) > place.room:
            raise reader.error(f"{name} has room for {place.room} cards")
        names = self.layout.tables[place.family].names
        found = [len(said)]
        for one in said:
            parts = _CARD.fullmatch(one) if isinstance(one, str) else None
            if parts is None or parts["name"] not in names:
                hint = did_you_mean(str(one), names).rstrip(".")
                raise reader.error(f"{name} has no card {one!r}{hint}")
            card = names.index(parts["name"])
            for seat in (parts["known"] or "").split(","):
                if seat.strip() and 1 <= int(seat) <= 8:
                    card |= 1 << KNOWN + int(seat) - 1
            card |= min(int(parts["forgot"] or 0), TIMES) << FORGOT
            card |= min(int(parts["mixed"] or 0), TIMES) << MIXED
            found.append(card)
        return found + [0] * (place.room + 1 - len(found))

    def _rest(
        self, family: int, codes: Mapping[str, object], words: Given, raw: Raw, luck: random.Random
    ) -> None:
        """Cards that a position does not name lie in the first pile that nobody sees."""
        mine = [place for place in self.layout.places if place.family == family]
        deck = next((p for p in mine if p.many == 1 and p.sees == (0,)), None)
        if deck is None or deck.name in words:
            return
        left = []
        for kind, count in enumerate(self.layout.tables[family].counts):
            many = count if isinstance(count, int) else codes[count]
            left += [kind] * (many if isinstance(many, int) else 0)
        for place in mine:
            for row in raw[place.name] if place.many > 1 else [raw[place.name]]:
                for card in row[1 : 1 + row[0]]:
                    if card & KIND in left:
                        left.remove(card & KIND)
        luck.shuffle(left)
        left = left[: deck.room]
        raw[deck.name] = [len(left), *left, *[0] * (deck.room - len(left))]


def _copy(value: object) -> object:
    return [_copy(one) for one in value] if isinstance(value, list) else value


def _open(value: object) -> str:
    return "?" if value is None else str(value)


def _pile(cards: object) -> str:
    if not isinstance(cards, list):
        return str(cards)
    if cards and all(card is None for card in cards):
        return f"{len(cards)} cards"
    return " ".join(map(_open, cards)) or "-"


def _numbers(reader: Reader, name: str, shape: tuple[int, ...], by_seat: bool) -> object:
    low, high = -(2**31), 2**31 - 1
    if shape == ():
        return reader.number(name, low, high, 0)
    if by_seat:
        return reader.numbers(name, low, high, 0) + [0] * (8 - reader.players)
    if name not in reader.words:
        return [0] * shape[0] if len(shape) == 1 else [[0] * shape[1] for _ in range(shape[0])]
    rows = reader.listed(name, shape[0], "place")
    if len(shape) == 1:
        return [_whole(reader, name, one) for one in rows]
    grid = []
    for row in rows:
        if not isinstance(row, list | tuple) or len(row) != shape[1]:
            raise reader.error(f"{name} must have rows of {shape[1]} numbers")
        grid.append([_whole(reader, name, one) for one in row])
    return grid


def _whole(reader: Reader, name: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > 2**31 - 1:
        raise reader.error(f"{name} must hold whole numbers, not {value!r}")
    return value
