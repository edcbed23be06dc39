"""docs/your-game.md: every output is the real one, and every refusal is refused so."""

import re
import shlex
import sys
from pathlib import Path

import pytest

import analyzer
from analyzer import cli
from analyzer.design import build, files
from analyzer.errors import RunError
from support.own_games import nim, written
from support.paths import ROOT

PAGE = ROOT / "docs" / "your-game.md"
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ROW = re.compile(r"^\| `(.+?)` \| (.+?) \| .*\|$", re.MULTILINE)
MISTAKES = ("self.left = n / 2", "raise", "for i in self.players")
CHANGED = {  # files that the page shows errors of: what is another in lagoon.py
    "late.py": ("self.hand[me].move(card", "self.hand[me + 1].move(card"),
    "typo.py": ("self.thrown)", "self.throwm)"),
}


def _steps(text: str) -> list[tuple[str, str]]:
    """The commands of the page, and what it says that each says."""
    found = []
    for block in BLOCK.findall(text):
        for part in block.split("$ ")[1:]:
            command, _, shown = part.partition("\n")
            found.append((command, shown.strip()))
    return found


@pytest.mark.full
def test_every_output_is_the_real_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["analyze"])
    for command, shown in _steps(PAGE.read_text("utf-8")):
        cli.run(shlex.split(command)[1:])
        told = capsys.readouterr()
        assert (told.out + told.err).strip() == shown, command
        if "new" in command:
            for name, (old, new) in CHANGED.items():
                Path(name).write_text(Path("lagoon.py").read_text().replace(old, new, 1))


@pytest.mark.parametrize(("line", "sentence"), ROW.findall(PAGE.read_text("utf-8")))
@pytest.mark.filterwarnings("ignore::SyntaxWarning")
def test_every_refusal_is_refused_so(tmp_path: Path, line: str, sentence: str) -> None:
    file = files.read(written(tmp_path, nim(line)))
    with pytest.raises(build.NotCompiledError) as refused:
        build.compile_game(file.core, file.text)
    assert sentence in str(refused.value)
    assert "line 17" in str(refused.value)


@pytest.mark.parametrize("line", [line for line, _ in ROW.findall(PAGE.read_text("utf-8"))])
@pytest.mark.filterwarnings("ignore::SyntaxWarning")
def test_what_is_refused_plays_interpreted(
    tmp_path: Path, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(files.MODE, "interpreted")
    game = written(tmp_path, nim(line))
    if line.startswith(MISTAKES):
        with pytest.raises(RunError, match=r"mine\.py, line 17, in take"):
            analyzer.simulate(game, players=2, n=1, threads=1)
    else:
        assert analyzer.simulate(game, players=2, n=1, threads=1).data["games"] == 1


def test_the_page_shows_much() -> None:
    text = PAGE.read_text("utf-8")
    assert len(_steps(text)) >= 10
    assert len(ROW.findall(text)) >= 22
