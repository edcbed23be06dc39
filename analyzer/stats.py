"""Intervals, quantiles and honest rounding. Knows nothing of games.

Intervals are two-sided, 95 % unless told otherwise. Sums come in as integers or exact
fractions and leave as floats only at the end.
"""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np

LEVEL = 0.95


def load() -> None:
    """Import what the functions below need, ahead of the first call."""
    import scipy.special  # noqa: F401


class Interval(NamedTuple):
    """An estimate and the ends of its interval."""

    estimate: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


def simultaneous_shares(
    sums: "Sequence[float] | np.ndarray", n: int, level: float = LEVEL
) -> "tuple[np.ndarray, np.ndarray]":
    """Low and high ends for several shares of n that hold together with the given level.

    Clopper and Pearson (1934), with Bonferroni's correction over the shares. A sum may be
    fractional (two winners get half a win each): shares within a game only narrow the spread
    of a yes-or-no outcome with the same mean, so the intervals stay on the safe side.
    """
    import numpy as np
    from scipy.special import betaincinv

    won = np.asarray(sums, dtype=float)
    if n <= 0:
        return np.zeros(won.shape), np.ones(won.shape)
    tail = (1 - level) / (2 * max(1, won.size))
    lost = n - won
    low = np.where(won > 0, betaincinv(np.where(won > 0, won, 1), lost + 1, tail), 0.0)
    high = np.where(lost > 0, betaincinv(won + 1, np.where(lost > 0, lost, 1), 1 - tail), 1.0)
    return low, high


def mean_interval(total: int, total_sq: int, n: int, level: float = LEVEL) -> Interval:
    """The mean of n values given their sum and sum of squares, with Student's t interval."""
    from scipy.special import stdtrit

    if n <= 0:
        return Interval(math.nan, -math.inf, math.inf)
    total, total_sq = int(total), int(total_sq)  # numpy's integers would overflow in n * total_sq
    mean = total / n
    if n == 1:
        return Interval(mean, -math.inf, math.inf)
    variance = max(0, n * total_sq - total * total) / (n * (n - 1))
    half = float(stdtrit(n - 1, (1 + level) / 2)) * math.sqrt(variance / n)
    return Interval(mean, mean - half, mean + half)


def quantile_from_histogram(histogram: Mapping[int, int], q: float) -> int:
    """The smallest value that at least the part q of all counts does not exceed."""
    needed = Fraction(q).limit_denominator(10**6) * sum(histogram.values())
    seen = 0
    for value in sorted(histogram):
        seen += histogram[value]
        if seen >= needed and seen > 0:
            return value
    raise ValueError("a quantile needs at least one count")


def games_needed(
    share: float, margin: float, k: int, level: float = LEVEL, chance: float = 0.8
) -> float:
    """How many games would show, with the given chance, on which side of a margin a share lies.

    Normal approximation of `simultaneous_shares` over k shares.
    """
    from scipy.special import ndtri

    if margin <= 0:
        return math.inf
    z = float(ndtri(1 - (1 - level) / (2 * k)) + ndtri(chance))
    return max(share * (1 - share), 1e-9) * (z / margin) ** 2


def decimals(error: float, most: int = 6) -> int:
    """How many decimals a number with this error deserves: down to the error's first digit."""
    if not math.isfinite(error):
        return 0
    if error <= 0:
        return most
    return min(most, max(0, -math.floor(math.log10(error) + 1e-9)))


def shown(value: float, error: float, most: int = 6) -> str:
    """A number printed with no digit beyond its error, and no minus sign before a zero."""
    return fixed(value, decimals(error, most))


def fixed(value: float, places: int) -> str:
    """A number with thousands separators and fixed decimals, and no minus sign before a zero."""
    text = f"{value:,.{places}f}"
    return text.lstrip("-") if not text.strip("-0.,") else text


def roughly(value: float) -> int:
    """A count rounded up to two digits, for sentences that say "about"."""
    if value < 100:
        return math.ceil(value)
    unit = 10 ** (math.floor(math.log10(value)) - 1)
    return math.ceil(value / unit) * unit


def percentage(count: int, n: int) -> str:
    """A count as a part of n in per cent, with no digit beyond its error."""
    if count in (0, n):
        return f"{100 * count // max(1, n)} %"
    part = count / n
    text = shown(100 * part, 200 * math.sqrt(part * (1 - part) / n), most=4)
    if not text.strip("0."):
        return f"less than {text[:-1]}1 %" if "." in text else "less than 1 %"
    return f"{text} %"
