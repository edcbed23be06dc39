"""hike-sled: what its rules do not tell apart: in the race, seats. In Preparations seat 1 has the
first turn of a day (HS-8), and no two huskies, landscapes or terrains are equal."""

import random
from typing import TYPE_CHECKING

from analyzer._core.games import hike_sled as core
from analyzer.games.hike_sled.state import DECLARED
from analyzer.games.symmetry import Symmetry, random_shift, rotate, same_move, shift_seat

if TYPE_CHECKING:
    from analyzer.games.hike_sled import Rules
    from analyzer.games.spec import Raw

_SEATS = DECLARED.seats(
    each=("huskies", "equipment", "single", "double", "sleds", "pick_card", "pick_spot", "received")
)


def symmetries(rules: "Rules", raw: "Raw", luck: random.Random) -> list[Symmetry]:  # noqa: ARG001
    if raw["phase"] < core.PHASE_RACE:
        return []
    players = len(raw["huskies"])
    return [Symmetry("seats", rotate_seats(raw, players, random_shift(players, luck)), same_move)]


def rotate_seats(raw: "Raw", players: int, by: int) -> "Raw":
    """This state with everybody `by` seats further on."""

    def hands(places: int) -> int:
        found = places & ~((1 << players) - 1)
        for seat in range(players):
            found |= (places >> seat & 1) << shift_seat(seat, players, by)
        return found

    return _SEATS.turned(raw, players, by) | {
        "day_order": [shift_seat(seat, players, by) for seat in raw["day_order"]],
        "may": {
            husky: [hands(places) for places in rotate(known, by)]
            for husky, known in raw["may"].items()
        },
    }
