"""Tails and quantiles of the normal, Student's and the beta law.

scipy.special takes 0.1 s to import, so it comes in with the first call that needs it.
"""

import math


def load() -> None:
    """Import what the functions of this package need, ahead of the first call."""
    import scipy.special  # noqa: F401


def normal_quantile(tail: float) -> float:
    """The value that a standard normal number exceeds with chance `tail`."""
    from statistics import NormalDist

    if not 0 < tail < 1:
        return math.inf if tail <= 0 else -math.inf
    return -NormalDist().inv_cdf(tail)


def normal_tail(value: float) -> float:
    """The chance that a standard normal number exceeds `value`."""
    return math.erfc(value / math.sqrt(2)) / 2


def student_quantile(freedom: int, tail: float) -> float:
    """The value that Student's t with so many degrees of freedom exceeds with chance `tail`."""
    from scipy.special import stdtrit

    return -float(stdtrit(freedom, tail))


def student_tail(freedom: int, value: float) -> float:
    """The chance that Student's t with so many degrees of freedom exceeds `value`."""
    from scipy.special import stdtr

    return float(stdtr(freedom, -value))


def beta_quantile(a: float, b: float, part: float) -> float:
    """The value below which the part `part` of the beta law with a and b lies."""
    from scipy.special import betaincinv

    return float(betaincinv(a, b, part))
