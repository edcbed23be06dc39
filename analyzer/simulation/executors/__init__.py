"""Where chunks are played: threads of this process, or workers of a Dask cluster.

An executor takes chunks and returns their results, in any order. It decides nothing about results:
every executor calls the same `play_chunk`, and it does not matter to any number where a chunk ends.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from analyzer.errors import RunError

if TYPE_CHECKING:
    from analyzer.playout.cell import Cell
    from analyzer.simulation.chunk import ReducedChunk, RowSink
    from analyzer.simulation.plan import Chunk, Group

Work = Iterator[tuple[int, "Chunk"]]  # the place of its group, and the chunk


class WorkersLost(RunError):  # noqa: N818 - workers can go without an error
    """The workers are gone, and no game is to blame. What is done remains valid."""


class Executor(Protocol):
    """Chunks in, reduced numbers out. It may be started again when it has stopped."""

    @property
    def workers(self) -> int:
        """How many chunks are played at once."""

    @property
    def description(self) -> str:
        """Who plays, for the progress bar; empty if that goes without saying."""

    def prepare(self, cells: "Sequence[Cell]") -> None:
        """These tables will be played: refuse now any that cannot be."""

    def size(self, place: int, group: "Group", left: int) -> int:
        """How many games the next chunk of a group should have, at least one.

        `left` games are still to be handed out, including those of later groups.
        """

    def start(self, work: Work, rows: "RowSink | None") -> None:
        """Begin; `work` is read as workers become free."""

    def finished(self, seconds: float) -> "list[tuple[int, ReducedChunk]]":
        """What has come since the last call; if nothing has, waits at most that long.

        An error of a worker is raised here.
        """

    @property
    def busy(self) -> bool:
        """Is anything still under way?"""

    def under_way(self) -> int:
        """Playouts done in chunks that are not finished, for the progress bar."""

    def drop(self, group: int) -> None:
        """The question of a group is decided, so its chunks need not be played."""

    def stop(self, grace: float) -> "list[tuple[int, ReducedChunk]]":
        """End soon; returns what was finished, or can be told about chunks under way, within that
        time."""
