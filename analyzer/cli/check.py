"""`analyze check`: is a game what it seems to be?"""

import typer

from analyzer.cli._parameters import takes

HELP_ORDER = 18
EXAMPLES = """\
\b
Examples:
  analyze check ./pig.py      what is wrong, and where
  analyze check hike          our own games pass, too
"""


@takes("check")
def command(game: str) -> None:
    """Look for mistakes in a game: rules, secrets, chance, words."""
    from analyzer.errors import RunError
    from analyzer.testing.check import checked

    bad, told = 0, set()
    for one in checked(game):
        bad += one.trouble is not None
        typer.echo(f"{'WRONG' if one.trouble else 'ok   '}  {one.name}")
        if one.trouble:
            cause = one.trouble.partition("; after ")[0].rstrip(".")
            typer.echo(f"       {'The same.' if cause in told else one.trouble}")
            told.add(cause)
    if bad:
        raise RunError(f"{game} did not pass {bad} of the checks above.")
