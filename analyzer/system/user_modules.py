"""A user's file as a module: what is imported is what stands in the files now.

Files beside it can be imported, after everything that is installed. What was imported under one of
their names is unloaded first if it has changed, or if it lies beside another file.
"""

import importlib
import importlib.util
import linecache
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

from analyzer.system import user_code

_folders: list[Path] = []  # of files that were imported, the last one first
_read: dict[Path, bytes] = {}  # files beside them, as they were when one was imported


def import_file(name: str, file: Path, texts: Mapping[str, bytes]) -> ModuleType:
    """`texts`: the file and those beside it that it imports, by their names there, its own first.

    No compiled text is read or written for the file itself: Python would take it for the new one if
    both are equally long and of the same second.
    """
    spec = importlib.util.spec_from_loader(name, None, origin=str(file))
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    module.__file__ = str(file)
    _see_neighbours(file.parent, texts)
    sys.modules[name] = module  # dataclasses and pickles look for it there
    writes, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        with user_code.run_apart():
            exec(compile(texts[next(iter(texts))], str(file), "exec"), vars(module))
    except BaseException:
        sys.modules.pop(name, None)
        raise
    finally:
        sys.dont_write_bytecode = writes
    return module


def _see_neighbours(folder: Path, texts: Mapping[str, bytes]) -> None:
    beside = dict(list(texts.items())[1:])
    names = {key.removesuffix(".py").partition("/")[0] for key in beside}
    changed = any(_read.get(folder / key, text) != text for key, text in beside.items())
    _read.update({folder / key: text for key, text in beside.items()})
    others = {*_folders} - {folder}
    for name, module in list(sys.modules.items()):
        home = _home(module) if name.partition(".")[0] in names else None
        if home in others or (changed and home == folder):
            del sys.modules[name]
    _folders[:] = [folder, *(one for one in _folders if one != folder)]
    rest = [entry for entry in sys.path if Path(entry) not in _folders]
    sys.path[:] = [*rest, *map(str, _folders)]
    importlib.invalidate_caches()
    for key in texts:  # it looks at the time and the length of a file alone
        linecache.cache.pop(str(folder / key), None)


def _home(module: ModuleType) -> Path | None:
    """The folder beside whose files a module, or its whole package, lies."""
    file = Path(getattr(module, "__file__", None) or "")
    above = [*file.parents][module.__name__.count(".") + (file.name == "__init__.py") :]
    return above[0] if above else None
