"""Cards that a game itself counts, whenever they are dealt: see the reducer `cards`."""

import re
from typing import TYPE_CHECKING, cast

from analyzer.asks import _base, _cards
from analyzer.balance import cards
from analyzer.columns import Layout
from analyzer.plan import Group, Plan, Want
from analyzer.reduce.cards import CARDS, HANDS, kinds, way

if TYPE_CHECKING:
    from analyzer.balance.cards import Strength
    from analyzer.reduce.cards import Cards as Reduced
    from analyzer.run import Ran

HOW = {  # by the way in which a game counts: who is compared with whom
    HANDS: ("a hand dealt with it", "one without"),
    CARDS: ("a hand with one of them", "another card in its place"),
}
FIRST = ("a first hand with one of them", "another card in its place")


class Counted(_cards.Cards):
    """Every card with a counter `dealt_`."""

    remark = (
        "Chance decides who is dealt a card, so the difference is what the card does. Chance does "
        "not decide who plays or keeps it."
    )
    wants: tuple[str, ...] = ("cards", "notable")

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
        wants = tuple(Want(name, (0,)) for name in self.wants)
        return Plan((Group((self.setting.cell,), wants, self.games()),))

    def games(self) -> int:
        return _base.size(self.setting, self.asked, 1, 0.8)

    def strengths(self, ran: "Ran") -> "list[Strength]":
        reduced = cast("Reduced", ran.part("cards", 0))
        return [cards.of_counters(reduced, kind) for kind in kinds(self.layout)]

    def label(self, name: str) -> str:
        """The Worm of "hands dealt with The Worm", rank 2 of "cards of rank 2 in hand"."""
        meaning = self.setting.game.seat_counters.get(f"dealt_{name}", "")
        found = re.search(r"dealt with (.+)$|^cards of (.+?) in hand", meaning)
        return (found[1] or found[2]) if found else name.replace("_", " ")
