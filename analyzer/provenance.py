"""What a result rests on: game and version, rules, tables, policies, seed, software, command."""

import platform
from dataclasses import asdict
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import analyzer
from analyzer import games, players

if TYPE_CHECKING:
    from analyzer.simulate import Experiment
    from analyzer.spec import PolicySpec

LIBRARIES = ("numpy", "polars", "scipy", "matplotlib")


def record(experiment: "Experiment", command: str) -> dict[str, Any]:
    """A plain dict, for every file that we write."""
    face = games.load(experiment.game)
    return {
        "analyzer": analyzer.__version__,
        "game": experiment.game,
        "game_version": face.version,
        "players": experiment.players,
        "rules": asdict(experiment.rules),
        "tables": face.provenance(experiment.rules),
        "policies": [str(policy) for policy in experiment.policies],
        "policy_files": _files(experiment.policies),
        "seed": experiment.seed,
        "first": experiment.first,
        "n": experiment.n,
        "command": command,
        "python": platform.python_version(),
        "platform": platform.platform(),
        "libraries": {name: version(name) for name in LIBRARIES},
    }


def _files(policies: "tuple[PolicySpec, ...]") -> dict[str, str]:
    """A hash of every policy file as it was played, so that a changed file is noticed."""
    paths = {policy.path for policy in policies if policy.path is not None}
    return {path: players.read_file(path).digest for path in sorted(paths)}
