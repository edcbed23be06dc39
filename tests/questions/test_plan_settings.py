"""What `plan` names is what shows it: 20 made-up tables, from the pilot to the verdict.

A pilot of 20,000 made-up games is answered by the question itself. Then each number that it names
is tried: with ten per cent fewer games less than 80 % of runs show what is there, with ten per cent
more games more of them. The verdict is that of `compare` and `simulate`: Tango's interval and
Clopper and Pearson's, at the level of their families.
"""

import numpy as np
import pytest

from analyzer import stats
from analyzer._core.reductions import WIN
from analyzer.questions.plan import PlanQuestion
from analyzer.request.setting import build_setting
from analyzer.simulation.plan import Reduction
from analyzer.simulation.reducers.pairs import Pairs
from analyzer.simulation.reducers.totals import ColumnSums
from analyzer.simulation.run import GroupResult, Outcome
from analyzer.stats import Family
from support.fake_totals import totals
from support.lanes import rest_full

PILOT, REPEATS = 20_000, 3000
GAMES = {2: "horrible-mountain", 3: "hike", 4: "hike", 5: "hike", 8: "hike"}
RULES = {"hike": {"target": 30}, "horrible-mountain": {"hand_limit": 6}}
# Players, the part of games with another winner at seat 1, the change to be seen, in pp.
PAIRED = [
    (2, 0.3, 2.0),
    (3, 0.1, 1.0),
    (4, 0.2, 1.0),
    (5, 0.12, 1.0),
    (5, 0.3, 2.0),
    (8, 0.15, 1.5),
]
PAIRED += [(4, 0.05, 0.5), (3, 0.4, 3.0)]
ALONE = [(2, 2.0), (3, 1.0), (4, 2.0), (5, 1.0), (8, 1.5)]  # players, and the change
TABLES = [(2, 1.0, 1.0), (3, 1.0, 1.5), (4, 2.0, 1.0), (5, 1.0, 1.0), (8, 1.5, 2.0), (4, 1.0, 2.0)]
TABLES += [(3, 2.0, 1.0)]  # players, tolerance, and how far beyond it


def needs_of(k, part=0.2, difference=1.0, tolerance=1.0):
    """What the question says of a pilot in which all seats win equally, and this part differs."""
    rng, name = np.random.default_rng(k), GAMES[k]
    roles = ("a", "b") if k == 2 else ()
    shares = [totals(rng.multinomial(PILOT, [1 / k] * k), PILOT, roles=roles) for _ in range(2)]
    table = build_setting(name, k)
    other = table.with_rules(RULES[name])
    ((rule, value),) = RULES[name].items()
    asked = PlanQuestion(
        table, ((f"{rule}={value}", other),), PILOT, difference / 100, tolerance / 100
    )
    parts = {Reduction("totals", (place,)): one for place, one in enumerate(shares)}
    parts[Reduction("pairs", (1, 0))] = pairs(shares[0], rng.binomial(PILOT, part, k))
    (group,) = asked.plan().groups
    ran = GroupResult(group, PILOT, parts)
    answer = asked.answer(Outcome(asked.plan(), [ran], 1.0, 1.0, 1))
    return {one["question"]: one["games"] for one in answer.data["needs"]}


def pairs(one, differ):
    """Pairs in which so many games differ at each seat, as often one way as the other."""
    seats = nothing(one.seats)
    for place, count in enumerate(map(int, differ)):
        seats.values[seats.columns.index("win840"), place] = [0, WIN * WIN * count, count]
    return Pairs(one.n, nothing(one.games), seats, seats if one.by_role else None)


def level_of_each(k):
    """Wins of k seats, the length and the margin are one family."""
    return Family("measures", k + 2).each


def nothing(sums):
    return ColumnSums(sums.columns, np.zeros(sums.values.shape, object))


def check_within_ten_per_cent(shown, needed) -> None:
    """At 3,000 repeats a share is known to 0.7 percentage points; ten per cent of the games are
    worth four or more."""
    assert shown(round(0.9 * needed)) < stats.CHANCE < shown(round(1.1 * needed))


@pytest.mark.parametrize(("k", "part", "difference"), rest_full(PAIRED, 1))
def test_a_change_on_the_same_luck(k, part, difference) -> None:
    needed = needs_of(k, part, difference)["paired"]
    d, each = difference / 100, level_of_each(k)
    rng = np.random.default_rng(17 * k)

    def shown(n):
        drawn = rng.multinomial(n, [(part + d) / 2, (part - d) / 2, 1 - part], REPEATS)
        return np.mean([stats.tango(n, int(a - b), int(a + b), each).low > 0 for a, b, _ in drawn])

    check_within_ten_per_cent(shown, needed)


@pytest.mark.parametrize(("k", "difference"), rest_full(ALONE, 1))
def test_a_change_between_two_runs(k, difference) -> None:
    needed = needs_of(k, difference=difference)["alone"]
    z = stats.distributions.normal_quantile((1 - level_of_each(k)) / 2)
    rng = np.random.default_rng(19 * k)

    def shown(n):
        shares = np.array([[1 / k], [1 / k + difference / 100]])
        a, b = rng.binomial(n, shares, (2, REPEATS)) / n
        return np.mean(b - a > z * np.sqrt((a * (1 - a) + b * (1 - b)) / n))

    check_within_ten_per_cent(shown, needed)


@pytest.mark.parametrize(("k", "tolerance", "far"), rest_full(TABLES, 1))
def test_a_verdict(k, tolerance, far) -> None:
    """Fair where all win equally; unfair where one seat is further than the tolerance."""
    needs = needs_of(k, difference=far, tolerance=tolerance)
    limit, ends = tolerance / 100, {}
    rng = np.random.default_rng(23 * k)

    def departure(count, n):
        if (count, n) not in ends:
            found = stats.clopper_pearson(count, n, 1 - stats.ALPHA / k)
            ends[count, n] = found.low - 1 / k, found.high - 1 / k
        return ends[count, n]

    def fair(n):
        drawn = rng.multinomial(n, [1 / k] * k, REPEATS).tolist()
        inside = [
            all(abs(end) <= limit for count in row for end in departure(count, n)) for row in drawn
        ]
        return np.mean(inside)

    def unfair(n):
        drawn = rng.binomial(n, 1 / k + (tolerance + far) / 100, REPEATS).tolist()
        return np.mean([departure(count, n)[0] > limit for count in drawn])

    check_within_ten_per_cent(fair, needs["fair"])
    check_within_ten_per_cent(unfair, needs["unfair"])
