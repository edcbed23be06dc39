"""How long a game is and how long players wait, by a slow walk through its moves."""

from functools import lru_cache

import numpy as np
from scipy import stats

from analyzer.playout.cell import Cell
from oracle.answers.formulas import Interval, ratio_interval, share_interval
from oracle.answers.ledger import Ledger
from oracle.answers.rows import make_cell, play_cell
from oracle.answers.simulated import check_kind, check_length, quantile
from oracle.answers.tables import UNITS
from oracle.answers.walk import walk

FOLLOWED = 100  # games, move by move


def quantile_interval(values: np.ndarray, part: float, alpha: float = 0.05) -> Interval:
    """A quantile between order statistics, by the binomial number of values below it."""
    ordered, n = np.sort(values), len(values)
    low, high = stats.binom.ppf([alpha / 2, 1 - alpha / 2], n, part).astype(int)
    return Interval(
        quantile(values, part), int(ordered[max(low - 1, 0)]), int(ordered[min(high, n - 1)])
    )


def _drags(length: np.ndarray) -> Interval:
    """Longer than one and a half times the median, which is known from one value to another."""
    median = quantile_interval(length, 0.5, 0.025)
    middle, most, least = (
        share_interval(int((length > 1.5 * each).sum()), len(length), 0.025) for each in median[:3]
    )
    return Interval(middle.estimate, least.low, most.high)


@lru_cache(maxsize=8)
def _moves(cell: Cell, text: str) -> list[list[tuple[int, int, int]]]:  # noqa: ARG001 - a key
    return [
        [(step.seat, step.legal, step.stage) for step in walk(cell, game)]
        for game in range(FOLLOWED)
    ]


def waits(moves: list[tuple[int, int, int]]) -> list[int]:
    """Moves of others between two decisions of a seat; where there are none, nobody waits."""
    found, seen = [], {}
    for seat, legal, _ in moves:
        if legal > 1:
            found.append(seen.get(seat, 0))
            seen[seat] = 0
        for other in seen:
            seen[other] += other != seat
    return [wait for wait in found if wait > 0]


def idle_time(moves: list[tuple[int, int, int]], players: int) -> tuple[int, int]:
    """Moves after the last one of a seat before the next scoring, and all moves, over seats."""
    idle = whole = 0
    for stage in sorted({stage for _, _, stage in moves}):
        seats = [seat for seat, _, at in moves if at == stage]
        for seat in range(1, players + 1):
            last = max((place for place, mover in enumerate(seats) if mover == seat), default=-1)
            idle += len(seats) - 1 - last
            whole += len(seats)
    return idle, whole


def check_length_question(ledger: Ledger, n: int) -> None:
    """How long is a game, how often does it drag, and how long do players wait for their turn?"""
    answer = ledger.answer
    cell = make_cell(answer["game"], answer["players"], answer["policies"])
    rows, unit = play_cell(cell, n), UNITS[answer["game"]]
    ledger.same(("games_each",), n)
    ledger.same(("unfinished",), int(rows.games["capped"].sum()))
    for name in answer["lengths"]:
        check_length(ledger, ("lengths", name), rows.game(name))
    for place, kind in enumerate(answer["kinds"]):
        check_kind(ledger, ("kinds", place), rows.game(kind["unit"]))
    length = rows.game(unit)
    ledger.finding("length", quantile_interval(length, 0.5), n)
    drags = _drags(length)
    ledger.interval(("drags",), drags)
    ledger.finding("drags", drags, n)
    check_waits(ledger, _moves(cell, cell.text), rows.players)
    ledger.same((*ledger.place("stronger"), "n"), 0)  # below a second there is no time for it
    for place, told in enumerate(answer["by_policy"]):
        path = ("by_policy", place)
        found = play_cell(make_cell(cell.game, cell.players, [told["policy"]]), told["games"])
        ledger.same((*path, "games"), n if told["policy"] == "expert" else told["games"])
        ledger.same((*path, "unfinished"), int(found.games["capped"].sum()))
        check_length(ledger, path, found.game(told["unit"]))


def check_waits(ledger: Ledger, games: list[list[tuple[int, int, int]]], players: int) -> None:
    found = [waits(moves) for moves in games]
    every = np.concatenate(found)
    mean = ratio_interval(np.array([sum(w) for w in found]), np.array([len(w) for w in found]))
    ledger.interval(("waits", "mean"), mean)
    ledger.finding("waits", mean, len(games))
    ledger.same(("waits", "median"), quantile(every, 0.5))
    ledger.same(("waits", "longest"), int(every.max()))
    p95 = ledger.at(("waits", "p95"))
    ledger.interval(("waits", "p95"), Interval(quantile(every, 0.95), p95["low"], p95["high"]))
    idle = np.array([idle_time(moves, players) for moves in games])
    ledger.interval(("idle",), ratio_interval(idle[:, 0], idle[:, 1]))
    ledger.finding("idle", ledger.triples[-1], len(games))


SECOND_WAYS = {"length": check_length_question}
