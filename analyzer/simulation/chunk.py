"""`play_chunk`: a chunk in, reduced numbers out. The only caller of the core's turn loop.

It is a pure function of plain data: threads, another process and a run that goes on after a stop
all call it, and the result depends on nothing but the chunk.
"""

import time
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from analyzer import games
from analyzer._core.runner import BadChoice, Control, run_batch
from analyzer.errors import LineError, RunError
from analyzer.playout import watchers
from analyzer.playout.seeds import seed_key
from analyzer.playout.state import make_table
from analyzer.policies import registry
from analyzer.simulation import reducers
from analyzer.simulation.batch import Batch, Layout

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from analyzer._core.contract import Table as Packed
    from analyzer.playout.cell import Cell
    from analyzer.simulation.plan import Chunk, Reduction
    from analyzer.simulation.reducers import Reducer

    RowSink = Callable[[Cell, Batch], None]


@dataclass(frozen=True)
class ReducedChunk:
    """The results of a chunk."""

    first: int
    n: int  # fewer than asked if it was stopped
    parts: "Mapping[Reduction, Reducer]"
    core_seconds: float = field(compare=False)

    def add(self, later: "ReducedChunk") -> "ReducedChunk":
        """This chunk and a later one as one chunk; the later one must begin where this one ends."""
        if later.first != self.first + self.n:
            raise ValueError(f"games {later.first} on do not follow {self.first + self.n - 1}")
        return ReducedChunk(
            self.first,
            self.n + later.n,
            {reduction: part.add(later.parts[reduction]) for reduction, part in self.parts.items()},
            self.core_seconds + later.core_seconds,
        )


@lru_cache(maxsize=512)
def _core_table(cell: "Cell", text: str) -> "Packed":  # noqa: ARG001 - a key
    """The text tells the tables of two cells apart whose rules name the same file: its owner may
    have changed it between two runs."""
    return make_table(games.load(cell.game), cell.players, cell.rules)


@lru_cache(maxsize=64)
def _layout(game: str, count: str, text: str) -> Layout:  # noqa: ARG001 - a key, as above
    return Layout.from_game(watchers.watched(games.load(game), count))


class ReadyCell:
    """A cell that is ready to be played."""

    def __init__(self, cell: "Cell") -> None:
        self.cell = cell
        games.load(cell.game).compiled()  # a game file may have been compiled meanwhile
        self.core = _core_table(cell, cell.text)
        self.seated = registry.seat_policies(cell, self.core)
        self.names = tuple(str(policy) for policy in cell.policies)
        self.key = seed_key(cell.seed)
        self.coin_key = self.key if cell.coin_seed is None else seed_key(cell.coin_seed)
        self.again = False  # is it played only for the words of a failure?

    def play(self, first: int, n: int, control: Control, traced: bool = False) -> Batch:
        """Playouts first .. first + n - 1, or the first of them if it is told to stop."""
        layout = _layout(self.cell.game, self.cell.count, self.cell.text)
        own = _layout(self.cell.game, "", self.cell.text)  # the columns that the core fills
        batch = Batch.empty(layout, self.cell.players, self.names, first, n, traced)
        try:
            done = run_batch(
                *(self.core, self.seated, self.key, first, n),
                *(batch.games[: len(own.game)], batch.seats[: len(own.seat)], control),
                coin_key=self.coin_key,
                traces=batch.traces,
            )
        except BadChoice as bad:
            self._fail_again(bad)
            raise registry.explain_bad_choice(self.cell, self.seated, bad) from None
        if self.cell.count:
            done = self._count(batch, len(own.game), len(own.seat), done, control)
        return replace(batch.head(done), cell=self.cell)

    def _count(self, batch: Batch, game: int, seat: int, n: int, control: Control) -> int:
        """Fills the columns of the watcher, from these on; how many playouts it has seen."""
        players = self.cell.players
        turns = batch.game_column("turns")
        for at in range(n):
            if control.stop_now:
                return at
            words = (self.core, self.seated, self.key, self.coin_key, batch.first + at)
            of_game, of_seats, made = watchers.count_playout(self.cell, *words)
            if made != turns[at]:
                raise RuntimeError(f"a watcher saw {made} moves of {turns[at]}")
            batch.games[game:, at] = of_game
            for row, values in enumerate(of_seats, start=seat):
                batch.seats[row, at * players : (at + 1) * players] = values
        return n

    def _fail_again(self, bad: BadChoice) -> None:
        """Compiled rules tell no more than the line that failed. The game is played again by its
        Python text, which says what happened."""
        game = bad.args[0]
        if self.again or bad.failed is None or not isinstance(bad.failed[0], LineError):
            return
        self.again = True
        with games.load(self.cell.game).telling():
            self.play(game, 1, Control())
        raise RunError(
            f"{str(bad.failed[0]).partition(':')[0]}: this fails compiled and not interpreted, in "
            f"--players {self.cell.players} --seed {self.cell.seed} --game {game} of "
            f"{self.cell.game}: please report it."
        )


def measure_game_seconds(cell: "Cell", sample: float = 0.1) -> float:
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
    chunk: "Chunk", control: Control | None = None, rows: "RowSink | None" = None
) -> ReducedChunk:
    """Play every cell of a chunk and reduce it; columns are released as soon as nobody needs them.

    If it is stopped, a chunk of one cell gives what was played, a chunk of several gives nothing:
    its arms would not hold the same playouts.
    """
    control = control or Control()
    held: dict[int, Batch] = {}
    parts: dict[Reduction, Reducer] = {}
    traced = {
        place
        for reduction in chunk.reductions
        if _needs_trace(reduction.reducer)
        for place in reduction.cells
    }
    seconds, n = 0.0, chunk.n
    for place, cell in enumerate(chunk.cells):
        table = ReadyCell(cell)
        started = time.perf_counter()
        batch = table.play(chunk.first, chunk.n, control, place in traced)
        seconds += time.perf_counter() - started
        if batch.n < chunk.n and len(chunk.cells) > 1:
            return ReducedChunk(chunk.first, 0, {}, seconds)
        held[place], n = batch, batch.n
        if rows is not None and chunk.rows and n:
            rows(cell, batch)
        _reduce(chunk.reductions, held, parts)
        del batch  # or its columns would be held while the next are played
    return ReducedChunk(chunk.first, n, parts, seconds)


def _needs_trace(reducer: str) -> bool:
    return reducers.load(reducer).traced


def _reduce(
    reductions: "tuple[Reduction, ...]", held: dict[int, Batch], parts: "dict[Reduction, Reducer]"
) -> None:
    """Everything that can be made of the columns at hand; columns are released after
    that."""
    for reduction in reductions:
        if reduction not in parts and all(place in held for place in reduction.cells):
            parts[reduction] = reducers.load(reduction.reducer).from_batches(
                *(held[place] for place in reduction.cells)
            )
    for place in list(held):
        if all(reduction in parts for reduction in reductions if place in reduction.cells):
            del held[place]
