"""Oh Hell: what everybody can see of a state, and what one seat can."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer.games._oh_hell_words import NONE, PHASES, SUITS, card_name, cards, next_seat
from analyzer.games._spec import Raw, Words

if TYPE_CHECKING:
    from analyzer.games.oh_hell import Rules


@dataclass(frozen=True)
class View:
    """What one seat can see. Seats are numbered from 1; lists by seat begin with seat 1."""

    seat: int
    players: int
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


def _voids(players: int, tricks: list[list[tuple[int, str]]]) -> list[list[str]]:
    shown: list[set[str]] = [set() for _ in range(players)]
    for trick in tricks:
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


def or_blank(bids: list[int]) -> list[int | str]:
    return ["" if bid == NONE else bid for bid in bids]


def view(rules: "Rules", raw: Raw, seat: int) -> View:
    """What `seat` (from 0) can see."""
    players = len(raw["hands"])
    tricks = _tricks_by_seat(raw)
    complete = len(tricks) and len(tricks[-1]) == len(raw["playing"])
    last = last_hand(raw)
    if last and not rules.turnup_visible:
        last["turned"] = last["turned"][1]
    bids = [
        None if bid == NONE or (raw["bids_hidden"] and other != seat) else bid
        for other, bid in enumerate(raw["bids"])
    ]
    return View(
        seat=seat + 1,
        players=players,
        rules=rules,
        deciding=PHASES[raw["phase"]],
        hand=cards(raw["hands"][seat]),
        hand_sizes=[len(hand) for hand in raw["hands"]],
        hand_number=raw["hand_no"] + 1,
        cards=raw["cards"],
        dealer=raw["dealer"] + 1,
        taking_part=from_one(raw["playing"]),
        turned=card_name(raw["turned"]) if raw["turned_known"] else None,
        trump=SUITS[raw["turned"] // 16] if raw["trump_known"] else None,
        bids=bids,
        tricks=list(raw["tricks"]),
        trick=[] if complete or not tricks else tricks[-1],
        played=tricks if complete else tricks[:-1],
        voids=_voids(players, tricks),
        points=list(raw["points"]),
        pants_used=from_one(raw["pants_used"]),
        last_hand=last,
    )
