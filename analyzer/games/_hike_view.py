"""Hike: what everybody can see of a state, and what one seat can."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from analyzer._core.games import hike as core
from analyzer.games._hike_words import PHASES, SUITS, WORM, card_name, exposed_name
from analyzer.games._seen import Maker, Seen
from analyzer.games._spec import Raw, Words

if TYPE_CHECKING:
    from analyzer.games.hike import Rules

FORCES = ("Avalanche", "Lost", "Spring")
# What everybody can see of a state, as it is there.
_OPEN = (
    *("phase", "active", "playing", "out", "pile", "direction", "exposed", "calls_for", "hand_no"),
    *("avalanche", "lost", "spring", "worm", "worm_by", "worm_to", "birds", "bugs", "trees"),
    *("points", "dealer"),
)


def _names(rules: "Rules", codes: list[int]) -> list[str]:
    return [card_name(rules, code) for code in codes]


def _status(raw: Raw, seat: int) -> str:
    if seat not in raw["playing"]:
        return "out"
    if seat in raw["active"]:
        return "active"
    return "finished" if raw["out"][seat] == core.OUT_FINISHED else "eliminated"


def _worm(_rules: "Rules", raw: Raw) -> Words:
    words = {"state": WORM[raw["worm"]]}
    seats = {"by": raw["worm_by"], "to": raw["worm_to"]}
    return words | {key: seat + 1 for key, seat in seats.items() if seat >= 0}


PUBLIC: Mapping[str, Maker] = {
    "status": lambda _, raw: [_status(raw, seat) for seat in range(len(raw["points"]))],
    "deciding": lambda _, raw: PHASES[raw["phase"]],
    "pile": lambda rules, raw: _names(rules, raw["pile"]),
    "direction": lambda _, raw: "left" if raw["direction"] > 0 else "right",
    "in_force": lambda _, raw: [force for force in FORCES if raw[force.lower()]],
    "worm": _worm,
    "birds": lambda _, raw: raw["birds"],
    "bugs": lambda rules, raw: [_names(rules, codes) for codes in raw["bugs"]],
    "planted": lambda rules, raw: [_names(rules, codes) for codes in raw["trees"]],
    "points": lambda _, raw: list(raw["points"]),
    "dealer": lambda _, raw: raw["dealer"] + 1,
}


def public(rules: "Rules", raw: Raw) -> Words:
    """What everybody can see, as a position says it."""
    return {name: maker(rules, raw) for name, maker in PUBLIC.items()}


class View(Seen):
    """What one seat can see. Seats are numbered from 1; lists by seat begin with seat 1."""

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

    MAKERS: ClassVar[Mapping[str, Maker]] = {
        **PUBLIC,
        "hand": lambda rules, raw: _names(rules, raw["hand"]),
        "hand_sizes": lambda _, raw: list(raw["hand_sizes"]),
        "exposed": lambda rules, raw: exposed_name(rules, raw["exposed"]),
        "calls_for": lambda _, raw: [SUITS[suit] for suit in raw["calls_for"]],
        "stock_size": lambda _, raw: raw["stock_size"],
        "laid": lambda rules, raw: [_names(rules, codes) for codes in raw["laid"]],
        "hand_number": lambda _, raw: raw["hand_no"] + 1,
    }


def view(rules: "Rules", raw: Raw, seat: int) -> View:
    """What `seat` (from 0) can see."""
    hands = raw["hands"]
    seen = {key: raw[key] for key in _OPEN}
    seen["hand"] = hands[seat]
    seen["hand_sizes"] = [len(hand) for hand in hands]
    seen["stock_size"] = len(raw["stock"])
    seen["laid"] = [
        hand if _status(raw, other) == "eliminated" else [] for other, hand in enumerate(hands)
    ]
    return View(rules, seen, seat, len(hands))
