"""`analyze contract`: does what must hold still hold?"""

from typing import TYPE_CHECKING

import typer

from analyzer.cli import _contract, _contract_against, _contract_play, _run
from analyzer.cli._parameters import How, takes
from analyzer.errors import UserError
from analyzer.request.request import Request
from analyzer.system.faces import option_subject

if TYPE_CHECKING:
    from collections.abc import Callable

    from analyzer.answer.blocks import Answer

HELP_ORDER = 8.2
EXAMPLES = """\
\b
Examples:
  analyze contract balance.toml
  analyze contract --clauses               what a clause can be
  analyze contract hike -p 3..5 --clause seats.within=2
  analyze contract balance.toml --against kept     and what has changed since
  analyze contract hike -p 3..5 --write new.toml      what holds today

Exit code: 0 all hold, 1 the run failed, 2 the file is wrong, 3 a clause is broken, 4 one is open.
"""


@takes("contract")
def command(
    how: How,
    game: str | None,
    game_file: str | None,
    clauses: bool,
    fresh: bool,
    write: str | None,
    against: str | None,
    **given: object,
) -> None:
    """Does a contract of clauses about a game hold?"""
    if clauses:
        _list_clauses()
        return
    if game is None:
        raise UserError("contract needs a file, such as balance.toml, or a game.")
    if write is not None:
        if game.endswith(".toml"):
            raise UserError(
                f"{option_subject('write')} needs a game, and no contract; got {game!r}."
            )
        _contract_play.write_draft(_contract.request_of(game, None, given), write, how)
        return
    request = _contract.request_of(game, game_file, given)
    if against is not None:
        _contract_against.check_folder(against, request)

    def extend(answer: "Answer") -> "Answer":
        if against is None:
            return answer
        return _contract_against.add_changes(answer, against, request, how)

    answer = _kept(request, how, extend) if not (fresh or how.out) else None
    if answer is None:
        answer = _run.play_and_show(request, how, extend=extend)
        _keep(request, answer)
    raise typer.Exit(answer.data["exit_code"])


def _key(request: Request) -> str:
    from analyzer.request.build import build_question
    from analyzer.store.kept_verdicts import verdict_key

    return verdict_key(request, build_question(request).plan())


def _kept(request: Request, how: How, extend: "Callable[[Answer], Answer]") -> "Answer | None":
    """The answer as it was, if nothing has changed since; it is shown, and nothing is played."""
    from analyzer.render import json_text
    from analyzer.render.files import PlotFile
    from analyzer.store.kept_verdicts import read_verdict

    text = read_verdict(_key(request))
    if text is None:
        return None
    try:
        answer = json_text.from_json_text(text)
    except UserError:
        return None  # somebody has changed it
    drawn = PlotFile(how.plot) if how.plot else None
    _run.show_answer(extend(answer), how)
    if drawn:
        drawn.finish(answer)
    if not (how.quiet or how.is_for_programs):
        typer.echo(" Nothing has changed since this was played; --fresh plays it again.")
    return answer


def _keep(request: Request, answer: "Answer") -> None:
    from analyzer.render import json_text
    from analyzer.store.kept_verdicts import write_verdict

    write_verdict(_key(request), json_text.to_json_text(answer))


def _list_clauses() -> None:
    from analyzer.cli._screen import make_grid, print_stripped, stdout_console
    from analyzer.questions.clauses import kinds

    rows = [(one.example, one.meaning) for one in kinds().values()]
    print_stripped(stdout_console(), make_grid(("clause", "what must hold"), rows, wrap=-1))
