"""The challengers of the ladder: the players of an earlier revision, at the tables of today.

Their sources are taken from git, moved into a package of their own, and compiled below `build/`
against the declarations of today. They are policies of every game, named `frozen-expert` and
`frozen-search`. Nothing of them is kept twice, and no change of today's players reaches them.
"""

import re
import subprocess
import sys
from pathlib import Path

import extension

from analyzer import games

# The players that the next ones are measured against.
REVISION = "d6d68a87e62b4fa6a29f46e05382d9f531af1221"
PACKAGE = "frozen_players"
ROOT = Path(__file__).resolve().parents[2]


def install() -> None:
    """Make them known."""
    policies = {}
    for game in games.names():
        policies[f"{game}.frozen-expert"] = f"{game.replace('-', '_')}.expert:EXPERT"
        policies[f"{game}.frozen-search"] = "search:SEARCH"
    extension.install(PACKAGE, REVISION, policies, take_sources)


def take_sources(folder: Path) -> None:
    """The policies of that revision, by other names of their modules."""
    for name in _git("ls-tree", "-r", "--name-only", REVISION, "_core/policies").decode().split():
        file = folder / Path(name).relative_to("_core/policies")
        file.parent.mkdir(parents=True, exist_ok=True)
        text = _git("show", f"{REVISION}:{name}")
        file.write_bytes(re.sub(rb"\banalyzer\._core\.policies\b", PACKAGE.encode(), text))


def _git(*words: str) -> bytes:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True)
    if done.returncode:
        sys.exit(f"The challengers need the revision {REVISION[:12]}: {done.stderr.decode()}")
    return done.stdout
