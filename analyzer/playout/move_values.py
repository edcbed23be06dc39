"""What the legal moves of a position are worth, from what the seat to move can see.

Every move is tried in the same worlds. In a world, what the seat cannot see is dealt again, all
chance to come is different, and policies play on. So moves are compared pair by pair, world by
world.
"""

import math
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from analyzer import stats
from analyzer._core.reductions import WIN
from analyzer._core.runner import Stepper
from analyzer.playout.continuations import Part, PartExecutor, PartThreads
from analyzer.stats import Claim, Family, Interval

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from analyzer._core.contract import Policy
    from analyzer.games import AnyGame

    Integers = NDArray[np.int64]

ValueKind = Literal["win", "margin"]
WORLDS = 1_000
MOST_WORLDS = 100_000
PART = 50  # worlds between two checks for Ctrl-C
COUNTED = 2_000  # worlds whose counters are kept: they only explain
NOTHING: "Mapping[str, int]" = MappingProxyType({})


@dataclass(frozen=True)
class MoveValue:
    """A legal move."""

    place: int  # in the list of legal moves
    value: Interval  # the chance to win, or the margin over the mean of the others
    behind: Interval  # how far the first move is ahead, over the same worlds; 0 for itself
    best: bool  # it may be the best


@dataclass(frozen=True)
class Reason:
    """An outcome that separates the first move from the best of the others."""

    outcome: str  # one of the game's
    best: float  # the share of worlds with it after the first move
    other: float
    place: int  # index of that other move


@dataclass(frozen=True)
class MoveValues:
    """All legal moves, the best first."""

    by: ValueKind
    options: tuple[MoveValue, ...]
    claim: Claim | None  # that the first is the best; None if there is no other
    worlds: int
    reason: Reason | None


def default_value_kind(stepper: Stepper) -> ValueKind:
    """The margin if a stage is a contest of its own, otherwise the chance to win."""
    return "margin" if stepper.table.game.stage_is_contest else "win"


def evaluate_moves(
    stepper: Stepper,
    seated: "Sequence[Policy]",
    worlds: int = WORLDS,
    *,
    by: ValueKind | None = None,
    precision: float | None = None,
    executor: PartExecutor | None = None,
    successes: "Mapping[str, int]" = NOTHING,
    setbacks: "Mapping[str, int]" = NOTHING,
) -> MoveValues:
    """Try every legal move in `worlds` worlds, or in fewer if all values are known to within
    `precision` (a share, or points) before. The looks are planned, so stopping early is honest.
    `successes` and `setbacks`: what may be the reason, with its place among the seat counters."""
    by = by or default_value_kind(stepper)
    tried = _Tried(stepper, by, successes=successes, setbacks=setbacks)
    planned = (
        stats.plan_looks(worlds, first=200) if precision else [stats.Look(worlds, stats.ALPHA)]
    )
    found = None
    play = executor or PartThreads(stepper, seated, 1)
    try:
        for look in planned:
            tried.go_on(look.n, play)
            found = tried.weighed(look.level)
            if precision and all(option.value.error <= precision for option in found.options):
                break
    finally:  # after a stop, do not wait for moves that a deep search is still trying
        play.close()
    if found is None:
        raise ValueError("there must be a world at least")
    return found


def places_of_outcomes(face: "AnyGame") -> "tuple[dict[str, int], dict[str, int]]":
    """What may be the reason for a move in this game: successes, and setbacks."""
    counters = list(face.seat_counters)
    successes, setbacks = (
        {name: counters.index(name) for name in names} for names in (face.successes, face.setbacks)
    )
    return successes, setbacks


def cost_of(
    stepper: Stepper, seated: "Sequence[Policy]", made: int, worlds: int, by: ValueKind
) -> tuple[int, Interval] | None:
    """The move that is best in `worlds` worlds, by its place, and how far `made` is behind it in as
    many fresh ones. In the worlds in which a move was found to be best, it was also lucky. None:
    the move that was made is the best."""
    found = evaluate_moves(stepper, seated, worlds, by=by)
    better = found.options[0].place
    if better == made:
        return None
    codes = stepper.moves()
    again = _Tried(stepper, by, codes=[codes[better], codes[made]], worlds=worlds)
    play = PartThreads(stepper, seated, 1)
    try:
        again.go_on(2 * worlds, play)
    finally:
        play.close()
    return better, again.gap(0, 1, 1 - stats.ALPHA)


class _Tried:
    """The moves in the worlds so far."""

    def __init__(
        self,
        stepper: Stepper,
        by: ValueKind,
        *,
        codes: list[int] | None = None,
        worlds: int = 0,
        successes: "Mapping[str, int]" = NOTHING,
        setbacks: "Mapping[str, int]" = NOTHING,
    ) -> None:
        self.stepper, self.by, self.seat = stepper, by, stepper.seat
        self.codes = stepper.moves() if codes is None else codes
        self.outcomes = [(name, at, 1) for name, at in successes.items()]
        self.outcomes += [(name, at, -1) for name, at in setbacks.items()]
        self.values: list[list[Integers]] = [[] for _ in self.codes]
        self.counts: list[list[Integers]] = [[] for _ in self.codes]
        self.worlds = worlds

    def go_on(self, until: int, executor: PartExecutor) -> None:
        for first in range(self.worlds, until, PART):
            n = min(PART, until - first)
            jobs = [executor.submit(self._part(code, first, n)) for code in self.codes]
            for place, job in enumerate(jobs):
                self._take(place, first, job.result())
        self.worlds = until

    def _part(self, code: int, first: int, n: int) -> Part:
        to_milestone = self.by == "margin"
        return Part(self.seat, first, n, code, to_milestone, self._counts(first))

    def _take(self, place: int, first: int, found: "Integers") -> None:
        """The worlds of a part, after the move of this place."""
        if self.by == "win":
            value = found[:, self.seat, 0]
        else:
            scores = found[:, :, 1]
            value = scores.shape[1] * scores[:, self.seat] - scores.sum(axis=1)
        self.values[place].append(value)
        if self._counts(first):
            self.counts[place].append(found[:, self.seat, 2:] - self._before())

    def _counts(self, first: int) -> bool:
        """Are the counters of these worlds kept?"""
        return bool(self.outcomes) and first < COUNTED

    def gap(self, first: int, other: int, level: float) -> Interval:
        """How far one move is ahead of another, in the same worlds."""
        import numpy as np

        mine, theirs = (np.concatenate(self.values[at]) for at in (first, other))
        return self._difference(mine - theirs, level)

    @property
    def unit(self) -> int:
        """Values are whole numbers of these parts of a win, or of a point."""
        return int(WIN) if self.by == "win" else max(1, int(self.stepper.table.players) - 1)

    def weighed(self, level: float) -> MoveValues:
        import numpy as np

        values = [np.concatenate(parts) for parts in self.values]
        totals = [int(value.sum()) for value in values]
        order = sorted(range(len(values)), key=lambda place: -totals[place])
        first, *others = order
        claim, behind = None, {first: Interval(0.0, 0.0, 0.0)}
        if others:
            family = Family("pairs of moves", math.comb(len(order), 2), 1 - level)
            gaps = {at: values[first] - values[at] for at in others}
            behind |= {at: self._difference(gap, family.each) for at, gap in gaps.items()}
            ahead = {str(at): behind[at] for at in others}
            claim = stats.leads({str(first): ahead}, family, len(values[first]))
        each = Family("moves", len(order), 1 - level).each
        options = tuple(
            MoveValue(
                at,
                self._value(values[at], each),
                behind[at],
                claim is None or str(at) in claim.names,
            )
            for at in order
        )
        reason = self._reason(first, others[0]) if others and self.outcomes else None
        return MoveValues(self.by, options, claim, len(values[first]), reason)

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

    def _before(self) -> "Integers":
        """The counters of the seat in this position: what comes of a move is counted from here."""
        import numpy as np

        return np.array(self.stepper.result()["seat_counters"][self.seat], np.int64)

    def _reason(self, best: int, other: int) -> Reason | None:
        """What speaks for the first of two moves, if anything is shown to: in how many worlds it
        comes about after each of them. Of several the one with the largest difference."""
        import numpy as np

        mine, theirs = (np.concatenate(self.counts[place]) > 0 for place in (best, other))
        n, reason, most = len(mine), None, 0
        for outcome, at, sign in self.outcomes:
            gaps = sign * (mine[:, at].astype(np.int64) - theirs[:, at])
            gain, apart = int(gaps.sum()), int((gaps != 0).sum())
            p_value = stats.paired_p(n, gain, apart, apart)
            if gain > most and (p_value * len(self.outcomes) <= stats.ALPHA or apart == n):
                most = gain
                shares = float(mine[:, at].mean()), float(theirs[:, at].mean())
                reason = Reason(outcome, *shares, other)
        return reason


def _scaled(found: Interval, unit: int) -> Interval:
    return Interval(*(value / unit for value in found))
