"""A user's code before the first game: what it prints and where it goes must not matter to us."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from analyzer.system.redirected_output import redirected_output


@contextmanager
def run_apart() -> Iterator[None]:
    """What is printed goes to standard error. If the text changes the working folder, we are back
    in ours afterwards, so that the paths of the command mean what they meant when it was typed."""
    with redirected_output(), _same_folder():
        yield


@contextmanager
def _same_folder() -> Iterator[None]:
    try:
        here = _Folder()
    except OSError:  # the folder is gone, or may not be read: no relative path means anything
        yield
        return
    try:
        yield
    finally:
        here.enter_and_close()


class _Folder:
    """The working folder, also after it was renamed where the system can hold one open."""

    def __init__(self) -> None:
        self.path = Path.cwd()
        self.number = (
            os.open(".", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            if hasattr(os, "fchdir")
            else None
        )

    def enter_and_close(self) -> None:
        if self.number is None:
            os.chdir(self.path)
            return
        os.fchdir(self.number)
        os.close(self.number)
