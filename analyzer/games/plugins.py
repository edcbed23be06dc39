"""Games and policies of other packages, found by entry point.

    [project.entry-points."analyzer.games"]
    pig = "analyzer_pig:GAME"

    [project.entry-points."analyzer.policies"]
    "hike.stubborn" = "analyzer_pig.policies:Stubborn"

Names are known without importing anything, and a game or policy is loaded when it is used. If
something is wrong with it, one sentence names its package; there are no warnings. No name can
replace another one.
"""

from functools import cache
from importlib.metadata import EntryPoint, entry_points

from analyzer.errors import UserError, first_line
from analyzer.system.signals import is_interrupt

GAMES, POLICIES = "analyzer.games", "analyzer.policies"


@cache
def find_entry_points(group: str) -> dict[str, tuple[EntryPoint, ...]]:
    """The entry points of a group by name; one name may be taken twice."""
    by_name: dict[str, tuple[EntryPoint, ...]] = {}
    for entry in entry_points(group=group):
        by_name[entry.name] = (*by_name.get(entry.name, ()), entry)
    return by_name


def package_of(entry: EntryPoint) -> str:
    """The distribution that brings it, with its version."""
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist else "an unnamed package"


def load(what: str, entries: tuple[EntryPoint, ...], taken: bool) -> object:
    """What stands behind a name, `what` in words; `taken`: analyzer itself has one of that name."""
    whose = [package_of(entry) for entry in entries]
    if taken:
        raise UserError(
            f"The package {whose[0]} brings a {what}, which analyzer has itself; uninstall the "
            "package, or have it choose another name."
        )
    if len(entries) > 1:
        raise UserError(
            f"The {what} comes from two packages, {whose[0]} and {whose[1]}; uninstall one of them."
        )
    try:
        return entries[0].load()
    except BaseException as error:
        if is_interrupt(error):
            raise
        raise refusal(what, entries[0], f"cannot be loaded: {first_line(error)}") from None


def refusal(what: str, entry: EntryPoint, why: str) -> UserError:
    """The sentence about something in another package that cannot be used."""
    return UserError(f"The {what} of the package {package_of(entry)} {why}.")
