"""Oh Hell in words: cards, moves, decks.

The core speaks in codes (see _core/games/oh_hell/state.pxd) and says which they are; a card is
16 * suit + rank.
"""

from typing import TYPE_CHECKING

from analyzer._core.games import oh_hell as core
from analyzer.games.code_words import words_of
from analyzer.games.position_reader import read_decks
from analyzer.games.spec import Raw

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer._core.contract import Game
    from analyzer.games.oh_hell import Rules
    from analyzer.games.spec import Script

RANKS = "23456789TJQKA"
SUITS = "CDHS"
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
PHASES = words_of(core, "PHASE_", {"PLAY": "card"})
END_REASONS = words_of(core, "END_", {"HIGHEST": "highest total"})
NONE = -1  # no bid yet, no hand yet


def card_name(code: int) -> str:
    """A card: TC is the ten of clubs."""
    return RANKS[code % 16] + SUITS[code // 16]


CODES = {card_name(16 * suit + rank): 16 * suit + rank for suit in range(4) for rank in range(13)}


def card_names(codes: "Sequence[int]") -> list[str]:
    """Several cards."""
    return [card_name(code) for code in codes]


def move_name(_rules: "Rules", code: int) -> str:
    """A move: "bid 3" or "play TC"."""
    return f"bid {code - core.MOVE_BID}" if code >= core.MOVE_BID else f"play {card_name(code)}"


def hand_of(_rules: "Rules", raw: Raw, seat: int) -> list[str]:
    """The cards a seat (from 0) holds."""
    return card_names(raw["hands"][seat])


def compiled_game() -> "Game":
    """The compiled game."""
    from analyzer._core.games.oh_hell import GAME

    return GAME


def scripts(_rules: "Rules", _players: int, deals: "Sequence[Sequence[str]]") -> "list[Script]":
    """Decks written down beforehand, as the core takes them: one for each hand from the first."""
    decks = read_decks("oh-hell", deals, CODES, dict.fromkeys(CODES, 1))
    return [(core.PURPOSE_DEAL, number, deck) for number, deck in enumerate(decks)]
