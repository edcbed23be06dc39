"""`sweep`: what does a number of the rulebook do over a range of values, on the same luck?"""

from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING

from analyzer import figures, stats
from analyzer.answer import Answer, Block, Column, Figure, Finding, Paragraph, Table, Tone, Value
from analyzer.balance import seats
from analyzer.balance.differences import corrected, difference, level_of
from analyzer.balance.measures import Measure, minutes, units
from analyzer.balance.words import few, listed, pp, unit_name, where
from analyzer.columns import Layout
from analyzer.errors import UserError
from analyzer.plan import Cell, Group, Plan, totals_and_pairs
from analyzer.questions import _common as common
from analyzer.questions._cells import Point, Row, apart, plain
from analyzer.rules import said

if TYPE_CHECKING:
    from analyzer.plain import Json
    from analyzer.run import Outcome, Ran
    from analyzer.setting import Setting

KIND = "sweep"
LEVEL = "The cells cannot be told apart"

FIELDS = {
    "game": "name of the game",
    "seed": "seed of all cells: they have the same luck",
    "first": "index of the first game",
    "games_each": "games played by each cell",
    "dimensions": "what is varied: a rule's name, or players",
    "dimensions[].name": "the rule, or players",
    "dimensions[].values": "its values",
    "cells": "one object per cell",
    "cells[].values": "the value of each dimension",
    "cells[].values.*": "the value",
    "cells[].printed": "whether these are the values of the rulebook",
    "cells[].reference": "whether the other cells with as many players are compared with this "
    "one: the printed rule, or the first cell if that is missing",
    "cells[].players": "number of seats",
    "cells[].verdict": "FAIR, UNFAIR or UNDECIDED; null if seats cannot be compared",
    "cells[].departure": "interval of the largest departure from the fair share; or null",
    "cells[].favoured": "the seat or role that departs most; or null",
    "cells[].measures": "one object per chosen measure",
    "cells[].measures.*": "its interval, that of the change against the reference, and whether "
    "the change is significant after Holm's correction",
    "tolerance": "largest departure from the fair share that is called fair",
    "sentences": "what the sweep shows",
    "warnings": "warnings, in sentences",
}


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
    minutes: float | None = None  # of one decision: then time is measured too

    def __post_init__(self) -> None:
        if not self.dimensions:
            raise UserError("sweep needs something to vary: --rule target=20..50:5 or --players.")
        if len(self.wide) > 2:
            raise UserError(
                f"sweep varies one or two things at once; got {listed(self.wide)}. "
                "Give the others one value."
            )

    @property
    def wide(self) -> list[str]:
        """What has more than one value."""
        return [name for name, values in self.dimensions if len(values) > 1]

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

    def tells(self, outcome: "Outcome") -> bool:
        """Some sizes of table are enough."""
        return any(ran.n for ran in outcome.groups)

    def answer(self, outcome: "Outcome") -> Answer:
        return _Told(self, outcome).answer()


def _refuse_twins(cells: tuple[Cell, ...], points: list[Point]) -> None:
    for i, cell in enumerate(cells):
        if cell in cells[:i]:
            twin = points[cells.index(cell)]
            raise UserError(
                f"The points {twin.name} and {points[i].name} are the same table; keep one."
            )


class _Told:
    def __init__(self, asked: Sweep, outcome: "Outcome") -> None:
        self.asked, self.outcome = asked, outcome
        layout = Layout.of(asked.base.game)
        main = units(layout)[0]
        self.measures = asked.measures or (Measure(main, main, None, unit_name(main)),)
        self.measures += (minutes(asked.minutes),) if asked.minutes else ()
        self.rows = self._rows()
        self.n = min(ran.n for ran in outcome.groups if ran.n)

    def _rows(self) -> list[Row]:
        found: dict[tuple[object, ...], Row] = {}
        for points, ran in zip(self.asked.groups(), self.outcome.groups, strict=True):
            if not ran.n:  # somebody stopped the run
                continue
            for place, point in enumerate(points):
                found[point.values] = self._row(point, ran, place)
        return self._corrected(
            [found[point.values] for point in self.asked.points if point.values in found]
        )

    def _row(self, point: Point, ran: "Ran", place: int) -> Row:
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
                changes[measure] = difference(measure, ran.totals(0), totals, ran.pairs(place))
        together = 1 - stats.ALPHA / len(self.asked.points)  # Bonferroni over the cells
        return Row(
            point=point,
            printed=self.asked.printed(point),
            reference=place == 0,
            totals=totals,
            fair=fair,
            favoured=favoured,
            levels={m: level_of(m, totals) for m in self.measures},
            joint={m: level_of(m, totals, together) for m in self.measures},
            changes=changes,
        )

    def _corrected(self, rows: list[Row]) -> list[Row]:
        """Holm over all cells of a measure, whatever their number of players, and all its seats."""
        families: dict[str, list[tuple[Row, Measure]]] = {}
        for measure in self.measures:
            families.setdefault(measure.name, []).extend(
                (row, measure) for row in rows if measure in row.changes
            )
        for family in families.values():
            marked = corrected([row.changes[measure] for row, measure in family])
            for (row, measure), one in zip(family, marked, strict=True):
                row.changes[measure] = one
        return rows

    def answer(self) -> Answer:
        sentences = self.sentences()
        blocks: list[Block] = [self.table()]
        blocks += [Paragraph(text, "answer") for text in sentences]
        if self.varies_rules:
            blocks.append(Paragraph(self.about_changes()))
        settings = [row.point.setting for row in self.rows]
        blocks += common.warnings(settings, [row.totals for row in self.rows])
        played = {row.name for row in self.rows}
        missing = [point.name for point in self.asked.points if point.name not in played]
        blocks += common.not_played(missing, "cells")
        blocks.append(self.figure(sentences))
        base = self.asked.base
        games = common.count_of_games(self.n, self.asked.n)
        heading = list(common.heading(base, f"{games} per cell"))
        if any(name == "players" for name, _ in self.asked.dimensions):
            sizes = len({row.point.setting.players for row in self.rows})
            heading[1] = f"{common.counted(sizes, 'size')} of table"
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
            notes=common.notes(base, self.outcome),
            **common.clock(self.outcome),
        )

    def findings(self) -> list[Finding]:
        found = []
        for row in self.rows:
            if row.fair:
                found.append(replace(row.fair, key=f"{row.name}/fair"))
            for measure, level in row.levels.items():
                found.append(
                    Finding(
                        key=f"{row.name}/{measure.label}",
                        question=f"What is {measure.label} with {row.name}?",
                        estimate=level.estimate,
                        low=level.low,
                        high=level.high,
                        n=row.totals.n,
                        unit="share" if measure.is_share else measure.label,
                        sentence=f"{row.name}: {measure.label} {self._shown(row, measure).text}.",
                    )
                )
        return found

    @property
    def varies_rules(self) -> bool:
        return self.asked.wide != ["players"]

    def about_changes(self) -> str:
        """What the marks mean, and from which cell changes are measured."""
        missing = [row.name for row in self.rows if row.reference and not row.printed]
        first = missing[0] if len(missing) == 1 else "the first cell of each number of players"
        text = "← marks the rule as printed, and changes are measured from it"
        if missing and any(row.printed for row in self.rows):
            text += f"; where it is missing, from {first}"
        elif missing:
            text = (
                f"The rule as printed is not among the cells, so changes are measured from {first}"
            )
        luck = "All cells" + " with the same number of players" * ("players" in self.asked.wide)
        star = "A star marks a change that is significant after Holm's correction"
        return f"{text}. {luck} had the same luck. {star}."

    def sentences(self) -> list[str]:
        return [self._about_fairness(), *(self._about(measure) for measure in self.measures)]

    def _about_fairness(self) -> str:
        by_verdict: dict[str, list[str]] = {}
        for row in self.rows:
            by_verdict.setdefault(row.fair.verdict if row.fair else "", []).append(row.name)
        within = pp(self.asked.tolerance, words=True)
        if list(by_verdict) == [""]:
            return "In all of these cells nobody wins, or the seats cannot be compared."
        if len(by_verdict) == 1:
            (verdict,) = by_verdict
            return f"Every cell is {verdict} at {within}."
        parts = [
            f"{verdict or 'no winner to judge by'} {where(by_verdict[verdict])}"
            for verdict in ("FAIR", "UNFAIR", "UNDECIDED", "")
            if verdict in by_verdict
        ]
        return f"At {within}: {'; '.join(parts)}."

    def _about(self, measure: Measure) -> str:
        """Where a measure is least and most, without ranking what cannot be told apart."""
        rows = sorted(self.rows, key=lambda row: row.levels[measure].estimate)
        least, most = rows[0], rows[-1]
        if not apart(least, most, measure):
            stars = [row.name for row in rows if row.changes and row.changes[measure].significant]
            if not stars:
                return f"{LEVEL} in {measure.label}."
            return (
                f"In {measure.label} a change is shown {where(stars)}; which cell has least and "
                "which has most cannot be told."
            )
        said = []
        for end, word in ((least, "least"), (most, "most")):
            often = " often" if measure.is_share else ""
            text = f"{word}{often} with {end.name} ({self._shown(end, measure).text}"
            others = [row.name for row in rows if row is not end and not apart(row, end, measure)]
            if others:
                text += f", not told apart from {few(others, f'{len(others)} others')}"
            said.append(f"{text})")
        if measure.is_share:
            who = measure.label.removesuffix(f" {measure.name}")
            return f"{who[0].upper()}{who[1:]} wins {said[0]} and {said[1]}."
        return f"The mean of {measure.label} is {said[0]} and {said[1]}."

    def _shown(self, row: Row, measure: Measure) -> Value:
        found = row.levels[measure]
        if measure.is_share:
            return common.percent(found, stats.decimals(100 * found.error, most=4))
        return common.number(found)

    def table(self) -> Table:
        columns = [
            Column(name, name, "label", "What is varied.") for name, _ in self.asked.dimensions
        ]
        if self.varies_rules:
            columns.append(Column("printed", "", "text", "← marks the rule as printed."))
        columns += [
            Column("verdict", "verdict", "text", "FAIR, UNFAIR or UNDECIDED."),
            Column("departure", "departure", help="Largest departure from the fair share."),
            Column("favoured", "of", "text", "The seat or role that departs most."),
        ]
        missing = any(row.reference and not row.printed for row in self.rows)
        against = "Against the printed rule"
        against += ", or the first cell if that is missing." if missing else "."
        for measure in self.measures:
            columns.append(
                Column(measure.name, measure.label, help="Mean, and 95 % interval in frames.")
            )
            if self.varies_rules:
                columns += [
                    Column(f"{measure.name}_change", "change", help=against),
                    Column(f"{measure.name}_stands", "", "text", "A star: significant after Holm."),
                ]
        return Table(
            "cells", _distinct(columns), tuple(tuple(self._cells(row)) for row in self.rows)
        )

    def _cells(self, row: Row) -> list[Value]:
        cells = [Value(said(value), plain(value)) for _, value in row.point.values]
        if self.varies_rules:
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
            one = row.changes.get(measure)
            if not self.varies_rules:
                continue
            if one is None:
                cells += [Value("", None), Value("", "")]
            else:
                shown = common.change(one.change, measure.is_share)
                cells.append(replace(shown, text="no game") if one.none else shown)
                cells.append(Value("*" if one.significant else "", "*" if one.significant else ""))
        return cells

    def figure(self, sentences: list[str]) -> Figure:
        wide = [(name, values) for name, values in self.asked.dimensions if len(values) > 1]
        wide = wide or [self.asked.dimensions[0]]
        names = [name for name, _ in wide]
        grid = len(wide) == 2
        marked = self.varies_rules and any(row.printed for row in self.rows)
        drawn = (
            f"Largest departure from a fair share, in pp, by {listed(names)}"
            if grid
            else f"By {listed(names)}, with 95 % intervals"
        )
        return Figure(
            name="sweep",
            kind="grid" if grid else "sweep",
            title=self._drawn_title(sentences, grid),
            subtitle=drawn + ("; the printed rule is marked" if marked else ""),
            caption=f"{common.count_of_games(self.n)} per cell of {self.asked.base.game.name}, "
            f"{common.table_of_policies(self.asked.base.policy_names)}, "
            f"seed {self.asked.base.seed}" + self._luck() + ".",
            data=self._grid(*wide) if grid else self._panels(names[0]),
        )

    def _drawn_title(self, sentences: list[str], grid: bool) -> str:
        """Of several measures the first that tells something."""
        fairness, *others = sentences
        if grid:
            return fairness.rstrip(".")
        told = [text for text in others if not text.startswith(LEVEL)]
        if not told and len(others) > 1:
            return f"{LEVEL} in these measures"
        return (told or others)[0].rstrip(".")

    def _luck(self) -> str:
        """Which cells share their luck."""
        if not self.varies_rules:
            return ""
        same = " with the same number of players" * ("players" in self.asked.wide)
        return f"; the same luck in all cells{same}"

    def _panels(self, name: str) -> figures.Sweep:
        """How long, and how fair, over one rule."""
        printed = [row.printed for row in self.rows]
        panels: list[figures.SweepPanel] = []
        for measure in self.measures:
            points: list[figures.Point | None] = [
                {
                    "text": self._shown(row, measure).text,
                    **common.drawn(row.levels[measure], 100 if measure.is_share else 1),
                }
                for row in self.rows
            ]
            panels.append(
                {
                    "title": measure.label[0].upper() + measure.label[1:]
                    if measure.is_share
                    else f"Mean of {measure.label}",
                    "series": [{"label": measure.label, "points": points}],
                    "outer_texts": None,
                    "fair": None,
                    "unit": "percent" if measure.is_share else "",
                }
            )
        panels.append(self._fairness_panel())
        return {
            "axis": name,
            "values": [plain(dict(row.point.values)[name]) for row in self.rows],
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
            row = by_values.get(tuple(chosen[name] for name in order))
            if row is None or row.fair is None:
                return None
            shown = common.change(row.departure, share=True).text.removesuffix(" pp")
            tone = common.TONES[row.fair.verdict]
            return {
                "value": row.departure.estimate,
                "text": shown,
                "tone": tone,
                "interval": common.interval_text(row.departure, 100),
                "printed": row.printed,
            }

        return {
            "x": _side_of(*one),
            "y": _side_of(*two),
            "cells": [[cell(x, y) for x in one[1]] for y in two[1]],
            "centre": 0.0,
            "reach": None,
            "printed_text": "as printed",
        }

    def data(self, sentences: list[str], blocks: list[Block]) -> "Json":
        return {
            "game": self.asked.base.game.name,
            "seed": self.asked.base.seed,
            "first": self.asked.first,
            "games_each": self.n,
            "dimensions": [
                {"name": name, "values": [plain(value) for value in values]}
                for name, values in self.asked.dimensions
            ],
            "cells": [self._cell_json(row) for row in self.rows],
            "tolerance": self.asked.tolerance,
            "sentences": sentences,
            **common.remarks(blocks),
        }

    def _cell_json(self, row: Row) -> "Json":
        return {
            "values": {name: plain(value) for name, value in row.point.values},
            "printed": row.printed,
            "reference": row.reference,
            "players": row.point.setting.players,
            "verdict": row.fair.verdict if row.fair else None,
            "departure": common.as_json(row.departure) if row.fair else None,
            "favoured": row.favoured,
            "measures": {
                m.label: {
                    "mean": common.as_json(row.levels[m]),
                    "change": common.as_json(row.changes[m].change) if m in row.changes else None,
                    "significant": row.changes[m].significant if m in row.changes else None,
                }
                for m in self.measures
            },
        }


def _side_of(name: str, values: tuple[object, ...]) -> figures.Side:
    """Which rule is printed may depend on the players: cells say it, not rows or columns."""
    return {"label": name, "values": [said(value) for value in values], "printed": None}


def _distinct(columns: list[Column]) -> tuple[Column, ...]:
    """Columns with different names: a measure of several seats has one column per seat."""
    seen: dict[str, int] = {}
    found = []
    for column in columns:
        count = seen[column.name] = seen.get(column.name, 0) + 1
        name = column.name if count == 1 else f"{column.name}_{count}"
        found.append(replace(column, name=name))
    return tuple(found)
