"""Answers to made-up games, and what a person computes of them with a table of quantiles.

Game i of n has the value `values[i % len(values)]` of a column, and belongs to block i % 20. So a
column (a, b) is a in all games of one half of the blocks, and b in those of the other half. With
m = (a + b) / 2 and d = |b - a| / 2:

- its mean is m, and Student's interval m ± t(n - 1) · d / √(n - 1);
- a ratio of sums, or any other statistic, has Tukey's interval of the jackknife over 20 blocks,
  ± t(19) · √19 · |e - o| / 2, where e and o are the statistic without one block of either half;
  of a ratio to a column that is always c that is t(19) · d / (c · √19).

None of these formulas calls the program's own statistics.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from scipy.stats import beta, norm, t

from analyzer._core.reductions import WIN
from analyzer.answer.blocks import Answer
from analyzer.playout.cell import Cell
from analyzer.questions import designer
from analyzer.questions.designer import QuestionOptions
from analyzer.request import setting
from analyzer.simulation import reducers
from analyzer.simulation.batch import Batch, Layout
from analyzer.simulation.block_sums import Tally
from analyzer.simulation.plan import Group, Plan
from analyzer.simulation.run import GroupResult, Outcome

N = 400
Values = int | Sequence[int] | Callable[[int], int]
Rows = Mapping[str, Values]  # column -> its values; of a seat column, those of seat 1
RowsOf = Callable[[int, Cell], Rows]  # of a cell, by its place in a group


# --- made-up games --------------------------------------------------------------------------------


def column(values: Values, n: int) -> list[int]:
    if callable(values):
        return [values(i) for i in range(n)]
    cycle = [values] if isinstance(values, int) else list(values)
    return [cycle[i % len(cycle)] for i in range(n)]


def batch(cell: Cell, n: int, rows: Rows) -> Batch:
    """Games with these columns, all others zero. `winner` is a seat from 1, or 0 for nobody.

    A seat column is that of seat 1; `name:2` is that of seat 2.
    """
    from analyzer import games

    layout, names = Layout.from_game(games.load(cell.game)), tuple(map(str, cell.policies))
    made = Batch.empty(layout, cell.players, names, 0, n, traced=True)
    made.games[:], made.seats[:] = 0, 0
    if layout.roles:
        made.seat_column("role")[:] = range(cell.players)
    for name, values in ({"winner": range(1, cell.players + 1)} | dict(rows)).items():
        found = np.array(column(values, n))
        short, _, seat = name.removeprefix("seats.").partition(":")
        if short == "winner":
            for at in range(cell.players):
                made.seat_column("win840")[:, at] = WIN * (found == at + 1)
            made.game_column("winners")[:] = np.where(found > 0, 1 << np.maximum(0, found - 1), 0)
        elif short in layout.game and name == short:
            made.game_column(short)[:] = found
        else:
            made.seat_column(short)[:, int(seat or 1) - 1] = found
    return replace(made, cell=cell)


def group_result(group: Group, rows_of: "RowsOf", parts: Mapping[str, Any]) -> GroupResult:
    """What the reducers make of made-up games of every cell; `parts` are given as they are."""
    batches = [batch(cell, group.n, rows_of(place, cell)) for place, cell in enumerate(group.cells)]
    found = {
        reduction: parts[reduction.reducer]
        if reduction.reducer in parts
        else reducers.load(reduction.reducer).from_batches(
            *(batches[place] for place in reduction.cells)
        )
        for reduction in group.reductions
    }
    return GroupResult(group, group.n, found, len(group.looks) - 1 if group.looks else None)


def outcome_of(question: Any, rows_of: "RowsOf", **parts: Any) -> Outcome:
    """All rounds of a question; each table has its made-up games, in every round the same."""
    plan, groups = question.plan(), []
    while plan:
        groups += [group_result(group, rows_of, parts) for group in plan.groups]
        outcome = Outcome(Plan(tuple(one.group for one in groups)), groups, 0.0, 0.0, 1)
        plan = question.next_round(outcome)
    return outcome


def made_up_answer(
    game: str, name: str, *arms: Rows, players: int | None = None, n: int = N, **parts: Any
) -> Answer:
    """What a question says of made-up games, those of the reference first."""
    question = designer.build_question(
        setting.build_setting(game, players), name, QuestionOptions(n=n, players_given=True)
    )
    return question.answer(outcome_of(question, lambda place, _: arms[place], **parts))


def twenty(i: int) -> int:
    """Of 30 games that three seats have won in turn seat 1 wins the 20 of the others, too."""
    return 1 if i < 30 else i % 3 + 1


def twenty_of_two(i: int) -> int:
    """Of 40 games that two seats have won in turn seat 1 wins the 20 of the other, too."""
    return 1 if i < 40 else i % 2 + 1


def blocks(kind: Any, rows: Mapping[str, tuple[Sequence[int], Sequence[int]]]) -> Any:
    """A reducer of 400 games with these rows, in the blocks of either half."""
    tally = Tally()
    for block in range(20):
        for name, halves in rows.items():
            tally.count(name, block, *halves[block % 2])
    return kind(N, tally.sorted())


# --- what a person computes of them ---------------------------------------------------------------

Ends = tuple[float, float, float]


def tail(size: int = 1) -> float:
    """The probability above each of `size` intervals that hold together with 95 %."""
    return 0.05 / size / 2


def about(middle: float, half: float) -> Ends:
    return middle, middle - half, middle + half


def mean(low: float, high: float, size: int = 1, n: int = N) -> Ends:
    """Of a column (low, high)."""
    d = abs(high - low) / 2
    return about((low + high) / 2, t.isf(tail(size), n - 1) * d / math.sqrt(n - 1))


def jackknife(
    statistic: Callable[[Sequence[float]], float],
    even: Sequence[float],
    odd: Sequence[float],
    size: int = 1,
) -> Ends:
    """Tukey's, of sums of which every block of one half adds `even`, and of the other `odd`."""

    def of(many: int, others: int) -> float:
        return statistic([many * a + others * b for a, b in zip(even, odd, strict=True)])

    half = t.isf(tail(size), 19) * math.sqrt(19) * abs(of(9, 10) - of(10, 9)) / 2
    return about(of(10, 10), half)


def ratio(some: Sequence[float], whole: float | Sequence[float], size: int = 1) -> Ends:
    """Of a column (low, high) to another one."""
    below = whole if isinstance(whole, Sequence) else (whole, whole)
    even, odd = zip(some, below, strict=True)
    return jackknife(lambda sums: sums[0] / sums[1], even, odd, size)


def with_it(sums: Sequence[float]) -> float:
    """Of wins and cases with something, and of all: the share of wins with it minus without."""
    won, cases, all_won, all_cases = sums
    return won / cases - (all_won - won) / (all_cases - cases)


def share(count: int, n: int = N, size: int = 1) -> Ends:
    """Clopper and Pearson's: quantiles of the beta law."""
    low = beta.ppf(tail(size), count, n - count + 1) if count else 0.0
    high = beta.isf(tail(size), count + 1, n - count) if count < n else 1.0
    return count / n, float(low), float(high)


def gained(count: int, n: int = N, size: int = 1) -> Ends:
    """Tango's interval where one arm wins a part p of games more and none less.

    His variance is d (1 - d), so it is Wilson's, but for a low end below p / (2 - p): there it is
    (p - d) (1 + d), so (p - d)² = z² / n · (p - d) (1 + d), a linear equation.
    """
    p, k = count / n, norm.isf(tail(size)) ** 2 / n
    middle, half = p + k / 2, math.sqrt(k * p * (1 - p) + k * k / 4)
    low, high = (middle - half) / (1 + k), (middle + half) / (1 + k)
    return p, low if low >= p / (2 - p) else (p - k) / (1 + k), high


def negative(found: Ends) -> Ends:
    return -found[0], -found[2], -found[1]


def numbers(answer: Answer) -> dict[str, Ends]:
    return {one.key: (one.estimate, one.low, one.high) for one in answer.findings}


def truths(answer: Answer) -> dict[str, str]:
    """The values of its claims, by finding."""
    return {one.key: str(one.claim.value) for one in answer.findings if one.claim}


def check(
    answer: Answer,
    sentences: Sequence[str],
    found: Mapping[str, Ends],
    claims: Mapping[str, str] | None = None,
) -> None:
    """The whole answer in words; its numbers; and the values of all its claims that are named."""
    import pytest

    assert list(answer.data["sentences"]) == list(sentences)
    assert [one.text for one in answer.paragraphs("answer")] == list(sentences)
    told, values = numbers(answer), truths(answer)
    for key, ends in found.items():
        assert told[key] == pytest.approx(ends, abs=1e-9), key
    named = claims or {}
    assert {key: values.get(key) for key in named} == dict(named)
