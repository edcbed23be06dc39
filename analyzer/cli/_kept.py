"""What the commands about kept runs share: a run is its command, called again.

A kept run remembers the words that asked for it. To continue a run, the same words are run again
into its folder. To print, merge or compare runs, the words only say what was asked. `_judge` says
which words are called up at all.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli import _judge
from analyzer.cli._ask import INSTEAD, Instead
from analyzer.cli._usage import Interrupted, Stopped
from analyzer.errors import RunError, UserError

if TYPE_CHECKING:
    from analyzer.kept.lines import Held
    from analyzer.kept.manifest import Manifest
    from analyzer.questions import Question

Folder = Annotated[str, typer.Argument(metavar="DIR", help="The folder of a kept run (--out).")]


def manifest(folder: str, mine: _judge.Named) -> "tuple[Path, Manifest]":
    """The manifest of a kept run, and where it lies; its words are judged."""
    from analyzer import places
    from analyzer.kept import manifest

    if not folder.strip():
        raise UserError("The folder of a kept run must be named; got an empty word.")
    path = places.typed(folder, "The folder of a kept run")
    found = manifest.read(path)
    found["arguments"] = _judge.judged(folder, found["arguments"], mine)
    return path, found


def trusted(folders: Sequence[str], mine: _judge.Named) -> None:
    """Refuse, before anything else is read, what the user does not name, and what no run names."""
    words = [manifest(folder, mine)[1]["arguments"] for folder in folders]
    _judge.refuse_needless(folders, words, mine)


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
    mine: _judge.Named,
    *,
    json: bool,
    quiet: bool,
    threads: Sequence[str] | None,
) -> None:
    """Ask the kept question again into its folder; games that are kept are not played again."""
    path, found = manifest(folder, mine)
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
    words += ["--cluster", mine.cluster] if mine.cluster else []
    words += ["--plot", mine.plot] if mine.plot else []
    _call_up(words, Instead(path))


def question_of(folder: str, words: Sequence[str], found: "Manifest") -> "Question":
    """What a kept run asks, on the files that it was played with; nothing is played."""
    from analyzer.kept import manifest

    instead = Instead()
    _call_up(words, instead)
    question = instead.found[0]
    if differs := manifest.file_differs(found, manifest.describe(question.plan())):
        raise UserError(f"The run {folder!r} cannot be used: {differs}.")
    return question


def _call_up(words: Sequence[str], instead: Instead) -> None:
    from analyzer import cli

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
