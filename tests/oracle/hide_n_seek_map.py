"""One map of Hide N Seek with its pawns, hole and pile: how a pawn can move there.

Written from the rulebook only; HN-.. are clauses of analyzer/games/hide_n_seek/rules.md. Position 0
is the start area, 1..spots are the square spots, spots + 1 is the goal area; arrow k leads from
position k to position k + 1.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

START = 0


@dataclass
class Map:
    name: str
    spots: int
    holes: list[int]  # arrows
    trunk_arrows: list[int]  # arrows on which a pile may lie
    rules: Mapping[str, Any]
    pawns: dict[int, int] = field(default_factory=dict)  # seat -> position
    hider: int | None = None
    pile: int | None = None  # the arrow it lies on

    @property
    def goal(self) -> int:
        return self.spots + 1

    def set_up(self, players: int, hider: int | None) -> None:
        """HN-3, HN-4: the hider's pawn is in the goal area, all others are in the start area."""
        self.hider = hider
        self.pawns = {seat: self.goal if seat == hider else START for seat in range(players)}

    def home(self, seat: int) -> bool:
        return self.pawns[seat] == self.goal

    # What is where

    def pawn_on(self, position: int) -> int | None:
        """The pawn on a square spot. HN-29, HN-30: start and goal have room for everybody."""
        if not 1 <= position <= self.spots:
            return None
        standing = [seat for seat, where in self.pawns.items() if where == position]
        assert len(standing) <= 1, f"{self.name}: two pawns on spot {position}"  # HN-28
        return standing[0] if standing else None

    def on_arrow(self, arrow: int) -> str | None:
        """HN-31: a hole or a pile on this arrow."""
        if arrow in self.holes:
            return "HOLE"
        return "TRUNK" if arrow == self.pile else None

    def ahead(self, seat: int) -> str | None:
        """The nearest thing in the way of a pawn (HN-42, HN-A21): HOLE, TRUNK, PAWN or nothing."""
        here = self.pawns[seat]
        if here == self.goal:
            return None
        if self.on_arrow(here):
            return self.on_arrow(here)
        return None if self.pawn_on(here + 1) is None else "PAWN"

    def behind(self, seat: int) -> str | None:
        """What stands behind a pawn, in the way of a jump back (HN-A23)."""
        here = self.pawns[seat]
        if here in (START, self.goal):
            return None
        if self.on_arrow(here - 1):
            return self.on_arrow(here - 1)
        return None if self.pawn_on(here - 1) is None else "PAWN"

    # Steps

    def free_run(self, seat: int) -> int:
        """HN-33, HN-36: how many steps a pawn can make before something is in its way."""
        here, steps = self.pawns[seat], 0
        while here < self.goal and not self.on_arrow(here) and self.pawn_on(here + 1) is None:
            here, steps = here + 1, steps + 1
        return steps

    def free_run_back(self, seat: int) -> int:
        """HN-A15: how many steps a pawn can make backward; not out of the goal."""
        here, steps = self.pawns[seat], 0
        if here == self.goal:
            return 0
        while here > START and not self.on_arrow(here - 1) and self.pawn_on(here - 1) is None:
            here, steps = here - 1, steps + 1
        return steps

    # Moving over

    def landing(self, seat: int) -> int:
        """HN-41: the nearest free spot ahead behind whatever is in the way, or the goal."""
        position = self.pawns[seat] + 1
        while self.pawn_on(position) is not None:
            position += 1
        return position

    def landing_back(self, seat: int) -> int:
        """HN-41: the nearest free spot behind, or the start."""
        position = self.pawns[seat] - 1
        while self.pawn_on(position) is not None:
            position -= 1
        return position

    def can_jump_over(self, seat: int, thing: str) -> bool:
        """HN-37 to HN-39: the card must name the nearest thing; HN-A19: all the way to the goal?"""
        if self.ahead(seat) != thing:
            return False
        passes_pawns = self.landing(seat) > self.pawns[seat] + 1
        into_goal = self.landing(seat) == self.goal
        return self.rules["jump_into_goal"] or not (into_goal and passes_pawns)

    def can_jump_back(self, seat: int) -> bool:
        """HN-40; HN-A22: pawns that wait in the start stand on no spot."""
        if self.behind(seat) == "PAWN":
            return True
        waiting = START in self.pawns.values()
        on_the_first = self.pawns[seat] == 1 and self.behind(seat) is None
        return self.rules["back_over_start"] and on_the_first and waiting

    def can_go_two_back(self, seat: int) -> bool:
        """HN-43, HN-A26: not in the start. HN-A18: not in the goal, never a hider's own pawn."""
        if self.pawns[seat] == START or seat == self.hider:
            return False
        return self.pawns[seat] != self.goal or not self.rules["goal_safe"]

    def two_back(self, seat: int) -> list[int]:
        """HN-43: two positions back over everything. Returns all pawns moved, in order."""
        return self._put_back(seat, self.pawns[seat] - 2)

    def _put_back(self, seat: int, position: int) -> list[int]:
        if position <= START:  # HN-A24
            self.pawns[seat] = START
            return [seat]
        hit = self.pawn_on(position)
        self.pawns[seat] = START  # lifted, so that nobody stands on one spot with it
        if hit is None:
            moved = []
        elif self.rules["back2_chain"] == "jump":  # HN-A25: nobody else moves
            self.pawns[hit] = self.landing_back(hit)
            moved = [hit]
        else:
            moved = self._put_back(hit, position - 1)
        self.pawns[seat] = position
        return [seat, *moved]

    # Piles

    def arrows_for_a_pile(self) -> list[int]:
        """HN-46, HN-A28: any arrow but a hole's and the one on which the pile lies already."""
        arrows = list(self.trunk_arrows)
        if self.rules["trunk_end_arrows"]:  # HN-A27
            arrows += [0, self.spots]
        return sorted({arrow for arrow in arrows if arrow not in (*self.holes, self.pile)})
