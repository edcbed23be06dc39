"""Games to look at, and questions, in Chromium."""

import pytest

from analyzer import games
from support.studio_pages import HIKE, PIG

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("game", [*games.built_in_names(), PIG])
def test_a_game_is_watched(visit, game: str) -> None:
    tab = visit(f'#{{"game":"{game}"}}')
    tab.locator("#tab-games").click()
    tab.locator("#notable button").first.click()
    tab.locator("#strip polyline").wait_for()
    tab.locator("#on").click()
    assert tab.locator("#step-title").inner_text().startswith("Move 1:")
    tab.locator("#weigh").click()
    tab.locator("#values-words:not(:empty)").wait_for()
    tab.locator("#eyes").select_option("1")
    tab.locator("#step-hands .holder:only-child, #step-hands:empty").first.wait_for(
        state="attached"
    )
    tab.keyboard.press("End")
    tab.locator("#step-list li:last-child[aria-current]").wait_for()
    tab.locator("#strip").click(position={"x": 60, "y": 20})
    tab.locator("#step-list li:last-child:not([aria-current])").wait_for()
    tab.keyboard.press("Home")
    tab.keyboard.press("ArrowRight")
    tab.locator("#play-on").click()
    tab.locator("#moves button").first.wait_for()


def test_what_is_drawn_with_letters_keeps_its_places(visit) -> None:
    """The track of the dog sleds and the pawns below it; a sled and what was put on it."""
    tab = visit('#{"game":"hike-sled"}', width=375)
    tab.locator("#tab-games").click()
    tab.locator("#watch").click()
    tab.locator("#step-list li").last.locator("button").click()
    tab.locator("#step-table li", has_text="|").wait_for()
    assert tab.locator("#step-table li:not(.drawn)").count() == 0
    tab.keyboard.press("Home")
    while not (sled := tab.locator("#step-events li:has-text('A H')")).count():
        tab.keyboard.press("ArrowRight")
    assert "drawn" in sled.get_attribute("class")
    assert tab.evaluate("document.documentElement.scrollWidth") <= 375


@pytest.mark.parametrize("game", ["hike", PIG])
def test_a_question_is_asked_and_the_table_goes_on(visit, game: str) -> None:
    tab = visit(HIKE if game == "hike" else f'#{{"game":"{PIG}"}}')
    tab.locator("#tab-ask").click()
    name = "bonus" if game == "hike" else "length"
    tab.locator("#questions button", has_text=name).first.click()
    tab.locator("#answer h2").first.wait_for(timeout=120_000)
    tab.locator("#tab-table").click()
    tab.locator("#pause", has_text="go on").click()
    tab.locator("#pause", has_text="pause").wait_for()


def test_a_question_is_stopped(visit) -> None:
    tab = visit(HIKE)
    tab.locator("#tab-ask").click()
    tab.locator("#questions button", has_text="mend").click()
    tab.locator("#asked", has_text="mend").wait_for()
    tab.locator("#stop").click()
    tab.locator("#asking").wait_for(state="hidden")
    assert not tab.locator("#asked").is_visible()
