"""What happens in a game? The mean of every counter, by game, seat, role and policy."""

from typing import TYPE_CHECKING

from analyzer.balance.length import mean_of
from analyzer.balance.seats import mean

if TYPE_CHECKING:
    from analyzer.reduce.totals import Block, Totals
    from analyzer.stats import Interval

# Shown elsewhere in better words; most are codes, whose mean makes no sense.
_KNOWN = {"score", "rank2", "win840", "role"}


def at(sums: "Block", place: int, n: int, level: float = 0.95) -> dict[str, "Interval"]:
    """The mean per game of each of the game's own counters at one place: a seat, role or policy."""
    own = [name for name in sums.columns if name not in _KNOWN]
    return {name: mean(sums.at(name, place), n, level) for name in own}


def by_game(totals: "Totals", level: float = 0.95) -> dict[str, "Interval"]:
    """The mean of each number of a game."""
    return {name: mean_of(totals, name, level) for name in totals.histograms}
