"""Levels of skill by name: how people of different experience might play a game.

A level is a setting of another policy. Each game says how many mistakes a level makes, so that one
player of a level, among players of the level below, clearly wins more than its share.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from analyzer.games.spec import AnyGame

MISTAKEN = ("beginner", "family", "club")  # who makes mistakes beside those of our expert
WORLDS = 32  # in which a thinker tries every move


@dataclass(frozen=True)
class Level:
    """A level of skill, as `analyze policies` shows it."""

    name: str
    policy: str  # what it is a name for
    sentence: str


def levels_of(game: "AnyGame") -> tuple[Level, ...]:
    """From the weakest to the strongest."""
    sentences = (
        "Knows the rules and little more.",
        "Plays now and then.",
        "Plays often, and still makes mistakes.",
    )
    each = zip(MISTAKEN, game.mistakes, sentences, strict=True)
    return (
        *(Level(name, f"noise:e={chance:g}", sentence) for name, chance, sentence in each),
        Level("expert", "expert", "Makes the mistakes of our expert only."),
        Level("thinker", f"search:worlds={WORLDS}", "Thinks ahead at every move; slow."),
    )
