"""Runs that would take absurdly long are refused before they begin, with the expected time."""

from typing import TYPE_CHECKING

from analyzer.errors import UserError
from analyzer.system.faces import option_flag

if TYPE_CHECKING:
    from analyzer.playout.cell import Cell
    from analyzer.simulation.plan import Plan

MOST_CELLS = 2000  # of a sweep
LONGEST = 365 * 86_400.0  # seconds
MOST_ROW_BYTES = 2 * 10**9  # of memory that the rows of games may take in Python
FEW = 10**8  # so few games that they never take long


def refuse_endless(plan: "Plan", workers: int) -> None:
    """Refuse a plan that takes more than a year."""
    if plan.games < FEW:
        return
    from analyzer.simulation.chunk import measure_game_seconds

    seconds = plan.games * measure_game_seconds(plan.groups[0].cells[0]) / workers
    if seconds > LONGEST:
        raise UserError(
            f"{plan.games:,} games would take about {long_duration_text(seconds)} here; "
            f"ask for fewer with {option_flag('n')}."
        )


def refuse_many_cells(cells: int, cell: "Cell", n: int) -> None:
    """Refuse a sweep with more cells than anybody can read."""
    if cells > MOST_CELLS:
        from analyzer.simulation.chunk import measure_game_seconds
        from analyzer.simulation.run import workers_for

        seconds = cells * n * measure_game_seconds(cell) / workers_for([cell], None)
        raise UserError(
            f"A sweep may have {MOST_CELLS:,} cells at most; got {cells:,}, which would take about "
            f"{long_duration_text(seconds)}: take larger steps, or fewer rules."
        )


def long_duration_text(seconds: float) -> str:
    """A long time: 40 s, 5 min, 3 h, 12 days, 20 years."""
    for unit, length in (("year", 365 * 86_400), ("day", 86_400), ("h", 3600), ("min", 60)):
        if seconds >= 1.5 * length:
            many = f"{seconds / length:,.0f} {unit}"
            return f"{many}s" if unit in ("year", "day") else many
    return f"{seconds:.0f} s"
