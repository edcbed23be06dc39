"""Before a cluster plays: does everything have the same version there as here?"""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from analyzer.errors import UserError
from analyzer.simulation.executors import versions

if TYPE_CHECKING:
    from distributed import Client

    from analyzer.system.json_types import Json

REMEDY = "install the same version everywhere, then start the workers again"


class VersionRequest(Protocol):
    """What is compared."""

    @property
    def versions(self) -> versions.Versions: ...
    @property
    def games(self) -> Sequence[str]: ...
    @property
    def policies(self) -> Sequence[str]: ...


def refuse_other_versions(client: "Client", asked: VersionRequest) -> None:
    """One sentence about the first difference; workers that come later are checked by each task."""
    for who, theirs in _all_versions(client, asked):
        mine = {name: asked.versions[name] for name in theirs}
        if differs := versions.first_difference(theirs, mine):
            raise UserError(f"The {who} cannot play: {differs}; {REMEDY}.")


def _all_versions(client: "Client", asked: VersionRequest) -> Iterator[tuple[str, dict[str, str]]]:
    """Who, and which versions it has: first those that Dask itself reports, without our code."""
    told = client.get_versions(check=False)
    yield "scheduler", _dask_versions(told["scheduler"])
    for address, found in told["workers"].items():
        yield f"worker {address}", _dask_versions(found)
    answers = client.run(make_version_probe(asked.games, asked.policies), on_error="return")
    for address, found in answers.items():
        if isinstance(found, dict):  # otherwise the worker has gone since
            missing = dict.fromkeys(asked.versions, versions.MISSING)
            yield f"worker {address}", missing | found


def _dask_versions(told: "Json | None") -> dict[str, str]:
    packages = told["packages"] if told else {}
    found = {name: str(packages[name]) for name in ("dask", "distributed") if name in packages}
    if "python" in packages:
        found["Python"] = ".".join(packages["python"].split(".")[:2])
    return found


def make_version_probe(
    games: Sequence[str], policies: Sequence[str]
) -> Callable[[], dict[str, str]]:
    """A function that travels as code, so that a worker without this module answers too."""
    of_games, of_policies = list(games), list(policies)

    def here() -> dict[str, str]:
        try:
            import analyzer
        except ImportError:
            return {}
        try:
            from analyzer.simulation.executors import versions
        except ImportError:
            return {"analyzer": analyzer.__version__}
        return versions.local_versions(of_games, of_policies)

    return here
