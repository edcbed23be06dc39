"""Honest rounding: no digit beyond the error. Quantiles of a histogram."""

import math
from collections.abc import Mapping
from fractions import Fraction


def quantile_from_histogram(histogram: Mapping[int, int], q: float) -> int:
    """The smallest value that at least the part q of all counts does not exceed."""
    needed = Fraction(q).limit_denominator(10**6) * sum(histogram.values())
    seen = 0
    for value in sorted(histogram):
        seen += histogram[value]
        if seen >= needed and seen > 0:
            return value
    raise ValueError("a quantile needs at least one count")


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
    unit: int = 10 ** (math.floor(math.log10(value)) - 1)
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
