"""What the legal moves of a position are worth, from what the seat to move can see.

Every move is tried in the same worlds. In a world, what the seat cannot see is dealt again, all
chance to come is different, and policies play on. So moves are compared pair by pair, world by
world.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from analyzer import stats
from analyzer._core.playout import Stepper, play_on
from analyzer._core.sums import WIN
from analyzer.stats import Interval

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from analyzer._core.contract import Policy

    Integers = NDArray[np.int64]

By = Literal["win", "margin"]
WORLDS = 1_000
MOST_WORLDS = 100_000
PART = 50  # worlds between two checks for Ctrl-C
COUNTED = 2_000  # worlds whose counters are kept: they only explain


@dataclass(frozen=True)
class Option:
    """A legal move."""

    place: int  # in the list of legal moves
    value: Interval  # the chance to win, or the margin over the mean of the others
    behind: Interval  # how much better the best move is, over the same worlds; 0 for itself
    best: bool  # the best, or one that cannot be told from it


@dataclass(frozen=True)
class Reason:
    """A counter that separates the best move from another one."""

    counter: int  # its place among the seat counters
    best: float  # its mean after the best move
    other: float
    place: int  # index of that other move, the best of those that are worse


@dataclass(frozen=True)
class Weighed:
    """All legal moves, the best first."""

    by: By
    options: tuple[Option, ...]
    worlds: int
    reason: Reason | None


def usual_value(stepper: Stepper) -> By:
    """The margin if a stage is a contest of its own, otherwise the chance to win."""
    return "margin" if stepper.table.game.stage_is_contest else "win"


def weigh(
    stepper: Stepper,
    seated: "Sequence[Policy]",
    worlds: int = WORLDS,
    *,
    by: By | None = None,
    precision: float | None = None,
    threads: int = 1,
) -> Weighed:
    """Try every legal move in `worlds` worlds, or in fewer if all values are known to within
    `precision` (a share, or points) before. The looks are planned, so stopping early is honest."""
    by = by or usual_value(stepper)
    tried = _Tried(stepper, list(seated), by)
    planned = stats.looks(worlds, first=200) if precision else [stats.Look(worlds, stats.ALPHA)]
    found = None
    pool = ThreadPoolExecutor(threads)
    try:
        for look in planned:
            tried.go_on(look.n, pool)
            found = tried.weighed(look.level)
            if precision and all(option.value.error <= precision for option in found.options):
                break
    finally:  # after a stop, do not wait for moves that a deep search is still trying
        pool.shutdown(wait=False, cancel_futures=True)
    if found is None:
        raise ValueError("there must be a world at least")
    return found


class _Tried:
    """The moves in the worlds so far."""

    def __init__(self, stepper: Stepper, seated: "list[Policy]", by: By) -> None:
        self.stepper, self.seated, self.by, self.seat = stepper, seated, by, stepper.seat
        self.codes = stepper.moves()
        self.values: list[list[Integers]] = [[] for _ in self.codes]
        self.counts: list[list[Integers]] = [[] for _ in self.codes]
        self.worlds = 0

    def go_on(self, until: int, pool: ThreadPoolExecutor) -> None:
        for first in range(self.worlds, until, PART):
            n = min(PART, until - first)
            jobs = [pool.submit(self._try, code, first, n) for code in self.codes]
            for place, job in enumerate(jobs):
                value, counted = job.result()
                self.values[place].append(value)
                if first < COUNTED:
                    self.counts[place].append(counted)
        self.worlds = until

    def _try(self, code: int, first: int, n: int) -> "tuple[Integers, Integers]":
        found = play_on(
            *(self.stepper, self.seated, self.seat, n),
            first=first,
            move=code,
            to_milestone=self.by == "margin",
            counters=first < COUNTED,
        )
        if self.by == "win":
            value = found[:, self.seat, 0]
        else:
            scores = found[:, :, 1]
            value = scores.shape[1] * scores[:, self.seat] - scores.sum(axis=1)
        return value, found[:, self.seat, 2:]

    @property
    def unit(self) -> int:
        """Values are whole numbers of these parts of a win, or of a point."""
        return int(WIN) if self.by == "win" else max(1, int(self.stepper.table.players) - 1)

    def weighed(self, level: float) -> Weighed:
        import numpy as np

        values = [np.concatenate(parts) for parts in self.values]
        totals = [int(value.sum()) for value in values]
        order = sorted(range(len(values)), key=lambda place: -totals[place])
        best, others = order[0], order[1:]
        p_values = [self._p(values[best] - values[place]) for place in others]
        differs = [found.differs for found in stats.holm(p_values, 1 - level)]
        options = [Option(best, self._value(values[best], level), Interval(0.0, 0.0, 0.0), True)]
        for place, told_apart in zip(others, differs, strict=True):
            behind = self._difference(values[best] - values[place], level)
            options.append(Option(place, self._value(values[place], level), behind, not told_apart))
        worse = next((option.place for option in options if not option.best), None)
        reason = None if worse is None else self._reason(best, worse)
        return Weighed(self.by, tuple(options), len(values[best]), reason)

    def _value(self, value: "Integers", level: float) -> Interval:
        n, total = len(value), int(value.sum())
        if self.by == "win":
            return stats.clopper_pearson(total / WIN, n, level)
        found = stats.mean_interval(total, int((value * value).sum()), n, level=level)
        return _scaled(found, self.unit)

    def _difference(self, gaps: "Integers", level: float) -> Interval:
        n, total, squares = len(gaps), int(gaps.sum()), int((gaps * gaps).sum())
        if self.by == "win":
            return stats.tango(n, total, squares, level, unit=WIN)
        found = stats.paired_mean(n, total, squares, int((gaps != 0).sum()), level)
        return _scaled(found, self.unit)

    def _p(self, gaps: "Integers") -> float:
        n, total, squares = len(gaps), int(gaps.sum()), int((gaps * gaps).sum())
        if self.by == "win":
            return stats.tango_p(n, total, squares, unit=WIN)
        return stats.paired_p(n, total, squares, int((gaps != 0).sum()))

    def _reason(self, best: int, other: int) -> Reason | None:
        """The counter that separates two moves most clearly, if there is one."""
        import numpy as np

        mine, theirs = (np.concatenate(self.counts[place]) for place in (best, other))
        n, gaps = len(mine), mine - theirs
        p_values = [
            stats.paired_p(n, int(d.sum()), int((d * d).sum()), int((d != 0).sum())) for d in gaps.T
        ]
        apart = [counter for counter, found in enumerate(stats.holm(p_values)) if found.differs]
        if not apart:
            return None
        clearest = min(apart, key=lambda counter: (p_values[counter], counter))
        means = mine[:, clearest].mean(), theirs[:, clearest].mean()
        return Reason(clearest, float(means[0]), float(means[1]), other)


def _scaled(found: Interval, unit: int) -> Interval:
    return Interval(*(value / unit for value in found))
