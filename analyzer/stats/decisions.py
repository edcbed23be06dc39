"""When to look, what many comparisons may claim, and what an interval says about a tolerance."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from analyzer.stats.intervals import ALPHA, Interval
from analyzer.stats.laws import normal_quantile, normal_tail

FIRST_LOOK = 1000  # games; earlier a look costs more precision than it saves games

Place = Literal["within", "beyond", "undecided"]


class Look(NamedTuple):
    """A planned look at the data: after how many games, and with which part of the error."""

    n: int
    alpha: float

    @property
    def level(self) -> float:
        """The level of every interval computed at this look."""
        return 1 - self.alpha


def looks(n: int, alpha: float = ALPHA, first: int = FIRST_LOOK) -> list[Look]:
    """When a run of n games may be looked at, and the part of alpha that each look may spend.

    Halvings of n down to `first` games. The last look gets half of alpha, the one before half
    of the rest, and so on; the first two get the same part. The parts sum to alpha, so by
    Bonferroni all looks hold together, whatever is decided at any of them.
    """
    if n <= 0:
        return []
    games = [n]
    while (half := -(-games[-1] // 2)) >= first and half < games[-1]:
        games.append(half)
    parts = [alpha / 2**j for j in range(1, len(games))]
    parts.append(parts[-1] if parts else alpha)
    return [Look(*look) for look in zip(games[::-1], parts[::-1], strict=True)]


class Adjusted(NamedTuple):
    """What Holm's procedure says of one of several comparisons."""

    p: float  # adjusted: compare it with alpha itself
    differs: bool
    level: float  # an interval of this level excludes zero exactly if `differs`


def holm(p_values: Sequence[float], alpha: float = ALPHA) -> list[Adjusted]:
    """Holm's (1979) correction of several p-values, in their order.

    Simultaneous are the decisions: the chance that any true zero is called different is at most
    alpha, however the comparisons depend on each other. The levels are for display: they grow
    with the rank as Holm's tests do, so that an interval of that level agrees with its decision.
    Such intervals hold at least 1 - alpha each, but not all together: for that, show all of them
    at the level 1 - alpha/m, which is Bonferroni's.
    """
    m = len(p_values)
    order = sorted(range(m), key=lambda i: p_values[i])
    found: dict[int, Adjusted] = {}
    adjusted, kept = 0.0, m  # hypotheses not rejected so far
    for rank, i in enumerate(order):
        adjusted = max(adjusted, min(1.0, (m - rank) * p_values[i]))
        level = 1 - alpha / kept
        # One that is kept stops the procedure: all later ones are kept at the same level.
        differs = kept == m - rank and adjusted <= alpha
        kept -= differs
        found[i] = Adjusted(adjusted, differs, level)
    return [found[i] for i in range(m)]


def holm_estimates(
    estimates: Sequence[tuple[float, float]], alpha: float = ALPHA
) -> list[tuple[Adjusted, Interval]]:
    """Holm's correction of (estimate, standard error) pairs, by the normal law.

    The intervals are those of `holm`'s levels: for display, not simultaneous.
    """
    p_values = [
        2 * normal_tail(abs(estimate) / error) if error > 0 else float(estimate == 0)
        for estimate, error in estimates
    ]
    found = []
    for (estimate, error), adjusted in zip(estimates, holm(p_values, alpha), strict=True):
        half = normal_quantile((1 - adjusted.level) / 2) * error
        found.append((adjusted, Interval(estimate, estimate - half, estimate + half)))
    return found


class Verdict(NamedTuple):
    """Where an interval lies: about a tolerance, and about zero."""

    place: Place
    side: int  # 1 if it lies wholly above zero, -1 if wholly below, 0 if it holds zero

    @property
    def fairness(self) -> str:
        """The word for a departure from a fair share."""
        return {"within": "FAIR", "beyond": "UNFAIR", "undecided": "UNDECIDED"}[self.place]

    @property
    def difference(self) -> str:
        """The words for a difference of two arms."""
        if self.place == "within":
            return "the same within"
        return "differs" if self.side else "undecided"

    @property
    def remark(self) -> str:
        """What the word alone would hide; empty if nothing."""
        if not self.side or self.place == "beyond":
            return ""
        if self.place == "undecided":
            return "undecided whether by more than the tolerance"
        favoured = "favoured" if self.side > 0 else "disfavoured"
        return f"{favoured}, but by less than the tolerance"


def verdict(interval: Interval, tolerance: float = 0.0) -> Verdict:
    """What an interval of a departure or difference says about a tolerance.

    Within: it lies in [-tolerance, tolerance]. Beyond: it lies wholly outside. Either is wrong
    only if the interval misses the truth. With tolerance 0, "beyond" is "differs from zero".
    """
    side = 1 if interval.low > 0 else -1 if interval.high < 0 else 0
    if interval.low > tolerance or interval.high < -tolerance:
        return Verdict("beyond", side)
    if -tolerance <= interval.low and interval.high <= tolerance:
        return Verdict("within", side)
    return Verdict("undecided", side)


def verdict_of_all(intervals: Sequence[Interval], tolerance: float) -> Verdict:
    """One verdict for several intervals that hold together.

    Beyond if one lies beyond, within if all lie within. The side is that of the largest estimate
    among the intervals that exclude zero.
    """
    found = [verdict(each, tolerance) for each in intervals]
    places = {one.place for one in found}
    place: Place = "beyond" if "beyond" in places else "undecided"
    if places == {"within"}:
        place = "within"
    sides = [
        (abs(each.estimate), one.side)
        for each, one in zip(intervals, found, strict=True)
        if one.side
    ]
    return Verdict(place, max(sides)[1] if sides else 0)
