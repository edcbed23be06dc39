"""Rules in words: pages and pictures say what a rule means, terminals its code."""

from dataclasses import replace

import pytest

from analyzer import games
from analyzer.answer.blocks import Column, Command, Paragraph, Table, Value
from analyzer.questions.shared.for_pages import for_pages, table_title
from analyzer.render import html, json_text, markdown, wording
from support import fake_answers

WORDS = {"solo_tail=stop": "the last player stops", "target=30": "the game ends at 30 points"}


def told(**more):
    """An answer about hike that names rules in a sentence, a table, a chart and a command."""
    rules = fake_answers.rules_figure()
    data = {**rules.data, "rows": [{**rules.data["rows"][0], "label": "solo_tail=stop"}]}
    look = Command("Look: ", ("replay", "hike", "--rule", "solo_tail=stop"))
    rows = ((Value("target=30", "target=30"),), (Value("solo_tail=stop, target=30"),))
    blocks = (
        Paragraph("Most is changed by solo_tail=stop: +2 pp.", "answer"),
        Table("rules", (Column("rule", "rule", "label"),), rows),
        look,
        replace(rules, data=data),
    )
    made = fake_answers.simulate(blocks=blocks, title="It depends on target=30", **more)
    return for_pages(made, games.load("hike"), 5, "What would one rule change do?")


def test_an_answer_knows_the_words_of_the_rules_it_names():
    assert told().words == WORDS
    assert told().about == table_title(games.load("hike"), 5) == "Hike with five players"


def test_a_page_says_words_and_keeps_codes_in_tips_and_commands():
    page = html.render_page(told(), "index.html")
    body = page[page.index("<main>") :]
    assert '<span class="rule" title="solo_tail=stop">“the last player stops”</span>' in body
    assert '<td class="label" title="target=30">the game ends at 30 points</td>' in body
    assert "“the last player stops”, “the game ends at 30 points”" in body
    assert "It depends on “the game ends at 30 points”</h1>" in body
    assert "--rule solo_tail=stop</code>" in body
    assert 'data-tip="the last player stops:' in body
    for code in WORDS:
        left = body.replace(f"--rule {code}", "").replace(f'title="{code}', "")
        assert f">{code}" not in left
        assert f" {code}</p>" not in left
    assert '<p class="ask">Hike with five players · What would one rule change do?</p>' in body
    assert '<p class="back"><a href="index.html">All games</a></p>' in body
    assert "index.html" not in html.render_page(told())


def test_a_terminal_and_markdown_of_an_answer_say_codes():
    assert "solo_tail=stop" in markdown.render_answer(told(), {})
    assert "the last player stops" not in markdown.render_answer(told(), {})


def test_words_go_with_the_json():
    again = json_text.from_json_text(json_text.to_json_text(told()))
    assert (again.words, again.about, again.asked) == (told().words, told().about, told().asked)
    old = json_text.to_document(told())
    for name in ("words", "about", "asked"):
        del old["document"][name]
    assert json_text.from_document(old).words == {}


def test_a_picture_names_its_game_and_tells_rules_in_words():
    made = told()
    alone = wording.picture_of(made, made.figures()[0])
    assert alone.title.startswith("Hike with five players: ")
    assert alone.data["rows"][0]["label"] == "the last player stops"
    assert "solo_tail=stop" in alone.data["rows"][0]["tip"]
    named = replace(made.figures()[0], title="Hike is fair")
    assert wording.picture_of(made, named).title == "Hike is fair"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("solo_tail=stop", "the last player stops"),
        ("with solo_tail=stop.", "with “the last player stops”."),
        ("with solo_tail=stopped", "with solo_tail=stopped"),
        ("target=300 and target=30", "target=300 and “the game ends at 30 points”"),
        ("--rule target=30", "--rule target=30"),
        ("my_target=30", "my_target=30"),
        ("nothing", "nothing"),
    ],
)
def test_a_code_is_replaced_where_it_stands_alone(text, said):
    assert wording.put_in_words(text, WORDS) == said
    assert wording.without_tips(wording.put_in_words(text, WORDS, tips=True)) == said


def test_no_name_can_pass_for_a_tip():
    evil = f'{wording.BEGIN}"><b>{wording.THEN}<i>{wording.END}'
    assert "<b>" not in html.escape_html(evil)
    assert "<i>" not in html.escape_html(evil)
