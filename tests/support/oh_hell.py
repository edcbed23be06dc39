"""Oh Hell positions and moves in a few words, for tests.

Hands are written seat by seat with "|" between them; moves with the seat that makes each, so that
the order of the turns is tested along: table("9C 2D | KC 3D | AS 4D", "1 9C, 2 KC, 3 AS").
"""

from typing import Any

from analyzer import new_state
from analyzer.games.oh_hell.words import CODES
from analyzer.playout.state import State

ZEROS = object()  # everybody has bid zero
NONE = ""  # no bid yet


def make_state(
    hands: str,
    moves: str = "",
    rules: dict[str, Any] | None = None,
    *,
    bids: Any = ZEROS,
    **position: Any,
) -> State:
    """A state in the middle of a hand, after some moves."""
    position["hands"] = [hand.split() for hand in hands.split("|")]
    players = len(position["hands"])
    position["bids"] = [0] * players if bids is ZEROS else bids
    return play(new_state("oh-hell", rules=rules, position=position), moves)


def bidding(hands: str, rules: dict[str, Any] | None = None, **position: Any) -> State:
    """A hand before its first bid."""
    return make_state(hands, "", rules, bids=[NONE] * (hands.count("|") + 1), **position)


def play(state: State, moves: str) -> State:
    """ "2 9C" is a card of seat 2, "2 bid 3" a bid."""
    for words in filter(None, moves.split(", ")):
        seat, _, name = words.partition(" ")
        assert state.seat == int(seat), f"{words}: it is seat {state.seat}'s turn"
        state.play(name if name.startswith("bid") else f"play {name}")
    return state


def cards(state: State) -> list[str]:
    """The legal moves without the word play."""
    return [move.removeprefix("play ") for move in state.moves()]


def bid_all(state: State, bids: list[int]) -> State:
    """By seat, in whatever order they are asked for."""
    while state.position()["deciding"] == "bid":
        assert state.seat is not None
        state.play(f"bid {bids[state.seat - 1]}")
    return state


def finish_hand(state: State, prefer: str = "") -> State:
    """To the end of the hand: each seat plays its first legal card of a suit, or its first card.

    `prefer` has a letter for each seat, "." for no suit.
    """
    hand = state.position()["hand"]
    while not state.over and state.position()["hand"] == hand:
        assert state.seat is not None
        moves, suit = state.moves(), prefer[state.seat - 1] if prefer else "."
        state.play(next((move for move in moves if move.endswith(suit)), moves[0]))
    return state


def last_hand(state: State) -> dict[str, Any]:
    """The result of the hand that ended last."""
    return state.position()["last_hand"]


def deck(*first: str) -> list[str]:
    """A whole deck that begins with some cards."""
    return [*first, *(card for card in CODES if card not in first)]
