"""`analyze resume`: go on with a kept run."""

from typing import Annotated

import typer

from analyzer.cli import _kept, _options

PLACE = 20
EXAMPLES = """\
\b
Examples:
  analyze simulate hike -p 5 -n 1e9 --out long    stopped after an hour
  analyze resume long                             plays what is missing

A run that is whole is not played again: its answer is printed.
"""


def command(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="The folder of --out.")],
    json: _options.Json = False,
    quiet: _options.Quiet = False,
    threads: _options.Threads = None,
) -> None:
    """Go on with a run that was stopped."""
    _kept.go_on(folder, [], json=json, quiet=quiet, threads=threads)
