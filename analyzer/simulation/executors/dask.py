"""Workers of a Dask cluster: chunks of a few seconds go out, reduced numbers come back.

Everything here happens in the main thread of the process that asks. Results are taken as they come
and released at once, so neither the scheduler nor a worker holds what is done. If a worker dies,
only its unfinished chunks are lost, and they are played again: by Dask, or sent out once more by us
when it gives them up.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from distributed import Client, Future, KilledWorker, as_completed

from analyzer.errors import RunError, UserError
from analyzer.simulation.executors import WorkersLost, payload, version_check, versions
from analyzer.simulation.executors.deaths import Deaths, games_of
from analyzer.simulation.executors.worker import Task, TaskResult, play

if TYPE_CHECKING:
    from analyzer.playout.cell import Cell
    from analyzer.simulation.chunk import ReducedChunk, RowSink
    from analyzer.simulation.executors import Work
    from analyzer.simulation.plan import Chunk, Group

SECONDS = 2.0  # of work in a chunk: far more than the 3 ms that Dask takes for one
MOST_SECONDS = 5.0  # with many workers, so that fewer chunks come back
A_WORKER = 0.005  # seconds that a chunk must last for each worker, or the scheduler would lag
SHORTEST = 0.2  # at the end, when chunks become small so that all workers end together
FIRST = 4  # games of the first chunks of a group, while their time is not known
GROWTH = 8  # a chunk is at most this many times as large as one that has come back
WITH_ROWS = 32_768  # games of a chunk whose rows are wanted: tens of MB to send
DEPTH = 2  # chunks under way for each worker, so that none waits for us
COUNT_EVERY = 1.0  # seconds between two counts of the workers
DESERTED = 60.0  # seconds without a worker after which a run is given up


@dataclass
class _Pace:
    """How long the games of a group take."""

    seconds: float = 0.0  # of one game of all cells, on one worker
    largest: int = 0  # chunk that has come back

    def learn(self, n: int, seconds: float) -> None:
        if n >= self.largest // 4:  # a small chunk would mostly show its overhead
            mine = seconds / n
            self.seconds = mine if not self.largest else (self.seconds + mine) / 2
        self.largest = max(self.largest, n)

    def games(self, seconds: float) -> int:
        """How many games take about so long, as far as is known."""
        if not self.largest:
            return FIRST
        return max(1, min(int(seconds / max(self.seconds, 1e-9)), GROWTH * self.largest))


@dataclass
class Dask:
    """An executor. It gets a connected client, and leaves it open."""

    client: "Client"
    address: str
    deserted: float = DESERTED
    _threads: int = 0  # of all workers, when they were last counted
    _counted: float = 0.0
    _seen: float = 0.0  # when there was a worker
    _work: "Work" = field(default_factory=lambda: iter(()))
    _rows: "RowSink | None" = None
    _more: bool = False
    _tasks: "dict[Future, tuple[int, Chunk]]" = field(default_factory=dict)
    _done: "list[tuple[int, ReducedChunk]]" = field(default_factory=list)
    _paces: dict[int, _Pace] = field(default_factory=dict)
    _dropped: set[int] = field(default_factory=set)
    _completed: "as_completed | None" = None
    _asked: "_TaskContext | None" = None
    _deaths: Deaths = field(default_factory=Deaths)
    _compared: set[str] = field(default_factory=set)  # versions that workers were asked for

    # -- who plays --

    def __post_init__(self) -> None:
        self._take_count(self.client.nthreads())

    def prepare(self, cells: "Sequence[Cell]") -> None:
        self._asked = _TaskContext.from_cells(cells)
        try:
            if not self._asked.versions.keys() <= self._compared:
                version_check.refuse_other_versions(self.client, self._asked)
                self._compared |= self._asked.versions.keys()
            self._take_count(self.client.nthreads())
        except OSError as error:
            raise self._gone() from error

    @property
    def workers(self) -> int:
        return max(1, self._threads)

    @property
    def description(self) -> str:
        return "1 worker" if self._threads == 1 else f"{self._threads:,} workers"

    def _count(self) -> None:
        """Workers come and go. The count arrives later, and nobody waits for it."""
        now = time.monotonic()
        if now - self._counted > COUNT_EVERY:
            self._counted = now
            self.client.loop.add_callback(self._ask_for_count)
        if not self._threads and now - self._seen > self.deserted:
            raise WorkersLost(
                f"The scheduler {self.address} has had no worker for {self.deserted:.0f} seconds."
            )

    async def _ask_for_count(self) -> None:
        try:
            self._take_count(await self.client.scheduler.ncores())
        except (OSError, AttributeError, RuntimeError):  # no connection: the futures report it
            return

    def _take_count(self, threads: dict[str, int]) -> None:
        self._threads = sum(threads.values())
        if self._threads:
            self._seen = time.monotonic()

    # -- parts of a position --

    def submit(self, play: Callable[..., object], task: type, *what: object) -> "Future":
        """One task more, which carries what every task does."""
        assert self._asked is not None
        asked = self._asked
        carried = (asked.payload, asked.versions, asked.games, asked.policies)
        try:
            return self.client.submit(play, task(*what, *carried), pure=False)
        except (OSError, RuntimeError) as error:
            raise self._gone() from error

    # -- chunks --

    def size(self, place: int, group: "Group", left: int) -> int:  # noqa: ARG002
        pace = self._paces.setdefault(place, _Pace())
        seconds = min(MOST_SECONDS, max(SECONDS, A_WORKER * self.workers))
        fair = left // (DEPTH * self.workers)
        most = min(pace.games(seconds), max(fair, pace.games(SHORTEST)))
        return max(1, min(most, WITH_ROWS) if self._rows else most)

    def start(self, work: "Work", rows: "RowSink | None") -> None:
        self._work, self._rows, self._more = work, rows, True
        self._paces, self._dropped, self._deaths = {}, set(), Deaths()
        self._completed = as_completed(loop=self.client.loop, with_results=True, raise_errors=False)
        self._seen = time.monotonic()

    def finished(self, seconds: float) -> "list[tuple[int, ReducedChunk]]":
        self._fill()
        self._wait(seconds)
        self._collect()
        self._fill()
        self._count()
        done, self._done = self._done, []
        return done

    def _fill(self) -> None:
        while self._more and len(self._tasks) < DEPTH * self.workers:
            found = next(self._work, None)
            if found is None:
                self._more = False
            elif found[0] not in self._dropped:
                self._send(*found)

    def _send(self, place: int, chunk: "Chunk") -> None:
        assert self._asked is not None
        assert self._completed is not None
        task = self._asked.task(chunk if self._rows else replace(chunk, rows=False))
        try:
            future = self.client.submit(play, task, pure=False)
        except (OSError, RuntimeError) as error:  # the client has noticed before us
            raise self._gone() from error
        self._tasks[future] = (place, chunk)
        self._completed.add(future)

    def _wait(self, seconds: float) -> None:
        assert self._completed is not None
        news = self._completed.thread_condition  # reports everything that comes
        with news:
            if self._tasks and not self._completed.has_ready():
                news.wait(seconds)

    def _collect(self) -> None:
        """Take what has come, all of it, before an error is raised."""
        assert self._completed is not None
        error: BaseException | None = None
        again = []
        for future, result in self._completed.next_batch(block=False):
            task = self._tasks.pop(future, None)
            if task is None:  # it was released
                continue
            if isinstance(result, TaskResult):
                self._take(*task, result)
            elif future.status == "error" and isinstance(result[1], KilledWorker):
                self._deaths.take(task[1], result[1])
                again.append(task)
            else:
                error = error or self._explain(task[1], future.status, result)
            future.release()
        if error is not None:
            raise error
        if self._deaths.too_many:
            raise WorkersLost(self._deaths.sentence())
        for place, chunk in again:
            self._send(place, chunk)

    def _take(self, place: int, chunk: "Chunk", played: TaskResult) -> None:
        if self._rows:
            for cell, batch in played.rows:
                self._rows(chunk.cells[cell], batch)
        self._paces.setdefault(place, _Pace()).learn(chunk.n, played.seconds)
        self._deaths.came_back()
        self._done.append((place, played.reduced))

    def _explain(
        self, chunk: "Chunk", status: str, result: tuple[type, BaseException, object]
    ) -> BaseException:
        """Why a chunk did not come back: its own error, or one of the cluster."""
        if status != "error":  # cancelled by nobody: the connection is gone
            return self._gone()
        error = result[1]
        if isinstance(error, ImportError):
            return RunError(
                f"A worker cannot play {games_of(chunk)}: {error}; install the same everywhere."
            )
        return error

    def _gone(self) -> WorkersLost:
        return WorkersLost(f"The scheduler {self.address} is gone.")

    @property
    def busy(self) -> bool:
        return self._more or bool(self._tasks or self._done)

    def under_way(self) -> int:
        return 0

    def drop(self, group: int) -> None:
        self._dropped.add(group)
        self._let_go(future for future, (place, _) in self._tasks.items() if place == group)

    def _let_go(self, futures: Iterable["Future"]) -> None:
        """The scheduler forgets what nobody reductions: what is queued is never begun."""
        for future in list(futures):
            del self._tasks[future]
            future.release()

    def stop(self, grace: float) -> "list[tuple[int, ReducedChunk]]":  # noqa: ARG002
        self._more = False
        with suppress(RunError, UserError):  # reported already, or no longer useful
            self._collect()
        self._let_go(self._tasks)
        done, self._done = self._done, []
        return done


@dataclass(frozen=True)
class _TaskContext:
    """What every task of a run carries."""

    payload: dict[str, payload.SourceFile]
    versions: dict[str, str]
    games: list[str]
    policies: list[str]

    @classmethod
    def from_cells(cls, cells: "Iterable[Cell]") -> "_TaskContext":
        tables = list(cells)
        games, policies = versions.names_to_compare(tables)
        return cls(payload.pack(tables), versions.local_versions(games, policies), games, policies)

    def task(self, chunk: "Chunk") -> Task:
        return Task(chunk, self.payload, self.versions, self.games, self.policies)
