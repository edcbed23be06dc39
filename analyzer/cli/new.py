"""`analyze new`: a game to begin with, in one Python file."""

from pathlib import Path

import typer

from analyzer.cli._parameters import takes

HELP_ORDER = 17
EXAMPLES = """\
\b
Examples:
  analyze new lagoon                  lagoon.py, cards with hidden hands
  analyze new gallop --from race      or dice, tricks
"""


@takes("new")
def command(name: str, start: str) -> None:
    """Write a game of your own that plays, to be changed."""
    from analyzer.design import begin
    from analyzer.system.invocation import command_line as told

    path = begin.write(name, start, Path())
    typer.echo(
        f"{path} is written. It plays: {told('simulate', f'./{path}', '-p', 3, '-n', '1e4')}"
    )
