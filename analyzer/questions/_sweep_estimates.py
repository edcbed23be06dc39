"""The numbers of `sweep`: each cell, and what is claimed over all of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from analyzer import stats
from analyzer.estimates import fairness, seats
from analyzer.estimates.differences import difference, mean_level
from analyzer.estimates.measures import Measure, main_measure, minutes_measure
from analyzer.questions._sweep_cells import (
    CellResult,
    PolicySurplus,
    SweepCell,
    named_policies,
    plain_value,
    policy_surplus,
    rank_cells,
)
from analyzer.simulation.batch import Layout
from analyzer.stats import Claim, Interval

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.questions.sweep import Sweep
    from analyzer.simulation.reducers.policies import Policies
    from analyzer.simulation.run import GroupResult, Outcome


@dataclass(frozen=True)
class Dimension:
    """What is varied."""

    name: Annotated[str, "the rule, or players"]
    values: Annotated[tuple[float | int | str | None, ...], "its values"]


@dataclass(frozen=True)
class MeasuredCell:
    """One measure in one cell."""

    mean: Annotated[Interval, "interval of its mean"]
    change: Annotated[Interval | None, "interval of the change against the reference; null for it"]
    claim: Annotated[Claim | None, "that it changes, as findings[].claim; null for the reference"]


@dataclass(frozen=True)
class MeasureClaims:
    """What is claimed of one measure over all cells."""

    differ: Annotated[Claim, "that two cells differ; as findings[].claim"]
    least: Annotated[Claim, "that one cell has less than every other"]
    most: Annotated[Claim, "that one cell has more than every other"]


@dataclass(frozen=True)
class SweptCell:
    """One cell."""

    values: Annotated[
        Mapping[str, Annotated[float | int | str | None, "the value"]],
        "the value of each dimension",
    ]
    printed: Annotated[bool, "whether these are the values of the rulebook"]
    reference: Annotated[
        bool,
        "whether the other cells with as many players are compared with this one: the printed "
        "rule, or the first cell if that is missing",
    ]
    players: Annotated[int, "number of seats"]
    verdict: Annotated[
        str | None,
        "FAIR, UNFAIR, UNDECIDED or NO VERDICT; null if seats cannot be compared, or if several "
        "policies play",
    ]
    claim: Annotated[
        Claim | None,
        "that it is fair, all cells together; its fields are those of findings[].claim; or null",
    ]
    departure: Annotated[
        Interval | None, "interval of the largest departure from the fair share; or null"
    ]
    favoured: Annotated[str | None, "the seat or role that departs most; or null"]
    policies: Annotated[
        tuple[PolicySurplus, ...],
        "where several policies play, one object for each that is told of",
    ]
    measures: Annotated[
        Mapping[str, Annotated[MeasuredCell, "one object per chosen measure"]],
        "by measure, as --measure names it; all intervals hold together",
    ]


@dataclass(frozen=True)
class SweepResult:
    """What `sweep` found."""

    game: Annotated[str, "name of the game"]
    seed: Annotated[int, "seed of all cells: they have the same luck"]
    first: Annotated[int, "index of the first game"]
    games_each: Annotated[int, "games played by each cell"]
    dimensions: Annotated[tuple[Dimension, ...], "what is varied: a rule's name, or players"]
    cells: Annotated[tuple[SweptCell, ...], "one object per cell"]
    measures: Annotated[
        Mapping[str, Annotated[MeasureClaims, "one object per measure"]],
        "what is claimed of each measure over all cells",
    ]
    tolerance: Annotated[float, "largest departure from the fair share that is called fair"]
    sentences: Annotated[tuple[str, ...], "what the sweep shows"]
    warnings: Annotated[tuple[str, ...], "warnings, in sentences"]


class SweepEstimates:
    """The numbers of all cells that were played."""

    def __init__(self, asked: "Sweep", outcome: "Outcome") -> None:
        self.asked, self.outcome = asked, outcome
        layout = Layout.from_game(asked.base.game)
        self.measures = asked.measures or (main_measure(layout),)
        self.measures += (minutes_measure(asked.minutes),) if asked.minutes else ()
        self.rows = self._rows()
        self.ranked = [rank_cells(self.rows, m, self.family) for m in self.measures]
        self.n = min(ran.n for ran in outcome.groups if ran.n)

    def _rows(self) -> list[CellResult]:
        found: dict[tuple[object, ...], CellResult] = {}
        for points, ran in zip(self.asked.groups(), self.outcome.groups, strict=True):
            if not ran.n:  # somebody stopped the run
                continue
            for place, point in enumerate(points):
                found[point.values] = self._row(point, ran, place)
        return [found[point.values] for point in self.asked.cells if point.values in found]

    def _row(self, point: SweepCell, ran: "GroupResult", place: int) -> CellResult:
        totals = ran.totals(place)
        cells = stats.Family("tables", len(self.asked.cells))
        table = seats.standings(totals, point.setting.policy_names, cells.each)
        changes = {}
        if place:
            for measure in self.measures:
                changes[measure] = difference(
                    measure,
                    ran.totals(0),
                    totals,
                    ran.pairs(place),
                    self.family,
                    self.asked.tolerance,
                )
        return CellResult(
            point=point,
            printed=self.asked.printed(point),
            reference=place == 0,
            totals=totals,
            table=table,
            fair=fairness.fairness_finding(table, self.asked.tolerance, fairness.LARGER, cells),
            surpluses=self._surpluses(table, ran, place),
            levels={m: mean_level(m, totals, self.family.each) for m in self.measures},
            changes=changes,
        )

    @property
    def family(self) -> stats.Family:
        """The numbers of all measures and their changes, over all cells."""
        changes = sum(len(points) - 1 for points in self.asked.groups())
        size = (len(self.asked.cells) + changes) * len(self.measures)
        return stats.Family("measures", size)

    def _surpluses(
        self, table: seats.Standings, ran: "GroupResult", place: int
    ) -> dict[str, PolicySurplus]:
        """What policies win beyond an equal share, where several play."""
        if not table.mixed or table.fair is None:
            return {}
        found: Policies = ran.part("policies", place)  # type: ignore[assignment]
        told = named_policies(self.asked.cells)
        family = stats.Family("policies", len(told) * len(self.asked.cells))
        return {
            policy: policy_surplus(policy, table, found, family, self.asked.tolerance)
            for policy in told
            if policy in found.policies
        }

    def result(self, sentences: "Sequence[str]", warnings: "Sequence[str]") -> SweepResult:
        asked = self.asked
        return SweepResult(
            game=asked.base.game.name,
            seed=asked.base.seed,
            first=asked.first,
            games_each=self.n,
            dimensions=tuple(
                Dimension(name, tuple(map(plain_value, values)))
                for name, values in asked.dimensions
            ),
            cells=tuple(map(self._cell, self.rows)),
            measures={
                one.measure.key: MeasureClaims(one.differ, one.least, one.most)
                for one in self.ranked
            },
            tolerance=asked.tolerance,
            sentences=tuple(sentences),
            warnings=tuple(warnings),
        )

    def _cell(self, row: CellResult) -> SweptCell:
        return SweptCell(
            values={name: plain_value(value) for name, value in row.point.values},
            printed=row.printed,
            reference=row.reference,
            players=row.point.setting.players,
            verdict=row.fair.verdict if row.fair else None,
            claim=row.fair.claim if row.fair else None,
            departure=row.departure,
            favoured=row.favoured,
            policies=tuple(row.surpluses.values()),
            measures={measure.key: _measured(row, measure) for measure in self.measures},
        )


def _measured(row: CellResult, measure: Measure) -> MeasuredCell:
    one = row.changes.get(measure)
    return MeasuredCell(
        row.levels[measure], one.change if one else None, one.claim if one else None
    )
