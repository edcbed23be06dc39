"""Horrible Mountain positions and moves in a few words, for tests.

Cards are written "2S 4H 6D". Moves are written with the seat that makes each, so that the order of
the turns is tested along: play(base(), "1 draw a card", "2 swap 3C with 3D").
"""

import random
from typing import Any

from analyzer import new_state
from analyzer.playout.state import State

GAME = "horrible-mountain"
SUITS = "CDHS"
CARDS = [f"{rank}{suit}" for rank in range(2, 7) for suit in SUITS]
COLOURS = ["red", "yellow", "blue", "green", "white"]


def cards(words: str) -> list[str]:
    return words.split()


def both(lists: list[list[str]]) -> list[str]:
    """What two seats have together."""
    return [*lists[0], *lists[1]]


TABLE = {
    "table": cards("2H 3D 4C 5S 6H"),
    "cubes": ["red", "blue", "white", "green", "yellow"],
    "control": [["red", "yellow"], ["blue", "green"]],
}
BASE = TABLE | {
    "hands": [cards("2S 4H 6D"), cards("3C 5C 5D")],
    "draw": cards("2C 6C 3H 4S 6S 2D 5H 3S 4D"),
}
LATE = TABLE | {
    "hands": [cards("2C 2D 3C 4H 6C"), cards("3H 3S 5C 5D 6D")],
    "draw": ["4S"],
    "discard": cards("2S 5H 6S 4D"),
}


def make_state(words: dict[str, Any], rules: dict[str, Any] | None = None, **more: Any) -> State:
    return new_state(GAME, rules=rules, position=words | more)


def base(rules: dict[str, Any] | None = None, **more: Any) -> State:
    """BASE of the scenarios: the start of a game, the Evil Master to move."""
    return make_state(BASE, rules, **more)


def late(rules: dict[str, Any] | None = None, **more: Any) -> State:
    """LATE of the scenarios: full hands, one card in the Draw Pile."""
    return make_state(LATE, rules, **more)


def play(state: State, *moves: str) -> State:
    for words in moves:
        seat, _, move = words.partition(" ")
        assert state.seat == int(seat), f"{words}: it is seat {state.seat}'s turn"
        state.play(move)
    return state


def hand(state: State, seat: int) -> list[str]:
    return state.position()["hands"][seat - 1]


def moves(state: State, start: str) -> list[str]:
    """The legal moves that begin with a word or two."""
    return [move for move in state.moves() if move.startswith(start)]


def kinds(state: State) -> dict[str, int]:
    """How many legal moves there are of each action."""
    names = {
        "draw": "draw a card", "swap": "swap ", "take": "take the table",
        "discard": "take the disc", "cubes": "swap cubes", "claim": "claim", "special": "examine",
    }  # fmt: skip
    found = {key: len(moves(state, start)) for key, start in names.items()}
    found["swap"] -= found["cubes"]
    return {key: n for key, n in found.items() if n}


def with_hands(*hands: str, **more: Any) -> dict[str, Any]:
    """A position with other hands; what is not named is in the Draw Pile, but for `discard`."""
    return TABLE | {"hands": [cards(words) for words in hands]} | more


def finished_game(
    hands: tuple[str, str], slots: str, control: tuple, rules: dict[str, Any] | None = None
) -> State:
    """A finished game with these hands and cubes: in the last turn the Evil Master looks at the
    other hand, which changes nothing; then the limit of turns ends the game."""
    words = with_hands(*hands, table=slots.split(), control=list(control))
    rules = {"variant": True, "max_turns": 1, "on_cap": "score"} | (rules or {})
    return play(make_state(words, rules), "1 examine the other player's hand")


def run(state: State, rng: random.Random) -> State:
    """To the end, at random."""
    while codes := state._stepper.moves():
        state._stepper.apply(rng.choice(codes))
    return state
