"""A plug-in of pytest for mutants: says which test is under way, and ends what does not end.

The clock runs in a thread of C, so that a loop without the GIL is ended, too.
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
