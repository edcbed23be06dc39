"""Oh Hell in words: cards, moves, decks.

The core speaks in codes (see _core/games/oh_hell.pxd): a card is 16 * suit + rank, a bid 64 + its
tricks.
"""

from typing import TYPE_CHECKING, Any

from analyzer.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Sequence

RANKS = "23456789TJQKA"
SUITS = "CDHS"
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
PHASES = ("bid", "card", "over")
END_REASONS = ("highest total", "unresolved")
NONE = -1  # no bid yet, no hand yet
BID = 64  # code of the bid of zero
DEAL = 16  # purpose of the stream that deals


def card_name(code: int) -> str:
    """A card: TC is the ten of clubs."""
    return RANKS[code % 16] + SUITS[code // 16]


CODES = {card_name(16 * suit + rank): 16 * suit + rank for suit in range(4) for rank in range(13)}


def cards(codes: "Sequence[int]") -> list[str]:
    """Several cards."""
    return [card_name(code) for code in codes]


def move_name(_rules: Any, code: int) -> str:
    """A move: "bid 3" or "play TC"."""
    return f"bid {code - BID}" if code >= BID else f"play {card_name(code)}"


def hand_of(_rules: Any, raw: dict[str, Any], seat: int) -> list[str]:
    """The cards a seat (from 0) holds."""
    return cards(raw["hands"][seat])


def compiled() -> Any:
    """The compiled game."""
    from analyzer._core.games.oh_hell import GAME

    return GAME


def next_seat(playing: "Sequence[int]", seat: int) -> int:
    """The next seat clockwise that takes part."""
    return min((other for other in playing if other > seat), default=playing[0])


def scripts(_rules: Any, _players: int, deals: "Sequence[Sequence[str]]") -> list[tuple]:
    """Decks written down beforehand, as the core takes them: one for each hand from the first."""
    written = []
    for number, deck in enumerate(deals):
        for card in deck:
            if card not in CODES:
                raise UserError(
                    f"deals[{number}] of oh-hell names a card {card!r} that is not one, as TC for "
                    "the ten of clubs is."
                )
        for card in CODES:
            if deck.count(card) != 1:
                raise UserError(
                    f"deals[{number}] of oh-hell must hold {card} once, in a deck of 52 cards; got "
                    f"{deck.count(card)}."
                )
        written.append((DEAL, number, bytes(CODES[card] for card in deck)))
    return written
