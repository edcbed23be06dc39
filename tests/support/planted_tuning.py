"""Tuning problems whose answer is known: policies that are played by a formula and not by a game.

`gain(values)` is what one player with these values wins beyond an equal share, 0.015 for 1.5 pp.
Every deal has luck that all candidates of a round share in half of their games, as on the same
cards; so the search meets paired noise as in a real game, and 300,000 games cost a tenth of a
second. The policy is that of planted_policy.py; no game is played.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from analyzer._core.reductions import WIN
from analyzer.request.build import build_question
from analyzer.request.request import Request
from analyzer.simulation.plan import Plan
from analyzer.simulation.reducers.rotation import Rotation
from analyzer.simulation.reducers.totals import ColumnSums
from analyzer.simulation.run import GroupResult, Outcome
from support import fake_totals
from support.paths import TESTS

GAMES = 300_000
SHARED = 0.5  # of its games a candidate has the same luck as its rivals
POLICY = f"{TESTS / 'support' / 'planted_policy.py'}:Planted"
START = {"hole": 40, "pile": 34, "card": 4, "jump": 3, "over": 5}  # the incumbent
WORST = -0.15  # share of wins that a bad setting loses
Values = Mapping[str, float]
Gain = Callable[[Values], float]


@dataclass(frozen=True)
class Problem:
    """A policy to tune, and what each setting of it truly gains."""

    name: str
    over: Mapping[str, str]
    gain: Gain
    players: int = 3
    top: float = 0.0  # the largest gain

    def request(self, seed: int, n: int = GAMES) -> Request:
        options = {"players": self.players, "policy": [POLICY], "over": dict(self.over), "n": n,
                   "seed": seed}  # fmt: skip
        return Request("tune", "hike", options)


def hill(top: float, width: float, at: Values, tilt: float = 0.0) -> Gain:
    """A smooth hill over the parameters' values; as given, nothing is gained. `width`: how far from
    its top, in units of the way there, a gain falls to nothing."""
    way = {name: value - START[name] for name, value in at.items()}
    length = sum(step**2 for step in way.values()) ** 0.5

    def gain(values: Values) -> float:
        off = {name: (values[name] - at[name]) / length for name in at}
        across = sum(off.values()) / len(off)
        square = sum(one**2 for one in off.values()) + tilt * across**2
        base = 1 + tilt * (sum(way.values()) / length / len(way)) ** 2
        return max(WORST, top * (1 - square / base / width**2))

    return gain


def needle(top: float, at: Values) -> Gain:
    """One setting gains, all others nothing."""
    return lambda values: top * all(values[name] == value for name, value in at.items())


def nothing(_: Values) -> float:
    return 0.0


def valley(fall: float, **scale: float) -> Gain:
    """The policy as given is the best."""
    return lambda values: max(
        WORST, -fall * sum(((values[n] - START[n]) / s) ** 2 for n, s in scale.items())
    )


ONE = {"card": "0..8"}
FEW = {"card": "1..7", "jump": "3,6"}
SQUARE = {"card": "2..10:2", "jump": "1..9:2"}
WIDE = {"card": "2..14:2", "jump": "0..12:2"}
CUBE = {"card": "3,4,5", "jump": "2,3,4", "over": "4,5,6"}
LINE = {"pile": "20.0..80.0"}
PLANE = {"hole": "20.0..80.0", "pile": "10.0..90.0"}
ROOM = {"hole": "20.0..80.0", "pile": "10.0..90.0", "card": "0.0..20.0"}
FIVE = {**ROOM, "jump": "0.0..20.0", "over": "0.0..30.0"}
WHOLE = {"hole": "20..80", "pile": "10..90:2", "card": "0..20"}


def real(top: float = 0.015) -> list[Problem]:
    """Ten with a better setting, which gains so much."""
    rows: list[tuple[str, Mapping[str, str], Gain, int]] = [
        ("one parameter", ONE, hill(top, 1, {"card": 7}), 3),
        ("fourteen", FEW, hill(top, 1, {"card": 6, "jump": 6}), 4),
        ("five by five", SQUARE, hill(top, 1, {"card": 8, "jump": 7}), 5),
        ("seven by seven", WIDE, hill(top, 1, {"card": 10, "jump": 8}), 3),
        ("a needle", CUBE, needle(top, {"card": 5, "jump": 4, "over": 6}), 3),
        ("a line", LINE, hill(top, 1, {"pile": 60}), 3),
        ("a plane", PLANE, hill(top, 1, {"hole": 55, "pile": 60}), 3),
        ("a room", ROOM, hill(top, 1, {"hole": 50, "pile": 55, "card": 12}, tilt=3), 3),
        ("five numbers", FIVE, hill(top, 1, {"hole": 48, "pile": 50, "card": 10, "jump": 9,
                                             "over": 14}), 3),
        ("whole numbers", WHOLE, hill(top, 1, {"hole": 50, "pile": 54, "card": 11}), 4),
    ]  # fmt: skip
    return [Problem(name, over, gain, players, top) for name, over, gain, players in rows]


def flat() -> list[Problem]:
    """Ten without a better setting: five are level, five have their best where they are."""
    return [
        *(Problem(f"level {n}", over, nothing, 3) for n, over in enumerate((ONE, FEW, WIDE))),
        *(Problem(f"level {n}", over, nothing, 4) for n, over in enumerate((PLANE, FIVE), 3)),
        Problem("best as it is, few", FEW, valley(0.01, card=3, jump=3), 4),
        Problem("best as it is, square", SQUARE, valley(0.02, card=4, jump=4), 3),
        Problem("best as it is, cube", CUBE, valley(0.002, card=1, jump=1, over=1), 4),
        Problem("best as it is, line", LINE, valley(0.03, pile=20), 5),
        Problem("best as it is, room", ROOM, valley(0.02, hole=20, pile=30, card=6), 3),
    ]


# --- made-up playouts ----------------------------------------------------------------------------


def deals_won(gain: float, players: int, n: int, shared: Any, own: Any) -> Any:
    """Games that one player wins of each deal, at every seat in turn."""
    luck = shared.random((n, players))
    drawn = np.where(own.random((n, players)) < SHARED, luck, own.random((n, players)))
    return (drawn < 1 / players + gain).sum(axis=1)


def rotation(policies: tuple[str, ...], tuned: str, won: Any, players: int) -> Rotation:
    sums = []
    for who in policies:
        found = WIN * (won if who == tuned else players - won)
        sums.append([int(found.sum()), int((found.astype(object) ** 2).sum()),
                     int((found != 0).sum())])  # fmt: skip
    seats = tuple(players if who == tuned else players * (players - 1) for who in policies)
    columns = ColumnSums(("win840",), np.array([sums], object))
    return Rotation(len(won), policies, seats, columns)


def group_result(problem: Problem, question: Any, group: Any, noise: int) -> GroupResult:
    """The games of one group; at planned looks the question may have enough."""
    seats, base = problem.players, str(question.space.policy)
    luck = (noise, group.cells[0].seed % 2**32, group.first)
    wins: dict[Any, tuple[str, Any]] = {}
    for place, reduction in enumerate(group.reductions):
        if reduction.reducer != "rotation":
            continue
        tuned = str(group.cells[reduction.cells[0]].policies[0])
        params = dict(group.cells[reduction.cells[0]].policies[0].params)
        values = {name: float(params.get(name, START[name])) for name in START}
        shared, own = np.random.default_rng(luck), np.random.default_rng((*luck, place + 1))
        wins[reduction] = tuned, deals_won(problem.gain(values), seats, group.n, shared, own)
    for look, n in enumerate(group.looks or (group.n,)):
        parts: dict[Any, Any] = {}
        for reduction in group.reductions:
            if reduction in wins:
                tuned, won = wins[reduction]
                names = tuple(sorted((tuned, base)))
                parts[reduction] = rotation(names, tuned, won[:n], seats)
            else:
                parts[reduction] = fake_totals.totals((n / seats,) * seats, n)
        ran = GroupResult(group, n, parts, look if group.looks else None)
        if group.looks and question.is_decided(ran, look):
            break
    return ran


def tuned_answer(problem: Problem, seed: int = 1, n: int = GAMES) -> Any:
    """What `tune` says of a problem."""
    question: Any = build_question(problem.request(seed, n))
    plan: Plan | None = question.plan()
    groups: list[GroupResult] = []
    while plan:
        groups += [group_result(problem, question, group, seed) for group in plan.groups]
        outcome = Outcome(Plan(tuple(ran.group for ran in groups)), groups, 0.0, 0.0, 1)
        plan = question.next_round(outcome)
    return question.answer(outcome)


def true_gain(problem: Problem, answer: Any) -> float:
    """What the policy truly gains that the answer names; nothing if it names none."""
    if answer.data["tuned"] is None:
        return 0.0
    best = next(one for one in answer.data["confirmed"] if one["policy"] == answer.data["tuned"])
    return problem.gain({**START, **best["values"]})
