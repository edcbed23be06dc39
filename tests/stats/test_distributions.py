"""Tails and quantiles of our own against scipy's, over all sizes that runs have."""

import math
import random

import pytest
from scipy import special as reference

from analyzer.stats import distributions


def parts(rng: random.Random) -> float:
    """Chances of all sizes, from the middle to the far ends."""
    tiny = 10 ** rng.uniform(-9, -1)
    return rng.choice([rng.random(), tiny, 1 - tiny])


def test_quantiles_of_the_beta_law():
    rng = random.Random(1)
    for _ in range(3000):
        a, b = (10 ** rng.uniform(-0.5, 5) for _ in range(2))
        part = parts(rng)
        found = distributions.beta_quantile(a, b, part)
        assert found == pytest.approx(float(reference.betaincinv(a, b, part)), rel=1e-9), (a, b)


def test_quantiles_of_the_beta_law_of_a_billion_games():
    """The tail of what is found is compared: scipy's own quantiles are wrong here and there."""
    rng = random.Random(2)
    for _ in range(300):
        n = 10 ** rng.uniform(6, 9)
        won = rng.choice([n * rng.random(), 10 ** rng.uniform(0, 4)])
        part = parts(rng)
        found = distributions.beta_quantile(won, n - won + 1, part)
        tail = float(reference.betainc(won, n - won + 1, found))
        assert min(tail, 1 - tail) == pytest.approx(min(part, 1 - part), rel=1e-5), (won, n)


def test_tails_of_the_beta_law():
    rng = random.Random(4)
    for _ in range(3000):
        a, b = (10 ** rng.uniform(-0.5, 5) for _ in range(2))
        value = distributions.beta_quantile(a, b, parts(rng))
        expected = float(reference.betainc(a, b, value))
        assert distributions.beta_below(a, b, value) == pytest.approx(expected, rel=1e-8), (a, b)


def test_student():
    rng = random.Random(3)
    for _ in range(3000):
        freedom = math.ceil(10 ** rng.uniform(0, 9))
        part, value = parts(rng), rng.uniform(-9, 9)
        quantile = -float(reference.stdtrit(freedom, part))
        assert distributions.student_quantile(freedom, part) == pytest.approx(
            quantile, rel=1e-10, abs=1e-10
        )
        tail = float(reference.stdtr(freedom, -value))
        assert distributions.student_tail(freedom, value) == pytest.approx(tail, rel=1e-10)


@pytest.mark.parametrize(("freedom", "value"), [(1, 12.706), (4, 2.776), (9, 2.262), (30, 2.042)])
def test_the_published_table_of_student(freedom, value):
    assert distributions.student_quantile(freedom, 0.025) == pytest.approx(value, abs=0.0005)
    assert distributions.student_tail(freedom, value) == pytest.approx(0.025, abs=0.00003)


def test_ends():
    assert distributions.beta_quantile(3, 4, 0) == 0
    assert distributions.beta_quantile(3, 4, 1) == 1
    assert [distributions.beta_below(3, 4, end) for end in (0, 1)] == [0, 1]
    assert [distributions.beta_below(0, 4, value) for value in (0, 0.5, 1)] == [0, 1, 1]
    assert [distributions.beta_below(4, 0, value) for value in (0, 0.5, 1)] == [0, 0, 1]
    assert distributions.student_quantile(5, 0.5) == 0
    assert distributions.student_quantile(5, 0) == math.inf
    assert distributions.student_quantile(5, 1) == -math.inf
    assert distributions.student_tail(5, math.inf) == 0
    assert distributions.student_tail(5, -math.inf) == 1
    assert distributions.student_tail(5, 0) == 0.5
