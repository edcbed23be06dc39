"""Horrible Mountain: a state as a position in words and back.

A position is a dict (TOML on disk). Seats are numbered from 1, lists by seat begin with seat 1.

    hands        cards of each seat ("2C" to "6S"); a number is so many that the seat to move does
                 not know
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
from typing import TYPE_CHECKING

from analyzer._core.games import horrible_mountain as core
from analyzer.games._horrible_mountain_view import table_words
from analyzer.games._horrible_mountain_words import ACTIONS, CARDS, COLOURS, ENDS, PHASES, names
from analyzer.games._position import Reader, without_place
from analyzer.games._spec import Given, Raw, Words

if TYPE_CHECKING:
    from analyzer.games.horrible_mountain import Rules

_KEYS = (
    *("hands", "table", "cubes", "control", "cube_pile", "draw", "discard", "turn", "deciding"),
    *("during", "evil_master", "specials_used", "run_outs", "turns", "aside", "known", "special"),
    *("winner", "end_reason", "players"),
)
_PAIRS = ((0, 4), (1, 3))  # slots for the cubes of one player
_SLOTS = 5


def position(_rules: "Rules", raw: Raw) -> Words:
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
            "ordered": raw["ordered"],
        },
        "aside": "" if raw["aside"] < 0 else CARDS[raw["aside"]],
        "winner": raw["winner"] + 1,
        "end_reason": ENDS[raw["end_reason"]],
    }
    return words | table_words(raw)


def unplaced(rules: "Rules", words: Given) -> list[str]:  # noqa: ARG001
    """The cards that a position names nowhere."""
    places = ("hands", "table", "discard", "draw", "aside")
    return without_place(dict.fromkeys(CARDS, 1), words, *places)


def from_position(rules: "Rules", players: int, words: Given, luck: random.Random) -> Raw:
    """What the core restores; a position that cannot be is refused in one sentence."""
    reader = Reader("horrible-mountain", players, words, _KEYS)
    reader.need("hands", "table", "cubes", "control")
    raw = _read_cards(reader, luck)
    _read_cubes(reader, raw)
    _read_decision(reader, rules, raw)
    _check_cubes(reader, raw)
    _check_sizes(reader, rules, raw)
    _read_knowledge(reader, raw)
    return raw


def _read_cards(reader: Reader, luck: random.Random) -> Raw:
    """Every card once; a Draw Pile that is left out holds what is named nowhere."""
    raw: Raw = {
        "hands": reader.choices_by_seat("hands", CARDS),
        "table": reader.places("table", CARDS, _SLOTS, "slot"),
        "discard": reader.choices("discard", CARDS),
        "aside": reader.word("aside", ("", *CARDS), "") - 1,
    }
    places = [*raw["hands"], raw["table"], raw["discard"], [raw["aside"]]]
    placed = [card for place in places for card in place if card >= 0]
    rest = [card for card in range(len(CARDS)) if card not in placed]
    luck.shuffle(rest)
    raw["draw"] = reader.choices("draw", CARDS, names(rest))
    every = [*placed, *raw["draw"]]
    for code, card in enumerate(CARDS):
        if every.count(code) > 1:
            raise reader.no(f"{card} is there {every.count(code)} times")
        if code not in every:
            raise reader.no(f"{card} is nowhere; leave out draw to put it there")
    return raw


def _read_cubes(reader: Reader, raw: Raw) -> None:
    """One cube of each colour on the table, its twin with a player or in the Cube Pile (HM-31)."""
    raw["cubes"] = reader.places("cubes", COLOURS, _SLOTS, "slot")
    raw["control"] = reader.choices_by_seat("control", COLOURS)
    held = [*raw["control"][0], *raw["control"][1]]
    others = [colour for place, colour in enumerate(COLOURS) if place not in held]
    raw["cube_pile"] = sorted(reader.choices("cube_pile", COLOURS, others))
    if sorted([*held, *raw["cube_pile"]]) != list(range(len(COLOURS))):
        raise reader.no("each colour must be once in control or in the cube_pile")


def _check_cubes(reader: Reader, raw: Raw) -> None:
    """Which slots have their cube, by what is being decided."""
    bare = tuple(slot for slot, colour in enumerate(raw["cubes"]) if colour < 0)
    if raw["phase"] == core.PHASE_PLACE_SECOND:
        if bare not in _PAIRS:
            raise reader.no("the second placing finds cubes on 4 and on either 2 and 6 or 3 and 5")
    elif bare != ((0, 1, 3, 4) if raw["phase"] == core.PHASE_PLACE_FIRST else ()):
        raise reader.no("every slot must have its cube, but for those that are still to be placed")


def _check_sizes(reader: Reader, rules: "Rules", raw: Raw) -> None:
    """HM-26: a hand over the limit is one that is about to discard."""
    phase, seat = raw["phase"], raw["seat"]
    over = phase == core.PHASE_LIMIT
    for i, hand in enumerate(raw["hands"]):
        most = rules.hand_limit + (over and i == seat)
        if len(hand) > most or (over and i == seat and len(hand) < most):
            what = "exactly" if over and i == seat else "at most"
            raise reader.no(f"seat {i + 1} must hold {what} {most} cards, not {len(hand)}")
    if not raw["draw"] and rules.run_out == "last_card_taken" and phase != core.PHASE_OVER:
        raise reader.no("the Draw Pile is empty, and would have been reshuffled")
    if phase in (core.PHASE_TAKE, core.PHASE_ORDER) and not raw["discard"]:
        raise reader.no(f"there is nothing in the discard to {PHASES[phase]}")
    if phase in (core.PHASE_PLACE_FIRST, core.PHASE_PLACE_SECOND) and [
        len(hand) for hand in raw["hands"]
    ] != [1, 1]:
        raise reader.no("cubes are placed with one card in each hand")


def _read_decision(reader: Reader, rules: "Rules", raw: Raw) -> None:
    raw["phase"] = reader.word("deciding", PHASES, PHASES[0])
    raw["evil_master"] = reader.seat("evil_master", 0)
    raw["seat"] = reader.seat("turn", raw["evil_master"])
    raw["used"] = reader.seats("specials_used")
    usual = "special" if raw["phase"] in (core.PHASE_TAKE, core.PHASE_ORDER) else ACTIONS[0]
    raw["action"] = reader.word("during", ACTIONS, usual)
    empty = [slot for slot, card in enumerate(raw["table"]) if card < 0]
    due = (
        raw["phase"] == core.PHASE_LIMIT
        and raw["action"] == core.TAKE_TABLE
        and rules.overflow_timing == "before_replacement"
    )
    if len(empty) != due:
        raise reader.no(f"{len(empty)} slots of the table are empty instead of {int(due)}")
    raw["slot"] = empty[0] if empty else 0
    raw["runs"] = reader.number("run_outs", 0, rules.run_outs, 0)
    raw["turn_no"] = reader.number("turns", 0, rules.max_turns, 0)
    if raw["phase"] != core.PHASE_OVER and raw["turn_no"] == rules.max_turns:
        raise reader.no(f"the game would have been over after {raw['turn_no']} turns")
    raw["winner"] = reader.number("winner", 0, 2, 0) - 1
    raw["end_reason"] = reader.word("end_reason", ENDS, ENDS[0])


def _read_knowledge(reader: Reader, raw: Raw) -> None:
    raw["known"] = reader.choices_by_seat("known", CARDS)
    for seat in range(2):
        if not set(raw["known"][seat]) <= set(raw["hands"][seat]):
            raise reader.no(f"known of seat {seat + 1} names cards that it does not hold")
    special = reader.part("special", ("taken", "suspects", "buried", "ordered"))
    raw["taken"] = special.word("taken", ("", *CARDS), "") - 1
    raw["suspects"] = special.choices("suspects", CARDS)
    raw["buried"] = special.number("buried", 0, len(raw["discard"]), 0)
    ordering = raw["phase"] == core.PHASE_ORDER
    most = max(0, len(raw["discard"]) - 2) if ordering else 0
    raw["ordered"] = special.number("ordered", 0, most, 0)
    if (raw["taken"] >= 0) != bool(raw["suspects"]) or (
        raw["taken"] >= 0 and raw["taken"] not in raw["suspects"]
    ):
        raise reader.no("special.suspects must name special.taken and the cards it may be instead")
