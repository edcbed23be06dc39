"""When `search` prefers another move to that of its rollout policy: by made-up values of moves."""

from collections.abc import Callable
from math import sqrt

import numpy as np
import pytest
from numpy.typing import NDArray

from analyzer._core.policies.search import DEFAULTS, choose_by_values
from analyzer.stats.distributions import normal_tail, student_quantile

Values = NDArray[np.int64]
GUARD, ROUNDS = DEFAULTS["guard"][0], DEFAULTS["rounds"][0]
N = 1_000  # decisions of a kind


def margins(rng: np.random.Generator, worlds: int, moves: int) -> Values:
    return (1_000 * rng.normal(size=(worlds, moves))).astype(np.int64)


def margins_alike(rng: np.random.Generator, worlds: int, moves: int) -> Values:
    """The luck of a world is larger than what the moves make of it."""
    return margins(rng, worlds, moves) + 3 * margins(rng, worlds, 1)


def wins(rng: np.random.Generator, worlds: int, moves: int) -> Values:
    return 840 * (rng.random((worlds, moves)) < 0.25).astype(np.int64)


def wins_alike(rng: np.random.Generator, worlds: int, moves: int) -> Values:
    """Whoever wins a world wins it with most moves."""
    same = rng.random((worlds, 1)) < 0.5
    return 840 * (same ^ (rng.random((worlds, moves)) < 0.15)).astype(np.int64)


def decisions(make: Callable[..., Values], worlds: int, moves: int, better: int = 0) -> list[int]:
    """The moves chosen; the last one is made better."""
    rng = np.random.default_rng([worlds, moves])
    chosen = []
    for word in range(N):
        values = make(rng, 3 * worlds * moves // 2 + 1, moves)
        values[:, -1] += better
        chosen.append(choose_by_values(values, worlds, GUARD, ROUNDS, word))
    return chosen


@pytest.mark.parametrize("moves", [2, 3, 5, 9, 24])
@pytest.mark.parametrize("worlds", [4, 8, 16, 32])
def test_of_equal_moves_the_own_one_stays(worlds, moves):
    """In 95 of 100 decisions or more; the seed is fixed, and the true share is 96 or 97."""
    kinds = (margins, margins_alike, wins, wins_alike)
    left = sum(sum(map(bool, decisions(make, worlds, moves))) for make in kinds)
    assert left <= 0.05 * N * len(kinds)


@pytest.mark.parametrize("moves", [2, 5, 24])
def test_a_better_move_is_found(moves):
    """By one standard deviation of a world: mostly in 32 worlds, sometimes in four."""
    assert sum(one == moves - 1 for one in decisions(margins, 32, moves, 1_000)) > 0.85 * N
    assert sum(one == moves - 1 for one in decisions(margins, 4, moves, 1_000)) > 0.1 * N


def test_moves_that_are_always_the_same_are_not_preferred():
    assert choose_by_values(np.zeros((200, 4), np.int64), 32, GUARD, ROUNDS) == 0


@pytest.mark.parametrize("worlds", [4, 5])
def test_the_hurdle_is_that_of_student(worlds):
    """Two moves, in so few worlds that nothing is looked at before the end: a gain just beyond the
    quantile of Student's law is enough, one just below it is not."""
    n = 3 * worlds
    spread = 100_000 * np.array([(-1) ** i * (1 + i // 2) for i in range(n)])
    spread = spread - int(spread.mean())
    error = spread.std(ddof=1) / sqrt(n)
    quantile = student_quantile(n - 1, normal_tail(GUARD))
    for factor, chosen in ((1.03, 1), (0.97, 0)):
        values = np.zeros((n, 2), np.int64)
        values[:, 1] = spread + round(factor * quantile * error)
        assert choose_by_values(values, worlds, GUARD, ROUNDS) == chosen


def test_a_few_worlds_that_all_agree_prove_little():
    """Six wins of six are taken for better, three of three are not: of equal moves, one in eight
    would have them."""
    for worlds, chosen in ((2, 1), (1, 0)):
        values = np.zeros((3 * worlds, 2), np.int64)
        values[:, 1] = 840
        assert choose_by_values(values, worlds, GUARD, ROUNDS) == chosen
