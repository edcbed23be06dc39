"""`analyze runs`: the kept runs of a folder."""

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.cli._parameters import takes
from analyzer.cli._streams import print_line
from analyzer.errors import UserError

if TYPE_CHECKING:
    from analyzer.store.manifest import Manifest

HELP_ORDER = 24
EXAMPLES = """\
\b
Examples:
  analyze runs
  analyze runs results
"""


@takes("runs")
def command(folder: str) -> None:
    """List kept runs: what, how many games, answer, date."""
    from analyzer.cli._screen import make_grid, print_stripped, stdout_console
    from analyzer.system import files

    path = files.parse_path(folder, "The folder of runs")
    try:
        if not path.is_dir():
            raise UserError(f"There is no folder {folder!r}.")
        rows = [_row_with_care(run, manifest) for run, manifest in _runs(path)]
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise UserError(f"The folder {folder!r} cannot be read: {why}.") from None
    if not rows:
        print_line(f"No kept runs in {folder}.")
        return
    heads = ("run", "game", "players", "what differs", "games", "answer", "date", "size")
    print_stripped(stdout_console(), make_grid(heads, rows, wrap=5))


def _runs(folder: Path) -> Iterator[tuple[Path, "Manifest | None"]]:
    """Every run in a folder, and the folder itself if it is one; None: kept in an old format."""
    from analyzer.store import manifest

    for file in sorted([*folder.glob(manifest.MANIFEST), *folder.glob(f"*/{manifest.MANIFEST}")]):
        try:
            yield file.parent, manifest.read_manifest(file.parent)
        except manifest.OldRunError:
            yield file.parent, None
        except UserError:
            continue  # a manifest of something else


def _row_with_care(run: Path, found: "Manifest | None") -> tuple[str, ...]:
    """A row also for a run that an earlier version has kept, or whose files somebody has made."""
    name = run.name or str(run)
    if found is None:
        return (name, "", "", "", "", f"format 1: {_title(run)}", "", "")
    try:
        return _row(run, found)
    except OSError:
        raise
    except Exception:  # noqa: BLE001 - whatever is in those files
        return (name, "", "", "", "", "not as analyze writes it", "", "")


def _row(run: Path, found: "Manifest") -> tuple[str, ...]:
    from analyzer.store.manifest import MANIFEST

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
    from analyzer.store.folder import read_ranges

    try:
        held, _ = read_ranges(run, found)
    except UserError:
        return 0
    return sum(held[place].n * len(group["cells"]) for place, group in enumerate(found["plan"]))


def _differs(found: "Manifest") -> str:
    """What was asked, without what is the same in most runs."""
    from analyzer.store.manifest import request_of

    request = request_of(found)
    asked = request.replace(players=None, n=None, first=None)
    kind, _, *words = asked.argv(usual=False)
    return " ".join(words if kind == "simulate" else [kind, *words])


def _answer(run: Path, found: "Manifest") -> str:
    from analyzer.store.folder import ANSWER, is_being_played
    from analyzer.store.manifest import DONE, STARTED

    if is_being_played(run):
        return "being played"
    if found["status"] == STARTED or not (run / ANSWER).is_file():
        return "stopped, no answer yet"
    title = _title(run)
    return title if found["status"] == DONE else f"stopped: {title}"


def _title(run: Path) -> str:
    """The answer of a run in one sentence."""
    from analyzer.store.manifest import ANSWER
    from analyzer.system import input_files

    try:
        told = json.loads(input_files.read_text(run / ANSWER))
    except (OSError, ValueError, RecursionError):
        return "cannot be read"
    return str(told.get("title", "")) if isinstance(told, dict) else ""


def _size(size: float) -> str:
    for unit in ("B", "kB", "MB"):
        if size < 1000:
            return f"{size:.3g} {unit}"
        size /= 1000
    return f"{size:.3g} GB"
