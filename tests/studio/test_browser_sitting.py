"""A person sits down, in Chromium."""

import pytest

from support.lanes import rest_full
from support.studio_pages import ALL_GAMES, HIKE, PIG, table_after

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("told", rest_full([HIKE, f'#{{"game":"{PIG}"}}', *ALL_GAMES], first=2))
def test_a_game_is_played_to_its_end_by_clicking(visit, told: str) -> None:
    tab = visit(told)
    tab.locator("#tab-sit").click()
    tab.locator("#begin").click()
    made = 0
    tab.locator(table_after(made)).wait_for()
    while tab.locator("#moves button").count():
        tab.locator("#moves button").last.click()
        made += 1
        tab.locator(table_after(made)).wait_for()
    assert made
    tab.locator("#review p", has_text="with the same deals").wait_for(timeout=120_000)
    tab.locator("#undo").click()
    tab.locator("#turn", has_text="It is your move").wait_for()


def test_a_game_is_saved_loaded_and_exported(visit) -> None:
    tab = visit(HIKE)
    tab.locator("#tab-sit").click()
    tab.locator("#begin").click()
    tab.locator("#moves button").first.click()
    tab.locator(table_after(1)).wait_for()
    tab.locator("#save").click()
    tab.locator("#hinted", has_text="Saved").wait_for()
    hand = tab.locator("#hand").inner_text()
    tab.locator("#undo").click()
    tab.locator(table_after(0)).wait_for()
    tab.locator("#load").click()
    tab.locator(table_after(1)).wait_for()
    assert tab.locator("#hand").inner_text() == hand
    tab.locator("#export").click()
    tab.locator("#position", has_text="hands = ").wait_for()
    tab.locator("#hint").click()
    tab.locator("#hinted:not(:empty)").wait_for()
    assert tab.locator("#moves .worth").count() == tab.locator("#moves button").count()


def test_what_is_no_saved_game_is_a_sentence(visit) -> None:
    tab = visit(HIKE)
    tab.locator("#tab-sit").click()
    for kept in ("", "{nonsense"):
        tab.evaluate("kept => localStorage.setItem('sitting', kept)", kept)
        tab.locator("#load").click()
        tab.locator("#error", has_text="No game is saved in this browser.").wait_for()


def test_a_game_that_is_loaded_brings_its_table_along(visit) -> None:
    """Saved at one table, loaded at another: game, players, seat, deal and others are its own."""
    tab = visit(HIKE)
    tab.locator("#tab-sit").click()
    tab.locator("#seat").select_option("2")
    tab.locator("#others").select_option("family")
    tab.locator("#deal").fill("3")
    tab.locator("#begin").click()
    tab.locator(table_after(0)).wait_for()
    tab.locator("#save").click()
    tab.locator("#hinted", has_text="Saved").wait_for()
    tab.locator("#game").select_option("oh-hell")
    tab.locator("#players:not(:has(option[value='8']))").wait_for()
    tab.locator("#players").select_option("5")
    tab.locator("#begin").click()
    tab.locator("#turn", has_text="seat 1 of 5").wait_for()
    tab.locator("#load").click()
    tab.locator("#turn", has_text="seat 2 of 3").wait_for()
    shown = {name: tab.locator(f"#{name}").input_value() for name in ("game", "players", "seat")}
    assert shown == {"game": "hike", "players": "3", "seat": "2"}
    assert tab.locator("#deal").input_value() == "3"
    assert tab.locator("#others").input_value() == "family"
    tab.locator("#tab-table").click()
    tab.locator("#title", has_text="Hike with three players: the game ends at 5 points").wait_for()


def test_the_keyboard_is_enough(visit) -> None:
    tab = visit(HIKE)
    tab.locator("#tab-table").focus()
    for _ in range(3):
        tab.keyboard.press("ArrowRight")
    for _ in range(60):
        tab.keyboard.press("Tab")
        if tab.evaluate("document.activeElement.id") == "begin":
            break
    tab.keyboard.press("Enter")
    tab.locator(table_after(0)).wait_for()
    for made in range(1, 4):
        tab.locator("#moves button:focus").wait_for()
        tab.keyboard.press("Enter")
        tab.locator(table_after(made)).wait_for()
