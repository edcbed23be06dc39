"""Tails and quantiles of the normal, Student's and the beta law."""

import math
from statistics import NormalDist

from analyzer._core import distributions

NORMAL = NormalDist()


def normal_quantile(tail: float) -> float:
    """The value that a standard normal number exceeds with chance `tail`."""
    if not 0 < tail < 1:
        return math.inf if tail <= 0 else -math.inf
    return -NORMAL.inv_cdf(tail)


def normal_tail(value: float) -> float:
    """The chance that a standard normal number exceeds `value`."""
    return math.erfc(value / math.sqrt(2)) / 2


def student_quantile(freedom: int, tail: float) -> float:
    """The value that Student's t with `freedom` degrees of freedom exceeds with chance `tail`."""
    if tail > 0.5:
        return -student_quantile(freedom, 1 - tail)
    if tail in (0, 0.5):
        return 0.0 if tail else math.inf
    return float(distributions.student_quantile(freedom, tail, normal_quantile(tail)))


def student_tail(freedom: int, value: float) -> float:
    """The chance that Student's t with `freedom` degrees of freedom exceeds `value`."""
    if math.isinf(value):
        return float(value < 0)
    beyond = float(distributions.student_tail(freedom, abs(value)))
    return beyond if value >= 0 else 1 - beyond


def beta_quantile(a: float, b: float, part: float) -> float:
    """The value below which the part `part` of the beta law with a and b lies."""
    if part in (0, 1):
        return float(part)
    if min(a, b) < 1e-9:  # all but the whole law is at one end
        return float(b < a)
    return float(distributions.beta_quantile(a, b, part, 1 - part, normal_quantile(part)))


def beta_below(a: float, b: float, value: float) -> float:
    """The chance that a number of the beta law with a and b is below `value`."""
    if min(a, b) < 1e-9:  # all but the whole law is at one end
        return float(a < b) if 0 < value < 1 else float(value > 0)
    return float(distributions.beta_below(a, b, value))
