"""A studio and a browser that looks at it."""

import os
import re

import pytest

from support.studio_pages import PIG, Server


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
    contexts, seen, complaints, own = [], [], [], {}

    def opened(
        told: str = "", width: int = 1280, height: int = 900, refusals: bool = False, **more
    ):
        here = server
        if (game := re.search(r"examples/\w+\.py", told)) and game[0] != PIG:
            here = own[game[0]] = own.get(game[0]) or Server(game[0])
        context = browser.new_context(viewport={"width": width, "height": height}, **more)
        contexts.append(context)
        tab = context.new_page()
        tab.on("request", lambda request: seen.append(request.url))
        usual = "the server responded with a status of 400"  # Chromium's own words
        tab.on(
            "console",
            lambda said: None if refusals and usual in said.text else complaints.append(said.text),
        )
        tab.on("pageerror", lambda error: complaints.append(str(error)))
        tab.goto(here.address.partition("#")[0] + told)
        tab.locator("#verdicts p, #sentences p").first.wait_for()
        return tab

    yield opened
    for context in contexts:
        context.close()
    assert [one.stop() for one in own.values()] == [0] * len(own)
    assert complaints == []
    ours = tuple(one.origin for one in (server, *own.values()))
    assert {url for url in seen if not url.startswith((*ours, "data:"))} == set()
