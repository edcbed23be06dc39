"""`analyze`, and `python -m analyzer`: the door of the command line."""

import os
import sys
from contextlib import suppress
from typing import NoReturn

from analyzer.system import signals

STOPPED = 130


def main() -> NoReturn:
    """Run the command line of this process and leave with its exit code."""
    try:
        signals.install_handlers()  # first of all, so that Ctrl-C never shows a traceback
        from analyzer import cli

        code = cli.main()
    except KeyboardInterrupt:
        code = _stopped()
    except Exception:
        if not signals.was_raised():
            raise
        code = _stopped()
    signals.ignore_signals()
    if code == STOPPED:
        _leave_at_once(code)
    sys.exit(code)


def _stopped() -> int:
    print("Stopped before anything was done.", file=sys.stderr)
    return STOPPED


def _leave_at_once(code: int) -> NoReturn:
    """Python may end as if killed by Ctrl-C although we answered it: it remembers one that came
    while text was executed, as in the making of a dataclass, and never learns that it was caught.
    """
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):  # closed, full, or never there
            stream.flush()
    os._exit(code)


if __name__ == "__main__":
    main()
