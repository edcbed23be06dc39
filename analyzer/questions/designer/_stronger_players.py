"""Players who think ahead, as a stand-in for better play: only where they are shown to be better.

One of them sits among the table's usual players, at every seat as often, on luck of its own at each
seat. If it is shown to win more than its share, a second round plays a table of them beside the
usual players, on the same luck: how long it takes, and who wins, are asked again. A table at which
this would take too long is not played at all.
"""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from analyzer import stats
from analyzer._core.reductions import WIN
from analyzer.answer.blocks import Finding
from analyzer.estimates import matches
from analyzer.estimates.differences import SAME_SHARE, difference
from analyzer.estimates.fairness import CAPPED
from analyzer.estimates.formatting import format_unit, pluralize
from analyzer.estimates.measures import Measure
from analyzer.estimates.phrases import Phrase, claim_sentence
from analyzer.policies import registry
from analyzer.questions.designer import QuestionOptions
from analyzer.questions.shared import question_base
from analyzer.simulation.batch import Layout, length_units
from analyzer.simulation.plan import Group, Reduction, totals_and_pairs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.request.setting import Setting
    from analyzer.simulation.run import GroupResult

SEARCH = "search:worlds=32"
PROOF, TABLE = 0.45, 0.2  # parts of the time: to show that it is stronger, and for its own games
# Games to show it: with 75 % of them where half are fair, or 50 % where a quarter is, 24 are enough
# for an interval above the fair share.
FEWEST = 24
FEW = 10  # fewest games of a table of them
SHARE = Phrase(
    shown="One player who thinks ahead ({who}), with {rivals}, wins {wins} of games, more than its "
    "fair share of {fair}.",
    refuted="One player who thinks ahead ({who}), with {rivals}, wins {wins} of games, not more "
    "than its fair share of {fair}, so no verdict is asked again with such players.",
    open="One player who thinks ahead ({who}), with {rivals}, wins {wins} of games; whether that "
    "is more than its fair share of {fair} is not known, so no verdict is asked again "
    "with such players.",
    barred="No stronger player is shown at this table, since that would take more time than this "
    "question has.",
)
LASTS = Phrase(
    shown="With such players at every seat the median length is {median}, in {played} games.",
    refuted="",
    open="",
)
AGAIN = Phrase(
    shown="Asked again with such players on the same luck, who wins changes: {who} wins {size}.",
    refuted="Asked again with such players on the same luck, no win share changes by more than "
    "{tolerance}.",
    open="Asked again with such players on the same luck, it is not known whether a win share "
    "changes; none changes by more than {bound}.",
    barred="Asked again with such players, who wins is not known: too many games are unfinished.",
)


@dataclass(frozen=True)
class StrongerPlayers:
    """What would show at one table that players who think ahead are stronger, and how long their
    games are."""

    setting: "Setting"
    asked: QuestionOptions
    part: float  # of the question's usual time: less if the user wants fewer games

    @property
    def possible(self) -> bool:
        """Does the game have such players, and did the user not say who sits there?"""
        known = {policy.name for policy in registry.named_policies(self.setting.game.name)}
        return not self.setting.policy_words and "search" in known

    @cached_property
    def seatings(self) -> list["Setting"]:
        """One of them, at each seat in turn."""
        usual, seats = self.setting.policy_names, range(self.setting.players)
        tables = [[SEARCH if seat == one else usual[seat] for seat in seats] for one in seats]
        return [
            self.setting.with_policies([f"{seat}={who}" for seat, who in enumerate(table, 1)])
            for table in tables
        ]

    @property
    def table(self) -> "Setting":
        return self.setting.with_policies([SEARCH])

    @property
    def each(self) -> int:
        """Games at each seat, to show that it is stronger; 0 if there is no time for enough."""
        seats = self.setting.players
        each = int(_games(self.seatings[0], self.asked, PROOF * self.part) / seats)
        enough = each * seats >= FEWEST and self._of_table >= FEW / 2
        return each if enough else 0

    @property
    def _of_table(self) -> float:
        return _games(self.table, self.asked, TABLE * self.part)

    def proof(self) -> list[Group]:
        if not self.possible or not (each := self.each):
            return []
        wants = (Reduction("totals", (0,)),)
        return [
            Group((table.cell,), wants, each, seat * each)
            for seat, table in enumerate(self.seatings)
        ]

    def next_round(self, proof: "Sequence[GroupResult]") -> Group | None:
        """A table of them, once it is shown that they are stronger."""
        if not self.claim(proof).shown:
            return None
        cells = (self.setting.cell, self.table.cell)
        return Group(cells, totals_and_pairs(cells), max(FEW, int(self._of_table)))

    def claim(self, proof: "Sequence[GroupResult]") -> stats.Claim:
        """That one among the others wins more than its fair share."""
        family, games = stats.Family("players", 1), sum(ran.n for ran in proof)
        if not games or len({ran.n for ran in proof}) > 1:  # not at every seat as often
            return stats.barred("exceeds", "time", family, games, 0.0)
        return matches.better_claim(self.wins(proof), self.fair(proof), family, games, SEARCH)

    def wins(self, proof: "Sequence[GroupResult]") -> stats.Interval:
        """The share of games that the stronger player wins, exact.

        Chances that differ by seat, and shared wins, spread less than equal chances to win or lose
        (Hoeffding 1956, Ann. Math. Stat. 27).
        """
        won = sum(ran.totals().seats.at("win840", seat).total for seat, ran in enumerate(proof))
        return stats.clopper_pearson(won / WIN, sum(ran.n for ran in proof))

    def fair(self, proof: "Sequence[GroupResult]") -> float:
        """What equal players would win; games that nobody wins count for nobody."""
        won = sum(ran.totals().tables.at("win840").total for ran in proof)
        return float(won / WIN / self.setting.players / max(1, sum(ran.n for ran in proof)))

    def finding(self, proof: "Sequence[GroupResult]") -> Finding:
        claim, others = self.claim(proof), self.setting.players - 1
        known, seats = not claim.barred, "seat" if others == 1 else f"{others} seats"
        sentence = claim_sentence(
            SHARE,
            claim,
            rivals=f"{self.setting.policy_names[0]} at the other {seats}",
            wins=question_base.format_share(self.wins(proof)) if known else "",
            fair=f"{100 * self.fair(proof):.3g} %",
        )
        return Finding(
            key="stronger",
            question="Is a player who thinks ahead stronger?",
            estimate=claim.found.estimate,
            low=claim.found.low,
            high=claim.found.high,
            n=claim.games,
            unit="share",
            claim=claim,
            sentence=sentence,
        )

    def lasts(self, proof: "Sequence[GroupResult]", ran: "GroupResult", unit: str) -> str:
        """How long games of such players are."""
        found = stats.quantile_interval(ran.totals(1).histograms[unit], 0.5)
        amount, low, high = (f"{end:,.0f}" if math.isfinite(end) else "?" for end in found)
        word = format_unit(unit, length_units(self.setting.game))
        told = f"{amount} {pluralize(word, found.estimate)}"
        ends = "" if low == high else f" ({low} – {high})"
        return claim_sentence(LASTS, self.claim(proof), median=told + ends, played=f"{ran.n:,}")

    def who_wins(self, ran: "GroupResult") -> stats.Claim:
        """That such players change how often somebody wins."""
        places = Layout.from_game(self.setting.game).roles or [
            f"seat {seat + 1}" for seat in range(self.setting.players)
        ]
        family = stats.Family("changes", len(places))
        base, other, pairs = ran.totals(0), ran.totals(1), ran.pairs(1)
        if max(base.unfinished, other.unfinished) > CAPPED * ran.n:
            return stats.barred("any", "unfinished", family, ran.n, SAME_SHARE)
        measures = [Measure("wins", "win840", at, name) for at, name in enumerate(places)]
        return stats.any_of(
            {one.label: difference(one, base, other, pairs, family).claim for one in measures}
        )


def _games(setting: "Setting", asked: QuestionOptions, part: float) -> float:
    """Games of a table that fit into a part of the time."""
    each = setting.game.microseconds * question_base.slowness(setting)
    return part * question_base.time_budget(asked) * question_base.CORES * 1e6 / each
