"""`analyze about`: versions, build, processor, plug-ins and caches, for a report of a bug."""

import platform
import sys
import sysconfig
from collections.abc import Mapping
from importlib.metadata import EntryPoint, PackageNotFoundError, version
from pathlib import Path

import typer

from analyzer import __version__
from analyzer.cli._parameters import takes
from analyzer.errors import UserError

HELP_ORDER = 26
EXAMPLES = "Paste this into a report of a bug."
LIBRARIES = ("numpy", "polars", "matplotlib", "rich", "typer", "distributed")


@takes("about")
def command() -> None:
    """Tell versions, build, processor, plug-ins and caches."""
    for name, text in facts():
        typer.echo(f"{name:<10} {text}")


def facts() -> list[tuple[str, str]]:
    """What a report of a bug should say of this machine."""
    from analyzer._core import cpu
    from analyzer.games import plugins

    way = "cards are found with BMI2" if cpu.uses_bmi2() else "cards are found in tables"
    return [
        ("analyzer", f"{__version__} in {Path(__file__).parent.parent}"),
        ("python", f"{platform.python_version()} ({sys.implementation.name})"),
        ("system", platform.platform()),
        ("compiler", f"flags of this Python: {sysconfig.get_config_var('CFLAGS') or 'unknown'}"),
        ("processor", f"{platform.machine()}, {way}"),
        ("libraries", ", ".join(f"{name} {_version(name)}" for name in LIBRARIES)),
        ("games", _listed(plugins.find_entry_points(plugins.GAMES))),
        ("policies", _listed(plugins.find_entry_points(plugins.POLICIES))),
        ("caches", _caches()),
    ]


def _caches() -> str:
    """What is wrong with them may be what the report is about."""
    from analyzer.design import cache

    try:
        kept = cache.list_compiled()
        size = sum(one.size for one in kept) / 1000
        return f"{cache.folder()}: {len(kept)} compiled games, {size:,.0f} kB"
    except UserError as error:
        return str(error)


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "is not installed"


def _listed(found: Mapping[str, tuple[EntryPoint, ...]]) -> str:
    """Plug-ins and their packages; nothing of them is loaded."""
    named = (
        f"{name} ({entry.dist.name} {entry.dist.version})" if entry.dist else name
        for name, entries in found.items()
        for entry in entries
    )
    return ", ".join(named) or "no plug-ins"
