"""Hide N Seek: what everybody can see of a state, and what one seat can."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer.games._hide_n_seek_words import (
    PHASES,
    SYMBOL_NAMES,
    box_of,
    card_names,
    faces_of,
)
from analyzer.games._spec import Raw, Words

if TYPE_CHECKING:
    from analyzer.games.hide_n_seek import Rules


@dataclass(frozen=True)
class View:
    """What one seat can see. Seats are numbered from 1; lists by seat begin with seat 1, lists by
    place with the first place of the row. Cards are named as in moves, "" is an empty place.
    """

    seat: int
    players: int
    rules: "Rules"
    deciding: str  # as in a position
    turn: int  # the seat that decides
    round: int
    first: int  # the seat that began
    actions: int  # left
    hand: list[str]
    hands: list[list[str]] | None  # of all seats, unless hands are hidden
    hand_sizes: list[int]
    hides: list[str]  # on which map
    pawns: dict[str, list[int]]  # by map and seat: 0 is the start, the last position the goal
    piles: dict[str, int]  # by map: the arrow
    row: list[str]
    dice: list[list[list[int]]]  # by seat and place: the faces lying there
    rolled: list[int]  # free dice of the player in turn that show a face
    won: list[str]  # cards won in this turn
    playing: Words  # the card being played and its symbol
    deck_size: int
    bottom: list[str] | None  # the cards of the deck that were seen, top first, unless hidden


def public(rules: "Rules", raw: Raw) -> Words:
    """What everybody can see, as a position says it."""
    names = [place.name for place in box_of(rules).maps]
    words: Words = {
        "deciding": PHASES[raw["phase"]],
        "turn": raw["seat"] + 1,
        "round": raw["round"],
        "first": raw["first"] + 1,
        "actions": raw["actions"],
        "hides": [names[place] for place in raw["hide"]],
        "pawns": dict(zip(names, (list(row) for row in raw["pawns"]), strict=True)),
        "piles": {n: arrow for n, arrow in zip(names, raw["piles"], strict=True) if arrow >= 0},
        "row": card_names(rules, raw["row"]),
        "dice": [[faces_of(counts) for counts in places] for places in raw["dice"]],
        "rolled": faces_of(raw["rolled"]),
        "won": card_names(rules, raw["won"]),
        "playing": {},
    }
    if raw["card"] >= 0:
        (card,) = card_names(rules, [raw["card"]])
        words["playing"] = {"card": card, "symbol": SYMBOL_NAMES[raw["symbol"]]}
    return words


def view(rules: "Rules", raw: Raw, seat: int) -> View:
    """What `seat` (from 0) can see."""
    hands = [card_names(rules, hand) for hand in raw["hands"]]
    known = rules.hands == "known"
    return View(
        seat=seat + 1,
        players=len(hands),
        rules=rules,
        hand=hands[seat],
        hands=hands if known else None,
        hand_sizes=[len(hand) for hand in hands],
        deck_size=len(raw["deck"]),
        bottom=card_names(rules, raw["deck"][raw["unseen"] :]) if known else None,
        **public(rules, raw),
    )
