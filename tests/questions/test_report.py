"""A small report of a game: three files that say the same, the same whenever they are made."""

import json
from dataclasses import replace

import pytest

from analyzer import stats
from analyzer.answer.blocks import Column, Paragraph, Table, Value
from analyzer.questions import designer
from analyzer.questions.report.compose import (
    WIDER,
    Report,
    build_page,
    build_sections,
    leaves_open,
    play_rounds,
    tolerances,
)
from analyzer.render import page as pages
from analyzer.render import page_html
from analyzer.render.markdown import escape_markdown
from analyzer.render.page_files import ReportFiles
from analyzer.request import setting
from support import fake_answers
from support.lanes import rest_full
from support.reconstructions import names_reconstruction
from support.small_report import SmallReport

pytestmark = pytest.mark.usefixtures("drawn_once")

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
    for section in pages.page_in_words(made).sections:
        assert escape_markdown(section.answer.title) in twin, section.name
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


def play(_title, question):
    return play_rounds(question, threads=1)


@pytest.fixture(scope="module")
def window():
    """A short report of a game, as in the gallery, and its sections."""
    report = SmallReport(setting.build_setting("hike", 3), seconds=0.2, is_window=True)
    return report, list(build_sections(report, play))


def test_a_window_leaves_nothing_open_and_says_what_it_leaves_out(window):
    """The tolerance of a section is the smallest at which its games decide; what no tolerance
    decides is named at the foot, with its command."""
    report, sections = window
    made = build_page(report, sections)
    page = page_html.render_page(made, "index.html")
    for word in ("UNDECIDED", "undecided", "It is not known whether"):
        assert word not in page
    names = {section.name for section in made.sections}
    for part in report.parts():
        if part.name not in names:
            assert made.left_out[part.title].startswith("analyze ")
    assert {"fair", "length", "tale"} <= names
    (fair,) = (part.answer for part in made.sections if part.name == "fair")
    assert fair.finding("fair").claim.tolerance > 0.01  # 500 games show no more than that


def test_a_window_has_no_section_that_tells_nothing(window):
    report, made = window
    empty = replace(made[1], name="cards", answer=replace(made[1].answer, findings=(), blocks=()))
    kept = [section for section in made if section.name != "cards"]
    assert build_page(report, [*kept, empty]) == build_page(report, kept)


def test_a_wider_tolerance_asks_the_same_games():
    report = SmallReport(setting.build_setting("hike", 3), seconds=0.2)
    wider = replace(report, tolerance=5.0)
    for name in ("seats", "sweep", "data"):
        one, other = (each.part(name).build(0.2) for each in (report, wider))
        assert one.plan() == other.plan()
        assert one.command != other.command


def test_no_page_calls_a_table_unfair_and_fair():
    """At 5 percentage points the table of an UNFAIR headline was FAIR in the sweep below it."""
    off = stats.Interval(0.02, 0.015, 0.025)
    unfair, fair = (
        stats.within({"seat 1": off}, tolerance, stats.Family("seats", 1), 1000)
        for tolerance in (0.01, 0.03)
    )
    assert (unfair.word, fair.word) == ("UNFAIR", "FAIR")
    for part in ("sweep", "data"):
        assert tolerances(part, unfair) == ()
        assert tolerances(part, fair) == tolerances(part, None) == WIDER
    assert tolerances("seats", unfair) == WIDER  # other tables
    assert tolerances("rules", fair) == ()


@pytest.mark.parametrize(
    ("words", "is_open"),
    [
        ("It is UNDECIDED whether Hike is fair", True),
        ("Of 4 rules 2 are undecided", True),
        ("It is not known at 1 percentage point whether it depends", True),
        ("9 % of games hit a cap, so who wins is not known", False),
        ("FAIR within 3 percentage points", False),
    ],
)
def test_what_is_open_is_found_by_its_words(words, is_open):
    answer = fake_answers.simulate(title="Hike", blocks=(Paragraph(words, "answer"),))
    assert leaves_open(answer) == is_open
    cell = Table("t", (Column("x", "x"),), ((Value(words),),))
    assert leaves_open(fake_answers.simulate(title="Hike", blocks=(cell,))) == is_open
