"""Two answers to one request: are they the same, or where do they differ first, and why?"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from analyzer.system.json_types import Json

# What an answer says of the machine and of the moment, and what only says who made it.
ASIDE = {
    "analyzer",
    "run",
    "provenance.analyzer",
    "provenance.libraries",
    "provenance.platform",
    "provenance.python",
}


def with_program(value: object, old: str, new: str) -> object:
    """An answer whose commands call another program: people call analyze in several ways."""
    if isinstance(value, str):
        return value.replace(f"{old} ", f"{new} ")
    if isinstance(value, list):
        return [with_program(item, old, new) for item in value]
    if isinstance(value, dict):
        return {name: with_program(item, old, new) for name, item in value.items()}
    return value


def first_difference(old: object, new: object) -> tuple[str, object, object] | None:
    """The first field in which two answers differ, then its old and its new value."""
    return next(_differences("", old, new), None)


def _differences(name: str, old: object, new: object) -> Iterator[tuple[str, object, object]]:
    if name in ASIDE:
        return
    if isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys((*old, *new)):
            inner = f"{name}.{key}" if name else str(key)
            yield from _differences(inner, old.get(key), new.get(key))
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for place, (mine, theirs) in enumerate(zip(old, new, strict=True)):
            yield from _differences(f"{name}[{place}]", mine, theirs)
    elif old != new:
        yield name, old, new


def reason(old: "Json", new: "Json") -> str:
    """Why two answers to one request may differ, from what each of them rests on."""
    was, now = _rests_on(old), _rests_on(new)
    for path in sorted({*was["policy_files"], *now["policy_files"]}):
        if was["policy_files"].get(path) != now["policy_files"].get(path):
            return f"the policy file {path} has changed since"
    for key in sorted({*was["tables"], *now["tables"]}):
        if was["tables"].get(key) != now["tables"].get(key):
            return f"the table or file behind {key!r} has changed since"
    if was["game_version"] != now["game_version"]:
        return f"the game had version {was['game_version']} and has {now['game_version']} now"
    if old.get("analyzer") != new.get("analyzer"):
        return f"it was made by analyzer {old.get('analyzer')}, and this is {new.get('analyzer')}"
    return (
        "version, rules, tables and policies are the same, so either the file was changed or this "
        "is a mistake of analyzer"
    )


def _rests_on(answer: "Json") -> "Json":
    found = answer.get("provenance")
    told = found if isinstance(found, dict) else {}
    tables, files = told.get("tables"), told.get("policy_files")
    return {
        "policy_files": files if isinstance(files, dict) else {},
        "tables": tables if isinstance(tables, dict) else {},
        "game_version": told.get("game_version"),
    }
