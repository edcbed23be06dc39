"""Horrible Mountain: what everybody can see of a state, and what one seat can."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from analyzer._core.games import horrible_mountain as core
from analyzer.games._horrible_mountain_words import CARDS, COLOURS, PHASES, ROLES, names
from analyzer.games._seen import Maker, Seen
from analyzer.games._spec import Raw, Words

if TYPE_CHECKING:
    from analyzer.games.horrible_mountain import Rules

_PLACING = (core.PHASE_PLACE_FIRST, core.PHASE_PLACE_SECOND)


PUBLIC: Mapping[str, Maker] = {
    "table": lambda _, raw: ["" if card < 0 else CARDS[card] for card in raw["table"]],
    "cubes": lambda _, raw: ["" if colour < 0 else COLOURS[colour] for colour in raw["cubes"]],
    "control": lambda _, raw: [[COLOURS[c] for c in colours] for colours in raw["control"]],
    "cube_pile": lambda _, raw: [COLOURS[colour] for colour in raw["cube_pile"]],
    "deciding": lambda _, raw: PHASES[raw["phase"]],
    "run_outs": lambda _, raw: raw["runs"],
    "turns": lambda _, raw: raw["turn_no"],
    "specials_used": lambda _, raw: [seat + 1 for seat in raw["used"]],
}
# What everybody can see of a state, as it is there.
_OPEN = ("table", "cubes", "control", "cube_pile", "phase", "runs", "turn_no", "used")


def table_words(raw: Raw) -> Words:
    """What everybody can see, as a position says it."""
    return {name: maker(None, raw) for name, maker in PUBLIC.items()}


def _unseen(_rules: "Rules", raw: Raw) -> list[str]:
    known = {*raw["hand"], *raw["table"], *raw["open"], *raw["opponent"], raw["aside"]}
    return [card for code, card in enumerate(CARDS) if code not in known]


class View(Seen):
    """What one seat can see or has seen. Seats are numbered from 1; lists by seat begin with 1."""

    rules: "Rules"
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

    MAKERS: ClassVar[Mapping[str, Maker]] = {
        **PUBLIC,
        "role": lambda _, raw: ROLES[raw["role"]],
        "hand": lambda _, raw: names(raw["hand"]),
        "hand_sizes": lambda _, raw: list(raw["hand_sizes"]),
        "draw_size": lambda _, raw: raw["draw_size"],
        "discard": lambda _, raw: [""] * raw["buried"] + names(raw["open"]),
        "opponent": lambda _, raw: names(raw["opponent"]),
        "unseen": _unseen,
    }


def view(rules: "Rules", raw: Raw, seat: int) -> View:
    """What `seat` (from 0) can see, and what it knows if it forgets nothing."""
    placing = raw["phase"] in _PLACING
    buried = raw["buried"] if seat == raw["evil_master"] else 0
    seen = {key: raw[key] for key in _OPEN} | {
        "role": int(seat != raw["evil_master"]),
        "hand": raw["hands"][seat] if rules.see_first_card or not placing else [],
        "hand_sizes": [len(cards) for cards in raw["hands"]],
        "draw_size": len(raw["draw"]),
        "buried": buried,
        "open": raw["discard"][buried:],
        "opponent": raw["known"][1 - seat],
        "aside": raw["aside"],
    }
    return View(rules, seen, seat, 2)
