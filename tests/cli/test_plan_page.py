"""What docs/plan.md shows is what the command prints, but for the time it takes.

To print it anew: ANALYZER_GOLDEN=write pytest tests/cli/test_plan_page.py
"""

import os
import re
import shlex

from analyzer import cli
from support.paths import ROOT

PAGE = ROOT / "docs" / "plan.md"
SHOWN = re.compile(r"(<!-- pilot of: analyze (.*?) -->\n```text\n)(.*?)(?=```)", re.DOTALL)
TIME = re.compile(r"\d+(\.\d+)? (min|s|h)\b( \d+ (s|min))?|\S+ [kM]? ?games/s|·")


def printed(words, capsys, monkeypatch) -> str:
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr("sys.argv", ["analyze"])
    assert cli.run(shlex.split(words)) == 0
    return capsys.readouterr().out


def test_a_plan_is_as_shown(capsys, monkeypatch) -> None:
    if os.environ.get("ANALYZER_GOLDEN") == "write":
        text = PAGE.read_text("utf-8")
        new = SHOWN.sub(lambda found: found[1] + printed(found[2], capsys, monkeypatch), text)
        PAGE.write_text(new, "utf-8")
    found = SHOWN.findall(PAGE.read_text("utf-8"))
    assert found
    for _, words, shown in found:
        told = printed(words, capsys, monkeypatch)
        assert without_times(told) == without_times(shown)


def without_times(text: str) -> list[str]:
    """The words of each line: a longer time moves columns and breaks lines elsewhere."""
    return TIME.sub("", text).split()
