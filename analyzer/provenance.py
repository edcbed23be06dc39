"""What a result rests on: game and version, rules, tables, policies, seed, software, command."""

import hashlib
import platform
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import analyzer
from analyzer import games, spec

if TYPE_CHECKING:
    from analyzer.simulate import Experiment

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
        "policies": list(experiment.policies),
        "policy_files": _files(experiment.policies),
        "seed": experiment.seed,
        "first": experiment.first,
        "n": experiment.n,
        "command": command,
        "python": platform.python_version(),
        "platform": platform.platform(),
        "libraries": {name: version(name) for name in LIBRARIES},
    }


def _files(policies: tuple[str, ...]) -> dict[str, str]:
    """A hash of every policy file, so that a changed file is noticed."""
    paths = {spec.policy(text).path for text in policies} - {None}
    return {
        path: hashlib.sha256(Path(path).expanduser().read_bytes()).hexdigest()[:16]
        for path in sorted(paths)
    }
