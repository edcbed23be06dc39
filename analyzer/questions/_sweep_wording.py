"""What `sweep` says: sentences, a table and a chart."""

from dataclasses import replace
from typing import TYPE_CHECKING

from analyzer import stats
from analyzer.answer.blocks import (
    Answer,
    Block,
    Column,
    Figure,
    Finding,
    Paragraph,
    Table,
    Tone,
    Value,
)
from analyzer.estimates import phrases
from analyzer.estimates.measures import Measure
from analyzer.games.parameters import format_value
from analyzer.questions import _sweep_figures as cell_figures
from analyzer.questions import _sweep_sentences as words
from analyzer.questions._sweep_cells import CellResult, PolicySurplus, RankedMeasure, plain_value
from analyzer.questions._sweep_estimates import SweepEstimates
from analyzer.questions.shared import common

if TYPE_CHECKING:
    from analyzer.questions.sweep import Sweep
    from analyzer.simulation.run import Outcome

INTERVAL = "95 % interval"


class AnswerBuilder:
    """What the cells say."""

    def __init__(self, asked: "Sweep", outcome: "Outcome") -> None:
        self.asked, self.outcome = asked, outcome
        self.found = SweepEstimates(asked, outcome)
        self.measures, self.n = self.found.measures, self.found.n
        self.rows, self.ranked = self.found.rows, self.found.ranked

    def answer(self) -> Answer:
        sentences = self.sentences()
        blocks: list[Block] = [self.table()]
        blocks += [Paragraph(text, "answer") for text in sentences]
        if self.varies_rules:
            blocks.append(Paragraph(self.about_changes()))
        settings = [row.point.setting for row in self.rows]
        blocks += common.warning_paragraphs(settings, [row.totals for row in self.rows])
        played = {row.name for row in self.rows}
        missing = [point.name for point in self.asked.cells if point.name not in played]
        blocks += common.not_played_paragraphs(missing, "cells")
        blocks.append(self.figure(sentences))
        base = self.asked.base
        games = common.count_of_games(self.n, self.asked.n)
        heading = list(common.answer_heading(base, f"{games} per cell"))
        if any(name == "players" for name, _ in self.asked.dimensions):
            sizes = len({row.point.setting.players for row in self.rows})
            heading[1] = f"{common.format_count(sizes, 'size')} of table"
        return Answer(
            kind="sweep",
            title=sentences[0].rstrip("."),
            heading=tuple(heading),
            changed=common.rules_text(base.changed),
            findings=tuple(self.findings()),
            blocks=tuple(blocks),
            results=(self.found.result(sentences, common.warning_texts(blocks)),),
            command=self.asked.command,
            provenance=common.provenance_record(
                base, self.asked.n, self.asked.first, self.asked.command
            )
            | {"cells": [row.point.setting.cell.key for row in self.rows]},
            notes=common.table_notes(base, self.outcome),
            **common.clock_fields(self.outcome),
        )

    def findings(self) -> list[Finding]:
        found = [self._over_cells(one) for one in self.ranked]
        for row in self.rows:
            if row.fair:
                found.append(replace(row.fair, key=f"{row.name}/fair"))
            found += [self._of_policy(row, one) for one in row.surpluses.values()]
            found += [self._of_measure(row, measure) for measure in self.measures]
        return found

    def _over_cells(self, one: RankedMeasure) -> Finding:
        label = one.measure.label
        return Finding(
            key=f"cells/{one.measure.key}",
            question=f"Do the cells differ in {label}?",
            **one.differ.found._asdict(),
            n=self.n,
            unit="share" if one.measure.is_share else label,
            claim=one.differ,
            sentence=words.measure_sentence(self.rows, one),
        )

    def _of_policy(self, row: CellResult, one: PolicySurplus) -> Finding:
        share = words.percent_text(one.win_share)
        return Finding(
            key=f"{row.name}/policy.{one.policy}",
            question=f"Does {one.policy} win more than an equal share with {row.name}?",
            **one.claim.found._asdict(),
            n=row.totals.n,
            unit="share",
            claim=one.claim,
            sentence=f"{row.name}: {one.policy} wins {share} of games that somebody won; an equal "
            f"share is {100 * one.fair_share:.3g} %.",
        )

    def _of_measure(self, row: CellResult, measure: Measure) -> Finding:
        level = words.level_value(row.levels[measure], measure).text
        return Finding(
            key=f"{row.name}/{measure.key}",
            question=f"What is {measure.label} with {row.name}?",
            **row.levels[measure]._asdict(),
            n=row.totals.n,
            unit="share" if measure.is_share else measure.label,
            sentence=f"{row.name}: {measure.label} {level}.",
        )

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
        star = "A star marks a change that is shown; all intervals hold together"
        return f"{text}. {luck} had the same luck. {star}."

    def sentences(self) -> list[str]:
        """Who wins, then what each measure does."""
        wins = words.verdict_sentences(self.rows, self.asked.tolerance) + words.surplus_sentences(
            self.rows
        )
        return [*wins, *self.about()]

    def about(self) -> list[str]:
        """A sentence for each measure."""
        return [words.measure_sentence(self.rows, one) for one in self.ranked]

    def table(self) -> Table:
        columns = [
            Column(name, name, "label", "What is varied.") for name, _ in self.asked.dimensions
        ]
        if self.varies_rules:
            columns.append(Column("printed", "←", "text", "The rule as printed."))
        columns += self._win_columns()
        missing = any(row.reference and not row.printed for row in self.rows)
        against = "Against the printed rule"
        against += ", or the first cell if that is missing." if missing else "."
        for measure in self.measures:
            name, label = measure.name, measure.label
            columns.append(Column(name, label, help=words.measure_help(measure)))
            if self.varies_rules:
                columns += [
                    Column(f"{name}_change", "change", help=f"Of {label}. {against}"),
                    Column(
                        f"{name}_interval", INTERVAL, "text", f"Of the change of {label}.", drop=1
                    ),
                    Column(f"{name}_shown", "*", "text", "A star: the change beside it is shown."),
                ]
        return Table(
            "cells", _distinct(columns), tuple(tuple(self._cells(row)) for row in self.rows)
        )

    def _cells(self, row: CellResult) -> list[Value]:
        cells = [Value(format_value(value), plain_value(value)) for _, value in row.point.values]
        if self.varies_rules:
            cells.append(Value("←" if row.printed else "", "printed" if row.printed else ""))
        cells += self._win_cells(row)
        for measure in self.measures:
            cells.append(words.level_value(row.levels[measure], measure))
            one = row.changes.get(measure)
            if not self.varies_rules:
                continue
            if one is None:
                cells += [Value("", None)] * 3
            else:
                text, ends = common.format_change(one.change, measure.is_share)
                cells.append(Value("no game" if one.none else text, *one.change))
                cells.append(Value(ends, ends))
                cells.append(Value(phrases.claim_star(one.claim), one.claim.word))
        return cells

    @property
    def policies_named(self) -> list[str]:
        """The policies whose wins are told; none where one plays."""
        return list(dict.fromkeys(name for row in self.rows for name in row.surpluses))

    def _win_columns(self) -> list[Column]:
        """The verdict; or, where several policies play, what each of them wins."""
        found = []
        for policy in self.policies_named:
            found += [
                Column(f"{policy}_wins", f"{policy} wins", help="Share of the games somebody won."),
                Column(f"{policy}_surplus", "surplus", help="What that is beyond an equal share."),
                Column(f"{policy}_interval", INTERVAL, "text", "Of that surplus.", drop=2),
                Column(f"{policy}_shown", "*", "text", "A star: the surplus beside it is shown."),
            ]
        if self.policies_named and not any(row.fair for row in self.rows):
            return found
        return [
            *found,
            Column("verdict", "verdict", "text", "The verdict, if these games give one."),
            Column("departure", "departure", help="Largest departure from the fair share."),
            Column("departure_interval", INTERVAL, "text", "Of that departure.", drop=2),
            Column("favoured", "of", "text", "The seat or role that departs most."),
        ]

    def _win_cells(self, row: CellResult) -> list[Value]:
        cells = []
        for policy in self.policies_named:
            one = row.surpluses.get(policy)
            if one is None or one.claim.barred:
                cells += [Value("", None)] * 4
                continue
            text, ends = common.format_change(one.claim.found, share=True)
            tone: Tone = phrases.claim_tone(one.claim)
            cells += [
                common.percent_value(
                    one.win_share, stats.decimals(100 * one.win_share.error, most=4), tone
                ),
                Value(text, *one.claim.found),
                Value(ends, ends),
                Value(phrases.claim_star(one.claim), one.claim.word),
            ]
        if self.policies_named and not any(other.fair for other in self.rows):
            return cells
        if row.fair is None:
            return cells + [Value("", None)] * 4
        verdict = Value(row.fair.verdict, row.fair.verdict, tone=phrases.claim_tone(row.fair.claim))
        if row.departure is None:
            return [*cells, verdict, *[Value("", None)] * 3]
        ends = common.interval_text(row.departure, 100)
        shown = common.change_value(row.departure, share=True)
        return [*cells, verdict, shown, Value(ends, ends), Value(row.favoured or "", row.favoured)]

    def figure(self, sentences: list[str]) -> Figure:
        shown = [words.measure_sentence(self.rows, one) for one in self.ranked if one.differ.shown]
        titles = [*shown, *self.about()]
        return cell_figures.SweepFigure(
            self.asked, self.rows, self.measures, self.policies_named
        ).figure(across=titles[0].rstrip("."), grid=sentences[0].rstrip("."), n=self.n)


def _distinct(columns: list[Column]) -> tuple[Column, ...]:
    """Columns with different names: a measure of several seats has one column per seat."""
    seen: dict[str, int] = {}
    found = []
    for column in columns:
        count = seen[column.name] = seen.get(column.name, 0) + 1
        name = column.name if count == 1 else f"{column.name}_{count}"
        found.append(replace(column, name=name))
    return tuple(found)
