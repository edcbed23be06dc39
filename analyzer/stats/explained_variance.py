"""How much of an outcome is settled: the part of its variance that chances at a moment explain."""

import math
from collections.abc import Sequence

QUARTERS = (1, 2, 3)  # of a game, after which it is measured
WORLDS = 32  # games played on from each moment


def explained_share(sums: Sequence[int], worlds: int = WORLDS) -> float:
    """The part of the variance of an outcome that the chances at a moment explain.

    From many moments, each played on in `worlds` independent worlds: how many moments; then for
    each seat, over moments, ΣS, ΣS² and ΣQ, where S is the sum of the seat's outcomes over the
    worlds of a moment and Q that of their squares. Products of two different worlds of a moment
    have the mean of its squared chance, without the noise of either, and products of two different
    moments that of the squared mean; so nothing is settled by chance, however few moments there
    are. Sums of squares over seats are compared, each about the mean of its own seat: an advantage
    of a seat settles nothing.
    """
    n, *rest = (int(value) for value in sums)
    if n < 2 or worlds < 2:
        return math.nan
    between = total = 0.0
    for s, ss, q in zip(rest[::3], rest[1::3], rest[2::3], strict=True):
        mean = (s * s - ss) / (n * (n - 1) * worlds**2)
        between += (ss - q) / (n * worlds * (worlds - 1)) - mean
        total += q / (n * worlds) - mean
    return between / total if total > 0 else math.nan
