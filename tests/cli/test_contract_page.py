"""What docs/contract.md shows is what the commands print, but for the time it takes.

To print it anew: ANALYZER_GOLDEN=write pytest tests/cli/test_contract_page.py
"""

import os
import re
import shlex
from pathlib import Path

import pytest

from analyzer import cli
from support.paths import ROOT

PAGE = ROOT / "docs" / "contract.md"
SHOWN = re.compile(r"(<!-- contract of: analyze (.*?) -->\n```text\n)(.*?)(?=```)", re.DOTALL)
TIME = re.compile(r"\d+(\.\d+)? (min|s|h)\b( \d+ (s|min))?|\S+ [kM]? ?games/s|·")


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """A folder with the contract of the page."""
    (contract,) = re.findall(r"```toml\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr("sys.argv", ["analyze"])
    Path("balance.toml").write_text(contract, "utf-8")


def printed(words, capsys) -> str:
    assert cli.run(shlex.split(words)) in (0, 3, 4)
    return capsys.readouterr().out


def without_times(text: str) -> list[str]:
    """The words: a longer time moves columns and breaks lines elsewhere."""
    return TIME.sub("", text).split()


@pytest.mark.full
@pytest.mark.usefixtures("desk")
def test_a_contract_is_as_shown(capsys) -> None:
    if os.environ.get("ANALYZER_GOLDEN") == "write":
        text = PAGE.read_text("utf-8")
        new = SHOWN.sub(lambda found: found[1] + printed(f"{found[2]}", capsys), text)
        PAGE.write_text(new, "utf-8")
    found = SHOWN.findall(PAGE.read_text("utf-8"))
    assert len(found) >= 2
    for _, words, shown in found:
        fresh = " --fresh" if "toml" in words else ""
        assert without_times(printed(words + fresh, capsys)) == without_times(shown)
