"""The page for everybody, in Chromium: narrow, dark, by keyboard, with a reader, twice."""

import pytest

from support.studio_pages import HIKE, table_after

pytestmark = pytest.mark.browser


def test_narrow_dark_and_by_keyboard(visit) -> None:
    tab = visit(HIKE, width=375, height=700, color_scheme="dark")
    assert tab.evaluate("document.documentElement.scrollWidth") <= 375
    tab.locator("#tab-table").focus()
    tab.keyboard.press("ArrowRight")
    assert tab.locator("#tab-ask").get_attribute("aria-selected") == "true"
    assert tab.locator("#ask").is_visible()


@pytest.mark.parametrize(("told", "width"), [(HIKE, 1280), ('#{"game":"hide-n-seek"}', 375)])
def test_no_serious_fault_for_people_who_cannot_see_or_point(visit, told: str, width: int) -> None:
    """Every tab, with a game to look at and a person who has sat down."""
    from axe_playwright_python.sync_playwright import Axe

    tab = visit(told, width=width)
    for name in ("table", "ask", "games", "sit"):
        tab.locator(f"#tab-{name}").click()
        if name == "games":
            tab.locator("#watch").click()
            tab.locator("#strip polyline").wait_for()
        if name == "sit":
            tab.locator("#begin").click()
            tab.locator(table_after(0)).wait_for()
        found = Axe().run(tab).response["violations"]
        serious = [one["id"] for one in found if one["impact"] in ("serious", "critical")]
        assert serious == [], name
        assert tab.evaluate("document.documentElement.scrollWidth") <= width


def test_two_pages_do_not_speak_for_each_other(visit) -> None:
    first = visit(HIKE)
    second = visit('#{"game":"oh-hell"}')
    first.locator("#elsewhere").wait_for()
    assert "Hike" in first.locator("#title").inner_text()
    for tab in (first, second):
        tab.locator("#tab-sit").click()
        tab.locator("#begin").click()
        tab.locator("#moves button").first.wait_for()
    first.locator("#moves button").first.click()
    first.locator(table_after(1)).wait_for()
    assert second.locator(table_after(0)).count() == 1
    first.locator("#here").click()
    second.locator("#elsewhere").wait_for()
