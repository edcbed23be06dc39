"""Hike: what its rules do not tell apart: seats. Suits differ by their follow table."""

import random
from typing import TYPE_CHECKING

from analyzer.games.hike.state import DECLARED
from analyzer.games.symmetry import Symmetry, random_shift, same_move

if TYPE_CHECKING:
    from analyzer.games.hike import Rules
    from analyzer.games.spec import Raw

_SEATS = DECLARED.seats(some=("active", "playing"), each=("out", "out_order"))


def symmetries(rules: "Rules", raw: "Raw", luck: random.Random) -> list[Symmetry]:  # noqa: ARG001
    players = len(raw["hands"])
    turned = _SEATS.turned(raw, players, random_shift(players, luck))
    return [Symmetry("seats", turned | {"turn_begins": False}, same_move)]
