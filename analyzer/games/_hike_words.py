"""Hike in rulebook words: cards, moves, decks.

The core speaks in codes (see _core/games/hike.pxd); the lists here are in the order of those codes.
"""

from typing import TYPE_CHECKING, Any

from analyzer.games._position import read_decks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.games._spec import Script

SUITS = ("Bird", "Bug", "Lake", "Light", "Peak", "Trail", "Tree")
SPECIALTIES = {
    "avalanche": "Avalanche",
    "drought": "Drought",
    "earthquake": "Earthquake",
    "lost": "Lost",
    "poop": "Poop",
    "spring": "Spring",
    "sun": "The Sun",
    "worm": "The Worm",
    "litter": "Litter",
    "wind": "The Wind",
}
CAUSES = ("", "no follow", "sun", "drought", "declined", "")
PHASES = ("card", "drought", "bird on the worm", "capture", "plant", "plant before turn", "over")
WORM = ("unplayed", "waiting", "left", "captured")

_SPECIALTY_NAMES = tuple(SPECIALTIES.values())
_FIRST_SPECIALTY, _FIRST_SPECIALTY_CODE = 42, 70
_WIND, _DECLINE, _NO_BIRD, _CAPTURE, _LEAVE, _PLANT, _CARD = 64, 72, 73, 74, 75, 128, 256
_DEAL = 16  # purpose of the stream that deals


def card_name(rules: Any, code: int) -> str:
    """A card; suited ones carry a number when the cards of a suit differ."""
    if code >= _FIRST_SPECIALTY_CODE:
        return _SPECIALTY_NAMES[code - _FIRST_SPECIALTY_CODE]
    suit, copy = divmod(code, 10)
    return f"{SUITS[suit]} {copy + 1}" if rules.suits_scope == "card" else SUITS[suit]


def card_codes(rules: Any) -> dict[str, int]:
    """Every card name of a deck under these rules, and its code."""
    if rules.suits_scope == "card":
        suited = range(_FIRST_SPECIALTY_CODE)
    else:
        suited = range(0, _FIRST_SPECIALTY_CODE, 10)
    specialties = range(_FIRST_SPECIALTY_CODE, _FIRST_SPECIALTY_CODE + len(SPECIALTIES))
    return {card_name(rules, code): code for code in (*suited, *specialties)}


def deck(rules: Any) -> dict[str, int]:
    """How many of each card are in the deck."""
    one = rules.suits_scope == "card"
    cards = {name: 1 if one else 10 for name, c in card_codes(rules).items() if c < 70}
    return cards | {name: getattr(rules, key) for key, name in SPECIALTIES.items()}


def move_name(rules: Any, code: int) -> str:
    """A move in rulebook words."""
    if code < _FIRST_SPECIALTY:
        return SUITS[code // 6]
    if code < _WIND:
        return _SPECIALTY_NAMES[code - _FIRST_SPECIALTY]
    if code < _DECLINE:
        return f"The Wind as {SUITS[code - _WIND]}"
    if code >= _CARD:
        return card_name(rules, code - _CARD)
    if code >= _PLANT:
        return _plant_name(*divmod(code - _PLANT, 32)[::-1])
    return {
        _DECLINE: "decline",
        _NO_BIRD: "no Bird",
        _CAPTURE: "capture The Worm",
        _LEAVE: "leave The Worm",
    }[code]


def _plant_name(trees: int, wind: int) -> str:
    words = [_many(trees, "Tree")] if trees else []
    words += ["The Wind"] if wind else []
    return "plant " + (" and ".join(words) or "nothing")


def _many(n: int, word: str) -> str:
    return f"{n} {word}" if n == 1 else f"{n} {word}s"


def hand_of(rules: Any, raw: dict[str, Any], seat: int) -> list[str]:
    """The cards a seat (from 0) holds."""
    return [card_name(rules, code) for code in raw["hands"][seat]]


def exposed_name(rules: Any, code: int) -> str | None:
    """The exposed card; None for an empty pile."""
    return None if code < 0 else move_name(rules, code)


def scripts(rules: Any, _players: int, deals: "Sequence[Sequence[str]]") -> "list[Script]":
    """Decks written down beforehand, as the core takes them: one for each hand from the first."""
    decks = read_decks("hike", deals, card_codes(rules), deck(rules))
    return [(_DEAL, number, cards) for number, cards in enumerate(decks)]
