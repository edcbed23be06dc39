"""A policy in a user's Cython file: compiled once, kept, and as fast as our own.

    --policy ./mine.pyx:cautious:keep=3

The file has functions with the signature of the contract's `choose`; docs/policies.md shows a
complete file for each game. The compiled file lies in a cache, under a name made of the text, our
version, our declarations and the version of the game. Every mistake is reported in one sentence
with the line of the user's file.
"""

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import threading
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import analyzer
from analyzer.errors import UserError, describe_read_error, did_you_mean, first_line
from analyzer.system import input_files, user_code
from analyzer.system.private_cache import private_cache
from analyzer.system.signals import is_interrupt
from analyzer.system.values import checked_integer, short_repr

if TYPE_CHECKING:
    from collections.abc import Mapping

    from analyzer._core.contract import Policy

FORM = (
    "cdef int32_t NAME(const view_t* view, const move_t* moves, int32_t n_moves, "
    "const void* params, rng_t* rng) noexcept nogil"
)
PARAMETERS_FORM = '{"NAME": {"keep": (default, least, most, "sentence")}}'
SCRATCH_FORM = '{"NAME": bytes}, as in {"NAME": sizeof(plan_t)}'
MOST_SCRATCH = 1 << 24  # bytes of one seat
_PARAMETERS = ("const view_t*", "const move_t*", "int32_t", "const void*", "rng_t*")
_DECLARED = r"^cdef\s+(?:inline\s+)?int32_t\s+({name})\s*\("
_FUNCTION = re.compile(
    _DECLARED.format(name=r"\w+")
    + r"\s*,".join(
        r"\s*" + re.escape(kind).replace(r"\ ", r"\s+").replace(r"\*", r"\s*\*") + r"\s*\w+"
        for kind in _PARAMETERS
    )
    + r"\s*,?\s*\)",
    re.MULTILINE,
)
_STRING = re.compile(r'"""(?:[^\\]|\\.)*?"""|\'\'\'(?:[^\\]|\\.)*?\'\'\'', re.DOTALL)
_ODD = re.compile(r"\W", re.ASCII)
_FAULT = re.compile(r"^(?P<file>[^\n:]+):(?P<line>\d+):(?:\d+:)?\s*(?:error:)?\s*(?P<what>.+)$")
# As our own core is compiled (setup.py): the same choices everywhere, as fast.
_DIRECTIVES = (
    *("language_level=3", "boundscheck=False", "wraparound=False", "cdivision=True"),
    *("initializedcheck=False", "freethreading_compatible=True"),
)
_FLAGS = ["-O3", "-g0", "-w", "-ffp-contract=off"]
_TAIL = """

from analyzer._core.contract cimport native as _analyzer_native
from analyzer.policies.cython_file import check_scratch as _analyzer_scratch
_parameters = globals().get("PARAMETERS", {{}})
_scratch = _analyzer_scratch(globals().get("SCRATCH", {{}}))
POLICIES = {{{rows}}}
"""
_ROW = (
    '"{name}": _analyzer_native('
    '"{name}", "", {name}, _parameters.get("{name}", {{}}), _scratch.get("{name}", 0))'
)
_BUILD = """\
import sys
from setuptools import Distribution, Extension
name, source, folder, *flags = sys.argv[1:]
build = Distribution({
    "name": name, "ext_modules": [Extension(name, [source], extra_compile_args=flags)]
}).get_command_obj("build_ext")
build.build_lib, build.build_temp = folder, folder
build.ensure_finalized()
build.run()
"""


@dataclass(frozen=True)
class CompiledFile:
    """A user's file as it was compiled."""

    path: str  # as the user wrote it
    text: str
    policies: "Mapping[str, Policy]"  # by the name of the function

    def policy(self, name: str) -> "Policy":
        if name not in self.policies:
            if re.search(_DECLARED.format(name=re.escape(name)), self.text, re.MULTILINE):
                raise UserError(
                    f"Policy file {self.path} must have the function {name} in the form {FORM}."
                )
            hint = did_you_mean(name, self.policies)
            raise UserError(f"Policy file {self.path} has no function {name!r}{hint}")
        return self.policies[name]


_loaded: dict[tuple[Path, str], CompiledFile] = {}
_compiling = threading.Lock()


def read_file(path: str, game: str, version: int, fresh: bool = False) -> CompiledFile:
    """A user's file for one version of a game; `fresh`: read again if its text has changed."""
    file = _place_of(path)
    key = file, f"{game} {version}"
    with _compiling:
        known = _loaded.get(key)
        if known is not None and not fresh:
            return known
        source = _text(path, file)
        if known is None or known.text != source:
            _loaded[key] = CompiledFile(path, source, _policies(path, file, source, key[1]))
        return _loaded[key]


def source_text(path: str) -> str:
    """The text of a file: the compiled one, if it was compiled."""
    file = _place_of(path)
    return next((found.text for (known, _), found in _loaded.items() if known == file), None) or (
        _text(path, file)
    )


def digest(path: str) -> str:
    """The hash of that text."""
    return hashlib.sha256(source_text(path).encode()).hexdigest()[:16]


def _place_of(path: str) -> Path:
    try:
        return Path(path).expanduser().absolute()
    except RuntimeError as error:  # ~nobody/mine.pyx
        raise UserError(f"Policy file {path} cannot be read: {first_line(error)}.") from None


def _text(path: str, file: Path) -> str:
    try:
        return input_files.read_text(file)
    except FileNotFoundError:
        raise UserError(f"Policy file {path} does not exist; got --policy {path}:...") from None
    except (OSError, ValueError) as error:
        raise UserError(
            f"Policy file {path} cannot be read: {describe_read_error(error)}."
        ) from None


def _policies(path: str, file: Path, text: str, game: str) -> "dict[str, Policy]":
    names = _FUNCTION.findall(_STRING.sub("", text))
    if not names:
        raise UserError(f"Policy file {path} must have a function of the form {FORM}.")
    made = hashlib.sha256("\n".join([text, *_surroundings(), game]).encode()).hexdigest()[:16]
    name = f"policy_{_ODD.sub('_', file.stem)}_{made}"
    place = cache_folder() / f"{name}{sysconfig.get_config_var('EXT_SUFFIX')}"
    if not place.exists():
        _compile(path, name, text, names, place)
    module = _load(path, file, name, place, len(text.splitlines()))
    return dict(module.POLICIES)


@cache
def _surroundings() -> tuple[str, ...]:
    """Besides the text and the game: what decides how it is compiled, and against what."""
    declared = hashlib.sha256()
    for file in sorted((Path(analyzer.get_include()) / "analyzer" / "_core").rglob("*.pxd")):
        declared.update(file.read_bytes())
    return analyzer.__version__, declared.hexdigest(), _TAIL, " ".join((*_DIRECTIVES, *_FLAGS))


def cache_folder() -> Path:
    """Where compiled policies are kept: below XDG_CACHE_HOME, or ~/.cache."""
    return private_cache("policies")


def check_scratch(told: object) -> "Mapping[str, int]":
    """How many bytes each function wants for the time of a turn; called by the compiled file."""
    if isinstance(told, dict):
        sizes = {name: checked_integer(size, 0, MOST_SCRATCH) for name, size in told.items()}
        if None not in sizes.values():
            return {str(name): size or 0 for name, size in sizes.items()}
    raise UserError(
        f"must give SCRATCH as {SCRATCH_FORM}, at most {MOST_SCRATCH >> 20} MB; got "
        f"{short_repr(told)}."
    )


def _load(path: str, file: Path, name: str, place: Path, lines: int) -> ModuleType:
    """The module; `lines` of it are the user's own, and what follows reads its PARAMETERS."""
    found = importlib.util.spec_from_file_location(name, place)
    if found is None or found.loader is None:
        raise UserError(f"Policy file {path} was compiled to {place}, which cannot be loaded.")
    module = importlib.util.module_from_spec(found)
    try:
        with user_code.run_apart():
            found.loader.exec_module(module)
    except BaseException as error:
        if is_interrupt(error):
            raise
        line = _line_in(error, file)
        if isinstance(error, UserError):
            raise UserError(f"Policy file {path} {error}") from None
        if line > lines:
            raise UserError(
                f"Policy file {path} must give PARAMETERS as {PARAMETERS_FORM}."
            ) from None
        where = f" in line {line}" if line else ""
        raise UserError(f"Policy file {path} has an error{where}: {first_line(error)}.") from None
    return module


def _line_in(error: BaseException, file: Path) -> int:
    """The last line of the user's file on the way to an error; 0 if there is none."""
    trace, line = error.__traceback__, 0
    while trace is not None:
        if Path(trace.tb_frame.f_code.co_filename).name == file.name:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


# --- compiling ------------------------------------------------------------------------------------


def _compile(path: str, name: str, text: str, names: list[str], place: Path) -> None:
    """Compile beside its place, then move it there: another process may do the same."""
    if find_spec("Cython") is None or find_spec("setuptools") is None:
        raise UserError(
            f"Policy file {path} needs Cython to be compiled: pip install 'Cython>=3.1,<4' "
            "setuptools."
        )
    _require_compiler(path)
    with tempfile.TemporaryDirectory(dir=place.parent) as folder:
        source = Path(folder) / Path(path).name
        rows = ", ".join(_ROW.format(name=one) for one in names)
        _translate(path, name, text, _TAIL.format(rows=rows), source)
        _run(
            path,
            text,
            [
                *(sys.executable, "-P", "-c", _BUILD, name),
                *(str(source.with_suffix(".c")), folder, *_FLAGS),
            ],
        )
        next(Path(folder).glob(f"{name}.*{place.suffix}")).replace(place)


def _translate(path: str, name: str, text: str, tail: str, source: Path) -> None:
    """From Cython to C; what we add must not hide where the user's own text is wrong."""
    words = [
        *(sys.executable, "-P", "-m", "cython", str(source), "-o", str(source.with_suffix(".c"))),
        *("--module-name", name, "-I", analyzer.get_include(), "--line-directives"),
        *(word for directive in _DIRECTIVES for word in ("-X", directive)),
    ]
    source.write_text(text + tail, encoding="utf-8")
    try:
        _run(path, text, words)
    except _OursError as fault:
        source.write_text(text, encoding="utf-8")
        try:
            _run(path, text, words)
        except _OursError as own:  # at the end of the text
            line = len(text.splitlines())
            raise UserError(f"Policy file {path} has an error in line {line}: {own}.") from None
        raise UserError(
            f"Policy file {path} must have functions of the form {FORM}: {fault}."
        ) from None


class _OursError(Exception):
    """The compiler found a fault after the last line of the user's text."""


def _require_compiler(path: str) -> None:
    words = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()
    if os.name == "posix" and shutil.which(words[0]) is None:
        raise UserError(
            f"Policy file {path} needs a C compiler, and {words[0]} is not there; install one "
            "(Debian, Ubuntu: apt-get install gcc python3-dev; macOS: xcode-select --install)."
        )


def _run(path: str, text: str, words: list[str]) -> None:
    done = subprocess.run(
        words, capture_output=True, text=True, errors="backslashreplace", check=False
    )
    if done.returncode == 0:
        return
    faults = [_FAULT.match(line) for line in (done.stderr + done.stdout).splitlines()]
    mine = [f for f in faults if f and Path(f["file"]).name == Path(path).name]
    if not mine:
        last = (done.stderr.strip().splitlines() or ["it gave no reason"])[-1]
        raise UserError(f"Policy file {path} cannot be compiled: {last.rstrip('.')}.")
    line, what = int(mine[0]["line"]), mine[0]["what"].rstrip(".")
    if line > len(text.splitlines()):
        raise _OursError(what)
    raise UserError(f"Policy file {path} has an error in line {line}: {what}.")
