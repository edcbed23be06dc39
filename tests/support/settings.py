"""Which build is tested, and how often hypothesis tries a property."""

import os

from hypothesis import HealthCheck, settings

FLAVOUR = os.environ.get("ANALYZER_FLAVOUR", "release")
FUZZ = int(os.environ.get("ANALYZER_FUZZ", "1"))  # 100: a hundred times as many, and always others


FEWEST = 10  # examples of the first lane, if there are as many
_share = 1


def load_examples(share: int) -> None:
    """For a run of tests that tries so small a part of the examples, before they are collected."""
    global _share
    _share = share
    settings.register_profile("analyzer", examples(100))  # for tests that do not say how often
    settings.load_profile("analyzer")


def examples(times: int, slow: int = 6) -> settings:
    """How hypothesis tries a property: the same examples every time, and few in a slow build."""
    tries = min(times, max(times // _share, FEWEST)) if FLAVOUR == "release" else slow
    return settings(
        max_examples=tries * FUZZ,
        deadline=None,
        derandomize=FUZZ == 1,
        database=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
