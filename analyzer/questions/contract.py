"""`contract`: does what must hold still hold? Clauses about a game, each shown, broken or open."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from analyzer import stats
from analyzer.answer.blocks import Answer
from analyzer.questions import _contract_estimates as estimates
from analyzer.questions import _contract_wording
from analyzer.questions.clauses import ClauseKind, ContractClause, Played, find_kind
from analyzer.questions.shared import common, question_base
from analyzer.simulation.plan import Group, Plan, Reduction

if TYPE_CHECKING:
    from analyzer.playout.cell import Cell
    from analyzer.request.request import Request
    from analyzer.request.setting import Setting
    from analyzer.simulation.run import GroupResult, Outcome

KIND = "contract"
RESULTS = (estimates.ContractResult,)
SECONDS, PILOT = 60.0, 2.0  # of all games at most, and of a pilot, on two cores
FEWEST, MOST = 2000, 1_000_000  # games of each table, if nobody says
PILOT_FEWEST, PILOT_MOST = 1000, 20_000


@dataclass(frozen=True)
class Part:
    """One clause at one table."""

    clause: ContractClause
    kind: ClauseKind
    table: "Setting"
    cells: "tuple[Cell, ...]"  # that are played for it


@dataclass(frozen=True)
class Contract:
    """Clauses, and the tables that they are about."""

    setting: "Setting"
    clauses: tuple[ContractClause, ...]
    budget: int | None = None  # most games of each table; None: what fits into the time
    pilot: bool = False  # only to name the games that decide every clause
    request: "Request | None" = None  # that asks it

    @property
    def command(self) -> str:
        return common.command_of(self.request)

    @cached_property
    def tables(self) -> "dict[int, Setting]":
        """Every table, by its number of seats."""
        sizes = sorted({size for clause in self.clauses for size in clause.players})
        return {size: self.setting.with_players(size) for size in sizes}

    @cached_property
    def parts(self) -> list[tuple[Part, Played]]:
        """Every clause at every table that it is about, and what is played for it."""
        found = []
        for clause in self.clauses:
            kind = find_kind(clause.key)
            for size in clause.players or tuple(self.tables):
                table = self.tables[size]
                played = kind.played(table, clause)
                found.append((Part(clause, kind, table, played.cells), played))
        return found

    @cached_property
    def family(self) -> stats.Family:
        """All numbers of all clauses: their intervals hold together, at all looks."""
        size = sum(part.kind.size(part.table, part.clause) for part, _ in self.parts)
        return stats.Family("clauses", size)

    @cached_property
    def units(self) -> "dict[tuple[Cell, ...], tuple[Reduction, ...]]":
        """What is played: equal tables once, with all that is wanted of them."""
        found: dict[tuple[Cell, ...], dict[Reduction, None]] = {}
        for part, played in self.parts:
            found.setdefault(part.cells, {}).update(dict.fromkeys(played.reductions))
        return {cells: tuple(wanted) for cells, wanted in found.items()}

    @cached_property
    def n(self) -> int:
        """The most games of each table; the same on every machine."""
        if self.budget is not None:
            return self.budget
        cost = sum(len(cells) for cells in self.units)
        each = self.setting.game.microseconds * question_base.slowness(self.setting) * cost
        fit = (PILOT if self.pilot else SECONDS) * question_base.CORES * 1e6 / each
        low, high = (PILOT_FEWEST, PILOT_MOST) if self.pilot else (FEWEST, MOST)
        return max(low, min(high, question_base.round_down(fit)))

    @cached_property
    def looks(self) -> list[stats.Look]:
        """When the games may be looked at; a pilot is looked at once."""
        return [] if self.pilot else stats.plan_looks(self.n)

    def plan(self) -> Plan:
        looks = tuple(look.n for look in self.looks)
        return Plan(
            tuple(Group(cells, wants, self.n, 0, looks) for cells, wants in self.units.items())
        )

    def level(self, look: int | None) -> float:
        """The level of each interval at a look, so that all of all looks hold together."""
        alpha = stats.ALPHA if look is None else self.looks[look].alpha
        return 1 - alpha / self.family.size

    def is_decided(self, ran: "GroupResult", look: int) -> bool:  # noqa: ARG002 - `ran` knows it
        """Is every clause at this table shown or broken?"""
        mine = [part for part, _ in self.parts if part.cells == ran.group.cells]
        return all(estimates.part_is_decided(self, part, ran) for part in mine)

    def next_round(self, outcome: "Outcome") -> Plan | None:  # noqa: ARG002 - one round is enough
        return None

    def progress_text(self, ran: "GroupResult") -> str:
        look = next((each.n for each in self.looks if each.n > ran.n), None)
        size = ran.group.cells[0].players
        return f"{size} players" + (f" · next look at {look:,}" if look else "")

    def has_result(self, outcome: "Outcome") -> bool:
        return all(ran.n for ran in outcome.groups)

    def measure(self, outcome: "Outcome") -> "dict[ContractClause, list[stats.Interval]]":
        """The numbers of each clause, at all its tables; none if the games cannot tell them."""
        return estimates.measure(self, outcome)

    def answer(self, outcome: "Outcome") -> Answer:
        if self.pilot:
            return _contract_wording.pilot_answer(self, outcome)
        return _contract_wording.answer(self, outcome)
