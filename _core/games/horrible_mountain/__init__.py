"""horrible-mountain, compiled. What others may use: `GAME`, and the names of its numbers."""

from analyzer._core.games.horrible_mountain.game import GAME  # noqa: F401
from analyzer._core.games.horrible_mountain.state import *  # noqa: F403
