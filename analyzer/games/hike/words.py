"""Hike in rulebook words: cards, moves, decks.

The core speaks in codes (see _core/games/hike/state.pxd) and says which they are.
"""

from typing import TYPE_CHECKING

from analyzer._core.games import hike as core
from analyzer.games.code_words import words_by_code, words_of
from analyzer.games.position_reader import read_decks
from analyzer.games.spec import Raw

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.games.hike import Rules
    from analyzer.games.spec import Script

SUITS = words_by_code(
    {
        core.BIRD: "Bird",
        core.BUG: "Bug",
        core.LAKE: "Lake",
        core.LIGHT: "Light",
        core.PEAK: "Peak",
        core.TRAIL: "Trail",
        core.TREE: "Tree",
    }
)
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
CAUSES = words_of(core, "OUT_", {"NOT": "", "FOLLOW": "no follow", "FINISHED": ""})
PHASES = words_of(
    core,
    "PHASE_",
    {
        "PLAY": "card",
        "WORM_BIRD": "bird on the worm",
        "SPRING": "plant",
        "TURN_PLANT": "plant before turn",
    },
)
WORM = words_of(core, "WORM_", {"LAPSED": "left"})
END_REASONS = words_of(core, "END_")

_SPECIALTY_NAMES = tuple(SPECIALTIES.values())
_FIRST_SPECIALTY: int = core.FIRST_SPECIALTY  # of the moves; below it are suits
_FIRST_SPECIALTY_CODE: int = core.FIRST_SPECIALTY_CODE  # of the cards


def kind_name(code: int) -> str:
    """A suit, or a specialty, of a card's code."""
    if code >= _FIRST_SPECIALTY_CODE:
        return _SPECIALTY_NAMES[code - _FIRST_SPECIALTY_CODE]
    return SUITS[code // 10]


def card_name(rules: "Rules", code: int) -> str:
    """A card; suited ones carry a number when the cards of a suit differ."""
    differs = rules.suits_scope == "card" and code < _FIRST_SPECIALTY_CODE
    return f"{kind_name(code)} {code % 10 + 1}" if differs else kind_name(code)


def card_codes(rules: "Rules") -> dict[str, int]:
    """Every card name of a deck under these rules, and its code."""
    if rules.suits_scope == "card":
        suited = range(_FIRST_SPECIALTY_CODE)
    else:
        suited = range(0, _FIRST_SPECIALTY_CODE, 10)
    specialties = range(_FIRST_SPECIALTY_CODE, _FIRST_SPECIALTY_CODE + len(SPECIALTIES))
    return {card_name(rules, code): code for code in (*suited, *specialties)}


def kind_codes(rules: "Rules") -> dict[str, int]:
    """The cards, and the suits where which card of a suit it was does not matter."""
    return card_codes(rules) | {suit: 10 * place for place, suit in enumerate(SUITS)}


def deck(rules: "Rules") -> dict[str, int]:
    """How many of each card are in the deck."""
    one = rules.suits_scope == "card"
    cards = {
        name: 1 if one else 10 for name, c in card_codes(rules).items() if c < _FIRST_SPECIALTY_CODE
    }
    return cards | {name: getattr(rules, key) for key, name in SPECIALTIES.items()}


def move_name(rules: "Rules", code: int) -> str:
    """A move in rulebook words."""
    if code < _FIRST_SPECIALTY:
        return SUITS[code // 6]
    if code < core.MOVE_WIND:
        return _SPECIALTY_NAMES[code - _FIRST_SPECIALTY]
    if code < core.MOVE_DECLINE:
        return f"The Wind as {SUITS[code - core.MOVE_WIND]}"
    if code >= core.MOVE_CARD:
        return card_name(rules, code - core.MOVE_CARD)
    if code >= core.MOVE_PLANT:
        return _plant_name(*divmod(code - core.MOVE_PLANT, core.PLANT_WIND)[::-1])
    return {
        core.MOVE_DECLINE: "decline",
        core.MOVE_NO_BIRD: "no Bird",
        core.MOVE_CAPTURE: "capture The Worm",
        core.MOVE_LEAVE: "leave The Worm",
    }[code]


def _plant_name(trees: int, wind: int) -> str:
    words = [_many(trees, "Tree")] if trees else []
    words += ["The Wind"] if wind else []
    return "plant " + (" and ".join(words) or "nothing")


def _many(n: int, word: str) -> str:
    return f"{n} {word}" if n == 1 else f"{n} {word}s"


def hand_of(rules: "Rules", raw: Raw, seat: int) -> list[str]:
    """The cards a seat (from 0) holds."""
    return [card_name(rules, code) for code in raw["hands"][seat]]


def exposed_name(rules: "Rules", code: int) -> str | None:
    """The exposed card; None for an empty pile."""
    return None if code < 0 else move_name(rules, code)


def scripts(rules: "Rules", _players: int, deals: "Sequence[Sequence[str]]") -> "list[Script]":
    """Decks written down beforehand, as the core takes them: one for each hand from the first."""
    decks = read_decks("hike", deals, card_codes(rules), deck(rules))
    return [(core.PURPOSE_DEAL, number, cards) for number, cards in enumerate(decks)]
