"""Oh Hell: what everybody can see of a state, and what one seat can."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from analyzer.games._oh_hell_words import NONE, PHASES, SUITS, card_name, cards, next_seat
from analyzer.games._seen import Maker, Seen
from analyzer.games._spec import Raw, Words

if TYPE_CHECKING:
    from analyzer.games.oh_hell import Rules


# What everybody can see of a state, as it is there.
_OPEN = ("phase", "hand_no", "cards", "dealer", "playing", "laid", "tricks", "points", "pants_used")


def from_one(seats: list[int]) -> list[int]:
    return [seat + 1 for seat in seats]


def _tricks_by_seat(raw: Raw) -> list[list[tuple[int, str]]]:
    """Every trick begun, each card with its seat (from 1)."""
    tricks = []
    for leader, codes in raw["laid"]:
        trick, seat = [], leader
        for code in codes:
            trick.append((seat + 1, card_name(code)))
            seat = next_seat(raw["playing"], seat)
        tricks.append(trick)
    return tricks


def _split(raw: Raw) -> tuple[list[list[tuple[int, str]]], list[tuple[int, str]]]:
    """The complete tricks, and the one under way."""
    tricks = _tricks_by_seat(raw)
    if tricks and len(tricks[-1]) < len(raw["playing"]):
        return tricks[:-1], tricks[-1]
    return tricks, []


def _voids(_rules: "Rules", raw: Raw) -> list[list[str]]:
    shown: list[set[str]] = [set() for _ in raw["points"]]
    for trick in _tricks_by_seat(raw):
        led = trick[0][1][1]
        for seat, card in trick[1:]:
            if card[1] != led:
                shown[seat - 1].add(led)
    return [sorted(suits) for suits in shown]


def last_hand(raw: Raw) -> Words | None:
    last = raw["last"]
    if last["hand_no"] == NONE:
        return None
    return {
        "hand": last["hand_no"] + 1,
        "cards": last["cards"],
        "dealer": last["dealer"] + 1,
        "turned": card_name(last["turned"]),
        "taking_part": from_one(last["playing"]),
        "bids": or_blank(last["bids"]),
        "tricks": list(last["tricks"]),
        "points": list(last["points"]),
        "pants": from_one(last["pants"]),
    }


def _without_rank(last: Raw) -> Raw:
    return last | {"turned": last["turned"] // 16 * 16}


def or_blank(bids: list[int]) -> list[int | str]:
    return ["" if bid == NONE else bid for bid in bids]


def _last_seen(rules: "Rules", raw: Raw) -> Words | None:
    last = last_hand(raw)
    if last and not rules.turnup_visible:
        last["turned"] = last["turned"][1]  # its suit is all that was ever shown
    return last


class View(Seen):
    """What one seat can see. Seats are numbered from 1; lists by seat begin with seat 1."""

    rules: "Rules"
    deciding: str  # "bid", "card" or "over"
    hand: list[str]
    hand_sizes: list[int]
    hand_number: int
    cards: int  # dealt to each seat in this hand
    dealer: int
    taking_part: list[int]
    turned: str | None  # None while it is not shown
    trump: str | None  # its suit, a letter
    bids: list[int | None]  # None: not made, or not revealed
    tricks: list[int]  # taken in this hand
    trick: list[tuple[int, str]]  # seat and card, in order; empty before a lead
    played: list[list[tuple[int, str]]]  # the complete tricks of this hand
    voids: list[list[str]]  # suits that a seat has shown not to hold
    points: list[int]
    pants_used: list[int]
    last_hand: Words | None

    MAKERS: ClassVar[Mapping[str, Maker]] = {
        "deciding": lambda _, raw: PHASES[raw["phase"]],
        "hand": lambda _, raw: cards(raw["hand"]),
        "hand_sizes": lambda _, raw: list(raw["hand_sizes"]),
        "hand_number": lambda _, raw: raw["hand_no"] + 1,
        "cards": lambda _, raw: raw["cards"],
        "dealer": lambda _, raw: raw["dealer"] + 1,
        "taking_part": lambda _, raw: from_one(raw["playing"]),
        "turned": lambda _, raw: None if raw["turned"] is None else card_name(raw["turned"]),
        "trump": lambda _, raw: None if raw["trump"] is None else SUITS[raw["trump"]],
        "bids": lambda _, raw: list(raw["bids"]),
        "tricks": lambda _, raw: list(raw["tricks"]),
        "trick": lambda _, raw: _split(raw)[1],
        "played": lambda _, raw: _split(raw)[0],
        "voids": _voids,
        "points": lambda _, raw: list(raw["points"]),
        "pants_used": lambda _, raw: from_one(raw["pants_used"]),
        "last_hand": _last_seen,
    }


def view(rules: "Rules", raw: Raw, seat: int) -> View:
    """What `seat` (from 0) can see."""
    hands = raw["hands"]
    seen = {key: raw[key] for key in _OPEN} | {
        "hand": hands[seat],
        "hand_sizes": [len(hand) for hand in hands],
        "turned": raw["turned"] if raw["turned_known"] else None,
        "trump": raw["turned"] // 16 if raw["trump_known"] else None,
        "bids": [
            None if bid == NONE or (raw["bids_hidden"] and other != seat) else bid
            for other, bid in enumerate(raw["bids"])
        ],
        "last": raw["last"] if rules.turnup_visible else _without_rank(raw["last"]),
    }
    return View(rules, seen, seat, len(hands))
