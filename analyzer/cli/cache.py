"""`analyze cache`: compiled games that are kept."""

import typer

from analyzer.cli._parameters import takes

HELP_ORDER = 19
EXAMPLES = """\
\b
Examples:
  analyze cache             where compiled games lie, and how large they are
  analyze cache --empty     removes them; a game is compiled again
"""


@takes("cache")
def command(empty: bool) -> None:
    """List the games that were compiled from files, or remove them."""
    from analyzer.design import cache

    folder, kept = cache.folder(), cache.list_compiled()
    size = sum(one.size for one in kept)
    if empty:
        cache.empty()
        typer.echo(f"{_many(len(kept))} removed from {folder}.")
        return
    for one in kept:
        typer.echo(f"{one.size / 1000:>6.0f} kB  {one.day}  {one.game}")
    typer.echo(f"{_many(len(kept))}, {size / 1000:,.0f} kB, in {folder}.")


def _many(n: int) -> str:
    return "1 compiled game" if n == 1 else f"{n} compiled games"
