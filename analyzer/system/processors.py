"""How many processors this process may use."""

import os


def count_processors() -> int:
    """Those that the system lets this process have; where it cannot say, all of the machine."""
    if hasattr(os, "sched_getaffinity"):  # Linux
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
