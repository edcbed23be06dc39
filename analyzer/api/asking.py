"""How the functions of Python ask: a request is made of their arguments, played and answered."""

from collections.abc import Mapping, Sequence

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

Policy = str | Sequence[str] | Mapping[int, str] | None
Count = int | float | str  # 100_000, 1e6 or "250k"
Number = float | str


def ask_request(kind: str, words: Mapping[str, object]) -> Result:
    """Ask what the arguments of a function say; None stands for an option that is not given."""
    rows = options_of(kind)
    given = {name: value for name, value in words.items() if value is not None}
    wanted = given.pop("rows", False)
    how = {
        name: rows[name].read(given.pop(name))
        for name in ("threads", "cluster", "game_file")
        if name in given
    }
    refuse_combinations(kind, how)
    if isinstance(game := given.get("game"), type):  # a game of the designer's own, as its class
        given["game"] = games.load(game).name
    most = None if isinstance(wanted, bool) else rows["rows"].read(wanted)
    request = _request_of(kind, given.pop("game", None), given, how.get("game_file"))
    threads, cluster = how.get("threads"), how.get("cluster")
    kept = Rows(most if isinstance(most, int) else None) if wanted else None
    answer = play_and_answer(
        request,
        threads if isinstance(threads, int) else None,
        cluster if isinstance(cluster, str) else None,
        kept,
    )
    return Result(answer, kept)


def _request_of(kind: str, game: object, given: Mapping[str, object], game_file: object) -> Request:
    """What is asked; a contract may be in a file."""
    if kind != "contract" or not isinstance(game, str):
        return Request(kind, game, dict(given))  # type: ignore[arg-type]  # checked
    from analyzer.request.contract_file import contract_request

    said = {name: value for name, value in given.items() if value is not False}
    return contract_request(game, said, game_file if isinstance(game_file, str) else None)


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
    first, n = (plan.groups[0].first, plan.groups[0].n) if plan.groups else (0, 0)
    if rows is not None and cells:
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
        rows.keep_before(first + rows.wanted(outcome.groups[0].n if outcome.groups else 0))
    return answer_request(request, question, outcome)
