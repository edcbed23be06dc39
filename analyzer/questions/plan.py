"""`plan`: how many games does a question about this table need, and how long do they take?"""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from analyzer.answer.blocks import Answer
from analyzer.errors import UserError
from analyzer.questions import _plan_wording
from analyzer.questions._plan_estimates import PlanResult
from analyzer.questions.designer import _variants
from analyzer.questions.shared import common, question_base
from analyzer.simulation.plan import Group, Plan, totals_and_pairs

if TYPE_CHECKING:
    from analyzer.request.request import Request
    from analyzer.request.setting import Setting
    from analyzer.simulation.run import GroupResult, Outcome

KIND = "plan"
RESULTS = (PlanResult,)
SECONDS = 2.0  # of the pilot, on two cores
FEWEST, MOST = 200, 20_000  # games of it, if nobody says
CHANGES = 4  # single steps of rules, if nobody says what is to be compared
GLANCE = 20  # games that show whether games of a change come to an end


@dataclass(frozen=True)
class PlanQuestion(common.OneRound):
    """A pilot of one table, and of changes of it on the same luck."""

    setting: "Setting"
    named: tuple[tuple[str, "Setting"], ...]  # changes that the user names
    n: int | None  # games of the pilot
    difference: float  # of a win share, that is to be seen
    tolerance: float  # of a verdict on fairness
    request: "Request | None" = None  # that asks it

    def __post_init__(self) -> None:
        for name, table in self.named:
            if table.cell == self.setting.cell:
                raise UserError(
                    f"The change {name!r} is the table as it is; name one that differs."
                )

    @property
    def command(self) -> str:
        return common.command_of(self.request)

    @cached_property
    def changes(self) -> tuple[tuple[str, "Setting"], ...]:
        """What the table is compared with: what the user names, or single steps of rules, spread
        over the rulebook."""
        if self.named:
            return self.named
        found = [(one.name, one.setting) for one in _variants.list_variants(self.setting, False)]
        few = min(CHANGES, len(found))
        return tuple(found[place * len(found) // few] for place in range(few))

    @property
    def games(self) -> int:
        """Games of each table of the pilot; the same on every machine."""
        if self.n is not None:
            return self.n
        each = self.setting.game.microseconds * question_base.slowness(self.setting)
        most = SECONDS * question_base.CORES * 1e6 / (each * (1 + len(self.changes)))
        return max(FEWEST, min(MOST, question_base.round_down(most)))

    def plan(self) -> Plan:
        """The pilot; before steps of rules that nobody chose, a few games that show who ends."""
        glances = bool(self.changes) and not self.named
        return self._pilot(self.changes, min(GLANCE, self.games) if glances else self.games)

    def next_round(self, outcome: "Outcome") -> Plan | None:
        if self.named or not self.changes or len(outcome.groups) > 1:
            return None
        ends = _variants.endless_cells(outcome.groups[0], False)
        return self._pilot(tuple(self.changes[place - 1] for place in ends), self.games)

    def _pilot(self, changes: "tuple[tuple[str, Setting], ...]", n: int) -> Plan:
        cells = tuple(table.cell for table in (self.setting, *(each for _, each in changes)))
        return Plan((Group(cells, totals_and_pairs(cells), n),))

    def progress_text(self, ran: "GroupResult") -> str:
        return f"a pilot of {ran.group.n:,} games"

    def has_result(self, outcome: "Outcome") -> bool:
        return outcome.groups[-1].n >= GLANCE

    def list_played(self, ran: "GroupResult") -> list[tuple[str, int]]:
        """The changes that were played, with their places in the group."""
        places = {cell.key: place for place, cell in enumerate(ran.group.cells)}
        return [
            (name, places[table.cell.key])
            for name, table in self.changes
            if places.get(table.cell.key)
        ]

    def answer(self, outcome: "Outcome") -> Answer:
        return _plan_wording.build_answer(self, outcome)
