"""Hide N Seek: the fields of a state.

Cards are named as in moves ("card 35"), maps by their names; lists by place begin with the first
place of the row, and "" is an empty place. What a position leaves out: the row has the first cards
named nowhere, the deck all others, in random order by the seed; seat 1 hides on the first map, and
so on; the pawns of a map stand in the start, and the hider's own in the goal.
"""

import random
from collections.abc import Mapping
from itertools import chain
from typing import TYPE_CHECKING, Any

from analyzer._core.games import hide_n_seek as core
from analyzer.games.fields import Declaration, Field, Kind, NumberKind, PileKind, SeatKind, WordKind
from analyzer.games.hide_n_seek.maps import N_MAPS, SYMBOLS, box_of, trunk_arrows
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


_CARDS = PileKind(lambda rules, code: card_names(rules, [code])[0], card_codes)
_OPEN: dict[str, Any] = {"seen_by": "all"}
_ACTIONS = NumberKind(0, lambda rules, _: int(rules.actions_per_turn))

DECLARED = Declaration(
    "hide-n-seek",
    (
        Field("hands", _CARDS, "What each seat holds", by_seat=True, view="hand", seen_by="owner"),
        Field("deck", _CARDS, "The top first", seen_by="count",
              computed=lambda rules, raw: card_names(rules, raw["deck"])),
        Field("unseen", NumberKind(),
              "Cards at the top of the deck that nobody has seen; left out: all"
              " of it", computed=lambda _, raw: raw["unseen"]),
        Field("deciding", WordKind(PHASES), "What is decided", "phase", **_OPEN),
        Field("turn", SeatKind(), "The seat that decides", "seat", **_OPEN),
        Field("round", NumberKind(), "The number of the round, from 1", **_OPEN,
              computed=lambda _, raw: raw["round"]),
        Field("first", SeatKind(), "The seat that began", **_OPEN),
        Field("actions", _ACTIONS, "Left in this turn", computed=lambda _, raw: raw["actions"],
              uses=("actions",), **_OPEN),
        Field("hides", Kind(), "The map each seat hides on", uses=("hide",), **_OPEN, by_seat=True,
              computed=lambda rules, raw: [_maps(rules)[place] for place in raw["hide"]]),
        Field("pawns", Kind(), "By map: where each seat's pawn is; 0 is the start, the last spot "
              "and one more, or \"goal\", the goal", computed=_pawns, uses=("pawns",), **_OPEN),
        Field("piles", Kind(),
              "By map: the arrow the pile lies on", computed=_piles, uses=("piles",),
              **_OPEN),
        Field("row", Kind(), "The face-up cards", uses=("row",), **_OPEN,
              computed=lambda rules, raw: card_names(rules, raw["row"])),
        Field("dice", Kind(), "By seat and place of the row: the faces lying there", **_OPEN,
              computed=lambda _, raw: [[faces_of(counts) for counts in row] for row in raw["dice"]],
              uses=("dice",)),
        Field("rolled", Kind(), "Faces of the free dice that the player in turn has rolled",
              computed=lambda _, raw: faces_of(raw["rolled"]), uses=("rolled",), **_OPEN),
        Field("won", _CARDS, "Cards won in this turn", **_OPEN),
        Field("playing", Kind(), "{card, symbol}: the last play of this turn", computed=_playing,
              uses=("card", "symbol"), **_OPEN),
        Field("rolls", _ACTIONS, "Made in this turn", "rolls_made"),
        Field("all_rolls", NumberKind(0, _MOST), "Made in the game"),
        Field("turns", NumberKind(0, _MOST), "Had by each seat",
              computed=lambda _, raw: list(raw["turns_had"])),
        Field("laid_out", Kind(), "Places of the row filled since the roll",
              computed=lambda _, raw: [place + 1 for place in raw["laid_out"]]),
        Field("naming.thrown", NumberKind(0, lambda rules, _: int(rules.dice_per_player)),
              "Dice of a roll"
              " by roll_subset that are named"),
        Field("naming.group", NumberKind(0, lambda rules, _: box_of(rules).components[
              "dice_faces"]), "The face that is named next"),
        Field("winner", SeatKind(nobody=True), "Who has won"),
        Field("end_reason", WordKind(END_REASONS), "Why the game is over"),
        Field("hands", Kind(),
              "Of all seats, unless hidden", computed=_all_hands, in_position=False,
              uses=("all hands",), **_OPEN),
        Field("bottom", Kind(), "The cards of the deck that were seen, unless hidden", **_OPEN,
              computed=_bottom, in_position=False, uses=("bottom",)),
    ),
    _behind,
)  # fmt: skip


def from_position(rules: "Rules", players: int, words: Given, luck: random.Random) -> Raw:
    """What the core restores; a position that cannot be is refused in one sentence."""
    reader = DECLARED.reader(players, words)
    raw = DECLARED.read(reader, rules)
    before = raw["phase"] == _BEFORE
    raw["in_turn"] = -1 if before else raw["seat"]
    raw["round"] = reader.number("round", 0, rules.max_rounds, 0 if before else 1)
    most = rules.actions_per_turn
    raw["actions"] = reader.number("actions", 0, most, 0 if before else most)
    raw["turns_had"] = reader.numbers("turns", 0, _MOST, raw["round"])
    places = _numbers(reader, reader.listed("laid_out"), rules.row_size, "laid_out")
    raw["laid_out"] = sorted({place - 1 for place in places})
    _read_maps(reader, rules, raw)
    _read_cards(reader, rules, raw, luck)
    _read_dice(reader, rules, raw)
    _read_play(reader, rules, raw)
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


def _read_maps(reader: Reader, rules: "Rules", raw: Raw) -> None:
    maps, names = box_of(rules).maps, _maps(rules)
    raw["hide"] = reader.words_by_seat("hides", names, names[: reader.players])
    pawns, piles = reader.part("pawns", names), reader.part("piles", names)
    raw["pawns"], raw["piles"] = [], [-1] * N_MAPS
    for where, place in enumerate(maps):
        goal = place.spots + 1
        usual = [goal if raw["hide"][seat] == where else 0 for seat in range(reader.players)]
        given = pawns.listed(place.name, reader.players) if place.name in pawns.words else usual
        spots = [goal if isinstance(at, str) and at == "goal" else at for at in given]
        one = Reader(reader.game, reader.players, {place.name: spots}, (place.name,), "pawns")
        raw["pawns"].append(one.numbers(place.name, 0, goal, 0))
        if place.name in piles.words:
            raw["piles"][where] = piles.number(place.name, 0, place.spots, 0)


def _read_cards(reader: Reader, rules: "Rules", raw: Raw, luck: random.Random) -> None:
    """Every card exactly once."""
    codes, size = card_codes(rules), rules.row_size
    raw["hands"] = [sorted(hand) for hand in raw["hands"]]
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
        luck.shuffle(deck)
    elif rest:
        raise reader.error(f"{rest[0]} is nowhere")
    raw["row"], raw["deck"], raw["won"] = row, deck, sorted(raw["won"])
    raw["unseen"] = reader.number("unseen", 0, len(deck), len(deck))


def _numbers(reader: Reader, values: list[object], most: int, what: str) -> list[int]:
    """A list of numbers from 1 on, each checked."""
    return [Reader(reader.game, 1, {what: n}, (what,)).number(what, 1, most, 1) for n in values]


def _faces(reader: Reader, rules: "Rules", value: object, what: str) -> list[int]:
    """Faces as the count of each."""
    most = box_of(rules).components["dice_faces"]
    values = Reader(reader.game, 1, {what: value}, (what,)).listed(what)
    shown = _numbers(reader, values, most, what)
    return [shown.count(face) for face in range(1, most + 1)]


def _read_dice(reader: Reader, rules: "Rules", raw: Raw) -> None:
    raw["rolled"] = _faces(reader, rules, reader.words.get("rolled", []), "rolled")
    raw["last_roll"] = [0] * len(raw["rolled"])
    size = rules.row_size
    given = reader.listed("dice", reader.players) if "dice" in reader.words else []
    raw["dice"] = []
    for seat in range(reader.players):
        what = f"dice of seat {seat + 1}"
        words = {what: given[seat] if given else [[]] * size}
        places = Reader(reader.game, reader.players, words, (what,)).listed(what, size, "place")
        raw["dice"].append([_faces(reader, rules, faces, what) for faces in places])


def _read_play(reader: Reader, rules: "Rules", raw: Raw) -> None:
    """The card that is being played, or was played last, lies in the deck or the row by now."""
    raw["card"], raw["symbol"] = -1, 0
    playing = reader.part("playing", ("card", "symbol"))
    if playing.words or PHASES[raw["phase"]] in _PLAYING:
        playing.need("card", "symbol")
        raw["card"] = playing.card("card", card_codes(rules))
        raw["symbol"] = list(SYMBOLS.values())[playing.word("symbol", list(SYMBOLS), "")]
