"""The progress bar: rate, remaining time and the current estimate, on a terminal only."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from analyzer.plan import Plan
    from analyzer.questions import Question
    from analyzer.run import Progress


@contextmanager
def progress_bar(
    plan: "Plan", question: "Question", hidden: bool, title: str = ""
) -> Iterator["Callable[[Progress], None] | None"]:
    """Gives what a run calls now and then, or None if nobody is looking."""
    if hidden or sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from analyzer.cli._screen import err
    from analyzer.report.terminal import rate

    console = err()
    wide = console.width >= 100
    named = [TextColumn(title)] if title else []
    columns = [
        *named,
        TextColumn("{task.percentage:>3.0f} %"),
        BarColumn(24 if wide else 8, complete_style="blue"),
        TextColumn("{task.completed:,.0f} games · {task.fields[rate]} ·"),
        TimeRemainingColumn(compact=True),
        TextColumn("left"),
    ]
    if console.width >= 76:
        columns.append(TextColumn("{task.fields[estimate]}"))
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=plan.games, rate="", estimate="")
        most = 0

        def show(now: "Progress") -> None:
            nonlocal most
            most = max(most, now.done)  # a chunk of several cells counts from new for each
            speed = rate(now.done / now.seconds) if now.seconds > 0 else ""
            bar.update(task, completed=most, rate=speed, estimate=_estimate(question, now))

        yield show


def _estimate(question: "Question", now: "Progress") -> str:
    """What the question has to say so far, in a few words."""
    if now.reduced is None:
        return ""
    text = question.so_far(now.reduced)
    return f" · {text}" if text else ""
