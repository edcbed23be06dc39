"""Results that rest on a table which nobody printed say so, wherever they are shown.

test_designer.py holds that for every question of a designer, test_tables_of_users.py for tables of
users.
"""

import json
import re
import shlex
import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import pytest

import analyzer
from analyzer import cli, games
from analyzer.answer.blocks import Answer, Figure, Paragraph
from analyzer.questions.shared import provenance
from analyzer.render import (
    charts,
    gallery,
    html,
    markdown,
    page_html,
    page_markdown,
    pictures,
    wording,
)
from support import fake_answers, fake_pages
from support.lanes import each_then_all
from support.reconstructions import ANY, RECONSTRUCTED, names_reconstruction

pytestmark = pytest.mark.usefixtures("drawn_once")

NAMES = games.names()
# What each command is given; the least number of players comes first.
COMMANDS = {
    "simulate": "simulate {game} {players} -n 100",
    "compare": "compare {game} {players} -n 100 --vs policy=random",
    "sweep": "sweep {game} -n 100 {players} --rule {rule}",
    "tournament": "tournament {game} {players} -n 100 --policies greedy,random",
    "advise": "advise {game} {players} --move 3 --worlds 10",
    "ask": "ask {game} length {players} -n 100",
}


def analyze(line, capsys):
    assert cli.run(shlex.split(line)) == 0
    return capsys.readouterr().out


def command_line(name, game):
    face = games.load(game)
    least = face.players[0]
    values = face.main_values(face.resolve_rules(least, {}))[1:3]
    rule = f"{face.main_rule}={','.join(map(str, values))}"
    return COMMANDS[name].format(game=game, players=f"-p {least}", rule=rule)


def words_of_svg(text):
    """The words that a picture shows, without its title and description for the blind."""
    root = ElementTree.fromstring(text)
    return " ".join("".join(node.itertext()) for node in root.iter() if node.tag.endswith("}text"))


@pytest.mark.parametrize(("game", "name"), each_then_all(NAMES, COMMANDS))
def test_commands_say_what_they_rest_on(game, name, capsys, tmp_path):
    line = command_line(name, game)
    picture = tmp_path / "picture.svg"
    told = json.loads(analyze(f"{line} --json --plot {picture}", capsys))
    for text in (" ".join(told["notes"]), *(" ".join(each["notes"]) for each in told["figures"])):
        assert names_reconstruction(text, game)
    assert names_reconstruction(words_of_svg(picture.read_bytes()), game)
    assert names_reconstruction(analyze(f"{line} --quiet", capsys), game)


@pytest.mark.parametrize("game", NAMES)
def test_a_kept_run_says_what_it_rests_on(game, capsys, tmp_path):
    """In every file of its folder, and when it is shown."""
    folder = tmp_path / "run"
    analyze(f"{command_line('simulate', game)} --quiet --out {folder}", capsys)
    for name in ("answer.md", "answer.html", "answer.json"):
        assert names_reconstruction((folder / name).read_text("utf-8"), game)
    pictured = sorted(folder.glob("*.svg"))
    assert [path.stem for path in pictured] == ["length", "wins"]
    for path in pictured:
        assert names_reconstruction(words_of_svg(path.read_bytes()), game)
    assert names_reconstruction(analyze(f"show {folder}", capsys), game)


@pytest.mark.parametrize("game", NAMES)
def test_a_replay_says_what_it_rests_on(game, capsys):
    line = f"replay {game} -p {games.load(game).players[0]} --until 3"
    assert names_reconstruction(analyze(line, capsys), game)
    assert names_reconstruction(
        " ".join(json.loads(analyze(f"{line} --json", capsys))["notes"]), game
    )


def test_the_list_of_games_says_which_rest_on_what(capsys):
    parts = re.split(rf"(?m)^(?=(?:{'|'.join(map(re.escape, NAMES))}) )", analyze("games", capsys))
    told = {part.split()[0]: part for part in parts[1:]}
    assert sorted(told) == NAMES
    for game in NAMES:
        assert names_reconstruction(told[game], game)


@pytest.mark.parametrize("game", NAMES)
def test_the_rules_say_what_is_reconstructed(game, capsys):
    assert names_reconstruction(analyze(f"rules {game}", capsys), game)


def test_python_has_the_notes_and_draws_them():
    result = analyzer.simulate("hide-n-seek", players=2, n=100)
    (note,) = result.notes
    assert note == (
        "Rests on our reconstruction of the maps and cards (uniform6), not on what is printed."
    )
    for theme in ("light", "dark"):
        for name in ("wins", "length"):
            sheet = result.figure(name, theme)
            assert note in [text.get_text() for text in sheet.texts]


def test_reconstructed_games_are_those_of_the_rulebooks():
    for game in NAMES:
        face = games.load(game)
        tables = face.provenance(face.resolve_rules(face.players[0], {}))
        assert bool(tables) == (game in RECONSTRUCTED)
        for table in tables.values():
            assert table["provenance"] == provenance.RECONSTRUCTION
            assert re.fullmatch("[0-9a-f]{16}", table["hash"])


# --- answers and pictures ------------------------------------------------------------------------


def figures():
    found = {figure.kind: figure for _, figure in fake_pages.page().figures()}
    assert set(found) == set(charts.kinds())
    return list(found.values())


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("figure", figures(), ids=lambda figure: figure.kind)
def test_every_kind_of_picture_has_its_note_at_the_foot(figure, theme):
    """On lines of their own, below everything else, within the sheet."""
    long = "Rests on the maps in ./" + "a/long/way/" * 30 + "box.toml, given by the user."
    sheet = charts.draw(replace(figure, notes=(fake_answers.NOTE, long)), theme)
    lines = sorted(sheet.texts, key=lambda text: -text.get_position()[1])
    told = [text.get_text() for text in lines]
    place = told.index(fake_answers.NOTE)
    assert "".join(told[place + 1 :]).replace(" ", "") == long.replace(" ", "")
    assert len(told[place + 1 :]) > 2
    assert lines[-1].get_position()[1] > 0
    bare = charts.draw(replace(figure, notes=()), theme)
    assert not any(ANY in text.get_text() for text in bare.texts)
    assert bare.get_size_inches()[1] < sheet.get_size_inches()[1]
    assert ANY in words_of_svg(pictures.render_image(figure, "svg", theme))


def test_an_answer_puts_its_notes_where_they_belong():
    """After the sentences, before warnings, games and charts; once, however often it is made."""
    blocks = fake_answers.simulate().blocks
    voices = [each.voice if isinstance(each, Paragraph) else type(each).__name__ for each in blocks]
    assert voices == ["answer", "Table", "plain", "plain", "note", "Command", "Figure", "Figure"]
    again = fake_answers.simulate(blocks=blocks)
    assert again.blocks == blocks
    assert all(block.notes == again.notes for block in blocks if isinstance(block, Figure))


def test_an_answer_without_notes_cannot_be_made():
    with pytest.raises(TypeError, match="notes"):
        Answer(kind="", title="", heading=(), findings=(), blocks=(), results=(), command="",
               provenance={})  # fmt: skip


def test_a_page_says_it_once_at_its_foot_and_so_does_the_gallery():
    made = fake_pages.page()
    for text in (page_html.render_page(made), page_markdown.render_page(made).replace("\\", "")):
        assert text.count(fake_answers.NOTE) == 1
        assert text.index(fake_answers.NOTE) > text.rindex("What it rests on")
    assert 'href="#s-rests"' in page_html.render_page(made).partition("<nav")[0]  # from the top
    cards = gallery.render_gallery([made], {"one.html": fake_answers.simulate()})
    assert cards.count(fake_answers.NOTE) == 1
    assert cards.index(fake_answers.NOTE) > cards.rindex('<li class="card">')
    bare = gallery.render_gallery([], {"one.html": fake_answers.simulate(notes=())})
    assert ANY not in bare


def test_every_picture_of_a_report_says_it_and_names_the_game():
    made = fake_pages.page()
    for section in made.sections:
        answer = replace(section.answer, about="Hike with five players")
        for figure in answer.figures():
            alone = wording.picture_of(answer, figure)
            assert "hike" in alone.title.casefold()
            words = words_of_svg(pictures.render_image(alone, "svg", "light"))
            assert ANY in words
            assert "hike" in words.casefold()


def test_an_answer_says_it_as_a_sentence_and_under_each_chart():
    answer = fake_answers.simulate()
    assert html.render_page(answer).count(fake_answers.NOTE) == 1  # at its foot
    told = markdown.render_answer(answer).replace("\\", "")
    assert told.count(fake_answers.NOTE) == 1 + len(answer.figures())
