"""What the commands about kept runs share.

A kept run holds its request, and what is needed to speak of it. To print, merge or compare runs,
nothing is loaded that a manifest names, and nothing is played. To continue a run, its request is
played on into its folder, with code from files only if the user names them, too.
"""

import shlex
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from analyzer.api import stored
from analyzer.cli._parameters import How
from analyzer.cli._typer import Interrupted, Stopped
from analyzer.errors import UserError
from analyzer.policies import spec

if TYPE_CHECKING:
    from analyzer.request.request import Request


@contextmanager
def report_broken_files(*folders: str) -> Iterator[None]:
    """As `stored.report_broken_files`; what ends a command passes."""
    with stored.report_broken_files(*folders, passing=(Stopped, Interrupted)):
        yield


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

    path, found = stored.read_manifest(folder)
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
