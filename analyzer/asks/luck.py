"""How much is luck, how much is skill, how much the seat?"""

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, cast

from analyzer import figures, stats
from analyzer.answer import Column, Figure, Finding, Table, Value
from analyzer.asks import Asked, _base
from analyzer.balance.words import listed
from analyzer.plan import Group, Plan, Want
from analyzer.questions import _common as common

if TYPE_CHECKING:
    from analyzer.reduce.luck import Luck as Reduced
    from analyzer.run import Outcome
    from analyzer.setting import Setting

NAME = "luck"
LINE = "How much of winning is luck, skill and seat?"
GAMES = ()
MOST_ARMS = 64
OTHER_COINS = 2**32  # added to the seed: another key of the policies' coins

FIELDS = {
    "population": "the policies, each as likely as the others at every seat",
    "parts": "share of the variance of winning: seat, own_skill, others_skill, deal, "
    "deal_by_play, coins",
    "parts.*": "interval",
}
WORDS = {
    "seat": "the seat",
    "own_skill": "one's own skill",
    "others_skill": "the others' skill",
    "deal": "the deal",
    "deal_by_play": "how the deal meets the play",
    "coins": "coins that players toss",
}


def make(setting: "Setting", asked: Asked) -> "Luck":
    return Luck(NAME, setting, asked)


class Luck(_base.Ask):
    """All assignments of a population of policies to the seats, under two coin keys."""

    @property
    def population(self) -> list[str]:
        mine = _base.one_policy(self.setting, NAME)
        return [mine] if mine else _base.ladder(self.setting)[-2:]

    def arms(self) -> list[tuple[int, ...]]:
        """Which policy sits at each seat; all assignments."""
        seats = self.setting.players
        return list(product(range(len(self.population)), repeat=seats))

    def refuse(self) -> None:
        if len(self.arms()) > MOST_ARMS:
            from analyzer.errors import UserError

            raise UserError(
                f"ask luck seats {listed(self.population)} in every way, "
                f"{len(self.arms()):,} tables with {self.setting.players} players; "
                f"{MOST_ARMS} is the most: ask with fewer --players."
            )

    def plan(self) -> Plan:
        self.refuse()
        names = self.population
        cells = []
        for arm in self.arms():
            words = [f"{seat}={names[who]}" for seat, who in enumerate(arm, start=1)]
            cell = self.setting.with_policies(words).cell
            cells += [cell, replace(cell, coin_seed=(cell.seed + OTHER_COINS) % 2**64)]
        n = _base.size(self.setting, self.asked, len(cells), 1.4)
        return Plan((Group(tuple(cells), (Want("luck", tuple(range(len(cells)))),), n),))

    def told(self, outcome: "Outcome") -> _base.Told:
        ran = outcome.groups[0]
        reduced = cast("Reduced", ran.part("luck", *range(len(ran.group.cells))))
        parts = stats.luck_intervals(list(reduced.blocks), self.arms())
        who = listed(self.population)
        skill = parts["own_skill"]
        chance = [parts[name] for name in ("deal", "deal_by_play", "coins")]
        luck = min(1.0, sum(part.estimate for part in chance))
        sentences = [
            f"Among players of {who}, {100 * luck:.0f} % of winning is luck, "
            f"{_percent(skill)} one's own skill, {_percent(parts['others_skill'])} that of the "
            f"others and {_percent(parts['seat'])} the seat.",
            "How the deal meets the play counts as luck: nobody controls it.",
        ]
        return _base.Told(
            sentences=sentences,
            findings=[
                Finding(
                    key=name,
                    question=f"How much of winning is {WORDS[name]}?",
                    estimate=found.estimate,
                    low=found.low,
                    high=found.high,
                    n=reduced.n,
                    unit="share",
                    sentence=f"{WORDS[name]}: {_percent(found)}.",
                )
                for name, found in parts.items()
            ],
            blocks=[self._table(parts), self._figure(parts, sentences[0], reduced.n)],
            data={
                "population": self.population,
                "parts": {name: common.as_json(found) for name, found in parts.items()},
            },
            remarks=[
                f"Each of {who} sits at every seat, in all {len(self.arms())} combinations, on the "
                "same deals. Other players would give another split."
            ],
        )

    def _table(self, parts: dict[str, stats.Interval]) -> Table:
        columns = (
            Column("part", "part", "label", "Where the variance of winning comes from."),
            Column("share", "share", help="Of the variance of winning."),
            Column("interval", "95 % interval", "text", "From the spread over blocks of deals."),
        )
        rows = tuple(
            (
                Value(WORDS[name], name),
                common.percent(found, stats.decimals(100 * found.error, most=2)),
                Value(common.interval_text(found, 100)),
            )
            for name, found in parts.items()
        )
        return Table("luck", columns, rows)

    def _figure(self, parts: dict[str, stats.Interval], title: str, n: int) -> Figure:
        return Figure(
            name="luck",
            kind="forest",
            title=title.rstrip("."),
            subtitle="Share of the variance of winning, with 95 % intervals",
            caption=f"{n:,} deals of {self.setting.game.name} with {self.setting.players} players, "
            f"each played in {len(self.arms())} seatings of {listed(self.population)}, seed "
            f"{self.setting.seed}.",
            data=figures.amounts(
                [
                    {
                        "label": WORDS[name],
                        "text": _percent(found),
                        **common.drawn(found, 100),
                    }
                    for name, found in parts.items()
                ]
            ),
        )


def _percent(found: stats.Interval) -> str:
    """A share in words; one below zero is noise about zero."""
    return f"{stats.shown(100 * max(0.0, found.estimate), 100 * found.error, most=2)} %"
