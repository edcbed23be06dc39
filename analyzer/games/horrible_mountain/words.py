"""Horrible Mountain in rulebook words: cards, colours, moves, orders of the deck.

The core speaks in codes (see _core/games/horrible_mountain/state.pxd) and says which they are; a
card is 4 * (rank - 2) + suit.
"""

from typing import TYPE_CHECKING

from analyzer._core.games import horrible_mountain as core
from analyzer.games.code_words import words_by_code, words_of
from analyzer.games.position_reader import read_decks
from analyzer.games.spec import Raw

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.games.horrible_mountain import Rules
    from analyzer.games.spec import Script

CARDS = tuple(f"{rank}{suit}" for rank in range(2, 7) for suit in "CDHS")
COLOURS = ("red", "yellow", "blue", "green", "white")
ROLES = ("Evil Master", "adventurer")
PHASES = words_by_code(
    {
        core.PHASE_TURN: "action",
        core.PHASE_LIMIT: "discard",
        core.PHASE_TAKE: "take",
        core.PHASE_ORDER: "put on top",
        core.PHASE_PLACE_FIRST: "first placing",
        core.PHASE_PLACE_SECOND: "second placing",
        core.PHASE_OVER: "over",
    }
)
ACTIONS = words_by_code(
    {
        core.DRAW: "draw",
        core.SWAP_CARD: "swap a card",
        core.TAKE_TABLE: "take a table card",
        core.TAKE_DISCARD: "take a discard",
        core.SWAP_CUBES: "swap cubes",
        core.CLAIM: "claim",
        core.SPECIAL: "special",
    }
)
LINES = {
    "straight_flush": "straight flush",
    "four_of_a_kind": "four of a kind",
    "full_house": "full house",
    "straight": "straight",
    "three_of_a_kind": "three of a kind",
    "two_pair": "two pair",
    "one_pair": "one pair",
    "nothing": "none of the above",
}
ENDS = words_of(core, "END_", {"RUN_OUT": "third run-out"})

_SPECIALS = ("examine the other player's hand", "examine the discard pile")
_FIELDS = (0, core.MOVE_SECOND, core.MOVE_TABLE, core.MOVE_OTHER)  # shifts of the cards of a move


def move_name(_rules: "Rules", code: int) -> str:
    """A move in rulebook words."""
    first, second, table, other = (code >> shift & core.CARD_FIELD for shift in _FIELDS)
    colour, kind = code >> core.MOVE_COLOUR & 7, code >> core.MOVE_KIND
    if kind == core.PLACE:
        return f"place {COLOURS[colour]} on {first + 2} and {COLOURS[colour + 1]} on {second + 2}"
    if kind == core.SPECIAL:
        return _SPECIALS[first]
    two = "and" if code & core.MOVE_EITHER else "then"
    discarding = f"discarding {CARDS[first]} {two} {CARDS[second]}"
    return {
        core.DRAW: "draw a card",
        core.SWAP_CARD: f"swap {CARDS[first]} with {CARDS[table]}",
        core.TAKE_TABLE: f"take the table card under {COLOURS[colour]}",
        core.TAKE_DISCARD: f"take the discard {CARDS[first]} for {COLOURS[colour]}",
        core.SWAP_CUBES: f"swap cubes of {CARDS[table]} and {CARDS[other]} {discarding}",
        core.CLAIM: f"claim {COLOURS[colour]} {discarding}",
        core.DISCARD: f"discard {CARDS[first]}",
        core.TAKE: f"take {CARDS[first]}",
        core.PUT_ON_TOP: f"put {CARDS[first]} on top",
        core.PUT_NEXT: f"put {CARDS[first]} next",
    }[kind]


def card_names(codes: "Sequence[int]") -> list[str]:
    """The cards behind codes."""
    return [CARDS[code] for code in codes]


def hand_of(_rules: "Rules", raw: Raw, seat: int) -> list[str]:
    """The cards a seat (from 0) holds."""
    return card_names(raw["hands"][seat])


def scripts(_rules: "Rules", _players: int, deals: "Sequence[Sequence[str]]") -> "list[Script]":
    """Orders of the deck written down beforehand, as the core takes them: the deck in which the
    table is revealed, the loose cards, then each reshuffle. Each names all 20 cards, top first;
    those that lie elsewhere at that moment are passed over."""
    codes = {card: code for code, card in enumerate(CARDS)}
    decks = read_decks("horrible-mountain", deals, codes, dict.fromkeys(CARDS, 1))
    first = ((core.PURPOSE_TABLE, 0), (core.PURPOSE_LOOSE, 0))
    return [
        (*(first[number] if number < 2 else (core.PURPOSE_RESHUFFLE, number - 1)), cards)
        for number, cards in enumerate(decks)
    ]
