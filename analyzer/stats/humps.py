"""Two humps: are values of two kinds, with few of them in between?

Counts in windows of equal width are compared: one between two others that hold at least twice as
many. Of two windows, the share of one in both is binomial, whatever the law of the values (given
how many fall into them), so that Clopper and Pearson's interval holds. The windows are chosen by
looking; so the level is that of all pairs of windows.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from analyzer.stats.claims import Claim, Family, all_of, exceeds
from analyzer.stats.intervals import ALPHA, Interval, clopper_pearson
from analyzer.stats.rounding import quantile_from_histogram

WINDOWS = 8  # as many windows, side by side, make the middle 90 % of all values
NARROWEST = 2  # values in a window: games that hardly ever end on odd numbers have one hump
DEEP = 2 / 3  # of two windows a hump holds more than this part: twice as many as the dip
FEW = 3  # values
LEAST = 0.1  # part of all values that a hump must exceed


@dataclass(frozen=True)
class Humps:
    """Values up to the cut are of one kind, those above of another."""

    claim: Claim  # that there are two humps
    cut: int
    below: Interval  # the share of the first kind, at the level of the family
    medians: tuple[int, int]

    @property
    def above(self) -> Interval:
        found = self.below
        return Interval(1 - found.estimate, 1 - found.high, 1 - found.low)


def two_humps(histogram: Mapping[int, int], alpha: float = ALPHA) -> Humps | None:
    """The deepest dip, and whether it is shown to part the values in two; None if there is none.

    It is not shown of values with a third hump, which are not of two kinds.
    """
    step = _step(histogram)
    found = _deepest(histogram, alpha, step)
    if found is None or not found.claim.shown:
        return found
    parts = [{v: k for v, k in histogram.items() if (v > found.cut) is up} for up in (False, True)]
    more = [inner for part in parts if (inner := _deepest(part, alpha, step))]
    return None if any(inner.claim.shown for inner in more) else found


def _step(histogram: Mapping[int, int]) -> int:
    """The common step of all values, such as numbers of turns that are always even. Three values or
    fewer always have one, which means nothing."""
    first = min(histogram, default=0)
    return math.gcd(*(value - first for value in histogram)) if len(histogram) > FEW else 1


def _deepest(histogram: Mapping[int, int], alpha: float, step: int) -> Humps | None:
    windows = _windows(histogram, step)
    dips = [dip for dip in _dips(windows, LEAST * sum(histogram.values())) if dip.depth < 1]
    if not dips:
        return None
    deepest = [dip for dip in dips if dip.depth == min(one.depth for one in dips)]
    dip = deepest[len(deepest) // 2]  # the middle of a gap
    family = Family("pairs of windows", len(windows) ** 2, alpha)
    n = sum(histogram.values())
    cut = dip.middle
    lower = sum(count for value, count in histogram.items() if value <= cut)
    below = clopper_pearson(lower, n, family.each)
    rarer = below if 2 * lower <= n else clopper_pearson(n - lower, n, family.each)
    claims = {
        "first hump": _holds_more(dip.left, dip.count, family, n),
        "second hump": _holds_more(dip.right, dip.count, family, n),
        "rarer kind": exceeds(rarer, family, n, "rarer kind", LEAST),
    }
    medians = [
        quantile_from_histogram({v: k for v, k in histogram.items() if (v > cut) is up}, 0.5)
        for up in (False, True)
    ]
    return Humps(all_of(claims), cut, below, (medians[0], medians[1]))


def _holds_more(hump: int, dip: int, family: Family, n: int) -> Claim:
    return exceeds(clopper_pearson(hump, hump + dip, family.each), family, n, "hump", DEEP)


@dataclass(frozen=True)
class _Window:
    begin: int
    end: int  # its last value
    count: int
    before: int  # values below it


@dataclass(frozen=True)
class _Dip:
    """A window, and the fullest ones on both sides of it."""

    middle: int
    count: int
    left: int
    right: int

    @property
    def least(self) -> int:
        return min(self.left, self.right)

    @property
    def depth(self) -> float:
        return self.count / self.least if self.least else math.inf


def _windows(histogram: Mapping[int, int], step: int) -> list[_Window]:
    """Windows over the middle 90 % and a little more, each overlapping the next."""
    if not histogram:
        return []
    low, high = (quantile_from_histogram(histogram, part) for part in (0.05, 0.95))
    wide = max(NARROWEST, math.ceil(((high - low) // step + 1) / WINDOWS)) * step
    begin = low - wide
    places = range(begin, high + wide + step, step)
    start = sum(count for value, count in histogram.items() if value < begin)
    sums = list(accumulate((histogram.get(value, 0) for value in places), initial=start))
    many, apart = wide // step, max(1, wide // step // 4)
    return [
        _Window(places[at], places[at + many - 1], sums[at + many] - sums[at], sums[at])
        for at in range(0, len(places) - many + 1, apart)
    ]


def _dips(windows: Sequence[_Window], least: float) -> list[_Dip]:
    """Every window with more than `least` values on both sides, beside the fullest ones there."""
    whole = windows[-1].before + windows[-1].count if windows else 0
    found = []
    for one in windows:
        left = [other.count for other in windows if other.end < one.begin]
        right = [other.count for other in windows if other.begin > one.end]
        after = whole - one.before - one.count
        if left and right and min(one.before + one.count, after + one.count) > least:
            middle = (one.begin + one.end) // 2
            found.append(_Dip(middle, one.count, max(left), max(right)))
    return found
