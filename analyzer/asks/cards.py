"""How strong is each card: dealt against not dealt, beside what counting would say?"""

import re
from typing import TYPE_CHECKING, cast

from analyzer.asks import Asked, _base, _cards
from analyzer.balance import cards
from analyzer.columns import Layout
from analyzer.plan import Group, Plan, Want
from analyzer.reduce.cards import CARDS, HANDS, kinds, way

if TYPE_CHECKING:
    from analyzer.balance.cards import Strength
    from analyzer.reduce.cards import Cards as Reduced
    from analyzer.run import Ran
    from analyzer.setting import Setting

NAME = "cards"
OTHER_NAMES = ("components",)
LINE = "How strong is each card or piece: dealt against not dealt, and what would counting say?"
GAMES = ()
FIELDS = _cards.FIELDS

HOW = {  # by the way in which a game counts: who is compared with whom
    HANDS: ("a hand dealt with it", "one without"),
    CARDS: ("a hand with one of them", "another card in its place"),
}
FIRST = ("a first hand with one of them", "another card in its place")


def make(setting: "Setting", asked: Asked) -> "Cards":
    return Cards(NAME, setting, asked)


class Cards(_cards.Cards):
    """Cards that the game itself counts, whenever they are dealt."""

    remark = (
        "Chance decides who is dealt a card, so that the difference is what the card does; who "
        "plays or keeps it is another matter."
    )

    @property
    def layout(self) -> Layout:
        return Layout.of(self.setting.game)

    @property
    def how(self) -> str:  # type: ignore[override]
        return HOW.get(way(self.layout), FIRST)[0]

    @property
    def against(self) -> str:  # type: ignore[override]
        return HOW.get(way(self.layout), FIRST)[1]

    def plan(self) -> Plan:
        if not kinds(self.layout):
            return Plan(())
        n = _base.size(self.setting, self.asked, 1, 0.8)
        wants = (Want("cards", (0,)), Want("notable", (0,)))
        return Plan((Group((self.setting.cell,), wants, n),))

    def strengths(self, ran: "Ran") -> "list[Strength]":
        reduced = cast("Reduced", ran.part("cards", 0))
        return [cards.of_counters(reduced, kind) for kind in kinds(self.layout)]

    def label(self, name: str) -> str:
        """The Worm of "hands dealt with The Worm", rank 2 of "cards of rank 2 in hand"."""
        meaning = self.setting.game.seat_counters[f"dealt_{name}"]
        found = re.search(r"dealt with (.+)$|^cards of (.+?) in hand", meaning)
        return (found[1] or found[2]) if found else name.replace("_", " ")
