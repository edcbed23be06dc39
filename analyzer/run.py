"""A plan is played: chunks in, reduced numbers out, in one pool for all cells.

A worker leaves Python for a whole chunk. The main thread waits, merges chunks in the order of the
games, decides at planned looks, reports progress and listens for Ctrl-C, so that an interrupt is
answered at once and loses nothing that is done. Results depend on nothing but the plan.
"""

import os
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from analyzer import policies
from analyzer._core.playout import Control
from analyzer.errors import RunError
from analyzer.plan import Chunk, Group, Plan, Want, chunks
from analyzer.play import Reduced, play_chunk

if TYPE_CHECKING:
    from analyzer.plan import Cell
    from analyzer.play import Rows
    from analyzer.reduce import Reducer
    from analyzer.reduce.pairs import Pairs
    from analyzer.reduce.totals import Totals

CHUNK = 8192  # playouts of a chunk at most: tens of milliseconds, and a few MB of columns
LEAST = 64  # and at least, so that a chunk is worth its overhead
SHARES = 16  # chunks a worker should find, so that no worker waits long for the last one
PATIENCE = 30.0  # seconds that a policy written in Python may think about one decision
GRACE = 0.4  # seconds to wait for workers after an interrupt
TICK = 0.05


@dataclass(frozen=True)
class Progress:
    """How far a plan is."""

    done: int  # playouts, over all cells
    total: int
    seconds: float
    group: int  # the group under way
    reduced: "Ran | None"  # what is merged of it


@dataclass(frozen=True)
class Ran:
    """The games of one group and what they amount to."""

    group: Group
    n: int  # games of each cell, from group.first on without a gap
    parts: "dict[Want, Reducer]"
    look: int | None = None  # the planned look at which it was decided, counted from 0

    def totals(self, cell: int = 0) -> "Totals":
        return self.parts[Want("totals", (cell,))]  # type: ignore[return-value]

    def pairs(self, cell: int, base: int = 0) -> "Pairs":
        return self.parts[Want("pairs", (cell, base))]  # type: ignore[return-value]

    def part(self, reducer: str, *cells: int) -> "Reducer":
        return self.parts[Want(reducer, cells)]


@dataclass
class Outcome:
    """What a plan gave."""

    plan: Plan
    groups: list[Ran]
    seconds: float  # on the clock
    core_seconds: float  # inside the turn loop, all threads together
    threads: int
    interrupted: bool = False

    @property
    def games(self) -> int:
        """Playouts, over all cells."""
        return sum(ran.n * len(ran.group.cells) for ran in self.groups)


class Decide(Protocol):
    """Called at every planned look: is the question decided?"""

    def __call__(self, ran: Ran, look: int) -> bool: ...


@dataclass
class _Pool:
    """What the workers share. `lock` guards everything below it."""

    work: Iterator[tuple[int, Chunk]]
    rows: "Rows | None"
    lock: threading.Lock = field(default_factory=threading.Lock)
    finished: dict[tuple[int, int], Reduced] = field(default_factory=dict)  # (group, first)
    error: BaseException | None = None
    controls: list[Control] = field(default_factory=list)
    dropped: set[int] = field(default_factory=set)  # groups that are decided
    stopping: bool = False

    def take(self) -> tuple[int, Chunk] | None:
        with self.lock:
            while not self.stopping:
                found = next(self.work, None)
                if found is None or found[0] not in self.dropped:
                    return found
        return None

    def stop(self) -> None:
        self.stopping = True
        for control in self.controls:
            control.stop()


def _work(pool: _Pool, control: Control) -> None:
    """One worker: chunk after chunk until none is left or the run stops."""
    try:
        while found := pool.take():
            group, chunk = found
            reduced = play_chunk(chunk, control, pool.rows)
            with pool.lock:
                pool.finished[group, chunk.first] = reduced
                control.clear()
    except BaseException as error:  # noqa: BLE001 - raised again by the main thread
        with pool.lock:
            pool.error = pool.error or error
        pool.stop()


class _Merge:
    """Chunks of one group, added in the order of the games; decides at the looks."""

    def __init__(self, place: int, group: Group, decide: Decide | None) -> None:
        self.place, self.group, self.decide = place, group, decide
        self.whole: Reduced | None = None
        self.kept: Ran | None = None  # at the last look reached
        self.decided = False
        self.core_seconds = 0.0

    @property
    def n(self) -> int:
        return self.whole.n if self.whole else 0

    def ran(self, look: int | None = None) -> Ran:
        parts = dict(self.whole.parts) if self.whole else {}
        return Ran(self.group, self.n, parts, look)

    def take(self, pool: _Pool) -> None:
        """Add the finished chunks that follow without a gap."""
        while not self.decided:
            with pool.lock:
                part = pool.finished.pop((self.place, self.group.first + self.n), None)
            if part is None:
                return
            self.core_seconds += part.core_seconds
            if part.n == 0:
                return
            self.whole = part if self.whole is None else self.whole.add(part)
            if self.n in self.group.looks:
                self._look(pool)

    def _look(self, pool: _Pool) -> None:
        look = self.group.looks.index(self.n)
        self.kept = self.ran(look)
        if self.decide and self.decide(self.kept, look):
            self.decided = True
            with pool.lock:
                pool.dropped.add(self.place)

    def result(self) -> Ran:
        """What may be told: with planned looks the last of them, else all that is merged."""
        if self.group.looks and self.decide:
            return self.kept or Ran(self.group, 0, {})
        return self.ran()


def run(
    plan: Plan,
    *,
    threads: int | None = None,
    chunk: int | None = None,
    rows: "Rows | None" = None,
    progress: Callable[[Progress], None] | None = None,
    decide: Decide | None = None,
    patience: float = PATIENCE,
) -> Outcome:
    """Play a plan; an interrupt (Ctrl-C) ends it early, with what is done so far."""
    cells = [cell for group in plan.groups for cell in group.cells]
    for cell in cells:
        policies.check(cell.game, cell.policies)
    threads = _threads(cells, threads)
    pool = _Pool(_all_chunks(plan, threads, chunk), rows)
    merges = [_Merge(place, group, decide) for place, group in enumerate(plan.groups)]
    started = time.perf_counter()
    workers = _start(pool, threads)
    interrupted = False
    try:
        for _ in _alive(workers):
            for merge in merges:
                merge.take(pool)
            if all(merge.decided for merge in merges):
                pool.stop()
            _refuse_silence(pool, patience)
            if progress:
                progress(_progress(plan, merges, pool, time.perf_counter() - started))
    except KeyboardInterrupt:
        interrupted = True
        _wind_up(pool, workers)
    except BaseException:
        pool.stop()
        raise
    for merge in merges:
        merge.take(pool)
    if pool.error is not None:
        raise pool.error
    return Outcome(
        plan=plan,
        groups=[merge.result() for merge in merges],
        seconds=time.perf_counter() - started,
        core_seconds=sum(merge.core_seconds for merge in merges),
        threads=threads,
        interrupted=interrupted,
    )


def _threads(cells: "list[Cell]", threads: int | None) -> int:
    """One for policies in Python: with the interpreter's lock two would be slower."""
    if any(policy.path for cell in cells for policy in cell.policies):
        return 1
    return threads or len(os.sched_getaffinity(0))


def _all_chunks(plan: Plan, threads: int, size: int | None) -> Iterator[tuple[int, Chunk]]:
    for place, group in enumerate(plan.groups):
        most = size or min(CHUNK, max(LEAST, group.n // (SHARES * threads)))
        for piece in chunks(group, most):
            yield place, piece


def _start(pool: _Pool, threads: int) -> list[threading.Thread]:
    workers = []
    for _ in range(threads):
        control = Control()
        pool.controls.append(control)
        # a daemon: a user's policy that never returns must not keep the process alive
        workers.append(threading.Thread(target=_work, args=(pool, control), daemon=True))
    for worker in workers:
        worker.start()
    return workers


def _alive(workers: list[threading.Thread]) -> Iterator[None]:
    """Wait for the workers, a tick at a time."""
    while any(worker.is_alive() for worker in workers):
        for worker in workers:
            worker.join(TICK / len(workers))
        yield


def _wind_up(pool: _Pool, workers: list[threading.Thread]) -> None:
    pool.stop()
    deadline = time.monotonic() + GRACE
    for worker in workers:
        worker.join(max(0.0, deadline - time.monotonic()))


def _refuse_silence(pool: _Pool, patience: float) -> None:
    """A policy written in Python that does not answer ends the run."""
    silent = policies.longest_wait()
    if silent is not None and silent.seconds > patience:
        pool.stop()
        raise RunError(
            f"Policy {silent.policy} has not answered for {patience:g} seconds; "
            "it must return one of its moves, or the number of one."
        )


def _progress(plan: Plan, merges: list[_Merge], pool: _Pool, seconds: float) -> Progress:
    with pool.lock:
        waiting = sum(
            part.n * len(plan.groups[place].cells) for (place, _), part in pool.finished.items()
        )
        waiting += sum(control.done for control in pool.controls)
    merged = sum(merge.n * len(merge.group.cells) for merge in merges)
    now = next((merge for merge in merges if merge.n < merge.group.n), merges[-1])
    total = sum(merge.group.games for merge in merges)
    return Progress(
        min(total, merged + waiting), total, seconds, now.place, now.ran() if now.n else None
    )
