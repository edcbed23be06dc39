"""Hike: what its rules do not tell apart: seats. Suits differ by their follow table."""

import random
from typing import TYPE_CHECKING

from analyzer.games.symmetry import Seats, Symmetry, random_shift, same_move

if TYPE_CHECKING:
    from analyzer.games.hike import Rules
    from analyzer.games.spec import Raw

_SEATS = Seats(
    ("seat", "round_by", "round_at", "dealer", "worm_by", "worm_to", "winner"),
    ("active", "playing", "pending", "planted_out"),
    (
        *("hands", "out", "out_order", "had", "bugs", "trees", "last_play", "known", "base"),
        *("bug_allow", "bug_had", "bird_allow", "bird_had", "points", "hand_leftovers"),
        *("hand_points", "hand_out"),
    ),
)


def symmetries(rules: "Rules", raw: "Raw", luck: random.Random) -> list[Symmetry]:  # noqa: ARG001
    players = len(raw["hands"])
    turned = _SEATS.turned(raw, players, random_shift(players, luck))
    return [Symmetry("seats", turned | {"turn_begins": False}, same_move)]
