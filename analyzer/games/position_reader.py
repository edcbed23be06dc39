"""Reading a position, for all games: one sentence for every mistake.

A game says what its fields are (<game>/position.py); here is what a field can be. Seats are
numbered from 1 in words and from 0 in what is returned.
"""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from analyzer.errors import UserError, did_you_mean, nearest_word
from analyzer.system.values import checked_integer, short_repr

if TYPE_CHECKING:
    from analyzer._core.contract import Game
    from analyzer._core.runner import Stepper

Codes = Mapping[str, int]  # name of a card -> its code


class Reader:
    """A position being read, or a table inside it; every method refuses what is not possible."""

    def __init__(
        self, game: str, players: int, words: object, keys: Sequence[str], name: str = ""
    ) -> None:
        self.game, self.players, self.name = game, players, name
        if not isinstance(words, Mapping):
            raise self.error(f"{name or 'it'} must be a table, not {short_repr(words)}")
        for key in words:
            if not isinstance(key, str) or key not in keys:
                hint = did_you_mean(key, keys).rstrip(".") if isinstance(key, str) else ""
                raise self.error(f"{name or 'it'} has no {short_repr(key)}{hint}")
        self.words: Mapping[str, object] = words

    def error(self, sentence: str) -> UserError:
        """The refusal of this position."""
        end = "" if sentence.endswith("?") else "."
        return UserError(f"This position of {self.game} is not possible: {sentence}{end}")

    def part(self, key: str, keys: Sequence[str]) -> "Reader":
        """A table inside the position; empty if it is left out."""
        words = self.words.get(key, {})
        return Reader(self.game, self.players, words, keys, self._what(key))

    def of(self, name: str, words: Mapping[str, object]) -> "Reader":
        """Values that are not entries of their own, read as if they were."""
        return Reader(self.game, self.players, words, tuple(words), name)

    def need(self, *keys: str) -> None:
        """Fields that cannot be left out."""
        for key in keys:
            if key not in self.words:
                raise self.error(f"{self._what(key)} must be given")

    def _what(self, key: str) -> str:
        return f"{self.name}.{key}" if self.name else key

    # --- one value ------------------------------------------------------------------------------

    def number(self, key: str, low: int, high: int, default: int) -> int:
        return self._whole(self.words.get(key, default), low, high, self._what(key))

    def flag(self, key: str, default: bool = False) -> bool:
        value = self.words.get(key, default)
        if not isinstance(value, bool):
            raise self.error(f"{self._what(key)} must be true or false, not {short_repr(value)}")
        return value

    def word(self, key: str, known: Sequence[str], default: str) -> int:
        """One of some words, as its place among them."""
        return self.one_of(self.words.get(key, default), known, self._what(key))

    def seat(self, key: str, default: int) -> int:
        """A seat; `default` counts from 0, as the answer does."""
        value = self.words.get(key, default + 1)
        seat = checked_integer(value, 1, self.players)
        if seat is None:
            limits = f"a seat from 1 to {self.players}"
            raise self.error(f"{self._what(key)} must be {limits}, not {short_repr(value)}")
        return seat - 1

    def card(self, key: str, codes: Codes) -> int:
        return self.card_of(self.words[key], codes, self._what(key))

    # --- several --------------------------------------------------------------------------------

    def listed(self, key: str, n: int | None = None, one: str = "seat") -> list[object]:
        """A list, empty if it is left out; with `n` it must be that long."""
        value = self.words.get(key, [])
        return self._list(value, self._what(key), n, one)

    def by_seat(self, key: str) -> "Iterator[tuple[str, Reader]]":
        """Each seat's entry as a value of its own, and what it is called."""
        for seat, value in enumerate(self.listed(key, self.players), start=1):
            what = f"{self._what(key)} of seat {seat}"
            yield what, self.of("", {what: value})

    def seats(self, key: str, default: Sequence[int] = ()) -> list[int]:
        """Seats, each at most once, in the order given."""
        if key not in self.words:
            return list(default)
        what, found = self._what(key), []
        for value in self.listed(key):
            seat = checked_integer(value, 1, self.players)
            if seat is None:
                limits = f"seats from 1 to {self.players}"
                raise self.error(f"{what} must hold {limits}, not {short_repr(value)}")
            found.append(seat - 1)
        return self._once(found, what)

    def numbers(
        self, key: str, low: int, high: int, default: int, blank: int | None = None
    ) -> list[int]:
        """A number for each seat; "" stands for `blank` if there is one."""
        if key not in self.words:
            return [default] * self.players
        return [
            blank
            if blank is not None and isinstance(value, str) and not value
            else self._whole(value, low, high, f"{self._what(key)} of seat {seat}")
            for seat, value in enumerate(self.listed(key, self.players), start=1)
        ]

    def words_by_seat(self, key: str, known: Sequence[str], default: Sequence[str]) -> list[int]:
        """One of some words for each seat, as its place among them."""
        values = self.listed(key, self.players) if key in self.words else default
        return [
            self.one_of(value, known, f"{self._what(key)} of seat {seat}")
            for seat, value in enumerate(values, start=1)
        ]

    def choices(self, key: str, known: Sequence[str], default: Sequence[str] = ()) -> list[int]:
        """Some of these words, each at most once, as their places."""
        if key not in self.words:
            return [known.index(word) for word in default]
        return self._choices(self.words[key], known, self._what(key))

    def places(self, key: str, known: Sequence[str], n: int, one: str) -> list[int]:
        """n of these words, each at most once; "" is -1: the place is empty."""
        self.need(key)
        values = self.listed(key, n, one)
        what = self._what(key)
        found = [
            -1 if isinstance(value, str) and not value else self.one_of(value, known, what)
            for value in values
        ]
        self._once([place for place in found if place >= 0], what, known)
        return found

    def cards(self, key: str, codes: Codes) -> list[int]:
        return self._cards(self.words.get(key, []), codes, self._what(key))

    def names(self, key: str, codes: Codes) -> list[str]:
        """Cards by their names."""
        return self.names_of(self.words.get(key, []), codes, self._what(key))

    def rows(self, key: str, codes: Codes) -> list[list[int]]:
        """Any number of lists of cards."""
        return [
            self._cards(value, codes, f"list {number} of {self._what(key)}")
            for number, value in enumerate(self.listed(key), start=1)
        ]

    def count_cards(self, names: Sequence[str], deck: Mapping[str, int]) -> list[str]:
        """The cards of a deck that are not among these; none may be there too often."""
        rest = []
        for name, n in deck.items():
            if (found := names.count(name)) > n:
                holds = f", and the deck holds {n}" if max(deck.values()) > 1 else ""
                raise self.error(f"{name} is there {found} times{holds}")
            rest += [name] * (n - found)
        return rest

    def restored(
        self,
        game: "Game",
        rules: Mapping[str, object],
        raw: dict[str, Any],
        words: Mapping[str, Sequence[str]] | None = None,
    ) -> "Stepper":
        """The state as the compiled game has it, with all that follows; what it refuses is not
        possible. `words` are for things that it names by number, as in <map 2>."""
        from analyzer._core.contract import Table
        from analyzer._core.runner import Stepper

        stepper = Stepper(Table(game, self.players, dict(rules)))
        try:
            stepper.restore(raw)
        except ValueError as error:
            found = re.sub(
                r"<(\w+) (\d+)>", lambda one: (words or {})[one[1]][int(one[2])], str(error)
            )
            raise self.error(found) from error
        return stepper

    def agrees(self, key: str, found: object) -> None:
        """What follows from the rest need not be given, but it must not contradict it."""
        if key in self.words and not _equal_words(self.words[key], found):
            raise self.error(
                f"{self._what(key)} is {short_repr(self.words[key])}, but what else is given makes "
                "it "
                f"{short_repr(found)}"
            )

    # --- what a value may be --------------------------------------------------------------------

    def _whole(self, value: object, low: int, high: int, what: str) -> int:
        number = checked_integer(value, low, high)
        if number is None:
            raise self.error(
                f"{what} must be a whole number from {low} to {high}, not {short_repr(value)}"
            )
        return number

    def one_of(self, value: object, known: Sequence[str], what: str) -> int:
        if not isinstance(value, str) or value not in known:
            listed = ", ".join(word for word in known if word)
            raise self.error(f"{what} must be one of {listed}, not {short_repr(value)}")
        return known.index(value)

    def _choices(self, value: object, known: Sequence[str], what: str) -> list[int]:
        found = [self.one_of(word, known, what) for word in self._list(value, what)]
        return self._once(found, what, known)

    def card_of(self, value: object, codes: Codes, what: str) -> int:
        return codes[self.name_of(value, codes, what)]

    def name_of(self, value: object, codes: Codes, what: str) -> str:
        """A card that there is, by its name."""
        if not isinstance(value, str) or value not in codes:
            raise self.error(
                f"{what} holds a card {short_repr(value)} that is not one{_hint(value, codes)}"
            )
        return value

    def names_of(self, value: object, codes: Codes, what: str) -> list[str]:
        if not isinstance(value, list | tuple):
            raise self.error(f"{what} must be a list of cards, not {short_repr(value)}")
        return [self.name_of(name, codes, what) for name in value]

    def _cards(self, value: object, codes: Codes, what: str) -> list[int]:
        return [codes[name] for name in self.names_of(value, codes, what)]

    def _list(
        self, value: object, what: str, n: int | None = None, one: str = "seat"
    ) -> list[object]:
        if not isinstance(value, list | tuple):
            raise self.error(f"{what} must be a list, not {short_repr(value)}")
        if n is not None and len(value) != n:
            raise self.error(
                f"{what} must be a list of {n}, one entry a {one}, not {short_repr(value)}"
            )
        return list(value)

    def _once(self, found: list[int], what: str, known: Sequence[str] | None = None) -> list[int]:
        for place in found:
            if found.count(place) > 1:
                named = known[place] if known else f"seat {place + 1}"
                raise self.error(f"{what} names {named} twice")
        return found


def _hint(value: object, codes: Codes) -> str:
    """The card that may be meant, or otherwise examples of card names."""
    meant = nearest_word(value, codes) if isinstance(value, str) else None
    one, other, *_ = codes
    return f"; did you mean {meant}?" if meant else f", as {one} and {other} are"


def _equal_words(given: object, found: object) -> bool:
    """Equal as words: true is not 1, and a tuple is as good as a list."""
    if isinstance(given, list | tuple) and isinstance(found, list):
        return len(given) == len(found) and all(map(_equal_words, given, found))
    return type(given) is type(found) and given == found


class Unnamed(list[str]):
    """Cards for a hand that is given only as a number: any that have no place yet."""


def unnamed_cards(deck: Mapping[str, int], words: Mapping[str, object], *keys: str) -> list[str]:
    """The cards of a deck that these fields of a position do not name."""
    rest = dict(deck)
    for name in nested_texts([words.get(key) for key in keys]):
        rest[name] = rest.get(name, 0) - 1
    return [name for name, n in rest.items() for _ in range(n)]


def nested_texts(value: object) -> Iterator[str]:
    """Every text inside lists of lists."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        for one in value:
            yield from nested_texts(one)


def deal_unnamed(
    game: str, given: Sequence[object], rest: list[str] | None, luck: random.Random
) -> list[object]:
    """The hands of a position; a hand given as a number gets that many cards that have no place."""
    hands = list(given)
    if rest is None:
        raise UserError(
            f"A hand of a position of {game} must be a list of cards: nothing of it is hidden."
        )
    luck.shuffle(rest)
    for seat, hand in enumerate(hands):
        if isinstance(hand, list | tuple):
            continue
        n = checked_integer(hand, 0, len(rest))
        if n is None:
            raise UserError(
                f"The hand of seat {seat + 1} of this position of {game} must be a list of cards, "
                f"or a number of them from 0 to {len(rest)}, the cards that have no place; got "
                f"{short_repr(hand)}."
            )
        hands[seat], rest = Unnamed(rest[:n]), rest[n:]
    return hands


def read_decks(
    game: str, deals: Sequence[Sequence[str]], codes: Codes, deck: Mapping[str, int]
) -> list[bytes]:
    """Decks written down beforehand, each a list that names every card as often as `deck` says."""
    return [
        bytes(_deck(f"deals[{number}] of {game}", cards, codes, deck))
        for number, cards in enumerate(deals)
    ]


def _deck(what: str, cards: object, codes: Codes, deck: Mapping[str, int]) -> list[int]:
    if not isinstance(cards, list | tuple):
        raise UserError(f"{what} must be a list of cards; got {short_repr(cards)}.")
    for card in cards:
        if not isinstance(card, str) or card not in codes:
            hint = _hint(card, codes)
            end = "" if hint.endswith("?") else "."
            raise UserError(f"{what} names a card {short_repr(card)} that is not one{hint}{end}")
    for card, n in deck.items():
        if cards.count(card) != n:
            times = "once" if n == 1 else f"{n} times"
            raise UserError(
                f"{what} must hold {card} {times}, in a deck of {sum(deck.values())} cards; "
                f"got {cards.count(card)}."
            )
    return [codes[card] for card in cards]
