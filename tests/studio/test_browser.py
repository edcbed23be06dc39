"""The studio as a person meets it, in Chromium: `scripts/test --browser`."""

import os
import re
import signal
import subprocess
import sys

import pytest

from analyzer import games
from support.paths import ROOT

pytestmark = pytest.mark.browser

PIG = "examples/pig.py"


class Server:
    """A studio in a process of its own."""

    def __init__(self, *words: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "analyzer", "studio", *words, "--no-browser"],
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        self.address = re.search(r"http\S+", self.process.stdout.readline())[0]
        self.origin = self.address.partition("/enter")[0]

    def stop(self) -> int:
        self.process.send_signal(signal.SIGINT)
        self.process.stdout.close()
        return self.process.wait(10)


@pytest.fixture(scope="module")
def server():
    started = Server(PIG)
    yield started
    assert started.stop() == 0


@pytest.fixture(scope="module")
def browser():
    from playwright.sync_api import sync_playwright  # the extra `browser` brings it

    with sync_playwright() as driver:
        started = driver.chromium.launch(
            executable_path=os.environ["ANALYZER_BROWSER"],
            args=["--no-sandbox", "--disable-gpu"],
        )
        yield started
        started.close()


@pytest.fixture
def visit(browser, server):
    """Opens the studio; fails if the page asks anybody else, or complains."""
    contexts, seen, complaints = [], [], []

    def opened(told: str = "", width: int = 1280, height: int = 900, **more):
        context = browser.new_context(viewport={"width": width, "height": height}, **more)
        contexts.append(context)
        tab = context.new_page()
        tab.on("request", lambda request: seen.append(request.url))
        tab.on("console", lambda said: complaints.append(said.text))
        tab.on("pageerror", lambda error: complaints.append(str(error)))
        tab.goto(server.address.partition("#")[0] + told)
        tab.locator("#verdicts p, #sentences p").first.wait_for()
        return tab

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []
    assert {url for url in seen if not url.startswith((server.origin, "data:"))} == set()


HIKE = '#{"game":"hike","players":3,"rules":{"target":5}}'


def test_a_rule_is_turned_and_the_table_answers(visit) -> None:
    tab = visit('#{"game":"hike"}')
    tab.locator("#rule-target").focus()
    tab.keyboard.press("ArrowLeft")
    tab.locator("#title", has_text="target=34").wait_for()
    assert "With target=34" in tab.locator("#sentences").inner_text()
    assert tab.locator("#verdicts p").count() == 2
    tab.locator("#pause").click()
    tab.locator("#pause", has_text="go on").wait_for()
    tab.locator("#keep").click()
    tab.locator("#history td", has_text=re.compile("^A$")).wait_for()


def test_the_address_keeps_the_table(visit) -> None:
    tab = visit(HIKE)
    tab.locator("#title", has_text="target=5").wait_for()
    tab.reload()
    tab.locator("#title", has_text="target=5").wait_for()
    tab.locator("#reset").click()
    tab.locator("#title", has_text="as printed").wait_for()
    tab.go_back()
    tab.locator("#title", has_text="target=5").wait_for()
    tab.go_forward()
    tab.locator("#title", has_text="as printed").wait_for()


@pytest.mark.parametrize("game", [*games.built_in_names(), PIG])
def test_every_game_has_its_table_and_its_controls(visit, game: str) -> None:
    tab = visit()
    tab.locator("#game").select_option(game)
    tab.locator(f"#title:has-text('{games.load(game).title}')").wait_for()
    tab.locator("#seats text").first.wait_for()
    for control in tab.locator(".rule").all():
        field = control.locator("input[type=range], input[type=checkbox], select")
        assert field.count() == 1
    tab.locator("#find").fill("zzz")
    assert tab.locator(".rule:visible").count() == 0


def drawn(made: int) -> str:
    """The table after so many moves of the person, when no answer is on the way."""
    return f"#playing[data-made='{made}']:not([aria-busy=true])"


@pytest.mark.parametrize("told", [HIKE, f'#{{"game":"{PIG}"}}'])
def test_a_game_is_played_to_its_end_by_clicking(visit, told: str) -> None:
    tab = visit(told)
    tab.locator("#tab-sit").click()
    tab.locator("#begin").click()
    made = 0
    tab.locator(drawn(made)).wait_for()
    while tab.locator("#moves button").count():
        tab.locator("#moves button").last.click()
        made += 1
        tab.locator(drawn(made)).wait_for()
    assert made
    tab.locator("#review p", has_text="in your place").wait_for()
    tab.locator("#undo").click()
    tab.locator("#turn", has_text="It is your move").wait_for()


def test_a_game_is_watched(visit) -> None:
    tab = visit(HIKE)
    tab.locator("#tab-games").click()
    tab.locator("#notable button").first.click()
    tab.locator("#strip polyline").wait_for()
    tab.locator("#on").click()
    assert tab.locator("#step-title").inner_text().startswith("Move 1:")
    tab.locator("#weigh").click()
    tab.locator("#values-words:not(:empty)").wait_for()
    tab.locator("#play-on").click()
    tab.locator("#moves button").first.wait_for()


def test_a_question_is_asked(visit) -> None:
    tab = visit(HIKE)
    tab.locator("#tab-ask").click()
    tab.locator("#questions button", has_text="bonus").click()
    tab.locator("#answer h2").first.wait_for(timeout=60_000)


def test_narrow_dark_and_by_keyboard(visit) -> None:
    tab = visit(HIKE, width=375, height=700, color_scheme="dark")
    assert tab.evaluate("document.documentElement.scrollWidth") <= 375
    tab.locator("#tab-table").focus()
    tab.keyboard.press("ArrowRight")
    assert tab.locator("#tab-ask").get_attribute("aria-selected") == "true"
    assert tab.locator("#ask").is_visible()


def test_no_serious_fault_for_people_who_cannot_see_or_point(visit) -> None:
    from axe_playwright_python.sync_playwright import Axe

    tab = visit(HIKE)
    for name in ("table", "ask", "games", "sit"):
        tab.locator(f"#tab-{name}").click()
        found = Axe().run(tab).response["violations"]
        serious = [one["id"] for one in found if one["impact"] in ("serious", "critical")]
        assert serious == [], name


def test_two_pages_and_a_server_that_is_gone(browser) -> None:
    server = Server("hike")
    context = browser.new_context()
    tabs = [context.new_page() for _ in range(2)]
    for tab in tabs:
        tab.goto(server.address)
        tab.locator("#verdicts p").first.wait_for()
    assert server.stop() == 0
    for tab in tabs:
        tab.locator("#lost").wait_for()
    context.close()
