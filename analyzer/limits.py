"""Runs that would take absurdly long are refused before they begin, with the expected time."""

from typing import TYPE_CHECKING

from analyzer.errors import UserError

if TYPE_CHECKING:
    from analyzer.plan import Cell, Plan

MOST_CELLS = 2000  # of a sweep
LONGEST = 365 * 86_400.0  # seconds
FEW = 10**8  # so few games that they never take long


def refuse_endless(plan: "Plan", workers: int, number: str = "-n") -> None:
    """Refuse a plan that takes more than a year. A user calls the number of games `number`."""
    if plan.games < FEW:
        return
    from analyzer.play import seconds_of_game

    seconds = plan.games * seconds_of_game(plan.groups[0].cells[0]) / workers
    if seconds > LONGEST:
        raise UserError(
            f"{plan.games:,} games would take about {in_words(seconds)} here; "
            f"ask for fewer with {number}."
        )


def refuse_many(cells: int, cell: "Cell", n: int, workers: int) -> None:
    """Refuse a sweep with more cells than anybody can read."""
    if cells > MOST_CELLS:
        from analyzer.play import seconds_of_game

        seconds = cells * n * seconds_of_game(cell) / workers
        raise UserError(
            f"A sweep may have {MOST_CELLS:,} cells at most; got {cells:,}, which would take about "
            f"{in_words(seconds)}: take larger steps, or fewer rules."
        )


def in_words(seconds: float) -> str:
    """A long time: 40 s, 5 min, 3 h, 12 days, 20 years."""
    for unit, length in (("year", 365 * 86_400), ("day", 86_400), ("h", 3600), ("min", 60)):
        if seconds >= 1.5 * length:
            many = f"{seconds / length:,.0f} {unit}"
            return f"{many}s" if unit in ("year", "day") else many
    return f"{seconds:.0f} s"
