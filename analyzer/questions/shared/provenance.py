"""What a result rests on: game and version, rules, tables, policies, seed, software, command.

`notes` is the one road for sentences about tables that nobody printed. An `Answer` carries them
into every format, and `replay`, `rules` and `games` print them as they are.
"""

import platform
from importlib.metadata import version
from typing import TYPE_CHECKING

import analyzer
from analyzer import games
from analyzer.estimates.formatting import join_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from analyzer.playout.cell import Cell
    from analyzer.system.json_types import Json

    Tables = Mapping[str, Mapping[str, str]]  # as a game's `provenance` gives them

LIBRARIES = ("numpy", "polars", "matplotlib")
RECONSTRUCTION = "reconstruction"  # the origin of a table that a game had to make up
MOST_NAMES = 3  # tables that a sentence names one by one


def provenance_record(cell: "Cell", n: int, first: int, command: str) -> "Json":
    """A plain dict, for every file that we write."""
    return {
        "analyzer": analyzer.__version__,
        **cell.settings,
        "tables": games.load(cell.game).provenance(cell.rules),
        "policy_files": dict(sorted(cell.code_files.items())),
        "cell": cell.key,
        "first": first,
        "n": n,
        "command": command,
        "python": platform.python_version(),
        "platform": platform.platform(),
        "libraries": {name: version(name) for name in LIBRARIES},
    }


def table_notes(cells: "Iterable[Cell]") -> tuple[str, ...]:
    """What the games of some cells rest on that is a reconstruction, or comes from a user."""
    return table_sentences(games.load(cell.game).provenance(cell.rules) for cell in cells)


def table_sentences(found: "Iterable[Tables]") -> tuple[str, ...]:
    """What the given tables rest on, as sentences; each sentence once."""
    names: dict[tuple[tuple[str, ...], str], dict[str, None]] = {}
    for tables in found:
        of_one: dict[tuple[str, str], list[str]] = {}
        for key, table in tables.items():
            about = (table["name"], table["provenance"])
            of_one.setdefault(about, []).append(table.get("what", key))
        for (name, origin), parts in of_one.items():
            names.setdefault((tuple(parts), origin), {})[name] = None
    return tuple(
        _sentence(join_words(list(parts)), origin, list(known))
        for (parts, origin), known in names.items()
    )


def _sentence(what: str, origin: str, names: list[str]) -> str:
    which = (
        join_words(names) if len(names) <= MOST_NAMES else f"{names[0]} and {len(names) - 1} others"
    )
    if origin != RECONSTRUCTION:
        return f"Rests on the {what} in {which}, {origin}."
    several = "s" * (len(names) > 1)
    named = "" if names == [RECONSTRUCTION] else f" ({which})"
    return f"Rests on our reconstruction{several} of the {what}{named}, not on what is printed."
