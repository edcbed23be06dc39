"""`play_chunk`: a chunk in, reduced numbers out. The only caller of the core's turn loop.

It is a pure function of plain data: threads, another process and a run that goes on after a stop
all call it, and the result depends on nothing but the chunk.
"""

import time
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from analyzer import games, policies, reduce
from analyzer._core.playout import BadChoice, Control, run_batch
from analyzer.columns import Batch, Layout
from analyzer.seeds import key
from analyzer.state import make_table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from analyzer._core.contract import Table as Packed
    from analyzer.plan import Cell, Chunk, Want
    from analyzer.reduce import Reducer

    Rows = Callable[[Cell, Batch], None]


@dataclass(frozen=True)
class Reduced:
    """What a chunk gave."""

    first: int
    n: int  # fewer than asked if it was stopped
    parts: "Mapping[Want, Reducer]"
    core_seconds: float = field(compare=False)

    def add(self, later: "Reduced") -> "Reduced":
        """Both together; the other one must begin where this one ends."""
        if later.first != self.first + self.n:
            raise ValueError(f"games {later.first} on do not follow {self.first + self.n - 1}")
        return Reduced(
            self.first,
            self.n + later.n,
            {want: part.add(later.parts[want]) for want, part in self.parts.items()},
            self.core_seconds + later.core_seconds,
        )


@lru_cache(maxsize=512)
def _table(cell: "Cell", text: str) -> "Packed":  # noqa: ARG001 - a key
    """The text tells the tables of two cells apart whose rules name the same file: its owner may
    have changed it between two runs."""
    return make_table(games.load(cell.game), cell.players, cell.rules)


@lru_cache(maxsize=32)
def _layout(game: str) -> Layout:
    return Layout.of(games.load(game))


class ReadyCell:
    """A cell that is ready to be played."""

    def __init__(self, cell: "Cell") -> None:
        self.cell = cell
        self.core = _table(cell, cell.text)
        self.seated = policies.seat(cell, self.core)
        self.names = tuple(str(policy) for policy in cell.policies)
        self.key = key(cell.seed)
        self.coin_key = self.key if cell.coin_seed is None else key(cell.coin_seed)

    def play(self, first: int, n: int, control: Control, traced: bool = False) -> Batch:
        """Playouts first .. first + n - 1, or the first of them if it is told to stop."""
        layout = _layout(self.cell.game)
        batch = Batch.empty(layout, self.cell.players, self.names, first, n, traced)
        try:
            done = run_batch(
                *(self.core, self.seated, self.key, first, n, batch.games, batch.seats, control),
                coin_key=self.coin_key,
                traces=batch.traces,
            )
        except BadChoice as bad:
            raise policies.explain_choice(self.cell, self.seated, *bad.args) from None
        return replace(batch.head(done), cell=self.cell)


def seconds_of_game(cell: "Cell", sample: float = 0.1) -> float:
    """How long one playout takes in one thread, tried out for about a sample's seconds."""
    table, n = ReadyCell(cell), 1
    while True:
        started = time.perf_counter()
        table.play(0, n, Control())
        seconds = time.perf_counter() - started
        if seconds > sample or n >= 2**14:
            return seconds / n
        n *= 4


def play_chunk(
    chunk: "Chunk", control: Control | None = None, rows: "Rows | None" = None
) -> Reduced:
    """Play every cell of a chunk and reduce it; columns are released as soon as nobody needs them.

    If it is stopped, a chunk of one cell gives what was played, a chunk of several gives nothing:
    its arms would not hold the same playouts.
    """
    control = control or Control()
    held: dict[int, Batch] = {}
    parts: dict[Want, Reducer] = {}
    traced = {place for want in chunk.wants if _traced(want.reducer) for place in want.cells}
    seconds, n = 0.0, chunk.n
    for place, cell in enumerate(chunk.cells):
        table = ReadyCell(cell)
        started = time.perf_counter()
        batch = table.play(chunk.first, chunk.n, control, place in traced)
        seconds += time.perf_counter() - started
        if batch.n < chunk.n and len(chunk.cells) > 1:
            return Reduced(chunk.first, 0, {}, seconds)
        held[place], n = batch, batch.n
        if rows is not None and chunk.rows and n:
            rows(cell, batch)
        _reduce(chunk.wants, held, parts)
        del batch  # or its columns would be held while the next are played
    return Reduced(chunk.first, n, parts, seconds)


def _traced(reducer: str) -> bool:
    return reduce.load(reducer).traced


def _reduce(
    wants: "tuple[Want, ...]", held: dict[int, Batch], parts: "dict[Want, Reducer]"
) -> None:
    """Everything that can be made of the columns at hand; columns are released after
    that."""
    for want in wants:
        if want not in parts and all(place in held for place in want.cells):
            parts[want] = reduce.load(want.reducer).of(*(held[place] for place in want.cells))
    for place in list(held):
        if all(want in parts for want in wants if place in want.cells):
            del held[place]
