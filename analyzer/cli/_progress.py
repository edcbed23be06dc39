"""The progress bar: rate, remaining time and the current estimate, on a terminal only."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from analyzer.simulate import Progress


@contextmanager
def progress_bar(total: int, hidden: bool) -> Iterator["Callable[[Progress], None] | None"]:
    """Gives what a run calls now and then, or None if nobody is looking."""
    if hidden or not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from analyzer.cli._screen import err
    from analyzer.report.terminal import rate

    console = err()
    columns = (
        TextColumn("{task.percentage:>3.0f} %"),
        BarColumn(24 if console.width >= 100 else 8, complete_style="blue"),
        TextColumn("{task.completed:,.0f} games · {task.fields[rate]} ·"),
        TimeRemainingColumn(compact=True),
        TextColumn("left{task.fields[estimate]}"),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=total, rate="", estimate="")

        def show(now: "Progress") -> None:
            speed = rate(now.done / now.seconds) if now.seconds > 0 else ""
            bar.update(task, completed=now.done, rate=speed, estimate=_estimate(now))

        yield show


def _estimate(now: "Progress") -> str:
    from analyzer.balance.seats import largest_departure

    largest = largest_departure(now.totals)
    if largest is None:
        return ""
    seat, departure = largest
    return f" · seat {seat} {100 * departure:+.1f} points"
