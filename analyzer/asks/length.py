"""How long is a game, how often does it drag, and how long do players wait for their turn?"""

import math
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from analyzer import stats
from analyzer.answer import Column, Table, Value
from analyzer.asks import Asked, _base
from analyzer.balance import length
from analyzer.balance.words import unit_name
from analyzer.plan import Group, Plan, Want
from analyzer.questions import _common as common
from analyzer.questions.simulate import length_figure
from analyzer.reduce._walk import Walker
from analyzer.stats.blocks import BLOCKS

if TYPE_CHECKING:
    from analyzer.plan import Cell
    from analyzer.reduce.totals import Totals
    from analyzer.run import Outcome
    from analyzer.setting import Setting

NAME = "length"
LINE = "How long is a game, how often does it drag, and how long do players wait for their turn?"
GAMES = ()
STEPPED = 100  # games followed move by move to see how long players wait
DRAGS = 1.5  # times the median
THINKING = 0.25  # part of the time for players who think ahead
FEW = 10  # their fewest games, however slow they are

FIELDS = {
    "lengths": "by unit: mean, median and the middle 90 %",
    "lengths.*": "mean as an interval, median, p5, p95",
    "drags": "share of games longer than one and a half times the median",
    "waits": "moves of others between two own decisions: mean as an interval, median, p95, longest",
    "idle": "interval of the part of its time that a seat spends after its last move before the "
    "next scoring: out of the game, or watching",
    "unfinished": "games stopped by a cap on their length",
    "by_policy": "one object per policy: the players of the table, and those who think ahead",
    "by_policy[].policy": "who plays, at every seat",
    "by_policy[].unit": "in what the length is told",
    "by_policy[].mean": "interval of the mean",
    "by_policy[].median": "half of the games are at most this long",
    "by_policy[].p5": "5 % of the games are at most this long",
    "by_policy[].p95": "95 % of the games are at most this long",
    "by_policy[].unfinished": "games stopped by a cap on their length",
    "by_policy[].games": "games played",
}


def make(setting: "Setting", asked: Asked) -> "Length":
    return Length(NAME, setting, asked)


class Length(_base.Ask):
    """The lengths of one table, and those of players who think ahead, which may differ."""

    def plan(self) -> Plan:
        n = _base.size(self.setting, self.asked, 1, 0.6)
        wants = (Want("totals", (0,)), Want("notable", (0,)))
        groups = [Group((self.setting.cell,), wants, n)]
        if thinking := _base.thinking(self.setting):
            groups.append(Group((thinking.cell,), (Want("totals", (0,)),), min(n, self._few)))
        return Plan(tuple(groups))

    @property
    def _few(self) -> int:
        """Games of players who think ahead: as many as fit into a part of the time, whatever -n
        says."""
        asked = replace(self.asked, n=None, precision=None)
        return _base.size(_base.thinking(self.setting) or self.setting, asked, 1, THINKING, FEW)

    def told(self, outcome: "Outcome") -> _base.Told:
        totals = outcome.groups[0].totals()
        found = length.length(totals, minutes=self.asked.minutes)
        assert found is not None
        known = length.lengths(totals)
        unit = (length.units_of(totals) or ["turns"])[0]
        drags = _drags(totals, unit)
        waits = waits_of(self.setting.cell, STEPPED)
        drag = self._about_drags(totals, unit, drags)
        by_policy = [
            ByPolicy(policy, unit, ran.totals())
            for policy, ran in zip(self._policies, outcome.groups, strict=True)
        ]
        sentences = [found.sentence, drag, *waits.sentences(STEPPED)]
        sentences += [row.sentence for row in by_policy[1:]]
        if ended := length.endings(totals):
            sentences.append(ended)
        caption = (
            f"{totals.n:,} games of {self.setting.game.name} with {self.setting.players} players, "
            f"{common.table_of_policies(self.setting.policy_names)}, seed {self.setting.seed}."
        )
        return _base.Told(
            sentences=sentences,
            findings=[found],
            blocks=[
                self._table(known),
                *([_side_by_side(by_policy)] if by_policy[1:] else []),
                length_figure(totals, self.setting.game.title, caption),
            ],
            data={
                "lengths": {
                    name: {
                        "mean": common.as_json(one.mean),
                        "median": one.median,
                        "p5": one.low,
                        "p95": one.high,
                    }
                    for name, one in known.items()
                },
                "drags": drags,
                "waits": waits.as_json(),
                "idle": common.as_json(waits.idle),
                "unfinished": totals.unfinished,
                "by_policy": [row.as_json() for row in by_policy],
            },
            looks=_base.notable(self.setting, outcome.groups[0], "median", "longest"),
            warnings=[p.text for p in common.warnings([self.setting], [totals])],
        )

    @property
    def _policies(self) -> list[str]:
        """Who plays in each group of the plan."""
        usual = common.table_of_policies(self.setting.policy_names)
        thinking = _base.thinking(self.setting)
        return [usual.removesuffix(" at every seat"), *([_base.SEARCH] if thinking else [])]

    def _about_drags(self, totals: "Totals", unit: str, drags: float) -> str:
        word = unit_name(unit)
        median = stats.quantile_from_histogram(totals.histograms[unit], 0.5)
        count = round(drags * totals.n)
        limit = int(DRAGS * median)
        if not count:
            return f"No game drags: none takes more than {limit:,} {word}."
        return (
            f"{stats.percentage(count, totals.n)} of games drag: they take more than {limit:,} "
            f"{word}, one and a half times the median."
        )

    def _table(self, known: dict[str, length.Length]) -> Table:
        columns = (
            Column("unit", "unit", "label", "What is counted."),
            Column("mean", "mean", help="Mean of all games."),
            Column("median", "median", help="Half of the games are at most this long."),
            Column("p5", "5 %", help="5 % of the games are at most this long."),
            Column("p95", "95 %", help="95 % of the games are at most this long."),
        )
        units = [*length.UNITS, "decisions"]
        rows = tuple(
            (
                Value(unit_name(name, known), name),
                common.number(known[name].mean),
                Value(f"{known[name].median:,}", known[name].median),
                Value(f"{known[name].low:,}", known[name].low),
                Value(f"{known[name].high:,}", known[name].high),
            )
            for name in units
            if name in known
        )
        return Table("lengths", columns, rows)


@dataclass(frozen=True)
class ByPolicy:
    """The length of a game in one unit."""

    policy: str
    unit: str
    totals: "Totals"

    @property
    def known(self) -> length.Length:
        return length.lengths(self.totals)[self.unit]

    @property
    def stopped(self) -> str:
        """How many games a cap stopped, as a share."""
        found = self.totals
        return stats.percentage(found.unfinished, found.n) if found.unfinished else "none"

    @property
    def sentence(self) -> str:
        known, word = self.known, unit_name(self.unit)
        return (
            f"With players who think ahead ({self.policy}) a game lasts {known.median:,} {word} "
            f"(90 %: {known.low:,} – {known.high:,}), {self.stopped} unfinished, in "
            f"{self.totals.n:,} games."
        )

    def as_json(self) -> dict[str, object]:
        known = self.known
        return {
            "policy": self.policy,
            "unit": self.unit,
            "mean": common.as_json(known.mean),
            "median": known.median,
            "p5": known.low,
            "p95": known.high,
            "unfinished": self.totals.unfinished,
            "games": self.totals.n,
        }

    def cells(self) -> tuple[Value, ...]:
        known, n = self.known, self.totals.n
        return (
            Value(self.policy, self.policy),
            Value(unit_name(self.unit), self.unit),
            common.number(known.mean),
            *(Value(f"{at:,}", at) for at in (known.median, known.low, known.high)),
            Value(self.stopped, self.totals.unfinished),
            Value(f"{n:,}", n),
        )


def _side_by_side(rows: list[ByPolicy]) -> Table:
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
    return Table("policies", columns, tuple(row.cells() for row in rows))


def _drags(totals: "Totals", unit: str) -> float:
    found = totals.histograms[unit]
    limit = DRAGS * stats.quantile_from_histogram(found, 0.5)
    return sum(count for value, count in found.items() if value > limit) / max(1, totals.n)


@dataclass
class Waits:
    """How long seats wait, in moves of others, over games followed move by move."""

    between: "Counter[int]"  # two decisions of a seat: moves of others -> how often
    blocks: list[list[int]]  # by block of games: moves waited, waits; moves idle, moves to share

    @property
    def mean(self) -> stats.Interval:
        return stats.jackknife_blocks(self.blocks, lambda sums: _over(sums[0], sums[1]))

    @property
    def idle(self) -> stats.Interval:
        """The part of its time that a seat spends after its last move before the next scoring."""
        return stats.jackknife_blocks(self.blocks, lambda sums: _over(sums[2], sums[3]))

    def as_json(self) -> dict[str, object]:
        if not self.between:
            return {"mean": None, "median": None, "p95": None, "longest": None}
        return {
            "mean": common.as_json(self.mean),
            "median": stats.quantile_from_histogram(self.between, 0.5),
            "p95": stats.quantile_from_histogram(self.between, 0.95),
            "longest": max(self.between),
        }

    def sentences(self, games: int) -> list[str]:
        told = self.as_json()
        if told["mean"] is None:
            return ["Nobody ever waits between two decisions."]
        idle = self.idle
        part = stats.shown(100 * idle.estimate, 100 * idle.error, most=0)
        return [
            f"Between two decisions of a player the others make "
            f"{common.number(self.mean, most=1).text} moves; once in twenty times "
            f"{told['p95']} or more, at worst {told['longest']}, in {games} games followed move "
            "by move.",
            f"A seat spends {part} % of its time out of the game or only watching: after its last "
            "move before the next scoring.",
        ]


def waits_of(cell: "Cell", n: int) -> Waits:
    """How long the seats wait, over the first n games."""
    walker = Walker(cell)
    found = Waits(Counter(), [[0, 0, 0, 0] for _ in range(BLOCKS)])
    for index in range(n):
        _follow(walker, index, found)
    return found


def _follow(walker: Walker, index: int, found: Waits) -> None:
    """One game: who decides when, and who moves last in which part."""
    sums = found.blocks[index % BLOCKS]
    decided: dict[int, int] = {}
    moved: dict[int, int] = {}  # in this part, from one scoring to the next
    part = begun = number = 0
    for number, (seat, choices, stage) in enumerate(walker.moves(index), start=1):
        if stage != part:
            _rest(sums, moved, walker.cell.players, begun, number - 1)
            part, begun, moved = stage, number - 1, {}
        moved[seat] = number
        if choices > 1:
            waited = number - decided.get(seat, number - 1) - 1
            if waited:
                found.between[waited] += 1
                sums[0] += waited
                sums[1] += 1
            decided[seat] = number
    _rest(sums, moved, walker.cell.players, begun, number)


def _rest(sums: list[int], moved: dict[int, int], players: int, begun: int, ended: int) -> None:
    """A part of a game is over: what came after each seat's last move in it."""
    for seat in range(players):
        sums[2] += ended - moved.get(seat, begun)
        sums[3] += ended - begun


def _over(above: int, below: int) -> float:
    return above / below if below else math.nan
