"""What the commands about kept runs share: a run is its command, called again.

A kept run remembers the words that asked for it. To continue a run, the same words are run again
into its folder. To print, merge or compare runs, the words only say what was asked.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli._ask import INSTEAD, Instead
from analyzer.cli._usage import Interrupted, Stopped
from analyzer.errors import RunError, UserError

if TYPE_CHECKING:
    from analyzer.kept.lines import Held
    from analyzer.kept.manifest import Manifest
    from analyzer.questions import Question

Folder = Annotated[str, typer.Argument(metavar="DIR", help="The folder of a kept run (--out).")]

ASKS = ("simulate", "compare", "sweep", "tournament", "ask")  # commands that can be kept


def manifest(folder: str) -> "tuple[Path, Manifest]":
    """The manifest of a kept run, and where it lies."""
    from analyzer import places
    from analyzer.kept import manifest

    if not folder.strip():
        raise UserError("The folder of a kept run must be named; got an empty word.")
    path = places.typed(folder, "The folder of a kept run")
    return path, manifest.read(path)


@contextmanager
def care(*folders: str) -> Iterator[None]:
    """If something breaks because somebody has changed the files of a run, say just that.

    If our own unchanged files break something, it is our bug and is reported as one.
    """
    from analyzer.kept.manifest import is_as_written

    try:
        yield
    except (UserError, RunError, Stopped, Interrupted, OSError):
        raise
    except Exception:
        for folder in folders:
            if not is_as_written(Path(folder).expanduser()):
                raise UserError(
                    f"The run {folder!r} cannot be used: its files were changed since analyze "
                    "wrote them."
                ) from None
        raise


def go_on(
    folder: str,
    more: Sequence[str],
    *,
    json: bool,
    quiet: bool,
    threads: Sequence[str] | None,
    cluster: Sequence[str] | None,
) -> None:
    """Ask the kept question again into its folder; games that are kept are not played again."""
    path, found = manifest(folder)
    if "merged" in found:
        raise UserError(
            f"The run {folder!r} was merged from runs of several seeds; resume one of those, "
            "then merge again."
        )
    words = replaced(found["arguments"], more)
    words += ["--json"] if json else []
    words += ["--quiet"] if quiet else []
    for text in threads or []:
        words += ["--threads", text]
    for text in cluster or []:
        words += ["--cluster", text]
    _call_up(folder, words, Instead(path))


def question_of(folder: str, words: Sequence[str]) -> "Question":
    """What a kept run asks; nothing is played."""
    instead = Instead()
    _call_up(folder, words, instead)
    return instead.found[0]


def _call_up(folder: str, words: Sequence[str], instead: Instead) -> None:
    from analyzer import cli

    if not words or words[0] not in ASKS:
        raise UserError(f"The run {folder!r} cannot be used: its manifest names no question.")
    token = INSTEAD.set(instead)
    try:
        cli.invoke(words)
    finally:
        INSTEAD.reset(token)


def replaced(arguments: Sequence[str], more: Sequence[str]) -> list[str]:
    """The words of a command with some options replaced."""
    words = list(arguments)
    for option, value in zip(more[::2], more[1::2], strict=True):
        if option in words:
            words[words.index(option) + 1] = value
        else:
            words += [option, value]
    return words


def held_in(path: Path, found: "Manifest") -> "dict[int, Held]":
    """What a run holds, read without touching it."""
    from analyzer.kept.folder import read_held

    return read_held(path, found)[0]
