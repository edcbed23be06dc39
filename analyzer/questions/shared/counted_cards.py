"""Cards that a game itself counts, whenever they are dealt: see the reducer `cards`."""

from typing import TYPE_CHECKING, cast

from analyzer.estimates import cards
from analyzer.questions.shared import card_strengths, question_base
from analyzer.simulation.batch import Layout
from analyzer.simulation.plan import Group, Plan, Reduction
from analyzer.simulation.reducers.cards import CARDS, HANDS, card_kinds, counting_way

if TYPE_CHECKING:
    from analyzer.estimates.cards import Strength
    from analyzer.simulation.reducers.cards import Cards as Reduced
    from analyzer.simulation.run import GroupResult

HOW = {  # by the way in which a game counts: who is compared with whom
    HANDS: ("a hand dealt with it", "one without"),
    CARDS: ("a hand with one of them", "another card in its place"),
}
FIRST = ("a first hand with one of them", "another card in its place")


class CountedCards(card_strengths.CardQuestion):
    """Every card that the game counts."""

    remark = (
        "Chance decides who is dealt a card, so the difference is what the card does. Chance does "
        "not decide who plays or keeps it."
    )
    wants: tuple[str, ...] = ("cards", "notable")

    @property
    def layout(self) -> Layout:
        return Layout.from_game(self.setting.game)

    @property
    def how(self) -> str:  # type: ignore[override]
        return HOW.get(counting_way(self.layout), FIRST)[0]

    @property
    def against(self) -> str:  # type: ignore[override]
        return HOW.get(counting_way(self.layout), FIRST)[1]

    def plan(self) -> Plan:
        if not card_kinds(self.layout):
            return Plan(())
        wants = tuple(Reduction(name, (0,)) for name in (*self.wants, "totals"))
        return Plan((Group((self.setting.cell,), wants, self.games()),))

    def games(self) -> int:
        return question_base.games_per_cell(self.setting, self.asked, 1, 0.8)

    def strengths(self, ran: "GroupResult") -> "list[Strength]":
        reduced = cast("Reduced", ran.part("cards", 0))
        return [cards.strength_by_counters(reduced, kind) for kind in card_kinds(self.layout)]

    def label(self, name: str) -> str:
        return self.setting.game.counted_cards.names.get(name) or super().label(name)
