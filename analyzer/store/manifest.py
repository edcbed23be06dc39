"""The manifest of a run: what is played, by which program; written before the first game."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NotRequired, TypedDict, cast

import analyzer
from analyzer import games
from analyzer.errors import UserError
from analyzer.games.parameters import remember_given
from analyzer.games.stored_game import describe_game, kept_digest
from analyzer.playout import watchers
from analyzer.policies import registry
from analyzer.request.options import QUESTIONS
from analyzer.request.request import Request
from analyzer.simulation import reducers
from analyzer.simulation.plan import Group, Plan
from analyzer.store.chunk_log import parse_reduction, reduction_name
from analyzer.system import input_files
from analyzer.system.files import write_atomically

if TYPE_CHECKING:
    from analyzer.system.json_types import Json

FILE, VERSION = "analyzer run", 2
MANIFEST, ANSWER = "manifest.json", "answer.json"
STARTED, STOPPED, DONE = "started", "stopped", "done"
LUCK = ("seed", "coin_seed")  # settings in which runs may differ and still be merged

_GROUP = {"cells": list, "wants": list, "n": int, "first": int, "looks": list}
_FIELDS: dict[str, type | tuple[type, ...]] = {
    "analyzer": str,
    "request": dict,
    "game": dict,
    "game_files": dict,
    "policy_files": dict,
    "plan": list,
    "reducers": dict,
    "rows": (int, type(None)),
    "seconds": (int, float),
    "core_seconds": (int, float),
    "status": str,
}


class OldRunError(UserError):
    """A run that an earlier version has kept."""


class GroupData(TypedDict):
    """A group of a plan."""

    cells: list["Json"]  # every setting of each
    wants: list[str]
    n: int
    first: int
    looks: list[int]


class Description(TypedDict):
    """A plan: every setting of every cell, what is reduced, by which version."""

    analyzer: str
    reducers: dict[str, int]
    policy_files: dict[str, str]
    game_files: dict[str, str]  # a hash of the file of a game; empty for a game with a name
    plan: list[GroupData]


class Manifest(Description):
    """The description of a run, with what it was asked, what is needed to speak of it, and its
    progress."""

    file: str
    version: int
    request: "Json"
    game: "Json"  # as analyzer/games/stored_game.py describes it
    status: str
    rows: int | None
    seconds: float
    core_seconds: float
    answer: NotRequired[str | None]  # a hash of it, once it is written
    merged: NotRequired[list["Json"]]  # the lucks of several runs that were joined


def new_manifest(request: Request, plan: Plan, rows: int | None) -> Manifest:
    """The manifest of a run that begins."""
    told = describe_plan(plan)
    return {
        "file": FILE,
        "version": VERSION,
        "analyzer": told["analyzer"],
        "request": request.to_json(),
        "status": STARTED,
        "rows": rows,
        "seconds": 0.0,
        "core_seconds": 0.0,
        "reducers": told["reducers"],
        "policy_files": told["policy_files"],
        "game_files": told["game_files"],
        "plan": told["plan"],
        "game": describe_game_of(request, plan),
    }


def describe_game_of(request: Request, plan: Plan) -> "Json":
    """What is needed to speak of the tables of a plan."""
    cells = [cell for group in plan.groups for cell in group.cells]
    game = watchers.watched(games.load(request.game), request["count"] or "")
    tables = [(cell.players, cell.rules) for cell in cells]
    varied: dict[str, list[object]] = request["rule"] or {}
    fixed = {name: values[0] for name, values in varied.items() if len(values) == 1}
    given = request["rules"] or fixed  # of the table that all others are compared with
    tables += [
        (size, remember_given(game.resolve_rules(size, given), given))
        for size in sorted({cell.players for cell in cells})
    ]
    told: Json = describe_game(game, tables)
    told["policies"] = registry.describe_policies(game.name, (p for c in cells for p in c.policies))
    told["usual_policies"] = registry.usual(game.name)
    if request["over"]:  # whoever shows the run must not need the policy that was tuned
        told["tuned"] = registry.describe_numbers(game.name, cells[0].policies[-1])
    plain: Json = json.loads(json.dumps(told))
    return plain


def describe_plan(plan: Plan) -> Description:
    """A plan as plain data."""
    names = sorted({reduction.reducer for group in plan.groups for reduction in group.reductions})
    files = {
        path: digest
        for group in plan.groups
        for cell in group.cells
        for path, digest in cell.code_files.items()
    }
    told = {
        "analyzer": analyzer.__version__,
        "reducers": {name: reducers.load(name).version for name in names},
        "policy_files": files,
        "game_files": _game_files({cell.game for group in plan.groups for cell in group.cells}),
        "plan": [_describe_group(group) for group in plan.groups],
    }
    plain: Description = json.loads(json.dumps(told))
    return plain


def _game_files(names: Iterable[str]) -> dict[str, str]:
    """A hash of each game file."""
    found = {name: kept_digest(name) for name in names if games.is_file(name)}
    return {name: found[name] or _text_digest(name) for name in found}


def _text_digest(game: str) -> str:
    texts = games.texts_of(game) or {}
    parts = [name.encode() + b"\0" + text for name, text in texts.items()]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:16]


def _describe_group(group: Group) -> GroupData:
    return {
        "cells": [cell.settings for cell in group.cells],
        "wants": [reduction_name(reduction) for reduction in group.reductions],
        "n": group.n,
        "first": group.first,
        "looks": list(group.looks),
    }


def identity(manifest: Manifest) -> str:
    """A short name for what is played, without the number of games; files with rows carry it."""
    cells = [group["cells"] for group in manifest["plan"][:1]]
    text = json.dumps([cells, manifest["policy_files"]], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def first_difference(kept: Manifest, mine: Description, but: Sequence[str] = ()) -> str | None:
    """The first thing in which two runs differ; None if their results can be joined.

    A kept run may have more groups: further rounds of the same question. `but` names settings of
    cells that may differ.
    """
    if kept["analyzer"] != mine["analyzer"]:
        return f"it was made by analyzer {kept['analyzer']}, not {mine['analyzer']}"
    for name, version in mine["reducers"].items():
        if kept["reducers"].get(name, version) != version:
            return f"its {name} have format {kept['reducers'][name]}, not {version}"
    if found := _policy_file_differs(kept, mine):
        return found
    if len(mine["plan"]) > len(kept["plan"]):
        return f"it has {len(kept['plan'])} groups of tables, not {len(mine['plan'])}"
    for old, new in zip(kept["plan"], mine["plan"], strict=False):
        if found := _group_differs(old, new, but):
            return found
    return None


def plan_difference(kept: Manifest, mine: Description) -> str | None:
    """The first thing in which the plan of a run is not what its request asks for."""
    if len(mine["plan"]) > len(kept["plan"]):
        return "its plan is not that of its request"
    pairs = zip(kept["plan"], mine["plan"], strict=False)
    return next((found for old, new in pairs if (found := _group_differs(old, new, ()))), None)


def _policy_file_differs(kept: Manifest, mine: Description) -> str | None:
    for path, digest in mine["policy_files"].items():
        if kept["policy_files"].get(path, digest) != digest:
            return f"the policy file {path} has changed since"
    for path, digest in mine["game_files"].items():
        if kept["game_files"].get(path, digest) != digest:
            return f"the game file {path} has changed since"
    return None


def _group_differs(old: GroupData, new: GroupData, but: Sequence[str]) -> str | None:
    if len(old["cells"]) != len(new["cells"]):
        return f"it has {len(old['cells'])} tables, not {len(new['cells'])}"
    for a, b in zip(old["cells"], new["cells"], strict=True):
        for name in sorted({*a, *b} - {*but}):
            if a.get(name) != b.get(name):
                return _describe_difference(name, a.get(name), b.get(name))
    return "it keeps other numbers" if old["wants"] != new["wants"] else None


def _describe_difference(name: str, old: object, new: object) -> str:
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted({*old, *new}):
            if old.get(key) != new.get(key):
                kind = {"rules": "rule", "tables": "table"}.get(name, name)
                return f"its {kind} {key} is {old.get(key)}, not {new.get(key)}"
    if isinstance(old, list) and isinstance(new, list):
        old, new = ", ".join(map(str, old)), ", ".join(map(str, new))
    return f"its {name.replace('_', ' ')} is {old}, not {new}"


# --- the file -------------------------------------------------------------------------------------


def read_manifest(path: Path) -> Manifest:
    """The manifest of a kept run; refused in one sentence if it is not one of ours."""
    file = path / MANIFEST
    try:
        if not path.is_dir():
            raise UserError(f"There is no folder {str(path)!r} with a kept run.")
        if not file.is_file():
            raise UserError(
                f"The folder {str(path)!r} holds no run of analyze: {MANIFEST} is missing."
            )
        found = json.loads(input_files.read_text(file))
    except UserError:
        raise
    except OSError as error:
        raise UserError(
            f"The run {str(path)!r} cannot be read: {(error.strerror or str(error)).lower()}."
        ) from None
    except (ValueError, RecursionError):
        raise UserError(f"The file {str(file)!r} cannot be read: it is not whole.") from None
    return _check_manifest(path, found)


def _check_manifest(path: Path, found: object) -> Manifest:
    file = str(path / MANIFEST)
    if not isinstance(found, dict) or found.get("file") != FILE:
        raise UserError(f"The file {file!r} is not the manifest of a run of analyze.")
    version = found.get("version")
    if version == 1:
        raise OldRunError(
            f"The run {str(path)!r} was kept in format 1, of which only a finished answer can be "
            "shown; play it again to resume, extend, merge or compare it."
        )
    if not isinstance(version, int) or version != VERSION:
        raise UserError(
            f"The run {str(path)!r} has format {version}, and this analyzer reads {VERSION} at "
            "most: update analyzer."
        )
    for name, kind in _FIELDS.items():
        if not isinstance(found.get(name, ...), kind):
            raise UserError(f"The file {file!r} cannot be used: its {name!r} is missing or broken.")
    if not all(map(_is_group, found["plan"])):
        raise UserError(f"The file {file!r} cannot be used: its 'plan' is missing or broken.")
    try:
        request = Request.from_json(found["request"])
    except UserError as error:
        raise UserError(f"The file {file!r} cannot be used: {error}") from None
    if request.kind not in QUESTIONS:
        raise UserError(f"The file {file!r} cannot be used: {request.kind} is never kept.")
    return cast("Manifest", found)


def request_of(manifest: Manifest) -> Request:
    """What a run was asked. A question in a file would be code that a folder names."""
    found = Request.from_json(manifest["request"])
    if games.is_file(str(found["question"])):
        raise UserError("The run cannot be used: it names a question in a file.")
    return found


def _is_group(found: object) -> bool:
    if not isinstance(found, dict):
        return False
    if not all(isinstance(found.get(name), kind) for name, kind in _GROUP.items()):
        return False
    try:
        [parse_reduction(name) for name in found["wants"]]
    except (ValueError, AttributeError):
        return False
    cells, looks = found["cells"], found["looks"]
    return (
        bool(cells)
        and all(isinstance(cell, dict) for cell in cells)
        and all(isinstance(look, int) for look in looks)
    )


def is_unchanged(path: Path) -> bool:
    """Are the run's manifest and the answer that it names as analyze wrote them?"""
    try:
        found = json.loads(input_files.read_text(path / MANIFEST))
        if found["check"] != _checksum(found):
            return False
        return found.get("answer") in (None, file_digest(path / ANSWER))
    except (OSError, ValueError, TypeError, LookupError, RecursionError):
        return False


def file_digest(file: Path) -> str | None:
    """A hash of a file; None if there is none."""
    return hashlib.sha256(input_files.read_bytes(file)).hexdigest()[:16] if file.is_file() else None


def _checksum(manifest: Mapping[str, object]) -> str:
    told = {name: value for name, value in manifest.items() if name != "check"}
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]


def write_manifest(path: Path, manifest: Manifest) -> None:
    text = json.dumps({**manifest, "check": _checksum(manifest)}, indent=1, ensure_ascii=True)
    write_atomically(path / MANIFEST, lambda part: part.write_text(f"{text}\n", "utf-8"))
