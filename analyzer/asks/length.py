"""How long is a game, how often does it drag, and how long does one wait for one's turn?"""

from collections import Counter
from typing import TYPE_CHECKING

from analyzer import games, policies, stats
from analyzer._core.playout import Stepper
from analyzer.answer import Column, Table, Value
from analyzer.asks import Asked, _base
from analyzer.balance import length
from analyzer.balance.words import unit_name
from analyzer.plan import Group, Plan, Want
from analyzer.questions import _common as common
from analyzer.questions.simulate import length_figure
from analyzer.seeds import key
from analyzer.state import make_table

if TYPE_CHECKING:
    from analyzer.plan import Cell
    from analyzer.reduce.totals import Totals
    from analyzer.run import Outcome
    from analyzer.setting import Setting

NAME = "length"
LINE = "How long is a game, how often does it drag, and how long does one wait for one's turn?"
GAMES = ()
STEPPED = 100  # games followed move by move to see how long one waits
DRAGS = 1.5  # times the median

FIELDS = {
    "lengths": "by unit: mean, median and the middle 90 %",
    "lengths.*": "mean as an interval, median, p5, p95",
    "drags": "share of games longer than one and a half times the median",
    "waits": "moves of others between two own decisions: mean, median, p95, longest",
    "unfinished": "games stopped by a cap on their length",
}


def make(setting: "Setting", asked: Asked) -> "Length":
    return Length(NAME, setting, asked)


class Length(_base.Ask):
    """One table, its lengths."""

    def plan(self) -> Plan:
        n = _base.size(self.setting, self.asked, 1, 0.6)
        wants = (Want("totals", (0,)), Want("notable", (0,)))
        return Plan((Group((self.setting.cell,), wants, n),))

    def told(self, outcome: "Outcome") -> _base.Told:
        totals = outcome.groups[0].totals()
        found = length.length(totals, minutes=self.asked.minutes)
        assert found is not None
        known = length.lengths(totals)
        unit = (length.units_of(totals) or ["turns"])[0]
        drags = _drags(totals, unit)
        waits = waits_of(self.setting.cell, STEPPED)
        sentences = [found.sentence, self._about_drags(totals, unit, drags), _about_waits(waits)]
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
                "waits": _summary(waits),
                "unfinished": totals.unfinished,
            },
            settings=[self.setting],
            looks=_base.notable(self.setting, outcome.groups[0], "median", "longest"),
            warnings=[p.text for p in common.warnings([self.setting], [totals])],
        )

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
                Value(unit_name(name), name),
                common.number(known[name].mean),
                Value(f"{known[name].median:,}", known[name].median),
                Value(f"{known[name].low:,}", known[name].low),
                Value(f"{known[name].high:,}", known[name].high),
            )
            for name in units
            if name in known
        )
        return Table("lengths", columns, rows)


def _drags(totals: "Totals", unit: str) -> float:
    found = totals.histograms[unit]
    limit = DRAGS * stats.quantile_from_histogram(found, 0.5)
    return sum(count for value, count in found.items() if value > limit) / max(1, totals.n)


def waits_of(cell: "Cell", n: int) -> "Counter[int]":
    """How many moves others make between two decisions of a seat, over n games."""
    table = make_table(games.load(cell.game), cell.players, cell.rules)
    seated = policies.seat(cell, table)
    found: Counter[int] = Counter()
    for index in range(n):
        stepper = Stepper(table, key(cell.seed), index)
        coins = stepper.coins()
        last: dict[int, int] = {}
        number = 0
        while moves := stepper.moves():
            number += 1
            seat = stepper.seat
            chosen = stepper.choose(seated[seat], coins[seat])
            if len(moves) > 1:
                if seat in last and number - last[seat] > 1:
                    found[number - last[seat] - 1] += 1
                last[seat] = number
            stepper.apply(moves[chosen])
    return found


def _summary(waits: "Counter[int]") -> dict[str, float | int | None]:
    if not waits:
        return {"mean": None, "median": None, "p95": None, "longest": None}
    total = sum(waits.values())
    return {
        "mean": sum(value * count for value, count in waits.items()) / total,
        "median": stats.quantile_from_histogram(waits, 0.5),
        "p95": stats.quantile_from_histogram(waits, 0.95),
        "longest": max(waits),
    }


def _about_waits(waits: "Counter[int]") -> str:
    told = _summary(waits)
    if told["mean"] is None:
        return "Nobody ever waits between two decisions."
    return (
        f"Between two own decisions others make {told['mean']:.1f} moves; once in twenty times "
        f"{told['p95']} or more, at worst {told['longest']}, in {STEPPED} games followed move by "
        "move."
    )
