"""A policy for hike, written in Python."""

from collections import Counter
from typing import Any, ClassVar


class Hoarder:
    """Plays the card it holds most of, and specialties last."""

    parameters: ClassVar = {"keep": (2.0, 0.0, 10.0, "Cards at which it lets its specialties go.")}

    def __init__(self, keep: float = 2.0) -> None:
        self.keep = keep

    def choose(self, view: Any, moves: list[str], rng: Any) -> str:
        held = Counter(view.hand)
        plain = [move for move in moves if held[move] and move in view.calls_for]
        if plain and len(view.hand) > self.keep:
            return max(plain, key=lambda move: held[move])
        return moves[int(rng.below(len(moves)))]
