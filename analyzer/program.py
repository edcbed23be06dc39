"""What the user typed to call us, so that every command we print can be pasted as it is."""

import os
import shlex

VARIABLE = "ANALYZER_PROGRAM"  # set by scripts/analyze, which stands in a checkout


def program() -> str:
    """`analyze`, or the script of a checkout as the user named it."""
    return os.environ.get(VARIABLE) or "analyze"


def command(*words: object) -> str:
    """A command line for a shell."""
    return f"{program()} {shlex.join(map(str, words))}"
