"""What must be the same here and on every worker, or their games would not be ours."""

import platform
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

import analyzer
from analyzer import games
from analyzer.errors import UserError
from analyzer.games import plugins

if TYPE_CHECKING:
    from analyzer.playout.cell import Cell

MISSING = "none"
Versions = Mapping[str, str]  # of what, in words


def names_to_compare(cells: "Iterable[Cell]") -> tuple[list[str], list[str]]:
    """The games of some cells, and the policies that may be of other packages, game.policy."""
    tables = list(cells)
    named = {f"{cell.game}.{who.name}" for cell in tables for who in cell.policies}
    installed = {cell.game for cell in tables if not games.is_file(cell.game)}
    return sorted(installed), sorted(named & set(plugins.find_entry_points(plugins.POLICIES)))


def local_versions(of_games: Iterable[str], of_policies: Iterable[str]) -> dict[str, str]:
    """The versions of this process, as far as games depend on them."""
    found = {
        "analyzer": analyzer.__version__,
        "Python": ".".join(platform.python_version_tuple()[:2]),
        "dask": _package("dask"),
        "distributed": _package("distributed"),
    }
    for name in of_games:
        found[f"the game {name}"] = _game(name)
    for name in of_policies:
        entries = plugins.find_entry_points(plugins.POLICIES).get(name)
        found[f"the policy {name}"] = plugins.package_of(entries[0]) if entries else MISSING
    return found


@cache
def _package(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return MISSING


def _game(name: str) -> str:
    try:
        return f"version {games.load(name).version}"
    except UserError:
        return MISSING


def first_difference(theirs: Versions, mine: Versions) -> str | None:
    """The first thing in which a worker differs, as the middle of a sentence."""
    for name, version_here in mine.items():
        there = theirs.get(name, MISSING)
        if there != version_here:
            return f"{name} is {there} there and {version_here} here"
    return None
