"""`analyze`, and `python -m analyzer`: the door of the command line."""

import sys
from typing import NoReturn

from analyzer import interrupts

STOPPED = 130


def main() -> NoReturn:
    """Run the command line of this process and leave with its exit code."""
    try:
        interrupts.catch()  # before anything that takes time, so that Ctrl-C never shows a trace
        from analyzer import cli

        code = cli.main()
    except KeyboardInterrupt:
        code = STOPPED
        print("Stopped before anything was done.", file=sys.stderr)
    interrupts.ignore()
    sys.exit(code)


if __name__ == "__main__":
    main()
