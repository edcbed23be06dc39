"""Hike positions and moves in a few words, for tests.

Hands are written seat by seat with "|" between them; moves with the seat that makes each, so that
the order of the turns is tested along: table("Peak Light | Tree | Trail Bug", "1 Peak, 3 Trail").
"""

from typing import Any

from analyzer import new_state
from analyzer.playout.state import State

_THE = {name: f"The {name}" for name in ("Sun", "Wind", "Worm")}


def cards(words: str) -> list[str]:
    """ "Sun Peak" -> ["The Sun", "Peak"]."""
    return [_THE.get(word, word) for word in words.split()]


def move(words: str) -> str:
    first, _, rest = words.partition(" ")
    return f"{_THE.get(first, first)} {rest}".strip()


def make_state(
    hands: str, moves: str = "", rules: dict[str, Any] | None = None, **position: Any
) -> State:
    """A state in the middle of a hand, after some moves."""
    position["hands"] = [cards(hand) for hand in hands.split("|")]
    state = new_state("hike", rules=rules, position=position)
    return play(state, moves)


def play(state: State, moves: str) -> State:
    for words in filter(None, moves.split(", ")):
        seat, _, name = words.partition(" ")
        assert state.seat == int(seat), f"{words}: it is seat {state.seat}'s turn"
        state.play(move(name))
    return state


def statuses(status: str) -> dict[str, list[str]]:
    """ "a e f" -> the status of the seats: active, eliminated, finished, - for none."""
    words = {"a": "active", "e": "eliminated", "f": "finished", "-": "out"}
    return {"status": [words[letter] for letter in status.split()]}


def last_hand(state: State) -> tuple[list[int], list[int]]:
    """Leftovers and points of the hand that is just over."""
    position = state.position()
    assert state.over or position["pile"] == [], "the hand goes on"
    assert position["hand"] > 1, "no hand is over"
    return position["last_hand"]["leftovers"], position["last_hand"]["points"]


def sizes(state: State) -> list[int]:
    view: Any = state.view(1)
    return view.hand_sizes


def hand(state: State, seat: int) -> list[str]:
    return state.position()["hands"][seat - 1]
