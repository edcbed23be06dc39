"""What a result rests on: game and version, rules, tables, policies, seed, software, command."""

import platform
from importlib.metadata import version
from typing import TYPE_CHECKING

import analyzer
from analyzer import games, players

if TYPE_CHECKING:
    from analyzer.plain import Json
    from analyzer.plan import Cell

LIBRARIES = ("numpy", "polars", "matplotlib")


def record(cell: "Cell", n: int, first: int, command: str) -> "Json":
    """A plain dict, for every file that we write."""
    return {
        "analyzer": analyzer.__version__,
        **cell.settings,
        "tables": games.load(cell.game).provenance(cell.rules),
        "policy_files": _files(cell),
        "cell": cell.key,
        "first": first,
        "n": n,
        "command": command,
        "python": platform.python_version(),
        "platform": platform.platform(),
        "libraries": {name: version(name) for name in LIBRARIES},
    }


def _files(cell: "Cell") -> dict[str, str]:
    """A hash of every policy file as it was played, so that a changed file is noticed."""
    paths = {path for policy in cell.policies for path in policy.files}
    return {path: players.digest(path) for path in sorted(paths)}
