"""A game in a user's file: read once, by the name that the user gave it."""

import hashlib
import inspect
import os
import sys
import threading
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import ModuleType

from analyzer._core.design.own import OwnGame
from analyzer.design import build, emit, interpret, layout, source
from analyzer.design.declare import Game
from analyzer.design.layout import Layout
from analyzer.design.source import Text
from analyzer.errors import UserError, describe_read_error, did_you_mean, first_line
from analyzer.system import input_files, local_imports, user_modules
from analyzer.system.signals import is_interrupt


@dataclass(frozen=True)
class OwnFile:
    """A game as it was read."""

    name: str  # as the user wrote it: ./pig.py or ./pig.py:Pig
    path: Path
    digest: str  # of its text, of the files beside it that it imports, and of its CSV files
    texts: Mapping[str, bytes]
    layout: Layout
    text: Text
    core: OwnGame
    ready: list[str] = field(default_factory=list)  # how it was made ready to play, if it was
    refusals: list[str] = field(default_factory=list)  # why it is not compiled
    builds: list[build.Build] = field(default_factory=list)  # under way, while it is interpreted

    @cached_property
    def can_compile(self) -> bool:
        """Is its text one that can be compiled, where there is a compiler?"""
        try:
            emit.source(self.text)
        except source.RefusedError:
            return False
        return True

    tellers: list[object] = field(
        default_factory=list
    )  # who plays it again for the words of an error

    def prepare(self) -> OwnGame:
        """The game, compiled if that is possible and not forbidden. While the compiler runs, it is
        interpreted; who asks again later finds it compiled."""
        with _preparing:
            if self.tellers:
                return self.core
            if self.ready != [mode()]:
                self.ready[:] = [mode()]
                self._choose()
            elif self.builds and self.builds[0].is_done():
                self._try(wait=True)
        return self.core

    def interpreted(self) -> None:
        """From now on its Python methods play."""
        interpret.interpret(self.core, self.text)
        self.ready.clear()

    @contextmanager
    def telling(self) -> Iterator[None]:
        """Its Python methods play meanwhile, whatever other threads ask for: they say what failed
        where compiled code knows only the line."""
        teller = object()
        with _preparing:
            self.tellers.append(teller)
            self.interpreted()
        try:
            yield
        finally:
            with _preparing:
                self.tellers.remove(teller)

    def _choose(self) -> None:
        if mode() == "interpreted":
            interpret.interpret(self.core, self.text)
            return
        self._try(wait=mode() == "compiled")
        if mode() == "compiled" and self.refusals:
            self.ready.clear()
            raise UserError(f"{self.name} cannot be compiled: {self.refusals[0]}.") from None

    def _try(self, wait: bool) -> None:
        """Compiled, or interpreted for now, or with the reason for good."""
        self.refusals.clear()
        try:
            found = self.builds.pop() if self.builds else build.Build(self.text)
            if wait or found.is_done():
                found.wait()
                found.load(self.core)
                return
            self.builds[:] = [found]
        except build.NotCompiledError as no:
            self.refusals[:] = [str(no)]
        interpret.interpret(self.core, self.text)


MODE = "ANALYZER_GAME_FILES"  # in the environment: auto, interpreted or compiled
MODES = ("auto", "interpreted", "compiled")


def mode() -> str:
    """How game files are to be played: every process of a run reads it here."""
    found = os.environ.get(MODE) or MODES[0]
    if found not in MODES:
        raise UserError(f"{MODE} must be {', '.join(MODES)}; got {found!r}.")
    return found


_preparing = threading.Lock()
_known: dict[str, OwnFile] = {}
_reading = threading.Lock()


def is_name(name: str) -> bool:
    """Is this the name of a file, or of a class in one?"""
    path, _, cls = name.rpartition(":")
    return name.endswith(".py") or (path.endswith(".py") and cls.isidentifier())


def read(name: str) -> OwnFile:
    """The game of a file: `./pig.py`, or `./pig.py:Pig` if there are several."""
    with _reading:
        if name not in _known:
            path, cls = (name, "") if name.endswith(".py") else name.rsplit(":", 1)
            _known[name] = _read(name, path, cls)
        return _known[name]


def of_class(cls: type) -> OwnFile:
    """The game of a class: one of a module by its file, another one (of a notebook, or of the
    program that runs) by its name."""
    module = sys.modules.get(cls.__module__)
    if cls.__module__ != "__main__" and getattr(module, "__file__", None):
        return read(f"{inspect.getfile(cls)}:{cls.__name__}")
    name = cls.__name__
    found = layout.read(cls)
    text = source.read(found)
    texts = {name: "\n".join(inspect.getsource(f) for f in found.methods.values()).encode()}
    digest = local_imports.digest(texts)
    with _reading:
        number, wanted = 1, name
        while name in _known and _known[name].digest != digest:
            number += 1
            name = f"{wanted}#{number}"  # a class that was written anew is another game
        if name not in _known:
            path = Path(f"{cls.__name__}.py")
            _known[name] = OwnFile(name, path, digest, texts, found, text, _core(found, text))
        return _known[name]


def has_changed(name: str) -> bool:
    """Do its files, those beside it that it imports, and its CSV files read otherwise by now?"""
    known = _known.get(name)
    if known is None or not is_name(name):
        return False
    csvs = {csv.name: csv for cards in known.layout.tables for csv in cards.files}
    places = {key: csvs.get(key, known.path.parent / key) for key in known.texts}
    path = name if name.endswith(".py") else name.rpartition(":")[0]
    if Path(path).expanduser().absolute() != known.path:
        return True  # from another folder the name means another file
    try:
        return any(input_files.read_bytes(places[key]) != known.texts[key] for key in places)
    except OSError:
        return True


def forget(name: str) -> None:
    """Read this file anew when it is asked for next."""
    with _reading:
        _known.pop(name, None)


def known(name: str) -> OwnFile | None:
    """A class that was made a game before, by the name it got."""
    return _known.get(name)


def _core(found: Layout, text: Text) -> OwnGame:
    core = OwnGame(found)
    interpret.interpret(core, text)
    return core


def _read(name: str, path: str, cls: str) -> OwnFile:
    try:
        file = Path(path).expanduser().absolute()
        own = input_files.read_bytes(file)
    except FileNotFoundError:
        raise UserError(f"Game file {path} does not exist.") from None
    except (OSError, ValueError, RuntimeError) as error:
        raise UserError(f"Game file {path} cannot be read: {describe_read_error(error)}.") from None
    texts = {file.name: own, **local_imports.find_local_imports(file.parent, own)}
    module = _import(path, file, texts)
    found = layout.read(_class(path, cls, module))
    for cards in found.tables:
        texts |= {csv.name: input_files.read_bytes(csv) for csv in cards.files}
    text = source.read(found)
    return OwnFile(name, file, local_imports.digest(texts), texts, found, text, _core(found, text))


def _class(path: str, name: str, module: ModuleType) -> type:
    games = {
        key: value
        for key, value in vars(module).items()
        if inspect.isclass(value)
        and issubclass(value, Game)
        and value is not Game
        and value.__module__ == module.__name__
    }
    if name:
        if name not in games:
            raise UserError(f"Game file {path} has no game {name!r}{did_you_mean(name, games)}")
        return games[name]
    if not games:
        raise UserError(
            f"Game file {path} must have a class with the base analyzer.design.Game; 'analyze new "
            "NAME' writes one."
        )
    if len(games) > 1:
        raise UserError(
            f"Game file {path} has several games; say which: "
            f"{', '.join(f'{path}:{one}' for one in games)}."
        )
    return next(iter(games.values()))


def _import(path: str, file: Path, texts: Mapping[str, bytes]) -> ModuleType:
    name = f"game_{file.stem}_{hashlib.sha256(bytes(file)).hexdigest()[:8]}"
    try:
        return user_modules.import_file(name, file, texts)
    except UserError as error:
        raise UserError(f"Game file {path} has an error{_line(error, file)}: {error}") from None
    except BaseException as error:
        if is_interrupt(error):
            raise
        line = _line(error, file)
        raise UserError(f"Game file {path} has an error{line}: {first_line(error)}.") from None


def _line(error: BaseException, file: Path) -> str:
    if isinstance(error, SyntaxError) and error.filename and Path(error.filename) == file:
        return f" in line {error.lineno}"
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if Path(frame.filename) == file]
    return f" in line {lines[-1]}" if lines else ""
