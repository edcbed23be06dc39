"""Options that may stand anywhere in a command: how game files are played, and `--debug`."""

import os
from collections.abc import Sequence

from analyzer.errors import UserError
from analyzer.request.options import flag_of

_VARIABLE = "ANALYZER_GAME_FILES"  # which analyzer/design/files.py reads, here and on workers
MODES = {flag_of(mode): mode for mode in ("interpreted", "compiled")}
DEBUG = flag_of("debug")
ANYWHERE = (*MODES, DEBUG)


def without_modes(words: Sequence[str]) -> list[str]:
    """The words of a command line without these options, which are heeded."""
    asked = [MODES[word] for word in dict.fromkeys(words) if word in MODES]
    if len(asked) > 1:
        raise UserError("A game is played --interpreted or --compiled; got both.")
    if asked:
        os.environ[_VARIABLE] = asked[0]
    return [word for word in words if word not in MODES]
