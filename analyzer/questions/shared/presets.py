"""Questions that are a comparison or a count, with sentences of their own.

Such a question declares what is played, and from typed numbers says what they mean. Tables, charts
and intervals of a comparison are those of `compare`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Annotated, cast

from analyzer import stats
from analyzer.answer.blocks import Answer, Block, Column, Figure, Finding, Paragraph, Table, Value
from analyzer.estimates import fairness, seats
from analyzer.estimates.counters import CounterTotals, counter_column
from analyzer.estimates.effects import Effect
from analyzer.estimates.measures import parse_measures
from analyzer.questions._compare_estimates import CompareResult
from analyzer.questions._simulate_estimates import SimulateResult
from analyzer.questions.compare import Arm, Compare
from analyzer.questions.designer import QuestionOptions
from analyzer.questions.shared import common, question_base, statements
from analyzer.questions.simulate import Simulate
from analyzer.simulation.batch import OF_GAME, OF_SEATS
from analyzer.simulation.block_sums import BlockSums
from analyzer.simulation.plan import Plan, Reduction

if TYPE_CHECKING:
    from analyzer.estimates.differences import Difference
    from analyzer.questions.shared.statements import Clauses, Statement
    from analyzer.request.setting import Setting
    from analyzer.simulation.reducers.counts import Counts
    from analyzer.simulation.reducers.totals import Totals
    from analyzer.simulation.run import GroupResult, Outcome


@dataclass(frozen=True)
class PresetResult:
    """What such a question adds to the result of its command."""

    question: Annotated[str, "name of the question"]


@dataclass(frozen=True)
class CountResult(PresetResult):
    """Beside the result of `simulate`."""

    sentences: Annotated[tuple[str, ...], "the answer in words"]


COMPARED = (PresetResult, CompareResult)
COUNTED = (CountResult, SimulateResult)

# An open verdict of one of several tables: what would decide it.
LARGER = fairness.Advice(f"about {{}} games would decide: {fairness.ANOTHER_RUN}", stats.LEVEL)


@dataclass(frozen=True)
class Preset(question_base.DesignerQuestion):
    """A command's question in a designer's words; subclasses say what its numbers mean."""

    clauses: "Clauses"
    wants: tuple[Reduction, ...]  # beside those of the command

    @property
    def command_question(self) -> Simulate | Compare:
        raise TypeError(f"{type(self).__name__} has no question behind it")

    def statements(self, outcome: "Outcome") -> "list[Statement]":  # noqa: ARG002 - for subclasses
        raise TypeError(f"{type(self).__name__} says nothing")

    def tables(self, made: Answer, outcome: "Outcome") -> list[Table]:  # noqa: ARG002
        """Beside the table of its own rows."""
        return made.tables()[:1]

    def figures(self, made: Answer) -> list[Figure]:
        return made.figures()

    def plan(self) -> Plan:
        first, *others = self.command_question.plan().groups
        return Plan((replace(first, reductions=(*first.reductions, *self.wants)), *others))

    def has_result(self, outcome: "Outcome") -> bool:
        return self.command_question.has_result(outcome)

    def answer(self, outcome: "Outcome") -> Answer:
        made, told = self.command_question.answer(outcome), self.statements(outcome)
        n = outcome.groups[0].n
        findings = [one.finding(self.clauses, n) for one in told]
        said = (one.sentence for one in told if one.sentence and not one.aside)
        sentences = list(dict.fromkeys(map(statements.capitalize, said)))
        rows = statements.table_rows(told)
        blocks: list[Block] = (
            [statements.statement_table(rows, "parts", together=False)] if rows else []
        )
        blocks += self.tables(made, outcome)
        blocks += [Paragraph(text, "answer") for text in sentences]
        blocks += [b for b in made.paragraphs() if b.voice != "answer"]
        blocks += made.commands()
        blocks += [self._chart(rows, sentences[0], made)] if rows else []
        return replace(
            made,
            kind=f"ask {self.name}",
            title=sentences[0].rstrip("."),
            findings=(*findings, *self.others(made)),
            blocks=(*blocks, *self.figures(made)),
            results=self.results(made, sentences),
            command=self.command,
        )

    def results(self, made: Answer, sentences: Sequence[str]) -> tuple[object, ...]:  # noqa: ARG002
        """The numbers of the command, with the sentences of this question."""
        raise TypeError(f"{type(self).__name__} has no result")

    def others(self, made: Answer) -> tuple[Finding, ...]:
        """Findings of the command that belong to the answer."""
        return made.findings

    def _chart(self, rows: "Sequence[Statement]", title: str, made: Answer) -> Figure:
        what = "Parts of the whole" if rows[0].unit == "share" else "Numbers"
        return Figure(
            name="parts",
            kind="forest",
            title=title.rstrip("."),
            subtitle=f"{what}, with 95 % intervals",
            caption=f"{', '.join(made.heading)}{'; ' + made.changed if made.changed else ''}.",
            data=statements.statement_chart(rows),
        )


def counters_of_cell(ran: "GroupResult", cell: int = 0) -> CounterTotals:
    """The counters of a cell, and whatever else its question wants of it."""
    wanted = [reduction.reducer for reduction in ran.group.reductions if reduction.cells == (cell,)]
    parts = {name: ran.part(name, cell) for name in wanted}
    more = {name: part for name, part in parts.items() if isinstance(part, BlockSums)}
    return CounterTotals(ran.totals(cell), cast("Counts", parts["counts"]), more)


# --- comparisons ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class ComparisonResult:
    """What a comparison found. Arms count from 1; 0 is the reference."""

    arms: tuple[Arm, ...]
    ran: "GroupResult"
    found: "list[list[Difference]]"
    tolerance: float

    @property
    def n(self) -> int:
        return self.ran.n

    @property
    def family(self) -> stats.Family:
        """All changes that the answer tells, those beside the comparison as well."""
        return self.found[0][0].claim.family

    def effect(self, arm: int, measure: str) -> Effect:
        """The differences of one measure in one arm, over all its seats or roles."""
        rows = [one for one in self.found[arm - 1] if one.measure.name == measure]
        return Effect(tuple(rows))

    def role(self, arm: int, measure: str, place: int) -> Effect:
        """The difference of one measure in one arm, at one seat or role."""
        return Effect((self.effect(arm, measure).rows[place],))

    def totals(self, arm: int = 0) -> "Totals":
        return self.ran.totals(arm)

    def counters(self, arm: int = 0) -> CounterTotals:
        """Counters of an arm that the question wants."""
        return counters_of_cell(self.ran, arm)

    def other_winner(self, arm: int) -> int:
        """Games with another winner than the reference."""
        return self.ran.pairs(arm).other_winner

    def why_not_fair(self) -> str:
        """Why some arm has no verdict at all."""
        if any(len(set(arm.setting.policy_names)) > 1 for arm in self.arms):
            return "several policies play"
        found = [self.totals(place) for place in range(len(self.arms))]
        unfinished = any(totals.unfinished >= totals.n for totals in found)
        return "no game of some table is finished" if unfinished else "nobody wins at some table"

    def fair(self) -> list[Finding]:
        """The verdict on every arm, the reference first: all of them are one family."""
        found = []
        family = stats.Family("tables", len(self.arms))
        for place, arm in enumerate(self.arms):
            table = seats.standings(self.totals(place), arm.setting.policy_names, family.each)
            made = fairness.fairness_finding(table, self.tolerance, LARGER, family)
            found += [made] if made else []
        return found


@dataclass(frozen=True)
class CompareQuestion(Preset):
    """Arms against a reference, on the same luck."""

    compare: Compare
    describe: "Callable[[ComparisonResult], list[Statement]]"

    @property
    def command_question(self) -> Compare:
        return self.compare

    def results(self, made: Answer, sentences: Sequence[str]) -> tuple[object, ...]:
        found = replace(made.result(CompareResult), sentences=tuple(sentences))
        return PresetResult(self.name), found

    def statements(self, outcome: "Outcome") -> "list[Statement]":
        found = self.compare.differences(outcome)
        return self.describe(
            ComparisonResult(self.compare.arms, outcome.groups[0], found, self.asked.tolerance)
        )


def compare_question(
    name: str,
    setting: "Setting",
    asked: QuestionOptions,
    arms: Sequence[Mapping[str, object]],
    measures: Sequence[str],
    describe: "Callable[[ComparisonResult], list[Statement]]",
    clauses: "Clauses",
    wants: Sequence[str] = (),
    beside: int = 0,
) -> CompareQuestion:
    """Arms of other rules against the rules as they are, on the same luck.

    `wants` are further reducers, of every arm. `beside` is how many changes are told of besides
    those that are compared: all are one family.
    """
    reference = "as asked" if setting.changed else "as printed"
    made = [Arm(reference, setting)]
    made += [Arm(common.rules_text(rules), setting.with_rules(rules)) for rules in arms]
    n = question_base.games_per_cell(setting, asked, len(made), 0.9)
    chosen = tuple(parse_measures(setting.game, setting.players, measures))
    inner = Compare(
        tuple(made), n, 0, chosen, minutes=asked.minutes, request=asked.request, beside=beside
    )
    further = tuple(Reduction(reduction, (arm,)) for reduction in wants for arm in range(len(made)))
    return CompareQuestion(name, setting, asked, clauses, further, inner, describe)


# --- counts --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CountQuestion(Preset):
    """What happens in a game, counted."""

    simulate: Simulate
    describe: "Callable[[CounterTotals], list[Statement]]"
    counters: tuple[str, ...] = field(default=())  # what its table shows

    @property
    def command_question(self) -> Simulate:
        return self.simulate

    def results(self, made: Answer, sentences: Sequence[str]) -> tuple[object, ...]:
        return CountResult(self.name, tuple(sentences)), made.result(SimulateResult)

    def statements(self, outcome: "Outcome") -> "list[Statement]":
        return self.describe(counters_of_cell(outcome.groups[0]))

    def tables(self, made: Answer, outcome: "Outcome") -> list[Table]:  # noqa: ARG002
        return [counter_table(self.setting, counters_of_cell(outcome.groups[0]), self.counters)]

    def figures(self, made: Answer) -> list[Figure]:  # noqa: ARG002 - they tell of wins
        return []

    def others(self, made: Answer) -> tuple[Finding, ...]:  # noqa: ARG002 - they tell of wins
        return ()


def count_question(
    name: str,
    setting: "Setting",
    asked: QuestionOptions,
    counters: Sequence[str],
    describe: "Callable[[CounterTotals], list[Statement]]",
    clauses: "Clauses",
    wants: Sequence[str] = (),
    cost: int = 1,
) -> CountQuestion:
    """What happens in a game, counted. Its chart draws the findings that have a label.

    `wants` are further reducers; a playout with them takes as long as `cost` plain ones.
    """
    n = question_base.games_per_cell(setting, asked, cost, 0.7)
    further = tuple(Reduction(name, (0,)) for name in ("counts", *wants))
    return CountQuestion(
        name, setting, asked, clauses, further, Simulate(setting, n), describe, tuple(counters)
    )


def counter_table(setting: "Setting", found: CounterTotals, counters: Sequence[str]) -> Table:
    """The means of some counters, of the game or summed over the seats."""
    columns = (
        Column("counter", "counter", "label", "Its name in frames."),
        Column("mean", "a game", help="Mean per game; of seats, summed over the seats."),
        Column("interval", "95 % interval", "text", "Of that mean."),
        Column("meaning", "what is counted", "text", "In words.", wrap=True),
    )
    rows = []
    for name in counters:
        mean, words = found.mean(name), counter_meaning(setting, found.totals, name)
        short = name.removeprefix(OF_SEATS)
        rows.append(
            (
                Value(short, short),
                common.number_value(mean),
                Value(common.interval_text(mean)),
                Value(words, words),
            )
        )
    return Table("counters", columns, tuple(rows))


def counter_meaning(setting: "Setting", totals: "Totals", name: str) -> str:
    """The words of the counter that is shown: a game and its seats may have the same name."""
    column, game = counter_column(totals, name), setting.game
    if column.startswith(OF_GAME):
        return game.game_counters[column.removeprefix(OF_GAME)]
    return game.seat_counters[column.removeprefix(OF_SEATS)]
