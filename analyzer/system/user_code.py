"""A user's code before the first game: what it prints and where it goes must not matter to us."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from analyzer.system.redirected_output import redirected_output


@contextmanager
def run_apart() -> Iterator[None]:
    """What is printed goes to standard error. If the text changes the working folder, we are back
    in ours afterwards, so that the paths of the command mean what they meant when it was typed."""
    try:
        here = os.open(".", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError:  # the folder is gone, or may not be read: no relative path means anything
        with redirected_output():
            yield
        return
    try:
        with redirected_output():
            yield
    finally:
        os.fchdir(here)
        os.close(here)
