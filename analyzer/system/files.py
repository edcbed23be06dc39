"""Places on disk: read as the user typed them, tested before anything is played, written
completely.

A file appears under its name when it is complete, or not at all: it is written beside its place
under a hidden name and renamed. The next process cleans up what a killed process left there.
"""

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copymode

from analyzer.errors import UserError, refuse_broken_text, system_message


def parse_path(text: str, option: str) -> Path:
    """The path that a user means; `~` is the home folder."""
    refuse_broken_text(text, option)
    if "\0" in text:
        raise UserError(f"{option} must be a path; got {text!r}.")
    try:
        return Path(text).expanduser()
    except RuntimeError:
        raise UserError(
            f"{option} begins with ~, and there is no such home folder; got {text!r}."
        ) from None


@contextmanager
def report_path_errors(option: str, path: Path) -> Iterator[None]:
    """What the system says about a place while we look at it, as a user's mistake."""
    try:
        yield
    except (OSError, RuntimeError) as error:  # a RuntimeError: links in a circle
        why = system_message(error) or os.strerror(errno.ELOOP).lower()
        raise UserError(
            f"{option} must be a place that can be written; {str(path)!r} cannot: {why}."
        ) from error


def check_writable(folder: Path) -> None:
    """Raise OSError if no file can be made in a folder. Nothing stays there, even after a kill."""
    try:
        os.close(os.open(folder, os.O_TMPFILE | os.O_WRONLY, 0o600))
    except OSError as error:
        if error.errno not in (errno.EOPNOTSUPP, errno.EISDIR, errno.EINVAL):
            raise
        _try_named(folder)  # a file system without nameless files


def _try_named(folder: Path) -> None:
    part = temporary_sibling(folder / "try")
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    part.unlink()


def write_atomically(path: Path, write: Callable[[Path], object]) -> None:
    """Let `write` make a file beside its place, then put it there."""
    part = new_sibling(path)
    try:
        write(part)
        if path.exists():
            copymode(path, part)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def write_new(path: Path, content: bytes) -> None:
    """Write a file that is not there: never what a link of somebody else leads to."""
    with path.open("xb") as file:
        file.write(content)


def new_sibling(path: Path) -> Path:
    """A temporary name beside a file, with nothing behind it."""
    part = temporary_sibling(path)
    part.unlink(missing_ok=True)
    return part


def refuse_link(path: Path, option: str, text: str) -> None:
    """We never write through a link, and never replace one by a file."""
    if path.is_symlink():
        raise UserError(
            f"Option {option} must be a file; {text!r} is a link: name the file itself, or remove "
            "the link."
        )


def temporary_sibling(path: Path) -> Path:
    """A hidden name in the same folder, so that renaming never copies."""
    return path.absolute().with_name(f".{path.name}.{os.getpid()}.part")


def remove_stale_files(path: Path) -> None:
    """Remove what a process that is gone left beside a file."""
    remove_stale_files_in(path.absolute().parent, _literal(path.name))


def remove_stale_files_in(folder: Path, names: str) -> None:
    """Remove what a process that is gone left beside files whose names have this form."""
    for part in _stale_files_in(folder, names):
        part.unlink(missing_ok=True)


def has_stale_files(path: Path) -> bool:
    """Did a process that is gone leave something beside a file?"""
    return any(_stale_files_in(path.absolute().parent, _literal(path.name)))


def _stale_files_in(folder: Path, names: str) -> Iterator[Path]:
    for part in folder.glob(f".{names}.*.part"):
        owner = part.name.split(".")[-2]
        if owner.isdigit() and not _is_alive(int(owner)):
            yield part


def _literal(name: str) -> str:
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in name)


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True
