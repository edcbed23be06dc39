"""Hide N Seek: a state as a position in words and back.

A position is a dict (TOML on disk). Seats are numbered from 1, lists by seat begin with seat 1;
cards are named as in moves ("card 35"), maps by their names.

    hands        cards of each seat
    row          the face-up cards, "" for an empty place; left out: the first named nowhere
    deck         top first; left out: all cards not named elsewhere, in random order by the seed
    unseen       how many cards at the top of the deck nobody has seen; left out: all of it
    hides        the map each seat hides on; left out: seat 1 on the first map, and so on
    pawns        by map: the position of each seat's pawn, 0 = start, spots + 1 or "goal" = goal;
                 a map left out has its pawns in the start, and the hider's own in the goal
    piles        by map: the arrow the pile lies on
    dice         by seat and place of the row: the faces lying there
    rolled       faces of the free dice that the player in turn has rolled
    turn         the seat that decides; left out: 1
    deciding     "menu" (left out), "lay", "tidy", "discard", "steps", "pawn", "arrow",
                 "first arrow", "dice", "over"
    playing      {card, symbol}: the last play of this turn; "steps", "pawn" and "arrow" need it
    actions      left in this turn
    round, first     number of the round from 1; the seat that began
    won          cards won in this turn

What `position()` adds so that play goes on exactly as it would have: rolls (made in this turn),
all_rolls, turns (had by each seat), laid_out (places of the row filled since the roll), naming (the
dice of a roll by roll_subset: {thrown, group}), winner, end_reason, players.
"""

import random
from collections import Counter
from collections.abc import Mapping
from itertools import chain
from typing import TYPE_CHECKING

from analyzer.games._hide_n_seek_maps import N_MAPS, SYMBOLS, Map, box_of, trunk_arrows
from analyzer.games._hide_n_seek_view import public
from analyzer.games._hide_n_seek_words import (
    END_REASONS,
    PHASES,
    card_codes,
    card_names,
)
from analyzer.games._position import Reader
from analyzer.games._spec import Given, Raw, Words
from analyzer.rules import encode

if TYPE_CHECKING:
    from analyzer.games.hide_n_seek import Rules

_MOST = 1_000_000
_KEYS = (
    *("players", "hands", "row", "deck", "unseen", "hides", "pawns", "piles", "dice", "rolled"),
    *("turn", "deciding", "playing", "actions", "round", "first", "won", "rolls", "all_rolls"),
    *("turns", "laid_out", "naming", "winner", "end_reason"),
)
_LAY, _LIMIT, _FIRST_ARROW, _DICE, _OVER = (
    PHASES.index(word) for word in ("lay", "discard", "first arrow", "dice", "over")
)
_SYMBOLS_OF = {  # which symbols ask for what
    PHASES.index("steps"): tuple(name for name in SYMBOLS if name.startswith("MOVE")),
    PHASES.index("pawn"): ("HOLE", "OVERTRUNK", "FWD", "BACK", "BACK2"),
    PHASES.index("arrow"): ("TRUNK",),
}


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


def position(rules: "Rules", raw: Raw) -> Words:
    """A state in words, complete."""
    return {
        "players": len(raw["hands"]),
        "hands": [card_names(rules, hand) for hand in raw["hands"]],
        "deck": card_names(rules, raw["deck"]),
        "unseen": raw["unseen"],
        "rolls": raw["rolls_made"],
        "all_rolls": raw["all_rolls"],
        "turns": list(raw["turns_had"]),
        "laid_out": [place + 1 for place in raw["laid_out"]],
        "naming": {"thrown": raw["thrown"], "group": raw["group"]},
        "winner": raw["winner"] + 1,
        "end_reason": END_REASONS[raw["end_reason"]],
    } | public(rules, raw)


def from_position(rules: "Rules", players: int, words: Given, luck: random.Random) -> Raw:
    """What the core restores; a position that cannot be is refused in one sentence."""
    reader = Reader("hide-n-seek", players, words, _KEYS)
    raw = _read_turn(reader, rules)
    _read_maps(reader, rules, raw)
    _read_cards(reader, rules, raw, luck)
    _read_dice(reader, rules, raw)
    _read_play(reader, rules, raw)
    _check_hands(reader, rules, raw)
    _check_end(reader, rules, raw)
    _check_moves(reader, rules, raw)
    return raw


# --- the maps -------------------------------------------------------------------------------------


def _read_maps(reader: Reader, rules: "Rules", raw: Raw) -> None:
    maps = box_of(rules).maps
    names = [place.name for place in maps]
    raw["hide"] = reader.words_by_seat("hides", names, names[: reader.players])
    if len(set(raw["hide"])) < reader.players:
        raise reader.no("two seats hide on the same map")
    pawns, piles = reader.part("pawns", names), reader.part("piles", names)
    raw["pawns"] = [_read_pawns(pawns, raw, where, place) for where, place in enumerate(maps)]
    raw["piles"] = [-1] * N_MAPS
    for where, place in enumerate(maps):
        if place.name not in piles.words:
            continue
        arrow = piles.number(place.name, 0, place.spots, 0)
        if arrow not in trunk_arrows(place, rules.trunk_end_arrows):
            raise reader.no(f"no pile can lie on arrow {arrow} of {place.name}")
        if where not in raw["hide"] and not rules.fixed_trunks:
            raise reader.no(f"nobody hides on {place.name}, and no pile is fixed there")
        raw["piles"][where] = arrow


def _read_pawns(pawns: Reader, raw: Raw, where: int, place: Map) -> list[int]:
    """The pawns of one map; no two on a spot (HN-28), the hider's own in the goal (HN-3)."""
    goal = place.spots + 1
    hider = raw["hide"].index(where) if where in raw["hide"] else None
    if place.name not in pawns.words:
        return [goal if seat == hider else 0 for seat in range(pawns.players)]
    given = pawns.listed(place.name, pawns.players)
    words = {place.name: [goal if _is_goal(value) else value for value in given]}
    reader = Reader(pawns.game, pawns.players, words, (place.name,), "pawns")
    found = reader.numbers(place.name, 0, goal, 0)
    if hider is not None and found[hider] != goal:
        raise pawns.no(f"seat {hider + 1} hides on {place.name}, with a pawn in the goal there")
    for spot, n in Counter(found).items():
        if n > 1 and 0 < spot < goal:
            raise pawns.no(f"{n} pawns stand on spot {spot} of {place.name}")
    return found


def _is_goal(value: object) -> bool:
    return isinstance(value, str) and value == "goal"


# --- cards and dice -------------------------------------------------------------------------------


def _read_cards(reader: Reader, rules: "Rules", raw: Raw, luck: random.Random) -> None:
    """Every card exactly once."""
    codes, size = card_codes(rules), rules.row_size
    raw["hands"] = [sorted(hand) for hand in reader.piles("hands", codes)]
    row = reader.places("row", list(codes), size, "place") if "row" in reader.words else None
    deck = reader.cards("deck", codes) if "deck" in reader.words else None
    named = Counter(chain(*raw["hands"], deck or (), (card for card in row or () if card >= 0)))
    for card, n in named.items():
        if n > 1:
            raise reader.no(f"{card_names(rules, [card])[0]} is there {n} times")
    rest = [card for card in codes.values() if card not in named]
    if row is None:
        row, rest = rest[:size], rest[size:]
        if len(row) < size:
            raise reader.no("no cards are left for the row")
    if deck is None:
        deck = rest
        luck.shuffle(deck)
    elif rest:
        raise reader.no(f"{card_names(rules, rest[:1])[0]} is nowhere")
    raw["row"], raw["deck"] = row, deck
    raw["unseen"] = reader.number("unseen", 0, len(deck), len(deck))
    raw["won"] = sorted(reader.choices("won", list(codes)))


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
    """No more than a card asks for, and no card that is complete (HN-13, HN-18)."""
    size, most = rules.row_size, rules.dice_per_player
    raw["rolled"] = _faces(reader, rules, reader.words.get("rolled", []), "rolled")
    given = reader.listed("dice", reader.players) if "dice" in reader.words else []
    raw["dice"] = []
    for seat in range(reader.players):
        what = f"dice of seat {seat + 1}"
        words = {what: given[seat] if given else [[]] * size}
        places = Reader(reader.game, reader.players, words, (what,)).listed(what, size, "place")
        raw["dice"].append([_faces(reader, rules, faces, what) for faces in places])
        free = sum(raw["rolled"]) if seat == raw["in_turn"] else 0
        if sum(map(sum, raw["dice"][seat])) + free > most:
            raise reader.no(f"seat {seat + 1} has more than {most} dice")
        for index, counts in zip(raw["row"], raw["dice"][seat], strict=True):
            _check_card(reader, rules, index, counts)
    if raw["in_turn"] < 0 and any(raw["rolled"]):
        raise reader.no("nobody has rolled before the first turn")


def _check_card(reader: Reader, rules: "Rules", index: int, counts: list[int]) -> None:
    if index < 0:
        if any(counts):
            raise reader.no("dice lie on an empty place")
        return
    card = box_of(rules).cards[index]
    for face, n in enumerate(counts, start=1):
        if n > card.need.count(face):
            raise reader.no(f"card {card.id} does not ask for {n} dice that show {face}")
    if sum(counts) == len(card.need):
        raise reader.no(f"all dice that card {card.id} asks for lie on it, so that it is won")


# --- the turn -------------------------------------------------------------------------------------


def _read_turn(reader: Reader, rules: "Rules") -> Raw:
    phase, seat = reader.word("deciding", PHASES, PHASES[0]), reader.seat("turn", 0)
    before = phase == _FIRST_ARROW
    most = rules.actions_per_turn
    raw: Raw = {
        "phase": phase,
        "seat": seat,
        "in_turn": -1 if before else seat,
        "first": reader.seat("first", 0),
        "round": reader.number("round", 0, rules.max_rounds, 0 if before else 1),
        "actions": reader.number("actions", 0, most, 0 if before else most),
        "rolls_made": reader.number("rolls", 0, most, 0),
        "all_rolls": reader.number("all_rolls", 0, _MOST, 0),
    }
    raw["turns_had"] = reader.numbers("turns", 0, _MOST, raw["round"])
    if before != (raw["round"] == 0) or (not before and raw["turns_had"][seat] == 0):
        raise reader.no("a round is under way in every turn, and none before the first turn")
    if before and (any(raw["turns_had"]) or raw["actions"]):
        raise reader.no("nobody has had a turn before the first one")
    places = _numbers(reader, reader.listed("laid_out"), rules.row_size, "laid_out")
    raw["laid_out"] = sorted({place - 1 for place in places})
    naming = reader.part("naming", ("thrown", "group"))
    raw["thrown"] = naming.number("thrown", 0, rules.dice_per_player, 0)
    raw["group"] = naming.number("group", 0, box_of(rules).components["dice_faces"], 0)
    raw["winner"] = reader.number("winner", 0, reader.players, 0) - 1
    raw["end_reason"] = reader.word("end_reason", END_REASONS, END_REASONS[0])
    return raw


def _read_play(reader: Reader, rules: "Rules", raw: Raw) -> None:
    """The card that is being played, or was played last, lies in the deck or the row by now."""
    raw["card"], raw["symbol"] = -1, 0
    playing, asks = reader.part("playing", ("card", "symbol")), _SYMBOLS_OF.get(raw["phase"])
    if not playing.words and asks is None:
        return
    playing.need("card", "symbol")
    raw["card"] = playing.card("card", card_codes(rules))
    name = list(SYMBOLS)[playing.word("symbol", list(SYMBOLS), "")]
    raw["symbol"] = SYMBOLS[name]
    if name not in box_of(rules).cards[raw["card"]].symbols:
        raise reader.no(f"{playing.words['card']} has no symbol {name}")
    if asks is not None and name not in asks:
        raise reader.no(f"{name} does not ask for {PHASES[raw['phase']]}")
    if raw["in_turn"] < 0:
        raise reader.no("nothing is played before the first turn")


# --- what belongs together ------------------------------------------------------------------------


def _check_hands(reader: Reader, rules: "Rules", raw: Raw) -> None:
    """HN-23, HN-24, HN-A12."""
    over, limit = raw["phase"] == _LIMIT, rules.hand_limit
    for seat, hand in enumerate(raw["hands"]):
        most = limit + (over and seat == raw["in_turn"])
        if len(hand) > most or (most > limit and len(hand) < most):
            what = "exactly" if most > limit else "at most"
            raise reader.no(f"seat {seat + 1} must hold {what} {most} cards, not {len(hand)}")
    if over and rules.overflow == "block":
        raise reader.no("no hand is over its limit with overflow = block")
    empty = raw["row"].count(-1)
    waits = over and rules.overflow_before_refill
    if empty > waits and raw["deck"]:
        raise reader.no("a place of the row is empty, although the deck holds cards")
    if waits and not empty:
        raise reader.no("the place of the card that was won must still be empty")
    for card in raw["won"]:
        if raw["in_turn"] < 0 or card not in raw["hands"][raw["in_turn"]]:
            name = card_names(rules, [card])[0]
            raise reader.no(f"{name} was won in this turn, but is not in that hand")


def _check_end(reader: Reader, rules: "Rules", raw: Raw) -> None:
    capped = raw["end_reason"] == END_REASONS.index("round cap")
    if (raw["phase"] == _OVER) != (raw["winner"] >= 0 or capped):
        raise reader.no("a game is over when somebody has won or the round cap is met")
    if raw["winner"] >= 0 and capped:
        raise reader.no("nobody wins at the round cap")
    for seat in range(reader.players):
        found_all = _has_found_all(rules, raw, seat)
        if seat == raw["winner"] and not found_all:
            raise reader.no(f"seat {seat + 1} has not found everybody")
        at_once = rules.win_any_turn or seat == raw["in_turn"]
        if found_all and at_once and raw["phase"] != _OVER:
            raise reader.no(f"seat {seat + 1} has found everybody, and the game goes on")


def _has_found_all(rules: "Rules", raw: Raw, seat: int) -> bool:
    """HN-8, HN-A31."""
    return all(
        pawns[seat] == place.spots + 1
        for where, (pawns, place) in enumerate(zip(raw["pawns"], box_of(rules).maps, strict=True))
        if rules.finish_empty_maps or where in raw["hide"]
    )


def _check_moves(reader: Reader, rules: "Rules", raw: Raw) -> None:
    """A decision needs something to choose from."""
    from analyzer._core.contract import Table
    from analyzer._core.games.hide_n_seek import GAME
    from analyzer._core.playout import Stepper

    needed = {
        _LAY: rules.late_placing == "roll_only",
        _DICE: rules.roll_subset,
        _FIRST_ARROW: rules.trunk_at_start,
    }
    stepper = Stepper(Table(GAME, reader.players, encode_rules(rules)))
    stepper.restore(raw)
    if not needed.get(raw["phase"], True) or (raw["phase"] != _OVER and not stepper.moves()):
        raise reader.no(f'there is nothing to decide in "{PHASES[raw["phase"]]}"')
