"""Horrible Mountain: a state as a position in words and back, and what one seat sees of it.

A position is a dict (TOML on disk). Seats are numbered from 1, lists by seat begin with seat 1.

    hands        cards of each seat ("2C" to "6S")
    table        the cards of the five slots; "" where the replacement is still due
    cubes        the colour on each slot; "" before it is placed
    control      Control Cubes of each seat; while cubes are placed, each own colour once
    cube_pile    left out: the colours that nobody controls
    draw         top first; left out: all cards not named elsewhere, in random order by the seed
    discard      bottom first; left out: empty
    turn         the seat that decides; left out: the Evil Master
    deciding     "action" (left out), "discard" (a card over the hand limit), "take" (out of the
                 Discard Pile), "put on top", "first placing", "second placing", "over"
    during       the action that such a further decision belongs to: "draw", "take a table card",
                 "take a discard", "special"
    evil_master  the seat that is; left out: 1
    specials_used    seats that have used their special action
    run_outs, turns  so far

What `position()` adds so that play goes on exactly as it would have: aside (a card held aside in
the adventurer's special), known (what each hand is known to hold), special (what the Evil Master
knows of the card it took: {taken, suspects, buried}), winner, end_reason, players.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from analyzer.errors import UserError, did_you_mean
from analyzer.games._horrible_mountain_words import (
    ACTIONS,
    CARDS,
    COLOURS,
    ENDS,
    PHASES,
    ROLES,
    names,
)

_KEYS = [
    *("hands", "table", "cubes", "control", "cube_pile", "draw", "discard", "turn", "deciding"),
    *("during", "evil_master", "specials_used", "run_outs", "turns", "aside", "known", "special"),
    *("winner", "end_reason", "players"),
]
_LIMIT, _TAKE, _TOP, _PLACE_FIRST, _PLACE_SECOND, _OVER = range(1, len(PHASES))
_TAKE_TABLE = ACTIONS.index("take a table card")
_PAIRS = ((0, 4), (1, 3))  # slots for the cubes of one player


@dataclass(frozen=True)
class View:
    """What one seat can see or has seen. Seats are numbered from 1; lists by seat begin with 1."""

    seat: int
    players: int
    rules: Any
    role: str
    deciding: str  # as in a position
    hand: list[str]  # empty while it may not be looked at (see_first_card)
    hand_sizes: list[int]
    table: list[str]  # by slot; "" where the replacement is still due
    cubes: list[str]  # by slot; "" before it is placed
    control: list[list[str]]
    cube_pile: list[str]
    draw_size: int
    discard: list[str]  # bottom to top, for those who remember; "" where it is not known
    opponent: list[str]  # cards that the other player is known to hold
    unseen: list[str]  # in the Draw Pile, or unknown in the other hand or in the Discard Pile
    run_outs: int
    turns: int
    specials_used: list[int]


def _table_words(raw: dict[str, Any]) -> dict[str, Any]:
    """What everybody can see, as a position says it."""
    return {
        "table": ["" if card < 0 else CARDS[card] for card in raw["table"]],
        "cubes": ["" if colour < 0 else COLOURS[colour] for colour in raw["cubes"]],
        "control": [[COLOURS[colour] for colour in colours] for colours in raw["control"]],
        "cube_pile": [COLOURS[colour] for colour in raw["cube_pile"]],
        "deciding": PHASES[raw["phase"]],
        "run_outs": raw["runs"],
        "turns": raw["turn_no"],
        "specials_used": [seat + 1 for seat in raw["used"]],
    }


def view(rules: Any, raw: dict[str, Any], seat: int) -> View:
    """What `seat` (from 0) can see, and what it knows if it forgets nothing."""
    placing = raw["phase"] in (_PLACE_FIRST, _PLACE_SECOND)
    hand = raw["hands"][seat] if rules.see_first_card or not placing else []
    buried = raw["buried"] if seat == raw["evil_master"] else 0
    open_cards = raw["discard"][buried:]
    known = {*hand, *raw["table"], *open_cards, *raw["known"][1 - seat], raw["aside"]}
    return View(
        seat=seat + 1,
        players=2,
        rules=rules,
        role=ROLES[seat != raw["evil_master"]],
        hand=names(hand),
        hand_sizes=[len(cards) for cards in raw["hands"]],
        draw_size=len(raw["draw"]),
        discard=[""] * buried + names(open_cards),
        opponent=names(raw["known"][1 - seat]),
        unseen=[card for code, card in enumerate(CARDS) if code not in known],
        **_table_words(raw),
    )


def position(_rules: Any, raw: dict[str, Any]) -> dict[str, Any]:
    """A state in words, complete."""
    words = {
        "players": 2,
        "evil_master": raw["evil_master"] + 1,
        "turn": raw["seat"] + 1,
        "during": ACTIONS[raw["action"]],
        "hands": [names(codes) for codes in raw["hands"]],
        "draw": names(raw["draw"]),
        "discard": names(raw["discard"]),
        "known": [names(codes) for codes in raw["known"]],
        "special": {
            "taken": "" if raw["taken"] < 0 else CARDS[raw["taken"]],
            "suspects": names(raw["suspects"]),
            "buried": raw["buried"],
        },
        "aside": "" if raw["aside"] < 0 else CARDS[raw["aside"]],
        "winner": raw["winner"] + 1,
        "end_reason": ENDS[raw["end_reason"]],
    }
    return words | _table_words(raw)


def _no(sentence: str) -> UserError:
    return UserError(f"This position of horrible-mountain is not possible: {sentence}.")


class _Reader:
    """One position being read; every method refuses what cannot be."""

    def __init__(self, rules: Any, words: Mapping[str, Any]) -> None:
        self.rules, self.words = rules, words

    def number(self, key: str, high: int) -> int:
        value = self.words.get(key, 0)
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= high:
            raise _no(f"{key} must be a whole number from 0 to {high}, not {value!r}")
        return value

    def seat(self, value: object, what: str) -> int:
        if isinstance(value, bool) or value not in (1, 2):
            raise _no(f"{what} must be a seat, 1 or 2, not {value!r}")
        return value - 1

    def one_of(self, value: object, words: tuple, what: str) -> int:
        if value not in words:
            hint = did_you_mean(str(value), [word for word in words if word]).rstrip(".")
            raise _no(f"{what} is {value!r}, which it cannot be{hint}")
        return words.index(value)

    def listed(self, value: object, words: tuple, what: str) -> list[int]:
        """Different ones of `words`, as their places there."""
        if not isinstance(value, list | tuple):
            raise _no(f"{what} must be a list, not {value!r}")
        found = [self.one_of(word, words, what) for word in value]
        if len(set(found)) < len(found):
            raise _no(f"{what} names something twice")
        return found

    def cards(self, key: str) -> list[int]:
        return self.listed(self.words.get(key, []), CARDS, f"a card of {key}")

    def by_seat(self, key: str, words: tuple, default: object = None) -> list[list[int]]:
        value = self.words.get(key, default)
        if not isinstance(value, list | tuple) or len(value) != 2:
            raise _no(f"{key} must be a list of two, one entry a seat")
        return [self.listed(part, words, f"{key} of seat {i}") for i, part in enumerate(value, 1)]

    def slots(self, key: str, words: tuple) -> list[int]:
        """Five words, each at most once; -1 for ""."""
        value = self.words.get(key)
        if not isinstance(value, list | tuple) or len(value) != 5:
            raise _no(f"{key} must be a list of five, one entry a slot")
        found = [-1 if word == "" else self.one_of(word, words, key) for word in value]
        filled = [place for place in found if place >= 0]
        if len(set(filled)) < len(filled):
            raise _no(f"{key} names something twice")
        return found


def _read_cards(reader: _Reader, luck: random.Random) -> dict[str, Any]:
    """Every card once; a Draw Pile that is left out holds what is named nowhere."""
    aside = reader.words.get("aside", "")
    raw = {
        "hands": reader.by_seat("hands", CARDS),
        "table": reader.slots("table", CARDS),
        "discard": reader.cards("discard"),
        "aside": reader.one_of(aside, CARDS, "aside") if aside else -1,
    }
    places = [*raw["hands"], raw["table"], raw["discard"], [raw["aside"]]]
    placed = [card for place in places for card in place if card >= 0]
    rest = [card for card in range(len(CARDS)) if card not in placed]
    if "draw" in reader.words:
        raw["draw"] = reader.cards("draw")
    else:
        luck.shuffle(rest)
        raw["draw"] = rest
    every = [*placed, *raw["draw"]]
    for code, card in enumerate(CARDS):
        if every.count(code) > 1:
            raise _no(f"{card} is there {every.count(code)} times")
        if code not in every:
            raise _no(f"{card} is nowhere; leave out draw to put it there")
    return raw


def _read_cubes(reader: _Reader, raw: dict[str, Any]) -> None:
    """One cube of each colour on the table, its twin with a player or in the Cube Pile (HM-31)."""
    raw["cubes"] = reader.slots("cubes", COLOURS)
    raw["control"] = reader.by_seat("control", COLOURS)
    held = [*raw["control"][0], *raw["control"][1]]
    others = [c for c in range(len(COLOURS)) if c not in held]
    given = reader.words.get("cube_pile", [COLOURS[c] for c in others])
    raw["cube_pile"] = sorted(reader.listed(given, COLOURS, "cube_pile"))
    if sorted([*held, *raw["cube_pile"]]) != list(range(len(COLOURS))):
        raise _no("each colour must be once in control or in the cube_pile")


def _check_cubes(raw: dict[str, Any]) -> None:
    """Which slots have their cube, by what is being decided."""
    bare = [slot for slot, colour in enumerate(raw["cubes"]) if colour < 0]
    fits = {_PLACE_FIRST: (0, 1, 3, 4), _PLACE_SECOND: None}.get(raw["phase"], ())
    if fits is None and tuple(bare) not in _PAIRS:
        raise _no("the second placing finds cubes on 4 and on either 2 and 6 or 3 and 5")
    if fits is not None and tuple(bare) != fits:
        raise _no("every slot must have its cube, but for those that are still to be placed")


def _check_sizes(reader: _Reader, raw: dict[str, Any]) -> None:
    """HM-26: a hand over the limit is one that is about to discard."""
    limit, phase, seat = reader.rules.hand_limit, raw["phase"], raw["seat"]
    over = phase == _LIMIT
    for i, hand in enumerate(raw["hands"]):
        most = limit + (over and i == seat)
        if len(hand) > most or (over and i == seat and len(hand) < most):
            what = "exactly" if over and i == seat else "at most"
            raise _no(f"seat {i + 1} must hold {what} {most} cards, not {len(hand)}")
    if not raw["draw"] and reader.rules.run_out == "last_card_taken" and phase != _OVER:
        raise _no("the Draw Pile is empty, and would have been reshuffled")
    if phase in (_TAKE, _TOP) and not raw["discard"]:
        raise _no(f"there is nothing in the discard to {PHASES[phase]}")
    if phase in (_PLACE_FIRST, _PLACE_SECOND) and [len(hand) for hand in raw["hands"]] != [1, 1]:
        raise _no("cubes are placed with one card in each hand")


def _read_decision(reader: _Reader, raw: dict[str, Any]) -> None:
    words = reader.words
    raw["phase"] = reader.one_of(words.get("deciding", "action"), PHASES, "deciding")
    raw["evil_master"] = reader.seat(words.get("evil_master", 1), "evil_master")
    raw["seat"] = reader.seat(words.get("turn", raw["evil_master"] + 1), "turn")
    raw["used"] = [reader.seat(s, "specials_used") for s in words.get("specials_used", [])]
    during = words.get("during", "special" if raw["phase"] in (_TAKE, _TOP) else "draw")
    raw["action"] = reader.one_of(during, ACTIONS, "during")
    empty = [slot for slot, card in enumerate(raw["table"]) if card < 0]
    due = (
        raw["phase"] == _LIMIT
        and raw["action"] == _TAKE_TABLE
        and reader.rules.overflow_timing == "before_replacement"
    )
    if len(empty) != due:
        raise _no(f"{len(empty)} slots of the table are empty instead of {int(due)}")
    raw["slot"] = empty[0] if empty else 0
    raw["runs"] = reader.number("run_outs", reader.rules.run_outs)
    raw["turn_no"] = reader.number("turns", reader.rules.max_turns)
    if raw["phase"] != _OVER and raw["turn_no"] == reader.rules.max_turns:
        raise _no(f"the game would have been over after {raw['turn_no']} turns")
    raw["winner"] = reader.number("winner", 2) - 1
    raw["end_reason"] = reader.one_of(words.get("end_reason", ENDS[0]), ENDS, "end_reason")


def _read_knowledge(reader: _Reader, raw: dict[str, Any]) -> None:
    raw["known"] = reader.by_seat("known", CARDS, [[], []])
    for seat in range(2):
        if not set(raw["known"][seat]) <= set(raw["hands"][seat]):
            raise _no(f"known of seat {seat + 1} names cards that it does not hold")
    special = reader.words.get("special", {})
    taken = special.get("taken", "")
    raw["taken"] = reader.one_of(taken, CARDS, "special.taken") if taken else -1
    raw["suspects"] = reader.listed(special.get("suspects", []), CARDS, "special.suspects")
    raw["buried"] = special.get("buried", 0)
    if not isinstance(raw["buried"], int) or not 0 <= raw["buried"] <= len(raw["discard"]):
        raise _no("special.buried must be a number of cards of the discard")
    if (raw["taken"] >= 0) != bool(raw["suspects"]) or (
        raw["taken"] >= 0 and raw["taken"] not in raw["suspects"]
    ):
        raise _no("special.suspects must name special.taken and the cards it may be instead")


def from_position(
    rules: Any, _players: int, words: Mapping[str, Any], luck: random.Random
) -> dict[str, Any]:
    """What the core restores; a position that cannot be is refused in one sentence."""
    for key in words:
        if key not in _KEYS:
            raise _no(f"it has no {key!r}{did_you_mean(key, _KEYS).rstrip('.')}")
    for key in ("hands", "table", "cubes", "control"):
        if key not in words:
            raise _no(f"{key} must be given")
    reader = _Reader(rules, words)
    raw = _read_cards(reader, luck)
    _read_cubes(reader, raw)
    _read_decision(reader, raw)
    _check_cubes(raw)
    _check_sizes(reader, raw)
    _read_knowledge(reader, raw)
    return raw
