"""Horrible Mountain: what everybody can see of a state, and what one seat can."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer._core.games import horrible_mountain as core
from analyzer.games._horrible_mountain_words import CARDS, COLOURS, PHASES, ROLES, names
from analyzer.games._spec import Raw, Words

if TYPE_CHECKING:
    from analyzer.games.horrible_mountain import Rules

_PLACING = (core.PHASE_PLACE_FIRST, core.PHASE_PLACE_SECOND)


@dataclass(frozen=True)
class View:
    """What one seat can see or has seen. Seats are numbered from 1; lists by seat begin with 1."""

    seat: int
    players: int
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


def table_words(raw: Raw) -> Words:
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


def view(rules: "Rules", raw: Raw, seat: int) -> View:
    """What `seat` (from 0) can see, and what it knows if it forgets nothing."""
    placing = raw["phase"] in _PLACING
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
        **table_words(raw),
    )
