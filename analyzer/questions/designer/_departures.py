"""How fair each of several tables is, as rows of a table and of a chart: data, mend and seats.

The tables of an answer are one family: all their intervals hold together.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from analyzer import stats
from analyzer.answer import figures
from analyzer.answer.blocks import Column, Figure, Finding, Value
from analyzer.estimates import fairness, phrases, seats
from analyzer.questions.designer import QuestionOptions
from analyzer.questions.shared import common, question_base
from analyzer.stats import Claim, Family, Interval

if TYPE_CHECKING:
    from analyzer.request.setting import Setting
    from analyzer.simulation.reducers.totals import Totals

COLUMNS = (
    Column("verdict", "verdict", "text", "The verdict, if these games give one."),
    Column("departure", "departure", help="Largest departure from the fair share."),
    Column("interval", "95 % interval", "text", "Of that departure; all tables hold together."),
)
ROOM = 1.5  # times the fewest games: with those alone, only a perfectly fair table is FAIR
PATIENCE = 4  # times the usual seconds, if a verdict needs them
MORE = fairness.Advice(
    "a verdict needs about {} games of this table: give a larger -n and another --seed"
)


@dataclass(frozen=True)
class Verdict:
    """How fair a table is."""

    verdict: Annotated[
        str | None, "FAIR, UNFAIR, UNDECIDED or NO VERDICT; null if seats cannot be compared"
    ]
    departure: Annotated[
        Interval | None, "interval of the largest departure from the fair share; or null"
    ]
    claim: Annotated[
        Claim | None, "that it is fair; its fields are those of findings[].claim; or null"
    ]
    games: Annotated[int, "games played"]


@dataclass(frozen=True)
class NamedVerdict(Verdict):
    """How fair one of several tables is."""

    name: Annotated[str, "what differs from the rules as they are, as a user would type it"]


@dataclass(frozen=True)
class TableResult:
    """One table that was played."""

    name: str
    setting: "Setting"
    table: seats.Standings
    fair: Finding | None  # None: the seats cannot be compared

    @property
    def claim(self) -> Claim | None:
        return self.fair.claim if self.fair else None

    @property
    def verdict(self) -> str | None:
        return self.fair.verdict if self.fair else None

    @property
    def why(self) -> str:
        """Why the seats cannot be compared."""
        if self.table.mixed:
            return "several policies"
        if self.table.unfinished >= self.table.n:
            return "no game is finished"
        return "nobody wins" if self.table.nobody >= self.table.n else "allies win together"

    @property
    def known(self) -> bool:
        """Is there a departure to show?"""
        return self.claim is not None and not self.claim.barred

    @property
    def size(self) -> float:
        """How far it is from fair; if that cannot be told, as far as possible."""
        return abs(self.claim.found.estimate) if self.known and self.claim else 1.0

    @property
    def departure(self) -> Interval | None:
        return self.claim.found if self.known and self.claim else None

    @property
    def words(self) -> str:
        """+3.0 pp (2.9 – 3.1), with digits enough for its verdict."""
        return phrases.format_size(self.claim) if self.known and self.claim else self.why

    @property
    def finding(self) -> Finding | None:
        """The finding about fairness, with the row's name as its key."""
        return Finding(**{**vars(self.fair), "key": self.name}) if self.fair else None

    @property
    def cells(self) -> tuple[Value, ...]:
        """The places under COLUMNS."""
        fair, found = self.fair, self.departure
        if fair is None:
            return Value(self.why, None), Value("", None), Value("", None)
        verdict = Value(fair.verdict, fair.verdict, tone=phrases.claim_tone(fair.claim))
        if found is None:
            return verdict, Value("", None), Value("", None)
        size, ends = self.words.split(" (")
        departure = Value(size, found.estimate, found.low, found.high)
        return verdict, departure, Value(ends.removesuffix(")"))

    @property
    def result(self) -> Verdict:
        return Verdict(self.verdict, self.departure, self.claim, self.table.n)

    @property
    def named_result(self) -> NamedVerdict:
        return NamedVerdict(**vars(self.result), name=self.name)


def table_result(
    name: str,
    setting: "Setting",
    totals: "Totals",
    tolerance: float,
    tables: Family,
    level: float | None = None,
) -> TableResult:
    """How fair one of several tables is that share an answer.

    Its level is that of one of the family, or a higher one if there are several looks at it.
    """
    level = tables.each if level is None else level
    table = seats.standings(totals, setting.policy_names, level)
    return TableResult(
        name, setting, table, fairness.fairness_finding(table, tolerance, MORE, family=tables)
    )


def table_family(tables: int) -> Family:
    """The family of the verdicts on that many tables of one answer."""
    return Family("tables", tables)


def games_per_table(
    tables: Sequence["Setting"], asked: QuestionOptions, part: float = 1.0
) -> list[int]:
    """Games of each of several tables: as many as fit into the time, or as many as it takes to show
    each of them fair, if that takes not much longer.

    A report keeps to its time, and a user's -n is kept as it is.
    """
    by_time = [question_base.games_per_cell(table, asked, len(tables), part) for table in tables]
    if asked.n is not None or asked.precision is not None or asked.seconds is not None:
        return by_time
    level = table_family(len(tables)).each
    least = {
        size: stats.least_to_decide(size, asked.tolerance, level)
        for size in {table.players for table in tables}
    }
    enough = [
        max(n, stats.round_up(ROOM * least[table.players]))
        for n, table in zip(by_time, tables, strict=True)
    ]
    cost = sum(
        n * table.game.microseconds * question_base.slowness(table)
        for n, table in zip(enough, tables, strict=True)
    )
    most = PATIENCE * question_base.time_budget(asked) * question_base.CORES * 1e6
    return enough if cost <= most else by_time


def table_findings(rows: Sequence[TableResult]) -> list[Finding]:
    return [found for one in rows if (found := one.finding)]


def departures_figure(
    name: str,
    setting: "Setting",
    tolerance: float,
    rows: Sequence[TableResult],
    title: str,
    by: str,
    together: str = "all",
) -> Figure:
    """The largest departure of each row, about the fair share and its tolerance.

    `together` says whose intervals hold together.
    """
    drawn: list[figures.Row] = [
        {
            "label": one.name,
            "text": common.change_value(found, share=True).text,
            "tone": phrases.claim_tone(one.claim),
            **common.figure_point(found, 100),
        }
        for one in rows
        if (found := one.departure)
    ]
    return Figure(
        name=name,
        kind="forest",
        title=title.rstrip("."),
        subtitle=f"Largest departure from the fair share, by {by}, with 95 % intervals; {together} "
        "hold together",
        caption=f"{setting.game.name} with {setting.players} players, "
        f"{common.seating_text(setting.policy_names)}, seed {setting.seed}.",
        data=figures.Forest(
            unit="share",
            zero=0.0,
            zero_text="fair",
            rows=drawn,
            fair={"value": 0.0, "text": "fair", "tolerance": tolerance},
        ),
    )


def games_needed(claims: Sequence[Claim]) -> int | None:
    """Games of each table to plan for, so that all that is open may be decided; None: not known."""
    found = [max(claim.needs, claim.least or 0) for claim in claims if claim.open and claim.needs]
    return stats.round_up(max(found)) if found else None
