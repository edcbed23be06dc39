"""hide-n-seek, compiled. What others may use: `GAME`, and the names of its numbers."""

from analyzer._core.games.hide_n_seek.game import GAME  # noqa: F401
from analyzer._core.games.hide_n_seek.state import *  # noqa: F403
