"""The examples of docs/hidden-information.md: they print what they show, and redeals are uniform.

The page enumerates, for a small position of every game, the deals that fit what a seat knows. Here
the redeal is compared with that enumeration, on other chance than the page's.
"""

import doctest
from collections import Counter
from typing import Any

import pytest
from scipy.stats import chisquare

from analyzer import games
from support.paths import ROOT

PAGE = ROOT / "docs" / "hidden-information.md"
REDEALS = 2000
FIRST = 10_000  # the page uses the occasions below
ALPHA = 1e-7  # for each game: a right program fails this file less than once in a million runs


@pytest.fixture(scope="module")
def page() -> tuple[doctest.TestResults, dict[str, Any]]:
    """What became of the examples, and the names that they define."""
    text = PAGE.read_text(encoding="utf-8")
    examples = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    found = doctest.DocTestRunner().run(examples, clear_globs=False)
    return found, examples.globs


def test_the_examples_print_what_they_show(page: tuple[doctest.TestResults, Any]) -> None:
    found, _ = page
    assert found.attempted > 50
    assert found.failed == 0


@pytest.mark.parametrize("game", games.names())
def test_every_deal_that_fits_is_as_likely_as_the_others(
    game: str, page: tuple[Any, dict[str, Any]]
) -> None:
    """A chi-square test of many redeals against the enumeration."""
    name = game.replace("-", "_")
    state, view, world, fit = (page[1][name + part] for part in ("", "_view", "_world", "_fit"))
    seen: Counter[object] = Counter()
    for occasion in range(FIRST, FIRST + REDEALS):
        other = state.copy()
        assert other.redeal_hidden(view.seat, occasion)
        seen[world(other.position())] += 1
    assert other.view(view.seat) == view
    assert set(seen) == set(fit)
    expected = [REDEALS * ways / fit.total() for ways in fit.values()]
    assert chisquare([seen[deal] for deal in fit], expected).pvalue > ALPHA
