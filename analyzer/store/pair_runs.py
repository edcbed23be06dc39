"""Two kept runs on the same luck, game by game: from the pairs they hold, or from their rows."""

from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.errors import UserError
from analyzer.playout import watchers
from analyzer.playout.cell import Cell
from analyzer.simulation import reducers
from analyzer.simulation.batch import Layout
from analyzer.simulation.plan import Group, Reduction, totals_and_pairs
from analyzer.simulation.run import GroupResult
from analyzer.store import rows
from analyzer.store.chunk_log import RangeSet

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from analyzer.simulation.batch import Batch
    from analyzer.simulation.chunk import ReducedChunk
    from analyzer.store.manifest import Manifest


@dataclass(frozen=True)
class Side:
    """One of the two runs: its tables, the reference first, and what is held of them."""

    name: str  # as the user typed it
    path: Path
    manifest: "Manifest"
    held: RangeSet
    cells: tuple[Cell, ...]

    @property
    def games(self) -> "ReducedChunk | None":
        """What is held from the first game on without a gap."""
        parts = list(_following(self.held.parts))
        return reduce(lambda a, b: a.add(b), parts) if parts else None

    @property
    def has_rows(self) -> bool:
        return self.manifest["rows"] != 0 and (self.path / rows.FOLDERS[0]).is_dir()


def _following(parts: "Sequence[ReducedChunk]") -> "Iterator[ReducedChunk]":
    for place, part in enumerate(parts):
        if place and parts[place - 1].first + parts[place - 1].n != part.first:
            return
        yield part


def from_pairs(one: Side, two: Side) -> GroupResult | None:
    """Runs with one reference on the same games: their pairs already lie there."""
    mine, theirs = one.games, two.games
    if one.cells[0] != two.cells[0] or mine is None or theirs is None:
        return None
    if (mine.first, mine.n) != (theirs.first, theirs.n):
        raise UserError(
            f"The run {one.name!r} holds {mine.n:,} games from {mine.first} on, and "
            f"{two.name!r} {theirs.n:,} from {theirs.first} on; extend or resume the shorter one."
        )
    cells, parts = (*one.cells, *two.cells[1:]), dict(mine.parts)
    for place in range(1, len(two.cells)):
        to = len(one.cells) + place - 1
        parts[Reduction("totals", (to,))] = theirs.parts[Reduction("totals", (place,))]
        parts[Reduction("pairs", (to, 0))] = theirs.parts[Reduction("pairs", (place, 0))]
    return GroupResult(Group(cells, totals_and_pairs(cells), mine.n, mine.first), mine.n, parts)


def from_rows(one: Side, two: Side) -> GroupResult:
    """Runs of one table each whose rows were kept: the games that both have."""
    cells = (one.cells[0], two.cells[0])
    wants = totals_and_pairs(cells)
    total: dict[Reduction, reducers.Reducer] = {}
    first, n = 0, 0
    for batches in _common(_batches(one), _batches(two)):
        first = first if n else batches[0].first
        n += batches[0].n
        for reduction in wants:
            part = reducers.load(reduction.reducer).from_batches(
                *(batches[cell] for cell in reduction.cells)
            )
            total[reduction] = total[reduction].add(part) if reduction in total else part
    if not n:
        raise UserError(
            f"The runs {one.name!r} and {two.name!r} have no game in common in their rows."
        )
    return GroupResult(Group(cells, wants, n, first), n, total)


def _batches(side: Side) -> "Iterator[Batch]":
    cell = side.cells[0]
    layout = Layout.from_game(watchers.game_of(cell))
    return rows.read_batches(side.path, layout, cell.players, tuple(map(str, cell.policies)))


def _common(one: "Iterator[Batch]", two: "Iterator[Batch]") -> "Iterator[tuple[Batch, Batch]]":
    """The games that both have, as pairs of batches of the same games."""
    a, b = next(one, None), next(two, None)
    while a is not None and b is not None:
        first, end = max(a.first, b.first), min(a.first + a.n, b.first + b.n)
        if first < end:
            yield a.part(first, end - first), b.part(first, end - first)
        if a.first + a.n <= end:
            a = next(one, None)
        if b.first + b.n <= end:
            b = next(two, None)
