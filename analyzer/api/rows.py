"""The games behind an answer, a row each, kept in memory or read from the folder of a run."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer import games
from analyzer.errors import UserError
from analyzer.request.limits import MOST_ROW_BYTES

if TYPE_CHECKING:
    import polars as pl

    from analyzer.playout.cell import Cell
    from analyzer.simulation.batch import Batch


class Rows:
    """Every game and every seat of it, as two frames."""

    def __init__(self, most: int | None = None) -> None:
        self.most = most  # games whose rows are wanted; None: all
        self._parts: dict[int, tuple[pl.DataFrame, pl.DataFrame]] = {}  # by first game

    def take(self, _cell: "Cell", batch: "Batch") -> None:
        """The columns of a chunk, which the player uses again afterwards."""
        from analyzer.simulation.frames import games_frame, seats_frame

        self._parts[batch.first] = games_frame(batch), seats_frame(batch)

    def wanted(self, n: int) -> int:
        """How many of n games are kept."""
        return n if self.most is None else min(n, self.most)

    def keep_before(self, end: int) -> None:
        """Drop the games from number `end` on: chunks hold a few more than are wanted."""
        import polars as pl

        self._parts = {
            first: (one.filter(pl.col("game") < end), other.filter(pl.col("game") < end))
            for first, (one, other) in self._parts.items()
            if first < end
        }

    def games(self) -> "pl.DataFrame":
        """One row a game, in order."""
        return self._joined(0)

    def seats(self) -> "pl.DataFrame":
        """One row a game and seat, in order."""
        return self._joined(1)

    def _joined(self, place: int) -> "pl.DataFrame":
        import polars as pl

        return pl.concat([self._parts[first][place] for first in sorted(self._parts)])


class StoredRows(Rows):
    """The rows of a kept run, read when they are asked for."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder.absolute()  # the caller may change the folder meanwhile

    def _joined(self, place: int) -> "pl.DataFrame":
        import polars as pl

        from analyzer.store.rows import FOLDERS, shards

        with _as_mistake(self._folder):
            frames = pl.concat([pl.scan_parquet(f) for f in shards(self._folder, FOLDERS[place])])
            n = frames.select(pl.len()).collect().item() * len(frames.collect_schema())
            _refuse_large(NUMBER * n, str(self._folder))
            return frames.collect()


NUMBER = 8  # bytes of a number, at most


@contextmanager
def _as_mistake(folder: Path) -> Iterator[None]:
    try:
        yield
    except UserError:
        raise
    except Exception as error:  # whatever polars says of a file that is not ours
        raise UserError(f"The rows of the run {str(folder)!r} cannot be read.") from error


def stored_rows(folder: Path) -> Rows | None:
    """The rows that a run has kept; None if it has none."""
    from analyzer.store.rows import FOLDERS, shards

    return StoredRows(folder) if all(shards(folder, name) for name in FOLDERS) else None


def row_bytes(cell: "Cell") -> int:
    """How much memory the rows of a game take, in bytes: four for most numbers."""
    from analyzer.simulation.batch import Layout

    layout = Layout.from_game(games.load(cell.game))
    return 4 * (len(layout.game) + 6 + cell.players * (len(layout.seat) + 6))


def check_room(cell: "Cell", n: int) -> None:
    """Refuse rows that take more memory than a notebook can spare."""
    _refuse_large(n * row_bytes(cell), f"{n:,} games of {cell.game}")


def _refuse_large(size: int, whose: str) -> None:
    if size > MOST_ROW_BYTES:
        raise UserError(
            f"The rows of {whose} would take about {size / 1e9:.1f} GB of memory, more than "
            f"{MOST_ROW_BYTES / 1e9:g} GB: ask for fewer games, or keep them in a folder with "
            "analyze simulate --out."
        )
