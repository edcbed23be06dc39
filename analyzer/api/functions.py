"""The questions as Python functions that take the same words as the commands.

import analyzer
answer = analyzer.simulate("hike", players=5, n=100_000)
answer.findings, answer.seats, answer.figure()
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, overload

from analyzer import games
from analyzer.answer.blocks import Answer
from analyzer.api.result import Result
from analyzer.api.rows import Rows, check_room
from analyzer.errors import RunError
from analyzer.request import limits
from analyzer.request.build import answer_request, build_question
from analyzer.request.exclusions import refuse_combinations
from analyzer.request.options import options_of
from analyzer.request.request import Request
from analyzer.simulation.executors import cluster as clusters
from analyzer.simulation.run import run_question, workers_for

if TYPE_CHECKING:
    import polars as pl

Policy = str | Sequence[str] | Mapping[int, str] | None
Count = int | float | str  # 100_000, 1e6 or "250k"
Number = float | str


def ask_request(kind: str, words: Mapping[str, object]) -> Result:
    """Ask what the arguments of a function say; None stands for an option that is not given."""
    rows = options_of(kind)
    given = {name: value for name, value in words.items() if value is not None}
    wanted = given.pop("rows", False)
    how = {
        name: rows[name].read(given.pop(name)) for name in ("threads", "cluster") if name in given
    }
    refuse_combinations(kind, how)
    if isinstance(game := given.get("game"), type):  # a game of the designer's own, as its class
        given["game"] = games.load(game).name
    most = None if isinstance(wanted, bool) else rows["rows"].read(wanted)
    request = Request(kind, given.pop("game", None), given)  # type: ignore[arg-type]  # checked
    threads, cluster = how.get("threads"), how.get("cluster")
    kept = Rows(most if isinstance(most, int) else None) if wanted else None
    answer = play_and_answer(
        request,
        threads if isinstance(threads, int) else None,
        cluster if isinstance(cluster, str) else None,
        kept,
    )
    return Result(answer, kept)


def play_and_answer(
    request: Request,
    threads: int | None = None,
    cluster: str | None = None,
    rows: Rows | None = None,
) -> Answer:
    """Play what a request needs and answer it."""
    question = build_question(request)
    plan = question.plan()
    cells = [cell for group in plan.groups for cell in group.cells]
    first, n = plan.groups[0].first, plan.groups[0].n
    if rows is not None:
        check_room(cells[0], rows.wanted(n))
    with clusters.open_cluster(cluster, "cluster") as executor:
        limits.refuse_endless(plan, executor.workers if executor else workers_for(cells, threads))
        outcome = run_question(
            question,
            threads=threads,
            executor=executor,
            rows=rows.take if rows is not None else None,
            rows_end=first + rows.wanted(n) if rows is not None else None,
        )
    if outcome.lost:
        raise RunError(outcome.lost)
    if not question.has_result(outcome):
        raise KeyboardInterrupt
    if rows is not None:
        rows.keep_before(first + rows.wanted(outcome.groups[0].n))
    return answer_request(request, question, outcome)


def simulate(
    game: str,
    players: int | None = None,
    n: Count | None = None,
    *,
    policy: Policy = None,
    rules: Mapping[str, object] | None = None,
    seed: int | None = None,
    coin_seed: int | None = None,
    first: Count | None = None,
    tolerance: Number | None = None,
    precision: Number | None = None,
    until_decided: bool = False,
    minutes_per_decision: Number | None = None,
    seconds_per_decision: Number | None = None,
    rows: bool | Count = False,
    threads: int | None = None,
    cluster: str | None = None,
) -> Result:
    """Play a game many times: is the table fair, how long is a game?

    Parameters
    ----------
    game : str
        The name of a game (`analyzer.games()` lists them), or the path of a game file.
    players : int
        Seats at the table; without it, as many as usually play.
    n : int or str
        Games to play, as a number or as in "1e6" and "250k".
    policy : str, list of str or dict
        Who decides: a policy for all seats, one for each, or some by seat.
    rules : dict
        Rules that differ from the usual ones, by name.
    seed : int
        The same seed deals the same games.
    coin_seed : int
        Seed of the policies' random choices; it changes no deal.
    first : int or str
        Number of the first game, to continue after a stop.
    tolerance : float or str
        How many percentage points a seat may be away from its fair share and still be called
        fair.
    precision : float or str
        Stop when every win share is known to this many percentage points.
    until_decided : bool
        Stop when the verdict is certain; `n` is the largest number of games.
    minutes_per_decision : float or str
        Also tell the length of a game in minutes.
    seconds_per_decision : float or str
        Also tell the length of a game, from seconds per decision.
    rows : bool, int or str
        Keep a row for every game and seat, or for the first so many games: `.games` and `.seats`
        are these rows then. They take four bytes a number; more than 2 GB are refused.
    threads : int
        Threads to use; results never depend on it.
    cluster : str
        Play on the workers of a Dask cluster, as in "local:4"; results never depend on it.

    Returns
    -------
    Result
        The answer, with its frames and charts.

    Raises
    ------
    UserError
        If an argument is wrong; nothing is played then.
    RunError
        If a policy fails, or workers are lost.
    """
    return ask_request("simulate", locals())


def compare(
    game: str,
    players: int | None = None,
    n: Count | None = None,
    *,
    vs: str | Mapping[str, object] | Sequence[str | Mapping[str, object]],
    policy: Policy = None,
    rules: Mapping[str, object] | None = None,
    seed: int | None = None,
    coin_seed: int | None = None,
    first: Count | None = None,
    measure: str | Sequence[str] = (),
    open_ended: bool = False,
    minutes_per_decision: Number | None = None,
    seconds_per_decision: Number | None = None,
    threads: int | None = None,
    cluster: str | None = None,
) -> Result:
    """Compare variants on the same luck: what does a change do?

    Parameters
    ----------
    game : str
        The name of a game (`analyzer.games()` lists them), or the path of a game file.
    players : int
        Seats at the table; without it, as many as usually play.
    n : int or str
        Games to play, as a number or as in "1e6" and "250k".
    vs : str, dict or list of them
        One variant or several: rules by name, and `policy` or `players` if those change.
    policy : str, list of str or dict
        Who decides: a policy for all seats, one for each, or some by seat.
    rules : dict
        Rules that differ from the usual ones, by name.
    seed : int
        The same seed deals the same games.
    coin_seed : int
        Seed of the policies' random choices; it changes no deal.
    first : int or str
        Number of the first game, to continue after a stop.
    measure : str or list of str
        What is measured, such as "wins", "score" or the name of a counter.
    open_ended : bool
        Intervals that hold however often one looks; they are wider.
    minutes_per_decision : float or str
        Also tell the length of a game in minutes.
    seconds_per_decision : float or str
        Also tell the length of a game, from seconds per decision.
    threads : int
        Threads to use; results never depend on it.
    cluster : str
        Play on the workers of a Dask cluster, as in "local:4"; results never depend on it.

    Returns
    -------
    Result
        The answer, with its frames and charts.

    Raises
    ------
    UserError
        If an argument is wrong; nothing is played then.
    RunError
        If a policy fails, or workers are lost.
    """
    return ask_request("compare", locals())


def sweep(
    game: str,
    players: int | str | Sequence[int] | None = None,
    n: Count | None = None,
    *,
    rule: Mapping[str, object] | None = None,
    policy: Policy = None,
    seed: int | None = None,
    first: Count | None = None,
    tolerance: Number | None = None,
    measure: str | Sequence[str] = (),
    minutes_per_decision: Number | None = None,
    seconds_per_decision: Number | None = None,
    threads: int | None = None,
    cluster: str | None = None,
) -> Result:
    """Play a grid of rule values on the same luck.

    Parameters
    ----------
    game : str
        The name of a game (`analyzer.games()` lists them), or the path of a game file.
    players : int, str or list of int
        Seats at the table: one number, several, or a range as in "3..8".
    n : int or str
        Games to play, as a number or as in "1e6" and "250k".
    rule : dict
        Rules and the values to try, as in `{"target": "20..50:5"}`; one value is the same in
        every cell.
    policy : str, list of str or dict
        Who decides: a policy for all seats, one for each, or some by seat.
    seed : int
        The same seed deals the same games.
    first : int or str
        Number of the first game, to continue after a stop.
    tolerance : float or str
        How many percentage points a seat may be away from its fair share and still be called
        fair.
    measure : str or list of str
        What is measured, such as "wins", "score" or the name of a counter.
    minutes_per_decision : float or str
        Also tell the length of a game in minutes.
    seconds_per_decision : float or str
        Also tell the length of a game, from seconds per decision.
    threads : int
        Threads to use; results never depend on it.
    cluster : str
        Play on the workers of a Dask cluster, as in "local:4"; results never depend on it.

    Returns
    -------
    Result
        The answer, with its frames and charts.

    Raises
    ------
    UserError
        If an argument is wrong; nothing is played then.
    RunError
        If a policy fails, or workers are lost.
    """
    return ask_request("sweep", locals())


def tournament(
    game: str,
    players: int | None = None,
    n: Count | None = None,
    *,
    policies: Sequence[str] | str,
    rules: Mapping[str, object] | None = None,
    seed: int | None = None,
    coin_seed: int | None = None,
    first: Count | None = None,
    threads: int | None = None,
    cluster: str | None = None,
) -> Result:
    """Seat policies against each other, rotated over the seats on the same luck.

    Parameters
    ----------
    game : str
        The name of a game (`analyzer.games()` lists them), or the path of a game file.
    players : int
        Seats at the table; without it, as many as usually play.
    n : int or str
        Games to play, as a number or as in "1e6" and "250k".
    policies : list of str or str
        Who takes part.
    rules : dict
        Rules that differ from the usual ones, by name.
    seed : int
        The same seed deals the same games.
    coin_seed : int
        Seed of the policies' random choices; it changes no deal.
    first : int or str
        Number of the first game, to continue after a stop.
    threads : int
        Threads to use; results never depend on it.
    cluster : str
        Play on the workers of a Dask cluster, as in "local:4"; results never depend on it.

    Returns
    -------
    Result
        The answer, with its frames and charts.

    Raises
    ------
    UserError
        If an argument is wrong; nothing is played then.
    RunError
        If a policy fails, or workers are lost.
    """
    return ask_request("tournament", locals())


@overload
def ask(game: str, question: None = None) -> "pl.DataFrame": ...


@overload
def ask(
    game: str,
    question: str,
    players: int | None = None,
    n: Count | None = None,
    *,
    policy: Policy = None,
    rules: Mapping[str, object] | None = None,
    seed: int | None = None,
    seconds: Number | None = None,
    precision: Number | None = None,
    tolerance: Number | None = None,
    minutes_per_decision: Number | None = None,
    seconds_per_decision: Number | None = None,
    threads: int | None = None,
    cluster: str | None = None,
) -> Result: ...


def ask(
    game: str,
    question: str | None = None,
    players: int | None = None,
    n: Count | None = None,
    *,
    policy: Policy = None,
    rules: Mapping[str, object] | None = None,
    seed: int | None = None,
    seconds: Number | None = None,
    precision: Number | None = None,
    tolerance: Number | None = None,
    minutes_per_decision: Number | None = None,
    seconds_per_decision: Number | None = None,
    threads: int | None = None,
    cluster: str | None = None,
) -> "Result | pl.DataFrame":
    """Ask a designer's question about a game.

    Without `n` it plays for about ten seconds (`mend`: up to a minute), or for about `seconds`, and
    without `players` as many people as usually play. Of `mend`, `n` is the most games of the rules
    as they are and of each change that is confirmed.

    Parameters
    ----------
    game : str
        The name of a game (`analyzer.games()` lists them), or the path of a game file.
    question : str
        What to ask, such as "seats" or "skill"; without it, the questions are listed.
    players : int
        Seats at the table; without it, as many as usually play.
    n : int or str
        Games to play, as a number or as in "1e6" and "250k".
    policy : str, list of str or dict
        Who decides: a policy for all seats, one for each, or some by seat.
    rules : dict
        Rules that differ from the usual ones, by name.
    seed : int
        The same seed deals the same games.
    seconds : float or str
        Play for about this time instead of a number of games.
    precision : float or str
        Stop when every win share is known to this many percentage points.
    tolerance : float or str
        How many percentage points a seat may be away from its fair share and still be called
        fair.
    minutes_per_decision : float or str
        Also tell the length of a game in minutes.
    seconds_per_decision : float or str
        Also tell the length of a game, from seconds per decision.
    threads : int
        Threads to use; results never depend on it.
    cluster : str
        Play on the workers of a Dask cluster, as in "local:4"; results never depend on it.

    Returns
    -------
    Result or polars.DataFrame
        The answer; without a question, the questions that can be asked, a row each.

    Raises
    ------
    UserError
        If an argument is wrong; nothing is played then.
    RunError
        If a policy fails, or workers are lost.
    """
    if question is None:
        from analyzer.api.lists import questions

        return questions(game)
    return ask_request("ask", locals())


def plan(
    game: str,
    players: int | None = None,
    n: Count | None = None,
    *,
    difference: Number | None = None,
    tolerance: Number | None = None,
    vs: str | Mapping[str, object] | Sequence[str | Mapping[str, object]] | None = None,
    policy: Policy = None,
    rules: Mapping[str, object] | None = None,
    seed: int | None = None,
    threads: int | None = None,
    cluster: str | None = None,
) -> Result:
    """Say how many games, and how many seconds, a question about this table needs.

    Parameters
    ----------
    game : str
        The name of a game (`analyzer.games()` lists them), or the path of a game file.
    players : int
        Seats at the table; without it, as many as usually play.
    n : int or str
        Games of the pilot that is played.
    difference : float or str
        The change of a win share that is to be seen, in percentage points.
    tolerance : float or str
        How many percentage points a seat may be away from its fair share and still be called
        fair.
    vs : str, dict or list of them
        Changes, to measure how much the same luck helps; without it, single steps of rules.
    policy : str, list of str or dict
        Who decides: a policy for all seats, one for each, or some by seat.
    rules : dict
        Rules that differ from the usual ones, by name.
    seed : int
        The same seed deals the same games.
    threads : int
        Threads to use; results never depend on it.
    cluster : str
        Play on the workers of a Dask cluster, as in "local:4"; results never depend on it.

    Returns
    -------
    Result
        The games to play for each kind of question.

    Raises
    ------
    UserError
        If an argument is wrong; nothing is played then.
    RunError
        If a policy fails, or workers are lost.
    """
    return ask_request("plan", locals())
