"""Cards that a game names and does not count: see the reducer `dealt`."""

from typing import TYPE_CHECKING, cast

from analyzer.estimates import cards
from analyzer.questions.shared import card_strengths, question_base
from analyzer.questions.shared.counted_cards import FIRST, HOW
from analyzer.simulation.plan import Group, Plan, Reduction
from analyzer.simulation.reducers.cards import CARDS, DEALT

if TYPE_CHECKING:
    from analyzer.estimates.cards import Strength
    from analyzer.simulation.block_sums import BlockSums
    from analyzer.simulation.run import GroupResult

COST = 30  # a playout that is walked through takes as long as this many


class Dealt(card_strengths.CardQuestion):
    """Every card that may lie in a hand as a stage begins."""

    remark = (
        "Chance decides who is dealt a card, so the difference is what the card does. Chance does "
        "not decide who plays or keeps it."
    )

    @property
    def _words(self) -> tuple[str, str]:
        return HOW[CARDS] if self.setting.game.deals_every_stage else FIRST

    @property
    def how(self) -> str:  # type: ignore[override]
        return self._words[0]

    @property
    def against(self) -> str:  # type: ignore[override]
        return self._words[1]

    def plan(self) -> Plan:
        wants = tuple(Reduction(name, (0,)) for name in ("dealt", "notable", "totals"))
        n = question_base.games_per_cell(self.setting, self.asked, COST, 0.8)
        return Plan((Group((self.setting.cell,), wants, n),))

    def strengths(self, ran: "GroupResult") -> "list[Strength]":
        reduced = cast("BlockSums", ran.part("dealt", 0))
        return [
            cards.strength_by_counters(reduced, name)
            for name in self.setting.game.dealt_cards
            if f"{DEALT}{name}" in reduced.rows
        ]
