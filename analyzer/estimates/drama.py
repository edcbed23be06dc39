"""How a game goes: leads, comebacks, runaway leaders, and how much is settled when."""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from analyzer import stats
from analyzer._core.reductions import WIN
from analyzer._core.trace import GAPS
from analyzer.stats.explained_variance import QUARTERS

if TYPE_CHECKING:
    from analyzer.simulation.reducers.moments import Moments
    from analyzer.simulation.reducers.totals import ColumnSums
    from analyzer.simulation.reducers.traces import Traces


@dataclass(frozen=True)
class LeaderWins:
    """How often a leader wins, at one part of the game and with one lead."""

    part: Annotated[int, "sixteenth part of the game, from 1"]
    gap: Annotated[int, "lead in points, at least"]
    games: Annotated[int, "how often it happened"]
    wins: Annotated[float, "share of those that won"]
    low: Annotated[float, "least of the interval of that share"]
    high: Annotated[float, "most of that interval"]


def trace_means(trace: "Traces") -> dict[str, stats.Interval]:
    """Means and shares over all games, by name; those of which nothing is known are left out."""

    def mean(block: "ColumnSums", column: str, n: int, scale: float = 1) -> stats.Interval:
        sums = block.at(column)
        found = stats.mean_interval(sums.total, sums.squares, n, k=sums.nonzero)
        return stats.Interval(*(end / scale for end in found))

    led = trace.games.at("half_led").total
    won = trace.games.at("half_won840").total / WIN
    at_half = {"half_time_leader_wins": stats.clopper_pearson(won, led)} if led else {}
    winners = {"winner_behind": ("behind_share", 1000), "largest_deficit": ("deficit", 1)}
    return {
        "lead_changes": mean(trace.games, "lead_changes", trace.n),
        "without_change": stats.clopper_pearson(trace.changes[0], trace.n),
        "settled": _part(mean(trace.settled, "last_change", trace.n, 1000)),
        "half_time_leader": stats.clopper_pearson(led, trace.n),
        **at_half,
        **{
            name: mean(trace.winners, column, trace.decided, scale)
            for name, (column, scale) in winners.items()
            if trace.decided
        },
    }


def _part(found: stats.Interval) -> stats.Interval:
    """A part of a whole lies between none and all of it."""
    return stats.Interval(*(min(1.0, max(0.0, end)) for end in found))


def settled_shares(moments: "Moments") -> list[stats.Interval]:
    """What is settled after each quarter, with the jackknife over blocks of games."""
    found = []
    for quarter in QUARTERS:
        name = f"quarter_{quarter}"
        blocks = moments.block_rows(name) if name in moments.rows else []
        sizes = [block[0] for block in blocks]
        one = stats.jackknife_blocks(blocks, stats.explained_share, sizes)
        found.append(_part(one) if math.isfinite(one.error) else one)
    return found


def leader_win_rates(trace: "Traces", step: int) -> list[LeaderWins]:
    """How often a leader wins, by gap and part of the game. A shared lead is no lead."""
    found = []
    for part in (3, 7, 11):
        for gap in (1, 2, 4, 8, 16, 31):
            cells = trace.by_part[part][GAPS // 2 + gap :]
            count = sum(int(seats) for seats, _ in cells)
            won = sum(int(wins) for _, wins in cells) / WIN
            if count:  # of one game at most one seat leads, so these are separate games
                wins = stats.clopper_pearson(won, count)
                found.append(LeaderWins(part + 1, gap * step, count, *wins))
    return found
