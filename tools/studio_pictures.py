"""The pictures of the studio in the documents: python tools/studio_pictures.py

It needs Chromium and the extras `studio` and `browser`; `scripts/test --browser` installs them.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs" / "pictures"
SIZE = {"width": 1240, "height": 800}
TABLE = '#{"game":"hike","players":5,"rules":{"target":25}}'


def main() -> None:
    browser_path = os.environ.get("ANALYZER_BROWSER") or shutil.which("chromium")
    command = [sys.executable, "-P", "-c", "from analyzer.__main__ import main; main()"]
    server = subprocess.Popen(
        [*command, "studio", "hike", "--no-browser"], stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    found = re.search(r"http\S+", server.stdout.readline())
    try:
        with sync_playwright() as driver:
            browser = driver.chromium.launch(
                executable_path=browser_path, args=["--no-sandbox", "--disable-gpu"]
            )
            page = browser.new_page(viewport=SIZE)
            page.goto(found[0].partition("#")[0] + TABLE)
            draw_table(page)
            draw_sitting(page)
            browser.close()
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(10)


def draw_table(page: Page) -> None:
    """Printed rules and a changed one, when both are decided."""
    page.locator("#pause", has_text="go on").wait_for(timeout=120_000)
    keep(page, "studio-table")


def draw_sitting(page: Page) -> None:
    """Some moves into a game, with the chances shown."""
    page.locator("#tab-sit").click()
    page.locator("#others").select_option("club")
    page.locator("#begin").click()
    page.locator("#playing[data-made='0']:not([aria-busy=true])").wait_for()
    for made in range(1, 3):
        page.locator("#moves button").first.click()
        page.locator(f"#playing[data-made='{made}']:not([aria-busy=true])").wait_for()
    page.locator("#show-chances").check()
    page.locator("#moves .worth").first.wait_for()
    keep(page, "studio-sit")


def keep(page: Page, name: str) -> None:
    page.evaluate("scrollTo(0, 0)")
    page.mouse.move(0, 0)
    page.screenshot(path=FOLDER / f"{name}.png")


if __name__ == "__main__":
    main()
