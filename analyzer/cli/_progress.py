"""The progress bar: time left, rate, games and the current estimate, on a terminal only."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress

    from analyzer.questions import Question
    from analyzer.simulation.plan import Plan
    from analyzer.simulation.run import Progress

_BAR, _PERCENT = 24, 7  # columns


@contextmanager
def progress_bar(
    plan: "Plan", question: "Question", hidden: bool, title: str = ""
) -> Iterator["Callable[[Progress], None] | None"]:
    """Returns what a run calls now and then, or None if nobody is looking."""
    if hidden or not sys.stderr.isatty():
        yield None
        return
    with _bar(title) as (bar, room):
        task = bar.add_task("", total=plan.games, told="")
        seen = _Seen()

        def show(now: "Progress") -> None:
            seen.take(now)
            text = question.progress_text(now.reduced) if now.reduced else ""
            bar.update(
                task,
                total=now.total,
                completed=seen.done,
                told=join_fitting(seen.parts(now, text), room),
            )

        yield show


@contextmanager
def steps_bar(count: Callable[[], int], things: str) -> Iterator[Callable[[], None] | None]:
    """Yields what to call after each of `count()` steps, or None if nobody is looking: then the
    steps are not counted either."""
    if not sys.stderr.isatty():
        yield None
        return
    with _bar() as (bar, room):
        total, done, started = count(), 0, time.perf_counter()
        task = bar.add_task("", total=total, told="")

        def step() -> None:
            nonlocal done
            done += 1
            left = format_clock((time.perf_counter() - started) * (total - done) / done)
            told = join_fitting([f"{left} left", f"{done:,} of {total:,} {things}"], room)
            bar.update(task, completed=done, told=told)

        yield step


@contextmanager
def _bar(title: str = "") -> "Iterator[tuple[RichProgress, int]]":
    """A bar that disappears when it is done, and the columns left for words beside it."""
    from rich import progress

    from analyzer.cli._screen import stderr_console

    console = stderr_console()
    bar_width = _BAR if console.width >= 100 else 8
    room = console.width - bar_width - _PERCENT - (len(title) + 1 if title else 0)
    columns = [
        *([progress.TextColumn(title, markup=False)] if title else []),
        progress.TextColumn("{task.percentage:>3.0f} %", markup=False),
        progress.BarColumn(bar_width, complete_style="blue"),
        progress.TextColumn("{task.fields[told]}", markup=False),
    ]
    with progress.Progress(*columns, console=console, transient=True) as bar:
        yield bar, room


class _Seen:
    """How far a run is, and how fast it goes; games of an earlier part are not counted."""

    def __init__(self) -> None:
        self.done = 0
        self._before: int | None = None

    def take(self, now: "Progress") -> None:
        self._before = now.done if self._before is None else self._before
        self.done = max(self.done, now.done)  # a chunk of several cells counts each one

    def parts(self, now: "Progress", estimate: str) -> list[str]:
        """What there is to say, the most important first."""
        from analyzer.render.text import format_rate

        played = self.done - (self._before or 0)
        speed = played / now.seconds if now.seconds > 0 else 0.0
        left = format_clock((now.total - self.done) / speed) if speed else "--:--"
        return [
            f"{left} left",
            *(estimate.split(" · ") if estimate else ()),
            format_rate(speed) if speed else "",
            now.workers,
            f"{self.done:,} games",
        ]


def join_fitting(parts: list[str], room: int) -> str:
    """As many of the parts as there is room for, the first always."""
    found = ""
    for part in parts:
        longer = f"{found} · {part}" if found else part
        if part and (not found or len(longer) <= room):
            found = longer
    return found


def format_clock(seconds: float) -> str:
    """05:07, 3:20:00, 12 days."""
    whole = round(seconds)
    if whole >= 2 * 86_400:
        return f"{whole // 86_400:,} days"
    minutes = f"{whole % 3600 // 60:02}:{whole % 60:02}"
    return f"{whole // 3600}:{minutes}" if whole >= 3600 else minutes
