"""`tournament`: who plays better? Policies rotated over the seats, on the same luck.

With two seats all pairs meet, each in both seats. With more seats, one policy sits among others,
once at every seat. If there are enough policies, all of them also meet at one table. Policies are
rotated, but hands are not: rotating both would halve the precision.
"""

from dataclasses import dataclass
from itertools import combinations, permutations
from typing import TYPE_CHECKING

from analyzer import figures, stats
from analyzer._core.sums import WIN
from analyzer.answer import Answer, Block, Column, Figure, Finding, Paragraph, Table, Tone, Value
from analyzer.balance import seats
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
TOLD = 6  # matches that are told in sentences; the table has all of them

FIELDS = {
    "game": "name of the game",
    "players": "number of seats",
    "policies": "who takes part",
    "seed": "seed of all tables: they have the same luck",
    "first": "index of the first game",
    "deals": "deals of each match; each deal is played once for every seating",
    "rules_changed": "the rules that differ from their default",
    "matches": "one object per match",
    "matches[].name": "who meets whom",
    "matches[].policy": "the policy whose share is told",
    "matches[].among": "the policies of the other seats",
    "matches[].win_share": "interval of the games it wins",
    "matches[].fair_share": "what it would win if all were equally good; games without a "
    "winner count for nobody",
    "matches[].p": "probability of so large a departure without any difference in skill",
    "matches[].significant": "whether it is significant after Holm's correction over the matches",
    "matches[].by_seat": "its win share at each seat, seat 1 first",
    "profiles": "how each policy plays, over all matches",
    "profiles.*": "one object per policy",
    "profiles.*.*": "interval of the mean of that counter, a game and seat",
    "sentences": "what the tournament shows",
    "warnings": "warnings, in sentences",
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

    def tells(self, outcome: "Outcome") -> bool:
        """Some matches are enough."""
        return any(ran.n for ran in outcome.groups)

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
        groups = zip(asked.seatings(), outcome.groups, strict=True)
        self.ran = {tables: ran for tables, ran in groups if ran.n}  # a stopped run may lack some
        self.n = min(ran.n for ran in self.ran.values())
        self.results = self._results()

    def _results(self) -> list[Result]:
        found = [self._result(match) for match in self.asked.matches if match.seatings in self.ran]
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
        fair = everybody / (scale * ran.n * self.setting.players)
        wins, p = _share(found.sums.at("win840", place), scale, ran.n, fair)
        return Result(
            match=match,
            wins=wins,
            fair=fair,
            p=p,
            by_seat=tuple(self._at_seat(match, ran, s) for s in range(self.setting.players)),
        )

    def _at_seat(self, match: Match, ran: "Ran", seat: int) -> stats.Interval:
        """Its wins at one seat, over all tables where it sits there.

        The tables play the same deals, so a second table is no second sample. The interval is that
        of as many games as there are deals, which is safe however much the tables have in common.
        """
        tables = [i for i, table in enumerate(match.seatings) if table[seat] == match.policy]
        won = sum(ran.totals(i).seats.at("win840", seat).total for i in tables) / WIN
        return stats.clopper_pearson(won / len(tables), ran.n)

    def answer(self) -> Answer:
        sentences = self.sentences()
        blocks: list[Block] = [self.table(), self.seat_table(), self.profile_table()]
        blocks += [Paragraph(text, "answer") for text in sentences]
        more = "" if len({ran.n for ran in self.ran.values()}) == 1 else " or more"
        blocks.append(
            Paragraph(
                f"Every match has {common.counted(self.n, 'deal')}{more}, and each deal is played "
                "once for every seating of the rotated policies. Each interval holds with 95 %. A "
                "star marks a result that is significant after Holm's correction."
            )
        )
        blocks += self.warnings()
        blocks.append(self.figure(sentences))
        return Answer(
            kind=KIND,
            title=sentences[0].rstrip("."),
            heading=(
                self.setting.game.name,
                f"{self.setting.players} players",
                ", ".join(self.asked.policies),
                f"{self._deals()} per match",
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
            notes=common.notes(self.setting, self.outcome),
            **common.clock(self.outcome),
        )

    def _deals(self) -> str:
        told = common.counted(self.n, "deal")
        stopped = self.n < self.asked.n
        return f"stopped after {told.split()[0]} of {self.asked.n:,} deals" if stopped else told

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
                sentence=f"{_told(result)}.",
            )
            for result in self.results
        ]

    def warnings(self) -> list[Paragraph]:
        """What to mind: games that nobody won, and who is slow."""
        totals = [ran.totals(i) for ran in self.ran.values() for i in range(len(ran.group.cells))]
        seated = [self.setting.with_policies([policy]) for policy in self.asked.policies]
        found = [
            *self.setting.game.warnings(self.setting.rules),
            *common.about_caps(self.setting.game.name, totals),
            *common.about_python(seated),
        ]
        missing = [match.name for match in self.asked.matches if match.seatings not in self.ran]
        stopped = common.not_played(missing, "matches")
        return [*(Paragraph(text, "warning") for text in found), *stopped]

    def sentences(self) -> list[str]:
        """Who is better than whom, and by how much; then what is not told apart."""
        shown = [
            result
            for result in sorted(self.results, key=lambda r: -abs(r.wins.estimate - r.fair))
            # Of two players the other one's share is the rest: no row of its own tells it.
            if result.significant
            and (result.wins.estimate > result.fair or self.setting.players == 2)
        ]
        found = [f"{_told(result)}." for result in shown[:TOLD]]
        level = [result.match.name for result in self.results if not result.significant]
        if len(level) == len(self.results):
            found = ["No policy is shown to be better than another."]
        if level:
            found.append(f"Not told apart: {'; '.join(level)}.")
        return found or ["No policy wins more than its share."]

    def table(self) -> Table:
        columns = (
            Column("match", "match", "label", "Who sits among whom."),
            Column("wins", "wins", help="Share of games won by the first named."),
            Column("interval", "95 % interval", "text", "Of that share."),
            Column("fair", "equal skill", help="What it would win if all were equally good."),
            Column("stands", "", "text", "A star: significant after Holm's correction."),
        )
        rows = []
        for result in self.results:
            ends = common.interval_text(result.wins, 100)
            tone: Tone = "strong" if result.significant else ""
            rows.append(
                (
                    Value(result.match.name, result.match.name),
                    common.percent(result.wins, _places(result), tone),
                    Value(ends, ends),
                    Value(_fair(result), result.fair),
                    Value("*" if result.significant else "", "*" if result.significant else ""),
                )
            )
        return Table("matches", columns, tuple(rows))

    def seat_table(self) -> Table:
        heads = [f"seat {seat + 1}" for seat in range(self.setting.players)]
        if self.setting.game.roles and self._roles_are_fixed():
            heads = list(self.setting.game.roles)
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

    def _roles_are_fixed(self) -> bool:
        return all(
            seats.roles_are_fixed(ran.totals(i))
            for ran in self.ran.values()
            for i in range(len(ran.group.cells))
        )

    def profiles(self) -> dict[str, dict[str, stats.Interval]]:
        """How each policy plays: its counters a game and seat, over all matches.

        Matches share their deals. Whatever ties them, the error of their mean is at most the mean
        of their errors.
        """
        return {policy: self._profile(policy) for policy in self.asked.policies}

    def _profile(self, policy: str) -> dict[str, stats.Interval]:
        parts: dict[str, list[stats.Interval]] = {}
        seats_had: list[int] = []
        for ran in self.ran.values():
            rotation = self._rotation(ran)
            if policy not in rotation.policies:
                continue
            place = rotation.policies.index(policy)
            seats_had.append(rotation.seats[place])
            for name in ("score", *self.setting.game.seat_counters):
                sums = rotation.sums.at(name, place)
                mean = stats.mean_interval(sums.total, sums.squares, ran.n, k=sums.nonzero)
                parts.setdefault(name, []).append(mean)
        return {
            name: stats.Interval(*(sum(ends) / sum(seats_had) for ends in zip(*means, strict=True)))
            for name, means in parts.items()
        }

    def profile_table(self) -> Table:
        """The counters in which the policies differ most, those that are told apart first."""
        found = self.profiles()
        policies = [policy for policy in self.asked.policies if found[policy]]
        names = list(found[policies[0]])

        def spread(name: str) -> tuple[bool, float]:
            means = sorted(found[policy][name] for policy in policies)
            apart = means[-1].low > means[0].high
            most = max(abs(mean.estimate) for mean in means) or 1
            return apart, (means[-1].estimate - means[0].estimate) / most

        chosen = sorted(names, key=spread, reverse=True)[:8]
        columns = [Column("counter", "a game", "label", "A counter of the game.")]
        columns += [Column(policy, policy, help="Mean a game and seat.") for policy in policies]
        rows = [
            (Value(name, name), *(common.number(found[p][name], most=4) for p in policies))
            for name in names
            if name in chosen
        ]
        return Table("profiles", tuple(columns), tuple(rows), title="How they play")

    def _drawn(self, result: Result, own: bool) -> figures.Row:
        """A match as a row of the chart; with a line of its own where games were not won."""
        row: figures.Row = {
            "label": result.match.name,
            "text": common.percent(result.wins, _places(result)).text,
            **common.drawn(result.wins, 100),
        }
        if not result.significant:
            row["tone"] = "muted"
        if own:
            row["fair"] = result.fair
        return row

    def figure(self, sentences: list[str]) -> Figure:
        lines = list(dict.fromkeys(_fair(result) for result in self.results))
        return Figure(
            name="tournament",
            kind="tournament",
            title=sentences[0].rstrip("."),
            subtitle="Share of games won by the first named, with 95 % intervals; "
            "the line is equal skill",
            caption=f"{common.counted(self.n, 'deal')} per match of {self.setting.game.name} with "
            f"{self.setting.players} players, policies rotated over the seats on the same luck, "
            f"seed {self.setting.seed}.",
            data=figures.Tournament(
                fair=None if len(lines) > 1 else self.results[0].fair,
                fair_text=f"equal skill {lines[0]}",
                rows=[self._drawn(result, own=len(lines) > 1) for result in self.results],
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
            "profiles": {
                policy: {name: common.as_json(mean) for name, mean in profile.items()}
                for policy, profile in self.profiles().items()
            },
            "sentences": sentences,
            **common.remarks(blocks),
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


def _places(result: Result) -> int:
    return stats.decimals(100 * result.wins.error, most=4)


def _fair(result: Result) -> str:
    """What equal skill would win, as it is shown."""
    return f"{100 * result.fair:.3g} %"


def _told(result: Result) -> str:
    """A match in words."""
    share = common.percent(result.wins, _places(result)).text
    return (
        f"{result.match.name} wins {share} of games ({common.interval_text(result.wins, 100)}); "
        f"equal skill: {_fair(result)}"
    )
