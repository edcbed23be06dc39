"""One thing is played at a time, in threads of its own, while somebody looks. Knows no web.

A snapshot is plain data with a number; whoever looks waits for a higher number. With no workers
there are no threads either: `step` plays the next games in the thread that asks for them.
"""

import os
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer._core.runner import Control
from analyzer.errors import RunError, UserError
from analyzer.policies import registry
from analyzer.render import html
from analyzer.simulation.chunk import play_chunk
from analyzer.simulation.run import run_question
from analyzer.system.processors import count_processors

if TYPE_CHECKING:
    from analyzer.questions import Question
    from analyzer.request.setting import Setting
    from analyzer.simulation.run import Outcome, Progress
    from analyzer.studio.table import LiveTable
    from analyzer.system.json_types import Json

    Work = Callable[[threading.Event, Control], None]

BETWEEN = 0.09  # seconds between two pictures
QUESTION_SECONDS = 300.0  # a question that takes longer is stopped
MOST_MEMORY = 2 << 30  # bytes that a run may add to the process
BUG = "This run has failed by a mistake of analyzer: the terminal shows more."
TOO_LARGE = "This run needs more than 2 GB of memory and was stopped: ask for less."


class Engine:
    """Plays what was started last; a new start ends what ran before."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = count_processors() if workers is None else workers
        self._changed = threading.Condition()
        self._command = threading.RLock()  # one command at a time
        self._thread: threading.Thread | None = None
        self._stop: threading.Event = threading.Event()
        self._control = Control()
        self._paused = False
        self._resting = 0  # who wants the processor for a moment
        self._number = 0  # of the last snapshot
        self._name, self._runs = secrets.token_hex(4), 0  # a run of another server is not ours
        self._told: Json = {"state": "idle", "run": ""}
        self._memory = 0
        self.closed = False
        self.table: LiveTable | None = None
        self.table_run = ""
        self.made: str | None = None  # the page of the report that was made last

    # --- for whoever looks ------------------------------------------------------------------------

    def wait(self, after: int, timeout: float) -> "tuple[int, Json] | None":
        """The newest snapshot, once its number is higher than `after`; None if none comes."""
        with self._changed:
            self._changed.wait_for(lambda: self._number > after or self.closed, timeout)
            return (self._number, self._told) if self._number > after else None

    def snapshot(self) -> "Json":
        """What was told last."""
        return self._told

    def _tell(self, told: "Json", run: str) -> None:
        with self._changed:
            self._number += 1
            self._told = told | {"run": run, "number": self._number}
            self._changed.notify_all()

    # --- commands ---------------------------------------------------------------------------------

    def start_table(self, table: "LiveTable") -> str:
        """Play a table until it has its seconds."""
        with self._command:
            self.stop()
            self.table, self.table_run = table, self._next_run()
            self._begin_table()
            return self.table_run

    def start_question(self, question: "Question") -> str:
        """Play a question and tell its answer as a page. The table waits meanwhile."""
        run = self._next_run()
        return self._start(lambda stop, _: self._play_question(question, stop, run), run)

    def start_report(self, setting: "Setting", tolerance: float) -> str:
        """Make a report and tell where it is. The table waits meanwhile."""
        run = self._next_run()
        return self._start(lambda stop, _: self._make_report(setting, tolerance, stop, run), run)

    def _next_run(self) -> str:
        self._runs += 1
        return f"{self._name}-{self._runs}"

    def _begin_table(self) -> None:
        table, run = self.table, self.table_run
        assert table is not None
        table.give_back()  # games that were handed out and never came back
        if self.workers:
            self._start(lambda stop, control: self._play_table(table, run, stop, control), run)
        else:
            self._paused = False

    def _start(self, work: "Work", run: str) -> str:
        with self._command:
            self.stop()
            self._stop, self._control = threading.Event(), Control()
            self._paused, self._memory = False, memory_in_use()
            arguments = (work, self._stop, self._control, run)
            self._thread = threading.Thread(target=self._guarded, args=arguments, daemon=True)
            self._thread.start()
            return run

    def step(self) -> "Json":
        """Play the next games of the table here and now, and tell what is known."""
        if self.table is None:
            raise UserError("There is no table to play.")
        self.table.step()
        self._tell_table(self.table, self.table_run, "done" if self.table.done else "playing")
        return self._told

    def pause(self, paused: bool) -> None:
        """Stop for a while, or go on: also with the table that had to wait for a question."""
        self._paused = paused  # without a lock: who pauses must not wait for a start under way
        if not paused:
            with self._command:
                if self.table and not (self._thread and self._thread.is_alive()):
                    self._begin_table()
        with self._changed:
            self._changed.notify_all()

    def more(self) -> None:
        """Play as long again."""
        if self.table:
            self.table.budget = self.table.seconds + self.table.budget
        self.pause(False)

    def stop(self) -> None:
        """End what runs, and wait until it has ended."""
        with self._command:
            self._stop.set()
            self._control.stop()
            with self._changed:
                self._changed.notify_all()
            if self._thread and self._thread is not threading.current_thread():
                self._thread.join()
            self._thread = None

    def close(self) -> None:
        """End for good: nobody needs to wait any more."""
        self.closed = True
        self._stop.set()
        self._control.stop()
        with self._changed:
            self._changed.notify_all()

    @contextmanager
    def resting(self) -> Iterator[None]:
        """The table waits: somebody else needs the processor for a moment."""
        with self._changed:
            self._resting += 1
        try:
            yield
        finally:
            with self._changed:
                self._resting -= 1
                self._changed.notify_all()

    # --- the thread -------------------------------------------------------------------------------

    def _guarded(self, work: "Work", stop: threading.Event, control: Control, run: str) -> None:
        try:
            work(stop, control)
        except (UserError, RunError) as error:
            self._tell({"state": "failed", "error": str(error)}, run)
        except MemoryError:
            self._tell({"state": "failed", "error": TOO_LARGE}, run)
        except Exception:  # our bug: the page says so, and the terminal shows where
            self._tell({"state": "failed", "error": BUG}, run)
            raise

    def _check_memory(self) -> None:
        if memory_in_use() - self._memory > MOST_MEMORY:
            raise RunError(TOO_LARGE)

    def _play_table(
        self, table: "LiveTable", run: str, stop: threading.Event, control: Control
    ) -> None:
        cells = [setting.cell for setting in table.settings]
        in_python = any(
            registry.is_in_python(cell.game, policy) for cell in cells for policy in cell.policies
        )
        workers = 1 if in_python else self.workers
        told_at = 0.0
        with ThreadPoolExecutor(workers) as pool:
            while not stop.is_set():
                if self._paused or table.done:
                    self._tell_table(table, run, "paused" if self._paused else "done")
                    with self._changed:
                        self._changed.wait_for(
                            lambda: stop.is_set() or not (self._paused or table.done)
                        )
                    continue
                with self._changed:
                    self._changed.wait_for(lambda: stop.is_set() or not self._resting)
                started = time.perf_counter()
                chunks = [table.next_chunk() for _ in range(workers if table.n else 1)]
                jobs = [pool.submit(play_chunk, chunk, control) for chunk in chunks]
                if table.n and started - told_at >= BETWEEN:  # while the next games are played
                    self._tell_table(table, run, "playing")
                    told_at = started
                for job in jobs:
                    part = job.result()
                    if stop.is_set():
                        return
                    table.add(part)
                table.seconds += time.perf_counter() - started
                self._check_memory()

    def _tell_table(self, table: "LiveTable", run: str, state: str) -> None:
        self._tell({"state": state, "table": table.snapshot()}, run)

    def _make_report(
        self, setting: "Setting", tolerance: float, stop: threading.Event, run: str
    ) -> None:
        from analyzer.questions.report.compose import (
            QUICK,
            Report,
            build_page,
            build_sections,
            play_rounds,
        )
        from analyzer.render import page_html

        progress = self._progress(stop, run)

        def play(_title: str, question: "Question") -> "Outcome":
            return play_rounds(question, progress=progress, threads=max(1, self.workers))

        report = Report(setting, QUICK, 100 * tolerance)
        try:
            page = build_page(report, list(build_sections(report, play)))
        except KeyboardInterrupt:
            self._tell({"state": "stopped"}, run)
            return
        self.made = page_html.render_page(page)
        self._tell({"state": "answered", "report": page.title}, run)

    def _play_question(self, question: "Question", stop: threading.Event, run: str) -> None:
        progress = self._progress(stop, run)
        outcome = run_question(question, threads=max(1, self.workers), progress=progress)
        if stop.is_set() and not question.has_result(outcome):
            self._tell({"state": "stopped"}, run)
            return
        if not question.has_result(outcome):
            raise UserError("The question was stopped before there was any result.")
        answer = question.answer(outcome)
        self._tell({"state": "answered", "answer": html.render_inner(answer)}, run)

    def _progress(self, stop: threading.Event, run: str) -> "Callable[[Progress], None]":
        """Tells how far it is; ends what was stopped, takes too long or grows too large."""
        started = time.perf_counter()
        self._tell({"state": "asking", "progress": 0.0}, run)

        def progress(now: "Progress") -> None:
            if stop.is_set() or time.perf_counter() - started > QUESTION_SECONDS:
                raise KeyboardInterrupt
            self._check_memory()
            self._tell({"state": "asking", "progress": now.done / max(1, now.total)}, run)

        return progress


def memory_in_use() -> int:
    """Bytes of this process that are in memory; 0 where the system does not tell."""
    try:
        pages = Path("/proc/self/statm").read_text("ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0
