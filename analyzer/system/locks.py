"""Locks on open files, so that no two processes write to one run.

A lock ends with its process, however that ends. Windows has no `fcntl`; there the first byte of the
file is locked, and a process that only asks takes the lock for that moment.
"""

from typing import IO

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]
try:
    import msvcrt
except ImportError:
    msvcrt = None  # type: ignore[assignment]


def lock(file: IO[bytes]) -> None:
    """Take the file for this process alone, until it is closed; BlockingIOError if it is taken."""
    if fcntl is not None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    elif msvcrt is not None:
        _lock_first_byte(file)


def check_unlocked(file: IO[bytes]) -> None:
    """BlockingIOError if another process has locked the file. Any number may ask at once."""
    if fcntl is not None:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    elif msvcrt is not None:
        _lock_first_byte(file)


def _lock_first_byte(file: IO[bytes]) -> None:
    file.seek(0)
    try:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]
    except OSError as error:
        raise BlockingIOError(*error.args) from None
