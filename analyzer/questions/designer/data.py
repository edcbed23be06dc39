"""Does the answer depend on a table that nobody has printed?"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from analyzer import stats
from analyzer.answer.blocks import Column, Finding, Table, Value
from analyzer.estimates import fairness, length
from analyzer.estimates.formatting import format_pp, format_range
from analyzer.estimates.phrases import Phrase, claim_sentence, format_bound
from analyzer.questions.designer import QuestionOptions, _departures
from analyzer.questions.shared import common, question_base
from analyzer.simulation.batch import length_units
from analyzer.simulation.plan import Group, Plan, Reduction

if TYPE_CHECKING:
    from analyzer.request.setting import Setting
    from analyzer.simulation.run import Outcome
    from analyzer.stats import Claim

NAME = "data"
LINE = "Does the answer depend on a reconstructed table, or is it the same with others?"
OTHER_NAMES = ("tables",)
GAMES = ()
CLAUSES = {
    "Does the answer depend on a reconstructed table": ("depends?",),
    "is it the same with others": ("the table as it is?",),
}


@dataclass(frozen=True)
class TableLength(_departures.NamedVerdict):
    """How fair a table is, and how long its games are."""

    length: Annotated[stats.Interval, "interval of the mean length; all tables hold together"]


@dataclass(frozen=True)
class DataResult:
    """What other tables change."""

    by_table: Annotated[tuple[TableLength, ...], "one object per table, the usual one first"]
    changes: Annotated[
        stats.Claim | None,
        "that the verdict of one of the other tables is another one; as findings[].claim; or null",
    ]


RESULTS = (question_base.DesignerResult, DataResult)
CHANGES = Phrase(
    shown="The verdict {first} at {tolerance} depends on the table: it is different with {which}.",
    refuted="The verdict {first} at {tolerance} is the same with all {many} tables.",
    open="It is not known at {tolerance} whether the verdict depends on the table: with "
    "{undecided} of {many} it is UNDECIDED, and no {seat} there is further than {bound} from its "
    "fair share{advice}.",
    barred="Whether the verdict depends on the table cannot be told: with {barred} of {many} too "
    "many games are unfinished.",
)


def build_question(setting: "Setting", asked: QuestionOptions) -> "DataQuestion":
    return DataQuestion(NAME, setting, asked)


class DataQuestion(question_base.DesignerQuestion):
    """The same table under other data."""

    def settings(self) -> list[tuple[str, "Setting"]]:
        found = [("the table as it is", self.setting)]
        for rules in self.setting.game.alternatives(self.setting.rules):
            name = common.rules_text(rules)
            found.append((name, self.setting.with_rules(rules)))
        return found

    def plan(self) -> Plan:
        """One group: all tables play the same games, so that games which come out differently can
        be shown."""
        cells = tuple(one.cell for _, one in self.settings())
        if len(cells) == 1:
            return Plan(())
        n = max(_departures.games_per_table([one for _, one in self.settings()], self.asked))
        wants = tuple(Reduction("totals", (place,)) for place in range(len(cells)))
        wants += tuple(Reduction("changed", (place, 0)) for place in range(1, len(cells)))
        return Plan((Group(cells, wants, n),))

    def build_content(self, outcome: "Outcome") -> question_base.AnswerContent:
        if not outcome.groups:
            title = self.setting.game.title
            return question_base.AnswerContent(
                [f"{title} rests on no table that had to be reconstructed."],
                [],
                [],
                DataResult((), None),
            )
        ran, tolerance = outcome.groups[0], self.asked.tolerance
        tables = self.settings()
        family = _departures.table_family(len(tables))
        rows = [
            _departures.table_result(name, one, ran.totals(place), tolerance, family)
            for place, (name, one) in enumerate(tables)
        ]
        unit, word = next(iter(length_units(self.setting.game).items()))
        means = [length.mean_length(ran.totals(i), unit, family.each) for i in range(len(rows))]
        changes = self.changes(rows)
        sentences = [self.verdict(rows, changes), _lengths(rows, means, word)]
        return question_base.AnswerContent(
            sentences=sentences,
            findings=[*_departures.table_findings(rows), *_depends(changes, sentences[0], ran.n)],
            blocks=[
                _table(rows, means, word),
                _departures.departures_figure(
                    "data", self.setting, tolerance, rows, sentences[0], "table"
                ),
            ],
            result=DataResult(
                tuple(
                    TableLength(**vars(row.named_result), length=mean)
                    for row, mean in zip(rows, means, strict=True)
                ),
                changes,
            ),
            replays=question_base.changed_replays(
                self.setting, rows[1].setting, rows[1].name, ran, 1
            ),
        )

    def changes(self, rows: list[_departures.TableResult]) -> "Claim | None":
        """The verdict of one of the other tables is not that of the first; one family."""
        first = rows[0].claim
        if first is None or any(row.claim is None for row in rows):
            return None
        made = stats.any_of(
            {row.name: stats.verdict_changes(first, row.claim) for row in rows[1:] if row.claim}
        )
        barred = any(row.claim.barred for row in rows if row.claim)
        return made.bar("unfinished") if made.open and barred else made

    def verdict(self, rows: list[_departures.TableResult], changes: "Claim | None") -> str:
        if changes is None:
            bad = next(row for row in rows if row.claim is None)
            return f"Seats of {self.setting.game.title} cannot be compared: {bad.why}."
        claims = [row.claim for row in rows if row.claim]
        open_ = [claim for claim in claims if claim.open and not claim.barred]
        needs = _departures.games_needed(claims)
        again = fairness.ANOTHER_RUN.format(needs)
        advice = f"; a verdict needs about {needs:,} games of each: {again}" if needs else ""
        return claim_sentence(
            CHANGES,
            changes,
            first=rows[0].verdict,
            tolerance=format_pp(self.asked.tolerance, words=True),
            which="; ".join(changes.names),
            many=len(rows),
            undecided=len(open_),
            seat=rows[0].table.by,
            bound=format_bound(max(open_, key=lambda claim: claim.bound or 0.0)) if open_ else "",
            barred=sum(bool(claim.barred) for claim in claims),
            advice=advice,
        )


def _depends(changes: "Claim | None", sentence: str, n: int) -> list[Finding]:
    if changes is None:
        return []
    question = "Does the verdict depend on the table?"
    return [Finding("depends", question, *changes.found, n, sentence, "share", changes)]


def _lengths(rows: list[_departures.TableResult], means: list[stats.Interval], word: str) -> str:
    """The shortest and the longest, with intervals that hold for all they were chosen from."""
    shortest, longest = (
        each(range(len(rows)), key=lambda i: means[i].estimate) for each in (min, max)
    )

    def length_text(place: int) -> str:
        found = means[place]
        places = stats.decimals(found.error, most=2)
        between = format_range(found.low, found.high, places)
        return f"{stats.format_fixed(found.estimate, places)} ({between}) {word}"

    if means[shortest].estimate == means[longest].estimate:
        length = f"{length_text(shortest)} with each of {len(rows)} tables"
    else:
        length = " to ".join(f"{length_text(i)} with {rows[i].name}" for i in (shortest, longest))
        length = f"from {length}"
    return f"The mean length of a game is {length}; intervals of all tables hold together."


def _table(rows: list[_departures.TableResult], means: list[stats.Interval], word: str) -> Table:
    columns = (
        Column("table", "table", "label", "The rule that chooses it."),
        *_departures.COLUMNS,
        Column("length", word, help="Mean length of a game."),
    )
    cells = tuple(
        (Value(row.name, row.name), *row.cells, common.number_value(mean))
        for row, mean in zip(rows, means, strict=True)
    )
    return Table("tables", columns, cells)
