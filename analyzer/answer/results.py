"""Typed results: the numbers of an answer as frozen dataclasses, and what each field means.

A field is written `players: Annotated[int, "number of seats"]`; the text is its line of
documentation. JSON, `analyze fields` and frames are made from these declarations, and other
questions, tiles and charts read the same objects. Items of a list are documented by their class. So
are the values of a mapping, whose own line stands inside: `Mapping[str, Annotated[int, "games"]]`.
"""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from types import NoneType
from typing import TYPE_CHECKING, Annotated, get_args, get_origin

if TYPE_CHECKING:
    from collections.abc import Iterator

    from analyzer.system.json_types import Json


def to_json(value: object) -> object:
    """A result as plain data: classes become objects, and so do intervals and claims."""
    if hasattr(value, "as_json"):
        return value.as_json()
    if is_dataclass(value):
        return {field.name: to_json(getattr(value, field.name)) for field in fields(value)}
    if hasattr(value, "_asdict"):
        return to_json(value._asdict())
    if isinstance(value, Mapping):
        return {name: to_json(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [to_json(item) for item in value]
    return value


def merge_json(results: "tuple[object, ...]") -> "Json":
    """The fields of several results as one object; no two may have a field of the same name."""
    merged: Json = {}
    for result in results:
        told = to_json(result)
        assert isinstance(told, dict)
        if both := sorted(merged.keys() & told.keys()):
            raise ValueError(f"two results of an answer have a field of that name: {both}")
        merged |= told
    return merged


def describe_fields(*kinds: type) -> dict[str, str]:
    """What each field of these classes means, by its path in JSON: `seats[].win_share`."""
    return {path: text for kind in kinds for path, text in _fields_of(kind, "")}


def _fields_of(kind: type, prefix: str) -> "Iterator[tuple[str, str]]":
    for field in fields(kind):
        yield from _described(field.type, f"{prefix}{field.name}")


def _described(hint: object, path: str) -> "Iterator[tuple[str, str]]":
    """The line of one name, and those of what is inside."""
    if get_origin(hint) is not Annotated:
        raise TypeError(f"the field {path} of a result has no line of documentation")
    hint, text = get_args(hint)
    yield path, text
    yield from _inside(hint, path)


def _inside(hint: object, path: str) -> "Iterator[tuple[str, str]]":
    parts = [part for part in get_args(hint) if part not in (NoneType, Ellipsis)]
    origin = get_origin(hint)
    if origin is tuple:
        yield from _inside(parts[0], f"{path}[]")
    elif isinstance(origin, type) and issubclass(origin, Mapping):
        if get_origin(parts[1]) is Annotated:
            yield from _described(parts[1], f"{path}.*")
    elif parts:  # a class, or None
        for part in parts:
            yield from _inside(part, path)
    elif isinstance(hint, type) and is_dataclass(hint) and not hasattr(hint, "as_json"):
        yield from _fields_of(hint, f"{path}.")
