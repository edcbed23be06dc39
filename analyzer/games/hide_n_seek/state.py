"""Hide N Seek: the fields of a state.

Cards are named as in moves ("card 35"), maps by their names; lists by place begin with the first
place of the row, and "" is an empty place. What a position leaves out: the row has the first cards
named nowhere, the deck all others, in random order by the seed; seat 1 hides on the first map, and
so on; the pawns of a map stand in the start, and the hider's own in the goal.
"""

import random
from collections.abc import Mapping
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from analyzer._core.games import hide_n_seek as core
from analyzer.games.fields import (
    Declaration,
    Field,
    Kind,
    NumberKind,
    Open,
    PileKind,
    SeatKind,
    WordKind,
    view_field,
)
from analyzer.games.hide_n_seek.maps import SYMBOLS, box_of, trunk_arrows
from analyzer.games.hide_n_seek.words import (
    END_REASONS,
    PHASES,
    SYMBOL_NAMES,
    card_codes,
    card_names,
    faces_of,
)
from analyzer.games.parameters import encode
from analyzer.games.position_reader import Reader
from analyzer.games.spec import Given, Raw, Words

if TYPE_CHECKING:
    from analyzer.games.fields import LazyRaw
    from analyzer.games.hide_n_seek import Rules

_MOST = 1_000_000
_PLAYING = ("steps", "pawn", "arrow")  # need to know which card is played
_BEFORE, _OVER = PHASES.index("first arrow"), PHASES.index("over")


def encode_rules(rules: "Rules") -> Mapping[str, object]:
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


def _maps(rules: "Rules") -> list[str]:
    return [place.name for place in box_of(rules).maps]


def _pawns(rules: "Rules", raw: Raw) -> dict[str, list[int]]:
    return dict(zip(_maps(rules), map(list, raw["pawns"]), strict=True))


def _piles(rules: "Rules", raw: Raw) -> dict[str, int]:
    piles = zip(_maps(rules), raw["piles"], strict=True)
    return {name: arrow for name, arrow in piles if arrow >= 0}


def _playing(rules: "Rules", raw: Raw) -> Words:
    if raw["card"] < 0:
        return {}
    (card,) = card_names(rules, [raw["card"]])
    return {"card": card, "symbol": SYMBOL_NAMES[raw["symbol"]]}


def _behind(rules: "Rules", raw: Raw, _seat: int) -> Raw:
    """Cards were won openly, unless hands are hidden (HN-A33)."""
    known = rules.hands == "known"
    return {
        "all hands": raw["hands"] if known else None,
        "bottom": raw["deck"][raw["unseen"] :] if known else None,
    }


def _all_hands(rules: "Rules", raw: Raw) -> list[list[str]] | None:
    return raw["all hands"] and [card_names(rules, hand) for hand in raw["all hands"]]


def _bottom(rules: "Rules", raw: Raw) -> list[str] | None:
    return None if raw["bottom"] is None else card_names(rules, raw["bottom"])


def _read_hides(reader: Reader, raw: "LazyRaw") -> Raw:
    names = _maps(raw.rules)
    return {"hide": reader.words_by_seat("hides", names, names[: reader.players])}


def _read_pawns(reader: Reader, raw: "LazyRaw") -> list[list[int]]:
    pawns, found = reader.part("pawns", _maps(raw.rules)), []
    for where, place in enumerate(box_of(raw.rules).maps):
        goal = place.spots + 1
        usual = [goal if raw["hide"][seat] == where else 0 for seat in range(reader.players)]
        given = pawns.listed(place.name, reader.players) if place.name in pawns.words else usual
        spots = [goal if isinstance(at, str) and at == "goal" else at for at in given]
        found.append(reader.of("pawns", {place.name: spots}).numbers(place.name, 0, goal, 0))
    return found


def _read_piles(reader: Reader, raw: "LazyRaw") -> list[int]:
    piles = reader.part("piles", _maps(raw.rules))
    return [
        piles.number(place.name, 0, place.spots, 0) if place.name in piles.words else -1
        for place in box_of(raw.rules).maps
    ]


def _read_cards(reader: Reader, raw: "LazyRaw") -> Raw:
    """Every card exactly once."""
    rules = raw.rules
    codes, size = card_codes(rules), rules.row_size
    row = reader.places("row", list(codes), size, "place") if "row" in reader.words else None
    deck = reader.cards("deck", codes) if "deck" in reader.words else None
    lying = chain(*raw["hands"], deck or (), (card for card in row or () if card >= 0))
    rest = reader.count_cards(card_names(rules, list(lying)), dict.fromkeys(codes, 1))
    if row is None:
        row, rest = [codes[name] for name in rest[:size]], rest[size:]
        if len(row) < size:
            raise reader.error("no cards are left for the row")
    if deck is None:
        deck = [codes[name] for name in rest]
        raw.luck.shuffle(deck)
    elif rest:
        raise reader.error(f"{rest[0]} is nowhere")
    return {"row": row, "deck": deck}


def _numbers(reader: Reader, values: list[object], most: int, what: str) -> list[int]:
    """A list of numbers from 1 on, each checked."""
    return [reader.of("", {what: n}).number(what, 1, most, 1) for n in values]


def _faces(reader: Reader, raw: "LazyRaw", value: object, what: str) -> list[int]:
    """Faces as the count of each."""
    most = box_of(raw.rules).components["dice_faces"]
    shown = _numbers(reader, reader.of("", {what: value}).listed(what), most, what)
    return [shown.count(face) for face in range(1, most + 1)]


def _read_dice(reader: Reader, raw: "LazyRaw") -> list[list[list[int]]]:
    size, found = raw.rules.row_size, []
    given = reader.listed("dice", reader.players) if "dice" in reader.words else []
    for seat in range(reader.players):
        what = f"dice of seat {seat + 1}"
        words = {what: given[seat] if given else [[]] * size}
        places = reader.of("", words).listed(what, size, "place")
        found.append([_faces(reader, raw, faces, what) for faces in places])
    return found


def _read_play(reader: Reader, raw: "LazyRaw") -> Raw:
    """The card that is being played, or was played last, lies in the deck or the row by now."""
    playing = reader.part("playing", ("card", "symbol"))
    if not playing.words and PHASES[raw["phase"]] not in _PLAYING:
        return {"card": -1, "symbol": 0}
    playing.need("card", "symbol")
    symbol = list(SYMBOLS.values())[playing.word("symbol", list(SYMBOLS), "")]
    return {"card": playing.card("card", card_codes(raw.rules)), "symbol": symbol}


_CARDS = PileKind(lambda rules, code: card_names(rules, [code])[0], card_codes)
_ACTIONS = NumberKind(0, lambda rules, _: int(rules.actions_per_turn))

DECLARED = Declaration(
    "hide-n-seek",
    (
        Field("hands", replace(_CARDS, ordered=False), "What each seat holds", by_seat=True,
              view="hand", seen_by="owner"),
        Field("deck", _CARDS, "The top first", seen_by="count", parse=_read_cards,
              gives=("row", "deck")),
        Field("unseen", NumberKind(0, lambda _, raw: len(raw["deck"])),
              "Cards at the top of the deck that nobody has seen; left out: all of it",
              default=lambda _, raw: len(raw["deck"])),
        Open("deciding", WordKind(PHASES), "What is decided", "phase"),
        Open("turn", SeatKind(), "The seat that decides", "seat"),
        Open("round", NumberKind(0, lambda rules, _: int(rules.max_rounds)),
             "The number of the round, from 1", default=lambda _, raw: raw["phase"] != _BEFORE),
        Open("first", SeatKind(), "The seat that began"),
        Open("actions", _ACTIONS, "Left in this turn",
             default=lambda rules, raw: rules.actions_per_turn * (raw["phase"] != _BEFORE)),
        Open("hides", Kind(), "The map each seat hides on", uses=("hide",), by_seat=True,
             computed=lambda rules, raw: [_maps(rules)[place] for place in raw["hide"]],
             parse=_read_hides, gives=("hide",)),
        Open("pawns", Kind(), "By map: where each seat's pawn is; 0 is the start, the last spot "
             "and one more, or \"goal\", the goal", computed=_pawns, uses=("pawns",),
             parse=_read_pawns),
        Open("piles", Kind(),
             "By map: the arrow the pile lies on", computed=_piles, uses=("piles",),
             parse=_read_piles),
        Open("row", _CARDS, "The face-up cards"),
        Open("dice", Kind(), "By seat and place of the row: the faces lying there",
             computed=lambda _, raw: [[faces_of(counts) for counts in row] for row in raw["dice"]],
             uses=("dice",), parse=_read_dice),
        Open("rolled", Kind(), "Faces of the free dice that the player in turn has rolled",
             computed=lambda _, raw: faces_of(raw["rolled"]), uses=("rolled",),
             parse=lambda reader, raw: _faces(reader, raw, reader.words.get("rolled", []),
                                              "rolled")),
        Open("won", _CARDS, "Cards won in this turn"),
        Open("playing", Kind(), "{card, symbol}: the last play of this turn", computed=_playing,
             uses=("card", "symbol"), parse=_read_play, gives=("card", "symbol")),
        Field("rolls", _ACTIONS, "Made in this turn", "rolls_made"),
        Field("all_rolls", NumberKind(0, _MOST), "Made in the game"),
        Field("turns", NumberKind(0, _MOST), "Had by each seat", "turns_had",
              by_seat=True, default=lambda _, raw: raw["round"]),
        Field("laid_out", Kind(), "Places of the row filled since the roll",
              computed=lambda _, raw: [place + 1 for place in raw["laid_out"]],
              parse=lambda reader, raw: sorted({place - 1 for place in _numbers(
                  reader, reader.listed("laid_out"), raw.rules.row_size, "laid_out")})),
        Field("naming.thrown", NumberKind(0, lambda rules, _: int(rules.dice_per_player)),
              "Dice of a roll"
              " by roll_subset that are named"),
        Field("naming.group", NumberKind(0, lambda rules, _: box_of(rules).components[
              "dice_faces"]), "The face that is named next"),
        Field("winner", SeatKind(nobody=True), "Who has won"),
        Field("end_reason", WordKind(END_REASONS), "Why the game is over"),
        view_field("hands", "Of all seats, unless hidden", _all_hands, "all hands"),
        view_field("bottom", "The cards of the deck that were seen, unless hidden", _bottom,
                   "bottom"),
    ),
    _behind,
)  # fmt: skip


def from_position(rules: "Rules", players: int, words: Given, luck: random.Random) -> Raw:
    """What the core restores; a position that cannot be is refused in one sentence."""
    reader = DECLARED.reader(players, words)
    raw = DECLARED.read(reader, rules, luck)
    raw["in_turn"] = -1 if raw["phase"] == _BEFORE else raw["seat"]
    raw["last_roll"] = [0] * len(raw["rolled"])
    named = {
        "map": _maps(rules),
        "card": list(card_codes(rules)),
        "symbol": [SYMBOL_NAMES.get(code, "") for code in range(max(SYMBOL_NAMES) + 1)],
        "phase": PHASES,
    }
    stepper = reader.restored(core.GAME, encode_rules(rules), raw, named)
    if raw["phase"] != _OVER and not stepper.moves():
        raise reader.error(f'there is nothing to decide in "{PHASES[raw["phase"]]}"')
    return raw
