"""`analyze again`: play the request in an answer again, and say whether it gives the same."""

import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from analyzer.api import stored
from analyzer.cli import _stored
from analyzer.cli._parameters import How, takes
from analyzer.errors import RunError, UserError, describe_read_error
from analyzer.system import invocation
from analyzer.system.values import short_repr

if TYPE_CHECKING:
    from analyzer.answer.blocks import Answer
    from analyzer.request.request import Request
    from analyzer.system.json_types import Json

HELP_ORDER = 25
EXAMPLES = """\
\b
Examples:
  analyze again result/answer.json
  analyze again result

Every number and every sentence is compared; how long it took, and on which machine, is not. If the
answer has a policy or game from a file, name it again (--policy ./mine.py:Cautious, --game
./pig.py): the file is code, and whoever made the answer chose it.
"""


@takes("again")
def command(
    file: str, policy: list[str] | None, game_file: str | None, count: str | None, how: How
) -> None:
    """Play what an answer asks again: is it the same?"""
    from analyzer.render import json_text
    from analyzer.store import differences

    old, written = _read(stored.run_path(file))
    request = _request(file, old)
    _stored.check_named(f"The answer {file!r}", "answer", request, policy, game_file, count)
    with invocation.called_as(invocation.NAME):
        new = json_text.to_document(_play(request, how))
    before = str(old.get("command")).removesuffix(shlex.join(request.argv())).strip()
    told = differences.with_program(old, before, invocation.NAME) if before else old
    found = differences.first_difference(told, new)
    if found is None:
        if written in (json_text.format_json(old), json.dumps(old, indent=2)):
            typer.echo("The same, byte by byte.")
        else:
            typer.echo("The same in every value, but the file is not laid out as --json prints it.")
        return
    name, was, now = found
    raise RunError(
        f"Not the same: {name} was {short_repr(was)} and is {short_repr(now)}; "
        f"{differences.reason(old, new)}."
    )


def _read(path: Path) -> "tuple[Json, str]":
    """An answer, and its text."""
    from analyzer.store.manifest import ANSWER
    from analyzer.system import input_files

    place = path / ANSWER if path.is_dir() else path
    try:
        text = input_files.read_text(place).rstrip("\n")
        found = json.loads(text)
    except (OSError, UnicodeDecodeError) as error:
        why = describe_read_error(error)
        raise UserError(f"The answer {str(place)!r} cannot be read: {why}.") from None
    except (ValueError, RecursionError):
        raise UserError(f"The file {str(place)!r} holds no answer as --json prints it.") from None
    if not isinstance(found, dict) or "schema" not in found:
        raise UserError(f"The file {str(place)!r} holds no answer as --json prints it.")
    return found, text


def _request(file: str, old: "Json") -> "Request":
    from analyzer.request.options import QUESTIONS
    from analyzer.request.request import Request

    if old.get("interrupted"):
        raise UserError(
            f"The answer {file!r} was stopped before its last game, so it cannot be compared."
        )
    if not old.get("request"):
        raise UserError(f"The answer {file!r} holds no request that could be played again.")
    request = Request.from_json(old["request"])
    if request.kind not in QUESTIONS:
        raise UserError(
            f"again plays {', '.join(QUESTIONS)}; this answer is one of {request.kind}."
        )
    return request


def _play(request: "Request", how: How) -> "Answer":
    from analyzer.cli._progress import progress_bar
    from analyzer.request.build import answer_request, build_question
    from analyzer.simulation.executors.cluster import open_cluster
    from analyzer.simulation.run import run_question

    question = build_question(request)
    with (
        open_cluster(how.cluster) as executor,
        progress_bar(question.plan(), question, hidden=how.quiet) as show,
    ):
        outcome = run_question(question, threads=how.threads, progress=show, executor=executor)
    if outcome.lost:
        raise RunError(outcome.lost)
    if outcome.interrupted:
        raise KeyboardInterrupt
    return answer_request(request, question, outcome)
