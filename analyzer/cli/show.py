"""`analyze show`: print the answer of a kept run again, or compare two runs."""

import sys
from typing import TYPE_CHECKING

import typer

from analyzer.api import stored
from analyzer.cli import _stored
from analyzer.cli._parameters import How, takes
from analyzer.errors import UserError

if TYPE_CHECKING:
    from analyzer.answer.blocks import Answer

HELP_ORDER = 23
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


@takes("show")
def command(folders: list[str], how: How) -> None:
    """Print the answer of a kept run, without playing."""
    from analyzer.cli._side_by_side import side_by_side
    from analyzer.render.files import PlotFile

    if len(folders) > 2:
        raise UserError(f"show takes one run, or two to compare; got {len(folders)}.")
    with _stored.report_broken_files(*folders):
        drawn = PlotFile(how.plot) if how.plot else None
        answer = side_by_side(*folders) if len(folders) == 2 else stored.read_answer(folders[0])
        _print(answer, how)
        if drawn:
            drawn.finish(answer)


def _print(answer: "Answer", how: How) -> None:
    from analyzer.cli._run import show_answer

    if how.markdown:
        from analyzer.render import markdown

        typer.echo(markdown.render_answer(answer))
    elif how.html:
        from analyzer.render import html

        typer.echo(html.render_page(answer))
    else:
        show_answer(answer, how)
    sys.stdout.flush()
