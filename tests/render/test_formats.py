"""JSON and back, Markdown, pages: any answer in, nothing lost, nothing harmful out."""

import json
import math
import re
from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given
from markdown_it import MarkdownIt

from analyzer.answer import blocks as answer_module
from analyzer.answer.blocks import Command, Figure, Finding, Paragraph, Table, Value, Voice
from analyzer.errors import UserError
from analyzer.render import html, json_text, markdown, screen
from support import fake_answers
from support.answer_strategies import EVIL, answers, figures
from support.html_pages import TAGS, Page
from support.settings import examples

BLOCKS = {
    Table: fake_answers.seats_table(),
    Paragraph: Paragraph("A game lasts 5 hands."),
    Command: Command("Look: ", ("games",)),
    Figure: fake_answers.seats_figure(),
}
FORMATS = {
    "screen": lambda answer: "\n".join(line.plain for line in screen.answer_lines(answer)),
    "json": json_text.to_json_text,
    "markdown": markdown.render_answer,
    "page": html.render_page,
    "fragment": html.render_fragment,
}


@pytest.mark.parametrize("name", FORMATS)
def test_every_kind_of_block_is_in_every_format(name):
    assert set(BLOCKS) == set(get_args(answer_module.Block))
    for block in BLOCKS.values():
        empty = FORMATS[name](fake_answers.simulate(blocks=()))
        full = FORMATS[name](fake_answers.simulate(blocks=(block,)))
        drawn_elsewhere = name == "screen" and isinstance(block, Figure)
        assert drawn_elsewhere or len(full) > len(empty)


@pytest.mark.parametrize("name", FORMATS)
def test_a_block_that_a_format_does_not_know_is_an_error(name):
    with pytest.raises(TypeError, match="knows no block"):
        FORMATS[name](fake_answers.simulate(blocks=(Value("stray"),)))


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("voice", get_args(Voice))
def test_every_voice_is_heard(name, voice):
    paragraph = Paragraph("The moon is full", voice)
    text = FORMATS[name](fake_answers.simulate(blocks=(paragraph,)))
    assert "The moon is full" in text


def test_warnings_are_marked_and_commands_stand_alone():
    blocks = (Paragraph("it rains.", "warning"), Command("Look: ", ("games",)))
    answer = fake_answers.simulate(blocks=blocks)
    assert "**Note:** it rains." in markdown.render_answer(answer)
    assert "Look:\n\n```\nanalyze games\n```" in markdown.render_answer(answer)
    assert '<p class="warning">it rains.</p>' in html.render_page(answer)
    assert 'Look: <code tabindex="0">analyze games</code>' in html.render_page(answer)


# --- JSON --------------------------------------------------------------------------------------


def strict(text):
    return json.loads(text, parse_constant=lambda name: pytest.fail(f"{name} is not JSON"))


def names_of(value, prefix=""):
    """Every field of the envelope, as `envelope_lines` writes it."""
    if prefix in ("provenance", "figures[].data", "document.heading", "document.blocks"):
        return set()
    if isinstance(value, dict):
        star = prefix in ("tables", "paragraphs")
        dot = f"{prefix}." if prefix else ""
        parts = {f"{dot}{'*' if star else key}": item for key, item in value.items()}
        inner = [] if star else [names_of(item, name) for name, item in parts.items()]
        return set(parts).union(*inner)
    if isinstance(value, list):
        return set().union(*(names_of(item, f"{prefix}[]") for item in value))
    return set()


def test_every_field_of_the_envelope_is_documented():
    found = strict(json_text.to_json_text(fake_answers.simulate(results=())))
    assert names_of(found) == set(json_text.envelope_lines())


@pytest.mark.usefixtures("drawn_once")
@pytest.mark.parametrize("make", [fake_answers.simulate, fake_answers.compare])
def test_an_answer_can_be_read_back(make):
    answer = make()
    found = json_text.from_json_text(json_text.to_json_text(answer))
    assert found == answer
    assert (found.seconds, found.core_seconds, found.threads) == (
        answer.seconds, answer.core_seconds, answer.threads,
    )  # fmt: skip
    for show in FORMATS.values():
        assert show(found) == show(answer)


@examples(50)
@given(answers())
def test_any_answer_can_be_read_back(answer):
    try:
        text = json_text.to_json_text(answer)
        text.encode("utf-8")
    except UnicodeEncodeError:
        return  # half a letter, which no file can hold
    strict(text)
    found = json_text.from_json_text(text)
    assert json_text.to_json_text(found) == text
    assert FORMATS["screen"](found) == FORMATS["screen"](answer)


def test_own_fields_stand_at_the_top_and_may_not_hide_the_envelope():
    found = strict(json_text.to_json_text(fake_answers.simulate()))
    assert found["game"] == "hike"
    assert found["tables"]["seats"][0]["win_share_low"] == pytest.approx(0.20795)
    with pytest.raises(ValueError, match=r"fields of that name: \['run', 'title'\]"):
        json_text.to_json_text(fake_answers.simulate(results=({"run": 1, "title": 2},)))


def test_names_of_tables_and_figures_are_unique():
    table = fake_answers.seats_table()
    with pytest.raises(ValueError, match="two tables or figures are called seats"):
        json_text.to_json_text(fake_answers.simulate(blocks=(table, table)))


def test_json_has_no_infinity_and_no_nan():
    finding = Finding("x", "?", math.nan, -math.inf, math.inf, 1, "Nobody knows.")
    answer = fake_answers.simulate(findings=(finding,), results=({"more": [math.inf]},))
    found = strict(json_text.to_json_text(answer))
    assert found["findings"][0]["low"] is None
    assert found["more"] == [None]
    again = json_text.from_json_text(json_text.to_json_text(answer)).findings[0]
    assert (again.low, again.high) == (-math.inf, math.inf)
    assert math.isnan(again.estimate)


def test_numbers_of_numpy_are_numbers_and_strangers_are_refused():
    import numpy as np

    kinds = [np.int64(3), np.float32(0.5), np.bool_(True), np.array([1, 2])]
    assert json_text.plain_value(kinds) == [3, 0.5, True, [1, 2]]
    with pytest.raises(TypeError, match="set has no place in JSON"):
        json_text.plain_value({"x": {1, 2}})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "must be JSON"),
        ("[1]", "field 'schema'"),
        ('{"schema": "2"}', "field 'schema'"),
        ('{"schema": 99, "analyzer": "7.0"}', "schema 99, made by analyzer 7.0; this program"),
        ('{"schema": 1, "command": "analyze simulate"}', "Make it again: analyze simulate"),
        ('{"schema": 3}', "must be whole"),
        ('{"schema": 3, "figures": [{"odd": 1}], "document": {}, "run": {}}', "must be whole"),
    ],
)
def test_what_cannot_be_read_is_told_in_one_sentence(text, words):
    with pytest.raises(UserError, match=re.escape(words)):
        json_text.from_json_text(text)


# --- Markdown ----------------------------------------------------------------------------------


@examples(50)
@given(answers())
def test_markdown_takes_no_orders_from_words(answer):
    page = (
        MarkdownIt("commonmark", {"html": True})
        .enable("table")
        .render(markdown.render_answer(answer))
    )
    seen = Page(page)
    assert "x-evil" not in seen.tags
    assert seen.tags <= {"h1", "p", "strong", "pre", "code", "table", "thead", "tbody", "tr", "th",
                         "td", "br"}  # fmt: skip
    printed = [table for table in answer.tables() if markdown.render_table(table)]
    assert page.count("<table>") == len(printed)


def test_markdown_says_what_was_meant():
    words = r"a_b __c__ *d* `e` <b>f</b> [g](h) $i$ | \ # j"
    page = MarkdownIt("commonmark", {"html": True}).render(markdown.escape_markdown(words))
    assert Page(page).text.strip() == words


def test_markdown_shows_pictures_that_lie_beside_it():
    answer = fake_answers.simulate()
    assert "![Seat 1 wins 20.9 %, seat 2 20.1 %.](seats.png)" in markdown.render_answer(
        answer, {"seats": "seats.png"}
    )
    both = markdown.render_answer(answer, {"seats": ("light.svg", "dark.svg")})
    assert '<picture><source media="(prefers-color-scheme: dark)" srcset="dark.svg">' in both


# --- pages -------------------------------------------------------------------------------------


@examples(15)
@given(answers())
@pytest.mark.parametrize("name", ["page", "fragment"])
def test_pages_take_no_orders_from_words(name, answer):
    text = FORMATS[name](answer)
    page = Page(text)
    assert page.tags <= TAGS
    assert not any(attribute.startswith("on") for attribute in page.names)
    assert len(page.ids) == len(set(page.ids))
    assert text.count("<script") == (name == "page")
    assert EVIL not in text


def test_a_page_asks_nothing_of_the_network():
    page = html.render_page(fake_answers.compare())
    links = re.findall(r"""(?:https?:|//|url\()[^\s"')<]*""", page)
    allowed = ("http://www.w3.org/2000/svg", "url(data:", "url(#", "//")
    assert [link for link in links if not link.startswith(allowed)] == []
    assert "default-src 'none'" in page
    assert "@import" not in page


def test_a_page_has_colours_for_light_dark_and_paper():
    page = html.render_page(fake_answers.simulate())
    assert "prefers-color-scheme:dark" in page
    assert "@media print" in page
    drawing = page[page.index("<svg xmlns") :].partition("</svg>")[0]
    shared = dict(re.findall(r"\.analyzer svg \.(k\d+)\{([^}]*)\}", page))
    worn = {shared[name] for name in re.findall(r'class="(k\d+)"', drawing)}
    assert "var(--within)" in " ".join([drawing, *worn])
    assert not re.search("#[0-9a-f]{6}", " ".join(worn))
    assert not re.search("#[0-9a-f]{6}", drawing)


def test_cells_carry_the_numbers_they_sort_by():
    page = html.render_page(fake_answers.simulate())
    assert '<td class="number" data-sort="0.209"><span class="strong">20.9 %</span></td>' in page
    assert page.count('aria-sort="none"') == 5


def test_the_verdict_has_its_colour_in_the_title():
    answer = fake_answers.simulate()
    assert 'is fair is <em class="verdict across">undecided</em>' in html.render_page(answer)
    plain = replace(answer, findings=())
    assert '<em class="verdict across">undecided' not in html.render_page(plain)


def test_two_fragments_in_one_notebook_share_no_id():
    first, second = (
        html.render_fragment(fake_answers.simulate()),
        html.render_fragment(fake_answers.compare()),
    )
    assert not set(Page(first).ids) & set(Page(second).ids)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("make", [fake_answers.simulate, fake_answers.compare])
def test_equal_answers_give_equal_texts(name, make):
    assert FORMATS[name](make()) == FORMATS[name](make())


@examples(20)
@given(figures())
def test_a_chart_with_odd_words_can_be_put_on_a_page(figure):
    Page(html.render_chart(figure, html.IdMaker("x")))
