"""What `contract` plays beside its clauses: to write a contract, and to see what has changed."""

from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.cli._parameters import How
from analyzer.cli._streams import print_line
from analyzer.errors import RunError, UserError
from analyzer.system.faces import option_subject

if TYPE_CHECKING:
    from analyzer.questions import Question
    from analyzer.request.request import Request
    from analyzer.simulation.run import Outcome


def play(question: "Question", how: How) -> "Outcome":
    """The games of a question, with progress; a stop leaves nothing."""
    from analyzer.cli._progress import progress_bar
    from analyzer.simulation.executors.cluster import open_cluster
    from analyzer.simulation.run import run_question

    hidden = how.quiet or how.is_for_programs
    with (
        open_cluster(how.cluster) as executor,
        progress_bar(question.plan(), question, hidden=hidden) as show,
    ):
        outcome = run_question(question, threads=how.threads, progress=show, executor=executor)
    if outcome.lost:
        raise RunError(outcome.lost)
    if outcome.interrupted:
        raise KeyboardInterrupt
    return outcome


def write_draft(request: "Request", text: str, how: How) -> None:
    """Write a contract of what holds today into a new file."""
    from analyzer.render.files import AnswerFile
    from analyzer.request.contract_draft import draft_question, write_contract
    from analyzer.request.contract_file import SUFFIX

    flag = option_subject("write").removeprefix("Option ")
    file = AnswerFile(text, flag, (SUFFIX.removeprefix("."),))
    if Path(file.path).exists():
        raise UserError(f"The file of {flag} {text} already exists; name another.")
    question = draft_question(request)
    file.write(write_contract(request, question, play(question, how)).encode())
    if not how.quiet:
        print_line(f"Written: {text}. It holds today; change its limits to what you want to hold.")
