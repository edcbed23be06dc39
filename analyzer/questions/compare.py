"""`compare`: what does another rule, policy or number of players change, on the same luck?"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer.answer.blocks import Answer
from analyzer.errors import UserError
from analyzer.estimates.differences import Difference
from analyzer.estimates.measures import Measure
from analyzer.questions._compare_estimates import CompareResult, find_differences
from analyzer.questions._compare_wording import AnswerBuilder
from analyzer.questions.shared import common
from analyzer.simulation.plan import Group, Plan, totals_and_pairs

if TYPE_CHECKING:
    from analyzer.request.request import Request
    from analyzer.request.setting import Setting
    from analyzer.simulation.run import Outcome

KIND = "compare"
RESULTS = (CompareResult,)
SCREEN = 4096  # games at random that show whether anybody could make use of a rule


@dataclass(frozen=True)
class Arm:
    """One of the tables that are compared."""

    name: str
    setting: "Setting"


@dataclass(frozen=True)
class Compare(common.OneRound):
    """A reference and its variants on the same luck."""

    arms: tuple[Arm, ...]
    n: int
    first: int = 0
    measures: tuple[Measure, ...] = ()  # () : the usual ones
    minutes: float | None = None  # of one decision: then time is measured too
    open_ended: bool = False  # intervals hold however often one looks
    beside: int = 0  # further changes of the same family, which a question tells
    request: "Request | None" = None  # that asks it

    def __post_init__(self) -> None:
        if len(self.arms) < 2:
            raise UserError("compare needs at least one variant.")
        for place, arm in enumerate(self.arms):
            for other in self.arms[:place]:
                if arm.setting.cell == other.setting.cell:
                    raise UserError(
                        f"The arms {other.name!r} and {arm.name!r} are the same table; "
                        "a comparison needs arms that differ."
                    )
        games = {arm.setting.game.name for arm in self.arms}
        if len(games) > 1:
            raise UserError(f"compare takes arms of one game; got {', '.join(sorted(games))}.")

    @property
    def command(self) -> str:
        return common.command_of(self.request)

    def plan(self) -> Plan:
        cells = tuple(arm.setting.cell for arm in self.arms)
        groups = [Group(cells, totals_and_pairs(cells), self.n, self.first)]
        if self.screens:
            loose = tuple(arm.setting.with_policies(["random"]).cell for arm in self.arms)
            n = min(self.n, SCREEN)
            groups.append(Group(loose, totals_and_pairs(loose), n, self.first))
        return Plan(tuple(groups))

    @property
    def screens(self) -> bool:
        """Is it worth asking whether weaker players would use a rule that nobody here uses?"""
        settings = [arm.setting for arm in self.arms]
        return (
            len({setting.policies for setting in settings}) == 1
            and len({setting.players for setting in settings}) == 1
            and {str(policy) for policy in settings[0].policies} != {"random"}
        )

    def has_result(self, outcome: "Outcome") -> bool:
        """The arms are enough: whether others would use a rule may stay open."""
        return outcome.groups[0].n > 0

    def differences(self, outcome: "Outcome") -> list[list[Difference]]:
        """What the answer tells, by variant and measure."""
        return find_differences(self, outcome.groups[0])

    def answer(self, outcome: "Outcome") -> Answer:
        return AnswerBuilder(self, outcome).answer()
