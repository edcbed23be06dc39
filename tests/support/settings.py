"""Which build is tested, and how often hypothesis tries a property."""

import os

from hypothesis import HealthCheck, settings

FLAVOUR = os.environ.get("ANALYZER_FLAVOUR", "release")
FUZZ = int(os.environ.get("ANALYZER_FUZZ", "1"))  # 100: a hundred times as many, and always others


def examples(times: int, slow: int = 6) -> settings:
    """How hypothesis tries a property: the same examples every time, and few in a slow build."""
    return settings(
        max_examples=(times if FLAVOUR == "release" else slow) * FUZZ,
        deadline=None,
        derandomize=FUZZ == 1,
        database=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
