"""hike, compiled. What others may use: `GAME`, and the names of its numbers."""

from analyzer._core.games.hike.game import GAME  # noqa: F401
from analyzer._core.games.hike.state import *  # noqa: F403
