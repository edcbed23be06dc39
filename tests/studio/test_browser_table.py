"""The table of the studio, in Chromium: rules are turned, variants kept, words copied."""

import pytest

from analyzer import games
from analyzer.games.parameters import parameters
from support.studio_pages import HIKE, PIG

pytestmark = pytest.mark.browser


def test_a_rule_is_turned_and_the_table_answers(visit) -> None:
    tab = visit('#{"game":"hike"}')
    tab.locator("#rule-target").focus()
    tab.keyboard.press("ArrowLeft")
    tab.locator("#title", has_text="34 points").wait_for()
    assert "With your rules" in tab.locator("#sentences").inner_text()
    assert tab.locator("#verdicts p").count() == 2
    tab.locator("#pause").click()
    tab.locator("#pause", has_text="go on").wait_for()
    tab.locator("#keep").click()
    tab.locator("#variants button", has_text="A: the game ends at 34 points").wait_for()


WATCH = """() => {
  window.shown = 0;
  const one = document.getElementById("elsewhere");
  const watch = new MutationObserver(() => { if (!one.hidden) window.shown += 1; });
  watch.observe(one, { attributes: true });
}"""


def test_numbers_of_before_are_not_those_of_another_page(visit) -> None:
    """What was on its way when a rule was turned or a question asked is nobody else's."""
    tab = visit('#{"game":"hike"}')
    tab.evaluate(WATCH)
    tab.locator("#rule-target").focus()
    for points in (34, 33, 32):
        tab.keyboard.press("ArrowLeft")
        tab.locator("#title", has_text=f"{points} points").wait_for()
        tab.locator("#pause", has_text="pause").wait_for()
    tab.locator("#tab-ask").click()
    tab.locator("#questions button", has_text="mend").click()
    tab.locator("#stop").click()
    tab.locator("#asking").wait_for(state="hidden")
    assert tab.evaluate("window.shown") == 0


def test_the_address_keeps_the_table(visit) -> None:
    tab = visit(HIKE)
    tab.locator("#title", has_text="5 points").wait_for()
    tab.reload()
    tab.locator("#title", has_text="5 points").wait_for()
    tab.locator("#reset").click()
    tab.locator("#title", has_text="as printed").wait_for()
    tab.go_back()
    tab.locator("#title", has_text="5 points").wait_for()
    tab.go_forward()
    tab.locator("#title", has_text="as printed").wait_for()


def test_what_is_printed_hangs_on_the_number_of_players(visit) -> None:
    """Hike with four ends at 25 points, with five at 35: the same number is a change or none."""
    tab = visit('#{"game":"hike","players":4,"rules":{"target":35}}')
    tab.locator("#title", has_text="four players: the game ends at 35 points").wait_for()
    tab.locator("[data-rule=target].changed output", has_text="printed: 25").wait_for()
    tab.locator("#players").select_option("5")
    tab.locator("#title", has_text="five players, as printed").wait_for()
    assert tab.locator("[data-rule=target] input[type=number]").input_value() == "35"
    tab.locator("#players").select_option("4")
    tab.locator("#title", has_text="four players, as printed").wait_for()
    assert tab.locator("[data-rule=target] input[type=number]").input_value() == "25"


def test_a_search_opens_all_groups_and_closes_them_again(visit) -> None:
    tab = visit(HIKE)
    tab.locator("#find").fill("worm")
    assert tab.locator("#rule-worm_bird").is_visible()
    assert not tab.locator("#rule-target").is_visible()
    tab.locator("#find").fill("")
    assert tab.locator("#rule-target").is_visible()
    assert not tab.locator("#rule-worm_bird").is_visible()


@pytest.mark.parametrize("game", [*games.built_in_names(), PIG])
def test_every_game_has_its_table_and_its_controls(visit, game: str) -> None:
    """Rules that do not go together are refused with a sentence, which the page shows."""
    tab = visit(refusals=True)
    tab.locator("#game").select_option(game)
    tab.locator(f"#title:has-text('{games.load(game).title}')").wait_for()
    tab.locator("#seats text").first.wait_for()
    while (closed := tab.locator("#controls details:not([open]) summary")).count():
        closed.first.click()
    names = [one.get_attribute("data-rule") for one in tab.locator("[data-rule]").all()]
    assert len(names) == len(games.load(game).rules_type.__dataclass_fields__) - unset(game)
    for name in names:
        turn(tab, name)
    told = f"#count:has-text('{len(names)} changed')"
    tab.locator(told).wait_for()
    tab.locator("#reset").click()
    tab.locator("#title:has-text('as printed')").wait_for()
    tab.locator("#find").fill("zzz")
    assert tab.locator("[data-rule]:visible").count() == 0


def unset(game: str) -> int:
    """Rules that no page may set: names of tables, which could be names of files."""
    return sum(not (one.limits or one.values) for one in parameters(games.load(game).rules_type))


def turn(tab, name: str) -> None:
    """Use one control: the page must say that it is changed."""
    field = tab.locator(f"#rule-{name}")
    field.focus()
    if field.get_attribute("type") == "checkbox":
        field.press("Space")
    elif field.get_attribute("type") == "range":
        low = field.evaluate("one => one.value === one.max")
        field.press("ArrowLeft" if low else "ArrowRight")
    else:
        field.select_option(index=field.evaluate("one => (one.selectedIndex + 1) % one.length"))
    tab.locator(f"[data-rule={name}].changed").wait_for()


def test_variants_are_played_beside_each_other_and_a_choice_is_confirmed(visit) -> None:
    tab = visit(HIKE)
    tab.locator("#title", has_text="5 points").wait_for()
    tab.locator("#keep").click()
    tab.locator("#rule-target").focus()
    tab.keyboard.press("ArrowRight")
    tab.locator("#title", has_text="6 points").wait_for()
    tab.locator("#keep").click()
    tab.locator("#beside").click()
    tab.locator("#title", has_text="beside A").wait_for()
    tab.locator("#arms span", has_text="printed").wait_for()
    assert tab.locator("#arms span").all_inner_texts() == ["printed", "A", "B"]
    tab.locator("#tried", has_text="settings were tried").wait_for()
    tab.locator("#confirm").click()
    tab.locator("#history .current", has_text="confirms").wait_for()
    tab.reload()
    tab.locator("#arms span", has_text="B").wait_for()
    tab.locator("#variants li", has_text="A:").get_by_role("button", name="forget").click()
    tab.locator("#history button", has_text="5 points").first.click()
    tab.locator("#title:has-text('5 points'):not(:has-text('beside'))").wait_for()


def test_a_player_is_seated_by_its_level(visit) -> None:
    tab = visit(HIKE)
    tab.locator("#seating summary").click()
    tab.locator("#seated select").nth(1).select_option("beginner")
    tab.locator("#command", has_text="2=beginner").wait_for()
    tab.reload()
    tab.locator("#command", has_text="2=beginner").wait_for()
    tab.locator("#tab-sit").click()
    tab.locator("#others").select_option("family")
    tab.locator("#others-words:not(:empty)").wait_for()
    tab.locator("#begin").click()
    tab.locator("#moves button").first.wait_for()


def test_words_are_copied(visit) -> None:
    tab = visit(HIKE, permissions=["clipboard-read", "clipboard-write"])
    tab.locator("#command:not(:empty)").wait_for()
    for name, said in (("command", "compare hike"), ("python", "analyzer.compare("), ("link", "#")):
        tab.locator(f"#copy-{name}").click()
        tab.locator(f"#copy-{name}", has_text="copied").wait_for()
        assert said in tab.evaluate("navigator.clipboard.readText()")
