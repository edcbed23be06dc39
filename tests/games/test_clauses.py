"""Every clause and every open reading of every game is named by the docstring of some test.

That a reading names rules that exist, with their defaults, is in test_rulebook.py.
"""

import ast
import re
from functools import cache

import pytest

from analyzer import games
from analyzer.games import rulebook
from support.paths import TESTS

ID = re.compile(r"\b[A-Z]+-A?\d+\b")


@cache
def docstrings() -> list[str]:
    """Of all test functions."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in TESTS.rglob("test_*.py")]
    return [
        ast.get_docstring(node) or ""
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]


@cache
def named_ids() -> set[str]:
    return {name for text in docstrings() for name in ID.findall(text)}


@pytest.mark.parametrize("game", games.names())
def test_every_clause_is_tested(game: str) -> None:
    missing = [clause.id for clause in rulebook.clauses(game) if clause.id not in named_ids()]
    assert missing == []


@pytest.mark.parametrize("game", games.names())
def test_every_reading_is_tested(game: str) -> None:
    """By the name of its parameter, too."""
    for reading in rulebook.readings(game):
        texts = [text for text in docstrings() if reading.id in ID.findall(text)]
        assert texts, reading.id
        for name in rulebook.parameter_names(reading.parameter):
            assert any(name in text for text in texts), f"{reading.id}: {name}"
