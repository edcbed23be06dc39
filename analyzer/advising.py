"""Advice on one position: which move is best, by how much, and why. `state.advise()` calls it."""

import os
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from analyzer import advice, games, policies, setting
from analyzer._core.playout import BadChoice
from analyzer.answer import Answer
from analyzer.api import Policy, Result
from analyzer.arguments import thread_count
from analyzer.checks import shown, whole
from analyzer.errors import UserError
from analyzer.questions import advise as told
from analyzer.state import State

if TYPE_CHECKING:
    from collections.abc import Mapping

    from analyzer.setting import Setting


def advise(
    state: State,
    *,
    worlds: int = advice.WORLDS,
    precision: float | None = None,
    policy: Policy = None,
    by: advice.By | None = None,
    threads: int | None = None,
) -> Result:
    """What every legal move of the seat to move is worth, from what that seat can see.

    `policy` plays on in the worlds. `by` is "win" or "margin". Without it, the margin at the end of
    the hand is used in games with hands, and the chance to win in others. With `precision`
    (percentage points, or points of the game) it ends when every value is known that well, and
    after `worlds` at the latest.
    """
    if not isinstance(state, State):
        raise UserError(f"advise needs a state, as new_state makes it; got {shown(state)}.")
    table = setting_of(state, policy)
    words = f"state.advise(worlds={shown(worlds)})"
    where = f"seed {state._seed}, game {state._index}"
    return Result(answer(state, table, words, where, worlds, precision, by, threads))


def setting_of(state: State, policy: Policy = None) -> "Setting":
    """The table of a state, with those who play on."""
    changed: Mapping[str, object] = state.position()["rules"]
    with games.same_table(state.rules):
        return setting.make(state.game, state.players, policy, changed, state._seed)


def answer(
    state: State,
    table: "Setting",
    command: str,
    where: str,
    worlds: int = advice.WORLDS,
    precision: float | None = None,
    by: str | None = None,
    threads: int | None = None,
) -> Answer:
    """The moves of a state as an answer; a mistake is reported in one sentence."""
    if state.over:
        raise UserError(f"This playout of {state.game} is over: there is no move to advise on.")
    known_by = _by(by) or advice.usual_value(state._stepper)
    number = whole(worlds, 1, advice.MOST_WORLDS)
    if number is None:
        limits = f"a whole number from 1 to {advice.MOST_WORLDS}"
        raise UserError(f"worlds must be {limits}; got {shown(worlds)}.")
    started = time.perf_counter()
    near = _precision(precision, known_by)
    workers = _threads(table, thread_count(threads))
    weighed = _weighed(state, table, number, known_by, near, workers)
    if weighed.worlds == 0:
        raise UserError(
            f"Seat {state.seat} of this position of {state.game} is in no possible world: what it "
            "knows contradicts itself."
        )
    found = told.answer(state, table, weighed, command, where)
    seconds = time.perf_counter() - started
    return replace(found, seconds=seconds, threads=workers)


def _weighed(
    state: State, table: "Setting", worlds: int, by: advice.By, near: float | None, threads: int
) -> advice.Weighed:
    """All legal moves; if a policy fails in a world, the error names the address of the game."""
    seated = policies.seat(table.cell, state._stepper.table)
    try:
        return advice.weigh(state._stepper, seated, worlds, by=by, precision=near, threads=threads)
    except BadChoice as bad:
        raise policies.explain_choice(table.cell, seated, state._index, *bad.args[1:]) from None


def _by(by: object) -> advice.By | None:
    if by is None:
        return None
    if isinstance(by, str) and by in ("win", "margin"):
        return "win" if by == "win" else "margin"
    raise UserError(f"by must be win or margin; got {shown(by)}.")


def _precision(precision: object, by: advice.By) -> float | None:
    if precision is None:
        return None
    if isinstance(precision, bool) or not isinstance(precision, int | float) or not precision > 0:
        unit = "percentage points" if by == "win" else "points"
        raise UserError(f"precision must be a number of {unit} above 0; got {shown(precision)}.")
    return precision / 100 if by == "win" else float(precision)


def _threads(table: "Setting", threads: int | None) -> int:
    """One for policies in Python."""
    if any(policies.in_python(table.game.name, who) for who in table.policies):
        return 1
    return threads or len(os.sched_getaffinity(0))
