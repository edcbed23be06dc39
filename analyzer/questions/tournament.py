"""`tournament`: who plays better? Policies rotated over the seats, on the same luck.

With two seats all pairs meet, each in both seats. With more seats, one policy sits among others,
once at every seat. If there are enough policies, all of them also meet at one table. Policies are
rotated, but hands are not: rotating both would halve the precision.
"""

from dataclasses import dataclass
from itertools import combinations, permutations
from typing import TYPE_CHECKING

from analyzer.answer.blocks import Answer
from analyzer.errors import UserError
from analyzer.questions._tournament_estimates import Match, TournamentResult, seat_rotations
from analyzer.questions._tournament_wording import AnswerBuilder
from analyzer.questions.shared import common
from analyzer.simulation.plan import Group, Plan, Reduction
from analyzer.system.faces import option_subject

if TYPE_CHECKING:
    from analyzer.request.request import Request
    from analyzer.request.setting import Setting
    from analyzer.simulation.run import Outcome

__all__ = ["KIND", "RESULTS", "Match", "Tournament", "seat_rotations"]

KIND = "tournament"
RESULTS = (TournamentResult,)
MOST = 8  # policies


@dataclass(frozen=True)
class Tournament(common.OneRound):
    """Policies of one game at tables of one size."""

    setting: "Setting"
    policies: tuple[str, ...]
    n: int
    first: int = 0
    request: "Request | None" = None  # that asks it

    def __post_init__(self) -> None:
        if len(self.policies) < 2:
            raise UserError("tournament needs at least two policies, such as random,expert.")
        if len(self.policies) > MOST:
            raise UserError(f"tournament takes {MOST} policies at most; got {len(self.policies)}.")
        for place, policy in enumerate(self.policies):
            if policy in self.policies[:place]:
                raise UserError(f"{option_subject('policies')} names {policy} twice; keep one.")

    @property
    def command(self) -> str:
        return common.command_of(self.request)

    @property
    def matches(self) -> list[Match]:
        others = self.setting.players - 1
        found = []
        for one, two in combinations(self.policies, 2):
            for policy, rival in ((one, two), (two, one)):
                if self.setting.players > 2 or policy == two:
                    among = (rival,) * others
                    found.append(Match(policy, among, seat_rotations(policy, among)))
        if self.setting.players == len(self.policies) > 2:
            tables = tuple(permutations(self.policies))
            if len(tables) > 24:  # every policy at every seat is enough
                tables = tuple(
                    self.policies[k:] + self.policies[:k] for k in range(len(self.policies))
                )
            found += [
                Match(p, tuple(q for q in self.policies if q != p), tables) for p in self.policies
            ]
        return found

    def seatings(self) -> list[tuple[tuple[str, ...], ...]]:
        """The groups of tables that are played; the free for all is one for all its policies."""
        return list(dict.fromkeys(match.seatings for match in self.matches))

    def plan(self) -> Plan:
        groups = []
        for tables in self.seatings():
            cells = tuple(self.setting.with_policies(_by_seat(t)).cell for t in tables)
            wants = [Reduction("totals", (place,)) for place in range(len(cells))]
            wants.append(Reduction("rotation", tuple(range(len(cells)))))
            groups.append(Group(cells, tuple(wants), self.n, self.first))
        return Plan(tuple(groups))

    def has_result(self, outcome: "Outcome") -> bool:
        """Some matches are enough."""
        return any(ran.n for ran in outcome.groups)

    def answer(self, outcome: "Outcome") -> Answer:
        return AnswerBuilder(self, outcome).answer()


def _by_seat(policies: tuple[str, ...]) -> list[str]:
    return [f"{seat}={policy}" for seat, policy in enumerate(policies, start=1)]
