"""Hide N Seek: what everybody can see of a state, and what one seat can."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from analyzer.games._hide_n_seek_maps import box_of
from analyzer.games._hide_n_seek_words import PHASES, SYMBOL_NAMES, card_names, faces_of
from analyzer.games._seen import Maker, Seen
from analyzer.games._spec import Raw, Words

if TYPE_CHECKING:
    from analyzer.games.hide_n_seek import Rules


# What everybody can see of a state, as it is there.
_OPEN = (
    *("phase", "seat", "round", "first", "actions", "hide", "pawns", "piles", "row", "dice"),
    *("rolled", "won", "card", "symbol"),
)


def _maps(rules: "Rules") -> list[str]:
    return [place.name for place in box_of(rules).maps]


def _pawns(rules: "Rules", raw: Raw) -> dict[str, list[int]]:
    return dict(zip(_maps(rules), (list(row) for row in raw["pawns"]), strict=True))


def _piles(rules: "Rules", raw: Raw) -> dict[str, int]:
    piles = zip(_maps(rules), raw["piles"], strict=True)
    return {name: arrow for name, arrow in piles if arrow >= 0}


def _playing(rules: "Rules", raw: Raw) -> Words:
    if raw["card"] < 0:
        return {}
    (card,) = card_names(rules, [raw["card"]])
    return {"card": card, "symbol": SYMBOL_NAMES[raw["symbol"]]}


PUBLIC: Mapping[str, Maker] = {
    "deciding": lambda _, raw: PHASES[raw["phase"]],
    "turn": lambda _, raw: raw["seat"] + 1,
    "round": lambda _, raw: raw["round"],
    "first": lambda _, raw: raw["first"] + 1,
    "actions": lambda _, raw: raw["actions"],
    "hides": lambda rules, raw: [_maps(rules)[place] for place in raw["hide"]],
    "pawns": _pawns,
    "piles": _piles,
    "row": lambda rules, raw: card_names(rules, raw["row"]),
    "dice": lambda _, raw: [[faces_of(counts) for counts in row] for row in raw["dice"]],
    "rolled": lambda _, raw: faces_of(raw["rolled"]),
    "won": lambda rules, raw: card_names(rules, raw["won"]),
    "playing": _playing,
}


def public(rules: "Rules", raw: Raw) -> Words:
    """What everybody can see, as a position says it."""
    return {name: maker(rules, raw) for name, maker in PUBLIC.items()}


def _hands(rules: "Rules", raw: Raw) -> list[list[str]] | None:
    return raw["hands"] and [card_names(rules, hand) for hand in raw["hands"]]


def _bottom(rules: "Rules", raw: Raw) -> list[str] | None:
    return None if raw["bottom"] is None else card_names(rules, raw["bottom"])


class View(Seen):
    """What one seat can see. Seats are numbered from 1; lists by seat begin with seat 1, lists by
    place with the first place of the row. Cards are named as in moves, "" is an empty place.
    """

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

    MAKERS: ClassVar[Mapping[str, Maker]] = {
        **PUBLIC,
        "hand": lambda rules, raw: card_names(rules, raw["hand"]),
        "hands": _hands,
        "hand_sizes": lambda _, raw: list(raw["hand_sizes"]),
        "deck_size": lambda _, raw: raw["deck_size"],
        "bottom": _bottom,
    }


def view(rules: "Rules", raw: Raw, seat: int) -> View:
    """What `seat` (from 0) can see."""
    hands, known = raw["hands"], rules.hands == "known"
    seen = {key: raw[key] for key in _OPEN} | {
        "hand": hands[seat],
        "hands": hands if known else None,
        "hand_sizes": [len(hand) for hand in hands],
        "deck_size": len(raw["deck"]),
        "bottom": raw["deck"][raw["unseen"] :] if known else None,
    }
    return View(rules, seen, seat, len(hands))
