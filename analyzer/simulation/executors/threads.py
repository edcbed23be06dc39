"""Threads of this process: each one leaves Python for a whole chunk."""

import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from analyzer import games
from analyzer._core.runner import Control
from analyzer.errors import RunError
from analyzer.policies import registry
from analyzer.simulation.chunk import play_chunk
from analyzer.system.processors import count_processors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.playout.cell import Cell
    from analyzer.simulation.chunk import ReducedChunk, RowSink
    from analyzer.simulation.executors import Work
    from analyzer.simulation.plan import Chunk, Group

PATIENCE = 30.0  # seconds that a policy written in Python may think about one decision
# Playouts of a chunk at most: tens of milliseconds, and a few MB of columns. Not a power of 2: then
# all columns of a playout would lie at the same place of a cache, and playing would take 2 % more.
CHUNK = 8176
LEAST = 64  # and at least, so that a chunk is worth its overhead
SHARES = 16  # chunks a worker should find, so that no worker waits long for the last one


def workers_for(cells: "Sequence[Cell]", threads: int | None) -> int:
    """One thread for policies in Python: because of the interpreter's lock, two would be slower."""
    if any(registry.is_in_python(cell.game, who) for cell in cells for who in cell.policies):
        return 1
    return threads or count_processors()


def _is_slow(group: "Group") -> bool:
    """Somebody looks ahead: a playout may take seconds, and a chunk is worth any overhead."""
    return any(
        registry.looks_ahead(cell.game, who) for cell in group.cells for who in set(cell.policies)
    )


@dataclass
class Threads:
    """The usual executor. `lock` guards everything below it."""

    workers: int
    patience: float = PATIENCE
    lock: threading.Lock = field(default_factory=threading.Lock)
    _work: "Work" = field(default_factory=lambda: iter(()))
    _rows: "RowSink | None" = None
    _done: "list[tuple[int, ReducedChunk]]" = field(default_factory=list)
    _uncollected: int = 0  # playouts of what is done
    _taken: int = 0  # chunks, in the order of the work
    _playing: dict[int, Control] = field(default_factory=dict)  # by the number of the chunk
    _errors: dict[int, BaseException] = field(default_factory=dict)
    _controls: list[Control] = field(default_factory=list)
    _dropped: set[int] = field(default_factory=set)
    _stopping: bool = False
    _threads: list[threading.Thread] = field(default_factory=list)
    _news: threading.Event = field(default_factory=threading.Event)
    _started: float = field(default_factory=time.monotonic)

    @property
    def description(self) -> str:
        return ""

    def prepare(self, cells: "Sequence[Cell]") -> None:
        """Threads can play whatever this process can."""

    def size(self, place: int, group: "Group", left: int) -> int:  # noqa: ARG002
        least = 1 if _is_slow(group) else LEAST
        if any(games.load(cell.game).is_building for cell in group.cells):
            return max(1, least // 4)  # the next chunk may be played much faster
        return min(CHUNK, max(least, group.n // (SHARES * self.workers)))

    def start(self, work: "Work", rows: "RowSink | None") -> None:
        self._work, self._rows = work, rows
        for _ in range(self.workers):
            control = Control()
            self._controls.append(control)
            # a daemon: a user's policy that never returns must not keep the process alive
            worker = threading.Thread(target=self._play, args=(control,), daemon=True)
            self._threads.append(worker)
        for worker in self._threads:
            worker.start()

    def _take(self, control: Control) -> "tuple[int, int, Chunk] | None":
        with self.lock:
            while not self._stopping:
                found = next(self._work, None)
                if found is None:
                    return None
                if found[0] not in self._dropped:
                    self._taken += 1
                    self._playing[self._taken] = control
                    return self._taken, *found
        return None

    def _play(self, control: Control) -> None:
        """One worker: chunk after chunk until none is left or the run stops."""
        number = 0
        try:
            while found := self._take(control):
                number, group, chunk = found
                reduced = play_chunk(chunk, control, self._rows)
                with self.lock:
                    self._playing.pop(number)
                    self._done.append((group, reduced))
                    self._uncollected += control.done
                    control.clear()
                self._news.set()
        except BaseException as error:  # noqa: BLE001 - raised again where it is waited for
            with self.lock:
                self._playing.pop(number, None)
                self._errors[number] = error
            self._halt(number if isinstance(error, RunError) else 0)
        self._news.set()

    def finished(self, seconds: float) -> "list[tuple[int, ReducedChunk]]":
        self._news.wait(seconds)
        self._news.clear()
        self._refuse_silence()
        return self._collect()

    def _collect(self) -> "list[tuple[int, ReducedChunk]]":
        with self.lock:
            done, self._done, self._uncollected = self._done, [], 0
            first = min(self._errors, default=0)
            # of several chunks that fail, the first one is told, however fast each was
            error = None if min(self._playing, default=first) < first else self._errors.get(first)
        if error is not None:
            raise error
        return done

    @property
    def busy(self) -> bool:
        return any(thread.is_alive() for thread in self._threads) or bool(self._done)

    def under_way(self) -> int:
        with self.lock:  # a chunk that is just done is counted once, so that progress never falls
            now: int = sum(control.done for control in self._controls)
            return self._uncollected + now

    def drop(self, group: int) -> None:
        with self.lock:
            self._dropped.add(group)

    def _halt(self, after: int = 0) -> None:
        """No new chunk; those under way stop, unless they come before the number of one."""
        self._stopping = True
        with self.lock:
            ending = [one for number, one in self._playing.items() if number > after]
        for control in ending if after else self._controls:
            control.stop()

    def stop(self, grace: float) -> "list[tuple[int, ReducedChunk]]":
        self._halt()
        deadline = time.monotonic() + grace
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))
        return self._collect()

    def _refuse_silence(self) -> None:
        """A policy written in Python that does not answer ends the run."""
        silent = registry.longest_wait(self._started)
        if silent is not None and silent.seconds > self.patience:
            self._halt()
            raise RunError(
                f"Policy {silent.policy} has not answered for {self.patience:g} seconds; "
                "it must return one of its moves, or the number of one."
            )
