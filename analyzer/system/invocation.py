"""What the user typed to call us, so that every command we print can be pasted as it is."""

import os
import shlex
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NAME = "analyze"
VARIABLE = "ANALYZER_PROGRAM"  # set by scripts/analyze, which stands in a checkout


def program_name() -> str:
    """`analyze`, or what the user wrote instead: a path, the script of a checkout, python -m."""
    told, called = os.environ.get(VARIABLE), Path(sys.argv[0])
    if called.name == NAME and _is_on_path(called):
        return NAME
    if told:
        return shlex.quote(told)
    if called.name == NAME:
        return shlex.quote(sys.argv[0])
    if called.parent.name == "analyzer" and called.name == "__main__.py":
        upto = sys.orig_argv.index("-m") + 2 if "-m" in sys.orig_argv else 2
        return shlex.join(sys.orig_argv[:upto])
    return NAME


def _is_on_path(called: Path) -> bool:
    """Would the bare name call the same file?"""
    found = shutil.which(NAME)
    try:
        return found is not None and called.exists() and Path(found).samefile(called)
    except OSError:
        return False


@contextmanager
def called_as(name: str) -> Iterator[None]:
    """Print commands under this name: a kept file must not show how the program was called."""
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = name
    try:
        yield
    finally:
        if before is None:
            del os.environ[VARIABLE]
        else:
            os.environ[VARIABLE] = before


def command_line(*words: object) -> str:
    """A command line for a shell."""
    return f"{program_name()} {shlex.join(map(str, words))}"
