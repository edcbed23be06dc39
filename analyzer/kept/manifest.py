"""The manifest of a run: what is played, by which program; written before the first game."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NotRequired, TypedDict, cast

import analyzer
from analyzer import players, reduce
from analyzer.errors import UserError
from analyzer.kept.lines import name_of, want_of
from analyzer.places import write_whole
from analyzer.plan import Group, Plan

if TYPE_CHECKING:
    from analyzer.plain import Json

FILE, VERSION = "analyzer run", 1
MANIFEST, ANSWER = "manifest.json", "answer.json"
STARTED, STOPPED, DONE = "started", "stopped", "done"

_GROUP = {"cells": list, "wants": list, "n": int, "first": int, "looks": list}
_FIELDS: dict[str, type | tuple[type, ...]] = {
    "analyzer": str,
    "arguments": list,
    "policy_files": dict,
    "plan": list,
    "reducers": dict,
    "rows": (int, type(None)),
    "seconds": (int, float),
    "core_seconds": (int, float),
    "status": str,
}


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
    plan: list[GroupData]


class Manifest(Description):
    """The same, with how it was asked for and how it went."""

    file: str
    version: int
    arguments: list[str]
    status: str
    rows: int | None
    seconds: float
    core_seconds: float
    answer: NotRequired[str | None]  # a hash of it, once it is written
    merged: NotRequired[list["Json"]]  # the lucks of several runs that were joined


def new(arguments: Sequence[str], plan: Plan, rows: int | None) -> Manifest:
    """The manifest of a run that begins."""
    told = describe(plan)
    return {
        "file": FILE,
        "version": VERSION,
        "analyzer": told["analyzer"],
        "arguments": list(arguments),
        "status": STARTED,
        "rows": rows,
        "seconds": 0.0,
        "core_seconds": 0.0,
        "reducers": told["reducers"],
        "policy_files": told["policy_files"],
        "plan": told["plan"],
    }


def describe(plan: Plan) -> Description:
    """A plan as plain data."""
    names = sorted({want.reducer for group in plan.groups for want in group.wants})
    files = {
        path: players.digest(path)
        for group in plan.groups
        for cell in group.cells
        for policy in cell.policies
        for path in policy.files
    }
    told = {
        "analyzer": analyzer.__version__,
        "reducers": {name: reduce.load(name).version for name in names},
        "policy_files": files,
        "plan": [_describe_group(group) for group in plan.groups],
    }
    plain: Description = json.loads(json.dumps(told))
    return plain


def _describe_group(group: Group) -> GroupData:
    return {
        "cells": [cell.settings for cell in group.cells],
        "wants": [name_of(want) for want in group.wants],
        "n": group.n,
        "first": group.first,
        "looks": list(group.looks),
    }


def identity(manifest: Manifest) -> str:
    """A short name for what is played, without the number of games; files with rows carry it."""
    cells = [group["cells"] for group in manifest["plan"][:1]]
    text = json.dumps([cells, manifest["policy_files"]], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def what_differs(kept: Manifest, mine: Description, but: Sequence[str] = ()) -> str | None:
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


def file_differs(kept: Manifest, mine: Description) -> str | None:
    """The first policy file or table that is not what it was when the run was played."""
    if found := _policy_file_differs(kept, mine):
        return found
    for old, new in zip(kept["plan"], mine["plan"], strict=False):
        for a, b in zip(old["cells"], new["cells"], strict=False):
            if a.get("tables") != b.get("tables"):
                return _in_words("tables", a.get("tables"), b.get("tables"))
    return None


def _policy_file_differs(kept: Manifest, mine: Description) -> str | None:
    for path, digest in mine["policy_files"].items():
        if kept["policy_files"].get(path, digest) != digest:
            return f"the policy file {path} has changed since"
    return None


def _group_differs(old: GroupData, new: GroupData, but: Sequence[str]) -> str | None:
    if len(old["cells"]) != len(new["cells"]):
        return f"it has {len(old['cells'])} tables, not {len(new['cells'])}"
    for a, b in zip(old["cells"], new["cells"], strict=True):
        for name in sorted({*a, *b} - {*but}):
            if a.get(name) != b.get(name):
                return _in_words(name, a.get(name), b.get(name))
    return "it keeps other numbers" if old["wants"] != new["wants"] else None


def _in_words(name: str, old: object, new: object) -> str:
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted({*old, *new}):
            if old.get(key) != new.get(key):
                kind = {"rules": "rule", "tables": "table"}.get(name, name)
                return f"its {kind} {key} is {old.get(key)}, not {new.get(key)}"
    if isinstance(old, list) and isinstance(new, list):
        old, new = ", ".join(map(str, old)), ", ".join(map(str, new))
    return f"its {name.replace('_', ' ')} is {old}, not {new}"


# --- the file -------------------------------------------------------------------------------------


def read(path: Path) -> Manifest:
    """The manifest of a kept run; refused in one sentence if it is not one of ours."""
    file = path / MANIFEST
    try:
        if not path.is_dir():
            raise UserError(f"There is no folder {str(path)!r} with a kept run.")
        if not file.is_file():
            raise UserError(
                f"The folder {str(path)!r} holds no run of analyze: {MANIFEST} is missing."
            )
        found = json.loads(file.read_text("utf-8"))
    except OSError as error:
        raise UserError(
            f"The run {str(path)!r} cannot be read: {(error.strerror or str(error)).lower()}."
        ) from None
    except (ValueError, RecursionError):
        raise UserError(f"The file {str(file)!r} cannot be read: it is not whole.") from None
    return _checked(path, found)


def _checked(path: Path, found: object) -> Manifest:
    file = str(path / MANIFEST)
    if not isinstance(found, dict) or found.get("file") != FILE:
        raise UserError(f"The file {file!r} is not the manifest of a run of analyze.")
    version = found.get("version")
    if not isinstance(version, int) or version > VERSION:
        raise UserError(
            f"The run {str(path)!r} has format {version}, and this analyzer reads {VERSION} at "
            "most: update analyzer."
        )
    for name, kind in _FIELDS.items():
        if not isinstance(found.get(name, ...), kind):
            raise UserError(f"The file {file!r} cannot be used: its {name!r} is missing or broken.")
    if not found["plan"] or not all(map(_is_group, found["plan"])):
        raise UserError(f"The file {file!r} cannot be used: its 'plan' is missing or broken.")
    if not all(isinstance(word, str) for word in found["arguments"]):
        raise UserError(f"The file {file!r} cannot be used: its 'arguments' are no words.")
    return cast("Manifest", found)


def _is_group(found: object) -> bool:
    if not isinstance(found, dict):
        return False
    if not all(isinstance(found.get(name), kind) for name, kind in _GROUP.items()):
        return False
    try:
        [want_of(name) for name in found["wants"]]
    except (ValueError, AttributeError):
        return False
    cells, looks = found["cells"], found["looks"]
    return (
        bool(cells)
        and all(isinstance(cell, dict) for cell in cells)
        and all(isinstance(look, int) for look in looks)
    )


def is_as_written(path: Path) -> bool:
    """Are the run's manifest and the answer that it names as analyze wrote them?"""
    try:
        found = json.loads((path / MANIFEST).read_text("utf-8"))
        if found["check"] != _checksum(found):
            return False
        return found.get("answer") in (None, digest_of(path / ANSWER))
    except (OSError, ValueError, TypeError, LookupError, RecursionError):
        return False


def digest_of(file: Path) -> str | None:
    """A hash of a file; None if there is none."""
    return hashlib.sha256(file.read_bytes()).hexdigest()[:16] if file.is_file() else None


def _checksum(manifest: Mapping[str, object]) -> str:
    told = {name: value for name, value in manifest.items() if name != "check"}
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]


def write(path: Path, manifest: Manifest) -> None:
    text = json.dumps({**manifest, "check": _checksum(manifest)}, indent=1, ensure_ascii=True)
    write_whole(path / MANIFEST, lambda part: part.write_text(f"{text}\n", "utf-8"))
