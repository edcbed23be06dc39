"""`tournament`: who plays better? Policies rotated over the seats, on the same luck.

With two seats all pairs meet, each in both seats. With more, one of a kind sits among others, once
at every seat, and, where there are enough policies, all of them at one table. Policies are rotated,
hands are not: rotating both would halve the precision.
"""

from dataclasses import dataclass
from itertools import combinations, permutations
from typing import TYPE_CHECKING

from analyzer import figures, stats
from analyzer._core.sums import WIN
from analyzer.answer import Answer, Block, Column, Figure, Finding, Paragraph, Table, Tone, Value
from analyzer.balance.words import listed
from analyzer.errors import UserError
from analyzer.plan import Group, Plan, Want
from analyzer.questions import _common as common

if TYPE_CHECKING:
    from analyzer.plain import Json
    from analyzer.reduce.rotation import Rotation
    from analyzer.reduce.totals import Sums
    from analyzer.run import Outcome, Ran
    from analyzer.setting import Setting

KIND = "tournament"
MOST = 8  # policies
FEW = 30  # deals won or lost, below which Student's interval is not trusted

FIELDS = {
    "game": "name of the game",
    "players": "number of seats",
    "policies": "who takes part",
    "seed": "seed of all tables: they meet the same luck",
    "first": "index of the first game",
    "deals": "deals played by each match; each is played once a seating",
    "rules_changed": "the rules that differ from their default",
    "matches": "one object per match",
    "matches[].name": "who meets whom",
    "matches[].policy": "the policy whose share is told",
    "matches[].among": "the policies of the other seats",
    "matches[].win_share": "interval of the games it wins",
    "matches[].fair_share": "what it would win if everybody won alike",
    "matches[].p": "probability of so large a departure without any difference in skill",
    "matches[].significant": "whether it stands after Holm's correction over the matches",
    "matches[].by_seat": "its win share at each seat, seat 1 first",
    "profiles": "mean per game and seat of each counter, by policy, over all matches",
    "profiles.*": "one object per policy",
    "profiles.*.*": "mean of that counter",
    "sentences": "what the tournament shows",
    "notes": "what the result rests on, in sentences",
    "warnings": "what to mind, in sentences",
}


@dataclass(frozen=True)
class Match:
    """One policy among others, once at every seat."""

    policy: str
    among: tuple[str, ...]  # of the other seats, in order
    seatings: tuple[tuple[str, ...], ...]

    @property
    def name(self) -> str:
        kinds = list(dict.fromkeys(self.among))
        if len(kinds) == 1 and len(self.among) == 1:
            return f"{self.policy} against {kinds[0]}"
        if len(kinds) == 1:
            return f"{self.policy} among {len(self.among)} {kinds[0]}"
        return f"{self.policy}, free for all"


def rotations(policy: str, among: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The policy at every seat in turn, the others filling up in order."""
    return tuple((*among[:seat], policy, *among[seat:]) for seat in range(len(among) + 1))


@dataclass(frozen=True)
class Tournament(common.OneRound):
    """Policies of one game at tables of one size."""

    setting: "Setting"
    policies: tuple[str, ...]
    n: int
    first: int = 0
    command: str = ""

    def __post_init__(self) -> None:
        if len(self.policies) < 2:
            raise UserError("tournament needs at least two policies: --policies random,expert.")
        if len(self.policies) > MOST:
            raise UserError(f"tournament takes {MOST} policies at most; got {len(self.policies)}.")
        for place, policy in enumerate(self.policies):
            if policy in self.policies[:place]:
                raise UserError(f"Option --policies names {policy} twice; keep one.")

    @property
    def matches(self) -> list[Match]:
        others = self.setting.players - 1
        found = []
        for one, two in combinations(self.policies, 2):
            for policy, rival in ((one, two), (two, one)):
                if self.setting.players > 2 or policy == two:
                    among = (rival,) * others
                    found.append(Match(policy, among, rotations(policy, among)))
        if self.setting.players == len(self.policies) > 2:
            tables = tuple(permutations(self.policies))
            if len(tables) > 24:  # every policy at every seat is enough
                tables = tuple(
                    self.policies[k:] + self.policies[:k] for k in range(len(self.policies))
                )
            found += [
                Match(p, tuple(q for q in self.policies if q != p), tables) for p in self.policies
            ]
        return found

    def seatings(self) -> list[tuple[tuple[str, ...], ...]]:
        """The groups of tables that are played; the free for all is one for all its policies."""
        return list(dict.fromkeys(match.seatings for match in self.matches))

    def plan(self) -> Plan:
        groups = []
        for tables in self.seatings():
            cells = tuple(self.setting.with_policies(_by_seat(t)).cell for t in tables)
            wants = [Want("totals", (place,)) for place in range(len(cells))]
            wants.append(Want("rotation", tuple(range(len(cells)))))
            groups.append(Group(cells, tuple(wants), self.n, self.first))
        return Plan(tuple(groups))

    def answer(self, outcome: "Outcome") -> Answer:
        return _Told(self, outcome).answer()

    def results(self, outcome: "Outcome") -> "list[Result]":
        """Who won how often, match by match."""
        return _Told(self, outcome).results


def _by_seat(policies: tuple[str, ...]) -> list[str]:
    return [f"{seat}={policy}" for seat, policy in enumerate(policies, start=1)]


@dataclass(frozen=True)
class Result:
    """One match."""

    match: Match
    wins: stats.Interval
    fair: float
    p: float
    by_seat: tuple[stats.Interval, ...]
    significant: bool = False


class _Told:
    def __init__(self, asked: Tournament, outcome: "Outcome") -> None:
        self.asked, self.outcome, self.setting = asked, outcome, asked.setting
        self.ran = dict(zip(asked.seatings(), outcome.groups, strict=True))
        self.n = min(ran.n for ran in outcome.groups)
        self.results = self._results()

    def _results(self) -> list[Result]:
        found = [self._result(match) for match in self.asked.matches]
        stands = stats.holm([result.p for result in found])
        return [
            Result(**{**vars(result), "significant": adjusted.differs})
            for result, adjusted in zip(found, stands, strict=True)
        ]

    def _rotation(self, ran: "Ran") -> "Rotation":
        return ran.part("rotation", *range(len(ran.group.cells)))  # type: ignore[return-value]

    def _result(self, match: Match) -> Result:
        ran = self.ran[match.seatings]
        found, scale = self._rotation(ran), WIN * len(match.seatings)
        place = found.policies.index(match.policy)
        everybody = sum(found.sums.at("win840", who).total for who in range(len(found.policies)))
        fair = everybody / (scale * max(1, ran.n)) / self.setting.players
        wins, p = _share(found.sums.at("win840", place), scale, ran.n, fair)
        return Result(
            match=match,
            wins=wins,
            fair=fair,
            p=p,
            by_seat=tuple(self._at_seat(match, ran, s) for s in range(self.setting.players)),
        )

    def _at_seat(self, match: Match, ran: "Ran", seat: int) -> stats.Interval:
        """Its wins at one seat, over all tables that put it there.

        They play the same deals, so that a second table is no second sample: the interval is that
        of as many games as there are deals, which is safe however much the tables have in common.
        """
        tables = [i for i, table in enumerate(match.seatings) if table[seat] == match.policy]
        won = sum(ran.totals(i).seats.at("win840", seat).total for i in tables) / WIN
        return stats.clopper_pearson(won / len(tables), ran.n)

    def answer(self) -> Answer:
        sentences = self.sentences()
        blocks: list[Block] = [self.table(), self.seat_table(), self.profile_table()]
        blocks += [Paragraph(text, "answer") for text in sentences]
        blocks.append(
            Paragraph(
                f"Every match is {self.n:,} deals, each played once a seating with the policies "
                "rotated. Intervals hold 95 % each; a star stands after Holm's correction."
            )
        )
        settings = [self.setting]
        blocks += common.notes(settings)
        blocks.append(self.figure(sentences))
        return Answer(
            kind=KIND,
            title=sentences[0].rstrip("."),
            heading=(
                self.setting.game.name,
                f"{self.setting.players} players",
                ", ".join(self.asked.policies),
                f"{self.n:,} deals a match",
                f"seed {self.setting.seed}",
            ),
            changed=common.rules_in_words(self.setting.changed),
            findings=tuple(self.findings()),
            blocks=tuple(blocks),
            data=self.data(sentences, blocks),
            command=self.asked.command,
            provenance=common.record(
                self.setting, self.asked.n, self.asked.first, self.asked.command
            )
            | {"policies": list(self.asked.policies)},
            **common.clock(self.outcome),
        )

    def findings(self) -> list[Finding]:
        return [
            Finding(
                key=result.match.name,
                question=f"How often does {result.match.name} win?",
                estimate=result.wins.estimate,
                low=result.wins.low,
                high=result.wins.high,
                n=self.n,
                unit="share",
                verdict=_word(result),
                sentence=f"{result.match.name} wins {_percent(result.wins)}; "
                f"equal skill would win {100 * result.fair:.3g} %.",
            )
            for result in self.results
        ]

    def sentences(self) -> list[str]:
        """Who is better than whom, and by how much."""
        found = []
        for result in sorted(self.results, key=lambda r: -abs(r.wins.estimate - r.fair)):
            better = result.wins.estimate > result.fair
            if result.significant and better:
                found.append(
                    f"{result.match.name} wins {_percent(result.wins)} "
                    f"(equal skill: {100 * result.fair:.3g} %)."
                )
        level = [result.match.name for result in self.results if not result.significant]
        if level:
            found.append(f"Not told apart: {listed(level)}.")
        if not any(result.significant for result in self.results):
            found.insert(0, "No policy is shown to be better than another.")
        return found[:6] or ["No policy wins more than its share."]

    def table(self) -> Table:
        columns = (
            Column("match", "match", "label", "Who sits among whom."),
            Column("wins", "wins", help="Share of games won by the first named."),
            Column("interval", "95 % interval", "text", "Of that share."),
            Column("fair", "equal skill", help="What it would win if all played alike."),
            Column("stands", "", "text", "A star: differs after Holm's correction."),
        )
        rows = []
        for result in self.results:
            ends = common.interval_text(result.wins, 100)
            tone: Tone = "strong" if result.significant else ""
            places = stats.decimals(100 * result.wins.error, most=4)
            rows.append(
                (
                    Value(result.match.name, result.match.name),
                    common.percent(result.wins, places, tone),
                    Value(ends, ends),
                    Value(f"{100 * result.fair:.3g} %", result.fair),
                    Value("*" if result.significant else "", "*" if result.significant else ""),
                )
            )
        return Table("matches", columns, tuple(rows))

    def seat_table(self) -> Table:
        roles = self.setting.game.roles
        heads = list(roles or [f"seat {s + 1}" for s in range(self.setting.players)])
        columns = [Column("match", "wins at", "label", "Who sits among whom.")]
        columns += [
            Column(f"seat_{s + 1}", heads[s], help="Wins of the first named at this seat.")
            for s in range(self.setting.players)
        ]
        rows = [
            (
                Value(result.match.name, result.match.name),
                *(
                    common.percent(found, stats.decimals(100 * found.error, most=4))
                    for found in result.by_seat
                ),
            )
            for result in self.results
        ]
        return Table("seats", tuple(columns), tuple(rows))

    def profiles(self) -> dict[str, dict[str, float]]:
        """How each policy plays: its counters a game and seat, over all matches."""
        found: dict[str, dict[str, float]] = {}
        for policy in self.asked.policies:
            totals: dict[str, int] = {}
            games = 0
            for ran in self.ran.values():
                rotation = self._rotation(ran)
                if policy not in rotation.policies:
                    continue
                place = rotation.policies.index(policy)
                games += ran.n * rotation.seats[place]
                for name in ("score", *self.setting.game.seat_counters):
                    totals[name] = totals.get(name, 0) + rotation.sums.at(name, place).total
            found[policy] = {name: total / max(1, games) for name, total in totals.items()}
        return found

    def profile_table(self) -> Table:
        """The counters in which the policies differ most."""
        found = self.profiles()
        policies = list(self.asked.policies)
        names = list(found[policies[0]])

        def spread(name: str) -> float:
            values = [found[policy][name] for policy in policies]
            return (max(values) - min(values)) / (max(map(abs, values)) or 1)

        chosen = sorted(names, key=spread, reverse=True)[:8]
        columns = [Column("counter", "a game", "label", "A counter of the game.")]
        columns += [Column(policy, policy, help="Mean a game and seat.") for policy in policies]
        rows = [
            (
                Value(name, name),
                *(Value(f"{found[p][name]:.3g}", found[p][name]) for p in policies),
            )
            for name in names
            if name in chosen
        ]
        return Table("profiles", tuple(columns), tuple(rows), title="How they play")

    def figure(self, sentences: list[str]) -> Figure:
        return Figure(
            name="tournament",
            kind="tournament",
            title=sentences[0].rstrip("."),
            subtitle="Share of games won by the first named, with 95 % intervals; "
            "the line is equal skill",
            caption=f"{self.n:,} deals a match of {self.setting.game.name} with "
            f"{self.setting.players} players, policies rotated over the seats on the same luck, "
            f"seed {self.setting.seed}.",
            data=figures.Tournament(
                fair=self.results[0].fair,
                fair_text=f"equal skill {100 * self.results[0].fair:.3g} %",
                rows=[
                    {
                        "label": result.match.name,
                        "text": _percent(result.wins),
                        **common.drawn(result.wins, 100),
                    }
                    for result in self.results
                ],
            ),
        )

    def data(self, sentences: list[str], blocks: list[Block]) -> "Json":
        return {
            "game": self.setting.game.name,
            "players": self.setting.players,
            "policies": list(self.asked.policies),
            "seed": self.setting.seed,
            "first": self.asked.first,
            "deals": self.n,
            "rules_changed": self.setting.changed,
            "matches": [
                {
                    "name": result.match.name,
                    "policy": result.match.policy,
                    "among": list(result.match.among),
                    "win_share": common.as_json(result.wins),
                    "fair_share": result.fair,
                    "p": result.p,
                    "significant": result.significant,
                    "by_seat": [common.as_json(found) for found in result.by_seat],
                }
                for result in self.results
            ],
            "profiles": self.profiles(),
            "sentences": sentences,
            "notes": [b.text for b in blocks if isinstance(b, Paragraph) and b.voice == "note"],
            "warnings": [
                b.text for b in blocks if isinstance(b, Paragraph) and b.voice == "warning"
            ],
        }


def _share(sums: "Sums", scale: int, n: int, fair: float) -> tuple[stats.Interval, float]:
    """The share of games won over all deals, and the p-value that it is the fair one.

    Where wins or losses are few both are exact: a deal gives a share from 0 to 1, which spreads
    less than a win or a loss of the same mean, so that this is safe. Where nearly all deals give
    the fair share, as with two policies that hardly differ, both are those of rare differences.
    Otherwise they are Student's, which shows what rotating was worth.
    """
    won = sums.total / scale
    if min(won, n - won) < FEW:
        return stats.clopper_pearson(won, n), stats.share_p(won, n, fair)
    usual = round(scale * fair)
    apart = sums.total - n * usual
    squares = sums.squares - 2 * usual * sums.total + n * usual * usual
    otherwise = -(-squares // WIN**2)  # deals, if each of them gave a win more or less
    if otherwise < FEW:
        found = stats.paired_mean(n, apart, squares, otherwise, size=WIN)
        p = stats.paired_p(n, apart, squares, otherwise, size=WIN)
    else:
        found = stats.mean_interval(apart, squares, n)
        p = stats.student_p(n, sums.total, sums.squares, at=scale * fair)
    ends = (min(1.0, max(0.0, (usual + end) / scale)) for end in found)
    return stats.Interval(*ends), p


def _word(result: Result) -> str:
    if not result.significant:
        return "NOT TOLD APART"
    return "BETTER" if result.wins.estimate > result.fair else "WORSE"


def _percent(found: stats.Interval) -> str:
    places = stats.decimals(100 * found.error, most=4)
    return (
        f"{stats.fixed(100 * found.estimate, places)} ± {stats.fixed(100 * found.error, places)} %"
    )
