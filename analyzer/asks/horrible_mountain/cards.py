"""How strong is each rank of the first hand, and each Control Cube?"""

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from analyzer.asks import Asked, _base, _cards
from analyzer.asks._counted_cards import Counted
from analyzer.balance import cards

if TYPE_CHECKING:
    from analyzer.balance.cards import Strength
    from analyzer.reduce._blocks import ByBlock
    from analyzer.run import Ran
    from analyzer.setting import Setting

NAME = "cards"
OTHER_NAMES = ("components",)
LINE = "How strong is each rank of the first hand, and each Control Cube?"
GAMES = ("horrible-mountain",)
FIELDS = _cards.FIELDS
WALKED = 2000  # microseconds for the cubes of a playout
CUBE = "cube on a "


def make(setting: "Setting", asked: Asked) -> "Pieces":
    return Pieces(NAME, setting, asked)


class Pieces(Counted):
    """Ranks as they are dealt, and cubes that are given: both told by wins."""

    noun = "piece"
    wants = ("cards", "cubes", "notable")
    how = "a seat that has it"
    against = "another card in its place, or the cube in the pile"
    remark = (
        "Chance decides who is dealt a rank. A cube is given to a seat at the first turn, or lies "
        "in the pile, on the same luck; its rank is that of the card under its twin then."
    )

    def games(self) -> int:
        cost = 1 + WALKED // self.setting.game.microseconds
        return _base.size(self.setting, self.asked, cost)

    def strengths(self, ran: "Ran") -> "list[Strength]":
        ranks = [replace(one, points=None) for one in super().strengths(ran)]
        cubes, counters = (cast("ByBlock", ran.part(name, 0)) for name in ("cubes", "cards"))
        given = [cards.of_pairs(cubes, rank, f"{CUBE}{rank}") for rank in cubes.rows]
        return ranks + [_cards.counting(one, counters, "cubes") for one in given]
