"""How much of the variance of an outcome is luck, skill and seat.

Every assignment of policies to seats (an arm) plays the same deals, with one or two keys for the
coins of the policies. Nothing but sums over deals is kept, so that deals come in blocks and the
errors come from the jackknife over them.
"""

import math
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from analyzer.stats.intervals import LEVEL, Interval
from analyzer.stats.jackknife import jackknife_blocks

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Integers = NDArray[np.int64]
    Floats = NDArray[np.float64]


class LuckSums(NamedTuple):
    """Sums of one block of deals; those of several blocks add up, field by field."""

    even: "Integers"  # (arm, seat): outcomes of every second deal, over keys
    odd: "Integers"  # (arm, seat): of the others
    n_even: "Integers"  # how many deals went into each
    n_odd: "Integers"
    first: "Integers"  # (seat): outcomes with the first key, over arms and deals
    second: "Integers"
    product: "Integers"  # (seat): over deals, (sum over arms, first key) · (the same, second key)
    coins: "Integers"  # (outcome with the first key - with the second)², over everything
    squares: "Integers"  # outcome², over everything


class LuckSplit(NamedTuple):
    """The parts of the variance of an outcome; as shares they sum to 1."""

    seat: float
    own_skill: float
    others_skill: float
    deal: float
    deal_by_play: float
    coins: float


def luck_sums(outcomes: "Integers") -> LuckSums:
    """The sums of a block of whole-number outcomes by (arm, key, deal, seat), with 1 or 2 keys."""
    import numpy as np

    y = np.asarray(outcomes, dtype=np.int64)
    if y.ndim != 4 or y.shape[1] not in (1, 2):
        raise ValueError(f"outcomes go by arm, key (1 or 2), deal and seat; got shape {y.shape}")
    first, second = y[:, 0], y[:, -1]  # with one key no coin is tossed, and both are the same
    both = first + second
    by_deal = (first.sum(axis=0), second.sum(axis=0))
    return LuckSums(
        even=both[:, ::2].sum(axis=1),
        odd=both[:, 1::2].sum(axis=1),
        n_even=np.array([(y.shape[2] + 1) // 2]),
        n_odd=np.array([y.shape[2] // 2]),
        first=by_deal[0].sum(axis=0),
        second=by_deal[1].sum(axis=0),
        product=(by_deal[0] * by_deal[1]).sum(axis=0),
        coins=np.array([((first - second) ** 2).sum()]),
        squares=np.array([(first * first + second * second).sum()]),
    )


def split_luck(sums: LuckSums, arms: Sequence[Sequence[int]]) -> LuckSplit:
    """The parts of the variance; `arms` says for each arm which policy sits at each seat.

    The population is all assignments of the policies, each as likely as any other, so `arms` must
    hold all of them. Seat and skill are products of two independent halves of the deals, so that
    their noise does not count as signal; a part near zero may come out slightly below it. What
    is left, deal by play, is how the deal meets the way of playing. Less than two deals split
    nothing.
    """
    import numpy as np

    policies = np.asarray(arms)
    n_arms, n_seats = policies.shape
    n_even, n_odd = int(sums.n_even[0]), int(sums.n_odd[0])
    n = n_even + n_odd
    if not n_even or not n_odd:
        return LuckSplit(*[math.nan] * len(LuckSplit._fields))
    # Sums of many deals may be larger than any integer of numpy; means are not.
    even, odd = ((sums.even / (2 * n_even)).astype(float), (sums.odd / (2 * n_odd)).astype(float))
    seat = _shared(even.mean(axis=0), odd.mean(axis=0))
    even, odd = even - even.mean(axis=0), odd - odd.mean(axis=0)
    skill = float((even * odd).mean())
    own = float((_by_own(even, policies) * _by_own(odd, policies)).mean())
    deals = sums.product / n - (sums.first / n) * (sums.second / n)
    deal = float(deals.mean()) / n_arms**2 * n / (n - 1)
    outcomes = n * n_arms * n_seats
    coins = int(sums.coins[0]) / (2 * outcomes)
    mean = int((sums.first + sums.second).sum()) / (2 * outcomes)
    total = int(sums.squares[0]) / (2 * outcomes) - mean * mean
    rest = total - seat - skill - deal - coins
    parts = (seat, own, skill - own, deal, rest, coins)
    return LuckSplit(*(part / total if total > 0 else 0.0 for part in parts))


def _shared(even: "Floats", odd: "Floats") -> float:
    """The covariance of two independent measurements of the same numbers: their own variance."""
    return float(((even - even.mean()) * (odd - odd.mean())).mean())


def _by_own(means: "Floats", policies: "Integers") -> "Floats":
    """Means by (arm, seat) replaced by the mean over all arms with the same policy at that seat."""
    import numpy as np

    found = np.empty_like(means)
    for seat in range(means.shape[1]):
        for policy in np.unique(policies[:, seat]):
            same = policies[:, seat] == policy
            found[same, seat] = means[same, seat].mean()
    return found


def luck_intervals(
    blocks: Sequence[LuckSums], arms: Sequence[Sequence[int]], level: float = LEVEL
) -> dict[str, Interval]:
    """The parts of `split_luck` by name, with intervals from the jackknife over blocks of deals."""
    import numpy as np

    shapes = [field.shape for field in blocks[0]]
    ends = np.cumsum([field.size for field in blocks[0]])[:-1]
    flat = [[int(x) for field in block for x in field.ravel()] for block in blocks]
    sizes = [int(block.n_even[0] + block.n_odd[0]) for block in blocks]

    def part(place: int, row: Sequence[int]) -> float:
        fields = np.split(np.array(row, dtype=object), ends)
        sums = (field.reshape(shape) for field, shape in zip(fields, shapes, strict=True))
        return split_luck(LuckSums(*sums), arms)[place]

    return {
        name: jackknife_blocks(flat, partial(part, i), sizes, level)
        for i, name in enumerate(LuckSplit._fields)
    }
