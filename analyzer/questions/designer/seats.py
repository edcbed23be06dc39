"""Is a seat or role favoured, at every number of players, and at every level of skill?"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from analyzer import stats
from analyzer.answer import figures
from analyzer.answer.blocks import Column, Figure, Finding, Table, Value
from analyzer.estimates import fairness, phrases, seats
from analyzer.estimates.formatting import format_pp, join_words
from analyzer.estimates.phrases import Phrase, claim_sentence
from analyzer.questions.designer import QuestionOptions, _departures, _strengths
from analyzer.questions.shared import common, question_base
from analyzer.simulation.plan import Group, Plan, Reduction

if TYPE_CHECKING:
    from analyzer.request.setting import Setting
    from analyzer.simulation.run import Outcome
    from analyzer.stats import Claim

NAME = "seats"
LINE = "Is a seat or role favoured, for every number of players and every level of skill?"
OTHER_NAMES = ("fairness", "fair", "balance", "turn-order", "first-player")
GAMES = ()
CLAUSES = {
    "Is a seat or role favoured": ("* players, *",),
    "for every number of players": ("* players, *",),
    "every level of skill": ("* players, *",),
}


@dataclass(frozen=True)
class TableFairness(_departures.Verdict):
    """How fair one size of table is, with one policy."""

    players: Annotated[int, "number of seats"]
    policy: Annotated[str, "policy at every seat"]
    favoured: Annotated[str, "the seat or role that departs most; empty without a verdict"]
    wins: Annotated[tuple[stats.Interval, ...], "win share of each seat or role"]


@dataclass(frozen=True)
class SeatsResult:
    """How fair each table is."""

    by_table: Annotated[tuple[TableFairness, ...], "one object per number of players and policy"]


RESULTS = (question_base.DesignerResult, SeatsResult)
EVERY = Phrase(
    shown="{who} {game} is FAIR within {tolerance} with {sizes}.",
    refuted="{who} {game} is UNFAIR with {unfair}: {seat} departs by {size}{where}.",
    open="{who} it is UNDECIDED at {tolerance} whether {game} is fair with {undecided}.",
)
FAIR_TOO = Phrase(shown="It is FAIR within {tolerance} with {sizes}.", refuted="", open="")
UNDECIDED = Phrase(
    shown="",
    refuted="",
    open="{with_sizes} seat is further than {bound} from its fair share{advice}.",
)


def build_question(setting: "Setting", asked: QuestionOptions) -> "SeatsQuestion":
    return SeatsQuestion(NAME, setting, asked)


class SeatsQuestion(question_base.DesignerQuestion):
    """Every size of table times every level of skill: one family of tables."""

    def settings(self) -> list[tuple[str, "Setting"]]:
        low, high = self.setting.game.players
        sizes = [self.setting.players] if self.asked.players_given else range(low, high + 1)
        sizes = [size for size in sizes if size != self.asked.without]
        tables = [self.setting.with_players(size) for size in sizes]
        if self.setting.policy_words:
            return [(_who(table), table) for table in tables]
        names = _strengths.strengths_of(self.setting)
        return [(name, table.with_policies([name])) for table in tables for name in names]

    def plan(self) -> Plan:
        tables = [table for _, table in self.settings()]
        games = _departures.games_per_table(tables, self.asked, 1.6)
        want, more = (Reduction("totals", (0,)),), (Reduction("notable", (0,)),)
        return Plan(
            tuple(
                Group((table.cell,), want if place else want + more, n)
                for place, (table, n) in enumerate(zip(tables, games, strict=True))
            )
        )

    def build_content(self, outcome: "Outcome") -> question_base.AnswerContent:
        tables = self.settings()
        family, tolerance = _departures.table_family(len(tables)), self.asked.tolerance
        rows = [
            _departures.table_result(name, table, ran.totals(), tolerance, family)
            for (name, table), ran in zip(tables, outcome.groups, strict=True)
        ]
        best = rows[0].name
        sentences = self.sentences(rows)
        return question_base.AnswerContent(
            sentences=sentences,
            findings=[
                Finding(**{**vars(row.fair), "key": f"{_strengths.table_name(row)}, {row.name}"})
                for row in rows
                if row.fair
            ],
            blocks=[
                self._table(rows),
                self._figure([row for row in rows if row.name == best], best, sentences[0]),
            ],
            result=SeatsResult(tuple(map(_fairness, rows))),
            several_sizes=not self.asked.players_given,
            in_turn=list(dict.fromkeys(row.name for row in rows)),
            replays=question_base.notable_replays(
                rows[0].setting, outcome.groups[0], "median", "closest"
            ),
        )

    def sentences(self, rows: Sequence[_departures.TableResult]) -> list[str]:
        """The policy that plays best first, then what the others change."""
        if rows[0].table.mixed:
            return [
                "Several policies play, so seats cannot be compared: who wins tells of the "
                "policies.",
                "Give one --policy for all seats; a tournament compares policies.",
            ]
        best = rows[0].name
        main = [row for row in rows if row.name == best]
        claims = {_strengths.table_name(row): row.claim for row in main if row.claim}
        if not claims:
            return [f"Seats of {self.setting.game.title} cannot be compared: {main[0].why}."]
        found = self._main(main, claims) + _lost([row for row in main if not row.claim])
        names = list(dict.fromkeys(row.name for row in rows if row.name != best))
        compared = [one for name in names if (one := _strengths.compare(name, rows, claims))]
        alike = dict.fromkeys(one.outcome for one in compared)
        return found + [
            _strengths.others_sentence([one for one in compared if one.outcome == outcome])
            for outcome in alike
        ]

    def _main(
        self, rows: Sequence[_departures.TableResult], claims: "dict[str, Claim]"
    ) -> list[str]:
        by_value = {
            value: {name: claim for name, claim in claims.items() if claim.value is value}
            for value in stats.Truth
        }
        fair, unfair, open_ = (by_value[value] for value in stats.Truth)
        worst = max(rows, key=lambda row: (_strengths.table_name(row) in unfair, row.size))
        told = stats.all_of(unfair or claims)
        within = format_pp(self.asked.tolerance, words=True)
        found = [
            claim_sentence(
                EVERY,
                told,
                who=_strengths.with_everywhere(rows[0].name),
                game=self.setting.game.title,
                tolerance=within,
                sizes=_strengths.sizes_text(claims),
                unfair=_strengths.sizes_text(unfair or claims),
                undecided=_strengths.sizes_text(open_ or claims),
                where=f" with {_strengths.table_name(worst)}" if len(unfair) > 1 else "",
                seat=worst.claim.of if worst.claim else "",
                size=worst.words,
            )
        ]
        if fair and len(fair) < len(claims):
            found.append(
                claim_sentence(
                    FAIR_TOO,
                    stats.all_of(fair),
                    tolerance=within,
                    sizes=_strengths.sizes_text(fair),
                )
            )
        return found + self._open(open_, told.open)

    def _open(self, claims: "dict[str, Claim]", said_so: bool) -> list[str]:
        """How far the undecided tables can be from fair, and what would decide them."""
        known = {name: claim for name, claim in claims.items() if not claim.barred}
        found = []
        if known:
            farthest = max(known.values(), key=lambda claim: claim.bound or 0.0)
            needs = _departures.games_needed(list(known.values()))
            again = fairness.ANOTHER_RUN.format(needs)
            advice = f"; a verdict needs about {needs:,} games of each table: {again}"
            where = (
                "There no"
                if said_so
                else f"With {_strengths.sizes_text(known)} it is UNDECIDED, but no"
            )
            found.append(
                claim_sentence(
                    UNDECIDED,
                    stats.all_of(known),
                    with_sizes=where,
                    bound=phrases.format_bound(farthest),
                    advice=advice if needs else "",
                )
            )
        if barred := [name for name in claims if name not in known]:
            found.append(f"Too many games are unfinished with {join_words(barred)}.")
        return found

    def _table(self, rows: Sequence[_departures.TableResult]) -> Table:
        columns = (
            Column("players", "players", "label", "Seats at the table."),
            Column("policy", "policy", "label", "Who plays, at every seat."),
            *_departures.COLUMNS,
            Column("favoured", "of", "text", "The seat or role that departs most."),
            Column("games", "games", help="How many were played.", drop=1),
        )
        cells = tuple(
            (
                Value(str(row.setting.players), row.setting.players),
                Value(row.name, row.name),
                *row.cells,
                Value(_favoured(row), _favoured(row)),
                Value(f"{row.table.n:,}", row.table.n),
            )
            for row in rows
        )
        return Table("tables", columns, cells)

    def _figure(self, rows: Sequence[_departures.TableResult], best: str, title: str) -> Figure:
        panels: list[figures.TablePanel] = []
        for row in rows:
            if row.table.fair is None:
                continue
            panels.append(
                {
                    "label": f"{row.setting.players} players",
                    "rows": [self._drawn(standing, row) for standing in row.table.rows],
                }
            )
        return Figure(
            name="tables",
            kind="tables",
            title=title.rstrip("."),
            subtitle="Departure of each seat or role from its fair share, with 95 % intervals that "
            "hold together for all tables",
            caption=f"{_counts(rows)} games per table of {self.setting.game.name}, {best} at "
            f"every seat, seed {self.setting.seed}. Shaded: within "
            f"{format_pp(self.asked.tolerance, words=True)}.",
            data=figures.Tables(panels=panels, tolerance=self.asked.tolerance, fair_text="fair"),
        )

    def _drawn(self, standing: seats.Standing, row: _departures.TableResult) -> figures.Row:
        assert row.table.fair is not None
        found = seats.fair_departure(standing, row.table.fair)
        claim = None
        if row.claim and row.known:
            family, n = row.claim.family, row.table.n
            claim = stats.within({standing.label: found}, self.asked.tolerance, family, n)
        return {
            "label": standing.label,
            "text": common.change_value(found, share=True).text,
            "tone": phrases.claim_tone(claim),
            **common.figure_point(found, 100),
        }


def _who(table: "Setting") -> str:
    """The policy of all seats, or who sits where."""
    return common.seating_text(table.policy_names).removesuffix(" at every seat")


def _counts(rows: Sequence[_departures.TableResult]) -> str:
    low, high = (each(row.table.n for row in rows) for each in (min, max))
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"


def _favoured(row: _departures.TableResult) -> str:
    return row.claim.of if row.claim else ""


def _lost(rows: Sequence[_departures.TableResult]) -> list[str]:
    """The tables whose seats cannot be compared, by the reason."""
    by_reason: dict[str, list[str]] = {}
    for row in rows:
        by_reason.setdefault(row.why, []).append(_strengths.table_name(row))
    return [
        f"With {_strengths.sizes_text(dict.fromkeys(names))} seats cannot be compared: {why}."
        for why, names in by_reason.items()
    ]


def _fairness(row: _departures.TableResult) -> TableFairness:
    return TableFairness(
        **vars(row.result),
        players=row.setting.players,
        policy=row.name,
        favoured=_favoured(row),
        wins=tuple(standing.wins for standing in row.table.rows),
    )
