"""What a user's code prints goes to standard error: standard output holds the result alone."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO, cast


class _Diverted:
    """Standard output, but for the threads that are in a user's code: theirs is standard error."""

    def __init__(self, out: Any) -> None:
        self.out = out
        self.threads: list[int] = []

    def __getattr__(self, name: str) -> Any:
        inside = threading.get_ident() in self.threads
        return getattr(sys.stderr if inside else self.out, name)


_diverting = threading.Lock()


@contextmanager
def diverted_output() -> Iterator[None]:
    """While a user's code runs in this thread; others print where they always do."""
    me = threading.get_ident()
    with _diverting:
        if not isinstance(sys.stdout, _Diverted):
            sys.stdout = cast("TextIO", _Diverted(sys.stdout))
        ours = cast("_Diverted", sys.stdout)
        ours.threads.append(me)
    try:
        yield
    finally:
        with _diverting:
            ours.threads.remove(me)
            if not ours.threads and sys.stdout is ours:
                sys.stdout = ours.out
