"""Oh Hell: from a position in words to what the core restores. The format is told in
_oh_hell_position.py; whatever cannot be is refused in one sentence."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from analyzer.errors import UserError, did_you_mean
from analyzer.games._oh_hell_words import (
    CODES,
    END_REASONS,
    NONE,
    PHASES,
    SUIT_NAMES,
    card_name,
    compiled,
    next_seat,
)
from analyzer.rules import encode

_KEYS = (
    *("hands", "turned", "bids", "played", "hand", "dealer", "points", "taking_part"),
    *("pants_used", "last_hand", "winners", "end_reason"),
    *("turn", "deciding", "cards", "tricks", "players"),
)
_LAST_KEYS = (
    *("hand", "cards", "dealer", "turned", "taking_part"),
    *("bids", "tricks", "points", "pants"),
)
_MOST_BID = {"five": 5, "ten": 10}
_MOST_POINTS = 2**30


def _no(sentence: str) -> UserError:
    return UserError(f"This position of oh-hell is not possible: {sentence}.")


class _Reader:
    """Reads the words of a position, or of its last_hand."""

    def __init__(self, players: int, words: object, keys: Sequence[str], name: str) -> None:
        if not isinstance(words, Mapping):
            raise _no(f"{name} must be a table of words, not {words!r}")
        for key in words:
            if key not in keys:
                raise _no(f"{name} has no {key!r}{did_you_mean(key, keys).rstrip('.')}")
        self.players, self.words = players, words

    def whole(self, value: object, low: int, high: int, what: str) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise _no(f"{what} must be a whole number from {low} to {high}, not {value!r}")
        return value

    def number(self, key: str, low: int, high: int, default: int) -> int:
        return self.whole(self.words.get(key, default), low, high, key)

    def seat(self, key: str, default: int) -> int:
        return self.number(key, 1, self.players, default + 1) - 1

    def seats(self, key: str, default: Sequence[int] = ()) -> list[int]:
        given = self.words.get(key, [seat + 1 for seat in default])
        if not isinstance(given, list | tuple):
            raise _no(f"{key} must be a list of seats, not {given!r}")
        seats = {self.whole(seat, 1, self.players, f"a seat of {key}") - 1 for seat in given}
        return sorted(seats)

    def by_seat(self, key: str, low: int, high: int, default: object) -> list[int]:
        """A number for each seat; "" is none."""
        given = self.words.get(key, [default] * self.players)
        if not isinstance(given, list | tuple) or len(given) != self.players:
            raise _no(f"{key} must be a list of {self.players}, one entry a seat")
        return [
            NONE if value == "" else self.whole(value, low, high, f"{key} of seat {seat}")
            for seat, value in enumerate(given, start=1)
        ]

    def one_of(self, key: str, words: tuple[str, ...], default: str) -> int:
        value = self.words.get(key, default)
        if value not in words:
            raise _no(f"{key} must be one of {', '.join(words)}, not {value!r}")
        return words.index(value)

    def cards(self, names: object, where: str) -> list[int]:
        if not isinstance(names, list | tuple):
            raise _no(f"{where} must be a list of cards, not {names!r}")
        for name in names:
            if name not in CODES:
                raise _no(f"{where} holds {name!r}, which is no card, as TC and 2H are")
        return [CODES[name] for name in names]

    def piles(self, key: str) -> list[list[int]]:
        given = self.words.get(key, [])
        if not isinstance(given, list | tuple):
            raise _no(f"{key} must be a list of lists of cards, not {given!r}")
        return [self.cards(names, f"list {n} of {key}") for n, names in enumerate(given, start=1)]

    def must_agree(self, key: str, found: object) -> None:
        """What follows from the rest need not be given, but may not contradict it."""
        if key in self.words and self.words[key] != found:
            raise _no(f"{key} is {self.words[key]!r}, but what else is given makes it {found!r}")


def from_position(
    rules: Any, players: int, words: Mapping[str, Any], luck: random.Random
) -> dict[str, Any]:
    """What the core restores; a position that cannot be is refused in one sentence."""
    reader = _Reader(players, words, _KEYS, "it")
    if "hands" not in words:
        raise _no("hands must be given")
    raw: dict[str, Any] = {"hands": reader.piles("hands"), "played": reader.piles("played")}
    if len(raw["hands"]) != players:
        raise _no(f"hands must be a list of {players}, one entry a seat")
    _which_hand(reader, rules, raw)
    _turn_up(reader, raw, luck)
    _bid(reader, rules, raw)
    _replay(rules, raw)
    _finish(reader, raw)
    raw["points"] = reader.by_seat("points", -_MOST_POINTS, _MOST_POINTS, 0)
    raw["pants_used"] = reader.seats("pants_used")
    raw["last"] = _last_hand(players, words.get("last_hand"))
    return raw


def _which_hand(reader: _Reader, rules: Any, raw: dict[str, Any]) -> None:
    """Who plays, how many cards, which hand of the schedule, who deals."""
    raw["playing"] = reader.seats("taking_part", range(reader.players))
    sizes, extra = compiled().schedule(reader.players, encode(rules))
    n_cards = sum(map(len, raw["hands"] + raw["played"]))
    dealt, odd = divmod(n_cards, max(1, len(raw["playing"])))
    if odd or not dealt:
        raise _no(f"{n_cards} cards are not equally many for {len(raw['playing'])} seats")
    if "hand" not in reader.words and dealt not in sizes:
        raise _no(f"no hand of {dealt} cards is on the schedule")
    default = sizes.index(dealt) + 1 if dealt in sizes else 1
    raw["hand_no"] = reader.number("hand", 1, len(sizes) + rules.max_extra_hands, default) - 1
    is_extra = raw["hand_no"] >= len(sizes)
    raw["cards"] = extra if is_extra else sizes[raw["hand_no"]]
    if dealt != raw["cards"]:
        raise _no(f"hand {raw['hand_no'] + 1} has {raw['cards']} cards each, and {dealt} are there")
    reader.must_agree("cards", dealt)
    few = len(raw["playing"]) < reader.players
    if few and not (is_extra and rules.tie_players == "tied_only" and len(raw["playing"]) > 1):
        raise _no("all seats take part but in extra hands with tie_players=tied_only")
    raw["dealer"] = reader.seat("dealer", raw["hand_no"] % reader.players)
    if raw["dealer"] not in raw["playing"]:
        raise _no(f"seat {raw['dealer'] + 1} deals, and takes no part")


def _turn_up(reader: _Reader, raw: dict[str, Any], luck: random.Random) -> None:
    """The turned card; and no card is in two places."""
    named = Counter(code for pile in raw["hands"] + raw["played"] for code in pile)
    if "turned" in reader.words:
        named.update(reader.cards([reader.words["turned"]], "turned"))
    for code, times in named.items():
        if times > 1:
            raise _no(f"{card_name(code)} is there {times} times")
    if "turned" in reader.words:
        raw["turned"] = CODES[reader.words["turned"]]
    else:
        unseen = [code for code in CODES.values() if code not in named]
        raw["turned"] = luck.choice(unseen)


def _bid(reader: _Reader, rules: Any, raw: dict[str, Any]) -> None:
    """Bids are made clockwise from the first bidder; who is next decides."""
    playing, dealer = raw["playing"], raw["dealer"]
    most = _MOST_BID.get(rules.bid_max, raw["cards"])
    raw["bids"] = reader.by_seat("bids", 0, most, "")
    first = dealer
    if rules.bid_mode == "sequential" and rules.bid_order == "dealer_last":
        first = next_seat(playing, dealer)
    order = [first]
    while len(order) < len(playing):
        order.append(next_seat(playing, order[-1]))
    made = [seat for seat, bid in enumerate(raw["bids"]) if bid != NONE]
    if set(made) != set(order[: len(made)]):
        raise _no(f"bids are made in the order of seats {', '.join(str(s + 1) for s in order)}")
    if rules.hook and len(made) == len(order) and sum(raw["bids"][s] for s in made) == raw["cards"]:
        raise _no("with hook the bids may not add up to the cards")
    if raw["played"] and len(made) < len(order):
        raise _no("cards are played before all bids are made")
    raw["phase"] = PHASES.index("bid" if len(made) < len(order) else "card")
    raw["seat"] = order[len(made)] if len(made) < len(order) else dealer


def _replay(rules: Any, raw: dict[str, Any]) -> None:
    """Who laid which card: the winner of a trick leads the next (OH-23)."""
    playing, trump = raw["playing"], raw["turned"] // 16
    left_leads = rules.leader == "left_of_dealer"
    leader = next_seat(playing, raw["dealer"]) if left_leads else raw["dealer"]
    raw["laid"], raw["tricks"] = [], [0] * len(raw["hands"])
    by_seat: list[list[tuple[int, int]]] = [[] for _ in raw["hands"]]  # (suit led, card)
    for number, trick in enumerate(raw["played"], start=1):
        if len(trick) > len(playing) or (number < len(raw["played"]) and len(trick) < len(playing)):
            raise _no(f"trick {number} has {len(trick)} cards for {len(playing)} seats")
        if not trick:
            raise _no(f"trick {number} has no card; leave it out")
        raw["laid"].append([leader, trick])
        seats = [leader]
        for code in trick:
            by_seat[seats[-1]].append((trick[0] // 16, code))
            seats.append(next_seat(playing, seats[-1]))
        leader = seats[len(trick)]
        if len(trick) == len(playing):
            leader = seats[trick.index(_best(trick, trump))]
            raw["tricks"][leader] += 1
    if raw["phase"] == PHASES.index("card"):
        raw["seat"] = leader
    _check_play(raw, by_seat)


def _best(trick: list[int], trump: int) -> int:
    """The card that takes a trick (OH-22)."""
    led = trick[0] // 16
    return max(trick, key=lambda code: (code // 16 == trump, code // 16 == led, code % 16))


def _check_play(raw: dict[str, Any], by_seat: list[list[tuple[int, int]]]) -> None:
    """Everybody was dealt the same number of cards, and nobody revoked (OH-A16)."""
    for seat, (hand, laid) in enumerate(zip(raw["hands"], by_seat, strict=True)):
        dealt = raw["cards"] if seat in raw["playing"] else 0
        if len(hand) + len(laid) != dealt:
            raise _no(
                f"seat {seat + 1} holds {len(hand)} cards and has played {len(laid)}, of {dealt}"
            )
        for place, (led, code) in enumerate(laid):
            later = [*hand, *(card for _, card in laid[place + 1 :])]
            if code // 16 != led and any(card // 16 == led for card in later):
                suit = SUIT_NAMES[led]
                raise _no(f"seat {seat + 1} laid {card_name(code)} and held {suit}, which were led")


def _finish(reader: _Reader, raw: dict[str, Any]) -> None:
    """Whether the game is over; and does what follows from all this agree with what is given?"""
    raw["winners"] = reader.seats("winners")
    raw["end_reason"] = reader.one_of("end_reason", END_REASONS, END_REASONS[0])
    done = not any(raw["hands"])
    if raw["winners"]:
        raw["phase"] = PHASES.index("over")
        raw["seat"] = reader.seat("turn", raw["dealer"])
    if done != bool(raw["winners"]):
        raise _no(
            "all cards are played, so winners must be named"
            if done
            else "there are winners, and cards still to be played"
        )
    reader.must_agree("turn", raw["seat"] + 1)
    reader.must_agree("deciding", PHASES[raw["phase"]])
    reader.must_agree("tricks", raw["tricks"])


def _last_hand(players: int, words: object) -> dict[str, Any]:
    """What became of the hand before; it has no effect on play."""
    reader = _Reader(players, {} if words is None else words, _LAST_KEYS, "last_hand")
    turned = reader.words.get("turned", "2C")
    return {
        "hand_no": reader.number("hand", 0, 2**30, 0) - 1,
        "cards": reader.number("cards", 0, 10, 0),
        "dealer": reader.seat("dealer", 0),
        "turned": reader.cards([turned], "turned of last_hand")[0],
        "playing": reader.seats("taking_part"),
        "bids": reader.by_seat("bids", 0, 10, ""),
        "tricks": reader.by_seat("tricks", 0, 10, 0),
        "points": reader.by_seat("points", -_MOST_POINTS, _MOST_POINTS, 0),
        "pants": reader.seats("pants"),
    }
