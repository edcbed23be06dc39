"""Hide N Seek: what everybody can see of a state, and what one seat can."""

from dataclasses import dataclass
from typing import Any

from analyzer.games._hide_n_seek_words import PHASES, SYMBOL_NAMES, box_of, faces_of


@dataclass(frozen=True)
class View:
    """What one seat can see. Seats are numbered from 1; lists by seat begin with seat 1, lists by
    place with the first place of the row. Cards are the numbers of their table, 0 = an empty place.
    """

    seat: int
    players: int
    rules: Any
    deciding: str  # as in a position
    turn: int  # the seat that decides
    round: int
    actions: int  # left
    hand: list[int]
    hands: list[list[int]] | None  # of all seats, unless hands are hidden
    hand_sizes: list[int]
    hides: list[str]  # on which map
    pawns: dict[str, list[int]]  # by map and seat: 0 is the start, the last position the goal
    piles: dict[str, int]  # by map: the arrow
    row: list[int]
    dice: list[list[list[int]]]  # by seat and place: the faces lying there
    rolled: list[int]  # free dice of the player in turn that show a face
    won: list[int]  # cards won in this turn
    playing: dict[str, Any]  # the card being played and its symbol
    deck_size: int
    bottom: list[int] | None  # the cards of the deck that were seen, top first, unless hidden


def card_numbers(rules: Any, indexes: list[int]) -> list[int]:
    """Cards of the core as numbers of their table."""
    cards = box_of(rules).cards
    return [0 if index < 0 else cards[index].id for index in indexes]


def public(rules: Any, raw: dict[str, Any]) -> dict[str, Any]:
    """What everybody can see, as a position says it."""
    names = [place.name for place in box_of(rules).maps]
    words: dict[str, Any] = {
        "deciding": PHASES[raw["phase"]],
        "turn": raw["seat"] + 1,
        "round": raw["round"],
        "actions": raw["actions"],
        "hides": [names[place] for place in raw["hide"]],
        "pawns": dict(zip(names, (list(row) for row in raw["pawns"]), strict=True)),
        "piles": {n: arrow for n, arrow in zip(names, raw["piles"], strict=True) if arrow >= 0},
        "row": card_numbers(rules, raw["row"]),
        "dice": [[faces_of(counts) for counts in places] for places in raw["dice"]],
        "rolled": faces_of(raw["rolled"]),
        "won": card_numbers(rules, raw["won"]),
        "playing": {},
    }
    if raw["card"] >= 0:
        (card,) = card_numbers(rules, [raw["card"]])
        words["playing"] = {"card": card, "symbol": SYMBOL_NAMES[raw["symbol"]]}
    return words


def view(rules: Any, raw: dict[str, Any], seat: int) -> View:
    """What `seat` (from 0) can see."""
    hands = [card_numbers(rules, hand) for hand in raw["hands"]]
    known = rules.hands == "known"
    return View(
        seat=seat + 1,
        players=len(hands),
        rules=rules,
        hand=hands[seat],
        hands=hands if known else None,
        hand_sizes=[len(hand) for hand in hands],
        deck_size=len(raw["deck"]),
        bottom=card_numbers(rules, raw["deck"][raw["unseen"] :]) if known else None,
        **public(rules, raw),
    )
