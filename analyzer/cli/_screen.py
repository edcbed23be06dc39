"""The two places a command prints to, and the plain tables of the listing commands."""

import sys
from collections.abc import Sequence

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from analyzer.render.text import strip_controls

WIDE = 100  # columns in a pipe
NARROW = 40  # no table can be laid out in less


def stdout_console() -> Console:
    """The standard output; without colours and 100 columns wide in a pipe."""
    return _console(stderr=False)


def stderr_console() -> Console:
    """The standard error, for progress and for what is not the result."""
    return _console(stderr=True)


def _console(stderr: bool) -> Console:
    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() else WIDE
    console = Console(file=stream, width=width, highlight=False, emoji=False, markup=False)
    if console.width < NARROW:
        console.width = NARROW  # the terminal breaks lines where it must
    return console


def print_stripped(console: Console, what: RenderableType) -> None:
    """Print without the blanks that rich leaves at the ends of lines."""
    with console.capture() as captured:
        console.print(what)
    console.file.write("".join(f"{line.rstrip()}\n" for line in captured.get().splitlines()))


def make_grid(heads: Sequence[str], rows: Sequence[Sequence[str]], wrap: int = -1) -> Table:
    """A table without lines; only the column `wrap` may be broken."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for place, head in enumerate(heads):
        table.add_column(head, no_wrap=place != wrap % len(heads))
    for row in rows:
        table.add_row(*(Text(strip_controls(cell)) for cell in row))
    return table


def print_paragraphs(console: Console, text: str) -> None:
    """Text wrapped again for this screen; blank lines separate paragraphs."""
    for number, part in enumerate(text.strip().split("\n\n")):
        if number:
            console.print()
        print_stripped(console, Text(" ".join(part.split())))
