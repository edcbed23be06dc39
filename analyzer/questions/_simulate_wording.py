"""What `simulate` says: sentences, tables and charts."""

from typing import TYPE_CHECKING

from analyzer import stats
from analyzer.answer import figures
from analyzer.answer.blocks import (
    Answer,
    Axis,
    Block,
    Column,
    Figure,
    Finding,
    Paragraph,
    Table,
    Tone,
    Value,
)
from analyzer.estimates import by_policy, fairness, length, phrases, seats
from analyzer.estimates.formatting import format_pp
from analyzer.questions import _simulate_estimates as estimates
from analyzer.questions._length_figure import length_figure
from analyzer.questions.shared import common
from analyzer.simulation.batch import length_units
from analyzer.system.invocation import command_line

if TYPE_CHECKING:
    from analyzer.questions.simulate import Simulate
    from analyzer.simulation.run import GroupResult, Outcome

KIND = "simulate"


class AnswerBuilder:
    """The numbers of one run, and what is said about them."""

    def __init__(self, asked: "Simulate", outcome: "Outcome", ran: "GroupResult") -> None:
        self.asked, self.outcome, self.ran = asked, outcome, ran
        self.setting, self.totals = asked.setting, ran.totals()
        self.level = asked.level(ran.look)
        self.table = seats.standings(self.totals, self.setting.policy_names, self.level)
        self.fair = fairness.fairness_finding(self.table, asked.tolerance, asked.remedy)
        self.units = length_units(asked.setting.game)
        told = (self.totals, self.units, asked.minutes, self.level)
        self.length, self.kinds = length.length_finding(*told), length.find_kinds(*told)
        middle = asked.first + self.totals.n // 2
        self.look = common.replay_link(self.setting, "one", middle)

    def answer(self) -> Answer:
        blocks = self.blocks()
        asked = None if self.ran.look is not None else self.asked.n
        warnings = common.warning_texts(blocks)
        result = estimates.build_result(
            self.asked, self.ran, self.fair, self.length, warnings, command_line(*self.look.argv)
        )
        return Answer(
            kind=KIND,
            title=self.title(),
            heading=common.answer_heading(
                self.setting, common.count_of_games(self.totals.n, asked)
            ),
            changed=common.rules_text(self.setting.changed),
            findings=tuple(self.findings()),
            blocks=tuple(blocks),
            results=(result,),
            command=self.asked.command,
            provenance=common.provenance_record(
                self.setting, self.asked.n, self.asked.first, self.asked.command
            ),
            notes=common.table_notes(self.setting, self.outcome),
            **common.clock_fields(self.outcome),
        )

    def findings(self) -> list[Finding]:
        found = [finding for finding in (self.fair, self.length) if finding]
        found += length.kinds_findings(self.totals, self.units, self.kinds)
        found += self.policy_findings()
        for row in self.table.rows:
            name = seats.row_name(self.table, row)
            share = common.percent_value(row.wins, self.places).text
            sentence = f"{name} wins {share} of games ({common.interval_text(row.wins, 100)})."
            found.append(
                Finding(
                    key=f"wins.{row.label}",
                    question=f"How often does {name} win?",
                    estimate=row.wins.estimate,
                    low=row.wins.low,
                    high=row.wins.high,
                    n=self.totals.n,
                    unit="share",
                    sentence=sentence[0].upper() + sentence[1:],
                )
            )
        return found

    @property
    def places(self) -> int:
        """Decimals of a share in per cent."""
        return stats.decimals(100 * estimates.widest_half_width(self.table), most=4)

    def title(self) -> str:
        game = f"{self.setting.game.title} with {self.setting.players} players"
        if self.fair and self.fair.claim:
            among = fairness.policies_phrase(self.table)
            return phrases.claim_sentence(
                phrases.FAIR_TITLE, self.fair.claim, game=game, among=among
            )
        if self.table.nobody >= self.totals.n:
            return f"Nobody wins any game of {game}"
        if told := self.policy_findings():
            return told[0].sentence.rstrip(".")
        return f"How {game} ends"

    def blocks(self) -> list[Block]:
        found: list[Block] = [self.seat_table()]
        if "policies" in [want.reducer for want in self.ran.group.reductions]:
            found.append(self.policy_table())
        if self.setting.game.watched:
            found.append(self.watched_table())
        found += self.sentences()
        found += [self.seats_figure(), self.length_figure()]
        return found

    def sentences(self) -> list[Block]:
        found: list[Block] = []
        if self.table.nobody >= self.totals.n:
            found.append(Paragraph("Nobody wins any of these games.", "answer"))
        elif nobody := seats.nobody_sentence(self.table):
            found.append(Paragraph(nobody, "answer"))
        if self.fair:
            found.append(common.verdict_paragraph(self.fair))
        if self.too_few:
            found.append(Paragraph(self.too_few))
        found += [common.verdict_paragraph(one) for one in self.policy_findings()]
        if roles := seats.by_role_sentence(self.table):
            found.append(Paragraph(roles))
        if self.ran.look is not None:
            found.append(Paragraph(self.about_looks()))
        if self.length:
            found.append(Paragraph(self.length.sentence))
        if ended := length.endings_sentence(self.totals):
            found.append(Paragraph(ended))
        found += common.warning_paragraphs([self.setting], [self.totals])
        return [*found, self.look, *self.advice()]

    def advice(self) -> list[Block]:
        """How to plan a run that can decide, if this one could not."""
        return [common.plan_link(self.setting)] if self.too_few else []

    @property
    def too_few(self) -> str:
        """What a run is told that was too small for its question; other questions play too."""
        request = self.asked.request
        if self.fair is None or self.fair.claim is None or not request or request.kind != KIND:
            return ""
        return common.too_few_to_decide(self.fair.claim)

    def about_looks(self) -> str:
        looks, n = self.asked.looks, self.totals.n
        at = f"at planned look {(self.ran.look or 0) + 1} of {len(looks)}"
        if n < self.asked.n:
            stopped = f"Stopped after {n:,} of {self.asked.n:,} games, {at}"
        elif any(claim.barred for claim in self.asked.claims(self.ran, self.table)):
            stopped = f"All {n:,} games were played, and more of them would not decide either"
        elif estimates.is_open(self.asked, self.ran, self.table):
            stopped = f"All {n:,} games were not enough{self.short_of}"
        else:
            stopped = f"All {n:,} games were needed, {at}"
        level = f"{100 * self.level:.4g}"
        return (
            f"{stopped}; each interval holds with {level} %, so that all looks together hold with "
            "95 %."
        )

    @property
    def short_of(self) -> str:
        """How far a run is from the precision it was to reach, and what would reach it."""
        wanted = self.asked.precision
        if wanted is None:
            return " to decide"
        reached, rows = estimates.widest_half_width(self.table), self.table.rows
        deviation = max(
            stats.estimate_share(row.wins.estimate * self.totals.n, self.totals.n).deviation
            for row in rows
        )
        games = stats.games_for_error(deviation, wanted, len(rows), fairness.LAST_LOOK)
        more = stats.round_up(max(games, 1.1 * self.totals.n))
        shown = stats.format_fixed(100 * reached, stats.decimals(100 * reached) + 1)
        return (
            f" for {format_pp(wanted)}: the widest interval is ± {shown} pp, and about {more:,} "
            "games "
            "would be enough"
        )

    def seat_table(self) -> Table:
        table, asked = self.table, self.asked
        axis, columns = None, []
        if table.fair:
            axis = _axis(table, asked.tolerance)
        columns = [
            Column(table.by, table.by, "label", f"The {table.by} of the row."),
            Column("wins", "wins", help=self.about_shares),
            Column("bar", "", "bar"),
            Column("interval", "95 % interval", "text", "Holds for all rows together."),
        ]
        columns += [Column("range", "", "range", axis=axis)] if axis else []
        columns += [
            Column("score", "mean score", help="Mean score at the end."),
            Column("rank", "mean rank", help="1 is best; ties share the mean of their ranks."),
        ]
        worst = {c: max(getattr(row, c).error for row in table.rows) for c in ("score", "rank")}
        rows = []
        for row in table.rows:
            wins = common.percent_value(row.wins, self.places)
            ends = common.interval_text(row.wins, 100)
            drawn = Value("", row.wins.estimate, row.wins.low, row.wins.high, self.tone(row))
            cells = [
                Value(row.label, row.seat if table.by == "seat" else row.role),
                wins,
                Value("", row.wins.estimate),
                Value(ends, ends),
                *([drawn] if axis else []),
                common.number_value(row.score, error=worst["score"]),
                common.number_value(row.rank, error=worst["rank"]),
            ]
            rows.append(tuple(cells))
        return Table("wins", tuple(columns), tuple(rows))

    @property
    def about_shares(self) -> str:
        among = " that somebody won" if self.table.nobody else ""
        return f"Share of the games{among}; a shared win is split."

    def tone(self, row: seats.Standing) -> Tone:
        return phrases.claim_tone(fairness.row_claim(row, self.table, self.asked.tolerance))

    def policy_table(self) -> Table:
        columns = (
            Column("policy", "policy", "label", "Who decided."),
            Column("seats", "seats", help="How many seats it has."),
            Column("wins", "wins", help="Share of games won by any of its seats."),
            Column("interval", "95 % interval", "text", "Simultaneous over the policies."),
            Column("fair", "if equal", help="What its seats would win if all seats won equally."),
        )
        rows = []
        for row in self.by_policy():
            places = stats.decimals(100 * row.win_share.error, most=4)
            ends = common.interval_text(row.win_share, 100)
            rows.append(
                (
                    Value(row.policy, row.policy),
                    Value(str(row.seats), row.seats),
                    common.percent_value(row.win_share, places),
                    Value(ends, ends),
                    Value(f"{100 * row.fair_share:.3g} %", row.fair_share),
                )
            )
        return Table("policies", columns, tuple(rows))

    def watched_table(self) -> Table:
        """What the user's own watcher has counted, of the game or of each seat."""
        columns = (
            Column("counter", "counter", "label", "Its name in the watcher."),
            Column("seat", "seat", "text", "Whose it is."),
            Column("mean", "a game", help="Mean per game."),
            Column("interval", "95 % interval", "text", "Of that mean."),
            Column("meaning", "what is counted", "text", "In words.", wrap=True),
        )
        rows = []
        for name, seat, mean, meaning in estimates.watched_means(
            self.setting.game, self.totals, self.level
        ):
            rows.append(
                (
                    Value(name, name),
                    Value(seat, seat),
                    common.number_value(mean),
                    Value(common.interval_text(mean)),
                    Value(meaning, meaning),
                )
            )
        return Table("watched", columns, tuple(rows))

    def by_policy(self) -> list[by_policy.PolicyShare]:
        return estimates.shares_by_policy(self.ran, self.table, self.asked.tolerance)

    def policy_findings(self) -> list[Finding]:
        return by_policy.policy_findings(self.by_policy())

    def caption(self) -> str:
        return (
            f"{common.count_of_games(self.totals.n)} of {self.setting.game.name}, "
            f"{common.seating_text(self.setting.policy_names)}, seed {self.setting.seed}"
            f"{'; ' + common.rules_text(self.setting.changed) if self.setting.changed else ''}."
        )

    def seats_figure(self) -> Figure:
        table = self.table
        start = self.setting.game.first_seat(self.setting.rules)
        acts = f"; {start}" if start and table.by == "seat" else ""
        return Figure(
            name="wins",
            kind="seats",
            title=self.title(),
            subtitle=f"Share of games won by each {table.by}, with 95 % intervals{acts}",
            caption=self.caption()
            + (
                f" Shaded: within {format_pp(self.asked.tolerance, words=True)} of the fair share."
                if table.fair
                else ""
            ),
            data=figures.Seats(
                fair=table.fair,
                fair_text=f"fair {100 * table.fair:.3g} %" if table.fair else "",
                tolerance=self.asked.tolerance,
                rows=[
                    {
                        "label": seats.row_name(table, row),
                        "text": common.percent_value(row.wins, self.places).text,
                        "tone": self.tone(row),
                        "tip": f"{row.policy}" if row.policy else "",
                        **common.figure_point(row.wins, 100),
                    }
                    for row in table.rows
                ],
            ),
        )

    def length_figure(self) -> Figure:
        return length_figure(
            self.totals, self.units, self.kinds, self.setting.game.title, self.caption()
        )


def _axis(table: seats.Standings, tolerance: float) -> Axis:
    """The chart reaches a little further than the widest interval, and than the tolerance."""
    fair = table.fair or 0.0
    ends = [abs(end - fair) for row in table.rows for end in (row.wins.low, row.wins.high)]
    marks = tuple(
        (share, f"{100 * share:.1f}".removesuffix(".0") + " %")
        for share in (fair, fair - tolerance, fair + tolerance)
    )
    return Axis(fair, 1.17 * max(tolerance, *ends), tolerance, marks)
