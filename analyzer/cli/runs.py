"""`analyze runs`: the kept runs of a folder."""

import json
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

import typer

from analyzer.errors import UserError

PLACE = 23
EXAMPLES = """\
\b
Examples:
  analyze runs
  analyze runs results
"""


def command(
    folder: Annotated[
        str, typer.Argument(metavar="[FOLDER]", help="Where to look, one level deep.")
    ] = ".",
) -> None:
    """List kept runs: what, how many games, answer, date."""
    from analyzer.cli._screen import grid, out

    path = Path(folder).expanduser()
    if not path.is_dir():
        raise UserError(f"There is no folder {folder!r}.")
    rows = [_row(found) for found in sorted(path.glob("*/manifest.json")) if _is_run(found)]
    if not rows:
        typer.echo(f"No kept runs in {folder}.")
        return
    heads = ("run", "what", "games", "status", "answer", "date", "size")
    out().print(grid(heads, rows, wrap=4))


def _is_run(file: Path) -> bool:
    from analyzer.kept import manifest_of

    try:
        manifest_of(file.parent)
    except UserError:
        return False
    return True


def _row(file: Path) -> tuple[str, ...]:
    from analyzer.kept import ANSWER, manifest_of

    run, found = file.parent, manifest_of(file.parent)
    size = sum(part.stat().st_size for part in run.rglob("*") if part.is_file())
    date = datetime.fromtimestamp(file.stat().st_mtime, UTC)
    return (
        run.name,
        " ".join(found["arguments"][:2]) + _differs(found),
        f"{sum(group['n'] * len(group['cells']) for group in found['plan']):,}",
        found["status"],
        _answer(run / ANSWER),
        f"{date:%Y-%m-%d %H:%M}",
        f"{size / 1e6:.1f} MB",
    )


def _differs(found: dict[str, Any]) -> str:
    """The options of its command that say what was asked, without the common ones."""
    words = found["arguments"][2:]
    pairs = [
        f"{option} {value}"
        for option, value in pairwise(words)
        if option in ("--players", "--rule", "--policy", "--vs", "--policies")
    ]
    return f" {' '.join(pairs)}" if pairs else ""


def _answer(file: Path) -> str:
    if not file.is_file():
        return ""
    try:
        return str(json.loads(file.read_text("utf-8")).get("title", ""))
    except ValueError:
        return "cannot be read"
