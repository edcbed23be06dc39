"""What the commands about kept runs share: a run is its command, gone on with in its folder."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import typer

from analyzer.cli._ask import GOES_ON
from analyzer.errors import UserError

ONCE = ("-n",)  # options that a further command may say anew


def manifest(folder: str) -> tuple[Path, dict[str, Any]]:
    """The manifest of a kept run, and where it lies."""
    from analyzer.kept import manifest_of

    path = Path(folder).expanduser()
    return path, manifest_of(path)


def go_on(
    folder: str,
    more: Sequence[str],
    *,
    json: bool,
    quiet: bool,
    threads: Sequence[str] | None,
) -> None:
    """Run the kept command again into its folder; what is there is not played again."""
    from analyzer import cli

    path, found = manifest(folder)
    if "sources" in found:
        raise UserError(
            f"The run {folder!r} was merged from others, so there is no single command to go on "
            "with; extend one of its sources and merge again."
        )
    words = replaced(found["arguments"], more)
    words += ["--json"] if json else []
    words += ["--quiet"] if quiet else []
    for text in threads or []:
        words += ["--threads", text]
    token = GOES_ON.set(path)
    try:
        code = cli.invoke(words)
    finally:
        GOES_ON.reset(token)
    if code:
        raise typer.Exit(code)


def replaced(arguments: Sequence[str], more: Sequence[str]) -> list[str]:
    """The words of a command with some options said anew."""
    words = list(arguments)
    for option, value in zip(more[::2], more[1::2], strict=True):
        if option in words:
            words[words.index(option) + 1] = value
        else:
            words += [option, value]
    return words


def refuse_fewer(folder: str, n: int) -> None:
    """A run is extended, never cut."""
    _, found = manifest(folder)
    group = found["plan"][0]
    if group["looks"]:
        raise UserError(
            f"The run {folder!r} has looks planned for {group['n']:,} games, which more games "
            "would spoil; start a new one with a larger -n."
        )
    if n < group["n"]:
        raise UserError(
            f"Option -n must be at least the {group['n']:,} games that the run {folder!r} was "
            f"asked for; got {n:,}."
        )
