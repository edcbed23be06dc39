"""The questions as Python functions that take the same words as the commands.

import analyzer
answer = analyzer.simulate("hike", players=5, n=100_000)
answer.findings, answer.seats, answer.figure()
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, overload

from analyzer.api.asking import Count, Number, Policy, ask_request
from analyzer.api.result import Result

if TYPE_CHECKING:
    import polars as pl


def simulate(
    game: str,
    players: int | None = None,
    n: Count | None = None,
    *,
    policy: Policy = None,
    rules: Mapping[str, object] | None = None,
    count: str | None = None,
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
    count : str
        Your own class that counts something in every game, as in "./mine.py:Twins".
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
    count: str | None = None,
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
    count : str
        Your own class that counts something in every game, as in "./mine.py:Twins".
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
    count: str | None = None,
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
    count : str
        Your own class that counts something in every game, as in "./mine.py:Twins".
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


def tune(
    game: str,
    players: int | None = None,
    n: Count | None = None,
    *,
    over: Mapping[str, object] | Sequence[str] | str,
    policy: str | None = None,
    rules: Mapping[str, object] | None = None,
    seed: int | None = None,
    seconds: Number | None = None,
    tolerance: Number | None = None,
    threads: int | None = None,
    cluster: str | None = None,
) -> Result:
    """Look for a better setting of a policy's parameters.

    One player with other values sits among players of the policy as it is.

    Parameters
    ----------
    game : str
        The name of a game (`analyzer.games()` lists them), or the path of a game file.
    players : int
        Seats at the table; without it, as many as usually play.
    n : int or str
        Games in all; without it, as many as two cores play in about a minute.
    over : dict, list of str or str
        The parameters and the values to try, as in `{"keep": "0..6"}`.
    policy : str
        The policy whose parameters are tuned.
    rules : dict
        Rules that differ from the usual ones, by name.
    seed : int
        The same seed deals the same games.
    seconds : float or str
        Play for about this time instead of a number of games.
    tolerance : float or str
        A gain of fewer percentage points does not matter.
    threads : int
        Threads to use; results never depend on it.
    cluster : str
        Play on the workers of a Dask cluster, as in "local:4"; results never depend on it.

    Returns
    -------
    Result
        The best setting that was found, and by how much it is better on fresh games.

    Raises
    ------
    UserError
        If an argument is wrong; nothing is played then.
    RunError
        If a policy fails, or workers are lost.
    """
    return ask_request("tune", locals())


def contract(
    game: str,
    players: int | str | Sequence[int] | None = None,
    n: Count | None = None,
    *,
    clause: Mapping[str, object] | Sequence[str | Mapping[str, object]] | str | None = None,
    open: str | None = None,  # noqa: A002 - the word of the contract
    plan: bool = False,
    policy: Policy = None,
    rules: Mapping[str, object] | None = None,
    seed: int | None = None,
    minutes_per_decision: Number | None = None,
    seconds_per_decision: Number | None = None,
    game_file: str | None = None,
    threads: int | None = None,
    cluster: str | None = None,
) -> Result:
    """Say whether what must hold of a game still holds.

    `data["verdict"]` is HOLDS, BROKEN or OPEN. A contract in a file loads a game file or a policy
    file only if `game_file` or `policy` names it.

    Parameters
    ----------
    game : str
        A contract in a file, such as "balance.toml", or a game with clauses.
    players : int, str or list of int
        Seats at the table: one number, several, or a range as in "3..8".
    n : int or str
        The most games of each table.
    clause : dict, list or str
        What must hold, as in `{"seats.within": 1.0, "length.hands": [3, 8]}`.
    open : str
        What an open clause counts as.
    plan : bool
        Only say how many games are needed.
    policy : str, list of str or dict
        Who decides: a policy for all seats, one for each, or some by seat.
    rules : dict
        Rules that differ from the usual ones, by name.
    seed : int
        The same seed deals the same games.
    minutes_per_decision : float or str
        Also tell the length of a game in minutes.
    seconds_per_decision : float or str
        Also tell the length of a game, from seconds per decision.
    game_file : str
        The game file that a contract in a file names, if you trust it.
    threads : int
        Threads to use; results never depend on it.
    cluster : str
        Play on the workers of a Dask cluster, as in "local:4"; results never depend on it.

    Returns
    -------
    Result
        The verdict, clause by clause.

    Raises
    ------
    UserError
        If an argument is wrong; nothing is played then.
    RunError
        If a policy fails, or workers are lost.
    """
    return ask_request("contract", locals())
