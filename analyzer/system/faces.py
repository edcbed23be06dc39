"""How an option is named to the person who wrote it: `--tolerance` on the command line, `tolerance`
in Python. The rest of a sentence is the same for both.

The command line says once how it spells options, so no check needs to know who called it.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Spelling = Callable[[str], str]  # from the keyword of an option to its flag
_spelling: ContextVar[Spelling | None] = ContextVar("spelling", default=None)


@contextmanager
def on_command_line(spelling: Spelling) -> Iterator[None]:
    """Name options as flags while a command runs."""
    token = _spelling.set(spelling)
    try:
        yield
    finally:
        _spelling.reset(token)


def option_flag(keyword: str) -> str:
    """An option inside a sentence: `--policy`, or `policy`."""
    spelling = _spelling.get()
    return keyword if spelling is None else spelling(keyword)


def option_subject(*keywords: str) -> str:
    """Options at the beginning of a sentence: "Option --policy", "Options -n and --precision"."""
    named = " and ".join(map(option_flag, keywords))
    if not named.startswith("-"):
        return named
    return f"Option{'s' if len(keywords) > 1 else ''} {named}"
