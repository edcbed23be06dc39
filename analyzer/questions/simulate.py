"""`simulate`: is the table fair, and how long is a game?"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer import stats
from analyzer.answer.blocks import Answer
from analyzer.estimates import fairness, seats
from analyzer.estimates.formatting import format_pp
from analyzer.questions import _simulate_estimates as estimates
from analyzer.questions import _simulate_wording
from analyzer.questions.shared import common
from analyzer.simulation.plan import Group, Plan, Reduction

if TYPE_CHECKING:
    from analyzer.request.request import Request
    from analyzer.request.setting import Setting
    from analyzer.simulation.run import GroupResult, Outcome

KIND = "simulate"
RESULTS = (estimates.SimulateResult,)


@dataclass(frozen=True)
class Simulate:
    """One table, many games."""

    setting: "Setting"
    n: int
    first: int = 0
    tolerance: float = 0.01
    precision: float | None = None  # stop when every interval is this narrow, half its width
    until_decided: bool = False  # stop when the verdict is certain
    minutes: float | None = None  # of one decision
    request: "Request | None" = None  # that asks it

    @property
    def command(self) -> str:
        return common.command_of(self.request)

    @property
    def looks(self) -> list[stats.Look]:
        """The games after which we look, and the part of 5 % that each look may spend."""
        return stats.plan_looks(self.n) if self.until_decided or self.precision else []

    def plan(self) -> Plan:
        wants = [Reduction("totals", (0,))]
        if len(set(self.setting.policies)) > 1:
            wants.append(Reduction("policies", (0,)))
        looks = tuple(look.n for look in self.looks)
        cells = (self.setting.cell,)
        return Plan((Group(cells, tuple(wants), self.n, self.first, looks),))

    def level(self, look: int | None) -> float:
        """Confidence of every interval: frequent looks make intervals wider."""
        return stats.LEVEL if look is None else self.looks[look].level

    @property
    def remedy(self) -> fairness.Advice:
        """What to do about a verdict that is not made yet."""
        if self.precision:
            return fairness.INSTEAD
        return fairness.LARGER if self.until_decided else fairness.DECIDE

    def is_decided(self, ran: "GroupResult", look: int) -> bool:
        table = seats.standings(ran.totals(), self.setting.policy_names, self.level(look))
        if self.precision is not None:
            return estimates.widest_half_width(table) <= self.precision
        made = self.claims(ran, table)
        return bool(made) and not any(claim.open for claim in made)

    def claims(self, ran: "GroupResult", table: seats.Standings) -> list[stats.Claim]:
        """What is to be decided: is the table fair, or, of several policies, is one better?"""
        fair = fairness.fairness_claim(table, self.tolerance)
        if fair is not None:
            return [fair]
        return [row.claim for row in estimates.shares_by_policy(ran, table, self.tolerance)]

    def next_round(self, outcome: "Outcome") -> Plan | None:  # noqa: ARG002 - one round is enough
        return None

    def progress_text(self, ran: "GroupResult") -> str:
        """How far it is to a decision, who departs most, and when we look next."""
        totals = ran.totals()
        look = next((i for i, each in enumerate(self.looks) if each.n > totals.n), None)
        table = seats.standings(totals, self.setting.policy_names, self.level(look))
        parts = [self._distance(ran, table)] if totals.n and look is not None else []
        if found := fairness.largest_departure(table):
            parts.append(f"{found[0]} {100 * found[1]:+.1f} pp")
        if look is not None:
            parts.append(f"next look at {self.looks[look].n:,}")
        return " · ".join(part for part in parts if part)

    def _distance(self, ran: "GroupResult", table: seats.Standings) -> str:
        if self.precision is not None:
            error = stats.format_fixed(100 * estimates.widest_half_width(table), 2)
            return f"± {error} pp, wanted {format_pp(self.precision)}"
        made = self.claims(ran, table)
        if not made or made[0].barred:
            return ""
        undecided = [claim for claim in made if claim.open]
        if not undecided:
            return f"{made[0].word} so far"
        if undecided[0].needs is None:
            return "too close to tell so far"
        return f"verdict in about {undecided[0].needs - table.n:,} games"

    def has_result(self, outcome: "Outcome") -> bool:
        return outcome.groups[0].n > 0

    def answer(self, outcome: "Outcome") -> Answer:
        (ran,) = outcome.groups
        return _simulate_wording.AnswerBuilder(self, outcome, ran).answer()
