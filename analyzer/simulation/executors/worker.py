"""What a Dask worker does: it compares versions, unpacks users' files, and plays a chunk in pieces.

A chunk of a cluster lasts seconds and is too large to hold the columns of all its games at once. So
it is cut like the chunks of threads and played by one thread: every piece goes through
`play_chunk`.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from analyzer.errors import RunError, UserError
from analyzer.simulation.executors import payload, versions
from analyzer.simulation.executors.threads import CHUNK, PATIENCE, Threads

if TYPE_CHECKING:
    from analyzer.playout.cell import Cell
    from analyzer.simulation.batch import Batch
    from analyzer.simulation.chunk import ReducedChunk
    from analyzer.simulation.plan import Chunk


@dataclass(frozen=True)
class Task:
    """A chunk, and all that a worker must know to play it."""

    chunk: "Chunk"
    payload: Mapping[str, payload.SourceFile]
    versions: versions.Versions  # of the process that asks
    games: Sequence[str]  # whose versions are compared
    policies: Sequence[str]


@dataclass(frozen=True)
class TaskResult:
    """What a worker gives back."""

    reduced: "ReducedChunk"
    seconds: float  # on its clock
    rows: "tuple[tuple[int, Batch], ...]"  # the place of the cell, and its columns, if wanted


def play(task: Task) -> TaskResult:
    """Called by Dask on a worker."""
    from distributed import get_worker

    worker = get_worker()
    check_worker_versions(task, worker.address)
    return play_task(task, Path(worker.local_directory))


class Compared(Protocol):
    """A task that carries the versions of the process that asks."""

    @property
    def versions(self) -> versions.Versions: ...
    @property
    def games(self) -> Sequence[str]: ...
    @property
    def policies(self) -> Sequence[str]: ...


def check_worker_versions(task: Compared, address: str) -> None:
    """A worker that came after the start may be of another version."""
    theirs = versions.local_versions(task.games, task.policies)
    if differs := versions.first_difference(theirs, task.versions):
        raise RunError(f"The worker {address} cannot play: {differs}; install the same everywhere.")


def play_task(task: Task, home: Path) -> TaskResult:
    """Play a chunk; `home` is a folder for users' files."""
    try:
        cells = tuple(payload.unpack(cell, task.payload, home) for cell in task.chunk.cells)
        chunk = replace(task.chunk, cells=cells)
        started, rows = time.perf_counter(), _RowCollector(cells)
        reduced = _play(chunk, rows)
        return TaskResult(reduced, time.perf_counter() - started, tuple(rows.taken))
    except (UserError, RunError) as error:
        raise type(error)(payload.restore_user_paths(str(error), task.payload, home)) from None


class _RowCollector:
    """Takes the columns of a chunk, to be sent back."""

    def __init__(self, cells: "Sequence[Cell]") -> None:
        self.cells = cells
        self.taken: list[tuple[int, Batch]] = []

    def __call__(self, cell: "Cell", batch: "Batch") -> None:
        self.taken.append((self.cells.index(cell), replace(batch, traces=None)))


def _play(chunk: "Chunk", rows: _RowCollector) -> "ReducedChunk":
    """Play in pieces, one after the other, in a thread, because a policy in Python may never
    answer."""
    thread = Threads(1, PATIENCE)
    thread.start(((0, piece) for piece in _pieces(chunk)), rows if chunk.rows else None)
    parts: list[ReducedChunk] = []
    while sum(part.n for part in parts) < chunk.n:
        parts += [part for _, part in thread.finished(1.0)]
    return reduce(lambda total, part: total.add(part), parts)


def _pieces(chunk: "Chunk") -> "Iterator[Chunk]":
    for first in range(chunk.first, chunk.first + chunk.n, CHUNK):
        yield replace(chunk, first=first, n=min(CHUNK, chunk.first + chunk.n - first))
