"""Questions that play on from random moments: other moments and other luck, so within errors.

Which moments a question draws is its own secret. The second way draws moments of its own, with
numpy, in the same games, and the two must agree within the errors of both.
"""

import math
from collections.abc import Iterator

import numpy as np

from analyzer.playout.cell import Cell
from oracle.answers.formulas import (
    Interval,
    jackknife_interval,
    ratio_interval,
    share_interval,
)
from oracle.answers.ledger import Ledger, Path, mark_known_findings
from oracle.answers.rows import Rows, make_cell, play_cell
from oracle.answers.walk import Step, walk, wins_on

MOMENTS = 2  # of each game
WORLDS = 16  # of each move
HOPELESS = 100  # games played on from a moment
SWITCHED = 50  # games in which a seat plays like another policy
FAR = 5.0  # errors: two honest numbers are farther apart once in 1.7 million
STUDENT = 2.093  # half an interval of the jackknife, in errors


def agree(ledger: Ledger, path: Path, mine: Interval) -> None:
    """Both numbers lie within their errors of each other."""
    told = ledger.at(path)
    errors = [(each[2] - each[1]) / 2 / STUDENT for each in (tuple(told.values())[:3], mine)]
    apart = abs(told["estimate"] - mine.estimate)
    if apart > FAR * math.hypot(*errors):
        ledger.wrong.append(f"{path}: told {told}, second way {mine}")
    for name in ("estimate", "low", "high"):
        ledger.seen.add((*path, name))
    ledger.triples.append(Interval(told["estimate"], told["low"], told["high"]))


def agree_on_root(ledger: Ledger, path: Path, square: Interval) -> None:
    """The same of a root, by its square: below zero a square is noise, and its root is zero."""
    told = ledger.at(path)
    errors = [
        (each[1] - each[0]) / STUDENT
        for each in ((told["estimate"] ** 2, told["high"] ** 2), (square.estimate, square.high))
    ]
    apart = abs(told["estimate"] ** 2 - max(0.0, square.estimate))
    if apart > FAR * math.hypot(*errors):
        ledger.wrong.append(f"{path}: told {told}, second way the root of {square}")
    for name in ("estimate", "low", "high"):
        ledger.seen.add((*path, name))
    ledger.triples.append(Interval(told["estimate"], told["low"], told["high"]))


def moments(rows: Rows, game: int, rng: np.random.Generator) -> Iterator[tuple[int, Step]]:
    """Random decisions of a game, each with its quarter of them."""
    decisions = int(rows.game("decisions")[game])
    wanted = set(rng.integers(decisions, size=MOMENTS).tolist())
    number = 0
    for step in walk(rows.cell, game):
        if step.legal > 1:
            if number in wanted:
                yield 4 * number // decisions, step
            number += 1


def tried(rows: Rows, rng: np.random.Generator) -> np.ndarray:
    """By game and quarter: moments, moves legal, the cost of another random move, how often another
    one wins, and the cost squared: that of one half of the worlds times that of the other."""
    found = []
    for game in range(rows.n):
        sums = np.zeros((4, 5))
        for quarter, step in moments(rows, game, rng):
            codes = step.state._stepper.moves()
            other = codes[rng.choice([at for at in range(len(codes)) if at != step.chosen])]
            a = wins_on(rows.cell, step, WORLDS, move=codes[step.chosen])
            b = wins_on(rows.cell, step, WORLDS, move=other)
            worlds = min(len(a), len(b))
            a, b = a[:worlds], b[:worlds]
            cost = (a - b)[:, step.seat - 1]
            square = cost[::2].mean() * cost[1::2].mean()
            sums[quarter] += (1, len(codes), cost.mean(), (a != b).any(1).mean(), square)
        found.append(sums)
    return np.array(found)


def check_decisions(ledger: Ledger, n: int) -> None:
    """Are there choices: how many a turn, how many are forced, and how often do they matter?"""
    answer = ledger.answer
    rows = play_cell(make_cell(answer["game"], answer["players"]), n)
    turns = rows.game("turns")
    ledger.same(("games_each",), n)
    forced = turns - rows.game("decisions")
    part = ratio_interval(forced, turns) if forced.any() else share_interval(0, n)
    ledger.interval(("forced",), part)
    by_quarter = tried(rows, np.random.default_rng(27))
    found = by_quarter.sum(axis=1)
    for column, name in ((1, "choices"), (2, "cost"), (3, "other_winner")):
        agree(ledger, (name,), ratio_interval(found[:, column], found[:, 0]))
    for place in range(4):
        ledger.same(("by_quarter", place, "quarter"), place + 1)
        part = by_quarter[:, place]
        for column, name in ((2, "cost"), (3, "other_winner")):
            agree(ledger, ("by_quarter", place, name), ratio_interval(part[:, column], part[:, 0]))
    agree_on_root(ledger, ("size",), ratio_interval(found[:, 4], found[:, 0]))
    ledger.same(("decisions_tried",), MOMENTS * n)
    ledger.same(("worlds",), WORLDS)
    mark_known_findings(ledger, MOMENTS * n)


def check_kingmaking(ledger: Ledger, n: int) -> None:
    """Does a player who cannot win any more decide who does, more than any other player?"""
    answer = ledger.answer
    if answer["players"] == 2:
        ledger.same(("games_each",), 0)
        return
    rows = play_cell(make_cell(answer["game"], answer["players"]), n)
    ledger.same(("games_each",), n)
    names = [step["plays_like"] for step in answer["steps"]]
    found = np.array(list(switched(rows, names, np.random.default_rng(27))))
    agree(ledger, ("hopeless",), ratio_interval(found[:, 1], found[:, 0]))
    for place in range(len(names)):
        path, sums = ("steps", place), found[:, 2 + 6 * place : 8 + 6 * place]
        agree(ledger, (*path, "changed"), ratio_interval(sums[:, 1], sums[:, 0]))
        agree(ledger, (*path, "hopeless"), ratio_interval(sums[:, 3], sums[:, 2]))
        agree(ledger, (*path, "control"), ratio_interval(sums[:, 5], sums[:, 4]))

        def gap(kept: np.ndarray, sums: np.ndarray = sums) -> float:
            _, _, n_hopeless, hopeless, n_control, control = sums[kept].sum(0)
            return float(hopeless / n_hopeless - control / n_control)

        agree(ledger, (*path, "difference"), jackknife_interval(gap, n))
    mark_known_findings(ledger, None)


def switched(rows: Rows, names: list[str], rng: np.random.Generator) -> Iterator[np.ndarray]:
    """By game: seats at moments, those without hope, and for each policy taken up six sums.

    These are games and other winners if a seat without hope switches, the same without games that
    it wins in either way, and the same for another seat instead that still has a chance.
    """
    for game in range(rows.n):
        sums = np.zeros(2 + 6 * len(names))
        for _, step in moments(rows, game, rng):
            lost = np.flatnonzero(wins_on(rows.cell, step, HOPELESS).mean(0) < 0.02)
            sums[:2] += rows.players, len(lost)
            if len(lost) > 0:
                for place, name in enumerate(names):
                    sums[2 + 6 * place : 8 + 6 * place] += switch_sums(rows, step, name, lost)
        yield sums


def switch_sums(rows: Rows, step: Step, name: str, lost: np.ndarray) -> np.ndarray:
    """For one moment: every seat without hope, and each seat with a chance in its place."""
    before, found = wins_on(rows.cell, step, SWITCHED), np.zeros(6)
    plain, kept = {}, {}
    for seat in range(rows.players):
        after = wins_on(rows.cell, step, SWITCHED, with_policy(rows, seat, name))
        changed = (before != after).any(1)
        neither = (before[:, seat] == 0) & (after[:, seat] == 0)
        plain[seat] = np.array([len(changed), changed.sum()])
        kept[seat] = np.array([neither.sum(), (changed & neither).sum()])
    for seat in lost:
        others = [kept[other] for other in kept if other not in lost]
        found += np.concatenate([plain[seat], kept[seat], np.mean(others, axis=0)])
    return found


def with_policy(rows: Rows, seat: int, name: str) -> Cell:
    """The same table, with another player in one seat."""
    names = [str(policy) for policy in rows.cell.policies]
    names[seat] = name
    return make_cell(rows.cell.game, rows.players, names)


SECOND_WAYS = {"decisions": check_decisions, "kingmaking": check_kingmaking}
