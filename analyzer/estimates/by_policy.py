"""Where several policies play, the question is the policy: does one win more than its share?"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from analyzer import stats
from analyzer._core.reductions import WIN
from analyzer.answer.blocks import Finding
from analyzer.estimates import phrases, seats
from analyzer.estimates.fairness import CAPPED
from analyzer.stats import Claim, Family, Interval

if TYPE_CHECKING:
    from analyzer.estimates.seats import Standings
    from analyzer.simulation.reducers.policies import Policies


@dataclass(frozen=True)
class PolicyShare:
    """What the seats of one policy win together."""

    policy: Annotated[str, "the policy"]
    seats: Annotated[int, "how many seats it has"]
    win_share: Annotated[
        Interval, "of what its seats win together, of the games that somebody won; all hold"
    ]
    fair_share: Annotated[float, "what they would win if all seats won equally"]
    claim: Annotated[Claim, "that it wins more or less than that"]

    @property
    def finding(self) -> Finding:
        surplus, error = self.claim.found, 100 * self.win_share.error
        wins = f"{stats.format_rounded(100 * self.win_share.estimate, error, most=4)} %"
        return Finding(
            key=f"policy.{self.policy}",
            question=f"Does {self.policy} win more than its share?",
            estimate=surplus.estimate,
            low=surplus.low,
            high=surplus.high,
            n=self.claim.games,
            unit="share",
            claim=self.claim,
            sentence=phrases.claim_sentence(
                phrases.POLICY,
                self.claim,
                seats=f"{self.seats} of {round(self.seats / self.fair_share)} seats",
                wins=wins,
                side="above" if surplus.estimate > 0 else "below",
            ),
        )


def policy_shares(found: "Policies", table: "Standings", tolerance: float) -> list[PolicyShare]:
    """One row per policy, all of them one family."""
    many, of = len(found.policies), sum(found.seats)
    won = [found.sums.at("win840", place).total / WIN for place in range(many)]
    family = Family("policies", many, round(1 - table.level, 12))
    rows = []
    for name, count, wins in zip(
        found.policies,
        found.seats,
        seats.win_shares(won, table.won, table.level),
        strict=True,
    ):
        surplus = Interval(*(end - count / of for end in wins))
        claim = stats.differs(surplus, family, table.n, tolerance, of=name)
        if table.unfinished > CAPPED * table.n:
            claim = claim.bar("unfinished")
        rows.append(PolicyShare(name, count, wins, count / of, claim))
    return rows


def policy_findings(rows: Sequence[PolicyShare]) -> list[Finding]:
    """What is said: of two policies, whose shares mirror each other, the rarer one."""
    chosen = sorted(rows, key=lambda row: row.seats)[:1] if len(rows) == 2 else rows
    return [row.finding for row in chosen]
