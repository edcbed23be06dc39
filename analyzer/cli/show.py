"""`analyze show`: print the answer of a kept run again."""

from typing import Annotated

import typer

from analyzer.cli import _kept, _options
from analyzer.errors import UserError

PLACE = 22
EXAMPLES = """\
\b
Examples:
  analyze show result
  analyze show result --json
  analyze show result --plot wins.svg
"""


def command(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="The folder of --out.")],
    plot: _options.Plot = None,
    json: _options.Json = False,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Print Markdown for a document.")
    ] = False,
    quiet: _options.Quiet = False,
) -> None:
    """Print the answer of a kept run, without playing."""
    from analyzer.cli._ask import show_answer
    from analyzer.kept import ANSWER
    from analyzer.report import jsonout
    from analyzer.report import markdown as twin
    from analyzer.report.files import Picture

    if json + quiet + markdown > 1:
        raise UserError("Options --json, --markdown and --quiet exclude each other; keep one.")
    path, _ = _kept.manifest(folder)
    file = path / ANSWER
    if not file.is_file():
        from analyzer.program import command as words

        raise UserError(f"The run {folder!r} has no answer yet; go on: {words('resume', folder)}")
    text = _options.one(plot, "--plot")
    drawn = Picture(text) if text else None
    answer = jsonout.read(file.read_text("utf-8"))
    if markdown:
        typer.echo(twin.text(answer))
    else:
        show_answer(answer, json, quiet)
    if drawn:
        drawn.finish(answer)
