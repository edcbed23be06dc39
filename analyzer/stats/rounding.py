"""Honest rounding: no digit beyond the error. Quantiles of a histogram."""

import math
from collections.abc import Callable, Mapping
from fractions import Fraction

from analyzer.stats.intervals import LEVEL, Interval, clopper_pearson

ALIKE = 1e-9  # an error that only rounding makes: all parts of the sample agree


def quantile_from_histogram(histogram: Mapping[int, int], q: float) -> int:
    """The smallest value that at least the part q of all counts does not exceed."""
    needed = Fraction(q).limit_denominator(10**6) * sum(histogram.values())
    seen = 0
    for value in sorted(histogram):
        seen += histogram[value]
        if seen >= needed and seen > 0:
            return value
    raise ValueError("a quantile needs at least one count")


def quantile_interval(histogram: Mapping[int, int], q: float, level: float = LEVEL) -> Interval:
    """A quantile with its interval, free of any law: it misses only if too few or too many of the
    values lie below, as Clopper and Pearson bound them. An end beyond all values is infinite."""
    n = sum(histogram.values())
    low = _fewest(n, lambda below: clopper_pearson(below, n, level).high > q)
    high = _fewest(n, lambda below: clopper_pearson(below, n, level).low > q)
    return Interval(
        quantile_from_histogram(histogram, q),
        -math.inf if low <= 0 else _rank(histogram, low),
        math.inf if high > n else _rank(histogram, high),
    )


def _fewest(n: int, holds: Callable[[int], bool]) -> int:
    """The fewest of 0 to n for which something holds that then holds for all more; else n + 1."""
    low, high = -1, n + 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def _rank(histogram: Mapping[int, int], rank: int) -> int:
    """The value of a rank, from 1."""
    seen = 0
    for value in sorted(histogram):
        seen += histogram[value]
        if seen >= rank:
            return value
    raise ValueError("there are fewer values than that")


def decimals(error: float, most: int = 6) -> int:
    """How many decimals a number with this error deserves: down to the error's first digit."""
    if not math.isfinite(error):
        return 0
    if error <= 0:
        return most
    return min(most, max(0, -math.floor(math.log10(error) + 1e-9)))


def format_rounded(value: float, error: float, most: int = 6) -> str:
    """A number printed with no digit beyond its error, and no minus sign before a zero."""
    return format_fixed(value, decimals(error, most))


def format_fixed(value: float, places: int) -> str:
    """A number with thousands separators and fixed decimals, and no minus sign before a zero."""
    text = f"{value:,.{places}f}"
    return text.lstrip("-") if not text.strip("-0.,") else text


def round_up(value: float) -> int:
    """A count rounded up to two digits, for sentences that say "about"."""
    if value < 100:
        return math.ceil(value)
    unit: int = 10 ** (math.floor(math.log10(value)) - 1)
    return math.ceil(value / unit) * unit


def format_percentage(count: int, n: int) -> str:
    """A count as a part of n in per cent, with no digit beyond its error."""
    if count in (0, n):
        return f"{100 * count // max(1, n)} %"
    part = count / n
    text = format_rounded(100 * part, 200 * math.sqrt(part * (1 - part) / n), most=4)
    if not text.strip("0."):
        return f"less than {text[:-1]}1 %" if "." in text else "less than 1 %"
    return f"{text} %"


def format_share(count: int, n: int, level: float = LEVEL) -> str:
    """A share with its exact interval: 3.1 % (2.9 – 3.3); an upper bound if there was none."""
    return format_part(clopper_pearson(count, n, level))


def format_part(found: Interval) -> str:
    """Any part of a whole with its interval: none is told as its upper bound, all as its lower one,
    and one on which all parts of the sample agree as it is."""
    if found.estimate <= 0:
        return f"at most {_up(100 * found.high)} %"
    if found.estimate >= 1:
        return f"at least {_down(100 * found.low)} %"
    if found.error < ALIKE:
        return f"{100 * found.estimate:.3g} %"
    places = decimals(100 * found.error)
    ends = [max(0.0, 100 * found.low), min(100.0, 100 * found.high)]
    low, high = (format_fixed(end, places) for end in ends)
    if not low.strip("0."):  # a rare event: the low end must not look like none at all
        places += 1
        low, high = (format_fixed(end, places) for end in ends)
    return f"{format_fixed(100 * found.estimate, places)} % ({low} – {high})"


def _up(value: float) -> str:
    """Two digits, rounded up, so that a bound stays true."""
    places = _two_digits(value)
    return format_fixed(math.ceil(value * 10**places) / 10**places, places)


def _down(value: float) -> str:
    places = _two_digits(100 - value)
    return format_fixed(math.floor(value * 10**places) / 10**places, places)


def _two_digits(value: float) -> int:
    return 1 if value <= 0 else min(6, max(0, 1 - math.floor(math.log10(value))))
