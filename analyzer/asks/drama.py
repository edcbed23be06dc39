"""Is it exciting: how often does the lead change, do comebacks happen, when is it settled?"""

from typing import TYPE_CHECKING, cast

from analyzer import figures, stats
from analyzer._core.sums import WIN
from analyzer._core.trace import GAPS, PARTS
from analyzer.answer import Column, Figure, Finding, Table, Value
from analyzer.asks import Asked, _base
from analyzer.plan import Group, Plan, Want
from analyzer.questions import _common as common

if TYPE_CHECKING:
    from analyzer.reduce.totals import Block
    from analyzer.reduce.traces import Trace
    from analyzer.run import Outcome
    from analyzer.setting import Setting

NAME = "drama"
LINE = "Is it exciting: lead changes, comebacks, runaway leaders, and when is it settled?"
GAMES = ()
SHOWN = (3, 7, 11, 13)  # of which these are drawn: a quarter, half, three quarters, nearly all

FIELDS = {
    "lead_changes": "interval of the mean number of lead changes a game",
    "without_change": "interval of the share of games in which the lead never changes",
    "settled": "interval of the part of the game after which the leader stays the same",
    "half_time_leader_wins": "interval of how often the leader at half time wins; null if "
    "nobody ever leads then",
    "winner_behind": "interval of the part of the game the winner spends behind; null if nobody "
    "ever wins, as are the next two",
    "largest_deficit": "interval of the winner's largest deficit, in points",
    "deficit_p95": "95 % of the winners were never further behind than this",
    "outcome_settled": "part of the outcome's variance that the scores explain, by sixteenths",
    "runaway": "chance to win of a seat that leads by a given gap, by sixteenths",
    "runaway[].part": "sixteenth part of the game, from 1",
    "runaway[].gap": "lead in points, at least",
    "runaway[].games": "how often it happened",
    "runaway[].wins": "share of those that won",
    "runaway[].low": "least of the interval of that share",
    "runaway[].high": "most of that interval",
}


def make(setting: "Setting", asked: Asked) -> "Drama":
    return Drama(NAME, setting, asked)


class Drama(_base.Ask):
    """One table, traced."""

    def plan(self) -> Plan:
        n = _base.size(self.setting, self.asked, 1, 0.6)
        wants = tuple(Want(name, (0,)) for name in ("totals", "traces", "notable"))
        return Plan((Group((self.setting.cell,), wants, n),))

    def told(self, outcome: "Outcome") -> _base.Told:
        ran = outcome.groups[0]
        trace = cast("Trace", ran.part("traces", 0))
        numbers = _numbers(trace)
        settled = settled_by_part(trace)
        fair = 1 / self.setting.players
        changes, half = numbers["lead_changes"], numbers.get("half_time_leader_wins")
        at_half = (
            f"the leader at half time wins {100 * half.estimate:.0f} % (equal chances: "
            f"{100 * fair:.0f} %)"
            if half
            else "nobody leads at half time"
        )
        never = stats.clopper_pearson(trace.changes[0], trace.n)
        runaway = _runaway(trace, self.setting.game.gap_step)
        sentences = [
            f"The lead changes {common.number(changes).text} times a game, and "
            f"never in {stats.percentage(trace.changes[0], trace.n)} of games; {at_half}.",
            _of_winners(trace, numbers),
            f"After a quarter, half and three quarters of the game {100 * settled[3]:.0f}, "
            f"{100 * settled[7]:.0f} and {100 * settled[11]:.0f} % of the outcome is settled.",
        ]
        return _base.Told(
            sentences=sentences,
            findings=[_finding(name, found, trace.n) for name, found in numbers.items()],
            blocks=[self._table(numbers, never), self._figure(settled, sentences[2], trace.n)],
            data={
                **dict.fromkeys(WORDS),
                **{name: common.as_json(found) for name, found in numbers.items()},
                "without_change": common.as_json(never),
                "deficit_p95": stats.quantile_from_histogram(trace.deficits, 0.95)
                if trace.deficits
                else None,
                "outcome_settled": settled,
                "runaway": runaway,
            },
            looks=_base.notable(self.setting, ran, "closest", "comeback"),
            remarks=[
                "Measured at every scoring event. Parts of a game use its final length, which "
                "players at the table do not know."
            ],
        )

    def _table(self, numbers: dict[str, stats.Interval], never: stats.Interval) -> Table:
        columns = (
            Column("measure", "measure", "label", "What is measured."),
            Column("value", "value", help="Mean over all games."),
            Column("interval", "95 % interval", "text", "Of that mean."),
        )
        shares = {"settled", "half_time_leader_wins", "winner_behind", "without_change"}
        rows = []
        for name, found in {**numbers, "without_change": never}.items():
            share = name in shares
            places = stats.decimals(100 * found.error, most=2)
            rows.append(
                (
                    Value(WORDS[name], name),
                    common.percent(found, places) if share else common.number(found),
                    Value(common.interval_text(found, 100 if share else 1)),
                )
            )
        return Table("drama", columns, tuple(rows))

    def _figure(self, settled: list[float], title: str, n: int) -> Figure:
        points: list[figures.Point | None] = [
            {"value": share, "low": None, "high": None, "text": f"{100 * share:.0f} %",
             "interval": ""}
            for share in (settled[part] for part in SHOWN)
        ]  # fmt: skip
        return Figure(
            name="settled",
            kind="sweep",
            title=title.rstrip("."),
            subtitle="Part of the outcome that the scores so far explain",
            caption=f"{n:,} games of {self.setting.game.name} with {self.setting.players} players, "
            f"{common.table_of_policies(self.setting.policy_names)}, seed {self.setting.seed}.",
            data=figures.Sweep(
                axis="per cent of the game",
                values=[round(100 * (part + 1) / PARTS) for part in SHOWN],
                printed=None,
                printed_text="",
                panels=[
                    {
                        "title": "How much is settled?",
                        "series": [{"label": "settled", "points": points}],
                        "outer_texts": None,
                        "fair": None,
                        "unit": "percent",
                    }
                ],
            ),
        )


WORDS = {
    "lead_changes": "lead changes a game",
    "settled": "last change, part of the game",
    "half_time_leader_wins": "leader at half time wins",
    "winner_behind": "part of the game the winner is behind",
    "largest_deficit": "the winner's largest deficit, points",
    "without_change": "games without a lead change",
}


def _numbers(trace: "Trace") -> dict[str, stats.Interval]:
    def mean(block: "Block", column: str, n: int, scale: float = 1) -> stats.Interval:
        sums = block.at(column)
        found = stats.mean_interval(sums.total, sums.squares, n, k=sums.nonzero)
        return stats.Interval(*(end / scale for end in found))

    led = trace.games.at("half_led").total
    won = trace.games.at("half_won840").total / WIN
    at_half = {"half_time_leader_wins": stats.clopper_pearson(won, led)} if led else {}
    winners = {"winner_behind": ("behind_share", 1000), "largest_deficit": ("deficit", 1)}
    return {
        "lead_changes": mean(trace.games, "lead_changes", trace.n),
        "settled": mean(trace.settled, "last_change", trace.n, 1000),
        **at_half,
        **{
            name: mean(trace.winners, column, trace.decided, scale)
            for name, (column, scale) in winners.items()
            if trace.decided
        },
    }


def _of_winners(trace: "Trace", numbers: dict[str, stats.Interval]) -> str:
    if not trace.decided:
        return "No game has a winner, so there is nothing to say about how games are won."
    return (
        f"The winner spends {100 * numbers['winner_behind'].estimate:.0f} % of the game behind "
        f"and catches up {common.number(numbers['largest_deficit'], most=1).text} points; one "
        f"winner in twenty {stats.quantile_from_histogram(trace.deficits, 0.95)} or more."
    )


def settled_by_part(trace: "Trace") -> list[float]:
    """The share of the variance of winning that the gap explains, by sixteenths of the game."""
    found = []
    for cells in trace.by_part:
        seats = sum(int(count) for count, _ in cells)
        won = sum(int(wins) for _, wins in cells) / WIN
        if not seats or not 0 < won < seats:
            found.append(0.0)
            continue
        mean = won / seats
        between = sum(
            int(count) * (int(wins) / WIN / int(count) - mean) ** 2
            for count, wins in cells
            if count
        )
        found.append(between / (seats * mean * (1 - mean)))
    return found


def _runaway(trace: "Trace", step: int) -> list[dict[str, float]]:
    """How often a leader wins, by gap and part of the game. A shared lead is no lead."""
    found = []
    for part in (3, 7, 11):
        for gap in (1, 2, 4, 8, 16, 31):
            cells = trace.by_part[part][GAPS // 2 + gap :]
            count = sum(int(seats) for seats, _ in cells)
            won = sum(int(wins) for _, wins in cells) / WIN
            if count:  # of one game at most one seat leads, so these are separate games
                wins = stats.clopper_pearson(won, count)
                found.append(
                    {
                        "part": part + 1,
                        "gap": gap * step,
                        "games": count,
                        "wins": wins.estimate,
                        "low": wins.low,
                        "high": wins.high,
                    }
                )
    return found


def _finding(name: str, found: stats.Interval, n: int) -> Finding:
    return Finding(
        key=name,
        question=f"{WORDS[name]}?",
        estimate=found.estimate,
        low=found.low,
        high=found.high,
        n=n,
        sentence=f"{WORDS[name]}: {common.number(found).text}.",
    )
