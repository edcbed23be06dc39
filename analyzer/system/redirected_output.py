"""What a user's code prints goes to standard error, so standard output holds only the result."""

import sys
import threading
from typing import TextIO, cast


class _RedirectedStream:
    """Standard output, except for threads that run a user's code: they get standard error."""

    def __init__(self, out: TextIO, err: TextIO) -> None:
        self.out, self.err = out, err
        self.threads: list[int] = []

    def close(self) -> None:
        """Neither of the two is the user's code's to close."""

    def __getattr__(self, name: str) -> object:
        inside = threading.get_ident() in self.threads
        return getattr((sys.stderr or self.err) if inside else self.out, name)


_redirecting = threading.Lock()


class redirected_output:  # noqa: N801 - read as a verb: with diverted_output()
    """While a user's code runs in this thread; others print where they always do.

    A class, not a generator: it is entered at every decision. Streams that the code exchanges are
    ours again afterwards.
    """

    __slots__ = ("ours",)

    def __enter__(self) -> None:
        with _redirecting:
            if not isinstance(sys.stdout, _RedirectedStream):
                sys.stdout = cast("TextIO", _RedirectedStream(sys.stdout, sys.stderr))
            self.ours = cast("_RedirectedStream", sys.stdout)
            self.ours.threads.append(threading.get_ident())

    def __exit__(self, *_: object) -> None:
        with _redirecting:
            self.ours.threads.remove(threading.get_ident())
            if _is_of_others(sys.stderr, self.ours.err):
                sys.stderr = self.ours.err
            if _is_of_others(sys.stdout, self.ours):
                sys.stdout = cast("TextIO", self.ours)
            if not self.ours.threads and sys.stdout is self.ours:
                sys.stdout = self.ours.out


def _is_of_others(stream: object, ours: object) -> bool:
    """Has a user's code put another stream in this place? The progress bar may do so, too."""
    return stream is not ours and not type(stream).__module__.startswith("rich.")
