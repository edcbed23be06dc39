"""Where chunks are played: threads of this process, or workers elsewhere.

An executor takes chunks and gives back what they amount to, in any order. It decides nothing about
results: every one of them calls the same `play_chunk`.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from analyzer.plan import Chunk
    from analyzer.play import Reduced, Rows

Work = Iterator[tuple[int, "Chunk"]]  # the place of its group, and the chunk


class Executor(Protocol):
    """Chunks in, reduced numbers out."""

    @property
    def workers(self) -> int:
        """How many chunks are played at once."""

    def start(self, work: Work, rows: "Rows | None") -> None:
        """Begin; `work` is read as workers become free."""

    def finished(self, seconds: float) -> "list[tuple[int, Reduced]]":
        """What has come since the last call; waits that long at most if nothing has.

        An error of a worker is raised here.
        """

    @property
    def busy(self) -> bool:
        """Is anything still under way?"""

    def under_way(self) -> int:
        """Playouts done in chunks that are not finished, for the progress bar."""

    def drop(self, group: int) -> None:
        """The question of a group is decided: its chunks need not be played."""

    def stop(self, grace: float) -> "list[tuple[int, Reduced]]":
        """End soon; what was finished, or can be told of chunks under way, within that time."""
