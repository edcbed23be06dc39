"""Designer's questions: every one of every game answers, in every format, as documented."""

import fnmatch
import json
import re
from functools import cache

import pytest

from analyzer import cli, games
from analyzer.answer.results import describe_fields
from analyzer.errors import UserError
from analyzer.estimates.formatting import join_words
from analyzer.questions import designer
from analyzer.render import charts, html, json_text, markdown, screen
from analyzer.request import setting
from support.designer_answers import QUESTIONS, N, answer_of
from support.reconstructions import names_reconstruction

pytestmark = pytest.mark.usefixtures("drawn_once")

SAME_ENVELOPE = {"tables", "figures", "findings", "paragraphs", "provenance", "run", "document"}


def documented(game, name):
    return json_text.envelope_lines() | describe_fields(*designer.find_question(game, name).results)


def undocumented(value, fields, prefix=""):
    """Names of fields that are not declared; what is described as a whole has no parts."""
    if isinstance(value, list):
        for item in value:
            yield from undocumented(item, fields, f"{prefix}[]")
    elif isinstance(value, dict):
        inside = {name for name in fields if name.startswith((f"{prefix}.", f"{prefix}[]"))}
        if prefix and not inside:
            return
        for key, item in value.items():
            path = f"{prefix}.{key}" if prefix else key
            if path in SAME_ENVELOPE:
                continue
            star = f"{prefix}.*"
            if path not in fields and star not in fields:
                yield path
            yield from undocumented(item, fields, path if path in fields else star)


@pytest.mark.parametrize(("game", "name"), QUESTIONS)
def test_every_question_answers_in_every_format(game, name):
    answer = answer_of(game, name)
    assert answer.kind == f"ask {name}"
    assert answer.title
    assert answer.title in html.render_page(answer).replace("&#x27;", "'")
    text = json_text.to_json_text(answer)
    back = json_text.from_json_text(text)
    assert json_text.to_json_text(back) == text
    for show in (markdown.render_answer, html.render_page, on_screen):
        assert show(back) == show(answer)
    lines = on_screen(answer).splitlines()
    assert max(len(line) for line in lines if " replay " not in line) <= 100  # these stay whole


def on_screen(answer):
    return "\n".join(line.plain for line in screen.answer_lines(answer))


@pytest.mark.parametrize(("game", "name"), QUESTIONS)
def test_every_format_says_what_it_rests_on(game, name):
    """Pictures too: a PNG and an SVG are two files of one drawing."""
    answer = answer_of(game, name)
    document = json_text.to_document(answer)
    for text in (
        on_screen(answer),
        "\n".join(line.plain for line in screen.brief_lines(answer)),
        markdown.render_answer(answer),
        html.render_page(answer),
        " ".join(document["notes"]),
        *drawn_words(game, name),
        *(" ".join(figure["notes"]) for figure in document["figures"]),
    ):
        assert names_reconstruction(text, game)


def plays(game, name):
    """Some have nothing to play: no table was reconstructed, or two sit at it."""
    return bool(answer_of(game, name).games)


@pytest.mark.parametrize(("game", "name"), QUESTIONS)
def test_every_question_draws_something(game, name, tmp_path, capsys):
    """Or it says why not before it plays."""
    if plays(game, name):
        assert drawn_words(game, name)
        assert all(drawn_words(game, name))
        return
    picture = tmp_path / "chart.png"
    line = ["ask", game, name, "-p", str(games.load(game).players[0]), "--plot", str(picture)]
    assert cli.run(line) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("Option --plot has nothing to draw: ")
    assert not picture.exists()


@pytest.mark.parametrize(("game", "name"), QUESTIONS)
def test_the_heading_names_who_plays(game, name):
    """And so does the data; "expert at every seat" would be false of players who meet others."""
    answer = answer_of(game, name)
    question = setting.build_setting(game, games.load(game).players[0]).question(
        "ask", question=name, n=N
    )
    seatings = [tuple(map(str, c.policies)) for g in question.plan().groups for c in g.cells]
    told, data = answer.heading[2], answer.data.get("policies")
    if name in ("luck", "seats", "skill"):
        names = list(dict.fromkeys(who for seating in seatings for who in seating))
        assert told == f"{join_words(list(data))} in turn"
        assert sorted(data) == sorted(names)
    elif seatings:
        assert told == "expert at every seat"
        assert data is None or tuple(data) in seatings


def test_a_question_that_seats_its_own_players_takes_no_others(capsys):
    line = ["ask", "oh-hell", "zero-bid", "-p", "3", "-n", "100", "--policy", "greedy"]
    assert cli.run(line) == 2
    assert "takes no --policy" in capsys.readouterr().err


@pytest.mark.parametrize(("game", "name"), QUESTIONS)
def test_clauses_are_the_whole_line(game, name):
    module = designer.find_question(game, name)
    rest = module.line
    for clause in module.clauses:
        before, found, rest = rest.partition(clause)
        assert found, clause
        assert re.fullmatch(r"[,:?]? ?((and|or|to) )*", before), before
    assert rest == "?"


@pytest.mark.parametrize(("game", "name"), QUESTIONS)
def test_every_clause_of_its_line_has_its_findings(game, name):
    """A key may be a pattern; one that ends in a question mark is not there in every answer."""
    keys = [finding.key for finding in answer_of(game, name).findings]
    for clause, wanted in designer.find_question(game, name).clauses.items():
        for key in wanted:
            if not key.endswith("?") and plays(game, name):
                assert fnmatch.filter(keys, key), (clause, key)


@pytest.mark.parametrize(("game", "name"), QUESTIONS)
def test_no_advice_is_one_more_look_at_the_same_games(game, name):
    """A larger -n alone would play the games again that have just been looked at."""
    answer = answer_of(game, name)
    told = [*answer.data["sentences"], *(finding.sentence for finding in answer.findings)]
    for text in told:
        if re.search(r"(?<!until-decided )-n (\d|and|could|looks)", text):
            assert "--seed" in text


@cache
def drawn_words(game, name):
    """All words on the sheet of each chart."""
    sheets = map(charts.draw, answer_of(game, name).figures())
    return [" ".join(text.get_text() for text in sheet.texts) for sheet in sheets]


@pytest.mark.parametrize(("game", "name"), QUESTIONS)
def test_every_field_of_its_json_is_documented(game, name):
    found = json.loads(json_text.to_json_text(answer_of(game, name)))
    assert sorted(set(undocumented(found, documented(game, name)))) == []
    assert found["question"] == name
    assert found["sentences"][0].rstrip(".") == found["title"]


@pytest.mark.parametrize(("game", "name"), QUESTIONS)
def test_its_command_asks_the_same(game, name):
    words = answer_of(game, name).command.split()
    assert words[1:4] == ["ask", game, name]
    assert words[words.index("-n") + 1] == str(N)


@pytest.mark.parametrize("game", games.names())
def test_every_game_has_questions_of_its_own(game):
    shared = {one.name for one in designer.questions_of(game) if not one.games}
    own = {one.name for one in designer.questions_of(game)} - shared
    assert {"seats", "length", "skill", "luck", "drama", "readings", "rules", "mend"} <= shared
    assert own


def test_a_slip_is_met_with_what_was_meant():
    with pytest.raises(UserError, match=r"hike has no question 'seat'.*did you mean.*seats"):
        designer.find_question("hike", "seat")
    with pytest.raises(UserError, match=r"hike has no question 'zero-bid'"):
        designer.find_question("hike", "zero-bid")


@pytest.mark.parametrize("game", games.names())
def test_the_parts_of_luck_are_the_whole(game):
    """What noise puts below zero is told as zero, so that the others may sum to a little more."""
    parts = answer_of(game, "luck").data["parts"]
    assert 1 - 1e-9 <= sum(part["estimate"] for part in parts.values()) < 1.1
    assert next(iter(parts)) == "own_skill"


def test_a_fair_game_needs_no_mending():
    """With a tolerance of half of all wins, no seat of three departs by more."""
    answer = answer_of("hike", "mend", n=400, tolerance=50)
    assert answer.data["verdict"] == "FAIR"
    assert "needs no mending" in answer.title
    assert answer.data["confirmed"] == []
