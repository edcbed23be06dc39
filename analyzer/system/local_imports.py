"""The files beside a user's file that it imports: they are hashed with it, and sent with it.

They are found in the text, not in what happens to be loaded. So every session finds the same files,
also those that are imported while a game is played.
"""

import ast
import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path

from analyzer.system.input_files import read_bytes


def find_local_imports(folder: Path, source: bytes) -> dict[str, bytes]:
    """Every file of a folder that a text imports, and that those import, by its name there."""
    found: dict[str, bytes] = {}
    todo = [source]
    while todo:
        for name in _names(todo.pop()):
            for path in _files_of(folder, name):
                key = path.relative_to(folder).as_posix()
                if key not in found and (text := _read(path)) is not None:
                    found[key] = text
                    todo.append(text)
    return dict(sorted(found.items()))


def digest(texts: Mapping[str, bytes]) -> str:
    """A hash of a policy's own text, the first, and of the files that it imports, if any."""
    own, *others = texts.items()
    whole = hashlib.sha256(own[1])
    for name, text in others:
        whole.update(f"\0{name}\0{len(text)}\0".encode() + text)
    return whole.hexdigest()[:16]


def _names(source: bytes) -> set[str]:
    """The first word of every import in a text; a text that is not Python imports nothing."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
    return {name.partition(".")[0] for node in ast.walk(tree) for name in _imports(node)}


def _imports(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
        yield node.module


def _files_of(folder: Path, name: str) -> list[Path]:
    """A module beside the policy, or all files of a package."""
    module = folder / f"{name}.py"
    if (folder / name / "__init__.py").is_file():
        return sorted((folder / name).rglob("*.py"))
    return [module] if module.is_file() else []


def _read(path: Path) -> bytes | None:
    try:
        return read_bytes(path)
    except OSError:  # the import itself will fail with a reason
        return None
