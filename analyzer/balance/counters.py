"""What happens in a game? The mean of every counter, by game and by seat."""

from typing import TYPE_CHECKING

from analyzer import stats

if TYPE_CHECKING:
    from analyzer.tables import Totals

# Told elsewhere in better words; most are codes, of which no mean makes sense.
_KNOWN = {"score", "rank2", "win840", "role", "end_reason", "capped", "winners"}


def by_seat(totals: "Totals") -> dict[str, tuple[stats.Interval, ...]]:
    """The mean per game of each of the game's own counters, one interval per seat."""
    return {
        name: tuple(
            stats.mean_interval(int(total), int(square), totals.n)
            for total, square in zip(sums, totals.seat_squares[name], strict=True)
        )
        for name, sums in totals.seat_sums.items()
        if name not in _KNOWN
    }


def by_game(totals: "Totals") -> dict[str, stats.Interval]:
    """The mean of each number of the games frame."""
    return {
        name: stats.mean_interval(total, totals.game_squares[name], totals.n)
        for name, total in totals.game_sums.items()
        if name not in _KNOWN
    }
