"""Designer's questions: every one of every game answers, in every format, as documented."""

import json
from functools import cache

import pytest

from analyzer import asks, games, setting
from analyzer.asks import Asked, _base, length
from analyzer.errors import UserError
from analyzer.report import charts, html, jsonout, markdown, terminal
from analyzer.run import run_question
from rests import says

N = asks.FEWEST
QUESTIONS = [(game, module.NAME) for game in games.names() for module in asks.of_game(game)]
SAME_ENVELOPE = {"tables", "figures", "findings", "paragraphs", "provenance", "run", "document"}


@cache
def answer_of(game, name, **asked):
    least = games.load(game).players[0]
    options = {"n": N, "players_given": True} | asked
    question = asks.make(setting.make(game, least), name, Asked(**options))
    return question.answer(run_question(question, threads=1))


def documented(game, name):
    return jsonout.FIELDS | _base.FIELDS | asks.find(game, name).FIELDS


def undocumented(value, fields, prefix=""):
    """Names of fields that FIELDS does not know; what is described as a whole has no parts."""
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
    assert answer.title in html.page(answer).replace("&#x27;", "'")
    text = jsonout.text(answer)
    back = jsonout.read(text)
    assert jsonout.text(back) == text
    for show in (markdown.text, html.page, on_screen):
        assert show(back) == show(answer)
    lines = on_screen(answer).splitlines()
    assert max(len(line) for line in lines if " replay " not in line) <= 100  # these stay whole


def on_screen(answer):
    return "\n".join(line.plain for line in terminal.lines(answer))


@pytest.mark.parametrize(("game", "name"), QUESTIONS)
def test_every_format_says_what_it_rests_on(game, name):
    """Pictures too: a PNG and an SVG are two files of one drawing."""
    answer = answer_of(game, name)
    document = jsonout.document(answer)
    for text in (
        on_screen(answer),
        "\n".join(line.plain for line in terminal.brief_lines(answer)),
        markdown.text(answer),
        html.page(answer),
        " ".join(document["notes"]),
        *(drawn(figure) for figure in answer.figures()),
        *(" ".join(figure["notes"]) for figure in document["figures"]),
    ):
        assert says(text, game)


def drawn(figure):
    """All words on the sheet of a chart."""
    return " ".join(text.get_text() for text in charts.draw(figure).texts)


@pytest.mark.parametrize(("game", "name"), QUESTIONS)
def test_every_field_of_its_json_is_documented(game, name):
    found = json.loads(jsonout.text(answer_of(game, name)))
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
    shared = {module.NAME for module in asks.of_game(game) if not module.GAMES}
    own = {module.NAME for module in asks.of_game(game)} - shared
    assert {"seats", "length", "skill", "luck", "drama", "readings", "rules", "mend"} <= shared
    assert own


def test_a_slip_is_met_with_what_was_meant():
    with pytest.raises(UserError, match=r"hike has no question 'seat'.*did you mean.*seats"):
        asks.find("hike", "seat")
    with pytest.raises(UserError, match=r"hike has no question 'zero-bid'"):
        asks.find("hike", "zero-bid")


@pytest.mark.parametrize("game", games.names())
def test_the_parts_of_luck_are_the_whole(game):
    parts = answer_of(game, "luck").data["parts"]
    assert sum(part["estimate"] for part in parts.values()) == pytest.approx(1)


@pytest.mark.parametrize("game", games.names())
def test_length_is_told_of_players_who_think_ahead_too(game):
    answer = answer_of(game, "length")
    usual, thinking = answer.data["by_policy"]
    assert [usual["policy"], thinking["policy"]] == ["expert", _base.SEARCH]
    assert usual["unit"] == thinking["unit"]
    main = answer.data["lengths"][usual["unit"]]
    assert {key: usual[key] for key in main} == main
    assert usual["games"] == N
    assert length.FEW <= thinking["games"] <= N
    assert thinking["p5"] <= thinking["median"] <= thinking["p95"]
    (told,) = (text for text in answer.data["sentences"] if _base.SEARCH in text)
    unit = thinking["unit"].replace("player_", "").replace("prep_", "preparation ")
    assert f"lasts {thinking['median']:,} {unit.replace('_', ' ')}" in told
    (rows,) = (table.rows for table in answer.tables() if table.name == "policies")
    assert [row[0].text for row in rows] == ["expert", _base.SEARCH]


def test_length_of_a_policy_that_the_user_names_is_told_of_it_alone():
    question = asks.make(setting.make("hike", 3, "greedy"), "length", Asked(n=N))
    (group,) = question.plan().groups
    answer = question.answer(run_question(question, threads=1))
    assert [row["policy"] for row in answer.data["by_policy"]] == ["greedy"]
    assert group.n == N


def test_a_fair_game_needs_no_mending():
    """With a tolerance of half of all wins, no seat of three departs by more."""
    answer = answer_of("hike", "mend", n=400, tolerance=0.5)
    assert answer.data["verdict"] == "FAIR"
    assert "needs no mending" in answer.title
    assert answer.data["confirmed"] == []
