"""Clauses of a contract: each names a claim about a table, with its limit. A file is a clause.

A file has `CLAUSE`, a `ClauseKind`: the key that a contract writes, the sentence that it stands
for, what is played for it, and its numbers with intervals.
"""

import math
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Literal

from analyzer.errors import UserError, did_you_mean
from analyzer.estimates.fairness import CAPPED
from analyzer.simulation.plan import Reduction

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from analyzer.playout.cell import Cell
    from analyzer.request.setting import Setting
    from analyzer.simulation.run import GroupResult
    from analyzer.stats import Interval

Unit = Literal["pp", "share", "number"]
Shape = Literal["within", "most", "range"]
ERROR, WARN = "error", "warn"


@dataclass(frozen=True)
class ContractClause:
    """One clause as somebody wrote it."""

    key: str  # "seats.within"
    low: float | None  # in the units of the contract; None if there is only a limit above
    high: float
    level: str = ERROR  # or WARN
    players: tuple[int, ...] = ()  # tables that it is about; (): all of the contract
    of: str = ""  # whom it is about, where a clause names policies
    among: str = ""
    minutes: float = 0.0  # of one decision; 0: not said
    place: int = 0  # among the clauses of its contract, so that no two are the same

    @property
    def rest(self) -> str:
        """What stands after the dot."""
        return self.key.partition(".")[2]


@dataclass(frozen=True)
class Played:
    """What a clause needs of a table."""

    cells: "tuple[Cell, ...]"
    reductions: tuple[Reduction, ...]


@dataclass(frozen=True)
class ClauseKind:
    """What is known about the clauses with one key."""

    key: str  # with a word in capitals where a name stands: "length.UNIT"
    sentence: str  # {low} and {high} are its limits, {rest} the name
    unit: Unit
    shape: Shape
    example: str  # as a contract writes it
    names: "Callable[[Setting], tuple[str, ...]] | None"  # that may stand in the key
    played: "Callable[[Setting, ContractClause], Played]"
    # Its numbers by name, each at this level; empty if it cannot be asked of the games played.
    members: "Callable[[Setting, ContractClause, GroupResult, float], Mapping[str, Interval]]"
    size: "Callable[[Setting, ContractClause], int]"  # how many intervals that are
    check: "Callable[[Setting, ContractClause], None]" = lambda _setting, _clause: None
    compares: bool = False  # does it compare seats, so that unfinished games bar a verdict?

    @property
    def meaning(self) -> str:
        """Its sentence for any limit."""
        name = self.key.partition(".")[2]
        return self.sentence.format(low="LOW", high="LIMIT", rest=name, of="OF", among="AMONG")

    @property
    def scale(self) -> float:
        """From the unit of the contract to that of the numbers."""
        return 0.01 if self.unit == "pp" else 1.0

    def limits(self, clause: ContractClause) -> tuple[float, float]:
        """Where its numbers may lie."""
        high = clause.high * self.scale
        if self.shape == "within":
            return -high, high
        return (-math.inf if clause.low is None else clause.low * self.scale), high

    def barred(self, ran: "GroupResult") -> str:
        """Why these games tell nothing, however many there are."""
        cells = range(len(ran.group.cells))
        capped = sum(ran.totals(place).unfinished for place in cells)
        if self.compares and capped > CAPPED * ran.n * len(ran.group.cells):
            return "unfinished"
        return ""


@cache
def kinds() -> dict[str, ClauseKind]:
    """Every kind of clause, by its key."""
    names = sorted(found.name for found in iter_modules(__path__))
    found: list[ClauseKind] = [import_module(f"{__name__}.{name}").CLAUSE for name in names]
    return {one.key: one for one in found}


def find_kind(key: str) -> ClauseKind:
    """The kind of a clause."""
    known = kinds()
    if key in known and not _is_open(key):
        return known[key]
    head, dot, rest = key.partition(".")
    for name, one in known.items():
        if dot and rest and _is_open(name) and name.partition(".")[0] == head:
            return one
    raise UserError(f"There is no clause {key!r}{did_you_mean(key, known)}")


def _is_open(key: str) -> bool:
    """Does a name of the game stand in it?"""
    return key.partition(".")[2].isupper()


def check_clause(setting: "Setting", clause: ContractClause) -> ClauseKind:
    """The kind of a clause, which this table can be asked about."""
    kind = find_kind(clause.key)
    if kind.names is not None and clause.rest not in (known := kind.names(setting)):
        raise UserError(
            f"{setting.game.name} has no {clause.rest!r} for the clause {kind.key}"
            f"{did_you_mean(clause.rest, known)}"
        )
    kind.check(setting, clause)
    return kind


def table_alone(setting: "Setting", _clause: ContractClause) -> Played:
    """The table itself, and its totals."""
    return Played((setting.cell,), (Reduction("totals", (0,)),))


def one(_setting: "Setting", _clause: ContractClause) -> int:
    return 1


def refuse_several_policies(setting: "Setting", clause: ContractClause) -> None:
    """Where several policies play, shares of wins tell of the policies and not of the seats."""
    if len(set(setting.policies)) > 1:
        raise UserError(
            f"The clause {clause.key} compares seats, so one policy must play at all of them; got "
            f"{', '.join(dict.fromkeys(setting.policy_names))}."
        )
