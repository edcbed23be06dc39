"""Positions and moves of hike-sled in a few words, for tests.

A sled is written row by row, "SSI - . P / - - - -": points for some husky that has them, H17 for
that very one, - for a youngster, . for a free spot. The cards have one edge colour and there are 16
youngsters, so that every sled can be built; `printed()` plays with the cards as they are. Moves are
written with the seat that makes each: play(state, "1 use A", "1 stop").
"""

from typing import Any

from analyzer import new_state
from analyzer.games import hike_sled
from analyzer.games.hike_sled.cards import load
from analyzer.playout.state import State
from support.paths import TESTS

GAME = "hike-sled"
FACE = hike_sled.GAME
ONE_COLOUR = str(TESTS / "support" / "hike_sled_one_colour.toml")
RULES: dict[str, Any] = {"cards": ONE_COLOUR, "youngsters": 16}
HUSKIES = [husky.points for husky in load("reconstruction").huskies]
SPOTS = "ABCDEFGH"


class Box:
    """Hands out every husky once."""

    def __init__(self) -> None:
        self.used: set[str] = set()

    def reserve(self, words: str) -> None:
        self.used |= {word for word in words.split() if word[0] == "H"}

    def card(self, word: str) -> str:
        if word in (".", "-"):
            return "" if word == "." else "youngster"
        if word[0] == "H":
            return word
        for number, points in enumerate(HUSKIES, start=1):
            name = f"H{number}"
            if points == word and name not in self.used:
                self.used.add(name)
                return name
        raise AssertionError(f"no husky with {word} is left")

    def sled(self, words: str) -> list[str]:
        return [self.card(word) for word in words.replace("/", " ").split()]


def hand(words: str) -> list[str]:
    """ "H5 young equipment care double" -> cards."""
    known = {"young": "youngster", "double": "double care"}
    return [known.get(word, word) for word in words.split()]


def make_state(
    sleds: list[str],
    hands: list[str] | None = None,
    rules: dict[str, Any] | None = None,
    seed: int = 0,
    **words: Any,
) -> State:
    """A state with these sleds and hands; what is not said is as usual."""
    box = Box()
    for text in (*sleds, *(hands or []), words.get("centre", "")):
        box.reserve(text)
    words["sleds"] = [box.sled(text) for text in sleds]
    words["hands"] = [hand(text) for text in hands or [""] * len(sleds)]
    words["players"] = len(sleds)
    if "centre" in words:
        words["centre"] = [*hand(words["centre"])]
    return new_state(GAME, rules=RULES | (rules or {}), position=words, seed=seed)


EMPTY = ". . . . / . . . ."
YOUNG = "- - - - / - - - -"


def race(
    sleds: str | list[str],
    track: str,
    hands: str | list[str] = "",
    rules: dict[str, Any] | None = None,
    **words: Any,
) -> State:
    """A race day; with one sled the other seat is out."""
    listed = [sleds, EMPTY] if isinstance(sleds, str) else sleds
    held = [hands, ""] if isinstance(hands, str) and isinstance(sleds, str) else hands or None
    words.setdefault("racers", [1] if isinstance(sleds, str) else list(range(1, len(listed) + 1)))
    return make_state(listed, held, rules, track=track.split(), **words)  # type: ignore[arg-type]


def play(state: State, *moves: str) -> State:
    for words in moves:
        seat, _, name = words.partition(" ")
        assert state.seat == int(seat), f"{words}: it is seat {state.seat}'s turn"
        state.play(name)
    return state


def field(state: State, seat: int = 1) -> int:
    return state.position()["fields"][seat - 1]


def hand_of(state: State, seat: int = 1) -> list[str]:
    return state.position()["hands"][seat - 1]


def new_game(players: int = 4, seed: int = 0, **rules: Any) -> State:
    """A game with the cards as they are."""
    return new_state(GAME, players=players, rules=rules, seed=seed)


def first(state: State, *words: str) -> str:
    """The first legal move that begins with one of these words, in their order."""
    for word in words:
        for move in state.moves():
            if move.startswith(word):
                return move
    raise AssertionError(f"none of {words} among {state.moves()}")


def draft_day(state: State, *wanted: str) -> None:
    """One day of Preparations in which nobody uses a mentor, a bonus or the declaration."""
    day = state.position()["day"]
    while not state.over and state.position()["day"] == day and not state.position()["racers"]:
        state.play(first(state, "reveal no more", "no bonus", "wait", *wanted, "to hand", "pass"))
