"""`analyze runs`: the kept runs of a folder."""

import json
from collections.abc import Iterator
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.errors import UserError

if TYPE_CHECKING:
    from analyzer.kept.manifest import Manifest

PLACE = 24
EXAMPLES = """\
\b
Examples:
  analyze runs
  analyze runs results
"""

_ASKED = ("--rule", "--policy", "--vs", "--policies", "--seed", "--until-decided", "--precision")


def command(
    folder: Annotated[
        str,
        typer.Argument(metavar="FOLDER", help="Where to look, one level deep. [default: here]"),
    ] = ".",
) -> None:
    """List kept runs: what, how many games, answer, date."""
    from analyzer import places
    from analyzer.cli._screen import grid, out, put

    path = places.typed(folder, "The folder of runs")
    try:
        if not path.is_dir():
            raise UserError(f"There is no folder {folder!r}.")
        rows = [_row_with_care(run, manifest) for run, manifest in _runs(path)]
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise UserError(f"The folder {folder!r} cannot be read: {why}.") from None
    if not rows:
        typer.echo(f"No kept runs in {folder}.")
        return
    heads = ("run", "game", "players", "what differs", "games", "answer", "date", "size")
    put(out(), grid(heads, rows, wrap=5))


def _runs(folder: Path) -> Iterator[tuple[Path, "Manifest"]]:
    """Every run in a folder, and the folder itself if it is one."""
    from analyzer.kept import manifest

    for file in sorted([*folder.glob(manifest.MANIFEST), *folder.glob(f"*/{manifest.MANIFEST}")]):
        try:
            yield file.parent, manifest.read(file.parent)
        except UserError:
            continue  # a manifest of something else


def _row_with_care(run: Path, found: "Manifest") -> tuple[str, ...]:
    """A row also for a run whose files somebody has changed."""
    from analyzer.kept.manifest import is_as_written

    try:
        return _row(run, found)
    except OSError:
        raise
    except Exception:
        if is_as_written(run):
            raise
        return (run.name or str(run), "", "", "", "", "changed since it was written", "", "")


def _row(run: Path, found: "Manifest") -> tuple[str, ...]:
    from analyzer.kept.manifest import MANIFEST

    size = sum(part.stat().st_size for part in run.rglob("*") if part.is_file())
    date = datetime.fromtimestamp((run / MANIFEST).stat().st_mtime).astimezone()
    cells = [cell for group in found["plan"] for cell in group["cells"]]
    players = sorted({cell.get("players", 0) for cell in cells})
    return (
        run.name or str(run),
        str(cells[0].get("game", "")),
        str(players[0]) if len(players) == 1 else f"{players[0]} – {players[-1]}",
        _differs(found),
        f"{_games(run, found):,}",
        _answer(run, found),
        f"{date:%Y-%m-%d %H:%M}",
        _size(size),
    )


def _games(run: Path, found: "Manifest") -> int:
    """Playouts held, over all cells."""
    from analyzer.kept.folder import read_held

    try:
        held, _ = read_held(run, found)
    except UserError:
        return 0
    return sum(held[place].n * len(group["cells"]) for place, group in enumerate(found["plan"]))


def _differs(found: "Manifest") -> str:
    """The words of its command that say what was asked, without the common ones."""
    command, *words = found["arguments"] or [""]
    told = [] if command == "simulate" else [command]
    if command == "ask" and len(words) > 1:
        told.append(words[1])
    for option, value in pairwise([*words, ""]):
        if option == "--seed" and value == "1":
            continue
        if option in _ASKED:
            told.append(option if option == "--until-decided" else f"{option} {value}")
    return " ".join(told)


def _answer(run: Path, found: "Manifest") -> str:
    from analyzer.kept.folder import ANSWER, is_played
    from analyzer.kept.manifest import DONE, STARTED

    if is_played(run):
        return "being played"
    if found["status"] == STARTED or not (run / ANSWER).is_file():
        return "stopped, no answer yet"
    try:
        told = json.loads((run / ANSWER).read_text("utf-8"))
        title = told.get("title", "") if isinstance(told, dict) else ""
    except (OSError, ValueError):
        return "cannot be read"
    return str(title) if found["status"] == DONE else f"stopped: {title}"


def _size(size: float) -> str:
    for unit in ("B", "kB", "MB"):
        if size < 1000:
            return f"{size:.3g} {unit}"
        size /= 1000
    return f"{size:.3g} GB"
