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
from typing import TYPE_CHECKING

from analyzer.errors import RunError, UserError
from analyzer.executors import luggage, versions
from analyzer.executors.threads import CHUNK, PATIENCE, Threads

if TYPE_CHECKING:
    from analyzer.columns import Batch
    from analyzer.plan import Cell, Chunk
    from analyzer.play import Reduced


@dataclass(frozen=True)
class Task:
    """A chunk, and all that a worker must know to play it."""

    chunk: "Chunk"
    luggage: Mapping[str, luggage.Parcel]
    versions: versions.Versions  # of the process that asks
    games: Sequence[str]  # whose versions are compared
    policies: Sequence[str]


@dataclass(frozen=True)
class Played:
    """What a worker gives back."""

    reduced: "Reduced"
    seconds: float  # on its clock
    rows: "tuple[tuple[int, Batch], ...]"  # the place of the cell, and its columns, if wanted


def play(task: Task) -> Played:
    """Called by Dask on a worker."""
    from distributed import get_worker

    worker = get_worker()
    refuse_other(task, worker.address)
    return play_task(task, Path(worker.local_directory))


def refuse_other(task: Task, address: str) -> None:
    """A worker that came after the start may be of another version."""
    theirs = versions.here(task.games, task.policies)
    if differs := versions.what_differs(theirs, task.versions):
        raise RunError(f"The worker {address} cannot play: {differs}; install the same everywhere.")


def play_task(task: Task, home: Path) -> Played:
    """Play a chunk; `home` is a folder for users' files."""
    try:
        cells = tuple(luggage.unpack(cell, task.luggage, home) for cell in task.chunk.cells)
        chunk = replace(task.chunk, cells=cells)
        started, rows = time.perf_counter(), _Rows(cells)
        reduced = _play(chunk, rows)
        return Played(reduced, time.perf_counter() - started, tuple(rows.taken))
    except (UserError, RunError) as error:
        raise type(error)(luggage.as_typed(str(error), task.luggage, home)) from None


class _Rows:
    """Takes the columns of a chunk, to be sent back."""

    def __init__(self, cells: "Sequence[Cell]") -> None:
        self.cells = cells
        self.taken: list[tuple[int, Batch]] = []

    def __call__(self, cell: "Cell", batch: "Batch") -> None:
        self.taken.append((self.cells.index(cell), replace(batch, traces=None)))


def _play(chunk: "Chunk", rows: _Rows) -> "Reduced":
    """Play in pieces, one after the other, in a thread, because a policy in Python may never
    answer."""
    thread = Threads(1, PATIENCE)
    thread.start(((0, piece) for piece in _pieces(chunk)), rows if chunk.rows else None)
    parts: list[Reduced] = []
    while sum(part.n for part in parts) < chunk.n:
        parts += [part for _, part in thread.finished(1.0)]
    return reduce(lambda total, part: total.add(part), parts)


def _pieces(chunk: "Chunk") -> "Iterator[Chunk]":
    for first in range(chunk.first, chunk.first + chunk.n, CHUNK):
        yield replace(chunk, first=first, n=min(CHUNK, chunk.first + chunk.n - first))
