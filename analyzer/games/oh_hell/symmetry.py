"""oh-hell: what its rules do not tell apart: seats, and suits (trump is a suit by chance)."""

import random
from typing import TYPE_CHECKING

from analyzer._core.games import oh_hell as core
from analyzer.games.oh_hell.state import DECLARED, LAST
from analyzer.games.symmetry import (
    Symmetry,
    random_permutation,
    random_shift,
    same_move,
    shift_seat,
)

if TYPE_CHECKING:
    from analyzer.games.oh_hell import Rules
    from analyzer.games.spec import Raw

_SEATS, _LAST = DECLARED.seats(("seat",)), LAST.seats()
_RANKS = 16  # card codes of a suit


def symmetries(rules: "Rules", raw: "Raw", luck: random.Random) -> list[Symmetry]:  # noqa: ARG001
    return [_seats(raw, luck), _suits(raw, luck)]


def even_rules(players: int) -> dict[str, object]:  # noqa: ARG001
    """OH-A1."""
    return {"first_dealer": "random"}


def _seats(raw: "Raw", luck: random.Random) -> Symmetry:
    players = len(raw["hands"])
    by = random_shift(players, luck)
    turned = _SEATS.turned(raw, players, by)
    turned["laid"] = [[shift_seat(leader, players, by), cards] for leader, cards in raw["laid"]]
    turned["last"] = _LAST.turned(raw["last"], players, by)
    return Symmetry("seats", turned, same_move)


def _suits(raw: "Raw", luck: random.Random) -> Symmetry:
    to = random_permutation([None] * 4, luck)

    def card(code: int) -> int:
        return to[code // _RANKS] * _RANKS + code % _RANKS if code >= 0 else code

    def move(code: int) -> int:
        return code if code >= core.MOVE_BID else card(code)

    turned = raw | {
        "hands": [sorted(map(card, hand)) for hand in raw["hands"]],
        "turned": card(raw["turned"]),
        "laid": [[leader, list(map(card, cards))] for leader, cards in raw["laid"]],
        "last": raw["last"] | {"turned": card(raw["last"]["turned"])},
    }
    return Symmetry("suits", turned, move)
