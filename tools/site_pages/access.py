"""For people with a keyboard or a screen reader: mends the theme's pages; tries them with axe.

What scrolls must be reached by the keyboard, and a heading must have its level.
"""

import os
from collections.abc import Iterator
from pathlib import Path

MENDED = (
    ('<p class="caption" role="heading">', '<p class="caption" role="heading" aria-level="2">'),
    ("<pre>", '<pre tabindex="0">'),
    ('<div class="table-wrapper', '<div tabindex="0" class="table-wrapper'),
)


def mend(site: Path) -> None:
    """Every page that Sphinx has made."""
    for page in site.rglob("*.html"):
        text = page.read_text("utf-8")
        for old, new in MENDED:
            text = text.replace(old, new)
        page.write_text(text, "utf-8")


def faults(site: Path) -> Iterator[str]:
    """Serious faults of the pages in light and dark, and whatever they ask of others."""
    from axe_playwright_python.sync_playwright import Axe
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=os.environ["ANALYZER_BROWSER"], args=["--no-sandbox", "--disable-gpu"]
        )
        for scheme in ("light", "dark"):
            tab = browser.new_context(color_scheme=scheme).new_page()
            asked: list[str] = []
            tab.on("request", lambda request, asked=asked: asked.append(request.url))
            for page in sorted(site.rglob("*.html")):
                if "_static" in page.parts:
                    continue
                tab.goto(page.as_uri())
                for found in Axe().run(tab).response["violations"]:
                    if found["impact"] in ("serious", "critical"):
                        where = found["nodes"][0]["html"][:120]
                        yield f"{page.relative_to(site)}, {scheme}: {found['help']}: {where}"
            yield from (
                f"asks for {url}" for url in asked if not url.startswith(("file:", "data:"))
            )
        browser.close()
