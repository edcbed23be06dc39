"""A pytest plug-in for mutants: says which test is running, and ends what does not end.

The clock runs in a C thread, so that it also ends a loop without the GIL.
"""

import faulthandler
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

SECONDS = 120.0  # far more than any test takes


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    Path(os.environ["MUTATE_CURRENT"]).write_text(item.nodeid, "utf-8")
    faulthandler.dump_traceback_later(SECONDS, exit=True)
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()
