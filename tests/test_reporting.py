"""A small report of a game: three files that say the same, the same whenever they are made."""

import json

import pytest

from analyzer import asks, setting
from analyzer.asks import Asked
from analyzer.report import page as pages
from analyzer.report.page_files import ReportPlace
from analyzer.reporting import Report, page, played, sections
from rests import says

HOUR = 3600
GAMES = [("hike", 3), ("horrible-mountain", 2)]


class Small(Report):
    """The same page from a hundred games per cell."""

    def asked(self, seconds, n=None):
        return Asked(n=n or 100, players_given=True, tolerance=self.tolerance, seconds=seconds)

    def headline_games(self):
        return 500


def write(folder, game, players):
    report = Small(setting.make(game, players), seconds=0.2)

    def run(_title, question):
        return played(question, threads=1)

    place = ReportPlace(str(folder), report.name)
    place.write(page(report, list(sections(report, run))))
    return place


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_report_is_whole_small_and_the_same_again(game, players, tmp_path):
    one, two = (write(tmp_path / name, game, players) for name in ("one", "two"))
    assert contents(one.folder) == contents(two.folder)
    html, twin, told = (path.read_text("utf-8") for path in one.files)
    assert len(html.encode()) < 400_000
    made = pages.read(told)
    assert made.title in html
    assert made.title in twin
    for section in made.sections:
        assert section.answer.title in twin, section.name
    for text in (html, twin, told):
        assert str(tmp_path) not in text
        assert "/home/" not in text
        assert says(text, game)
    for picture in one.pictures.glob("*.svg"):
        assert says(picture.read_text("utf-8"), game)
    assert len(made.tiles) == 4
    assert {tile.section for tile in made.tiles} <= {section.name for section in made.sections}
    assert json.loads(told)


def contents(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.mark.parametrize("game", ["hike", "hide-n-seek", "oh-hell"])
def test_the_parts_of_a_report_are_questions_of_its_game(game):
    report = Report(setting.make(game, 4))
    named = {module.NAME for module in asks.of_game(game)} | {"sweep"}
    parts = [*report.parts(), report.mend()]
    assert {part.name for part in parts} <= named
    assert {"skill", "cards", "rules", "readings"} <= {part.name for part in parts}
    assert sum(part.seconds for part in parts) < HOUR
