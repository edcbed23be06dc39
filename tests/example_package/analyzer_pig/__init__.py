"""Pig, a dice game: what the compiled game does not say of itself."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer.errors import UserError
from analyzer.games import Base, GameSpec, Given, Raw, Script, Seats, Symmetry, Words
from analyzer.games.fields import Declaration, Field, NumberKind, SeatKind, WordKind
from analyzer.games.parameters import encode, flag, integer
from analyzer.games.view_base import BaseView

if TYPE_CHECKING:
    from analyzer._core.contract import Game, Policy

MOVES = ("roll", "hold")
ENDS = ("target", "turn cap")
OVER = ("no", "won", "given up")


@dataclass(frozen=True)
class Rules:
    """Every rule that can be changed."""

    target: int = integer(100, 2, 10_000, "Points that win the game.", "PIG-5")
    sides: int = integer(6, 2, 100, "Sides of the die.", "PIG-2")
    may_pass: bool = flag(False, "May a player hold before the first roll?", "PIG-A1")
    max_turns: int = integer(
        10_000, 1, 1_000_000, "Turns after which the game is given up.", "PIG-5"
    )


_MOST = 1_000_000
DECLARED = Declaration(
    "pig",
    (
        Field("turn", SeatKind(), "The seat that rolls", "seat"),
        Field("points", NumberKind(0, _MOST), "The totals", by_seat=True, seen_by="all"),
        Field("total", NumberKind(0, _MOST), "Of this turn", seen_by="all"),
        Field("rolls", NumberKind(0, _MOST), "In this turn"),
        Field("turns", NumberKind(0, _MOST), "So far", seen_by="all"),
        Field("over", WordKind(OVER), "Is the game over?"),
        Field("winner", SeatKind(nobody=True), "Who has won"),
    ),
)


class View(BaseView):
    """Everything: there are no secrets."""

    DECLARED = DECLARED


_UNITS = {"rounds": "rounds"}
_GAME_COUNTERS = {"rounds": "turns of all players"}
_SEAT_COUNTERS = {
    "rolls": "rolls",
    "busts": "turns ended by a 1",
    "holds": "turns ended by holding",
}


class Pig(Base[Rules]):
    """The face of pig."""

    contract = 3
    name = "pig"
    title = "Pig"
    publisher = "in the public domain"
    version = 1
    players = (2, 4)
    end_reasons = ENDS
    summary = (
        "Roll a die as often as you dare: a 1 loses the turn, holding banks it. 100 points win."
    )
    game_counters = _GAME_COUNTERS
    units = _UNITS
    seat_counters = _SEAT_COUNTERS
    rules_type = Rules
    declared = DECLARED

    def encode_rules(self, rules: Rules) -> dict[str, int]:
        return encode(rules)

    def compiled(self) -> "Game":
        from analyzer_pig.core import GAME

        return GAME

    def policies(self) -> "Sequence[Policy]":
        from analyzer_pig.core import POLICIES

        found: Sequence[Policy] = POLICIES
        return found

    def move_name(self, rules: Rules, code: int) -> str:
        return MOVES[code]

    def hand_of(self, rules: Rules, raw: Raw, seat: int) -> list[str]:
        return []

    def events(self, rules: Rules, before: Raw | None, move: str, after: Raw) -> list[str]:
        if before is None:
            return ["Seat 1 begins."]
        seat = before["seat"]
        if move == "hold":
            return [f"Seat {seat + 1} has {after['points'][seat]} points."]
        if after["turns"] > before["turns"]:
            return [f"A 1: seat {seat + 1} loses {before['total']}."]
        return [f"{after['total'] - before['total']}: {after['total']} in this turn."]

    def view(self, rules: Rules, raw: Raw, seat: int) -> View:
        return View(rules, DECLARED.seen(raw, seat), seat, len(raw["points"]))

    def position(self, rules: Rules, raw: Raw) -> Words:
        return DECLARED.position(rules, raw)

    def from_position(self, rules: Rules, players: int, words: Given, luck: random.Random) -> Raw:
        return DECLARED.read(DECLARED.reader(players, words), rules)

    def symmetries(self, rules: Rules, raw: Raw, luck: random.Random) -> list[Symmetry]:
        """Who is to roll may sit anywhere."""
        players = len(raw["points"])
        seats = Seats(one=("seat", "winner"), some=(), each=("points",))
        turned = seats.turned(raw, players, luck.randrange(1, players))
        return [Symmetry("seats", turned, lambda move: move)]

    def scripts(
        self, rules: Rules, players: int, deals: Sequence[Sequence[str]]
    ) -> Sequence[Script]:
        if deals:
            raise UserError("pig has no decks, so deals must be left out.")
        return []


GAME = Pig()
_: GameSpec[Rules] = GAME  # a type checker compares every name and signature here
