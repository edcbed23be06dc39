"""The words of a kept run that name code: policies in files.

Whoever made a folder chose its words, and a policy file is imported. So the commands about kept
runs call up such a policy only if the user names it too.
"""

import shlex
from collections.abc import Iterator, Sequence
from itertools import pairwise

from analyzer import program, spec


def policies_in_files(words: Sequence[str]) -> list[str]:
    """The policies of a command that are made of files, each once and without its seats."""
    named = [text for option, value in pairwise(words) for text in _policies(option, value)]
    # A policy has a path only if its text has .py in it (`spec.policy`).
    return list(dict.fromkeys(spec.without_seats(text) for text in named if ".py" in text))


def _policies(option: str, value: str) -> Iterator[str]:
    if option == "--policy":
        yield value
    elif option == "--policies":
        yield from spec.policy_names(value)
    elif option == "--vs":
        for word in _split(value):
            name, _, text = word.partition("=")
            if name == "policy":
                yield text


def _split(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError:
        return []  # compare refuses it before it looks at any policy


def resume(folder: object, words: Sequence[str], *more: str) -> str:
    """The command that continues a run; it names the policy files as the user must."""
    files = [word for text in policies_in_files(words) for word in ("--policy", text)]
    return program.command("resume", folder, *files, *more)
