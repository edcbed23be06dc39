"""Makes sure that the tests meet the analyzer that was built, and say which."""

import os
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent

# `python -m pytest` puts the checkout first, whose analyzer/ has no _core in it.
sys.path[:] = [path for path in sys.path if Path(path or ".").resolve() != ROOT]

FLAVOUR = os.environ.get("ANALYZER_FLAVOUR", "release")


FUZZ = int(os.environ.get("ANALYZER_FUZZ", "1"))  # 100: a hundred times as many, and always others


def often(times: int, slow: int = 6) -> settings:
    """How hypothesis tries a property: the same examples every time, and few in a slow build."""
    return settings(
        max_examples=(times if FLAVOUR == "release" else slow) * FUZZ,
        deadline=None,
        derandomize=FUZZ == 1,
        database=None,
        suppress_health_check=[HealthCheck.too_slow],
    )


def pytest_report_header() -> str:
    import analyzer

    home = Path(analyzer.__file__).resolve().parent
    if FLAVOUR != "release" and (ROOT / "build" / FLAVOUR) not in home.parents:
        raise pytest.UsageError(f"the {FLAVOUR} build is asked for, but {home} is imported")
    return f"analyzer {analyzer.__version__}: the {FLAVOUR} build, from {home}"
