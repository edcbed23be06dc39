"""What happens in a game? The mean of every counter, by game, seat, role and policy; its parts."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from analyzer import stats
from analyzer.estimates.length import mean_length
from analyzer.estimates.seats import mean_interval
from analyzer.simulation.batch import OF_GAME, OF_SEATS
from analyzer.stats import Interval
from analyzer.stats.jackknife import BLOCKS
from analyzer.stats.means import ENOUGH

if TYPE_CHECKING:
    from analyzer.simulation.block_sums import BlockSums
    from analyzer.simulation.reducers.counts import Counts
    from analyzer.simulation.reducers.totals import ColumnSums, Sums, Totals

# Shown elsewhere in better words; most are codes, whose mean makes no sense.
_KNOWN = {"score", "rank2", "win840", "role"}


def seat_means(sums: "ColumnSums", place: int, n: int, level: float = 0.95) -> dict[str, Interval]:
    """The mean per game of each of the game's own counters at one place: a seat, role or policy."""
    own = [name for name in sums.columns if name not in _KNOWN]
    return {name: mean_interval(sums.at(name, place), n, level) for name in own}


def game_means(totals: "Totals", level: float = 0.95) -> dict[str, Interval]:
    """The mean of each number of a game."""
    return {name: mean_length(totals, name, level) for name in totals.histograms}


def counter_column(totals: "Totals", name: str) -> str:
    """A counter as the reducer `counts` calls it: of the game, otherwise of all seats together.

    Where both have the name, it is the game's; `seats.name` means that of the seats.
    """
    if name.startswith((OF_GAME, OF_SEATS)):
        return name
    return f"{OF_GAME if name in totals.histograms else OF_SEATS}{name}"


@dataclass(frozen=True)
class CounterTotals:
    """The counters of one cell: means per game, and parts of a whole."""

    totals: "Totals"
    counts: "Counts"
    more: "Mapping[str, BlockSums]" = field(default_factory=dict)  # by reducer: what else is wanted

    @property
    def n(self) -> int:
        return self.totals.n

    def mean(self, name: str, level: float = stats.LEVEL) -> Interval:
        """Per game: of the game, or of the sum over its seats."""
        column = counter_column(self.totals, name)
        if column.startswith(OF_GAME):
            return mean_length(self.totals, column.removeprefix(OF_GAME), level)
        return mean_interval(self._sums(column), self.n, level)

    def games_with(self, name: str) -> int:
        """Games in which it happens at all."""
        return self._sums(counter_column(self.totals, name)).nonzero

    def _sums(self, column: str) -> "Sums":
        if column.startswith(OF_GAME):
            return self.totals.games.at(column.removeprefix(OF_GAME))
        return self.totals.tables.at(column.removeprefix(OF_SEATS))

    def part(
        self, some: Sequence[str], whole: Sequence[str], level: float = stats.LEVEL
    ) -> Interval:
        """The sum of some counters for each one of others: a part of a whole, or a number of each.

        Both are sums over the same games, so their ratio has the interval of the jackknife over
        blocks of games. If few games have any of it, blocks tell too little: then the interval
        also holds what the exact one of a rare event holds.
        """
        names = [[counter_column(self.totals, name) for name in side] for side in (some, whole)]
        found = _jackknifed([self.counts], names, level)
        if not math.isfinite(found.estimate):
            return found
        low, high = found.low, found.high
        each = sum(self.mean(name).estimate for name in whole)
        if max(self.games_with(name) for name in some) < ENOUGH:
            rare = [self.mean(name, level) for name in some]
            low = min(low, sum(one.low for one in rare) / each)
            high = max(high, sum(one.high for one in rare) / each)
        return Interval(found.estimate, max(0.0, low), high)


def change_of_part(
    base: CounterTotals,
    variant: CounterTotals,
    some: Sequence[str],
    whole: Sequence[str],
    level: float = stats.LEVEL,
) -> Interval:
    """The part in a variant minus that in the reference, on the same luck."""
    names = [[counter_column(base.totals, name) for name in side] for side in (some, whole)]
    found = _jackknifed([base.counts, variant.counts], names, level)
    return stats.bound_if_unseen(found, base.n, level)


def _jackknifed(
    cells: "Sequence[Counts]", names: Sequence[Sequence[str]], level: float
) -> Interval:
    sides = [[one.block_rows(*side) for side in names] for one in cells]
    blocks = [[sum(side[block]) for both in sides for side in both] for block in range(BLOCKS)]
    sizes = [games for (games,) in cells[0].block_rows("games")]
    statistic = stats.ratio if len(cells) == 1 else stats.change_of_ratio
    return stats.jackknife_blocks(blocks, statistic, sizes, level)
