"""Toy, a game whose every chance is a number of lots of sixty: its answers are known.

The rules are told in rules/toy.md. Tests of the general questions ask them about this game.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer.errors import UserError
from analyzer.games import Base, CountedCards, GameSpec, Given, Raw, Script, Words
from analyzer.games.parameters import choice, encode, flag, integer

if TYPE_CHECKING:
    from analyzer._core.contract import Game, Policy

MOVES = ("work", "rest", "heads", "tails", "left", "right")


@dataclass(frozen=True)
class Rules:
    """Every rule that can be changed."""

    bonus: int = integer(0, 0, 3, "Times three lots of the last seat for seat 1.", "TOY-3")
    star: int = integer(2, 0, 3, "Lots of every other seat for the star.", "TOY-2")
    edge: int = integer(3, 0, 3, "Lots for every other seat from one that rests.", "TOY-4")
    rounds: int = integer(1, 1, 50, "Fewest rounds.", "TOY-5")
    faces: int = integer(4, 1, 20, "Faces of the die that ends the game with a 1.", "TOY-5")
    prize: int = integer(0, 0, 60, "Games of sixty that the most points win.", "TOY-6")
    king: bool = flag(False, "Is a seat out after the first round?", "TOY-7")
    talk: bool = flag(True, "Is anything said in later rounds?", "TOY-A1")
    first: str = choice(("one", "two"), "Who is first?", "TOY-A2")
    max_rounds: int = integer(
        10_000, 1, 1_000_000, "Rounds after which the game is given up.", "TOY-5"
    )


class Toy(Base[Rules]):
    """The face of toy."""

    contract = 3
    name = "toy"
    title = "Toy"
    publisher = "for tests"
    version = 1
    players = (2, 3)
    usual_players = 3
    microseconds = 100  # more than it takes: what is played by time takes not long
    main_rule = "faces"
    main_steps = (-1, 0, 1)
    end_reasons = ("a 1", "round cap")
    summary = "Sixty lots, one of which wins."
    game_counters = {"rounds": "rounds"}  # noqa: RUF012 - as in every game
    units = {"rounds": "rounds"}  # noqa: RUF012
    counted_cards = CountedCards({"star": "star", "blank": "blank"})
    seat_counters = {  # noqa: RUF012
        "dealt_star": "cards of star in hand",
        "points_dealt_star": "points with it",
        "dealt_blank": "cards of blank in hand",
        "points_dealt_blank": "points with it",
        "held_star": "stars remembered",
        "rests": "rests",
    }
    rules_type = Rules

    def encode_rules(self, rules: Rules) -> dict[str, int]:
        return encode(rules)

    def alternatives(self, rules: Rules) -> list[dict[str, object]]:
        return [{"bonus": 1}, {"talk": False}]

    def compiled(self) -> "Game":
        from analyzer_toy.core import GAME

        return GAME

    def policies(self) -> "Sequence[Policy]":
        from analyzer_toy.core import POLICIES

        found: Sequence[Policy] = POLICIES
        return found

    def move_name(self, rules: Rules, code: int) -> str:
        return MOVES[code]

    def hand_of(self, rules: Rules, raw: Raw, seat: int) -> list[str]:
        return ["star" if seat == raw["star"] else "blank"]

    def events(self, rules: Rules, before: Raw | None, move: str, after: Raw) -> list[str]:
        return []

    def view(self, rules: Rules, raw: Raw, seat: int) -> object:
        return raw

    def position(self, rules: Rules, raw: Raw) -> Words:
        return {"players": len(raw["points"])}

    def from_position(self, rules: Rules, players: int, words: Given, luck: random.Random) -> Raw:
        raise UserError("toy begins at the beginning.")

    def scripts(
        self, rules: Rules, players: int, deals: Sequence[Sequence[str]]
    ) -> Sequence[Script]:
        return []


GAME = Toy()
_: GameSpec[Rules] = GAME  # a type checker compares every name and signature here
