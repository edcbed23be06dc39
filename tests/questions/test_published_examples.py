"""The window: what README and the gallery show is there, and what was false is not shown."""

import json
import re

import pytest

from support.paths import ROOT

REPORTS = ROOT / "reports"
SHOWN = [ROOT / "README.md", *sorted(REPORTS.glob("*.md")), *sorted(REPORTS.glob("*.html"))]
LINK = re.compile(r"""(?:href|src|srcset)="([^"#:]+)"|\]\(([^)#:]+)\)""")
# Of docs/errata.md: what no page may say again, whatever it is about.
FALSE = (
    "None of 52 single changes",
    "None of 43 single changes",
    "nothing tried",
    "There is no kingmaking",
    "contradicts the verdict UNDECIDED",
    "0, 0 and 2 % of the outcome is settled",
)


@pytest.mark.parametrize("page", SHOWN, ids=lambda page: page.name)
def test_every_link_and_picture_is_there(page):
    for link in (one or two for one, two in LINK.findall(page.read_text("utf-8"))):
        assert (page.parent / link).exists(), link


def test_no_picture_is_left_without_a_page():
    named = " ".join(page.read_text("utf-8") for page in SHOWN)
    for picture in [*REPORTS.glob("*/*.svg"), *REPORTS.glob("*.png")]:
        assert picture.relative_to(REPORTS).as_posix() in named


@pytest.mark.parametrize("page", [*SHOWN, *sorted(REPORTS.glob("*.json"))], ids=lambda p: p.name)
def test_what_was_false_is_not_shown(page):
    text = page.read_text("utf-8")
    if page.suffix == ".json":
        text = json.dumps(json.loads(text), ensure_ascii=False)
    assert [words for words in FALSE if words in text] == []
