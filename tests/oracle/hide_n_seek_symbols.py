"""Hide N Seek: what each symbol of a card lets a player do on the maps.

Written from the rulebook only; HN-.. are clauses of analyzer/games/hide_n_seek/rules.md. An effect
moves pawns or a pile and returns what is to be counted: (seat, counter, how much).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from oracle.hide_n_seek_map import Map

Counts = list[tuple[int, str, int]]
Effects = Iterator[tuple[str, Callable[[], Counts]]]
OVER = {"HOLE": "HOLE", "OVERTRUNK": "TRUNK", "FWD": "PAWN"}  # what a symbol jumps over


def steps_of(symbol: str) -> int:
    """The number on a MOVE symbol (HN-32), 0 on any other."""
    return int(symbol.removeprefix("MOVE")) if symbol.startswith("MOVE") else 0


def effects(symbol: str, seat: int, maps: list[Map], rules: Mapping[str, Any]) -> Effects:
    """The names of all effects that a seat can choose from with a symbol, and the effects."""
    if steps_of(symbol):
        return _walks(steps_of(symbol), seat, maps, rules)
    if symbol == "TRUNK":
        return _piles(seat, maps)
    return _moves_of_one_pawn(symbol, seat, maps, rules)


def seeking(seat: int, maps: list[Map]) -> list[Map]:
    """The maps on which a seat's pawns seek (HN-4)."""
    return [one for one in maps if one.hider != seat]


# MOVE


def _walks(n: int, seat: int, maps: list[Map], rules: Mapping[str, Any]) -> Effects:
    """HN-32 to HN-35: every division of the steps among the seat's pawns; HN-A16: all that can
    be."""
    found = _divisions(n, seat, seeking(seat, maps), rules)
    most = max((_total(steps) for steps in found), default=0)
    for steps in found:
        if _total(steps) == most or rules["move_stop_early"]:
            name = " ".join(["steps", *map(str, steps)])
            yield name, partial(_walk, steps, n, seat, seeking(seat, maps))


def _total(steps: tuple[int, ...]) -> int:
    return sum(abs(k) for k in steps)


def _divisions(
    n: int, seat: int, maps: list[Map], rules: Mapping[str, Any]
) -> list[tuple[int, ...]]:
    """Steps of each of the seat's pawns, backward ones below 0 (HN-A15); at least one in all."""
    ranges = []
    for one in maps:
        back = one.free_run_back(seat) if rules["move_back"] else 0
        ranges.append(range(-back, one.free_run(seat) + 1))
    found = [steps for steps in product(*ranges) if 1 <= _total(steps) <= n]
    if rules["exact_goal"]:
        found = [steps for steps in found if _exact(steps, n, seat, maps)]
    return found


def _exact(steps: tuple[int, ...], n: int, seat: int, maps: list[Map]) -> bool:
    """HN-A17: into the goal only with the n-th step of the card, so only one pawn, if any."""
    arriving = 0
    for one, k in zip(maps, steps, strict=True):
        arriving += k > 0 and one.pawns[seat] + k == one.goal
    return arriving == 0 or (arriving == 1 and _total(steps) == n)


def _walk(steps: tuple[int, ...], n: int, seat: int, maps: list[Map]) -> Counts:
    for one, k in zip(maps, steps, strict=True):
        one.pawns[seat] += k
    made = _total(steps)
    return [(seat, "steps_made", made), (seat, "steps_lost", n - made)]


# HOLE, OVERTRUNK, FWD, BACK, BACK2


def _moves_of_one_pawn(
    symbol: str, seat: int, maps: list[Map], rules: Mapping[str, Any]
) -> Effects:
    """HN-37 to HN-40, HN-43: the pawns that a symbol can move, on any map (HN-A37)."""
    own = symbol in ("HOLE", "OVERTRUNK") and not rules["obstacle_any_pawn"]  # HN-A20
    for one in maps:
        for owner in one.pawns:
            if (owner == seat or not own) and _can_be_moved(symbol, one, owner):
                name = f"pawn of seat {owner + 1} on {one.name}"
                yield name, partial(_move_pawn, symbol, seat, one, owner)


def _can_be_moved(symbol: str, one: Map, owner: int) -> bool:
    if symbol == "BACK":
        return one.can_jump_back(owner)
    if symbol == "BACK2":
        return one.can_go_two_back(owner)
    return one.can_jump_over(owner, OVER[symbol])


def _move_pawn(symbol: str, seat: int, one: Map, owner: int) -> Counts:
    if symbol == "BACK2":
        back = one.two_back(owner)
        counts = []
    elif symbol == "BACK":
        one.pawns[owner] = one.landing_back(owner)
        back = [owner]
        counts = [(seat, "jumps", 1)]
    else:
        one.pawns[owner] = one.landing(owner)
        back = []
        counts = [(seat, "jumps", 1), (seat, "fwd_own", int(symbol == "FWD" and owner == seat))]
    counts.append((seat, "pawns_sent_back", len(back)))
    return counts + [(pushed, "own_sent_back", 1) for pushed in back]


# TRUNK


def _piles(seat: int, maps: list[Map]) -> Effects:
    """HN-44, HN-45, HN-47: the seat's pile, on the map on which it hides."""
    for own in maps:
        if own.hider == seat:
            for arrow in own.arrows_for_a_pile():
                yield f"trunks on arrow {arrow}", partial(_put_pile, own, seat, arrow)


def _put_pile(own: Map, seat: int, arrow: int) -> Counts:
    what = "trunks_placed" if own.pile is None else "trunks_moved"
    own.pile = arrow
    return [(seat, what, 1)]
