"""How exciting a game is, by a slow walk: leads at every scoring event, and games played on."""

import numpy as np

from analyzer.playout.cell import Cell
from oracle.answers.course import quantile_interval
from oracle.answers.formulas import Interval, jackknife_interval, mean_interval, share_interval
from oracle.answers.ledger import Ledger
from oracle.answers.rows import Rows, make_cell, play_cell
from oracle.answers.walk import milestones, walk, wins_on

TURNS = {"horrible-mountain": "player_turns"}  # where scores change from turn to turn
WORLDS = 32
PARTS = 16  # of a game, in the table of runaway leaders


def sole_leader(scores: list[int]) -> int | None:
    """The seat that leads alone, from 0."""
    best = max(scores)
    return scores.index(best) if scores.count(best) == 1 else None


def leads(course: list[list[int]]) -> tuple[int, int]:
    """How often another seat takes the lead alone, and at which event, from 1, it was last."""
    changes, last, leader = 0, 0, None
    for event, scores in enumerate(course, start=1):
        now = sole_leader(scores)
        if now is not None and now != leader:
            changes, last, leader = changes + (leader is not None), event, now
    return changes, last


def thousandths(values: list[float]) -> np.ndarray:
    """Parts of a game are kept as whole thousandths."""
    return np.floor(np.array(values) * 1000 + 0.5)


def scaled(found: Interval, by: float) -> Interval:
    return Interval(*(end * by for end in found[:3]), at_least=found.at_least)


def check_drama(ledger: Ledger, n: int) -> None:
    """Is it exciting: lead changes, comebacks, runaway leaders, and when is it settled?"""
    answer = ledger.answer
    cell = make_cell(answer["game"], answer["players"], answer["policies"])
    rows = play_cell(cell, n)
    courses = [milestones(cell, game, TURNS.get(cell.game)) for game in range(n)]
    changes, last = np.array([leads(course) for course in courses]).T
    ledger.same(("games_each",), n)
    both(ledger, "lead_changes", mean_interval(changes), n)
    both(ledger, "without_change", share_interval(int((changes == 0).sum()), n), n)
    part = thousandths([at / len(course) for at, course in zip(last, courses, strict=True)])
    both(ledger, "settled", scaled(mean_interval(part), 1 / 1000), n)
    check_half_time(ledger, rows, courses)
    check_comebacks(ledger, rows, courses)
    check_runaway(ledger, rows, courses)
    check_settled(ledger, cell, rows)


def both(ledger: Ledger, name: str, mine: Interval, n: int) -> None:
    """A number that stands in the data and among the findings."""
    ledger.interval((name,), mine)
    ledger.finding(name, mine, n)


def check_half_time(ledger: Ledger, rows: Rows, courses: list[list[list[int]]]) -> None:
    wins = []
    for game, course in enumerate(courses):
        half = len(course) // 2
        leader = sole_leader(course[half - 1]) if half else None
        if leader is not None:
            wins.append(rows.wins()[game, leader])
    both(ledger, "half_time_leader", share_interval(len(wins), rows.n), rows.n)
    if wins:
        both(ledger, "half_time_leader_wins", share_interval(sum(wins), len(wins)), rows.n)


def check_comebacks(ledger: Ledger, rows: Rows, courses: list[list[list[int]]]) -> None:
    """The winner's events behind, before the last one, and the most by which it was behind."""
    behind, deficits = [], []
    for game, course in enumerate(courses):
        for seat in np.flatnonzero(rows.wins()[game] == 1):  # a shared win is nobody's comeback
            gaps = [max(scores) - scores[seat] for scores in course]
            behind.append(sum(gap > 0 for gap in gaps) / max(len(course) - 1, 1))
            deficits.append(max(gaps))
    part = scaled(mean_interval(thousandths(behind)), 1 / 1000)
    both(ledger, "winner_behind", part, rows.n)
    both(ledger, "largest_deficit", mean_interval(np.array(deficits)), rows.n)
    ledger.interval(("deficit_p95",), quantile_interval(np.array(deficits), 0.95))


def check_runaway(ledger: Ledger, rows: Rows, courses: list[list[list[int]]]) -> None:
    """Who leads alone by so much at so many sixteenths of a game, if an event falls there."""
    for place, told in enumerate(ledger.answer["runaway"]):
        part, wins = told["part"], []
        for game, course in enumerate(courses):
            event = len(course) * part // PARTS
            if event * PARTS <= (part - 1) * len(course):
                continue
            scores = course[event - 1]
            leader, second = sole_leader(scores), sorted(scores)[-2]
            if leader is not None and scores[leader] - second >= told["gap"]:
                wins.append(rows.wins()[game, leader])
        path = ("runaway", place)
        mine = share_interval(sum(wins), len(wins))
        ledger.same((*path, "part"), part)
        ledger.same((*path, "gap"), told["gap"])
        ledger.same((*path, "games"), len(wins))
        ledger.same((*path, "wins"), mine.estimate)
        ledger.same((*path, "low"), mine.low, 1e-7)
        ledger.same((*path, "high"), mine.high, 1e-7)


def check_settled(ledger: Ledger, cell: Cell, rows: Rows) -> None:
    """The part of the variance of winning between positions, not within them."""
    n = ledger.answer["games_played_on"]
    ledger.same(("games_played_on",), n)
    chances = np.array([played_on(cell, rows, game) for game in range(n)])
    for part in range(3):
        wins = chances[:, part]  # by game, world and seat

        def settled(kept: np.ndarray, wins: np.ndarray = wins) -> float:
            within = np.var(wins[kept], axis=1, ddof=1).mean()
            means = wins[kept].mean(1)
            between = np.var(means, axis=0, ddof=1).mean() - within / WORLDS
            return float(between / (between + within))

        mine = jackknife_interval(settled, n)
        ledger.interval(("outcome_settled", part), mine)
        ledger.finding(f"settled_{part + 1}", mine, n)


def played_on(cell: Cell, rows: Rows, game: int) -> list[np.ndarray]:
    """From a quarter, half and three quarters of the decisions of a game."""
    decisions = int(rows.game("decisions")[game])
    wanted = [decisions * part // 4 for part in (1, 2, 3)]
    found, number = [], 0
    for step in walk(cell, game):
        if step.legal > 1:
            if number in wanted:
                found += [wins_on(cell, step, WORLDS)] * wanted.count(number)
            number += 1
        if number > wanted[-1]:
            break
    return found


SECOND_WAYS = {"drama": check_drama}
