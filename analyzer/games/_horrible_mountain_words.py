"""Horrible Mountain in rulebook words: cards, colours, moves, orders of the deck.

The core speaks in codes (see _core/games/horrible_mountain.pxd); the lists here are in their order.
"""

from typing import TYPE_CHECKING, Any

from analyzer.games._position import read_decks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.games._spec import Script

CARDS = tuple(f"{rank}{suit}" for rank in range(2, 7) for suit in "CDHS")
COLOURS = ("red", "yellow", "blue", "green", "white")
ROLES = ("Evil Master", "adventurer")
PHASES = ("action", "discard", "take", "put on top", "first placing", "second placing", "over")
ACTIONS = ("draw", "swap a card", "take a table card", "take a discard", "swap cubes", "claim",
           "special")  # fmt: skip
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
ENDS = ("third run-out", "stalled", "turn cap")

(_DRAW, _SWAP_CARD, _TAKE_TABLE, _TAKE_DISCARD, _SWAP_CUBES, _CLAIM, _SPECIAL, _PLACE, _DISCARD,
 _TAKE, _PUT_ON_TOP) = range(11)  # fmt: skip
_EITHER = 1 << 23
_SPECIALS = ("examine the other player's hand", "examine the discard pile")
_TABLE, _LOOSE, _RESHUFFLE = 16, 17, 18  # purposes of chance


def move_name(_rules: Any, code: int) -> str:
    """A move in rulebook words."""
    first, second, table, other = (code >> shift & 31 for shift in (0, 5, 10, 15))
    colour, kind = code >> 20 & 7, code >> 24
    if kind == _PLACE:
        return f"place {COLOURS[colour]} on {first + 2} and {COLOURS[colour + 1]} on {second + 2}"
    if kind == _SPECIAL:
        return _SPECIALS[first]
    two = "and" if code & _EITHER else "then"
    discarding = f"discarding {CARDS[first]} {two} {CARDS[second]}"
    return {
        _DRAW: "draw a card",
        _SWAP_CARD: f"swap {CARDS[first]} with {CARDS[table]}",
        _TAKE_TABLE: f"take the table card under {COLOURS[colour]}",
        _TAKE_DISCARD: f"take the discard {CARDS[first]} for {COLOURS[colour]}",
        _SWAP_CUBES: f"swap cubes of {CARDS[table]} and {CARDS[other]} {discarding}",
        _CLAIM: f"claim {COLOURS[colour]} {discarding}",
        _DISCARD: f"discard {CARDS[first]}",
        _TAKE: f"take {CARDS[first]}",
        _PUT_ON_TOP: f"put {CARDS[first]} on top",
    }[kind]


def names(codes: "Sequence[int]") -> list[str]:
    """The cards behind codes."""
    return [CARDS[code] for code in codes]


def hand_of(_rules: Any, raw: dict[str, Any], seat: int) -> list[str]:
    """The cards a seat (from 0) holds."""
    return names(raw["hands"][seat])


def scripts(_rules: Any, _players: int, deals: "Sequence[Sequence[str]]") -> "list[Script]":
    """Orders of the deck written down beforehand, as the core takes them: the deck in which the
    table is revealed, the loose cards, then each reshuffle. Each names all 20 cards, top first;
    those that lie elsewhere at that moment are passed over."""
    codes = {card: code for code, card in enumerate(CARDS)}
    decks = read_decks("horrible-mountain", deals, codes, dict.fromkeys(CARDS, 1))
    first = ((_TABLE, 0), (_LOOSE, 0))
    return [
        (*(first[number] if number < 2 else (_RESHUFFLE, number - 1)), cards)
        for number, cards in enumerate(decks)
    ]
