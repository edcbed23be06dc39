"""Answers to contracts that are kept: what has not changed is not played again.

An answer lies in a folder of the user alone, under the hash of everything that it depends on: what
was asked, every setting of every table, the texts of game and policy files, and the versions of
analyzer, of the game and of packages that bring players. So an answer is found only if playing
again would give the same.
"""

import hashlib
import json
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.errors import UserError
from analyzer.simulation.executors import versions
from analyzer.store.manifest import describe_plan
from analyzer.system import input_files
from analyzer.system.files import write_atomically
from analyzer.system.private_cache import private_cache

if TYPE_CHECKING:
    from analyzer.request.request import Request
    from analyzer.simulation.plan import Plan

FOLDER = "contracts"


def verdict_key(request: "Request", plan: "Plan") -> str:
    """The hash of all that the answer to a request depends on."""
    cells = [cell for group in plan.groups for cell in group.cells]
    parts = [
        request.to_json(),
        describe_plan(plan),
        versions.local_versions(*versions.names_to_compare(cells)),
    ]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:32]


def read_verdict(key: str) -> str | None:
    """The answer as JSON; None if there is none, or if it cannot be read."""
    with suppress(OSError, UnicodeDecodeError, UserError):
        return input_files.read_text(_place(key))
    return None


def write_verdict(key: str, text: str) -> None:
    """Keep an answer. Where that is not possible, it is played again the next time."""
    with suppress(OSError, UserError):
        write_atomically(_place(key), lambda part: part.write_text(text, "utf-8"))


def kept_files() -> list[Path]:
    """The files of all answers that are kept."""
    return sorted(private_cache(FOLDER).glob("*.json"))


def _place(key: str) -> Path:
    return private_cache(FOLDER) / f"{key}.json"
