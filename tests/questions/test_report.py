"""A small report of a game: three files that say the same, the same whenever they are made."""

import json

import pytest

from analyzer.questions import designer
from analyzer.questions.report.compose import Report, build_page, build_sections, play_rounds
from analyzer.render import page as pages
from analyzer.render.page_files import ReportFiles
from analyzer.request import setting
from support.lanes import rest_full
from support.reconstructions import names_reconstruction
from support.small_report import SmallReport

HOUR = 3600
GAMES = [("hike", 3), ("horrible-mountain", 2)]


def write(folder, game, players):
    report = SmallReport(setting.build_setting(game, players), seconds=0.2)

    def run(_title, question):
        return play_rounds(question, threads=1)

    place = ReportFiles(str(folder), report.name)
    place.write(build_page(report, list(build_sections(report, run))))
    return place


@pytest.mark.parametrize(("game", "players"), rest_full(GAMES))
def test_a_report_is_whole_small_and_the_same_again(game, players, tmp_path):
    one, two = (write(tmp_path / name, game, players) for name in ("one", "two"))
    assert contents(one.folder) == contents(two.folder)
    html, twin, told = (path.read_text("utf-8") for path in one.files)
    assert len(html.encode()) < 400_000
    made = pages.from_json_text(told)
    assert made.title in html
    assert made.title in twin
    for section in made.sections:
        assert section.answer.title in twin, section.name
    for text in (html, twin, told):
        assert str(tmp_path) not in text
        assert "/home/" not in text
        assert names_reconstruction(text, game)
    for picture in one.pictures.glob("*.svg"):
        assert names_reconstruction(picture.read_text("utf-8"), game)
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
    report = Report(setting.build_setting(game, 4))
    named = {one.name for one in designer.questions_of(game)} | {"sweep"}
    parts = [*report.parts(), report.fix_search()]
    assert {part.name for part in parts} <= named
    assert {"skill", "cards", "rules", "readings"} <= {part.name for part in parts}
    assert sum(part.seconds for part in parts) < HOUR
