"""The studio as a server, in Chromium: it reads files again, goes, comes back, lasts."""

import os
import random
import re
from pathlib import Path

import pytest

from support.paths import ROOT
from support.studio_pages import PIG, Server

pytestmark = pytest.mark.browser


CLICKS = 1200
PRESS = """share => {
  const kinds = "button, select, input[type=checkbox], input[type=range]";
  const found = [...document.querySelectorAll(kinds)].filter((one) => one.offsetParent
    && !one.disabled && !/^(copy|open)-/.test(one.id) && !one.closest("#questions"));
  const one = found[Math.floor(share * found.length)];
  if (one.tagName === "SELECT") {
    one.selectedIndex = Math.floor(share * 1e6) % one.length;
    one.dispatchEvent(new Event("change"));
  } else if (one.type === "range") {
    one.value = Number(one.min) + (Math.floor(share * 1e6) % 20);
    one.dispatchEvent(new Event("input"));
  } else one.click();
}"""


def test_a_game_file_is_read_again_and_its_mistakes_are_told(browser, tmp_path) -> None:
    path = tmp_path / "mine.py"
    text = (ROOT / PIG).read_text("utf-8")
    path.write_text(text, "utf-8")
    server, context = Server(str(path)), browser.new_context()
    tab, complaints = context.new_page(), []
    tab.on("pageerror", lambda error: complaints.append(str(error)))
    tab.goto(server.address)
    tab.locator("#verdicts p").first.wait_for()
    path.write_text(text.replace("self.", "selves.", 1), "utf-8")
    tab.locator("#reload").click()
    tab.locator("#error", has_text=re.compile(r"mine.py.*\d")).wait_for()
    path.write_text(text, "utf-8")
    tab.locator("#reload").click()
    tab.locator("#error").wait_for(state="hidden")
    tab.locator("#verdicts p").first.wait_for()
    context.close()
    assert server.stop() == 0
    assert complaints == []


def test_a_server_that_is_gone_and_comes_back(browser) -> None:
    server = Server("hike")
    port = re.search(r":(\d+)", server.origin)[1]
    context = browser.new_context()
    tabs = [context.new_page() for _ in range(2)]
    for tab in tabs:
        tab.goto(server.address)
        tab.locator("#verdicts p").first.wait_for()
    server.process.kill()
    server.process.stdout.close()
    server.process.wait(10)
    for tab in tabs:
        tab.locator("#lost").wait_for()
    again = Server("hike", "--port", port)
    tabs[0].goto(again.address)
    tabs[1].locator("#lost").wait_for(state="hidden")
    for tab in tabs:
        if tab.locator("#here").is_visible():
            tab.locator("#here").click()
        tab.locator("#elsewhere").wait_for(state="hidden")
        tab.locator("#pause", has_text="pause").wait_for()
    context.close()
    assert again.stop() == 0


def test_it_ends_while_a_page_looks(browser) -> None:
    server, context = Server("hike"), browser.new_context()
    tab = context.new_page()
    tab.goto(server.address)
    tab.locator("#verdicts p").first.wait_for()
    assert server.stop() == 0
    tab.locator("#lost").wait_for()
    context.close()


@pytest.mark.full
def test_many_clicks_leave_memory_flat(browser) -> None:
    """Random presses, as many as a person makes in ten minutes; then the second half may not have
    grown what the first one had not."""
    server, context = Server(PIG), browser.new_context()
    tab, luck, complaints = context.new_page(), random.Random(1), []
    tab.on("pageerror", lambda error: complaints.append(str(error)))
    tab.goto(server.address)
    tab.locator("#verdicts p").first.wait_for()
    teller = context.new_cdp_session(tab)

    def sizes() -> tuple[float, float]:
        teller.send("HeapProfiler.collectGarbage")
        found = {
            one["name"]: one["value"] for one in teller.send("Performance.getMetrics")["metrics"]
        }
        pages = Path(f"/proc/{server.process.pid}/statm").read_text("ascii").split()[1]
        return found["JSHeapUsedSize"] / 1e6, int(pages) * os.sysconf("SC_PAGE_SIZE") / 1e6

    teller.send("Performance.enable")
    measured = []
    for press in range(CLICKS):
        tab.evaluate(PRESS, luck.random())
        tab.wait_for_timeout(30)
        if press in (CLICKS // 4, CLICKS - 1):
            measured.append(sizes())
    assert complaints == []
    (page, process), (page_after, process_after) = measured
    assert page_after < page + 15
    assert process_after < process + 150
    context.close()
    assert server.stop() == 0
