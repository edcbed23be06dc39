"""Horrible Mountain: what its rules do not tell apart: seats (roles go with them), suits, the
colours of cubes once they are placed, and the slots of the table."""

import random
from typing import TYPE_CHECKING

from analyzer._core.games import horrible_mountain as core
from analyzer.games.horrible_mountain.state import DECLARED
from analyzer.games.symmetry import (
    Symmetry,
    permute,
    random_permutation,
    renumber,
    same_move,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from analyzer.games.horrible_mountain import Rules
    from analyzer.games.spec import Raw

_SEATS = DECLARED.seats(each=("dealt", "lines", "hand_points", "cube_points"))
_CARDS = {  # shifts of the cards that a move names
    core.SWAP_CARD: (0, core.MOVE_TABLE),
    core.TAKE_DISCARD: (0,),
    core.SWAP_CUBES: (0, core.MOVE_SECOND, core.MOVE_TABLE, core.MOVE_OTHER),
    core.CLAIM: (0, core.MOVE_SECOND),
    core.DISCARD: (0,),
    core.TAKE: (0,),
    core.PUT_ON_TOP: (0,),
    core.PUT_NEXT: (0,),
}
_COLOURED = (core.TAKE_TABLE, core.TAKE_DISCARD, core.CLAIM)
_COLOUR = 7 << core.MOVE_COLOUR
_PLACING = (core.PHASE_PLACE_FIRST, core.PHASE_PLACE_SECOND)  # HM-9: colours and slots have owners


def symmetries(rules: "Rules", raw: "Raw", luck: random.Random) -> list[Symmetry]:  # noqa: ARG001
    found = [Symmetry("seats", _SEATS.turned(raw, 2, 1), same_move), _suits(raw, luck)]
    if raw["phase"] not in _PLACING:
        found += [_colours(raw, luck), _slots(raw, luck)]
    return found


def even_rules(players: int) -> dict[str, object]:  # noqa: ARG001
    """HM-A9."""
    return {"roles": "random"}


def _suits(raw: "Raw", luck: random.Random) -> Symmetry:
    to = random_permutation([None] * 4, luck)

    def card(code: int) -> int:
        return code & ~3 | to[code & 3] if code >= 0 else code

    def some(cards: "Iterable[int]") -> list[int]:
        return sorted(map(card, cards))

    turned = raw | {
        "hands": list(map(some, raw["hands"])),
        "known": list(map(some, raw["known"])),
        "suspects": some(raw["suspects"]),
        "aside": card(raw["aside"]),
        "taken": card(raw["taken"]),
        **{name: list(map(card, raw[name])) for name in ("table", "draw", "discard")},
    }
    return Symmetry("suits", turned, lambda code: _with_cards(code, card))


def _with_cards(code: int, card: "Callable[[int], int]") -> int:
    """A move with other cards. Of two that have no order the lower one is named first."""
    shifts = _CARDS.get(code >> core.MOVE_KIND, ())
    cards = [card(code >> shift & core.CARD_FIELD) for shift in shifts]
    cards[2:] = sorted(cards[2:])  # Swap Cubes: two cards of the table
    if code & core.MOVE_EITHER:
        cards[:2] = sorted(cards[:2])
    for shift, value in zip(shifts, cards, strict=True):
        code = code & ~(core.CARD_FIELD << shift) | value << shift
    return code


def _colours(raw: "Raw", luck: random.Random) -> Symmetry:
    to = random_permutation([None] * 5, luck)

    def move(code: int) -> int:
        if code >> core.MOVE_KIND not in _COLOURED:
            return code
        colour = to[(code & _COLOUR) >> core.MOVE_COLOUR]
        return int(code & ~_COLOUR | colour << core.MOVE_COLOUR)

    turned = raw | {
        "cubes": [to[colour] for colour in raw["cubes"]],
        "control": [renumber(colours, to) for colours in raw["control"]],
        "cube_pile": renumber(raw["cube_pile"], to),
    }
    return Symmetry("colours", turned, move)


def _slots(raw: "Raw", luck: random.Random) -> Symmetry:
    to = random_permutation([None] * 5, luck)
    turned = raw | {name: permute(raw[name], to) for name in ("table", "cubes")}
    return Symmetry("slots of the table", turned | {"slot": to[raw["slot"]]}, same_move)
