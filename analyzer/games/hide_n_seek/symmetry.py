"""Hide N Seek: what its rules do not tell apart: seats, equal maps, the places of the row."""

import random
from typing import TYPE_CHECKING

from analyzer._core.games import hide_n_seek as core
from analyzer.games.hide_n_seek.maps import box_of
from analyzer.games.hide_n_seek.state import DECLARED
from analyzer.games.symmetry import (
    Symmetry,
    permute,
    random_permutation,
    random_shift,
    renumber,
    rotate,
    shift_seat,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.games.hide_n_seek import Rules
    from analyzer.games.spec import Raw

_SEATS = DECLARED.seats(("in_turn",), each=("hide", "dice"))
_OWN = (0, core.MOVE_SECOND, core.MOVE_THIRD)  # shifts of the steps of the mover's pawns


def symmetries(rules: "Rules", raw: "Raw", luck: random.Random) -> list[Symmetry]:
    found = [_maps(rules, raw, luck), _row(raw, luck)]
    if raw["phase"] != core.PHASE_START_ARROW:  # HN-A38: seat 1 is asked first
        found.append(_seats(raw, luck))
    return found


def even_rules(players: int) -> dict[str, object]:  # noqa: ARG001
    """HN-A5; the maps are equal."""
    return {"first_player": "random"}


def _field(move: int, shift: int) -> int:
    return int(move >> shift & core.FIELD)


def _with(move: int, shift: int, value: int) -> int:
    return int(move & ~(core.FIELD << shift) | value << shift)


def _seats(raw: "Raw", luck: random.Random) -> Symmetry:
    players = len(raw["hands"])
    by = random_shift(players, luck)

    def move(code: int) -> int:
        if code >> core.MOVE_KIND != core.PAWN:
            return code
        owner = shift_seat(_field(code, core.MOVE_SECOND), players, by)
        return _with(code, core.MOVE_SECOND, owner)

    turned = _SEATS.turned(raw, players, by)
    turned["pawns"] = [rotate(pawns, by) for pawns in raw["pawns"]]
    return Symmetry("seats", turned, move)


def _maps(rules: "Rules", raw: "Raw", luck: random.Random) -> Symmetry:
    kinds = [(one.spots, one.hole_arrows, one.trunk_arrows) for one in box_of(rules).maps]
    to = random_permutation(kinds, luck)
    hides = raw["hide"][raw["seat"]]

    def own(hides: int) -> list[int]:
        return [place for place in range(len(to)) if place != hides]

    def steps(code: int) -> int:
        """The steps of the mover's pawns come in the order of their maps."""
        there = own(to[hides])
        found = code
        for shift, place in zip(_OWN, own(hides), strict=True):
            found = _with(found, _OWN[there.index(to[place])], _field(code, shift))
        return found

    def move(code: int) -> int:
        kind = code >> core.MOVE_KIND
        if kind == core.STEPS:
            return steps(code)
        return _with(code, 0, to[_field(code, 0)]) if kind == core.PAWN else code

    by_map: Sequence[str] = ("pawns", "piles", "fixed")
    turned = raw | {name: permute(raw[name], to) for name in by_map}
    return Symmetry("maps", turned | {"hide": [to[place] for place in raw["hide"]]}, move)


def _row(raw: "Raw", luck: random.Random) -> Symmetry:
    to = random_permutation([None] * len(raw["row"]), luck)

    def move(code: int) -> int:
        if code >> core.MOVE_KIND not in (core.LAY, core.TAKE_OFF):
            return code
        return _with(code, core.MOVE_SECOND, to[_field(code, core.MOVE_SECOND)])

    turned = raw | {
        "row": permute(raw["row"], to),
        "dice": [permute(dice, to) for dice in raw["dice"]],
        "laid_out": renumber(raw["laid_out"], to),
    }
    return Symmetry("places of the row", turned, move)
