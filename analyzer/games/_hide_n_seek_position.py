"""Hide N Seek: a state as a position in words and back.

A position is a dict (TOML on disk). Seats are numbered from 1, lists by seat begin with seat 1;
cards are the numbers of their table, 0 stands for an empty place.

    hands        cards of each seat
    row          the face-up cards; left out: the first cards that are named nowhere
    deck         top first; left out: all cards not named elsewhere, in random order by the seed
    unseen       how many cards at the top of the deck nobody has seen; left out: all of it
    hides        the map each seat hides on; left out: seat 1 on the first map, and so on
    pawns        by map: the position of each seat's pawn, 0 = start, "goal" or spots + 1 = goal;
                 what is left out stands in the start, the hider's own pawn in the goal
    piles        by map: the arrow the pile lies on
    dice         by seat and place of the row: the faces lying there
    rolled       faces of the free dice that the player in turn has rolled
    turn         the seat that decides
    deciding     "menu" (left out), "lay", "tidy", "discard", "steps", "pawn", "arrow",
                 "first arrow", "dice", "over"
    playing      {card = number, symbol = "MOVE2"}, for "steps", "pawn" and "arrow"
    actions      left in this turn
    round, first     number of the round from 1; the seat that began
    won          cards won in this turn

What `position()` adds so that play goes on exactly as it would have: rolls, all_rolls, turns,
laid_out, naming, stage, winner, end_reason.
"""

import random
from collections import Counter
from collections.abc import Mapping
from itertools import chain
from typing import Any

from analyzer.errors import UserError, did_you_mean
from analyzer.games._hide_n_seek_maps import N_MAPS, SYMBOLS, trunk_arrows
from analyzer.games._hide_n_seek_view import card_numbers, public
from analyzer.games._hide_n_seek_words import END_REASONS, PHASES, box_of, card_name
from analyzer.rules import encode

_MOST = 1_000_000
_KEYS = (
    *("players", "hands", "row", "deck", "unseen", "hides", "pawns", "piles", "dice", "rolled"),
    *("turn", "deciding", "playing", "actions", "round", "first", "won", "rolls", "all_rolls"),
    *("turns", "laid_out", "naming", "stage", "winner", "end_reason"),
)
_BEFORE = PHASES.index("first arrow")
_OVER = PHASES.index("over")
_LIMIT = PHASES.index("discard")
_PLAYING = tuple(PHASES.index(word) for word in ("steps", "pawn", "arrow"))


def encode_rules(rules: Any) -> dict[str, Any]:
    """The rules as the core wants them."""
    box = box_of(rules)
    return encode(rules) | {
        "dice_faces": box.components["dice_faces"],
        "map_table": [
            {
                "spots": place.spots,
                "hole_arrows": place.hole_arrows,
                "trunk_arrows": trunk_arrows(place, rules.trunk_end_arrows),
            }
            for place in box.maps
        ],
        "card_table": [
            {"need": card.need, "symbols": [SYMBOLS[name] for name in card.symbols]}
            for card in box.cards
        ],
    }


def position(rules: Any, raw: dict[str, Any]) -> dict[str, Any]:
    """A state in words, complete."""
    return {
        "players": len(raw["hands"]),
        "hands": [card_numbers(rules, hand) for hand in raw["hands"]],
        "deck": card_numbers(rules, raw["deck"]),
        "unseen": raw["unseen"],
        "first": raw["first"] + 1,
        "rolls": raw["rolls_made"],
        "all_rolls": raw["all_rolls"],
        "turns": list(raw["turns_had"]),
        "laid_out": [place + 1 for place in raw["laid_out"]],
        "naming": {"thrown": raw["thrown"], "group": raw["group"]},
        "stage": raw["stage"],
        "winner": raw["winner"] + 1,
        "end_reason": END_REASONS[raw["end_reason"]],
    } | public(rules, raw)


def _no(sentence: str) -> UserError:
    end = "" if sentence.endswith("?") else "."
    return UserError(f"This position of hide-n-seek is not possible: {sentence}{end}")


class _Reader:
    """One position being read; every method refuses what cannot be."""

    def __init__(self, rules: Any, players: int, words: Mapping[str, Any], seed: int) -> None:
        self.rules, self.players, self.words, self.seed = rules, players, words, seed
        self.box = box_of(rules)
        self.codes = {card.id: index for index, card in enumerate(self.box.cards)}
        self.names = [place.name for place in self.box.maps]
        for key in words:
            if key not in _KEYS:
                raise _no(f"there is no key {key!r}{did_you_mean(key, _KEYS).rstrip('.')}")

    def number(self, key: str, low: int, high: int, default: int) -> int:
        return self.whole(self.words.get(key, default), low, high, key)

    def whole(self, value: object, low: int, high: int, what: str) -> int:
        if type(value) is not int or not low <= value <= high:
            raise _no(f"{what} must be a whole number from {low} to {high}, not {value!r}")
        return value

    def one_of(self, value: object, words: Any, what: str) -> int:
        if value not in words:
            raise _no(f"{what} must be one of {', '.join(words)}, not {value!r}")
        return list(words).index(value)

    def listed(self, value: object, n: int | None, what: str) -> list[Any]:
        if not isinstance(value, list | tuple) or (n is not None and len(value) != n):
            many = "" if n is None else f" of {n}"
            raise _no(f"{what} must be a list{many}, not {value!r}")
        return list(value)

    def table(self, key: str, keys: Any) -> Mapping[str, Any]:
        value = self.words.get(key, {})
        if not isinstance(value, Mapping):
            raise _no(f"{key} must be a table, not {value!r}")
        for name in value:
            self.one_of(name, keys, f"a key of {key}")
        return value

    def by_seat(self, key: str, default: object) -> list[Any]:
        return self.listed(self.words.get(key, [default] * self.players), self.players, key)

    def cards(self, value: object, what: str) -> list[int]:
        cards = self.listed(value, None, what)
        for card in cards:
            if type(card) is not int or card not in self.codes:
                raise _no(f"{what} holds a card {card!r} that is not one")
        return [self.codes[card] for card in cards]

    def faces(self, value: object, what: str) -> list[int]:
        """Faces as the count of each."""
        most = self.box.components["dice_faces"]
        shown = [self.whole(face, 1, most, what) for face in self.listed(value, None, what)]
        return [shown.count(face) for face in range(1, most + 1)]


def _read_maps(reader: _Reader, raw: dict[str, Any]) -> None:
    usual = reader.names[: reader.players]
    hides = reader.by_seat("hides", None) if "hides" in reader.words else usual
    raw["hide"] = [reader.one_of(name, reader.names, "hides") for name in hides]
    if len(set(raw["hide"])) < reader.players:
        raise _no("two seats hide on the same map")
    pawns = reader.table("pawns", reader.names)
    raw["pawns"] = [_pawns(reader, raw, i, pawns.get(name)) for i, name in enumerate(reader.names)]
    piles = reader.table("piles", reader.names)
    raw["piles"] = [-1] * N_MAPS
    for name, arrow in piles.items():
        place = reader.names.index(name)
        allowed = trunk_arrows(reader.box.maps[place], reader.rules.trunk_end_arrows)
        if arrow not in allowed or isinstance(arrow, bool):
            raise _no(f"the pile on {name} must be on one of its arrows {allowed}, not {arrow!r}")
        if place not in raw["hide"] and not reader.rules.fixed_trunks:
            raise _no(f"there is a pile on {name}, where nobody hides and none is fixed")
        raw["piles"][place] = arrow


def _pawns(reader: _Reader, raw: dict[str, Any], place: int, value: object) -> list[int]:
    """The pawns of one map; no two on a spot (HN-28)."""
    name, goal = reader.names[place], reader.box.maps[place].spots + 1
    hider = raw["hide"].index(place) if place in raw["hide"] else None
    usual = [goal if seat == hider else 0 for seat in range(reader.players)]
    given = usual if value is None else reader.listed(value, reader.players, f"pawns.{name}")
    found = [
        goal if position == "goal" else reader.whole(position, 0, goal, f"pawns.{name}")
        for position in given
    ]
    if hider is not None and found[hider] != goal:
        raise _no(f"seat {hider + 1} hides on {name}, and its pawn there must be in the goal")
    for spot, n in Counter(found).items():
        if n > 1 and 0 < spot < goal:
            raise _no(f"{n} pawns stand on spot {spot} of {name}")
    return found


def _read_cards(reader: _Reader, raw: dict[str, Any]) -> None:
    """Every card exactly once."""
    words, row_size = reader.words, reader.rules.row_size
    raw["hands"] = [sorted(reader.cards(hand, "hands")) for hand in reader.by_seat("hands", [])]
    deck = reader.cards(words["deck"], "deck") if "deck" in words else None
    row = reader.listed(words["row"], row_size, "row") if "row" in words else None
    if row is not None:
        row = [-1 if card == 0 else reader.cards([card], "row")[0] for card in row]
    named = Counter(chain(*raw["hands"], deck or (), (c for c in row or () if c >= 0)))
    for card, n in named.items():
        if n > 1:
            raise _no(f"card {reader.box.cards[card].id} is there {n} times")
    rest = [card for card in range(len(reader.codes)) if card not in named]
    if row is None:
        row, rest = rest[:row_size], rest[row_size:]
    if deck is None:
        deck = rest
        random.Random(reader.seed).shuffle(deck)
    elif rest:
        raise _no(f"{len(rest)} cards are nowhere, card {card_name(reader.rules, rest[0])} is one")
    if len(row) < row_size:
        raise _no("no cards are left for the row")
    raw["row"], raw["deck"] = row, deck
    raw["unseen"] = reader.number("unseen", 0, len(deck), len(deck))
    raw["won"] = sorted(reader.cards(words.get("won", []), "won"))


def _read_dice(reader: _Reader, raw: dict[str, Any]) -> None:
    """No more than a card asks for, and no card that is complete (HN-13, HN-18)."""
    row_size, most = reader.rules.row_size, reader.rules.dice_per_player
    raw["dice"] = []
    raw["rolled"] = reader.faces(reader.words.get("rolled", []), "rolled")
    for seat, value in enumerate(reader.by_seat("dice", [[]] * row_size)):
        places = reader.listed(value, row_size, "dice of a seat")
        raw["dice"].append([reader.faces(faces, "dice") for faces in places])
        free = sum(raw["rolled"]) if seat == raw["in_turn"] else 0
        if sum(map(sum, raw["dice"][seat])) + free > most:
            raise _no(f"seat {seat + 1} has more than {most} dice")
        for index, counts in zip(raw["row"], raw["dice"][seat], strict=True):
            _check_card(reader, index, counts)


def _check_card(reader: _Reader, index: int, counts: list[int]) -> None:
    if index < 0:
        if any(counts):
            raise _no("dice lie on an empty place")
        return
    card = reader.box.cards[index]
    for face, n in enumerate(counts, start=1):
        if n > card.need.count(face):
            raise _no(f"card {card.id} does not ask for {n} dice that show {face}")
    if sum(counts) == len(card.need):
        raise _no(f"all dice that card {card.id} asks for lie on it, so that it is won")


def _read_turn(reader: _Reader, raw: dict[str, Any]) -> None:
    words, seats = reader.words, reader.players
    raw["phase"] = reader.one_of(words.get("deciding", "menu"), PHASES, "deciding")
    raw["seat"] = reader.number("turn", 1, seats, 1) - 1
    raw["in_turn"] = -1 if raw["phase"] == _BEFORE else raw["seat"]
    raw["first"] = reader.number("first", 1, seats, 1) - 1
    before = raw["phase"] == _BEFORE
    raw["round"] = reader.number("round", 0, reader.rules.max_rounds, 0 if before else 1)
    most = reader.rules.actions_per_turn
    raw["actions"] = reader.number("actions", 0, most, 0 if before else most)
    raw["rolls_made"] = reader.number("rolls", 0, most, 0)
    raw["all_rolls"] = reader.number("all_rolls", 0, _MOST, 0)
    raw["stage"] = reader.number("stage", 0, _MOST, max(0, raw["round"] - 1))
    usual = [0 if before else raw["round"]] * seats
    turns = reader.listed(words.get("turns", usual), seats, "turns")
    raw["turns_had"] = [reader.whole(n, 0, _MOST, "turns") for n in turns]
    if not before and raw["turns_had"][raw["seat"]] == 0:
        raise _no(f"seat {raw['seat'] + 1} is in turn, so turns must count that")
    laid_out = reader.listed(words.get("laid_out", []), None, "laid_out")
    raw["laid_out"] = [reader.whole(n, 1, reader.rules.row_size, "laid_out") - 1 for n in laid_out]
    naming = reader.table("naming", ("thrown", "group"))
    faces = reader.box.components["dice_faces"]
    raw["thrown"] = reader.whole(naming.get("thrown", 0), 0, 8, "naming.thrown")
    raw["group"] = reader.whole(naming.get("group", 0), 0, faces, "naming.group")
    raw["winner"] = reader.number("winner", 0, seats, 0) - 1
    raw["end_reason"] = reader.one_of(
        words.get("end_reason", END_REASONS[0]), END_REASONS, "end_reason"
    )
    _read_play(reader, raw)


def _read_play(reader: _Reader, raw: dict[str, Any]) -> None:
    playing = reader.table("playing", ("card", "symbol"))
    raw["card"], raw["symbol"] = -1, 0
    if playing:
        (raw["card"],) = reader.cards([playing.get("card")], "playing.card")
        raw["symbol"] = SYMBOLS.get(playing.get("symbol"), 0)
        if playing.get("symbol") not in reader.box.cards[raw["card"]].symbols:
            raise _no(f"card {playing['card']} has no symbol {playing.get('symbol')!r}")
    elif raw["phase"] in _PLAYING:
        raise _no(f'to decide "{PHASES[raw["phase"]]}", playing must say which card and symbol')


def _check(reader: _Reader, raw: dict[str, Any]) -> None:
    """What belongs together."""
    limit = reader.rules.hand_limit
    for seat, hand in enumerate(raw["hands"]):
        most = limit + (raw["phase"] == _LIMIT and seat == raw["in_turn"])
        if len(hand) > most:
            raise _no(f"seat {seat + 1} holds {len(hand)} cards, and {most} are allowed")
    if raw["phase"] == _LIMIT and len(raw["hands"][raw["in_turn"]]) <= limit:
        raise _no(f"seat {raw['in_turn'] + 1} has no card over the limit to discard")
    waits = raw["phase"] == _LIMIT and reader.rules.overflow_before_refill
    if -1 in raw["row"] and raw["deck"] and not waits:
        raise _no("a place of the row is empty, although the deck holds cards")
    for card in raw["won"]:
        if raw["in_turn"] < 0 or card not in raw["hands"][raw["in_turn"]]:
            raise _no(f"card {reader.box.cards[card].id} was won now, but is not in that hand")
    over = raw["winner"] >= 0 or raw["end_reason"] == END_REASONS.index("round cap")
    if over != (raw["phase"] == _OVER):
        raise _no("a game is over when it has a winner or met the round cap, and only then")


def _check_moves(reader: _Reader, raw: dict[str, Any]) -> None:
    """A decision needs something to choose from."""
    from analyzer._core.contract import Table
    from analyzer._core.games.hide_n_seek import GAME
    from analyzer._core.playout import Stepper

    stepper = Stepper(Table(GAME, reader.players, encode_rules(reader.rules)))
    stepper.restore(raw)
    if raw["phase"] != _OVER and not stepper.moves():
        raise _no(f'there is nothing to decide in "{PHASES[raw["phase"]]}"')


def from_position(rules: Any, players: int, words: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """The raw state of a position; refuses what cannot be in one sentence."""
    reader = _Reader(rules, players, words, seed)
    raw: dict[str, Any] = {}
    _read_turn(reader, raw)
    _read_maps(reader, raw)
    _read_cards(reader, raw)
    _read_dice(reader, raw)
    _check(reader, raw)
    _check_moves(reader, raw)
    return raw
