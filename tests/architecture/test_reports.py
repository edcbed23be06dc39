"""What is kept in reports/: few bytes, nothing that no page leads to, nothing that is undecided."""

import json
import re

import pytest

from support.paths import ROOT

HOME = ROOT / "reports"
MOST = 3_000_000  # bytes; tools/gallery.py keeps to it, too
FILES = sorted(path for path in HOME.rglob("*") if path.is_file())
PAGES = [path for path in FILES if path.suffix == ".html"]
MADE = HOME / "gallery.json"


def test_all_that_is_kept_is_small():
    assert sum(path.stat().st_size for path in FILES) <= MOST


def test_everything_that_is_kept_is_led_to():
    """From the gallery, or from a document; the cards are what the gallery is made from."""
    index = (HOME / "index.html").read_text("utf-8")
    documents = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
    told = "\n".join(path.read_text("utf-8") for path in documents)
    for path in FILES:
        name = path.relative_to(HOME).as_posix()
        assert f'href="{name}' in index or f"reports/{name}" in told or path == MADE, name


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_no_page_says_that_something_is_undecided(path):
    text = re.sub(r"<script.*?</script>|<style.*?</style>", "", path.read_text("utf-8"), flags=re.S)
    for word in ("UNDECIDED", "undecided", "It is not known whether"):
        assert word not in text, text[max(0, text.index(word) - 200) : text.index(word) + 200]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_every_page_leads_back_and_says_words_for_codes(path):
    body = path.read_text("utf-8").partition("<main>")[2].partition("<script>")[0]
    if path.name != "index.html":
        assert 'href="index.html"' in body
    body = re.sub(r"<dd>.*?</dd>|<code[^>]*>.*?</code>|<title>.*?</title>", "", body, flags=re.S)
    words = re.sub(r"<[^>]*>", "\n", body)
    codes = re.findall(r"\b[a-z]+(?:_[a-z]+)+=\w+", words)
    assert codes == []


def test_every_card_names_its_game_and_leads_with_a_sentence():
    for cards in json.loads(MADE.read_text("utf-8")).values():
        for card in cards:
            assert card["about"]
            assert card["asked"]
            assert card["title"]
            assert card["link"].partition("#")[0] in {path.name for path in PAGES}
