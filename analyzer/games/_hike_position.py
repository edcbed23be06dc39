"""Hike: a state as a position in words and back, and what one seat sees of it.

A position is a dict (TOML on disk). Seats are numbered from 1, lists by seat begin with seat 1.

    hands        cards of each seat; of an eliminated seat its face-up leftovers
    status       "active", "finished", "eliminated", or "out" (takes no part in this hand);
                 left out: active with cards, finished without
    causes       why a seat is eliminated: "no follow", "sun", "drought", "declined"
    turn         the seat that decides
    deciding     "card" (left out), "drought", "bird on the worm", "capture", "plant",
                 "plant before turn", "over"
    exposed      the exposed card, "The Wind as Light" for The Wind; left out: the top of the pile
    pile, stock  bottom to top; next to be drawn first. One of them left out: it holds all cards not
                 named elsewhere (a stock in random order by the seed); both: the pile is only the
                 exposed card
    direction    "left" or "right"
    in_force     any of "Avalanche", "Lost", "Spring"
    worm         {state = "unplayed" | "waiting" | "left" | "captured", by = seat, to = seat}
    birds        Birds played in this hand
    bugs, planted    cards face up before each seat
    round        of a Drought or a Spring: {by = seat, at = seat that acted last, owing = [seats]}
    points, dealer, hand     totals, seat, number of the hand from 1

What `position()` adds so that play goes on exactly as it would have: plays, last_play, ran_out,
planted_out, chances, tied, last_hand, winner, end_reason, deduced, turn_begun. `state.position()`
puts game, rules, seed and index in front.
"""

import random
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any

from analyzer.errors import UserError, did_you_mean
from analyzer.games._hike_view import FINISHED, FORCES, public
from analyzer.games._hike_words import (
    CAUSES,
    PHASES,
    SUITS,
    WORM,
    card_codes,
    card_name,
    deck,
    exposed_name,
)

_NO_BOUND, _MOST = 255, 1_000_000
_WORM, _WIND = 77, 79
_ENDS = ("target", "turn cap", "hand cap")
_COUNTS = ("bug_allow", "bug_had", "bird_allow", "bird_had")
_STATUS = ("active", "finished", "eliminated", "out")


def position(rules: Any, raw: dict[str, Any]) -> dict[str, Any]:
    """A state in words, complete."""
    words = {
        "players": len(raw["hands"]),
        "hand": raw["hand_no"] + 1,
        "turn": raw["seat"] + 1,
        "turn_begun": True,
        "hands": [[card_name(rules, code) for code in codes] for codes in raw["hands"]],
        "causes": [CAUSES[code] or "" for code in raw["out"]],
        "stock": [card_name(rules, code) for code in raw["stock"]],
        "plays": raw["play_no"],
        "last_play": list(raw["last_play"]),
        "ran_out": [s + 1 for _, s in sorted((n, s) for s, n in enumerate(raw["out_order"]) if n)],
        "planted_out": [seat + 1 for seat in raw["planted_out"]],
        "round": {
            "by": raw["round_by"] + 1,
            "at": raw["round_at"] + 1,
            "owing": [seat + 1 for seat in raw["pending"]],
            "then": PHASES[raw["round_phase"]],
        },
        "chances": raw["occasion"],
        "tied": bool(raw["tied"]),
        "last_hand": {
            "leftovers": list(raw["hand_leftovers"]),
            "points": list(raw["hand_points"]),
            "out": list(raw["hand_out"]),
        },
        "deduced": {key: list(raw[key]) for key in _COUNTS}
        | {
            "bug_allow_all": raw["bug_allow_all"],
            "known": [[card_name(rules, code) for code in codes] for codes in raw["known"]],
            "base": [[card_name(rules, code) for code in codes] for codes in raw["base"]],
            "had": [[card_name(rules, code) for code in codes] for codes in raw["had"]],
        },
        "winner": raw["winner"] + 1,
        "end_reason": _ENDS[raw["end_reason"]],
    } | public(rules, raw)
    exposed = exposed_name(rules, raw["exposed"])
    return words if exposed is None else words | {"exposed": exposed}


def _no(sentence: str) -> UserError:
    end = "" if sentence.endswith("?") else "."
    return UserError(f"This position of hike is not possible: {sentence}{end}")


class _Reader:
    """One position being read; every method refuses what cannot be."""

    def __init__(self, rules: Any, players: int, words: Mapping[str, Any], seed: int) -> None:
        self.rules, self.players, self.words, self.seed = rules, players, words, seed
        self.codes = card_codes(rules)

    def number(self, key: str, low: int, high: int, default: int) -> int:
        value = self.words.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise _no(f"{key} must be a whole number from {low} to {high}, not {value!r}")
        return value

    def numbers(self, value: object, what: str, high: int) -> list[int]:
        """A list with a number for each seat."""
        if not isinstance(value, list | tuple) or len(value) != self.players:
            raise _no(f"{what} must be a list of {self.players}, one entry a seat")
        for number in value:
            if type(number) is not int or not 0 <= number <= high:
                raise _no(f"{what} must hold whole numbers from 0 to {high}, not {number!r}")
        return list(value)

    def part(self, key: str) -> Mapping[str, Any]:
        """A table inside the position."""
        value = self.words.get(key, {})
        if not isinstance(value, Mapping):
            raise _no(f"{key} must be a table, not {value!r}")
        return value

    def seat(self, value: object, what: str) -> int:
        if type(value) is not int or not 1 <= value <= self.players:
            raise _no(f"{what} must be a seat from 1 to {self.players}, not {value!r}")
        return value - 1

    def one_of(self, value: object, words: tuple, what: str) -> int:
        if value not in words:
            listed = ", ".join(str(word) for word in words if word)
            raise _no(f"{what} must be one of {listed}, not {value!r}")
        return words.index(value)

    def by_seat(self, key: str, default: object) -> list[Any]:
        value = self.words.get(key, [default] * self.players)
        if not isinstance(value, list | tuple) or len(value) != self.players:
            raise _no(f"{key} must be a list of {self.players}, one entry a seat")
        return list(value)

    def cards(self, names: object, where: str) -> list[int]:
        if not isinstance(names, list | tuple):
            raise _no(f"{where} must be a list of cards, not {names!r}")
        for name in names:
            if name not in self.codes:
                hint = did_you_mean(str(name), self.codes).split(" Known:")[0]
                raise _no(f"{where} holds a card {name!r} that is not one{hint.rstrip('.')}")
        return [self.codes[name] for name in names]

    def piles(self, key: str) -> list[list[int]]:
        return [
            self.cards(names, f"{key} of seat {seat + 1}")
            for seat, names in enumerate(self.by_seat(key, []))
        ]

    def face_up(self, key: str, allowed: Callable[[int], bool], what: str) -> list[list[int]]:
        """Cards lying before the seats."""
        piles = self.piles(key)
        for code in chain.from_iterable(piles):
            if not allowed(code):
                raise _no(f"{key} holds {card_name(self.rules, code)}, which is no {what}")
        return piles


def _count_cards(reader: _Reader, raw: dict[str, Any], loose: list[int]) -> list[int]:
    """Every card the right number of times; returns the cards named nowhere."""
    rules = reader.rules
    names = Counter(
        card_name(rules, code) for code in chain(*raw["hands"], *raw["bugs"], *raw["trees"], loose)
    )
    rest = []
    for name, n in deck(rules).items():
        if names[name] > n:
            raise _no(f"{name} is there {names[name]} times, and the deck holds {n}")
        rest += [reader.codes[name]] * (n - names[name])
    return rest


def _exposed_code(reader: _Reader, name: str | None) -> int:
    """The move code of an exposed card."""
    if name is None:
        return -1
    if isinstance(name, str) and name.startswith("The Wind as "):
        return 64 + reader.one_of(name.removeprefix("The Wind as "), SUITS, "the suit of The Wind")
    (code,) = reader.cards([name], "exposed")
    if name == "The Wind":
        raise _no('an exposed Wind must say its suit, as in "The Wind as Light"')
    if name == "Litter":
        raise _no("Litter is exposed, and can never be played")
    if code >= 70:
        return 42 + code - 70
    return 256 + code if reader.rules.suits_scope == "card" else 6 * (code // 10) + 5


def _card_of(exposed: int) -> int:
    """The card code behind an exposed move code."""
    if exposed >= 256:
        return exposed - 256
    if exposed >= 64:
        return 79
    return exposed // 6 * 10 if exposed < 42 else 70 + exposed - 42


def _lay_piles(reader: _Reader, raw: dict[str, Any]) -> None:
    words = reader.words
    pile = reader.cards(words["pile"], "pile") if "pile" in words else None
    stock = reader.cards(words["stock"], "stock") if "stock" in words else None
    raw["exposed"] = _exposed_code(reader, words.get("exposed"))
    if raw["exposed"] < 0 and pile:
        top = card_name(reader.rules, pile[-1])
        raw["exposed"] = _exposed_code(reader, top)
    card = [] if raw["exposed"] < 0 else [_card_of(raw["exposed"])]
    if pile is not None and pile[-1:] != card:
        raise _no("exposed must be the top card of the pile")
    state = reader.part("worm").get("state")
    if state in ("waiting", "left"):
        if pile is not None and _WORM not in pile:
            raise _no(f"The Worm is {state}, but is not in the pile")
        if pile is None and card not in ([], [_WORM]):
            card = [_WORM, *card]
    loose = (card if pile is None else pile) + (stock or []) + [_WORM] * (state == "captured")
    rest = _count_cards(reader, raw, loose)
    if pile is None and stock is None:
        pile, stock = card, _shuffled(rest, reader.seed)
    elif pile is None:
        pile = rest + card
    elif stock is None:
        stock = _shuffled(rest, reader.seed)
    elif rest:
        raise _no(
            f"{len(rest)} cards of the deck are nowhere, {card_name(reader.rules, rest[0])} among "
            "them; leave out stock or pile to put them there"
        )
    if pile and not card:
        raise _no("cards were played, so one of them must be exposed")
    raw["pile"], raw["stock"], raw["dealt"] = pile, stock, []


def _shuffled(cards: list[int], seed: int) -> list[int]:
    cards = list(cards)
    random.Random(seed).shuffle(cards)
    return cards


def _stand(reader: _Reader, raw: dict[str, Any]) -> None:
    """Who is in, who is out and why."""
    given = reader.words.get("status") or [
        "active" if hand else "finished" for hand in raw["hands"]
    ]
    status = reader.by_seat("status", None) if "status" in reader.words else given
    causes = reader.by_seat("causes", "")
    raw["active"], raw["playing"], raw["out"] = [], [], []
    for seat, (word, hand) in enumerate(zip(status, raw["hands"], strict=True)):
        reader.one_of(word, _STATUS, f"the status of seat {seat + 1}")
        cause = reader.one_of(causes[seat] or None, CAUSES[:5], f"the cause of seat {seat + 1}")
        if word == "active" and not hand and reader.rules.poop_empty == "finished":
            raise _no(f"seat {seat + 1} is active without a card")
        if word in ("finished", "out") and hand:
            raise _no(f"seat {seat + 1} is {word}, and still holds {len(hand)} of its cards")
        if word == "active":
            raw["active"].append(seat)
        if word != "out":
            raw["playing"].append(seat)
        raw["out"].append({"finished": FINISHED, "eliminated": cause or 1}.get(word, 0))
    if len(raw["playing"]) < 2:
        raise _no("a hand needs at least two seats that take part")


def _remember(reader: _Reader, raw: dict[str, Any]) -> None:
    """The order of things, and what goes on besides the turn."""
    words, players = reader.words, reader.players
    none = [0] * players
    raw["last_play"] = reader.numbers(words.get("last_play", none), "last_play", 32_000)
    raw["play_no"] = reader.number("plays", 0, 32_000, max(raw["last_play"]))
    ran_out = [reader.seat(seat, "ran_out") for seat in words.get("ran_out", [])]
    order = ran_out + [s for s in range(players) if raw["out"][s] == FINISHED and s not in ran_out]
    raw["out_order"] = [order.index(s) + 1 if s in order else 0 for s in range(players)]
    raw["planted_out"] = [reader.seat(s, "planted_out") for s in words.get("planted_out", [])]
    going = reader.part("round")
    for key in ("by", "at"):
        raw[f"round_{key}"] = reader.seat(going.get(key, going.get("by", 1)), f"round.{key}")
    raw["pending"] = [reader.seat(seat, "owing") for seat in going.get("owing", [])]
    raw["round_phase"] = reader.one_of(going.get("then", "card"), PHASES[:2], "round.then")
    worm = reader.part("worm")
    raw["worm"] = reader.one_of(worm.get("state", "unplayed"), WORM, "the state of the worm")
    raw["worm_by"] = reader.seat(worm["by"], "worm.by") if "by" in worm else -1
    raw["worm_to"] = reader.seat(worm["to"], "worm.to") if "to" in worm else -1
    if raw["worm"] and raw["worm_by"] < 0:
        raise _no("a Worm that was played needs worm.by, the seat that played it")
    if (raw["worm"] == 3) != (raw["worm_to"] >= 0):
        raise _no("worm.to must name the captor of a captured Worm, and only that")
    last = reader.part("last_hand")
    for key, high in (("leftovers", _MOST), ("points", _MOST), ("out", FINISHED)):
        raw[f"hand_{key}"] = reader.numbers(last.get(key, none), f"last_hand.{key}", high)
    _deduced(reader, raw)


def _deduced(reader: _Reader, raw: dict[str, Any]) -> None:
    deduced = reader.part("deduced")
    for key in _COUNTS:
        usual = [_NO_BOUND if key == "bird_allow" else 0] * reader.players
        raw[key] = reader.numbers(deduced.get(key, usual), f"deduced.{key}", _NO_BOUND)
    bound = [deduced.get("bug_allow_all", _NO_BOUND)] * reader.players
    raw["bug_allow_all"] = reader.numbers(bound, "deduced.bug_allow_all", _NO_BOUND)[0]
    for key in ("known", "base", "had"):
        piles = deduced.get(key, [[]] * reader.players)
        if not isinstance(piles, list | tuple) or len(piles) != reader.players:
            raise _no(f"deduced.{key} must be a list of {reader.players}, one entry a seat")
        raw[key] = [reader.cards(names, f"deduced.{key}") for names in piles]


_KEYS = [
    "hands",
    "status",
    "causes",
    "turn",
    "deciding",
    "exposed",
    "pile",
    "stock",
    "direction",
    "in_force",
    "worm",
    "birds",
    "bugs",
    "planted",
    "round",
    "points",
    "dealer",
    "hand",
    "plays",
    "last_play",
    "ran_out",
    "planted_out",
    "chances",
    "tied",
    "last_hand",
    "winner",
    "end_reason",
    "deduced",
    "turn_begun",
    "players",
]


def from_position(rules: Any, players: int, words: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """What the core restores; a position that cannot be is refused in one sentence."""
    for key in words:
        if key not in _KEYS:
            raise _no(f"it has no {key!r}{did_you_mean(key, _KEYS).rstrip('.')}")
    if "hands" not in words:
        raise _no("hands must be given")
    reader = _Reader(rules, players, words, seed)
    raw: dict[str, Any] = {"hands": reader.piles("hands")}
    raw["bugs"] = reader.face_up("bugs", lambda code: code // 10 == 1, "Bug")
    raw["trees"] = reader.face_up("planted", lambda c: c // 10 == 6 or c == _WIND, "Tree")
    _lay_piles(reader, raw)
    _stand(reader, raw)
    _remember(reader, raw)
    raw["phase"] = reader.one_of(words.get("deciding", "card"), PHASES, "deciding")
    raw["seat"] = reader.seat(words.get("turn", 1), "turn")
    if PHASES[raw["phase"]] in ("capture", "bird on the worm") and WORM[raw["worm"]] != "waiting":
        raise _no(f"deciding is {words['deciding']!r}, but no Worm is waiting in the pile")
    anybody = raw["phase"] in (4, 6) or not raw["active"]  # planting, over: no turn
    if not anybody and raw["seat"] not in raw["active"]:
        raise _no(f"it is the turn of seat {raw['seat'] + 1}, which is not active")
    raw["direction"] = 1 - 2 * reader.one_of(
        words.get("direction", "left"), ("left", "right"), "direction"
    )
    in_force = words.get("in_force", [])
    for force in in_force:
        reader.one_of(force, FORCES, "in_force")
    for force in FORCES:
        raw[force.lower()] = int(force in in_force)
    raw["points"] = reader.numbers(words.get("points", [0] * players), "points", _MOST)
    raw["birds"] = reader.number("birds", 0, 1000, 0)
    raw["dealer"] = reader.seat(words.get("dealer", players), "dealer")
    raw["hand_no"] = reader.number("hand", 1, 32_000, 1) - 1
    raw["occasion"] = reader.number("chances", 0, 255, 0)
    raw["tied"] = int(bool(words.get("tied", False)))
    raw["winner"] = reader.number("winner", 0, players, 0) - 1
    raw["end_reason"] = reader.one_of(words.get("end_reason", "target"), _ENDS, "end_reason")
    raw["turn_begins"] = not words.get("turn_begun", False)
    return raw
