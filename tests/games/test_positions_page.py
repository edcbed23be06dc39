"""docs/positions.md lists the fields of every game as they are declared."""

import os

from analyzer import games
from support.paths import ROOT

PAGE = ROOT / "docs" / "positions.md"
MARK = "<!-- made from the declared fields: tests/games/test_positions_page.py writes it -->"


def made():
    lines = [MARK]
    for name in games.built_in_names():
        declared = games.load(name).declared
        if declared is not None:
            lines += ["", f"## {name}", "", *declared.page()]
    return "\n".join(lines) + "\n"


def test_the_page_shows_what_is_declared():
    written = PAGE.read_text("utf-8")
    head, mark, rest = written.partition(MARK)
    if os.environ.get("ANALYZER_GOLDEN") == "write":
        PAGE.write_text(head + made(), "utf-8")
        return
    assert mark + rest == made(), "run this test with ANALYZER_GOLDEN=write"
