"""Reports without a browser: the page, its twin, its JSON, the gallery."""

import json
import math
import re
from dataclasses import replace

import pytest
from hypothesis import given
from markdown_it import MarkdownIt

from analyzer.answer.blocks import Figure, Paragraph
from analyzer.answer.results import describe_fields
from analyzer.errors import UserError
from analyzer.render import gallery, page, page_html, page_markdown
from analyzer.render.page import Section, Tile
from support import fake_answers, fake_pages
from support.answer_strategies import EVIL, answers, replace_words, texts
from support.html_pages import TAGS, Page
from support.settings import examples

MORE_TAGS = TAGS | {
    *("section", "details", "summary", "nav", "ul", "ol", "li", "dl", "dt", "dd", "a", "b"),
    *("input", "label", "output"),
}


@pytest.fixture(autouse=True)
def charts(request):
    """Drawn once for all tests but the one that asks whether they would be the same again."""
    if "made_again" not in request.node.name:
        request.getfixturevalue("drawn_once")


def test_a_report_can_be_read_back_from_its_json():
    made = fake_pages.page()
    found = page.from_json_text(page.to_json_text(made))
    assert page.to_json_text(found) == page.to_json_text(made)
    assert page_html.render_page(found) == page_html.render_page(made)
    assert page_markdown.render_page(found) == page_markdown.render_page(made)


def test_the_fields_of_the_json_are_documented():
    assert list(json.loads(page.to_json_text(fake_pages.page()))) == list(
        describe_fields(page.ReportFields)
    )


def with_times(made):
    """The same report on a slower machine with more threads."""
    sections = tuple(
        replace(part, answer=replace(part.answer, seconds=99.0, core_seconds=400.0, threads=16))
        for part in made.sections
    )
    return replace(made, sections=sections)


@pytest.mark.full
def test_a_report_made_again_is_the_same_byte_by_byte():
    first, second = fake_pages.page(), with_times(fake_pages.page())
    assert page.to_json_text(first) == page.to_json_text(second)
    assert page_html.render_page(first) == page_html.render_page(second)
    assert page_markdown.render_page(first) == page_markdown.render_page(second)
    assert page_markdown.draw_pictures(first) == page_markdown.draw_pictures(second)


def test_a_report_is_one_small_file():
    told = page_html.render_page(fake_pages.page())
    assert len(told.encode()) < 400_000
    pictures = page_markdown.draw_pictures(fake_pages.page()).values()
    assert max(map(len, pictures)) < 100_000


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "must be JSON"),
        ("[]", "kind 'report'"),
        ('{"kind": "simulate", "schema": 2}', "kind 'report'"),
        ('{"kind": "report", "schema": 9, "analyzer": "7", "command": "x"}', "schema 9, made by"),
        ('{"kind": "report", "schema": 1}', "must be whole"),
    ],
)
def test_what_is_no_report_is_refused_in_one_sentence(text, words):
    with pytest.raises(UserError, match=re.escape(words)):
        page.from_json_text(text)


def test_what_cannot_be_a_page_is_our_mistake():
    section = fake_pages.page().sections[0]
    with pytest.raises(ValueError, match="same name"):
        fake_pages.page(sections=(section, section), tiles=())
    with pytest.raises(ValueError, match=r"point to no section: \['nowhere'\]"):
        fake_pages.page(tiles=(Tile("?", "!", "", section="nowhere"),))
    with pytest.raises(ValueError, match="letters, digits and dashes"):
        Section("a b", "?", section.answer)


def test_twin_and_page_say_the_same():
    made = fake_pages.page()
    html_words = " ".join(Page(page_html.render_page(made)).text.split())
    twin = (
        MarkdownIt("commonmark", {"html": True})
        .enable("table")
        .render(page_markdown.render_page(made))
    )
    twin_words = " ".join(Page(twin).text.split())
    for section in made.sections:
        for words in (
            section.answer.title,
            *(p.text.rstrip(".") for p in page.section_sentences(section.answer)),
        ):
            assert words in html_words
            assert words in twin_words
        for table in section.answer.tables():
            for cell in (cell.text for row in table.rows for cell in row):
                assert cell in html_words
                assert cell in twin_words
    for words in (made.title, made.lead, *made.notes, *made.words(), *made.commands()):
        assert words in html_words
        assert words in twin_words


def test_the_twin_shows_pictures_that_exist():
    made = fake_pages.page()
    named = re.findall(r'(?:src|srcset)="([^"]+)"', page_markdown.render_page(made))
    assert set(named) == set(page_markdown.draw_pictures(made))


@examples(15)
@given(answers(), texts)
def test_pages_take_no_orders_from_words(answer, words):
    tale = fake_answers.tale_figure()
    odd = Figure("t", "tale", words, words, words, replace_words(dict(tale.data), words), words)
    whatif = fake_answers.sweep_figure()
    sweep = Figure(
        "s", "sweep", words, words, words, replace_words(dict(whatif.data), words), words
    )
    full = replace(answer, blocks=(*answer.blocks, odd, sweep))
    made = fake_pages.page(
        title=words, lead=words, heading=(words,), notes=(words,), command=words,
        glossary={words: words}, provenance={words: [words]},
        tiles=(Tile(words, words, words, words, "within", "one"),),
        sections=(Section("one", words, full),),
    )  # fmt: skip
    told = page_html.render_page(made)
    seen = Page(told)
    assert seen.tags <= MORE_TAGS
    assert not any(name.startswith("on") for name in seen.names)
    assert len(seen.ids) == len(set(seen.ids))
    assert EVIL not in told
    assert told.count("<script") == 1
    twin = (
        MarkdownIt("commonmark", {"html": True})
        .enable("table")
        .render(page_markdown.render_page(made))
    )
    assert "x-evil" not in Page(twin).tags
    shown = gallery.render_gallery([made], {"a.html": full})
    assert Page(shown).tags <= MORE_TAGS


def test_titles_take_the_colour_of_their_verdict_and_no_other():
    told = page_html.render_page(fake_pages.page())
    assert 'players is <em class="verdict within">FAIR</em>' in told
    unsaid = page_html.render_page(fake_pages.page(finding=None))
    assert '<em class="verdict within">FAIR</em></h1>' not in unsaid


def test_the_gallery_sorts_by_departure_and_links_to_reports():
    calm, wild = fake_pages.page(), replace(fake_pages.page(), name="mountain", title="Mountain")
    wild = replace(wild, finding=replace(fake_pages.FAIR, estimate=-0.129))
    told = gallery.render_gallery([calm, wild], {"ask-hike-cards.html": calm.sections[4].answer})
    links = re.findall(r'<h[23]><a href="([^"]+)"', told)
    assert links == ["mountain.html", "hike-5.html", "ask-hike-cards.html"]
    assert len(Page(told).ids) == len(set(Page(told).ids))


def test_a_section_says_its_title_once():
    told = page_html.render_page(fake_pages.page())
    assert told.count("A game of hike lasts six hands, seldom more than nine</h") == 1


def test_a_chart_does_not_repeat_the_sentence_above_it():
    sweep = replace(fake_answers.sweep_figure(), title="Games get longer")
    told = Paragraph("Games get longer.", voice="answer")
    found = replace(fake_pages.answer("sweep", sweep, ""), title="FAIR", blocks=(told, sweep))
    section = Section("sweep", "?", found)
    told = page_html.render_page(fake_pages.page(sections=(section,), tiles=()))
    assert '<p class="answer">Games get longer.</p>' in told
    assert "<h3" not in told


def test_a_long_chart_keeps_the_rows_that_say_most():
    rows = [{"label": f"no {at}", "value": 0.0, "low": -at, "high": at, "tone": "muted"}
            for at in range(1, 9)]  # fmt: skip
    rows += [{"label": "less", "value": -0.2, "low": -0.3, "high": -0.1},
             {"label": "unfinished", "value": math.nan, "note": "unfinished"}]  # fmt: skip
    forest = Figure("rules", "forest", "", "Change", "", {"zero": 0.0, "rows": rows})
    found = page.with_main_rows(forest, 4, "below")
    assert [row["label"] for row in found.data["rows"]] == ["no 6", "no 7", "no 8", "less"]
    assert found.subtitle == "Change; 6 more below, none shown to differ"
    shown = replace(forest, data={"zero": 0.0, "rows": [rows[8]] * 6})
    assert page.with_main_rows(shown, 4, "below").subtitle == "Change; 2 more below"
    assert page.with_main_rows(shown, 5, "below") == shown  # one more row is shorter than its note


def test_the_gallery_says_a_note_once_with_its_games():
    cards = [
        replace(gallery.card_of_page(fake_pages.page()), about=about, notes=("Rests on sand.",))
        for about in ("Hike with five players", "Hike with four players", "Pig with two players")
    ]
    told = gallery.render_cards(cards, [])
    assert re.findall(r'class="note">(.*?)</p>', told) == ["Hike, Pig: Rests on sand."]


def test_a_slider_is_offered_where_a_rule_is_swept():
    sweep = fake_answers.sweep_figure()
    for more, offered in (({}, True), ({"printed": None}, False), ({"what_if": False}, False),
                          ({"printed": None, "what_if": True}, True)):  # fmt: skip
        odd = replace(sweep, data={**sweep.data, **more})
        section = Section("sweep", "?", fake_pages.answer("sweep", odd, "Words."))
        made = fake_pages.page(sections=(section,), tiles=())
        assert ("What if?" in page_html.render_page(made)) == offered
        assert ("| target, points |" in page_markdown.render_page(made)) == offered


def test_a_tale_without_steps_is_only_a_chart():
    tale = fake_answers.tale_figure()
    bare = replace(tale, data={**tale.data, "steps": []})
    section = Section("tale", "?", fake_pages.answer("tale", bare, "One game."))
    told = page_html.render_page(fake_pages.page(sections=(section,), tiles=()))
    assert "data-left=" not in told
