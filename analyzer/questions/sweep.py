"""`sweep`: what does a number of the rulebook do, over a range of values, on the same luck?"""

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from analyzer import figures, stats
from analyzer.answer import Answer, Block, Column, Figure, Finding, Paragraph, Table, Tone, Value
from analyzer.balance import seats
from analyzer.balance.differences import Difference, corrected, difference, level_of
from analyzer.balance.measures import Measure, units
from analyzer.balance.words import listed, pp, unit_name
from analyzer.columns import Layout
from analyzer.errors import UserError
from analyzer.plan import Cell, Group, Plan, totals_and_pairs
from analyzer.questions import _common as common
from analyzer.rules import said

if TYPE_CHECKING:
    from analyzer.plain import Json
    from analyzer.run import Outcome, Ran
    from analyzer.setting import Setting

KIND = "sweep"
MOST = 2000  # cells of one sweep

FIELDS = {
    "game": "name of the game",
    "seed": "seed of all cells: they meet the same luck",
    "first": "index of the first game",
    "games_each": "games played by each cell",
    "dimensions": "what is varied: a rule's name, or players",
    "dimensions[].name": "the rule, or players",
    "dimensions[].values": "its values",
    "cells": "one object per cell",
    "cells[].values": "the value of each dimension",
    "cells[].values.*": "the value",
    "cells[].printed": "whether these are the values of the rulebook",
    "cells[].players": "number of seats",
    "cells[].verdict": "FAIR, UNFAIR or UNDECIDED; null if seats do not compare",
    "cells[].departure": "interval of the largest departure from the fair share; or null",
    "cells[].favoured": "the seat or role that departs most; or null",
    "cells[].measures": "one object per chosen measure",
    "cells[].measures.*": "its interval, that of the change against the printed rule, and whether "
    "the change stands after Holm's correction",
    "tolerance": "largest departure from the fair share that is called fair",
    "sentences": "what the sweep shows",
    "notes": "what the result rests on, in sentences",
    "warnings": "what to mind, in sentences",
}


@dataclass(frozen=True)
class Point:
    """One cell of the sweep."""

    values: tuple[tuple[str, object], ...]  # dimension and value
    setting: "Setting"

    @property
    def name(self) -> str:
        return ", ".join(f"{name}={said(value)}" for name, value in self.values)


@dataclass(frozen=True)
class Sweep(common.OneRound):
    """A grid of one or two dimensions."""

    base: "Setting"
    dimensions: tuple[tuple[str, tuple[object, ...]], ...]
    n: int
    first: int = 0
    tolerance: float = 0.01
    measures: tuple[Measure, ...] = ()
    command: str = ""

    def __post_init__(self) -> None:
        if not self.dimensions:
            raise UserError("sweep needs something to vary: --rule target=20..50:5 or --players.")
        wide = [name for name, values in self.dimensions if len(values) > 1]
        if len(wide) > 2:
            raise UserError(
                f"sweep varies one or two things at once; got {listed(wide)}. "
                "Give the others one value."
            )

    @property
    def points(self) -> list[Point]:
        found = []
        names = [name for name, _ in self.dimensions]
        for values in product(*(values for _, values in self.dimensions)):
            chosen = dict(zip(names, values, strict=True))
            setting = self.base
            if "players" in chosen:
                setting = setting.with_players(chosen["players"])  # type: ignore[arg-type]
            rules = {name: value for name, value in chosen.items() if name != "players"}
            found.append(Point(tuple(chosen.items()), setting.with_rules(rules)))
        return found

    def printed(self, point: Point) -> bool:
        """Are the varied rules as the rulebook has them?"""
        usual = point.setting.game.resolve_rules(point.setting.players, {})
        return all(
            name == "players" or getattr(usual, name) == getattr(point.setting.rules, name)
            for name, _ in point.values
        )

    def groups(self) -> list[list[Point]]:
        """Points by number of players; the printed rule comes first, as the reference."""
        found: dict[int, list[Point]] = {}
        for point in self.points:
            found.setdefault(point.setting.players, []).append(point)
        return [sorted(points, key=lambda p: not self.printed(p)) for points in found.values()]

    def plan(self) -> Plan:
        groups = []
        for points in self.groups():
            cells = tuple(point.setting.cell for point in points)
            _refuse_twins(cells, points)
            groups.append(Group(cells, totals_and_pairs(cells), self.n, self.first))
        return Plan(tuple(groups))

    def answer(self, outcome: "Outcome") -> Answer:
        return _Told(self, outcome).answer()


def _refuse_twins(cells: tuple[Cell, ...], points: list[Point]) -> None:
    for i, cell in enumerate(cells):
        if cell in cells[:i]:
            twin = points[cells.index(cell)]
            raise UserError(
                f"The points {twin.name} and {points[i].name} are the same table; keep one."
            )


@dataclass(frozen=True)
class _Row:
    """A cell of the sweep with its numbers."""

    point: Point
    printed: bool
    n: int
    fair: Finding | None
    favoured: str | None
    levels: dict[str, stats.Interval]  # by label of the measure
    together: dict[str, stats.Interval]  # the same, wide enough to hold for all cells at once
    changes: dict[str, Difference]  # against the reference; empty for it

    @property
    def departure(self) -> stats.Interval:
        assert self.fair is not None
        return stats.Interval(self.fair.estimate, self.fair.low, self.fair.high)


class _Told:
    def __init__(self, asked: Sweep, outcome: "Outcome") -> None:
        self.asked, self.outcome = asked, outcome
        layout = Layout.of(asked.base.game)
        main = units(layout)[0]
        self.unit = unit_name(main)
        length_measure = Measure(main, main, None, self.unit)
        self.measures = asked.measures or (length_measure,)
        self.rows = self._rows()
        self.n = min(ran.n for ran in outcome.groups)

    def _rows(self) -> list[_Row]:
        found: dict[tuple[object, ...], _Row] = {}
        for points, ran in zip(self.asked.groups(), self.outcome.groups, strict=True):
            for place, point in enumerate(points):
                found[point.values] = self._row(point, ran, place)
        return self._corrected([found[point.values] for point in self.asked.points])

    def _row(self, point: Point, ran: "Ran", place: int) -> _Row:
        totals = ran.totals(place)
        table = seats.standings(totals, point.setting.policy_names)
        fair = seats.fairness(table, self.asked.tolerance)
        favoured = None
        if fair and table.fair is not None:
            at = [seats.departure(row, table.fair).estimate for row in table.rows]
            favoured = seats.name_of(table, table.rows[at.index(fair.estimate)])
        changes = {}
        if place:
            for measure in self.measures:
                changes[measure.label] = difference(
                    measure, ran.totals(0), totals, ran.pairs(place)
                )
        level = 1 - stats.ALPHA / len(self.asked.points)
        levels = {m.label: level_of(m, totals) for m in self.measures}
        together = {m.label: level_of(m, totals, level) for m in self.measures}
        return _Row(
            point=point,
            printed=self.asked.printed(point),
            n=ran.n,
            fair=fair,
            favoured=favoured,
            levels=levels,
            together=together,
            changes=changes,
        )

    def _corrected(self, rows: list[_Row]) -> list[_Row]:
        """Holm over all cells of a measure, whatever their number of players, and all its seats."""
        families: dict[str, list[tuple[_Row, str]]] = {}
        for measure in self.measures:
            families.setdefault(measure.name, []).extend(
                (row, measure.label) for row in rows if measure.label in row.changes
            )
        for family in families.values():
            marked = corrected([row.changes[label] for row, label in family])
            for (row, label), one in zip(family, marked, strict=True):
                row.changes[label] = one
        return rows

    def answer(self) -> Answer:
        sentences = self.sentences()
        blocks: list[Block] = [self.table()]
        blocks += [Paragraph(text, "answer") for text in sentences]
        if any(row.printed for row in self.rows):
            blocks.append(
                Paragraph(
                    "The rule as printed is marked ←. All cells of one number of players met the "
                    "same luck; a star marks a change against it that stands after Holm's "
                    "correction."
                )
            )
        elif any(row.changes for row in self.rows):
            blocks.append(
                Paragraph(
                    "No cell has the rule as printed: changes are against the first cell of each "
                    "number of players, on the same luck. A star stands after Holm's correction."
                )
            )
        settings = [row.point.setting for row in self.rows]
        blocks += common.notes(settings)
        blocks.append(self.figure(sentences))
        base = self.asked.base
        heading = list(common.heading(base, f"{self.n:,} games a cell"))
        if any(name == "players" for name, _ in self.asked.dimensions):
            heading[1] = f"{len({row.point.setting.players for row in self.rows})} sizes of table"
        return Answer(
            kind=KIND,
            title=sentences[0].rstrip("."),
            heading=tuple(heading),
            changed=common.rules_in_words(base.changed),
            findings=tuple(self.findings()),
            blocks=tuple(blocks),
            data=self.data(sentences, blocks),
            command=self.asked.command,
            provenance=common.record(base, self.asked.n, self.asked.first, self.asked.command)
            | {"cells": [row.point.setting.cell.key for row in self.rows]},
            **common.clock(self.outcome),
        )

    def findings(self) -> list[Finding]:
        found = []
        for row in self.rows:
            if row.fair:
                fair = row.fair
                found.append(Finding(**{**vars(fair), "key": f"{row.point.name}/fair"}))
            for label, level in row.levels.items():
                found.append(
                    Finding(
                        key=f"{row.point.name}/{label}",
                        question=f"What is {label} with {row.point.name}?",
                        estimate=level.estimate,
                        low=level.low,
                        high=level.high,
                        n=row.n,
                        unit=label,
                        sentence=f"{row.point.name}: {label} {common.number(level).text}.",
                    )
                )
        return found

    def sentences(self) -> list[str]:
        return [self._about_fairness(), *(self._about(measure) for measure in self.measures)]

    def _about_fairness(self) -> str:
        by_verdict: dict[str, list[str]] = {}
        for row in self.rows:
            if row.fair:
                by_verdict.setdefault(row.fair.verdict, []).append(row.point.name)
        within = pp(self.asked.tolerance, words=True)
        if not by_verdict:
            return "Nobody wins, or seats do not compare, in all of these cells."
        if len(by_verdict) == 1:
            (verdict,) = by_verdict
            return f"Every cell is {verdict} at {within}."
        parts = []
        for verdict in ("FAIR", "UNFAIR", "UNDECIDED"):
            if names := by_verdict.get(verdict):
                few = listed(names) if len(names) <= 3 else f"{len(names)} cells"
                parts.append(f"{verdict} {'with ' if len(names) <= 3 else 'in '}{few}")
        return f"At {within}: {'; '.join(parts)}."

    def _about(self, measure: Measure) -> str:
        """Where a measure is least and most, without ranking what cannot be told apart."""
        label = measure.label
        rows = sorted(self.rows, key=lambda row: row.levels[label].estimate)
        least, most = rows[0], rows[-1]
        if not _told_apart(least, most, label):
            return self._not_ranked(label)
        said = []
        for end, word in ((least, "least"), (most, "most")):
            text = f"{word} with {end.point.name} ({self._shown(end, measure).text}"
            others = [
                row.point.name
                for row in rows
                if row is not end and not _told_apart(row, end, label)
            ]
            if others:
                few = listed(others) if len(others) <= 3 else f"{len(others)} others"
                text += f", not told apart from {few}"
            said.append(f"{text})")
        return f"The mean of {label} is {said[0]} and {said[1]}."

    def _not_ranked(self, label: str) -> str:
        """The ends are not told apart; a cell between them may be, from its reference."""
        differ = [
            row.point.name
            for row in self.rows
            if label in row.changes and row.changes[label].significant
        ]
        if not differ:
            return f"The cells cannot be told apart in {label}."
        few = listed(differ) if len(differ) <= 3 else f"{len(differ)} cells"
        verb = "differs" if len(differ) == 1 else "differ"
        return (
            f"In {label} {few} {verb} from the cell that changes are told against; which is least "
            "and which is most cannot be told."
        )

    def _shown(self, row: _Row, measure: Measure) -> Value:
        found = row.levels[measure.label]
        if measure.is_share:
            return common.percent(found, stats.decimals(100 * found.error, most=4))
        return common.number(found)

    def table(self) -> Table:
        columns = [
            Column(name, name, "label", "What is varied.") for name, _ in self.asked.dimensions
        ]
        columns += [
            Column("printed", "", "text", "← marks the rule as printed."),
            Column("verdict", "verdict", "text", "FAIR, UNFAIR or UNDECIDED."),
            Column("departure", "departure", help="Largest departure from the fair share."),
            Column("favoured", "of", "text", "The seat or role that departs most."),
        ]
        for measure in self.measures:
            columns += [
                Column(measure.name, measure.label, help="Mean, and 95 % interval in frames."),
                Column(f"{measure.name}_change", "change", help="Against the printed rule."),
                Column(f"{measure.name}_stands", "", "text", "A star: stands after Holm."),
            ]
        return Table(
            "cells", _distinct(columns), tuple(tuple(self._cells(row)) for row in self.rows)
        )

    def _cells(self, row: _Row) -> list[Value]:
        cells = [Value(said(value), _plain(value)) for _, value in row.point.values]
        cells.append(Value("←" if row.printed else "", "printed" if row.printed else ""))
        fair = row.fair
        if fair:
            tone: Tone = common.TONES[fair.verdict]
            cells.append(Value(fair.verdict, fair.verdict, tone=tone))
            cells.append(common.change(row.departure, share=True))
        else:
            cells += [Value("", None), Value("", None)]
        cells.append(Value(row.favoured or "", row.favoured))
        for measure in self.measures:
            cells.append(self._shown(row, measure))
            one = row.changes.get(measure.label)
            if one is None:
                cells += [Value("", None), Value("", "")]
            else:
                shown = common.change(one.change, measure.is_share)
                none = Value("no game", 0.0, one.change.low, one.change.high)
                cells.append(none if one.none else shown)
                cells.append(Value("*" if one.significant else "", "*" if one.significant else ""))
        return cells

    def figure(self, sentences: list[str]) -> Figure:
        wide = [(name, values) for name, values in self.asked.dimensions if len(values) > 1]
        wide = wide or [self.asked.dimensions[0]]
        names = [name for name, _ in wide]
        return Figure(
            name="sweep",
            kind="grid" if len(wide) == 2 else "sweep",
            title=sentences[-1 if len(wide) == 1 else 0].rstrip("."),
            subtitle=f"By {listed(names)}, with 95 % intervals; the printed rule is marked",
            caption=f"{self.n:,} games a cell of {self.asked.base.game.name}, "
            f"{common.table_of_policies(self.asked.base.policy_names)}, "
            f"seed {self.asked.base.seed}; the same luck in all cells.",
            data=self._grid(*wide) if len(wide) == 2 else self._panels(*wide[0]),
        )

    def _panels(self, name: str, values: tuple[object, ...]) -> figures.Sweep:
        """How long, and how fair, over one rule."""
        printed = [row.printed for row in self.rows]
        panels: list[figures.SweepPanel] = []
        for measure in self.measures:
            points: list[figures.Point | None] = [
                {
                    "text": self._shown(row, measure).text,
                    **common.drawn(row.levels[measure.label], 100 if measure.is_share else 1),
                }
                for row in self.rows
            ]
            panels.append(
                {
                    "title": f"Mean of {measure.label}",
                    "series": [{"label": measure.label, "points": points}],
                    "outer_texts": None,
                    "fair": None,
                    "unit": "percent" if measure.is_share else "",
                }
            )
        panels.append(self._fairness_panel())
        return {
            "axis": name,
            "values": [_plain(value) for value in values],
            "printed": printed.index(True) if True in printed and name != "players" else None,
            "printed_text": "as printed",
            "panels": panels,
        }

    def _fairness_panel(self) -> figures.SweepPanel:
        points: list[figures.Point | None] = [
            None
            if row.fair is None
            else {
                "tone": common.TONES[row.fair.verdict],
                "text": common.change(row.departure, share=True).text,
                **common.drawn(row.departure, 100),
            }
            for row in self.rows
        ]
        return {
            "title": "How fair? The largest departure from the fair share",
            "series": [{"label": "largest departure", "points": points}],
            "outer_texts": None,
            "fair": {"value": 0.0, "text": "fair", "tolerance": self.asked.tolerance},
            "unit": "share",
        }

    def _grid(
        self, one: tuple[str, tuple[object, ...]], two: tuple[str, tuple[object, ...]]
    ) -> figures.Grid:
        """The largest departure in every cell of two rules."""
        by_values = {tuple(value for _, value in row.point.values): row for row in self.rows}
        order = [name for name, _ in self.asked.dimensions]
        fixed = {name: values[0] for name, values in self.asked.dimensions if len(values) == 1}

        def cell(x: object, y: object) -> figures.GridCell | None:
            chosen = {**fixed, one[0]: x, two[0]: y}
            row = by_values[tuple(chosen[name] for name in order)]
            if row.fair is None:
                return None
            shown = common.change(row.departure, share=True).text.removesuffix(" pp")
            tone = common.TONES[row.fair.verdict]
            return {"value": row.departure.estimate, "text": shown, "tone": tone}

        return {
            "x": self._side(*one),
            "y": self._side(*two),
            "cells": [[cell(x, y) for x in one[1]] for y in two[1]],
            "centre": 0.0,
            "reach": None,
            "printed_text": "as printed",
        }

    def _side(self, name: str, values: tuple[object, ...]) -> figures.Side:
        printed = [
            dict(row.point.values)[name] for row in self.rows if row.printed and name != "players"
        ]
        return {
            "label": name,
            "values": [said(value) for value in values],
            "printed": list(values).index(printed[0]) if printed else None,
        }

    def data(self, sentences: list[str], blocks: list[Block]) -> "Json":
        return {
            "game": self.asked.base.game.name,
            "seed": self.asked.base.seed,
            "first": self.asked.first,
            "games_each": self.n,
            "dimensions": [
                {"name": name, "values": [_plain(value) for value in values]}
                for name, values in self.asked.dimensions
            ],
            "cells": [self._cell_json(row) for row in self.rows],
            "tolerance": self.asked.tolerance,
            "sentences": sentences,
            "notes": [b.text for b in blocks if isinstance(b, Paragraph) and b.voice == "note"],
            "warnings": [
                b.text for b in blocks if isinstance(b, Paragraph) and b.voice == "warning"
            ],
        }

    def _cell_json(self, row: _Row) -> "Json":
        return {
            "values": {name: _plain(value) for name, value in row.point.values},
            "printed": row.printed,
            "players": row.point.setting.players,
            "verdict": row.fair.verdict if row.fair else None,
            "departure": vars_of(row.fair),
            "favoured": row.favoured,
            "measures": {
                m.label: {
                    "mean": common.as_json(row.levels[m.label]),
                    "change": common.as_json(row.changes[m.label].change)
                    if m.label in row.changes
                    else None,
                    "significant": row.changes[m.label].significant
                    if m.label in row.changes
                    else None,
                }
                for m in self.measures
            },
        }


def vars_of(finding: Finding | None) -> dict[str, float] | None:
    if finding is None:
        return None
    return {"estimate": finding.estimate, "low": finding.low, "high": finding.high}


def _told_apart(a: _Row, b: _Row, label: str) -> bool:
    """Do two cells differ, by intervals that hold for all cells, or by a paired change?"""
    one, two = a.together[label], b.together[label]
    if one.low > two.high or two.low > one.high:
        return True
    sides = {_side(a, label), _side(b, label)}
    same_luck = a.point.setting.players == b.point.setting.players
    return same_luck and None not in sides and len(sides) == 2


def _side(row: _Row, label: str) -> int | None:
    """Above its reference (1), below (-1), the reference itself (0); None if it is not told."""
    change = row.changes.get(label)
    if change is None:
        return 0
    if not change.significant:
        return None
    return 1 if change.change.estimate > 0 else -1


def _plain(value: object) -> float | int | str | None:
    return said(value) if isinstance(value, bool) or not isinstance(value, int | float) else value


def _distinct(columns: list[Column]) -> tuple[Column, ...]:
    """Columns whose names differ: a measure of several seats stands there once a seat."""
    seen: dict[str, int] = {}
    found = []
    for column in columns:
        count = seen[column.name] = seen.get(column.name, 0) + 1
        name = column.name if count == 1 else f"{column.name}_{count}"
        found.append(Column(**{**vars(column), "name": name}))
    return tuple(found)
