"""Oh Hell: a state as a position in words, and what one seat sees of it.

A position is a dict (TOML on disk). Seats are numbered from 1, lists by seat begin with seat 1.

    hands        the cards each seat holds now
    turned       the turned card; left out: one of the cards named nowhere, by the seed
    bids         of this hand, by seat; "" where none is made yet. Left out: none is made
    played       the tricks of this hand in order, each a list of cards in the order they were laid;
                 the last one may be incomplete. Who laid which follows from the rules
    hand         number of the hand from 1; left out: the first with that many cards
    dealer       the seat that deals it; left out: as if seat 1 had dealt the first hand
    points       totals before this hand
    taking_part  the seats that play this hand; left out: all
    pants_used   seats to which the pants rule no longer applies
    last_hand    what became of the hand before: {hand, cards, dealer, turned, taking_part, bids,
                 tricks, points, pants}
    winners, end_reason     of a game that is over

What follows from these may be given too, and must then agree: turn (the seat that decides),
deciding ("bid", "card", "over"), cards (dealt to each seat), tricks (taken so far, by seat).
A position is read in _oh_hell_reader.py.
"""

from dataclasses import dataclass
from typing import Any

from analyzer.games._oh_hell_words import (
    END_REASONS,
    NONE,
    PHASES,
    SUITS,
    card_name,
    cards,
    next_seat,
)


@dataclass(frozen=True)
class View:
    """What one seat can see. Seats are numbered from 1; lists by seat begin with seat 1."""

    seat: int
    players: int
    rules: Any
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
    last_hand: dict[str, Any] | None


def _from_one(seats: list[int]) -> list[int]:
    return [seat + 1 for seat in seats]


def _tricks_by_seat(raw: dict[str, Any]) -> list[list[tuple[int, str]]]:
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


def _last_hand(raw: dict[str, Any]) -> dict[str, Any] | None:
    last = raw["last"]
    if last["hand_no"] == NONE:
        return None
    return {
        "hand": last["hand_no"] + 1,
        "cards": last["cards"],
        "dealer": last["dealer"] + 1,
        "turned": card_name(last["turned"]),
        "taking_part": _from_one(last["playing"]),
        "bids": _or_blank(last["bids"]),
        "tricks": list(last["tricks"]),
        "points": list(last["points"]),
        "pants": _from_one(last["pants"]),
    }


def _or_blank(bids: list[int]) -> list[Any]:
    return ["" if bid == NONE else bid for bid in bids]


def view(rules: Any, raw: dict[str, Any], seat: int) -> View:
    """What `seat` (from 0) can see."""
    players = len(raw["hands"])
    tricks = _tricks_by_seat(raw)
    complete = len(tricks) and len(tricks[-1]) == len(raw["playing"])
    last = _last_hand(raw)
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
        taking_part=_from_one(raw["playing"]),
        turned=card_name(raw["turned"]) if raw["turned_known"] else None,
        trump=SUITS[raw["turned"] // 16] if raw["trump_known"] else None,
        bids=bids,
        tricks=list(raw["tricks"]),
        trick=[] if complete or not tricks else tricks[-1],
        played=tricks if complete else tricks[:-1],
        voids=_voids(players, tricks),
        points=list(raw["points"]),
        pants_used=_from_one(raw["pants_used"]),
        last_hand=last,
    )


def position(_rules: Any, raw: dict[str, Any]) -> dict[str, Any]:
    """A state in words, complete."""
    words = {
        "players": len(raw["hands"]),
        "hand": raw["hand_no"] + 1,
        "cards": raw["cards"],
        "dealer": raw["dealer"] + 1,
        "taking_part": _from_one(raw["playing"]),
        "turn": raw["seat"] + 1,
        "deciding": PHASES[raw["phase"]],
        "hands": [cards(hand) for hand in raw["hands"]],
        "turned": card_name(raw["turned"]),
        "bids": _or_blank(raw["bids"]),
        "played": [cards(codes) for _, codes in raw["laid"]],
        "tricks": list(raw["tricks"]),
        "points": list(raw["points"]),
        "pants_used": _from_one(raw["pants_used"]),
    }
    last = _last_hand(raw)
    if last:
        words["last_hand"] = last
    if PHASES[raw["phase"]] == "over":
        words["winners"] = _from_one(raw["winners"])
        words["end_reason"] = END_REASONS[raw["end_reason"]]
    return words
