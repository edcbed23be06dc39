"""Playing on from a position on the workers of a Dask cluster."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.errors import RunError, UserError
from analyzer.playout.continuations import Part, Pending, Walker
from analyzer.simulation.executors import WorkersLost, payload, versions
from analyzer.simulation.executors.worker import check_worker_versions

if TYPE_CHECKING:
    from distributed import Future

    from analyzer._core.runner import Stepper
    from analyzer.playout.cell import Cell
    from analyzer.playout.continuations import Worlds
    from analyzer.simulation.executors.dask import Dask


@dataclass(frozen=True)
class PartTask:
    """A part, and all that a worker must know to play it."""

    cell: "Cell"
    index: int  # of the playout whose luck it is
    state: Mapping[str, object]  # the position, as it is described
    part: Part
    payload: Mapping[str, payload.SourceFile]
    versions: versions.Versions  # of the process that asks
    games: Sequence[str]  # whose versions are compared
    policies: Sequence[str]


class PartWorkers:
    """An executor of parts: the workers of a cluster."""

    def __init__(self, dask: "Dask", cell: "Cell", index: int, stepper: "Stepper") -> None:
        self._dask = dask
        dask.prepare([cell])
        self._cell, self._index = cell, index
        self._state = stepper.describe() | {"turn_begins": False}  # it stands in the middle of one

    def submit(self, part: Part) -> Pending:
        what = (self._cell, self._index, self._state, part)
        return _PendingPart(self._dask, self._dask.submit(play, PartTask, *what))

    def close(self) -> None:
        """What nobody holds is not played."""


class _PendingPart:
    """A part that a worker has."""

    def __init__(self, dask: "Dask", future: "Future") -> None:
        self._dask, self._future = dask, future

    def result(self) -> "Worlds":
        from distributed import CancelledError, KilledWorker

        try:
            found: Worlds = self._future.result()
        except KilledWorker:
            raise WorkersLost(
                "Worker after worker died as it played on from the position; is there memory "
                "enough?"
            ) from None
        except ImportError as error:
            raise RunError(
                f"A worker cannot play on: {error}; install the same everywhere."
            ) from error
        except (CancelledError, OSError) as error:
            raise WorkersLost(f"The scheduler {self._dask.address} is gone.") from error
        return found


def play(task: PartTask) -> "Worlds":
    """Called by Dask on a worker."""
    from distributed import get_worker

    worker = get_worker()
    check_worker_versions(task, worker.address)
    return play_task(task, Path(worker.local_directory))


def play_task(task: PartTask, home: Path) -> "Worlds":
    """Play a part; `home` is a folder for users' files."""
    try:
        walker = Walker(payload.unpack(task.cell, task.payload, home))
        stepper = walker.start(task.index)
        stepper.restore(dict(task.state))
        return walker.play(task.index, stepper, task.part)
    except (UserError, RunError) as error:
        raise type(error)(payload.restore_user_paths(str(error), task.payload, home)) from None
