"""`simulate`: is the table fair, and how long is a game?"""

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from analyzer import figures, stats
from analyzer._core.sums import WIN
from analyzer.answer import (
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
from analyzer.balance import counters, length, seats
from analyzer.balance.words import pp, unit_name
from analyzer.plan import Group, Plan, Want
from analyzer.questions import _common as common

if TYPE_CHECKING:
    from analyzer.plain import Json
    from analyzer.reduce.policies import Policies
    from analyzer.reduce.totals import Block as SeatSums
    from analyzer.reduce.totals import Totals
    from analyzer.run import Outcome, Ran
    from analyzer.setting import Setting

KIND = "simulate"

FIELDS = {
    "game": "name of the game",
    "game_version": "rises when the game's behaviour changes",
    "players": "number of seats",
    "policies": "policy of each seat, seat 1 first",
    "rules": "every rule and the value used",
    "rules_changed": "the rules that differ from their default",
    "seed": "seed of the experiment",
    "coin_seed": "seed of the policies' coins",
    "first": "index of the first game",
    "games": "games played",
    "games_asked": "games asked for: more than played if the run was stopped or decided early",
    "confidence": "of every interval; more than 0.95 if looks were planned",
    "looks": "games after which the question was looked at; empty without planned looks",
    "precision": "half the width of an interval of a win share that was asked for, or null",
    "reached": "whether the precision, or with --until-decided a verdict, was reached; or null",
    "seats": "one object per seat, seat 1 first",
    "seats[].seat": "number of the seat, from 1",
    "seats[].role": "role of the seat; null without roles, or if it changes",
    "seats[].policy": "policy of the seat",
    "seats[].win_share": "interval, simultaneous over the seats; a shared win counts as a part",
    "seats[].score": "interval of the mean score",
    "seats[].rank": "interval of the mean rank; ties share the mean of their ranks",
    "seats[].counters": "interval of the mean per game of each of the game's counters",
    "seats[].counters.*": "interval",
    "roles": "the same by role; empty in games without roles",
    "roles[].role": "name of the role",
    "roles[].seat": "its seat; null if it changes",
    "roles[].policy": "its policy; null if several play it",
    "roles[].win_share": "interval, simultaneous over the roles",
    "roles[].score": "interval of the mean score",
    "roles[].rank": "interval of the mean rank",
    "roles[].counters": "interval of the mean per game of each counter",
    "roles[].counters.*": "interval",
    "by_policy": "the same by policy where several play; empty otherwise",
    "by_policy[].policy": "the policy",
    "by_policy[].seats": "how many seats it has",
    "by_policy[].win_share": "interval of what its seats win together",
    "by_policy[].fair_share": "what they would win if all seats won equally",
    "fair_share": "win share of each seat if the table were fair; null if seats cannot be compared",
    "nobody_wins": "games without a winner",
    "tolerance": "largest departure from the fair share that is called fair",
    "fairness": "the answer to: is the table fair? null if seats cannot be compared",
    "fairness.question": "the question",
    "fairness.verdict": "FAIR, UNFAIR or UNDECIDED",
    "fairness.departure": "interval of the largest departure from the fair share",
    "fairness.more_games": "about how many more games would decide it, or null",
    "fairness.sentence": "the answer in words",
    "length": "how long a game lasts, by unit; minutes if the time of a decision is given",
    "length.*": "one object per unit",
    "length.*.mean": "interval of the mean",
    "length.*.median": "half of the games are at most this long",
    "length.*.p5": "5 % of the games are at most this long",
    "length.*.p95": "95 % of the games are at most this long",
    "length_sentence": "the length in words",
    "counters": "interval of the mean of each number of the games frame",
    "counters.*": "interval",
    "end_reasons": "number of games by end reason",
    "end_reasons.*": "number of games",
    "unfinished": "games stopped by a cap on their length",
    "data": "provenance and hash of the game's tables",
    "warnings": "warnings, in sentences",
    "replay": "command that shows one of the games",
}


@dataclass(frozen=True)
class Simulate:
    """One table, many games."""

    setting: "Setting"
    n: int
    first: int = 0
    tolerance: float = 0.01
    precision: float | None = None  # stop when every interval is this narrow, half its width
    until_decided: bool = False  # stop when the verdict is certain
    minutes: float | None = None  # of one decision

    @property
    def command(self) -> str:
        return self.setting.command("simulate", *self.words(self.n, self.first))

    def words(self, n: object, first: object) -> list[object]:
        """The options that ask for n games from `first` on, in the same way."""
        words: list[object] = ["-n", n, *(["--first", first] if first else [])]
        words += ["--until-decided"] if self.until_decided else []
        words += ["--precision", f"{100 * self.precision:g}pp"] if self.precision else []
        words += ["--tolerance", f"{100 * self.tolerance:g}"] if self.tolerance != 0.01 else []
        return words + common.time_words(self.minutes)

    @property
    def looks(self) -> list[stats.Look]:
        """The games after which we look, and the part of 5 % that each look may spend."""
        return stats.looks(self.n) if self.until_decided or self.precision else []

    def plan(self) -> Plan:
        wants = [Want("totals", (0,))]
        if len(set(self.setting.policies)) > 1:
            wants.append(Want("policies", (0,)))
        looks = tuple(look.n for look in self.looks)
        cells = (self.setting.cell,)
        return Plan((Group(cells, tuple(wants), self.n, self.first, looks),))

    def level(self, look: int | None) -> float:
        """Confidence of every interval: frequent looks make intervals wider."""
        return stats.LEVEL if look is None else self.looks[look].level

    @property
    def remedy(self) -> seats.Remedy:
        """What to do about a verdict that is not made yet."""
        if self.precision:
            return seats.INSTEAD
        return seats.LARGER if self.until_decided else seats.DECIDE

    def decided(self, ran: "Ran", look: int) -> bool:
        table = seats.standings(ran.totals(), self.setting.policy_names, self.level(look))
        if self.precision is not None:
            return widest(table) <= self.precision
        verdict = seats.fairness(table, self.tolerance)
        return verdict is not None and verdict.verdict != "UNDECIDED"

    def further(self, outcome: "Outcome") -> Plan | None:  # noqa: ARG002 - one round is enough
        return None

    def so_far(self, ran: "Ran") -> str:
        """How far it is to a decision, who departs most, and when we look next."""
        totals = ran.totals()
        look = next((i for i, each in enumerate(self.looks) if each.n > totals.n), None)
        table = seats.standings(totals, self.setting.policy_names, self.level(look))
        parts = [self._distance(table)] if totals.n and look is not None else []
        if found := seats.largest_departure(table):
            parts.append(f"{found[0]} {100 * found[1]:+.1f} pp")
        if look is not None:
            parts.append(f"next look at {self.looks[look].n:,}")
        return " · ".join(part for part in parts if part)

    def _distance(self, table: seats.Standings) -> str:
        if self.precision is not None:
            error = stats.fixed(100 * widest(table), 2)
            return f"± {error} pp, wanted {pp(self.precision)}"
        found = seats.fairness(table, self.tolerance, self.remedy)
        if found is None:
            return ""
        if found.verdict != "UNDECIDED":
            return f"{found.verdict} so far"
        if found.more is None:
            return "too close to tell"
        return f"verdict in about {found.more:,} games"

    def tells(self, outcome: "Outcome") -> bool:
        return outcome.groups[0].n > 0

    def answer(self, outcome: "Outcome") -> Answer:
        (ran,) = outcome.groups
        return _Told(self, outcome, ran).answer()


class _Told:
    """The numbers of one run, and what is said about them."""

    def __init__(self, asked: Simulate, outcome: "Outcome", ran: "Ran") -> None:
        self.asked, self.outcome, self.ran = asked, outcome, ran
        self.setting, self.totals = asked.setting, ran.totals()
        self.level = asked.level(ran.look)
        self.table = seats.standings(self.totals, self.setting.policy_names, self.level)
        self.seats = seats.by_seat(self.totals, self.setting.policy_names, self.level)
        self.fair = seats.fairness(self.table, asked.tolerance, asked.remedy)
        self.length = length.length(self.totals, minutes=asked.minutes, level=self.level)
        middle = asked.first + self.totals.n // 2
        self.replay = self.setting.command("replay", "--game", middle)

    def answer(self) -> Answer:
        blocks = self.blocks()
        asked = None if self.ran.look is not None else self.asked.n
        return Answer(
            kind=KIND,
            title=self.title(),
            heading=common.heading(self.setting, common.count_of_games(self.totals.n, asked)),
            changed=common.rules_in_words(self.setting.changed),
            findings=tuple(self.findings()),
            blocks=tuple(blocks),
            data=self.data(blocks),
            command=self.asked.command,
            provenance=common.record(
                self.setting, self.asked.n, self.asked.first, self.asked.command
            ),
            notes=common.notes(self.setting, self.outcome),
            **common.clock(self.outcome),
        )

    def findings(self) -> list[Finding]:
        found = [finding for finding in (self.fair, self.length) if finding]
        for row in self.table.rows:
            name = seats.name_of(self.table, row)
            share = common.percent(row.wins, self.places).text
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
        return stats.decimals(100 * widest(self.table), most=4)

    def title(self) -> str:
        game = f"{self.setting.game.title} with {self.setting.players} players"
        if self.fair is None:
            if self.table.nobody >= self.totals.n:
                return f"Nobody wins any game of {game}"
            return f"How {game} ends"
        if self.fair.verdict == "UNDECIDED":
            return f"It is UNDECIDED whether {game} is fair"
        return f"{game} is {self.fair.verdict}"

    def blocks(self) -> list[Block]:
        found: list[Block] = [self.seat_table()]
        if "policies" in [want.reducer for want in self.ran.group.wants]:
            found.append(self.policy_table())
        found += self.sentences()
        found += [self.seats_figure(), self.length_figure()]
        return found

    def sentences(self) -> list[Block]:
        found: list[Block] = []
        if roles := seats.by_role_sentence(self.table, self.totals.unfinished):
            found.append(Paragraph(roles))
        if self.fair:
            found.append(common.verdict_paragraph(self.fair))
        nobody = self.table.nobody - self.totals.unfinished  # those are reported with the length
        if self.table.nobody >= self.totals.n:
            found.append(Paragraph("Nobody wins any of these games.", "answer"))
        elif nobody > 0 and self.table.by == "seat":
            part = stats.percentage(nobody, self.table.n)
            found.append(Paragraph(f"Nobody wins {part} of games."))
        if self.ran.look is not None:
            found.append(Paragraph(self.about_looks()))
        if self.length:
            found.append(Paragraph(self.length.sentence))
        if ended := length.endings(self.totals):
            found.append(Paragraph(ended))
        found += common.warnings([self.setting], [self.totals])
        return [*found, Paragraph(f"Look at one: {self.replay}", "command", "Look at one: ")]

    def about_looks(self) -> str:
        looks, n = self.asked.looks, self.totals.n
        at = f"at planned look {(self.ran.look or 0) + 1} of {len(looks)}"
        if n < self.asked.n:
            stopped = f"Stopped after {n:,} of {self.asked.n:,} games, {at}"
        elif self.is_open:
            stopped = f"All {n:,} games were not enough{self.short_of}"
        else:
            stopped = f"All {n:,} games were needed, {at}"
        level = f"{100 * self.level:.4g}"
        return (
            f"{stopped}; each interval holds with {level} %, so that all looks together hold with "
            "95 %."
        )

    @property
    def is_open(self) -> bool:
        """Was what the run was to reach not reached?"""
        if self.asked.precision is not None:
            return widest(self.table) > self.asked.precision
        return self.fair is None or self.fair.verdict == "UNDECIDED"

    @property
    def short_of(self) -> str:
        """How far a run is from the precision it was to reach, and what would reach it."""
        wanted = self.asked.precision
        if wanted is None:
            return " to decide"
        reached, rows = widest(self.table), self.table.rows
        deviation = max(
            stats.of_share(row.wins.estimate * self.totals.n, self.totals.n).deviation
            for row in rows
        )
        games = stats.games_for_error(deviation, wanted, len(rows), seats.LAST_LOOK)
        more = stats.roughly(max(games, 1.1 * self.totals.n))
        shown = stats.fixed(100 * reached, stats.decimals(100 * reached) + 1)
        return (
            f" for {pp(wanted)}: the widest interval is ± {shown} pp, and about {more:,} games "
            "would be enough"
        )

    def seat_table(self) -> Table:
        table, asked = self.table, self.asked
        axis, columns = None, []
        if table.fair:
            axis = _axis(table, asked.tolerance)
        columns = [
            Column(table.by, table.by, "label", f"The {table.by} of the row."),
            Column("wins", "wins", help="Share of games won; a shared win is split."),
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
            wins = common.percent(row.wins, self.places)
            ends = common.interval_text(row.wins, 100)
            drawn = Value("", row.wins.estimate, row.wins.low, row.wins.high, self.tone(row))
            cells = [
                Value(row.label, row.seat if table.by == "seat" else row.role),
                wins,
                Value("", row.wins.estimate),
                Value(ends, ends),
                *([drawn] if axis else []),
                common.number(row.score, error=worst["score"]),
                common.number(row.rank, error=worst["rank"]),
            ]
            rows.append(tuple(cells))
        return Table("wins", tuple(columns), tuple(rows))

    def tone(self, row: seats.Standing) -> Tone:
        if self.table.fair is None:
            return ""
        found = stats.verdict(seats.departure(row, self.table.fair), self.asked.tolerance)
        return common.TONES[found.fairness]

    def policy_table(self) -> Table:
        columns = (
            Column("policy", "policy", "label", "Who decided."),
            Column("seats", "seats", help="How many seats it has."),
            Column("wins", "wins", help="Share of games won by any of its seats."),
            Column("interval", "95 % interval", "text", "Simultaneous over the policies."),
            Column("fair", "if equal", help="What its seats would win if all seats won equally."),
        )
        rows = []
        for name, count, wins, fair in self.by_policy():
            places = stats.decimals(100 * wins.error, most=4)
            ends = common.interval_text(wins, 100)
            rows.append(
                (
                    Value(name, name),
                    Value(str(count), count),
                    common.percent(wins, places),
                    Value(ends, ends),
                    Value(f"{100 * fair:.3g} %", fair),
                )
            )
        return Table("policies", columns, tuple(rows))

    def by_policy(self) -> list[tuple[str, int, stats.Interval, float]]:
        found: Policies = self.ran.part("policies", 0)  # type: ignore[assignment]
        won = [found.sums.at("win840", place).total / WIN for place in range(len(found.policies))]
        low, high = stats.simultaneous_shares(won, found.n, level=self.level)
        each = sum(won) / max(1, found.n) / self.setting.players
        return [
            (
                name,
                count,
                stats.Interval(won[i] / max(1, found.n), float(low[i]), float(high[i])),
                each * count,
            )
            for i, (name, count) in enumerate(zip(found.policies, found.seats, strict=True))
        ]

    def caption(self) -> str:
        return (
            f"{common.count_of_games(self.totals.n)} of {self.setting.game.name}, "
            f"{common.table_of_policies(self.setting.policy_names)}, seed {self.setting.seed}"
            f"{'; ' + common.rules_in_words(self.setting.changed) if self.setting.changed else ''}."
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
                f" Shaded: within {pp(self.asked.tolerance, words=True)} of the fair share."
                if table.fair
                else ""
            ),
            data=figures.Seats(
                fair=table.fair,
                fair_text=f"fair {100 * table.fair:.3g} %" if table.fair else "",
                tolerance=self.asked.tolerance,
                rows=[
                    {
                        "label": seats.name_of(table, row),
                        "text": common.percent(row.wins, self.places).text,
                        "tone": self.tone(row),
                        "tip": f"{row.policy}" if row.policy else "",
                        **common.drawn(row.wins, 100),
                    }
                    for row in table.rows
                ],
            ),
        )

    def length_figure(self) -> Figure:
        return length_figure(self.totals, self.setting.game.title, self.caption())

    def data(self, blocks: list[Block]) -> "Json":
        setting, totals, asked = self.setting, self.totals, self.asked
        return {
            "game": setting.game.name,
            "game_version": setting.game.version,
            "players": setting.players,
            "policies": list(setting.policy_names),
            "rules": {f.name: getattr(setting.rules, f.name) for f in fields(setting.rules)},
            "rules_changed": setting.changed,
            "seed": setting.seed,
            "coin_seed": setting.cell.settings["coin_seed"],
            "first": asked.first,
            "games": totals.n,
            "games_asked": asked.n,
            "confidence": self.level,
            "looks": [look.n for look in asked.looks],
            "precision": asked.precision,
            "reached": not self.is_open if asked.looks else None,
            "seats": self.rows_json(self.seats, totals.seats),
            "roles": self.rows_json(self.table, totals.by_role) if totals.by_role else [],
            "by_policy": self.policies_json(),
            "fair_share": self.table.fair,
            "nobody_wins": self.table.nobody,
            "tolerance": asked.tolerance,
            "fairness": common.finding_json(self.fair),
            "length": self.lengths_json(),
            "length_sentence": self.length.sentence if self.length else None,
            "counters": {
                name: common.as_json(mean)
                for name, mean in counters.by_game(totals, self.level).items()
            },
            "end_reasons": dict(totals.end_reasons),
            "unfinished": totals.unfinished,
            "data": setting.game.provenance(setting.rules),
            **common.remarks(blocks),
            "replay": self.replay,
        }

    def rows_json(self, table: seats.Standings, sums: "SeatSums") -> "list[Json]":
        return [
            {
                "seat": row.seat,
                "role": row.role,
                "policy": row.policy,
                "win_share": common.as_json(row.wins),
                "score": common.as_json(row.score),
                "rank": common.as_json(row.rank),
                "counters": {
                    name: common.as_json(mean)
                    for name, mean in counters.at(sums, place, self.totals.n, self.level).items()
                },
            }
            for place, row in enumerate(table.rows)
        ]

    def policies_json(self) -> "list[Json]":
        if len(set(self.setting.policies)) == 1:
            return []
        return [
            {"policy": name, "seats": count, "win_share": common.as_json(wins), "fair_share": fair}
            for name, count, wins, fair in self.by_policy()
        ]

    def lengths_json(self) -> "Json":
        known = length.lengths(self.totals, self.level)
        found = {unit: _length_json(one) for unit, one in known.items()}
        if self.asked.minutes and "decisions" in known:
            found["minutes"] = _length_json(known["decisions"], self.asked.minutes)
        return found


def _length_json(found: length.Length, each: float = 1) -> "Json":
    """A length, or the time it takes if one of its units takes `each`."""
    return {
        "mean": {name: each * end for name, end in common.as_json(found.mean).items()},
        "median": each * found.median,
        "p5": each * found.low,
        "p95": each * found.high,
    }


def widest(table: seats.Standings) -> float:
    """Half the width of the widest interval of a win share."""
    return max(row.wins.error for row in table.rows)


def _axis(table: seats.Standings, tolerance: float) -> Axis:
    """The chart reaches a little further than the widest interval, and than the tolerance."""
    fair = table.fair or 0.0
    ends = [abs(end - fair) for row in table.rows for end in (row.wins.low, row.wins.high)]
    marks = tuple(
        (share, f"{100 * share:.1f}".removesuffix(".0") + " %")
        for share in (fair, fair - tolerance, fair + tolerance)
    )
    return Axis(fair, 1.17 * max(tolerance, *ends), tolerance, marks)


def length_figure(totals: "Totals", title: str, caption: str) -> Figure:
    """How long games are, in the unit a person would say."""
    unit = (length.units_of(totals) or ["turns"])[0]
    found = length.lengths(totals).get(unit)
    word = unit_name(unit)
    histogram, tail = totals.histograms[unit], ""
    if found is None:
        text = "No game was played"
    elif found.low == found.high:
        text = f"{title}: {found.median:,} {word} in nearly every game"
    else:
        longer = sum(count for value, count in histogram.items() if value > found.high)
        tail = f"{stats.percentage(longer, totals.n)} of games" if longer else ""
        text = f"{title} takes {found.low:,} to {found.high:,} {word} in 9 games of 10"
    return Figure(
        name="length",
        kind="length",
        title=text,
        subtitle=f"Share of games by number of {word}",
        caption=caption,
        data=figures.Length(
            axis=f"{word} in the game",
            bars=[[value, histogram[value]] for value in sorted(histogram)],
            median=found.median if found else 0,
            low=found.low if found else 0,
            high=found.high if found else 0,
            median_text=f"median {found.median:,}" if found else "",
            range_text=f"90 % of games: {found.low:,} – {found.high:,} {word}" if found else "",
            tail_text=f"{tail} last longer than {found.high:,}" if found and tail else "",
        ),
    )
