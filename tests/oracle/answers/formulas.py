"""Intervals by their textbook formulas, with scipy's distributions, from plain columns."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from scipy import optimize, stats

BLOCKS = 20  # of the jackknife
FEW = 30  # games with another value than the usual one, below which Student's is too narrow


class Interval(NamedTuple):
    estimate: float
    low: float
    high: float
    at_least: bool = False  # the true one may be wider, never narrower


def share_interval(wins: float, n: float, alpha: float = 0.05) -> Interval:
    """Clopper and Pearson (1934); parts of a win count as such."""
    low = stats.beta.ppf(alpha / 2, wins, n - wins + 1) if wins > 0 else 0.0
    high = stats.beta.ppf(1 - alpha / 2, wins + 1, n - wins) if wins < n else 1.0
    return Interval(wins / n, float(low), float(high))


def mean_interval(values: np.ndarray, alpha: float = 0.05, usual: float | None = None) -> Interval:
    """Student's; exact for zeros and ones. Where few games are unusual, it is the least."""
    n, mean = len(values), float(np.mean(values))
    if set(np.unique(values)) <= {0, 1}:
        return share_interval(float(values.sum()), n, alpha)
    half = float(stats.t.ppf(1 - alpha / 2, n - 1) * np.std(values, ddof=1) / np.sqrt(n))
    return Interval(mean, mean - half, mean + half, at_least=_few_unusual(values, usual))


def part_interval(parts: np.ndarray, alpha: float = 0.05) -> Interval:
    """The mean of parts of a win; near 0 or 1, or with few other values, only that it holds it."""
    found = mean_interval(parts, alpha)
    if found.at_least or found.low < 0 or found.high > 1:
        return Interval(found.estimate, found.estimate, found.estimate, at_least=True)
    return found


def paired_interval(gaps: np.ndarray, alpha: float = 0.05) -> Interval:
    """The mean difference of two arms: Student's over the games."""
    n, mean = len(gaps), float(np.mean(gaps))
    half = float(stats.t.ppf(1 - alpha / 2, n - 1) * np.std(gaps, ddof=1) / np.sqrt(n))
    return Interval(mean, mean - half, mean + half, at_least=_few_unusual(gaps, 0))


def _few_unusual(values: np.ndarray, usual: float | None) -> bool:
    if usual is None:
        found, counts = np.unique(values, return_counts=True)
        usual = float(found[np.argmax(counts)])
    nearest = np.floor(np.mean(values) + 0.5)
    return bool(min(np.sum(values != usual), np.sum((values - nearest) ** 2)) < FEW)


def tango_interval(differences: np.ndarray, alpha: float = 0.05) -> Interval:
    """Tango's (1998) score interval of a difference of paired shares."""
    n = len(differences)
    total, squares = float(np.sum(differences)), float(np.sum(differences**2))
    b, c = max((squares + total) / 2, total, 0), max((squares - total) / 2, -total, 0)
    z = stats.norm.ppf(1 - alpha / 2)

    def score(d: float) -> float:
        one, two, three = 2 * n, -b - c + (2 * n - b + c) * d, -c * d * (1 - d)
        q = (np.sqrt(max(two * two - 4 * one * three, 0)) - two) / (2 * one)
        spread = n * (2 * q + d * (1 - d))
        return float((b - c - n * d) / np.sqrt(spread)) if spread > 0 else np.inf

    mean, near = total / n, 1e-12
    low = optimize.brentq(lambda d: score(d) - z, -1 + near, mean - near) if mean > -1 else -1.0
    high = optimize.brentq(lambda d: score(d) + z, mean + near, 1 - near) if mean < 1 else 1.0
    return Interval(mean, float(low), float(high))


def jackknife_interval(
    statistic: Callable[[np.ndarray], float],
    n: int,
    alpha: float = 0.05,
    *,
    of_pairs: bool = False,
) -> Interval:
    """Leaves out one block of games after another; the index of a game decides its block.

    `statistic` takes the mask of the games that stay. Where it needs even and odd games, both of a
    pair are in the same block.
    """
    block = np.arange(n) // (2 if of_pairs else 1) % BLOCKS
    whole = statistic(np.ones(n, bool))
    without = np.array([statistic(block != left) for left in range(BLOCKS)])
    spread = np.sqrt((BLOCKS - 1) / BLOCKS * np.sum((without - without.mean()) ** 2))
    half = stats.t.ppf(1 - alpha / 2, BLOCKS - 1) * spread
    return Interval(float(whole), float(whole - half), float(whole + half))


def ratio_interval(above: np.ndarray, below: np.ndarray, alpha: float = 0.05) -> Interval:
    """The sum of one column over the sum of another, game by game. If few games have any, blocks of
    games tell too little: it is the least, and a part is not below none."""
    found = jackknife_interval(
        lambda kept: above[kept].sum() / below[kept].sum(), len(above), alpha
    )
    if np.count_nonzero(above) < FEW:
        return found._replace(low=max(0.0, found.low), at_least=True)
    return found
