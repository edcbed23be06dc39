"""Experiment -> chunks -> workers -> totals and rows; the only caller of the turn loop.

A worker is a thread that leaves Python for a whole chunk. The main thread waits, reports progress
and listens for Ctrl-C, so an interrupt is answered at once and loses nothing that is done.
"""

import os
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from analyzer import games, policies
from analyzer._core.playout import BadChoice, Control, run_batch
from analyzer.checks import shown, whole
from analyzer.errors import RunError, UserError
from analyzer.policies import explain_choice
from analyzer.seeds import key
from analyzer.spec import MAX_COUNT, PolicySpec, policy
from analyzer.state import make_table
from analyzer.tables import Batch, Totals, games_frame, seats_frame

if TYPE_CHECKING:
    import polars as pl

CHUNK = 8192  # playouts a worker takes at once: tens of milliseconds, and a few MB of columns
PYTHON_CHUNK = 64  # with a policy written in Python
PATIENCE = 30.0  # seconds that a policy written in Python may think about one decision
GRACE = 0.4  # seconds to wait for workers after an interrupt
TICK = 0.05


@dataclass(frozen=True)
class Experiment:
    """Many playouts under one provenance."""

    game: str
    players: int
    policies: tuple[PolicySpec, ...]  # one a seat
    rules: Any
    seed: int
    n: int
    first: int = 0

    def __post_init__(self) -> None:
        seated = tuple(map(policy, self.policies))
        object.__setattr__(self, "policies", seated)
        for name, low in (("n", 1), ("first", 0)):
            if whole(getattr(self, name), low, MAX_COUNT) is None:
                raise UserError(
                    f"{name} of an experiment must be a whole number from {low} to 1e12; "
                    f"got {shown(getattr(self, name))}."
                )


@dataclass(frozen=True)
class Progress:
    """How far a run is."""

    done: int
    total: int
    seconds: float
    totals: Totals


@dataclass
class Outcome:
    """What an experiment gave."""

    experiment: Experiment
    totals: Totals
    seconds: float  # on the clock
    core_seconds: float  # inside the turn loop, all threads together
    threads: int
    interrupted: bool = False


class RowSink(Protocol):
    """Takes rows, batch by batch and not in order."""

    limit: int | None

    def write(self, first: int, games: "pl.DataFrame", seats: "pl.DataFrame") -> None: ...


@dataclass
class _Run:
    """What the workers share. `lock` guards everything below it."""

    experiment: Experiment
    chunk: int
    rows: RowSink | None
    lock: threading.Lock = field(default_factory=threading.Lock)
    next_chunk: int = 0
    finished: dict[int, Totals] = field(default_factory=dict)  # by first playout
    core_seconds: float = 0.0
    error: BaseException | None = None
    controls: list[Control] = field(default_factory=list)
    stopping: bool = False

    def take(self) -> tuple[int, int] | None:
        """The next chunk as (first, n), or None."""
        with self.lock:
            begin = self.next_chunk * self.chunk
            if begin >= self.experiment.n or self.stopping:
                return None
            self.next_chunk += 1
        return self.experiment.first + begin, min(self.chunk, self.experiment.n - begin)

    def stop(self) -> None:
        self.stopping = True
        for control in self.controls:
            control.stop()

    def waiting(self) -> int:
        """Playouts done and not merged: in chunks under way, or finished before earlier ones."""
        with self.lock:
            finished = sum(totals.n for totals in self.finished.values())
            return finished + sum(control.done for control in self.controls)


def _work(run: _Run, control: Control) -> None:
    """One worker: chunk after chunk until none is left or the run stops."""
    asked = run.experiment
    face = games.load(asked.game)
    try:
        table = make_table(face, asked.players, asked.rules)
        seated = policies.seat(asked, table)
        while chunk := run.take():
            batch = Batch.empty(face, asked.players, *chunk)
            _play(run, control, table, seated, batch)
    except BaseException as error:  # noqa: BLE001 - raised again by the main thread
        with run.lock:
            run.error = run.error or error
        run.stop()


def _play(run: _Run, control: Control, table: Any, seated: list[Any], batch: Batch) -> None:
    asked, started = run.experiment, time.perf_counter()
    words = key(asked.seed)
    try:
        done = run_batch(
            table, seated, words, batch.first, batch.n, batch.games, batch.seats, control
        )
    except BadChoice as bad:
        raise explain_choice(asked, seated, *bad.args) from None
    seconds = time.perf_counter() - started
    if done < batch.n:
        batch = batch.head(done)
    totals = Totals.of(batch)
    _keep_rows(run, batch)
    with run.lock:
        run.core_seconds += seconds
        run.finished[batch.first] = totals
        control.clear()


def _keep_rows(run: _Run, batch: Batch) -> None:
    if run.rows is None:
        return
    limit = run.rows.limit
    kept = batch.n if limit is None else min(batch.n, run.experiment.first + limit - batch.first)
    if kept > 0:
        part = batch if kept == batch.n else batch.head(kept)
        rows = games_frame(part), seats_frame(part, [str(who) for who in run.experiment.policies])
        run.rows.write(part.first, *rows)


def _merge_in_order(run: _Run, totals: Totals, upto: int) -> int:
    """Add the finished chunks that follow without a gap; returns where they end."""
    with run.lock:
        while upto in run.finished:
            part = run.finished.pop(upto)
            totals.add(part)
            upto += part.n
            if part.n == 0:
                break
    return upto


def _start(run: _Run, threads: int) -> list[threading.Thread]:
    workers = []
    for _ in range(threads):
        control = Control()
        run.controls.append(control)
        # a daemon: a user's policy that never returns must not keep the process alive
        worker = threading.Thread(target=_work, args=(run, control), daemon=True)
        workers.append(worker)
    for worker in workers:
        worker.start()
    return workers


def _alive(workers: list[threading.Thread]) -> Iterator[None]:
    """Wait for the workers, a tick at a time."""
    while any(worker.is_alive() for worker in workers):
        for worker in workers:
            worker.join(TICK / len(workers))
        yield


def _refuse_silence(run: _Run, since: float, patience: float) -> None:
    """A policy written in Python that does not answer ends the run."""
    wait = policies.longest_wait(since)
    if wait is not None and wait.seconds > patience:
        run.stop()
        raise RunError(
            f"Policy {wait.policy} has not answered for {patience:g} seconds; "
            "it must return one of its moves, or the number of one."
        )


def run(
    experiment: Experiment,
    *,
    threads: int | None = None,
    chunk: int | None = None,
    rows: RowSink | None = None,
    progress: Callable[[Progress], None] | None = None,
    patience: float = PATIENCE,
) -> Outcome:
    """Play an experiment; results depend on nothing but the experiment.

    An interrupt (Ctrl-C) ends it early: the outcome then holds the playouts that were done, from
    the first on without a gap.
    """
    policies.check(experiment.game, experiment.policies)
    in_python = any(policies.in_python(experiment.game, who) for who in experiment.policies)
    threads = 1 if in_python else threads or len(os.sched_getaffinity(0))
    shared = _Run(experiment, chunk or (PYTHON_CHUNK if in_python else CHUNK), rows)
    started, since = time.perf_counter(), time.monotonic()
    totals = Totals.none(games.load(experiment.game), experiment.players)
    upto, interrupted = experiment.first, False
    workers = _start(shared, threads)
    try:
        for _ in _alive(workers):
            upto = _merge_in_order(shared, totals, upto)
            _refuse_silence(shared, since, patience)
            if progress:
                seconds = time.perf_counter() - started
                done = min(experiment.n, totals.n + shared.waiting())
                progress(Progress(done, experiment.n, seconds, totals))
    except KeyboardInterrupt:
        interrupted = True
        shared.stop()
        deadline = time.monotonic() + GRACE
        for worker in workers:
            worker.join(max(0.0, deadline - time.monotonic()))
    except BaseException:
        shared.stop()
        raise
    _merge_in_order(shared, totals, upto)
    if shared.error is not None:
        raise shared.error
    return Outcome(
        experiment,
        totals,
        time.perf_counter() - started,
        shared.core_seconds,
        threads,
        interrupted,
    )
