"""The two lanes: a plug-in of pytest that keeps long tests for `--full`, and notices new ones.

`full` waits unless `--full` is given, or a file, a test or the marker itself is named: who names a
file wants all of it.
"""

import re
import resource
from collections.abc import Iterable, Iterator
from itertools import product

import pytest

from support.paths import ROOT
from support.settings import load_examples

EXAMPLES = 3  # of so many that hypothesis tries in --full, one is for every day
SECOND = 1.0  # of the processor, ours and that of processes we waited for: not of the clock
CPU = "cpu"
ROW = re.compile(r"^\| `(tests/[\w/]+\.py::\w+)` \| (.+) \|$", re.MULTILINE)


def tables() -> tuple[dict[str, str], dict[str, str]]:
    """From CONTRIBUTING.md, with their reasons: tests that wait, and long ones that do not."""
    _, waiting, staying = re.split(
        "^### .*\n", section("Two lanes"), maxsplit=2, flags=re.MULTILINE
    )
    return dict(ROW.findall(waiting)), dict(ROW.findall(staying))


def section(title: str) -> str:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    return text.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="also the tests marked `full`")


def pytest_configure(config: pytest.Config) -> None:
    load_examples(1 if wants_all(config) else EXAMPLES)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if wants_all(config):
        return
    waiting = [item for item in items if item.get_closest_marker("full")]
    config.hook.pytest_deselected(items=waiting)
    items[:] = [item for item in items if not item.get_closest_marker("full")]


def wants_all(config: pytest.Config) -> bool:
    named = any(".py" in word for word in config.args)
    return config.option.full or named or "full" in config.option.markexpr


def rest_full(values: Iterable[object], first: int = 1) -> list[object]:
    """Parameters of which the first are for every day, and the others wait."""
    given = list(values)
    rest = [pytest.param(*listed(value), marks=pytest.mark.full) for value in given[first:]]
    return [*given[:first], *rest]


def each_then_all(*values: Iterable[object]) -> list[object]:
    """All combinations: as many as hold each value once are for every day, and the others wait."""
    given = [list(some) for some in values]
    most = max(map(len, given))
    first = [tuple(some[place % len(some)] for some in given) for place in range(most)]
    return rest_full([*first, *(every for every in product(*given) if every not in first)], most)


def listed(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else (value,)


def few_then_many(share: int) -> list[object]:
    """By what to divide the number of tries: the few are the first of the many, which wait."""
    return [pytest.param(share, id="few"), pytest.param(1, id="many", marks=pytest.mark.full)]


def spent() -> float:
    """Seconds of the processor so far."""
    who = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    used = [resource.getrusage(one) for one in who]
    return sum(one.ru_utime + one.ru_stime for one in used)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """What fixtures do is not counted: others read it, too."""
    before = spent()
    try:
        yield
    finally:
        item.user_properties.append((CPU, spent() - before))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Names what is long and stands in no table. No failure: a slow machine is none."""
    known = tables()[1]
    found: dict[str, float] = {}
    for report in terminalreporter.getreports("passed"):
        name = report.nodeid.partition("[")[0]
        seconds = dict(report.user_properties).get(CPU, 0.0)
        if seconds > SECOND and "full" not in report.keywords and name not in known:
            found[name] = max(seconds, found.get(name, 0.0))
    if found:
        terminalreporter.section("longer than a second, see CONTRIBUTING.md, Two lanes")
    for name, seconds in sorted(found.items(), key=lambda pair: -pair[1]):
        terminalreporter.line(f"{seconds:5.1f} s  {name}")
