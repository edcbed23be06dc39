"""hike-sled, compiled. What others may use: `GAME`, and the names of its numbers."""

from analyzer._core.games.hike_sled.game import GAME  # noqa: F401
from analyzer._core.games.hike_sled.state import *  # noqa: F403
