"""CONTRIBUTING.md lists the tests that wait for --full, and the long ones that do not."""

import ast
import tomllib
from functools import cache
from types import SimpleNamespace

import pytest

from support import lanes, settings
from support.paths import ROOT, TESTS

SIGNS = ("pytest.mark.full", "rest_full(", "few_then_many(", "each_then_all(")


@cache
def decorated():
    """Every test by its name, with the text of its decorators."""
    return {
        f"{path.relative_to(ROOT).as_posix()}::{node.name}": " ".join(
            map(ast.unparse, node.decorator_list)
        )
        for path in sorted(TESTS.rglob("test_*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def test_the_table_lists_what_waits():
    marked = {name for name, text in decorated().items() if any(sign in text for sign in SIGNS)}
    assert set(lanes.tables()[0]) == marked


def test_a_long_test_that_stays_exists_and_does_not_wait_as_a_whole():
    tests = decorated()
    for name in lanes.tables()[1]:
        assert name in tests
        assert "pytest.mark.full" not in tests[name], name


def test_no_test_waits_unseen():
    """A marker on a whole file, or on one parameter, would stand in no table."""
    texts = {path: path.read_text("utf-8") for path in TESTS.rglob("test_*.py")}
    del texts[TESTS / "architecture" / "test_lanes.py"]
    marks = {path: text.count("mark.full") for path, text in texts.items()}
    plain = {path: text.count("\n@pytest.mark.full\n") for path, text in texts.items()}
    assert marks == plain


def item(*marks):
    return SimpleNamespace(get_closest_marker=lambda name: name in marks)


@pytest.mark.parametrize(
    ("words", "waits"),
    [
        ({}, True),
        ({"args": ["tests/games"]}, True),
        ({"markexpr": "kit"}, True),
        ({"full": True}, False),
        ({"args": ["tests/games/test_oracle.py"]}, False),
        ({"args": ["tests/games/test_oracle.py::test_every_rule"]}, False),
        ({"markexpr": "full and not browser"}, False),
    ],
)
def test_a_test_waits_unless_it_is_asked_for(words, waits):
    given = {"args": ["tests"], "markexpr": "not browser", "full": False} | words
    gone = []
    hook = SimpleNamespace(pytest_deselected=lambda items: gone.extend(items))
    config = SimpleNamespace(args=given["args"], option=SimpleNamespace(**given), hook=hook)
    short, long = item(), item("kit", "full")
    items = [short, long]
    lanes.pytest_collection_modifyitems(config, items)
    assert items == ([short] if waits else [short, long])
    assert gone == ([long] if waits else [])


def test_a_long_test_in_no_table_is_named():
    def report(name, seconds, **keywords):
        return SimpleNamespace(
            nodeid=name, user_properties=[(lanes.CPU, seconds)], keywords=keywords
        )

    listed = next(iter(lanes.tables()[1]))
    reports = [
        report("tests/a.py::test_new[1]", 1.5),
        report("tests/a.py::test_new[2]", 2.5),
        report("tests/a.py::test_short", 0.5),
        report("tests/a.py::test_waits", 9.0, full=True),
        report(f"{listed}[x]", 9.0),
    ]
    told = []
    lanes.pytest_terminal_summary(
        SimpleNamespace(getreports=lambda _: reports, section=told.append, line=told.append)
    )
    assert told[1:] == ["  2.5 s  tests/a.py::test_new"]


def test_no_option_takes_the_waiting_tests_away_from_full() -> None:
    """A marker expression would deselect them before the lanes are asked."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    words = settings["tool"]["pytest"]["ini_options"]["addopts"]
    assert not any("full" in word for word in words)


def test_a_third_of_the_examples_is_for_every_day(monkeypatch):
    monkeypatch.setattr(settings, "FLAVOUR", "release")
    monkeypatch.setattr(settings, "FUZZ", 1)
    monkeypatch.setattr(settings, "_share", lanes.EXAMPLES)
    assert [settings.examples(n).max_examples for n in (5, 12, 60)] == [5, 10, 20]
    monkeypatch.setattr(settings, "_share", 1)
    assert settings.examples(60).max_examples == 60
