"""Hike: what everybody can see of a state, and what one seat can."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer._core.games import hike as core
from analyzer.games._hike_words import PHASES, SUITS, WORM, card_name, exposed_name
from analyzer.games._spec import Raw, Words

if TYPE_CHECKING:
    from analyzer.games.hike import Rules

FORCES = ("Avalanche", "Lost", "Spring")


@dataclass(frozen=True)
class View:
    """What one seat can see. Seats are numbered from 1; lists by seat begin with seat 1."""

    seat: int
    players: int
    rules: "Rules"
    deciding: str  # as in a position
    hand: list[str]
    hand_sizes: list[int]
    status: list[str]
    exposed: str | None
    calls_for: list[str]  # suits that may follow the exposed card
    pile: list[str]  # bottom to top
    stock_size: int
    direction: str
    in_force: list[str]
    worm: Words
    birds: int
    laid: list[list[str]]  # face-up leftovers of eliminated seats
    bugs: list[list[str]]
    planted: list[list[str]]
    points: list[int]
    dealer: int
    hand_number: int


def _status(raw: Raw, seat: int) -> str:
    if seat not in raw["playing"]:
        return "out"
    if seat in raw["active"]:
        return "active"
    return "finished" if raw["out"][seat] == core.OUT_FINISHED else "eliminated"


def public(rules: "Rules", raw: Raw) -> Words:
    """What everybody can see, as a position says it."""
    seats = range(len(raw["hands"]))
    words = {
        "status": [_status(raw, seat) for seat in seats],
        "deciding": PHASES[raw["phase"]],
        "pile": [card_name(rules, code) for code in raw["pile"]],
        "direction": "left" if raw["direction"] > 0 else "right",
        "in_force": [force for force in FORCES if raw[force.lower()]],
        "worm": {"state": WORM[raw["worm"]]},
        "birds": raw["birds"],
        "bugs": [[card_name(rules, code) for code in codes] for codes in raw["bugs"]],
        "planted": [[card_name(rules, code) for code in codes] for codes in raw["trees"]],
        "points": list(raw["points"]),
        "dealer": raw["dealer"] + 1,
    }
    for key, seat in (("by", raw["worm_by"]), ("to", raw["worm_to"])):
        if seat >= 0:
            words["worm"][key] = seat + 1
    return words


def view(rules: "Rules", raw: Raw, seat: int) -> View:
    """What `seat` (from 0) can see."""
    hands = [[card_name(rules, code) for code in codes] for codes in raw["hands"]]
    words = public(rules, raw)
    status = words["status"]
    return View(
        seat=seat + 1,
        players=len(hands),
        rules=rules,
        hand=hands[seat],
        hand_sizes=[len(hand) for hand in hands],
        exposed=exposed_name(rules, raw["exposed"]),
        calls_for=[SUITS[suit] for suit in raw["calls_for"]],
        stock_size=len(raw["stock"]),
        laid=[hand if status[i] == "eliminated" else [] for i, hand in enumerate(hands)],
        hand_number=raw["hand_no"] + 1,
        **words,
    )
