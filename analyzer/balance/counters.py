"""What happens in a game? The mean of every counter, by game, seat, role and policy."""

from typing import TYPE_CHECKING

from analyzer.balance.length import mean_of
from analyzer.balance.seats import mean

if TYPE_CHECKING:
    from analyzer.reduce.totals import Block, Totals
    from analyzer.stats import Interval

# Shown elsewhere in better words; most are codes, whose mean makes no sense.
_KNOWN = {"score", "rank2", "win840", "role"}


def at(sums: "Block", place: int, n: int) -> dict[str, "Interval"]:
    """The mean per game of each of the game's own counters at one place: a seat, role or policy."""
    return {name: mean(sums.at(name, place), n) for name in sums.columns if name not in _KNOWN}


def by_game(totals: "Totals") -> dict[str, "Interval"]:
    """The mean of each number of a game."""
    return {name: mean_of(totals, name) for name in totals.histograms}
