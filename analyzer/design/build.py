"""A translated game, compiled once and kept.

The C text decides the name in the cache: it holds the game, our translation of it and the functions
of piles. Two processes may compile the same text; each moves a finished file into its place.
"""

import atexit
import ctypes
import hashlib
import os
import shutil
import subprocess
import sysconfig
import tempfile
from pathlib import Path

from analyzer._core.design.own import ADDRESSES, SIZES, OwnGame
from analyzer.design import cache, emit
from analyzer.design.source import RefusedError, Text
from analyzer.errors import UserError

FLAGS = (
    *("-O3", "-std=gnu11", "-w", "-shared", "-fPIC", "-fno-semantic-interposition"),
    *("-ffp-contract=off", "-fwrapv", "-finline-limit=2000"),
)
CORE = ("fail", "fill", "shuffle")  # core_t of ctext.py
FUNCTIONS = (
    *("deal", "legal_moves", "apply", "score", "wins", "fits", "may_hold"),
    *("best", "by_worth", "at_random"),
)
LAID_OUT = ("head", "n_seats", "rules", "seat", "rng")  # as own_c_sizes tells them


class NotCompiledError(Exception):
    """Why a game stays interpreted, in a sentence."""


class _Core(ctypes.Structure):
    _fields_ = [(name, ctypes.c_void_p) for name in CORE]


def compile_game(core: OwnGame, text: Text) -> None:
    """The rules of a game run compiled from now on; NotCompiledError if they cannot."""
    build = Build(text)
    build.wait()
    build.load(core)


class Build:
    """A game on its way to a compiled one; NotCompiledError, whenever it turns out, says why not.

    The compiler runs beside this process, and its work is moved into the cache when it is done.
    """

    def __init__(self, text: Text) -> None:
        try:
            made = emit.source(text)
        except RefusedError as no:
            raise NotCompiledError(emit.refusal(text, no)) from None
        self.text = text
        self.place, words = _place(made)
        self.process: subprocess.Popen[str] | None = None
        self.folder: tempfile.TemporaryDirectory[str] | None = None
        if not self.place.exists():
            self._start(made, words)

    def _start(self, made: str, words: list[str]) -> None:
        if shutil.which(words[0]) is None:
            raise NotCompiledError(
                f"there is no C compiler, {words[0]} (Debian, Ubuntu: apt-get install gcc; macOS: "
                "xcode-select --install)"
            )
        self.folder = tempfile.TemporaryDirectory(dir=self.place.parent)
        source = Path(self.folder.name) / "game.c"
        source.write_text(made, encoding="utf-8")
        self.process = subprocess.Popen(
            [*words[:1], *FLAGS, str(source), "-o", str(self._built)],
            stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stdin=subprocess.DEVNULL,
            text=True,
            errors="backslashreplace",
        )
        atexit.register(self.give_up)

    @property
    def _built(self) -> Path:
        return Path(self.folder.name if self.folder else "") / self.place.name

    def is_done(self) -> bool:
        return self.process is None or self.process.poll() is not None

    def wait(self) -> None:
        """Until the compiler is done."""
        if self.process is None:
            return
        _, said = self.process.communicate()
        failed, self.process = self.process.returncode, None
        if not failed:
            cache.label(self.place, self.text.layout.name)
            self._built.replace(self.place)
        self.give_up()
        if failed:
            last = next((line for line in said.splitlines() if "error" in line), "no reason")
            raise NotCompiledError(f"the C compiler gave up: {last}")

    def give_up(self) -> None:
        """Leaves nothing behind, whatever the compiler is doing."""
        atexit.unregister(self.give_up)
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
        if self.folder is not None:
            self.folder.cleanup()

    def load(self, core: OwnGame) -> None:
        """The compiled functions take over, at any move of any game."""
        library = ctypes.CDLL(str(self.place))
        sizes = (ctypes.c_int64 * len(LAID_OUT))()
        library.own_c_sizes(sizes)
        if list(sizes) != [SIZES[name] for name in LAID_OUT]:
            raise NotCompiledError("the compiler lays out structs otherwise than ours did")
        library.own_c_use(ctypes.byref(_Core(*(ADDRESSES[name] for name in CORE))))
        addresses = {
            name: ctypes.cast(getattr(library, f"own_c_{name}"), ctypes.c_void_p).value
            for name in FUNCTIONS
        }
        for name in ("fits", "may_hold", "wins"):
            if name not in self.text.methods:
                addresses[name] = 0
        core.use_compiled(library, addresses)


def _place(made: str) -> tuple[Path, list[str]]:
    """Where the compiled text lies or will lie, and the words of the compiler."""
    words = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()
    key = hashlib.sha256("\n".join([made, *FLAGS, *words]).encode()).hexdigest()[:24]
    try:
        return cache.place(key), words
    except UserError as no:
        raise NotCompiledError(str(no).rstrip(".")) from None
