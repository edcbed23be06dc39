"""A plan is played: chunks to the executor, reduced numbers back, for all cells in one pool.

The main thread waits, keeps what comes, merges it in the order of the games, decides at planned
looks, reports progress and listens for Ctrl-C, so that an interrupt is answered at once and loses
nothing that is done. Results depend on nothing but the plan.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol, TypedDict, Unpack

from analyzer import games
from analyzer.policies import registry
from analyzer.simulation.executors import WorkersLost
from analyzer.simulation.executors.threads import PATIENCE, Threads
from analyzer.simulation.executors.threads import workers_for as workers_for
from analyzer.simulation.plan import (
    Chunk,
    Group,
    Plan,
    Reduction,
    check_plan,
    missing_ranges,
    split_into_chunks,
)
from analyzer.system import signals

if TYPE_CHECKING:
    from analyzer.questions import Question
    from analyzer.simulation.chunk import ReducedChunk, RowSink
    from analyzer.simulation.executors import Executor, Work
    from analyzer.simulation.reducers import Reducer
    from analyzer.simulation.reducers.pairs import Pairs
    from analyzer.simulation.reducers.totals import Totals

GRACE = 0.4  # seconds to wait for workers after an interrupt
TICK = 0.05


@dataclass(frozen=True)
class Progress:
    """How far a plan is."""

    done: int  # playouts, over all cells
    total: int
    seconds: float
    group: int  # the group under way
    reduced: "GroupResult | None"  # what is merged of it
    workers: str = ""  # who plays, if that is not clear already


@dataclass(frozen=True)
class GroupResult:
    """The games of one group and what they amount to."""

    group: Group
    n: int  # games of each cell, from group.first on without a gap
    parts: "dict[Reduction, Reducer]"
    look: int | None = None  # the planned look at which it was decided, counted from 0

    def totals(self, cell: int = 0) -> "Totals":
        return self.parts[Reduction("totals", (cell,))]  # type: ignore[return-value]

    def pairs(self, cell: int, base: int = 0) -> "Pairs":
        return self.parts[Reduction("pairs", (cell, base))]  # type: ignore[return-value]

    def part(self, reducer: str, *cells: int) -> "Reducer":
        return self.parts[Reduction(reducer, cells)]


@dataclass
class Outcome:
    """The results of a plan."""

    plan: Plan
    groups: list[GroupResult]
    seconds: float  # on the clock
    core_seconds: float  # inside the turn loop, all threads together
    threads: int
    interrupted: bool = False
    lost: str = ""  # why it ended early, if nobody stopped it
    begun: str = ""  # how its game files were played at first: see modes_of

    @property
    def games(self) -> int:
        """Playouts, over all cells."""
        return sum(ran.n * len(ran.group.cells) for ran in self.groups)

    def add(self, later: "Outcome") -> "Outcome":
        """Two rounds of one question."""
        return Outcome(
            plan=Plan(self.plan.groups + later.plan.groups),
            groups=self.groups + later.groups,
            seconds=self.seconds + later.seconds,
            core_seconds=self.core_seconds + later.core_seconds,
            threads=self.threads,
            interrupted=self.interrupted or later.interrupted,
            lost=self.lost or later.lost,
            begun=self.begun,
        )


def modes_of(plan: Plan) -> str:
    """How the game files of a plan are played now; both, if two games differ."""
    names = {cell.game for group in plan.groups for cell in group.cells}
    return ", ".join(sorted({games.load(name).mode for name in names} - {""}))


class StoppingRule(Protocol):
    """Called at every planned look: is the question decided?"""

    def __call__(self, ran: GroupResult, look: int) -> bool: ...


class Store(Protocol):
    """Keeps reduced chunks as they come, so that a stopped run can go on."""

    def known(self, group: int) -> "list[ReducedChunk]":
        """What an earlier run has kept of a group, in any order, without overlaps."""

    def keep(self, group: int, part: "ReducedChunk") -> None:
        """Keep a chunk."""

    def grow(self, plan: Plan) -> None:
        """A further round of the same question: its groups follow those there are."""


class _GroupMerge:
    """Chunks of one group, added in the order of the games; decides at the looks."""

    def __init__(self, group: Group, decide: StoppingRule | None) -> None:
        self.group, self.decide = group, decide
        self.waiting: dict[int, ReducedChunk] = {}  # by first game, neighbours added up
        self._ends: dict[int, int] = {}  # the first game of what waits, by the game after its last
        self.merged: ReducedChunk | None = None
        self.at_look: GroupResult | None = None  # at the last look reached
        self.decided = False
        self.core_seconds = 0.0

    @property
    def n(self) -> int:
        return self.merged.n if self.merged else 0

    @property
    def done(self) -> int:
        """Games of each cell that are played, merged or not."""
        return self.n + sum(part.n for part in self.waiting.values())

    def result_so_far(self, look: int | None = None) -> GroupResult:
        parts = dict(self.merged.parts) if self.merged else {}
        return GroupResult(self.group, self.n, parts, look)

    def take(self, part: "ReducedChunk") -> None:
        """Add a chunk, and all that now follows without a gap."""
        self.core_seconds += part.core_seconds
        if part.n:
            self._wait(part)
        while not self.decided:
            follows = self.waiting.pop(self.group.first + self.n, None)
            if follows is None:
                return
            del self._ends[follows.first + follows.n]
            self.merged = follows if self.merged is None else self.merged.add(follows)
            if self.n in self.group.looks:
                self._look()

    def _wait(self, part: "ReducedChunk") -> None:
        """Memory stays flat if one chunk is late and many come before it: neighbours become one.

        Never across a planned look, where the merged games must end.
        """
        while (before := self._ends.get(part.first)) is not None and self._joins(part.first):
            del self._ends[part.first]
            part = self.waiting.pop(before).add(part)
        while (end := part.first + part.n) in self.waiting and self._joins(end):
            after = self.waiting.pop(end)
            del self._ends[after.first + after.n]
            part = part.add(after)
        self.waiting[part.first] = part
        self._ends[part.first + part.n] = part.first

    def _joins(self, game: int) -> bool:
        return game - self.group.first not in self.group.looks

    def _look(self) -> None:
        look = self.group.looks.index(self.n)
        self.at_look = self.result_so_far(look)
        self.decided = bool(self.decide and self.decide(self.at_look, look))

    def result(self) -> GroupResult:
        """What may be told: with planned looks the last of them, else all that is merged."""
        if self.group.looks and self.decide:
            return self.at_look or GroupResult(self.group, 0, {})
        return self.result_so_far()


def run(
    plan: Plan,
    *,
    threads: int | None = None,
    chunk: int | None = None,
    rows: "RowSink | None" = None,
    rows_end: int | None = None,
    progress: Callable[[Progress], None] | None = None,
    decide: StoppingRule | None = None,
    store: Store | None = None,
    round_from: int = 0,
    executor: "Executor | None" = None,
    patience: float = PATIENCE,
) -> Outcome:
    """Play a plan; an interrupt (Ctrl-C) ends it early, with what is done so far.

    `rows` takes the columns of every chunk that begins before the game `rows_end`. `round_from` is
    the number of groups that earlier rounds of the same question have kept.
    """
    check_plan(plan)
    cells = [cell for group in plan.groups for cell in group.cells]
    for cell in cells:
        registry.check_policy(cell.game, cell.policies)
    executor = executor or Threads(workers_for(cells, threads), patience)
    executor.prepare(cells)
    drive = _Run(plan, executor, decide, store, round_from)
    return drive.run(drive.work(chunk, rows_end), rows, progress)


class _Run:
    """One run: what is merged, and who plays."""

    def __init__(
        self,
        plan: Plan,
        executor: "Executor",
        decide: StoppingRule | None,
        store: Store | None,
        offset: int,
    ) -> None:
        self.plan, self.executor, self.store, self.offset = plan, executor, store, offset
        self.merges = [_GroupMerge(group, decide) for group in plan.groups]
        self.left = 0  # playouts that are still to be handed out
        self.started = time.perf_counter()
        if store:
            for place, merge in enumerate(self.merges):
                for part in store.known(offset + place):
                    merge.take(part)

    def run(
        self,
        work: "Work",
        rows: "RowSink | None",
        progress: Callable[[Progress], None] | None,
    ) -> Outcome:
        interrupted, lost = False, ""
        for name in {cell.game for group in self.plan.groups for cell in group.cells}:
            game = games.load(name)
            if hasattr(game, "compiled"):  # a kept game speaks, and does not play
                game.compiled()
        begun = modes_of(self.plan)
        self.executor.start(work, rows)
        try:
            while self.executor.busy and not all(merge.decided for merge in self.merges):
                with signals.uninterrupted():  # Ctrl-C waits for a tick, and loses no chunk
                    self._take(self.executor.finished(TICK))
                signals.raise_lost_interrupt()
                if progress:
                    progress(self._progress())
        except KeyboardInterrupt:
            interrupted = True
        except WorkersLost as gone:
            interrupted, lost = True, str(gone)
        finally:
            with signals.discard_interrupts():
                late = self.executor.stop(GRACE)
        with signals.discard_interrupts():
            self._take(late)
        return Outcome(
            plan=self.plan,
            groups=[merge.result() for merge in self.merges],
            seconds=time.perf_counter() - self.started,
            core_seconds=sum(merge.core_seconds for merge in self.merges),
            threads=self.executor.workers,
            interrupted=interrupted,
            lost=lost,
            begun=begun,
        )

    def work(self, size: int | None, rows_end: int | None) -> "Work":
        """What is missing, group by group; `size` games a chunk, or as the executor likes it."""
        self.left = self.plan.games - self._done()
        for place, merge in enumerate(self.merges):
            if merge.decided:  # by what was kept
                continue
            for piece in self._missing(place, size):
                self.left -= piece.n * len(piece.cells)
                wanted = rows_end is None or piece.first < rows_end
                yield place, piece if wanted else replace(piece, rows=False)

    def _missing(self, place: int, size: int | None) -> Iterator[Chunk]:
        merge = self.merges[place]
        group = merge.group

        def most() -> int:
            return size or self.executor.size(place, group, self.left // len(group.cells))

        held = [(group.first, merge.n)] if merge.n else []
        held += [(part.first, part.n) for part in merge.waiting.values()]
        for first, n in missing_ranges(group, held):
            yield from split_into_chunks(group, most, first, n)

    def _take(self, parts: "list[tuple[int, ReducedChunk]]") -> None:
        for place, part in parts:
            merge = self.merges[place]
            if self.store and part.n:
                self.store.keep(self.offset + place, part)
            merge.take(part)
            if merge.decided:
                self.executor.drop(place)

    def _done(self) -> int:
        """Playouts, over all cells."""
        return sum(merge.done * len(merge.group.cells) for merge in self.merges)

    def _progress(self) -> Progress:
        total = self.plan.games
        now = next((i for i, m in enumerate(self.merges) if not m.decided and m.n < m.group.n), 0)
        reduced = self.merges[now].result_so_far() if self.merges[now].n else None
        seconds = time.perf_counter() - self.started
        done = min(total, self._done() + self.executor.under_way())
        return Progress(done, total, seconds, now, reduced, self.executor.description)


class RunOptions(TypedDict, total=False):
    """How the rounds of a question are played: arguments of `run` that all rounds share."""

    threads: int | None
    chunk: int | None
    rows: "RowSink | None"
    rows_end: int | None
    progress: Callable[[Progress], None] | None
    executor: "Executor | None"
    patience: float


def run_question(
    question: "Question", *, store: Store | None = None, **options: Unpack[RunOptions]
) -> Outcome:
    """Play all rounds of a question: most have one, some look at it and play on."""
    outcome = run(question.plan(), decide=question.is_decided, store=store, **options)
    while not outcome.interrupted and (plan := question.next_round(outcome)):
        if store:
            store.grow(plan)
        more = run(
            plan,
            decide=question.is_decided,
            store=store,
            round_from=len(outcome.groups),
            **options,
        )
        outcome = outcome.add(more)
    return outcome
