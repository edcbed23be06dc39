"""One thing is played at a time, in threads of its own, while somebody looks. Knows no web.

A snapshot is plain data with a number; whoever looks waits for a higher number.
"""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
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

BETWEEN = 0.09  # seconds between two pictures
QUESTION_SECONDS = 300.0  # a question that takes longer is stopped


class Engine:
    """Plays what was started last; a new start ends what ran before."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or count_processors()
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._stop: threading.Event = threading.Event()
        self._control = Control()
        self._paused = False
        self._number = 0  # of the last snapshot
        self._run = 0
        self._told: Json = {"state": "idle", "run": 0}
        self.table: LiveTable | None = None
        self.made: str | None = None  # the page of the report that was made last

    # --- for whoever looks ------------------------------------------------------------------------

    def wait(self, after: int, timeout: float) -> "tuple[int, Json] | None":
        """The newest snapshot, once its number is higher than `after`; None if none comes."""
        with self._changed:
            self._changed.wait_for(lambda: self._number > after, timeout)
            return (self._number, self._told) if self._number > after else None

    def _tell(self, told: "Json") -> None:
        with self._changed:
            self._number += 1
            self._told = told | {"run": self._run, "number": self._number}
            self._changed.notify_all()

    # --- commands ---------------------------------------------------------------------------------

    def start_table(self, table: "LiveTable") -> int:
        """Play a table until it has its seconds."""
        return self._start(lambda stop, control: self._play_table(table, stop, control), table)

    def start_question(self, question: "Question") -> int:
        """Play a question and tell its answer as a page."""
        return self._start(lambda stop, _control: self._play_question(question, stop), None)

    def start_report(self, setting: "Setting", tolerance: float) -> int:
        """Make a report and tell where it is."""
        return self._start(lambda stop, _: self._make_report(setting, tolerance, stop), None)

    def _start(
        self, work: Callable[[threading.Event, Control], None], table: "LiveTable | None"
    ) -> int:
        self.stop()
        self._stop, self._control = threading.Event(), Control()
        self._paused, self.table = False, table
        self._run += 1
        stop, control = self._stop, self._control
        self._thread = threading.Thread(
            target=self._guarded, args=(work, stop, control), daemon=True
        )
        self._thread.start()
        return self._run

    def pause(self, paused: bool) -> None:
        self._paused = paused
        with self._changed:
            self._changed.notify_all()

    def more(self) -> None:
        """Play as long again."""
        if self.table:
            self.table.budget = self.table.seconds + self.table.budget
        self.pause(False)

    def stop(self) -> None:
        """End what runs, and wait until it has ended."""
        self._stop.set()
        self._control.stop()
        with self._changed:
            self._changed.notify_all()
        if self._thread and self._thread is not threading.current_thread():
            self._thread.join()
        self._thread = None

    # --- the thread -------------------------------------------------------------------------------

    def _guarded(
        self,
        work: Callable[[threading.Event, Control], None],
        stop: threading.Event,
        control: Control,
    ) -> None:
        try:
            work(stop, control)
        except (UserError, RunError) as error:
            self._tell({"state": "failed", "error": str(error)})

    def _play_table(self, table: "LiveTable", stop: threading.Event, control: Control) -> None:
        cells = [setting.cell for setting in table.settings]
        in_python = any(
            registry.is_in_python(cell.game, policy) for cell in cells for policy in cell.policies
        )
        workers = 1 if in_python else self.workers
        told_at = 0.0
        with ThreadPoolExecutor(workers) as pool:
            while not stop.is_set():
                if self._paused or table.done:
                    self._tell_table(table, "paused" if self._paused else "done")
                    with self._changed:
                        self._changed.wait_for(
                            lambda: stop.is_set() or not (self._paused or table.done)
                        )
                    continue
                started = time.perf_counter()
                chunks = [table.next_chunk() for _ in range(workers if table.n else 1)]
                jobs = [pool.submit(play_chunk, chunk, control) for chunk in chunks]
                if table.n and started - told_at >= BETWEEN:  # while the next games are played
                    self._tell_table(table, "playing")
                    told_at = started
                for job in jobs:
                    part = job.result()
                    if stop.is_set():
                        return
                    table.add(part)
                table.seconds += time.perf_counter() - started

    def _tell_table(self, table: "LiveTable", state: str) -> None:
        self._tell({"state": state, "table": table.snapshot()})

    def _make_report(self, setting: "Setting", tolerance: float, stop: threading.Event) -> None:
        from analyzer.questions.report.compose import (
            QUICK,
            Report,
            build_page,
            build_sections,
            play_rounds,
        )
        from analyzer.render import page_html

        self._tell({"state": "asking", "progress": 0.0})

        def run(_title: str, question: "Question") -> "Outcome":
            def progress(now: "Progress") -> None:
                if stop.is_set():
                    raise KeyboardInterrupt
                self._tell({"state": "asking", "progress": now.done / max(1, now.total)})

            return play_rounds(question, progress=progress, threads=self.workers)

        report = Report(setting, QUICK, 100 * tolerance)
        try:
            page = build_page(report, list(build_sections(report, run)))
        except KeyboardInterrupt:
            return
        self.made = page_html.render_page(page)
        self._tell({"state": "answered", "report": page.title})

    def _play_question(self, question: "Question", stop: threading.Event) -> None:
        self._tell({"state": "asking", "progress": 0.0})
        started = time.perf_counter()

        def progress(now: "Progress") -> None:
            if stop.is_set() or time.perf_counter() - started > QUESTION_SECONDS:
                raise KeyboardInterrupt
            self._tell({"state": "asking", "progress": now.done / max(1, now.total)})

        outcome = run_question(question, threads=self.workers, progress=progress)
        if stop.is_set():
            return
        if not question.has_result(outcome):
            raise UserError("The question was stopped before there was any result.")
        answer = question.answer(outcome)
        self._tell({"state": "answered", "answer": html.render_inner(answer)})
