"""Advice on one position: which move is best, by how much, and why. `state.advise()` calls it."""

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from analyzer import games
from analyzer._core.runner import BadChoice
from analyzer.answer.blocks import Answer
from analyzer.api.asking import Count, Number, Policy
from analyzer.api.result import Result
from analyzer.errors import LineError, UserError
from analyzer.playout import move_values
from analyzer.playout.continuations import PartExecutor, PartThreads
from analyzer.playout.state import State
from analyzer.policies import registry
from analyzer.questions import advise as told
from analyzer.request import setting
from analyzer.request.exclusions import refuse_combinations
from analyzer.request.options import options_of
from analyzer.request.request import Request
from analyzer.simulation.executors import cluster as clusters
from analyzer.simulation.executors.parts import PartWorkers
from analyzer.system.processors import count_processors
from analyzer.system.values import short_repr

if TYPE_CHECKING:
    from collections.abc import Mapping

    from analyzer.request.setting import Setting
    from analyzer.simulation.executors.dask import Dask


def advise(
    state: State,
    *,
    worlds: Count | None = None,
    precision: Number | None = None,
    policy: Policy = None,
    by: move_values.ValueKind | None = None,
    threads: int | None = None,
    cluster: str | None = None,
) -> Result:
    """Say what every legal move is worth, from what the seat to move can see.

    Parameters
    ----------
    state : State
        The playout to decide in.
    worlds : int or str
        Worlds in which every move is tried.
    precision : float or str
        Stop when every value is known to this many percentage points (or points of the game).
    policy : str, list of str or dict
        Who plays on in the worlds.
    by : str
        "win", the chance to win, or "margin", the points at the end of the hand or day. Without it,
        the margin is used in games with hands.
    threads : int
        Threads to use; results never depend on it.
    cluster : str
        Play on the workers of a Dask cluster, as in "local:4"; results never depend on it.

    Returns
    -------
    Result
        The moves with their values, the best first.

    Raises
    ------
    UserError
        If an argument is wrong, or the playout is over.
    RunError
        If a policy fails.
    """
    if not isinstance(state, State):
        raise UserError(f"advise needs a state, as new_state makes it; got {short_repr(state)}.")
    request = Request("advise", state.game, {"worlds": worlds, "precision": precision, "by": by})
    table = setting_of_state(state, policy)
    workers = None if threads is None else options_of("advise")["threads"].read(threads)
    where = f"seed {state._seed}, game {state._index}"
    where_from = None if cluster is None else options_of("advise")["cluster"].read(cluster)
    if threads is not None and cluster is not None:
        refuse_combinations("advise", ["threads", "cluster"])
    number = workers if isinstance(workers, int) else None
    words = f"state.advise(worlds={request['worlds']})"
    place = where_from if isinstance(where_from, str) else None
    with clusters.open_cluster(place, "cluster") as executor:
        found = build_advice(state, table, request, where, number, executor)
    return Result(replace(found, command=words, request={}))


def setting_of_state(state: State, policy: object = None) -> "Setting":
    """The table of a state, with those who play on."""
    changed: Mapping[str, object] = state.position()["rules"]
    with games.reuse_table(state.rules):
        return setting.build_setting(state.game, state.players, policy, changed, state._seed)


def build_advice(
    state: State,
    table: "Setting",
    request: Request,
    where: str,
    threads: int | None = None,
    cluster: "Dask | None" = None,
) -> Answer:
    """The moves of a state as an answer; a mistake is reported in one sentence."""
    if state.over:
        raise UserError(f"This playout of {state.game} is over: there is no move to advise on.")
    precision = request["precision"]
    by = move_values.default_value_kind(state._stepper)
    if request["by"] is not None:
        by = "win" if request["by"] == "win" else "margin"
    near = None
    if precision is not None:
        near = precision / 100 if by == "win" else precision
    started = time.perf_counter()
    workers = cluster.workers if cluster else _threads(table, threads)
    weighed = _weighed(state, table, request["worlds"], by, near, workers, cluster)
    if weighed.worlds == 0:
        raise UserError(
            f"Seat {state.seat} of this position of {state.game} is in no possible world: what it "
            "knows contradicts itself."
        )
    found = told.build_answer(state, table, weighed, request.command(), where)
    seconds = time.perf_counter() - started
    return replace(found, seconds=seconds, threads=workers, request=request.to_json())


def _weighed(
    state: State,
    table: "Setting",
    worlds: int,
    by: move_values.ValueKind,
    near: float | None,
    threads: int,
    cluster: "Dask | None",
) -> move_values.MoveValues:
    """All legal moves; if a policy fails in a world, the error names the address of the game."""
    seated = registry.seat_policies(table.cell, state._stepper.table)
    successes, setbacks = move_values.places_of_outcomes(state._face)

    def weighed() -> move_values.MoveValues:
        executor: PartExecutor = PartThreads(state._stepper, seated, threads)
        if cluster is not None:
            executor = PartWorkers(cluster, table.cell, state._index, state._stepper)
        return move_values.evaluate_moves(
            *(state._stepper, seated, worlds),
            by=by,
            precision=near,
            executor=executor,
            successes=successes,
            setbacks=setbacks,
        )

    try:
        try:
            return weighed()
        except BadChoice as bad:
            if bad.failed is None or not isinstance(bad.failed[0], LineError):
                raise
            with state._face.telling():  # the same once more, by the Python text
                return weighed()
    except BadChoice as bad:
        raise registry.explain_bad_choice(table.cell, seated, bad, state._index) from None


def _threads(table: "Setting", threads: int | None) -> int:
    """One for policies in Python."""
    if any(registry.is_in_python(table.game.name, who) for who in table.policies):
        return 1
    return threads or count_processors()
