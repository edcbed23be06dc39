"""How long is a game, how often does it drag, and how long do players wait for their turn?"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

from analyzer import stats
from analyzer.answer.blocks import Column, Finding, Table, Value
from analyzer.estimates import length
from analyzer.estimates.formatting import format_unit
from analyzer.estimates.phrases import claim_sentence
from analyzer.questions._length_figure import length_figure
from analyzer.questions.designer import QuestionOptions
from analyzer.questions.designer._stronger_players import AGAIN, SEARCH, StrongerPlayers
from analyzer.questions.designer._waiting import WaitsResult, measure_waits
from analyzer.questions.shared import common, question_base, statements
from analyzer.simulation.batch import length_units
from analyzer.simulation.plan import Group, Plan, Reduction

if TYPE_CHECKING:
    from analyzer.request.setting import Setting
    from analyzer.simulation.reducers.totals import Totals
    from analyzer.simulation.run import GroupResult, Outcome

NAME = "length"
LINE = "How long is a game, how often does it drag, and how long do players wait for their turn?"
OTHER_NAMES = ("duration", "time", "playtime", "waiting", "downtime")
GAMES = ()
CLAUSES = {
    "How long is a game": ("length", "kinds.*?", "stronger?"),
    "how often does it drag": ("drags",),
    "how long do players wait for their turn": ("waits", "idle"),
}
STEPPED = 100  # games followed move by move to see how long players wait
DRAGS = 1.5  # times the median
USUAL = 0.35  # part of the time for the table as it is; `_stronger` has the rest


@dataclass(frozen=True)
class LengthByPolicy:
    """The length of a game in one unit, with one policy at every seat."""

    policy: Annotated[str, "who plays, at every seat"]
    unit: Annotated[str, "in what the length is told"]
    mean: Annotated[stats.Interval, "interval of the mean"]
    median: Annotated[int | None, "half of the games are at most this long"]
    p5: Annotated[
        int | None, "5 % of the games are at most this long; null if games are too few to tell"
    ]
    p95: Annotated[
        int | None, "95 % of the games are at most this long; null if games are too few to tell"
    ]
    unfinished: Annotated[int, "games stopped by a cap on their length"]
    games: Annotated[int, "games played"]

    def cells(self, units: length.Units) -> tuple[Value, ...]:
        quantiles = (self.median, self.p5, self.p95)
        return (
            Value(self.policy, self.policy),
            Value(format_unit(self.unit, units), self.unit),
            common.number_value(self.mean),
            *(Value("" if at is None else f"{at:,}", at) for at in quantiles),
            Value(stats.format_share(self.unfinished, self.games), self.unfinished),
            Value(f"{self.games:,}", self.games),
        )


@dataclass(frozen=True)
class LengthResult:
    """How long games are, and how long players wait."""

    lengths: Annotated[
        Mapping[str, Annotated[length.Length, "one object per unit"]],
        "by unit: mean, median and the middle 90 %",
    ]
    kinds: Annotated[tuple[length.Kinds, ...], length.ABOUT_KINDS]
    drags: Annotated[
        stats.Interval,
        "interval of the share of games longer than one and a half times the median",
    ]
    waits: Annotated[WaitsResult, "moves of others between two own decisions, where there are any"]
    idle: Annotated[
        stats.Interval,
        "interval of the part of its time that a seat spends after its last move before the next "
        "scoring: out of the game, or watching",
    ]
    unfinished: Annotated[int, "games stopped by a cap on their length"]
    stronger: Annotated[
        stats.Claim | None,
        "that one player who thinks ahead wins more than its fair share at this table; its fields "
        "are those of findings[].claim; null if the game has none, or the user says who plays",
    ]
    again: Annotated[
        stats.Claim | None,
        "that such players at every seat change how often somebody wins, on the same luck; null if "
        "they were not asked",
    ]
    by_policy: Annotated[
        tuple[LengthByPolicy, ...],
        "one object per policy: the players of the table, and those who think ahead if they are "
        "shown to be stronger",
    ]


RESULTS = (question_base.DesignerResult, LengthResult)


def build_question(setting: "Setting", asked: QuestionOptions) -> "LengthQuestion":
    return LengthQuestion(NAME, setting, asked)


class LengthQuestion(question_base.DesignerQuestion):
    """The lengths of one table, and those of stronger players, which may differ."""

    @property
    def n(self) -> int:
        return question_base.games_per_cell(self.setting, self.asked, 1, USUAL)

    @property
    def stronger(self) -> StrongerPlayers:
        """A user who wants fewer games than usual waits less for stronger players too."""
        usual = question_base.games_per_cell(
            self.setting, replace(self.asked, n=None, precision=None), 1, USUAL
        )
        return StrongerPlayers(self.setting, self.asked, min(1.0, self.n / usual))

    def plan(self) -> Plan:
        wants = (Reduction("totals", (0,)), Reduction("notable", (0,)))
        group = Group((self.setting.cell,), wants, self.n)
        return Plan((group, *self.stronger.proof()))

    def next_round(self, outcome: "Outcome") -> Plan | None:
        proof = self._proof(outcome)
        if not proof or len(outcome.groups) > 1 + len(proof):
            return None
        group = self.stronger.next_round(proof)
        return Plan((group,)) if group else None

    @property
    def units(self) -> length.Units:
        return length_units(self.setting.game)

    def _proof(self, outcome: "Outcome") -> "list[GroupResult]":
        return outcome.groups[1 : 1 + len(self.stronger.proof())]

    def build_content(self, outcome: "Outcome") -> question_base.AnswerContent:
        totals, proof = outcome.groups[0].totals(), self._proof(outcome)
        units = self.units
        known, kinds = (
            length.lengths_by_unit(totals),
            length.find_kinds(totals, units, minutes=self.asked.minutes),
        )
        unit = next(iter(units))
        findings = [*self._about_length(totals, kinds), self._about_drags(totals, unit)]
        waits = measure_waits(self.setting.cell, STEPPED)
        findings += [one.finding(CLAUSES, STEPPED) for one in waits.build_statements()]
        sentences = [one.sentence for one in findings if not one.key.startswith("kinds.")]
        usual = common.seating_text(self.setting.policy_names).removesuffix(" at every seat")
        by_policy = [length_by_policy(usual, unit, totals)]
        stronger = self.stronger.finding(proof) if self.stronger.possible else None
        again = None
        if stronger:
            findings.append(stronger)
            sentences.append(stronger.sentence)
        for ran in outcome.groups[1 + len(proof) :]:
            by_policy.append(length_by_policy(SEARCH, unit, ran.totals(1)))
            again = self.stronger.who_wins(ran)
            sentences.append(self.stronger.lasts(proof, ran, unit))
            sentences.append(claim_sentence(AGAIN, again))
        if ended := length.endings_sentence(totals):
            sentences.append(ended)
        caption = (
            f"{totals.n:,} games of {self.setting.game.name} with {self.setting.players} players, "
            f"{common.seating_text(self.setting.policy_names)}, seed {self.setting.seed}."
        )
        return question_base.AnswerContent(
            sentences=sentences,
            findings=findings,
            blocks=[
                self._table(known),
                *([_side_by_side(by_policy, units)] if by_policy[1:] else []),
                length_figure(totals, units, kinds, self.setting.game.title, caption),
            ],
            result=LengthResult(
                lengths=known,
                kinds=tuple(kinds.values()),
                drags=_drags(totals, unit),
                waits=waits.result,
                idle=waits.idle,
                unfinished=totals.unfinished,
                stronger=stronger.claim if stronger else None,
                again=again,
                by_policy=tuple(by_policy),
            ),
            replays=question_base.notable_replays(
                self.setting, outcome.groups[0], "median", "longest"
            ),
            warnings=[p.text for p in common.warning_paragraphs([self.setting], [totals])],
        )

    def _about_length(self, totals: "Totals", kinds: dict[str, length.Kinds]) -> list[Finding]:
        found = length.length_finding(totals, self.units, minutes=self.asked.minutes)
        assert found is not None
        return [found, *length.kinds_findings(totals, self.units, kinds)]

    def _about_drags(self, totals: "Totals", unit: str) -> Finding:
        median = stats.quantile_from_histogram(totals.histograms[unit], 0.5)
        words = (
            f"{{part}} of games drag: they take more than {int(DRAGS * median):,} "
            f"{format_unit(unit, self.units)}, one and a half times the median."
        )
        return statements.share_statement("drags", _drags(totals, unit), words).finding(
            CLAUSES, totals.n
        )

    def _table(self, known: dict[str, length.Length]) -> Table:
        columns = (
            Column("unit", "unit", "label", "What is counted."),
            Column("mean", "mean", help="Mean of all games."),
            Column("median", "median", help="Half of the games are at most this long."),
            Column("p5", "5 %", help="5 % of the games are at most this long."),
            Column("p95", "95 %", help="95 % of the games are at most this long."),
        )
        rows = tuple(
            (
                Value(format_unit(name, self.units), name),
                common.number_value(known[name].mean),
                Value(f"{known[name].median:,}", known[name].median),
                Value(f"{known[name].p5:,}", known[name].p5),
                Value(f"{known[name].p95:,}", known[name].p95),
            )
            for name in (*self.units, "decisions")
            if name in known
        )
        return Table("lengths", columns, rows)


def length_by_policy(policy: str, unit: str, totals: "Totals") -> LengthByPolicy:
    """The quantiles are None where the games are too few to bound them on both sides."""
    histogram = totals.histograms[unit]
    found = [stats.quantile_interval(histogram, part) for part in (0.5, 0.05, 0.95)]
    median, low, high = (int(one.estimate) if math.isfinite(one.error) else None for one in found)
    mean = length.mean_length(totals, unit)
    return LengthByPolicy(policy, unit, mean, median, low, high, totals.unfinished, totals.n)


def _side_by_side(rows: list[LengthByPolicy], units: length.Units) -> Table:
    columns = (
        Column("policy", "policy", "label", "Who plays, at every seat."),
        Column("unit", "unit", "label", "What is counted."),
        Column("mean", "mean", help="Mean of all games."),
        Column("median", "median", help="Half of the games are at most this long."),
        Column("p5", "5 %", help="5 % of the games are at most this long."),
        Column("p95", "95 %", help="95 % of the games are at most this long."),
        Column("unfinished", "unfinished", help="Games stopped by a cap on their length."),
        Column("games", "games", help="How many were played.", drop=1),
    )
    return Table("policies", columns, tuple(row.cells(units) for row in rows))


def _drags(totals: "Totals", unit: str) -> stats.Interval:
    """The share of games longer than one and a half times the median. The median is an estimate
    too, so half of the 5 % is for it: the ends are those of the shares beyond its own ends."""
    found, level = totals.histograms[unit], 1 - (1 - stats.LEVEL) / 2
    median = stats.quantile_interval(found, 0.5, level)

    def share(middle: float) -> stats.Interval:
        longer = sum(count for value, count in found.items() if value > DRAGS * middle)
        return stats.clopper_pearson(longer, totals.n, level)

    low, high = share(median.high).low, share(median.low).high
    return stats.Interval(share(median.estimate).estimate, low, high)
