"""The cells of a sweep: what each varies, its numbers, and what they claim together.

All intervals of all measures, those of every cell and those of every change, are one family. So
whichever cells turn out to have least and most may be told with the intervals they have.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from analyzer import stats
from analyzer._core.reductions import WIN
from analyzer.estimates.differences import SAME_NUMBER, SAME_SHARE
from analyzer.estimates.fairness import CAPPED
from analyzer.games.parameters import format_value
from analyzer.stats import Claim, Family, Interval

if TYPE_CHECKING:
    from analyzer.answer.blocks import Finding
    from analyzer.estimates.differences import Difference
    from analyzer.estimates.measures import Measure
    from analyzer.estimates.seats import Standings
    from analyzer.request.setting import Setting
    from analyzer.simulation.reducers.policies import Policies
    from analyzer.simulation.reducers.totals import Totals

NONE = Interval(0.0, 0.0, 0.0)  # the change of a reference against itself


@dataclass(frozen=True)
class SweepCell:
    """One cell of the sweep."""

    values: tuple[tuple[str, object], ...]  # dimension and value
    setting: "Setting"

    @property
    def name(self) -> str:
        return ", ".join(f"{name}={format_value(value)}" for name, value in self.values)


@dataclass(frozen=True)
class PolicySurplus:
    """What a policy wins beyond an equal share, where several policies play."""

    policy: Annotated[str, "the policy"]
    win_share: Annotated[Interval, "interval of what its seats win together"]
    fair_share: Annotated[float, "what they would win if all seats won equally"]
    claim: Annotated[Claim, "that it wins more or less than that; as findings[].claim"]


@dataclass(frozen=True)
class CellResult:
    """A cell of the sweep with its numbers."""

    point: SweepCell
    printed: bool
    reference: bool  # the others of as many players are compared with it
    totals: "Totals"
    table: "Standings"
    fair: "Finding | None"
    surpluses: dict[str, PolicySurplus]  # of each policy that is told of; empty if one plays
    levels: "dict[Measure, Interval]"
    changes: "dict[Measure, Difference]"  # against the reference; empty for it

    @property
    def name(self) -> str:
        return self.point.name

    @property
    def departure(self) -> Interval | None:
        """The largest departure from the fair share; None where there is no verdict."""
        if self.fair is None or self.fair.claim is None or self.fair.claim.barred:
            return None
        return self.fair.claim.found

    @property
    def favoured(self) -> str | None:
        """The seat or role that departs so."""
        return self.fair.claim.of if self.departure and self.fair and self.fair.claim else None

    def change(self, measure: "Measure") -> Interval | None:
        """Against the reference of its size of table."""
        if self.reference:
            return NONE
        return self.changes[measure].change if measure in self.changes else None


def named_policies(points: Sequence[SweepCell]) -> list[str]:
    """Of whose wins a sweep tells where several policies play: of all, or, since the shares of two
    mirror each other, of the one with fewer seats."""
    seated = [name for point in points for name in point.setting.policy_names]
    names = list(dict.fromkeys(seated))
    return names if len(names) != 2 else [min(reversed(names), key=seated.count)]


def policy_surplus(
    policy: str, table: "Standings", found: "Policies", family: Family, tolerance: float
) -> PolicySurplus:
    """What all seats of a policy win beyond an equal share, among the games that somebody won."""
    place = found.policies.index(policy)
    won = found.sums.at("win840", place).total / WIN
    wins = stats.clopper_pearson(won, table.won, family.each)
    fair = found.seats[place] / sum(found.seats)
    beyond = Interval(*(end - fair for end in wins))
    claim = stats.differs(beyond, family, table.n, tolerance, of=policy)
    if table.unfinished > CAPPED * table.n:
        claim = stats.barred("differs", "unfinished", family, table.n, tolerance)
    return PolicySurplus(policy, wins, fair, claim)


@dataclass(frozen=True)
class RankedMeasure:
    """What is claimed of one measure over all cells."""

    measure: "Measure"
    differ: Claim  # that two cells differ
    least: Claim  # that one cell has less than every other
    most: Claim


def rank_cells(rows: Sequence[CellResult], measure: "Measure", family: Family) -> RankedMeasure:
    """Where a measure is least and most. A cell is chosen by looking, so the family holds for all.

    The bound of `differ` is how far any two cells may be apart.
    """
    ordered = sorted(rows, key=lambda row: row.levels[measure].estimate)
    games = min(row.totals.n for row in rows)
    low, high = ordered[0], ordered[-1]
    apart = cell_gap(high, low, measure)
    reach = min(_reach([row.levels[measure] for row in rows]), _reach_of_changes(rows, measure))
    span = Interval(apart.estimate, apart.low, max(reach, apart.low))
    size = SAME_SHARE if measure.is_share else SAME_NUMBER * abs(low.levels[measure].estimate)
    least = {low.name: {row.name: cell_gap(row, low, measure) for row in ordered if row is not low}}
    most = {
        high.name: {row.name: cell_gap(high, row, measure) for row in ordered if row is not high}
    }
    claims = (
        stats.differs(span, family, games, size),
        stats.leads(least, family, games),
        stats.leads(most, family, games),
    )
    if measure.is_share and any(row.totals.unfinished > CAPPED * row.totals.n for row in rows):
        return RankedMeasure(measure, *(claim.bar("unfinished") for claim in claims))
    return RankedMeasure(measure, *claims)


def cell_gap(a: CellResult, b: CellResult, measure: "Measure") -> Interval:
    """What cell a has more than cell b: by their own intervals, and by those of their changes.

    Both hold, so that their common part does.
    """
    found = _minus(a.levels[measure], b.levels[measure])
    one, two = a.change(measure), b.change(measure)
    if a.point.setting.players != b.point.setting.players or one is None or two is None:
        return found
    paired = _minus(one, two)
    low, high = max(found.low, paired.low), min(found.high, paired.high)
    return Interval(found.estimate, low, high) if low <= high else found


def _minus(a: Interval, b: Interval) -> Interval:
    return Interval(a.estimate - b.estimate, a.low - b.high, a.high - b.low)


def _reach(found: Sequence[Interval]) -> float:
    return max(one.high for one in found) - min(one.low for one in found)


def _reach_of_changes(rows: Sequence[CellResult], measure: "Measure") -> float:
    changes = [change for row in rows if (change := row.change(measure)) is not None]
    one_size = len({row.point.setting.players for row in rows}) == 1
    return _reach(changes) if one_size and len(changes) == len(rows) else math.inf


def plain_value(value: object) -> float | int | str | None:
    return (
        format_value(value)
        if isinstance(value, bool) or not isinstance(value, int | float)
        else value
    )
