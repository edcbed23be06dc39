"""What must be the same here and on every worker, or their games would not be ours."""

import platform
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

import analyzer
from analyzer import games, plugins
from analyzer.errors import UserError

if TYPE_CHECKING:
    from analyzer.plan import Cell

MISSING = "none"
Versions = Mapping[str, str]  # of what, in words


def wanted(cells: "Iterable[Cell]") -> tuple[list[str], list[str]]:
    """The games of some cells, and the policies that may be of other packages, game.policy."""
    tables = list(cells)
    named = {f"{cell.game}.{who.name}" for cell in tables for who in cell.policies}
    return sorted({cell.game for cell in tables}), sorted(
        named & set(plugins.found(plugins.POLICIES))
    )


def here(of_games: Iterable[str], of_policies: Iterable[str]) -> dict[str, str]:
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
        entries = plugins.found(plugins.POLICIES).get(name)
        found[f"the policy {name}"] = plugins.package(entries[0]) if entries else MISSING
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


def what_differs(theirs: Versions, mine: Versions) -> str | None:
    """The first thing in which a worker differs, as the middle of a sentence."""
    for name, version_here in mine.items():
        there = theirs.get(name, MISSING)
        if there != version_here:
            return f"{name} is {there} there and {version_here} here"
    return None
