"""Which words of a kept run are called up again.

A manifest holds the words of a command. Somebody else may have written them, so they are judged
before anything is done with them. They must be what analyze itself writes there, which neither
draws, nor writes, nor connects. A policy file is code, so the user must name the same policy. A
rule may name a table of cards or maps: that is data, which is read, checked and compared with the
hash that is kept.
"""

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated

from analyzer import spec
from analyzer.cli import _options
from analyzer.cli._options import Texts, option
from analyzer.cli._usage import HOW_NOT_WHAT, parameters
from analyzer.errors import UserError
from analyzer.kept.words import policies_in_files

Policies = Annotated[
    Texts,
    option(
        "POLICY",
        "A policy file that the run names, if you trust it: ./mine.py:Cautious.",
        "--policy",
    ),
]

ASKS = ("simulate", "compare", "sweep", "tournament", "ask")  # commands that can be kept


@dataclass(frozen=True)
class Named:
    """What the user names on the command line besides the folder."""

    policies: tuple[str, ...] = ()
    plot: str | None = None
    cluster: str | None = None


def named(
    policies: Sequence[str] | None,
    plot: Sequence[str] | None = None,
    cluster: Sequence[str] | None = None,
) -> Named:
    """The same from the options of a command."""
    return Named(
        tuple(map(spec.without_seats, policies or ())),
        _options.one(plot, "--plot"),
        _options.one(cluster, "--cluster"),
    )


def judged(folder: str, words: Sequence[str], mine: Named) -> list[str]:
    """The words of a run that may be called up; anything else is refused in one sentence."""
    kept: list[str] = []
    for name, given in _read(folder, words):
        if name not in HOW_NOT_WHAT:
            kept += given
        elif name not in ("plot", "cluster") or given[-1] != getattr(mine, name):
            raise _refusal(folder, name, given)
    unnamed = [text for text in policies_in_files(kept) if text not in mine.policies]
    if unnamed:
        add = shlex.join(word for text in unnamed for word in ("--policy", text))
        raise UserError(
            f"The run {folder!r} names code in a file, {', '.join(unnamed)}, and whoever made the "
            f"folder chose it; if you trust that file, add {add}"
        )
    return kept


def refuse_needless(folders: Sequence[str], words: Sequence[Sequence[str]], mine: Named) -> None:
    """A policy that no run names would look like a change of who plays."""
    known = {text for each in words for text in policies_in_files(each)}
    for text in mine.policies:
        if text not in known:
            whose = " and ".join(map(repr, folders))
            raise UserError(
                f"Option --policy must be a policy file that the run {whose} names; got {text!r}."
            )


def _read(folder: str, words: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """The words by parameter, if they have the form in which `arguments` writes them."""
    if not words or words[0] not in ASKS:
        raise UserError(f"The run {folder!r} cannot be used: its manifest names no question.")
    params = parameters(words[0])
    arguments = [param for param in params if param.param_type_name == "argument"]
    options = {max(param.opts, key=len): param for param in params if param not in arguments}
    yield "", [words[0]]
    rest = list(words[1:])
    while rest:
        word = rest.pop(0)
        param = options.get(word)
        if param is not None and (param.is_flag or rest):
            yield param.name, [word] if param.is_flag else [word, rest.pop(0)]
        elif param is None and arguments and not word.startswith("-"):
            yield arguments.pop(0).name, [word]
        else:
            raise _no_word_of_ours(folder, word)


def _refusal(folder: str, name: str, given: list[str]) -> UserError:
    if name == "plot":
        return UserError(
            f"The run {folder!r} names a file to draw into, {given[-1]!r}, which analyze does not "
            f"keep; to draw it, add --plot {shlex.quote(given[-1])} to show, resume or extend."
        )
    if name == "cluster":
        return UserError(
            f"The run {folder!r} names a cluster to connect to, {given[-1]!r}, which analyze does "
            f"not keep; to play there, add --cluster {shlex.quote(given[-1])} to resume or extend."
        )
    return _no_word_of_ours(folder, given[0])


def _no_word_of_ours(folder: str, word: str) -> UserError:
    return UserError(
        f"The run {folder!r} cannot be used: its manifest holds the word {word!r}, which analyze "
        "does not write there."
    )
