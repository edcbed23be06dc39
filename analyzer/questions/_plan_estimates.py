"""The numbers of `plan`: what a pilot says about the games that each question needs."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from analyzer import stats
from analyzer._core.reductions import WIN
from analyzer.estimates import fairness, seats
from analyzer.estimates.measures import default_measures
from analyzer.simulation.batch import Layout
from analyzer.stats import Family

if TYPE_CHECKING:
    from analyzer.questions.plan import PlanQuestion
    from analyzer.simulation.run import GroupResult, Outcome

ALONE, PAIRED, LEAST, FAIR, LOOKS, UNFAIR = (
    "alone",
    "paired",
    "least",
    "fair",
    "fair, by looks",
    "unfair",
)


@dataclass(frozen=True)
class Need:
    """What one question needs."""

    question: Annotated[
        str,
        "alone: a difference of two runs; paired: the same on one luck; least: no verdict FAIR "
        "with fewer; fair, and fair, by looks: a perfectly fair table is called so; unfair: one "
        "that is further from fair than the tolerance by the difference is called so",
    ]
    change: Annotated[str, "what is compared with the table, as a user would type it; or empty"]
    games: Annotated[
        int | None, "games of each table; null if not known, or if no number is enough"
    ]
    low: Annotated[int | None, "low end of its 95 % interval, from the pilot; or null"]
    high: Annotated[int | None, "high end of it; or null"]
    tables: Annotated[int, "tables or runs that play so many games"]
    seconds: Annotated[float | None, "how long all of them take here; or null"]
    pairing: Annotated[float | None, "how many times as many games two separate runs need; or null"]


@dataclass(frozen=True)
class PlanResult:
    """What `plan` found."""

    game: Annotated[str, "name of the game"]
    players: Annotated[int, "number of seats"]
    policies: Annotated[tuple[str, ...], "policy of each seat, seat 1 first"]
    rules_changed: Annotated[Mapping[str, object], "the rules that differ from their default"]
    seed: Annotated[int, "seed of the pilot"]
    pilot: Annotated[int, "games of each table in the pilot"]
    difference: Annotated[float, "the change of a win share that is to be seen"]
    tolerance: Annotated[float, "largest departure from the fair share that is called fair"]
    chance: Annotated[float, "chance that the games are enough"]
    needs: Annotated[tuple[Need, ...], "one object per question"]

    def need(self, question: str) -> Need | None:
        """The first need of this question."""
        return next((one for one in self.needs if one.question == question), None)


@dataclass(frozen=True)
class Pilot:
    """The games of the pilot, and how fast they were."""

    asked: "PlanQuestion"
    ran: "GroupResult"
    each: float  # seconds of a game by the clock

    @classmethod
    def of(cls, asked: "PlanQuestion", outcome: "Outcome") -> "Pilot":
        each = outcome.core_seconds / max(1, outcome.games) / max(1, outcome.threads)
        return cls(asked, outcome.groups[-1], each)

    @property
    def table(self) -> seats.Standings:
        return seats.standings(self.ran.totals(), self.asked.setting.policy_names)

    def needs(self) -> list[Need]:
        cells = range(len(self.ran.group.cells))
        if any(self.ran.totals(i).unfinished > fairness.CAPPED * self.ran.n for i in cells):
            return []  # nobody knows who would have won them, however many are played
        changes = self.asked.list_played(self.ran)
        paired = [self._paired(name, place) for name, place in changes]
        paired.sort(key=lambda one: math.inf if one.games is None else one.games)
        return [*paired, self._alone(), *self._verdicts()]

    def _need(
        self,
        question: str,
        games: int | None,
        tables: int = 1,
        change: str = "",
        ends: tuple[int | None, int | None] = (None, None),
        pairing: float | None = None,
    ) -> Need:
        seconds = None if games is None else games * tables * self.each
        return Need(question, change, games, *ends, tables, seconds, pairing)

    @property
    def family(self) -> Family:
        """Of a comparison: all it measures, of all the changes that are named together."""
        setting = self.asked.setting
        measures = default_measures(Layout.from_game(setting.game), setting.players)
        return Family("measures", len(measures) * max(1, len(self.asked.named)))

    def _alone(self) -> Need:
        """Two runs, each with its own luck: the seat whose wins vary most decides."""
        shares = [row.wins.estimate for row in self.table.rows]
        share = min(shares, key=lambda each: abs(each - 0.5))
        games = stats.games_to_show_apart(self.asked.difference, share, self.family)
        return self._need(ALONE, games, 2)

    def _paired(self, name: str, place: int) -> Need:
        """On the same luck: the part of games in which a seat wins otherwise decides."""
        pairs, totals, base = self.ran.pairs(place), self.ran.totals(place), self.ran.totals()
        roles = pairs.by_role is not None
        blocks = [
            one.by_role if roles and one.by_role else one.seats for one in (totals, base, pairs)
        ]
        rows = range(blocks[-1].places)
        top = max(rows, key=lambda row: blocks[-1].at("win840", row).squares)
        a, b, d = (block.at("win840", top) for block in blocks)
        if d.nonzero == 0:
            return self._need(PAIRED, None, 2, name)
        n = pairs.n
        square = d.squares / (WIN * WIN * n)
        share = stats.clopper_pearson(d.nonzero, n)
        scale = square / share.estimate
        games, low, high = (
            stats.games_to_show_difference(self.asked.difference, part * scale, self.family)
            for part in share
        )
        factor = stats.pairing_factor(n, a.total, a.squares, b.total, b.squares, d.squares)
        known = factor if math.isfinite(factor) else None
        return self._need(PAIRED, games, 2, name, (low, high), known)

    def _verdicts(self) -> list[Need]:
        """Of the table alone; none if its seats cannot be compared."""
        table, tolerance = self.table, self.asked.tolerance
        if table.fair is None or table.mixed or table.unfinished > fairness.CAPPED * table.n:
            return []
        k, won = len(table.rows), table.won / table.n
        far = tolerance + self.asked.difference
        found: dict[str, int | None] = {
            LEAST: stats.least_to_decide(k, tolerance),
            FAIR: stats.games_to_show_fair(k, tolerance),
            LOOKS: stats.games_to_show_fair(k, tolerance, fairness.LAST_LOOK),
            UNFAIR: stats.games_to_show_unfair(k, far, tolerance),
        }
        return [
            self._need(name, None if games is None else math.ceil(games / won))
            for name, games in found.items()
        ]


def build_result(asked: "PlanQuestion", pilot: Pilot) -> PlanResult:
    setting = asked.setting
    return PlanResult(
        game=setting.game.name,
        players=setting.players,
        policies=setting.policy_names,
        rules_changed=setting.changed,
        seed=setting.seed,
        pilot=pilot.ran.n,
        difference=asked.difference,
        tolerance=asked.tolerance,
        chance=stats.CHANCE,
        needs=tuple(pilot.needs()),
    )
