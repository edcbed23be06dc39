"""What a user's code prints goes to standard error, so standard output holds only the result."""

import sys
import threading
from typing import TextIO, cast


class _RedirectedStream:
    """Standard output, except for threads that run a user's code: they get standard error."""

    def __init__(self, out: TextIO) -> None:
        self.out = out
        self.threads: list[int] = []

    def __getattr__(self, name: str) -> object:
        inside = threading.get_ident() in self.threads
        return getattr(sys.stderr if inside else self.out, name)


_redirecting = threading.Lock()


class redirected_output:  # noqa: N801 - read as a verb: with diverted_output()
    """While a user's code runs in this thread; others print where they always do.

    A class, not a generator: it is entered at every decision.
    """

    __slots__ = ("ours",)

    def __enter__(self) -> None:
        with _redirecting:
            if not isinstance(sys.stdout, _RedirectedStream):
                sys.stdout = cast("TextIO", _RedirectedStream(sys.stdout))
            self.ours = cast("_RedirectedStream", sys.stdout)
            self.ours.threads.append(threading.get_ident())

    def __exit__(self, *_: object) -> None:
        with _redirecting:
            self.ours.threads.remove(threading.get_ident())
            if not self.ours.threads and sys.stdout is self.ours:
                sys.stdout = self.ours.out
