"""What the commands about kept runs share.

A kept run holds its request, and what is needed to speak of it. To print, merge or compare runs,
nothing is loaded that a manifest names, and nothing is played. To continue a run, its request is
played on into its folder, with code from files only if the user names them, too.
"""

import shlex
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.cli._parameters import How
from analyzer.cli._typer import Interrupted, Stopped
from analyzer.errors import RunError, UserError, first_line
from analyzer.policies import spec

if TYPE_CHECKING:
    from analyzer.questions import Question
    from analyzer.request.request import Request
    from analyzer.store.chunk_log import RangeSet
    from analyzer.store.manifest import Manifest


def run_path(folder: str) -> Path:
    """Where a kept run lies."""
    from analyzer.system import files

    return files.parse_path(folder, "The folder of a kept run")


def read_manifest(folder: str) -> "tuple[Path, Manifest]":
    """The manifest of a kept run, and where it lies."""
    from analyzer.store import manifest

    path = run_path(folder)
    return path, manifest.read_manifest(path)


@contextmanager
def report_broken_files(*folders: str) -> Iterator[None]:
    """If something breaks because the files of a run are not as analyze writes them, say just that.
    Somebody may have changed or made them, so this is never told as a bug of ours."""
    try:
        yield
    except (UserError, RunError, Stopped, Interrupted, OSError):
        raise
    except Exception as error:
        from analyzer.store.manifest import is_unchanged

        for folder in folders:
            if not is_unchanged(Path(folder).expanduser()):
                raise UserError(
                    f"The run {folder!r} cannot be used: its files were changed since analyze "
                    "wrote them."
                ) from error
        raise UserError(
            f"The run {folders[0]!r} cannot be used: its files hold what analyze does not write "
            f"there ({first_line(error)}); --debug shows where that was found."
        ) from error


def continue_run(
    folder: str,
    request: "Request",
    policies: Sequence[str] | None,
    game: str | None,
    count: str | None,
    how: How,
) -> None:
    """Play a request on into the folder of its run; games that are kept are not played again."""
    from analyzer.cli._run import play_and_show

    path, found = read_manifest(folder)
    if "merged" in found:
        raise UserError(
            f"The run {folder!r} was merged from runs of several seeds; resume one of those, "
            "then merge again."
        )
    check_named(f"The run {folder!r}", "folder", request, policies, game, count)
    play_and_show(request, how, into=path)


def check_named(
    subject: str,
    made: str,
    request: "Request",
    policies: Sequence[str] | None,
    game: str | None,
    count: str | None = None,
) -> None:
    """Refuse code in a file that the user does not name, and a file that the request does not."""
    from analyzer import games
    from analyzer.store.policy_files import (
        games_in_files,
        policies_in_files,
        watchers_in_files,
    )

    if games.is_file(str(request["question"])):
        raise UserError(f"{subject} names a question in a file; ask it yourself instead.")
    mine = [("--game", text) for text in ([game] if game else [])]
    mine += [("--count", text) for text in ([count] if count else [])]
    mine += [("--policy", spec.without_seats(text)) for text in policies or ()]
    theirs = [("--game", text) for text in games_in_files(request)]
    theirs += [("--count", text) for text in watchers_in_files(request)]
    theirs += [("--policy", text) for text in policies_in_files(request)]
    unnamed = [pair for pair in theirs if pair not in mine]
    if unnamed:
        add = shlex.join(word for pair in unnamed for word in pair)
        raise UserError(
            f"{subject} names code in a file, {', '.join(text for _, text in unnamed)}, and "
            f"whoever made the {made} chose it; if you trust that file, add {add}"
        )
    for flag, text in mine:
        if (flag, text) not in theirs:
            what = "watcher" if flag == "--count" else flag.removeprefix("--")
            raise UserError(
                f"Option {flag} must be a {what} file that the {made} names; got {text!r}."
            )


def rebuild_question(folder: str, request: "Request", found: "Manifest") -> "Question":
    """What a kept run asks, as it is told (`read.speaking_from`); nothing is played."""
    from analyzer.request.build import build_question
    from analyzer.store import manifest

    question = build_question(request)
    mine = manifest.describe_plan(question.plan())
    if differs := manifest.plan_difference(found, mine):
        raise UserError(f"The run {folder!r} cannot be used: {differs}.")
    return question


def held_ranges(path: Path, found: "Manifest") -> "dict[int, RangeSet]":
    """What a run holds, read without touching it."""
    from analyzer.store.folder import read_ranges

    return read_ranges(path, found)[0]
