"""Levels of skill by name: how people of different experience might play a game.

A level is a setting of another policy. Each game says how many mistakes a level makes, so that one
player of a level, among players of the level below, clearly wins more than its share.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from analyzer.games.spec import AnyGame

WORLDS = 32  # in which a thinker tries every move


@dataclass(frozen=True)
class Level:
    """A level of skill, as `analyze policies` shows it."""

    name: str
    policy: str  # what it is a name for
    sentence: str


def levels_of(game: "AnyGame") -> tuple[Level, ...]:
    """From the weakest to the strongest."""
    beginner, family, club = (f"noise:e={chance:g}" for chance in game.mistakes)
    return (
        Level("beginner", beginner, "Knows the rules and little more."),
        Level("family", family, "Plays now and then."),
        Level("club", club, "Plays often, and still makes mistakes."),
        Level("expert", "expert", "Makes the mistakes of our expert only."),
        Level("thinker", f"search:worlds={WORLDS}", "Thinks ahead at every move; slow."),
    )
