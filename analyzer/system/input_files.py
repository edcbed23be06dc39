"""Files that somebody gave us, read: only regular ones, and only up to a size.

A pipe, a socket or a device can be opened under any name, and reading it may never end. A file can
say that it has a size that no memory holds. Both are told as what the system would say of a file
that cannot be read.
"""

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

LARGEST = 1 << 26  # bytes: far more than any policy, table, position, manifest or answer has
# Windows has no pipes under the names of files, and must be told not to change line ends.
_READ = os.O_RDONLY | sum(
    getattr(os, name, 0) for name in ("O_NONBLOCK", "O_CLOEXEC", "O_BINARY", "O_NOINHERIT")
)
_KINDS = (
    (stat.S_ISFIFO, "it is a pipe, not a file"),
    (stat.S_ISSOCK, "it is a socket, not a file"),
    (stat.S_ISCHR, "it is a device, not a file"),
    (stat.S_ISBLK, "it is a device, not a file"),
)


def open_regular(path: Path) -> BinaryIO:
    """A regular file, open for reading; OSError for anything else, which is never waited for."""
    _refuse_others(path.stat(), path)  # before it is opened: that alone can move a device
    number = os.open(path, _READ)
    try:
        _refuse_others(os.fstat(number), path)  # it may be another one by now
        return os.fdopen(number, "rb")
    except BaseException:
        os.close(number)
        raise


def read_bytes(path: Path) -> bytes:
    """The content of a regular file."""
    with open_regular(path) as file:
        content = file.read(LARGEST + 1) if _size(file) <= LARGEST else None
    if content is None or len(content) > LARGEST:
        raise OSError(errno.EFBIG, f"it is larger than {LARGEST >> 20} megabytes", str(path))
    return content


def read_text(path: Path) -> str:
    """The text of a regular file in UTF-8, with the line ends of any system."""
    return read_bytes(path).decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")


def _size(file: BinaryIO) -> int:
    return os.fstat(file.fileno()).st_size


def _refuse_others(about: os.stat_result, path: Path) -> None:
    for is_kind, what in _KINDS:
        if is_kind(about.st_mode):
            raise OSError(errno.EINVAL, what, str(path))
