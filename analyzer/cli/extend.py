"""`analyze extend`: add games to a kept run."""

from typing import Annotated

import typer

from analyzer.cli import _kept, _options
from analyzer.errors import UserError

PLACE = 21
EXAMPLES = """\
\b
Examples:
  analyze extend result -n 1e8      plays on until there are 1e8 games

-n is the number of games that the run shall have, not how many are added. A run with planned looks
(--until-decided, --precision) cannot be extended: its looks were planned for its -n.
"""


def command(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="The folder of --out.")],
    n: _options.Count = None,
    json: _options.Json = False,
    quiet: _options.Quiet = False,
    threads: _options.Threads = None,
) -> None:
    """Add games to a kept run."""
    if not n:
        raise UserError("Option -n must say how many games the run shall have.")
    count = _options.count(n, "-n", "1")
    _kept.refuse_fewer(folder, count)
    _kept.go_on(folder, ["-n", str(count)], json=json, quiet=quiet, threads=threads)
