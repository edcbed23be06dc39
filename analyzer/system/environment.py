"""Settings in the environment that libraries inside of us read: they must not decide about a run.

Some of them make a library fail, or print, in the middle of a run. A user has no reason to know
which libraries write our files. So the command line forgets their settings, except for the number
of threads, which an administrator may have to limit.
"""

import os

from analyzer.errors import UserError
from analyzer.system.values import short_repr

THREADS = "POLARS_MAX_THREADS"
MOST_THREADS = 1024
FORGOTTEN = ("POLARS_", "NUMPY_", "MATPLOTLIBRC")  # how the names begin


def forget_library_settings() -> None:
    """Called before such a library is imported."""
    for name in [name for name in os.environ if name.startswith(FORGOTTEN) and name != THREADS]:
        del os.environ[name]
    told = os.environ.get(THREADS, "1")
    if not told.isascii() or not told.isdigit() or not 1 <= int(told[:9]) <= MOST_THREADS:
        raise UserError(
            f"The environment variable {THREADS} must be a whole number from 1 to {MOST_THREADS}; "
            f"got {short_repr(told)}: unset it, or correct it."
        )
