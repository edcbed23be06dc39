"""`analyze show`: print the answer of a kept run again, or compare two runs."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli import _judge, _kept, _options
from analyzer.errors import UserError

if TYPE_CHECKING:
    from analyzer.answer import Answer

PLACE = 23
EXAMPLES = """\
\b
Examples:
  analyze show result
  analyze show result --json
  analyze show result --plot wins.svg
  analyze show result other        compares the second run with the first

Two runs can be compared if they have the same luck: the same game and seed. The comparison needs
their rows (simulate --out keeps them), or two runs of compare with the same reference.
"""


def command(
    folders: Annotated[
        list[str], typer.Argument(metavar="DIR [OTHER]", help="Folders of kept runs, one or two.")
    ],
    policy: _judge.Policies = None,
    plot: _options.Plot = None,
    json: _options.Json = False,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Print Markdown for a document.")
    ] = False,
    html: Annotated[bool, typer.Option("--html", help="Print a complete page.")] = False,
    quiet: _options.Quiet = False,
) -> None:
    """Print the answer of a kept run, without playing."""
    from analyzer.report.files import Picture

    if json + quiet + markdown + html > 1:
        raise UserError(
            "Options --json, --markdown, --html and --quiet cannot be combined; keep one."
        )
    if len(folders) > 2:
        raise UserError(f"show takes one run, or two to compare; got {len(folders)}.")
    mine = _judge.named(policy, plot)
    with _kept.care(*folders):
        _kept.trusted(folders, mine)
        drawn = Picture(mine.plot) if mine.plot else None
        answer = _compared(folders, mine) if len(folders) == 2 else _answer(folders[0], mine)
        _print(answer, json, markdown, html, quiet)
        if drawn:
            drawn.finish(answer)


def _compared(folders: list[str], mine: _judge.Named) -> "Answer":
    from analyzer.cli._side_by_side import side_by_side

    one, other = folders
    return side_by_side(one, other, mine)


def _print(answer: "Answer", json: bool, markdown: bool, html: bool, quiet: bool) -> None:
    from analyzer.cli._ask import show_answer
    from analyzer.report import html as page
    from analyzer.report import markdown as document

    if markdown:
        typer.echo(document.text(answer))
    elif html:
        typer.echo(page.page(answer))
    else:
        show_answer(answer, json, quiet)
    sys.stdout.flush()


def _answer(folder: str, mine: _judge.Named) -> "Answer":
    """The answer as it was written; of a run that was killed, what its chunks tell."""
    from analyzer.kept import manifest, reading
    from analyzer.kept.folder import ANSWER
    from analyzer.kept.words import resume
    from analyzer.report import jsonout

    path, found = _kept.manifest(folder, mine)
    file = path / ANSWER
    if found["status"] != manifest.STARTED and file.is_file():
        try:
            return jsonout.read(file.read_text("utf-8"))
        except (OSError, UnicodeDecodeError):
            raise UserError(f"The file {str(file)!r} cannot be read.") from None
    question = _kept.question_of(folder, found["arguments"], found)
    outcome = reading.outcome(question, _kept.held_in(path, found), found)
    if not question.tells(outcome):
        again = resume(folder, found["arguments"])
        raise UserError(f"The run {folder!r} has no answer yet; continue: {again}")
    return question.answer(outcome)
