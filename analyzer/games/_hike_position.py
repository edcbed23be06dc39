"""Hike: a state as a position in words and back.

A position is a dict (TOML on disk). Seats are numbered from 1, lists by seat begin with seat 1.

    hands        cards of each seat; of an eliminated seat its face-up leftovers; a number is so
                 many cards that the seat to move does not know
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
from typing import TYPE_CHECKING

from analyzer._core.games import hike as core
from analyzer.games._hike_view import FORCES, public
from analyzer.games._hike_words import (
    CAUSES,
    END_REASONS,
    PHASES,
    SUITS,
    WORM,
    card_codes,
    card_name,
    deck,
    exposed_name,
    kind_name,
)
from analyzer.games._position import Reader, texts_in, without_place
from analyzer.games._spec import Given, Raw, Words

if TYPE_CHECKING:
    from analyzer.games.hike import Rules

_KEYS = (
    *("hands", "status", "causes", "turn", "deciding", "exposed", "pile", "stock", "direction"),
    *("in_force", "worm", "birds", "bugs", "planted", "round", "points", "dealer", "hand", "plays"),
    *("last_play", "ran_out", "planted_out", "chances", "tied", "last_hand", "winner"),
    *("end_reason", "deduced", "turn_begun", "players"),
)
_COUNTS = ("bug_allow", "bug_had", "bird_allow", "bird_had")
_MOST = 1_000_000
_WORM = core.FIRST_SPECIALTY_CODE + core.WORM
_FIRST_SPECIALTY: int = core.FIRST_SPECIALTY  # of the moves; below it are suits
_FIRST_SPECIALTY_CODE: int = core.FIRST_SPECIALTY_CODE  # of the cards
_MOVE_WIND: int = core.MOVE_WIND
_MOVE_CARD: int = core.MOVE_CARD
_WIND: int = core.FIRST_SPECIALTY_CODE + core.WIND
_STATUS = ("active", "finished", "eliminated", "out")


def position(rules: "Rules", raw: Raw) -> Words:
    """A state in words, complete."""
    words = {
        "players": len(raw["hands"]),
        "hand": raw["hand_no"] + 1,
        "turn": raw["seat"] + 1,
        "turn_begun": True,
        "hands": [[card_name(rules, code) for code in codes] for codes in raw["hands"]],
        "causes": [CAUSES[code] for code in raw["out"]],
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
            "base": [[kind_name(code) for code in codes] for codes in raw["base"]],
            "had": [[card_name(rules, code) for code in codes] for codes in raw["had"]],
        },
        "winner": raw["winner"] + 1,
        "end_reason": END_REASONS[raw["end_reason"]],
    } | public(rules, raw)
    exposed = exposed_name(rules, raw["exposed"])
    return words if exposed is None else words | {"exposed": exposed}


def unplaced(rules: "Rules", words: Given) -> list[str]:
    """The cards that a position names nowhere."""
    named = dict(words)
    if "pile" not in words:
        exposed = str(words.get("exposed", ""))
        named["pile"] = ["The Wind" if exposed.startswith("The Wind as ") else exposed]
    worm = words.get("worm", {})
    state = worm.get("state") if isinstance(worm, Mapping) else None
    if state == "captured" or (state in WORM[1:] and "The Worm" not in texts_in(named["pile"])):
        named["gone"] = ["The Worm"]
    return without_place(deck(rules), named, "hands", "pile", "stock", "bugs", "planted", "gone")


def from_position(rules: "Rules", players: int, words: Given, luck: random.Random) -> Raw:
    """What the core restores; a position that cannot be is refused in one sentence."""
    reader = Reader("hike", players, words, _KEYS)
    reader.need("hands")
    raw: Raw = {"hands": reader.piles("hands", card_codes(rules))}
    raw["bugs"] = _face_up(reader, rules, "bugs", lambda code: code // 10 == core.BUG, "Bug")
    raw["trees"] = _face_up(
        reader, rules, "planted", lambda code: code // 10 == core.TREE or code == _WIND, "Tree"
    )
    _read_worm(reader, raw)
    _lay_piles(reader, rules, raw, luck)
    _stand(reader, rules, raw)
    _read_turn(reader, raw)
    _remember(reader, raw)
    _read_deduced(reader, rules, raw)
    return raw


def _face_up(
    reader: Reader, rules: "Rules", key: str, allowed: Callable[[int], bool], what: str
) -> list[list[int]]:
    """Cards lying before the seats."""
    piles = reader.piles(key, card_codes(rules))
    for code in chain.from_iterable(piles):
        if not allowed(code):
            raise reader.no(f"{key} holds {card_name(rules, code)}, which is no {what}")
    return piles


def _read_worm(reader: Reader, raw: Raw) -> None:
    worm = reader.part("worm", ("state", "by", "to"))
    raw["worm"] = worm.word("state", WORM, WORM[0])
    raw["worm_by"] = worm.seat("by", -1) if "by" in worm.words else -1
    raw["worm_to"] = worm.seat("to", -1) if "to" in worm.words else -1
    if raw["worm"] and raw["worm_by"] < 0:
        raise reader.no("a Worm that was played needs worm.by, the seat that played it")
    if (WORM[raw["worm"]] == "captured") != (raw["worm_to"] >= 0):
        raise reader.no("worm.to must name the captor of a captured Worm, and only that")


def _count_cards(reader: Reader, rules: "Rules", raw: Raw, loose: list[int]) -> list[int]:
    """Every card the right number of times; returns the cards named nowhere."""
    names = Counter(
        card_name(rules, code) for code in chain(*raw["hands"], *raw["bugs"], *raw["trees"], loose)
    )
    codes, rest = card_codes(rules), []
    for name, n in deck(rules).items():
        if names[name] > n:
            raise reader.no(f"{name} is there {names[name]} times, and the deck holds {n}")
        rest += [codes[name]] * (n - names[name])
    return rest


def _exposed_code(reader: Reader, rules: "Rules", name: object) -> int:
    """The move code of an exposed card."""
    if isinstance(name, str) and name.startswith("The Wind as "):
        suit = name.removeprefix("The Wind as ")
        return _MOVE_WIND + reader.one_of(suit, SUITS, "the suit of The Wind")
    code = reader.card_of(name, card_codes(rules), "exposed")
    if code == _WIND:
        raise reader.no('an exposed Wind must say its suit, as in "The Wind as Light"')
    if name == "Litter":
        raise reader.no("Litter is exposed, and can never be played")
    if code >= _FIRST_SPECIALTY_CODE:
        return _FIRST_SPECIALTY + code - _FIRST_SPECIALTY_CODE
    return _MOVE_CARD + code if rules.suits_scope == "card" else 6 * (code // 10) + 5


def _card_of(exposed: int) -> int:
    """The card code behind an exposed move code."""
    if exposed >= _MOVE_CARD:
        return exposed - _MOVE_CARD
    if exposed >= _MOVE_WIND:
        return _WIND
    if exposed >= _FIRST_SPECIALTY:
        return _FIRST_SPECIALTY_CODE + exposed - _FIRST_SPECIALTY
    return exposed // 6 * 10


def _lay_piles(reader: Reader, rules: "Rules", raw: Raw, luck: random.Random) -> None:
    words, codes = reader.words, card_codes(rules)
    pile = reader.cards("pile", codes) if "pile" in words else None
    stock = reader.cards("stock", codes) if "stock" in words else None
    raw["exposed"] = _exposed_code(reader, rules, words["exposed"]) if "exposed" in words else -1
    if raw["exposed"] < 0 and pile:
        raw["exposed"] = _exposed_code(reader, rules, card_name(rules, pile[-1]))
    card = [] if raw["exposed"] < 0 else [_card_of(raw["exposed"])]
    if pile is not None and pile[-1:] != card:
        raise reader.no("exposed must be the top card of the pile")
    state = WORM[raw["worm"]]
    if state in ("waiting", "left"):
        if pile is not None and _WORM not in pile:
            raise reader.no(f"The Worm is {state}, but is not in the pile")
        if pile is None and card not in ([], [_WORM]):
            card = [_WORM, *card]
    loose = (card if pile is None else pile) + (stock or []) + [_WORM] * (state == "captured")
    rest = _count_cards(reader, rules, raw, loose)
    if pile is None and stock is not None:
        pile, rest = rest + card, []
    elif stock is None:
        pile, stock, rest = card if pile is None else pile, rest, []
        luck.shuffle(stock)
    if rest:
        raise reader.no(
            f"{len(rest)} cards of the deck are nowhere, {card_name(rules, rest[0])} among them; "
            "leave out stock or pile to put them there"
        )
    if pile and not card:
        raise reader.no("cards were played, so one of them must be exposed")
    raw["pile"], raw["stock"], raw["dealt"] = pile, stock, []


def _stand(reader: Reader, rules: "Rules", raw: Raw) -> None:
    """Who is in, who is out and why."""
    usual = ["active" if hand else "finished" for hand in raw["hands"]]
    status = [_STATUS[place] for place in reader.words_by_seat("status", _STATUS, usual)]
    causes = reader.words_by_seat("causes", CAUSES[:5], [""] * reader.players)
    raw["active"], raw["playing"], raw["out"] = [], [], []
    for seat, (word, hand) in enumerate(zip(status, raw["hands"], strict=True)):
        if word == "active" and not hand and rules.poop_empty == "finished":
            raise reader.no(f"seat {seat + 1} is active without a card")
        if word in ("finished", "out") and hand:
            raise reader.no(f"seat {seat + 1} is {word}, and still holds {len(hand)} of its cards")
        if word == "active":
            raw["active"].append(seat)
        if word != "out":
            raw["playing"].append(seat)
        raw["out"].append(
            {"finished": core.OUT_FINISHED, "eliminated": causes[seat] or 1}.get(word, 0)
        )
    if len(raw["playing"]) < 2:
        raise reader.no("a hand needs at least two seats that take part")


def _read_turn(reader: Reader, raw: Raw) -> None:
    """Who decides what, and what is in force."""
    raw["phase"] = reader.word("deciding", PHASES, PHASES[0])
    raw["seat"] = reader.seat("turn", 0)
    deciding = PHASES[raw["phase"]]
    if deciding in ("capture", "bird on the worm") and WORM[raw["worm"]] != "waiting":
        raise reader.no(f"deciding is {deciding!r}, but no Worm is waiting in the pile")
    anybody = deciding in ("plant", "over") or not raw["active"]  # no turn
    if not anybody and raw["seat"] not in raw["active"]:
        raise reader.no(f"it is the turn of seat {raw['seat'] + 1}, which is not active")
    raw["turn_begins"] = not reader.flag("turn_begun")
    raw["direction"] = 1 - 2 * reader.word("direction", ("left", "right"), "left")
    in_force = reader.choices("in_force", FORCES)
    for place, force in enumerate(FORCES):
        raw[force.lower()] = int(place in in_force)
    raw["birds"] = reader.number("birds", 0, 1000, 0)


def _remember(reader: Reader, raw: Raw) -> None:
    """The order of things, the totals, and what goes on besides the turn."""
    seats = range(reader.players)
    raw["last_play"] = reader.numbers("last_play", 0, 32_000, 0)
    raw["play_no"] = reader.number("plays", 0, 32_000, max(raw["last_play"]))
    ran_out = reader.seats("ran_out")
    order = ran_out + [s for s in seats if raw["out"][s] == core.OUT_FINISHED and s not in ran_out]
    raw["out_order"] = [order.index(s) + 1 if s in order else 0 for s in seats]
    raw["planted_out"] = reader.seats("planted_out")
    going = reader.part("round", ("by", "at", "owing", "then"))
    raw["round_by"] = going.seat("by", 0)
    raw["round_at"] = going.seat("at", raw["round_by"])
    raw["pending"] = going.seats("owing")
    raw["round_phase"] = going.word("then", PHASES[:2], PHASES[0])
    raw["points"] = reader.numbers("points", 0, _MOST, 0)
    raw["dealer"] = reader.seat("dealer", reader.players - 1)
    raw["hand_no"] = reader.number("hand", 1, 32_000, 1) - 1
    raw["occasion"] = reader.number("chances", 0, 255, 0)
    raw["tied"] = int(reader.flag("tied"))
    raw["winner"] = reader.number("winner", 0, reader.players, 0) - 1
    raw["end_reason"] = reader.word("end_reason", END_REASONS, END_REASONS[0])
    last = reader.part("last_hand", ("leftovers", "points", "out"))
    for key, high in (("leftovers", _MOST), ("points", _MOST), ("out", core.OUT_FINISHED)):
        raw[f"hand_{key}"] = last.numbers(key, 0, high, 0)


def _read_deduced(reader: Reader, rules: "Rules", raw: Raw) -> None:
    deduced = reader.part("deduced", (*_COUNTS, "bug_allow_all", "known", "base", "had"))
    for key in _COUNTS:
        usual = core.NO_BOUND if key == "bird_allow" else 0
        raw[key] = deduced.numbers(key, 0, core.NO_BOUND, usual)
    raw["bug_allow_all"] = deduced.number("bug_allow_all", 0, core.NO_BOUND, core.NO_BOUND)
    for key in ("known", "had"):
        raw[key] = deduced.piles(key, card_codes(rules))
        for pile in raw[key]:
            names = [card_name(rules, code) for code in pile]
            _within_deck(deduced, key, names, deck(rules))
    _read_base(deduced, rules, raw)
    _check_base(deduced, raw)


def _read_base(reader: Reader, rules: "Rules", raw: Raw) -> None:
    """Kinds of cards: which card of a suit it was, nobody need remember."""
    codes = card_codes(rules)
    kinds = {suit: 10 * place for place, suit in enumerate(SUITS)}
    raw["base"] = reader.piles("base", codes | kinds)
    holds: Counter[str] = Counter()
    for name, n in deck(rules).items():
        holds[kind_name(codes[name])] += n
    for pile in raw["base"]:
        _within_deck(reader, "base", [kind_name(code) for code in pile], holds)


def _check_base(reader: Reader, raw: Raw) -> None:
    """Since an Earthquake it is remembered what each hand then was and what has come to it; the
    hand is a part of that. Left out: nothing has left the hands since."""
    if not raw["occasion"] and not any(raw["known"]):
        return
    for seat in raw["active"]:
        hand = Counter(map(kind_name, raw["hands"][seat]))
        if "base" not in reader.words:
            raw["base"][seat] = list(raw["hands"][seat])
        elif not hand <= Counter(map(kind_name, raw["base"][seat])):
            raise reader.no(f"deduced.base of seat {seat + 1} must hold all cards of its hand")


def _within_deck(reader: Reader, key: str, names: list[str], holds: Mapping[str, int]) -> None:
    """No more of a card than there is."""
    for name, n in Counter(names).items():
        if n > holds[name]:
            raise reader.no(f"{reader.name}.{key} names {name} {n} times, of {holds[name]}")
