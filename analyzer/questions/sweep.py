"""`sweep`: what does a number of the rulebook do over a range of values, on the same luck?"""

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from analyzer.answer.blocks import Answer
from analyzer.errors import UserError
from analyzer.estimates.formatting import join_words
from analyzer.estimates.measures import Measure
from analyzer.playout.cell import Cell
from analyzer.questions._sweep_cells import SweepCell
from analyzer.questions._sweep_estimates import SweepResult
from analyzer.questions._sweep_wording import AnswerBuilder
from analyzer.questions.shared import common
from analyzer.simulation.plan import Group, Plan, Reduction, totals_and_pairs

if TYPE_CHECKING:
    from analyzer.request.request import Request
    from analyzer.request.setting import Setting
    from analyzer.simulation.run import Outcome

KIND = "sweep"
RESULTS = (SweepResult,)


@dataclass(frozen=True)
class Sweep(common.OneRound):
    """A grid of one or two dimensions."""

    base: "Setting"
    dimensions: tuple[tuple[str, tuple[object, ...]], ...]
    n: int
    first: int = 0
    tolerance: float = 0.01
    measures: tuple[Measure, ...] = ()
    minutes: float | None = None  # of one decision: then time is measured too
    request: "Request | None" = None  # that asks it

    def __post_init__(self) -> None:
        if not self.dimensions:
            raise UserError("sweep needs something to vary.")
        if len(self.wide) > 2:
            raise UserError(
                f"sweep varies one or two things at once; got {join_words(self.wide)}. "
                "Give the others one value."
            )

    @property
    def command(self) -> str:
        return common.command_of(self.request)

    @property
    def wide(self) -> list[str]:
        """What has more than one value."""
        return [name for name, values in self.dimensions if len(values) > 1]

    @property
    def cells(self) -> list[SweepCell]:
        found = []
        names = [name for name, _ in self.dimensions]
        for values in product(*(values for _, values in self.dimensions)):
            chosen = dict(zip(names, values, strict=True))
            setting = self.base
            if "players" in chosen:
                setting = setting.with_players(chosen["players"])  # type: ignore[arg-type]
            rules = {name: value for name, value in chosen.items() if name != "players"}
            found.append(SweepCell(tuple(chosen.items()), setting.with_rules(rules)))
        return found

    def printed(self, point: SweepCell) -> bool:
        """Are the varied rules as the rulebook has them?"""
        usual = point.setting.game.resolve_rules(point.setting.players, {})
        return all(
            name == "players" or getattr(usual, name) == getattr(point.setting.rules, name)
            for name, _ in point.values
        )

    def groups(self) -> list[list[SweepCell]]:
        """Points by number of players; the printed rule comes first, as the reference."""
        found: dict[int, list[SweepCell]] = {}
        for point in self.cells:
            found.setdefault(point.setting.players, []).append(point)
        return [sorted(points, key=lambda p: not self.printed(p)) for points in found.values()]

    def plan(self) -> Plan:
        groups = []
        for points in self.groups():
            cells = tuple(point.setting.cell for point in points)
            _refuse_twins(cells, points)
            wants = totals_and_pairs(cells)
            if self.mixed:
                wants += tuple(Reduction("policies", (place,)) for place in range(len(cells)))
            groups.append(Group(cells, wants, self.n, self.first))
        return Plan(tuple(groups))

    @property
    def mixed(self) -> bool:
        """Do several policies play? Then who wins tells of them, not of the seats."""
        return any(len(set(point.setting.policy_names)) > 1 for point in self.cells)

    def has_result(self, outcome: "Outcome") -> bool:
        """Some sizes of table are enough."""
        return any(ran.n for ran in outcome.groups)

    def answer(self, outcome: "Outcome") -> Answer:
        return AnswerBuilder(self, outcome).answer()


def _refuse_twins(cells: tuple[Cell, ...], points: list[SweepCell]) -> None:
    for i, cell in enumerate(cells):
        if cell in cells[:i]:
            twin = points[cells.index(cell)]
            raise UserError(
                f"The points {twin.name} and {points[i].name} are the same table; keep one."
            )
