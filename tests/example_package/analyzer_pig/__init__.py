"""Pig, a dice game: what the compiled game does not say of itself."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer.errors import UserError
from analyzer.games import Base, GameSpec, Given, Raw, Reader, Script, Words
from analyzer.rules import encode, flag, integer

if TYPE_CHECKING:
    from analyzer._core.contract import Game, Policy

MOVES = ("roll", "hold")
ENDS = ("target", "turn cap")
KEYS = ("turn", "points", "total", "rolls", "turns", "over", "players")


@dataclass(frozen=True)
class Rules:
    """Every rule that can be changed."""

    target: int = integer(100, 2, 10_000, "Points that win the game.", "PIG-5")
    sides: int = integer(6, 2, 100, "Sides of the die.", "PIG-2")
    may_pass: bool = flag(False, "May a player hold before the first roll?", "PIG-A1")
    max_turns: int = integer(
        10_000, 1, 1_000_000, "Turns after which the game is given up.", "PIG-5"
    )


@dataclass(frozen=True)
class View:
    """Everything: there are no secrets."""

    seat: int
    players: int
    rules: Rules
    points: list[int]
    total: int
    turns: int


_GAME_COUNTERS = {"rounds": "turns of all players"}
_SEAT_COUNTERS = {
    "rolls": "rolls",
    "busts": "turns ended by a 1",
    "holds": "turns ended by holding",
}


class Pig(Base[Rules]):
    """The face of pig."""

    contract = 2
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
    seat_counters = _SEAT_COUNTERS
    rules_type = Rules

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
        points = list(raw["points"])
        return View(seat + 1, len(points), rules, points, raw["total"], raw["turns"])

    def position(self, rules: Rules, raw: Raw) -> Words:
        return {
            "players": len(raw["points"]),
            "turn": raw["seat"] + 1,
            "points": list(raw["points"]),
            "total": raw["total"],
            "rolls": raw["rolls"],
            "turns": raw["turns"],
            "over": bool(raw["over"]),
        }

    def from_position(self, rules: Rules, players: int, words: Given, luck: random.Random) -> Raw:
        reader = Reader(self.name, players, words, KEYS)
        raw: Raw = {
            "seat": reader.seat("turn", 0),
            "points": reader.numbers("points", 0, rules.target + 10**6, 0),
            "total": reader.number("total", 0, 10**6, 0),
            "rolls": reader.number("rolls", 0, 10**6, 0),
            "turns": reader.number("turns", 0, rules.max_turns, 0),
            "over": int(reader.flag("over")),
        }
        if (raw["total"] > 0) != (raw["rolls"] > 0):
            raise reader.no("a total comes from rolls, and every roll counts")
        return raw

    def scripts(
        self, rules: Rules, players: int, deals: Sequence[Sequence[str]]
    ) -> Sequence[Script]:
        if deals:
            raise UserError("pig has no decks, so deals must be left out.")
        return []


GAME = Pig()
_: GameSpec[Rules] = GAME  # a type checker compares every name and signature here
