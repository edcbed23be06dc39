"""oh-hell, compiled. What others may use: `GAME`, and the names of its numbers."""

from analyzer._core.games.oh_hell.game import GAME  # noqa: F401
from analyzer._core.games.oh_hell.state import *  # noqa: F403
