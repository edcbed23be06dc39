"""How much does skill count: one better player among worse ones, step by step of the ladder."""

import math
from typing import TYPE_CHECKING

from analyzer import figures, stats
from analyzer.answer import Column, Figure, Finding, Table, Value
from analyzer.asks import Asked, _base
from analyzer.balance.words import plural
from analyzer.plan import Plan
from analyzer.questions import _common as common
from analyzer.questions.tournament import Result, Tournament

if TYPE_CHECKING:
    from analyzer.run import Outcome
    from analyzer.setting import Setting

NAME = "skill"
LINE = "Does skill count: how often does one better player win among worse ones?"
GAMES = ()
FIELDS = {
    "steps": "one object per pair of policies",
    "steps[].better": "the better policy",
    "steps[].among": "the policy of all other seats",
    "steps[].win_share": "interval of the games the better one wins, over all seats",
    "steps[].fair_share": "what luck alone would give",
    "steps[].games_until_ahead": "games until the better one has won more than an average rival, "
    "with 95 %; null if never",
}


def make(setting: "Setting", asked: Asked) -> "Skill":
    return Skill(NAME, setting, asked)


class Skill(_base.Ask):
    """The ladder, better among worse."""

    def names(self) -> tuple[str, ...]:
        """Who is compared: the policies given, or the ladder."""
        ladder, mine = tuple(_base.ladder(self.setting)), self.mine
        return ladder if mine is None or mine in ladder else (*ladder, mine)

    @property
    def mine(self) -> str | None:
        """The one policy that is asked about; None: every step of the ladder."""
        return _base.one_policy(self.setting, NAME)

    def tournament(self) -> Tournament:
        names = self.names()
        matches = len(names) * (len(names) - 1) * self.setting.players
        n = _base.size(self.setting, self.asked, matches, 1.5)
        return Tournament(self.setting.with_policies([]), names, n, command=self.command)

    def plan(self) -> Plan:
        return self.tournament().plan()

    def told(self, outcome: "Outcome") -> _base.Told:
        found = self.better(self.tournament().results(outcome))
        order = list(_base.ladder(self.setting))
        best = max(found, key=lambda r: (_place(order, r.match.among[0]), r.wins.estimate))
        games = until_ahead(best, self.setting.players)
        seats = [f"{seat}={who}" for seat, who in enumerate(best.match.seatings[0], start=1)]
        table = self.setting.with_policies(seats)
        wait = "never" if math.isinf(games) else f"after about {_games(games)}"
        sentences = [
            f"{best.match.name} wins {_percent(best.wins)} of games; luck alone would give "
            f"{100 * best.fair:.3g} %.",
            f"The better player is ahead of an average rival, with 95 % certainty, {wait}.",
        ]
        return _base.Told(
            sentences=[text[0].upper() + text[1:] for text in sentences],
            findings=[_finding(result, outcome.groups[0].n) for result in found],
            blocks=[self._table(found), self._figure(found, sentences[0])],
            data={"steps": [self._as_json(result) for result in found]},
            looks=[_base.Look(f"one of {best.match.name}", _base.replay(table, 0))],
            remarks=["Policies are rotated over the seats on the same deals."],
        )

    def better(self, results: list[Result]) -> list[Result]:
        """Of every two policies, the better one among the worse: by the ladder, or by its wins."""
        order, mine = list(_base.ladder(self.setting)), self.mine
        pairs: dict[frozenset[str], list[Result]] = {}
        for result in results:
            if len(set(result.match.among)) == 1 and mine in (None, *result.match.seatings[0]):
                both = frozenset((result.match.policy, result.match.among[0]))
                pairs.setdefault(both, []).append(result)

        def rank(result: Result) -> tuple[bool, float]:
            one, other = _place(order, result.match.policy), _place(order, result.match.among[0])
            return one > other >= 0, result.wins.estimate

        return [max(pair, key=rank) for pair in pairs.values()]

    def _table(self, found: list[Result]) -> Table:
        columns = (
            Column("match", "who", "label", "The better one, and who sits elsewhere."),
            Column("wins", "wins", help="Share of games it wins."),
            Column("interval", "95 % interval", "text", "Of that share."),
            Column("luck", "luck alone", help="What equal players would win."),
            Column("until", "ahead after", help="Games until it is ahead with 95 %."),
        )
        rows = []
        for result in found:
            places = stats.decimals(100 * result.wins.error, most=3)
            games = until_ahead(result, self.setting.players)
            shown = "never" if math.isinf(games) else _games(games)
            rows.append(
                (
                    Value(result.match.name, result.match.name),
                    common.percent(result.wins, places),
                    Value(common.interval_text(result.wins, 100)),
                    Value(f"{100 * result.fair:.3g} %", result.fair),
                    Value(shown, None if math.isinf(games) else games),
                )
            )
        return Table("steps", columns, tuple(rows))

    def _figure(self, found: list[Result], title: str) -> Figure:
        return Figure(
            name="skill",
            kind="tournament",
            title=title.rstrip("."),
            subtitle="Share of games won by the first named, with 95 % intervals",
            caption=f"{self.setting.game.name} with {self.setting.players} players, policies "
            f"rotated over the seats on the same deals, seed {self.setting.seed}.",
            data=figures.Tournament(
                fair=1 / self.setting.players,
                fair_text=f"luck alone {100 / self.setting.players:.3g} %",
                rows=[
                    {
                        "label": result.match.name,
                        "text": _percent(result.wins),
                        **common.drawn(result.wins, 100),
                    }
                    for result in found
                ],
            ),
        )

    def _as_json(self, result: Result) -> dict[str, object]:
        games = until_ahead(result, self.setting.players)
        return {
            "better": result.match.policy,
            "among": result.match.among[0],
            "win_share": common.as_json(result.wins),
            "fair_share": result.fair,
            "games_until_ahead": None if math.isinf(games) else games,
        }


def _games(count: float) -> str:
    many = stats.roughly(count)
    return f"{many:,} {plural('games', many)}"


def _place(order: list[str], policy: str) -> int:
    """Its step of the ladder; -1 if it is not on it."""
    return order.index(policy) if policy in order else -1


def until_ahead(result: Result, players: int) -> float:
    """Games until the better player has won more than an average rival, with 95 %.

    A game gives the lead D = win - (1 - win) / (players - 1), with the share of wins p.
    """
    p, others = result.wins.estimate, players - 1
    lead = p - (1 - p) / others
    deviation = players / others * math.sqrt(max(0.0, p * (1 - p)))
    return stats.games_until_ahead(lead, deviation)


def _finding(result: Result, n: int) -> Finding:
    return Finding(
        key=result.match.name,
        question=f"How often does {result.match.name} win?",
        estimate=result.wins.estimate,
        low=result.wins.low,
        high=result.wins.high,
        n=n,
        unit="share",
        verdict="BETTER" if result.significant and result.wins.estimate > result.fair else "",
        sentence=f"{result.match.name} wins {_percent(result.wins)}.",
    )


def _percent(found: stats.Interval) -> str:
    places = stats.decimals(100 * found.error, most=3)
    return (
        f"{stats.fixed(100 * found.estimate, places)} ± {stats.fixed(100 * found.error, places)} %"
    )
