"""The gallery: one card per report, the most unfair first, and cards for answers that surprise.

A card holds all that the gallery says of a page, so the gallery can be made from its own small
JSON file when the pages were made another day.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from analyzer.answer.blocks import Answer, Figure, Finding
from analyzer.answer.results import to_json
from analyzer.render import html, json_text, pictures, wording
from analyzer.render.html import IdMaker, escape_html
from analyzer.render.page import Page, page_in_words, with_main_rows, without_notes

if TYPE_CHECKING:
    from analyzer.system.json_types import Json

TITLE = "Games and how fair they are"
PLACE = "index.html"
_MOST_ROWS = 6  # of a chart of differences


@dataclass(frozen=True)
class GalleryEntry:
    """A report or an answer in short."""

    about: str  # the game: "Hike with five players"
    asked: str  # the question, in words
    title: str  # the answer in a sentence
    sentence: str  # one more, or ""
    link: str
    finding: Finding | None
    figure: Figure | None
    facts: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def card_of_page(page: Page) -> GalleryEntry:
    """The headline, the most interesting answer with its chart, and the tiles."""
    page = page_in_words(page)
    sentence, figure = _most_interesting(page)
    facts = tuple(f"{tile.question} {tile.big}: {tile.words}" for tile in page.tiles[1:])
    about = next((part.answer.about for part in page.sections), "")
    return GalleryEntry(
        about, page.tiles[0].question if page.tiles else "", page.title, sentence,
        f"{page.name}.html", page.finding, _short(figure), facts, page.notes,
    )  # fmt: skip


def _short(figure: Figure | None) -> Figure | None:
    """What the card has room for."""
    return figure and with_main_rows(without_notes(figure), _MOST_ROWS, "on its page")


def _most_interesting(page: Page) -> tuple[str, Figure | None]:
    """That a table is unfair, and by how much; for a fair one, what its last tile is about."""
    drawn = page.figures()
    first = drawn[0][1] if drawn else None
    if not page.tiles or (page.finding and page.finding.verdict == "UNFAIR"):
        return page.lead, first
    about = [(part, figure) for part, figure in drawn if part.name == page.tiles[-1].section]
    if not about:
        return page.lead, first
    section, figure = about[0]
    return f"{section.answer.title}.", figure


def card_of_answer(answer: Answer, link: str) -> GalleryEntry:
    """An answer to one question, with its own chart."""
    answer = wording.answer_in_words(answer)
    figure = next(iter(answer.figures()), None)
    finding = next(iter(answer.findings), None)
    sentence = finding.sentence if finding else ""
    if sentence.rstrip(".") == answer.title.rstrip("."):
        sentence = ""
    return GalleryEntry(
        answer.about, answer.asked, answer.title, sentence, link, finding,
        _short(figure), notes=answer.notes,
    )  # fmt: skip


def render_gallery(pages: Sequence[Page], answers: Mapping[str, Answer] | None = None) -> str:
    """The page of all cards; `answers` are further ones by where they stand."""
    return render_cards(
        [card_of_page(page) for page in pages],
        [card_of_answer(answer, link) for link, answer in (answers or {}).items()],
    )


def render_cards(games: Sequence[GalleryEntry], answers: Sequence[GalleryEntry]) -> str:
    """The page of these cards; what they rest on is said once, at its foot."""
    ids = IdMaker("g")
    parts = [f"<h1>{TITLE}</h1>", _list(sorted(games, key=_departure, reverse=True), "h2", ids)]
    if answers:
        parts += ["<h2>Answers to single questions</h2>", _list(answers, "h3", ids)]
    return html.render_document(TITLE, [*parts, _foot([*games, *answers])])


def _departure(card: GalleryEntry) -> float:
    return abs(card.finding.estimate) if card.finding else 0.0


def _foot(cards: Sequence[GalleryEntry]) -> str:
    """The notes of all cards, each once, with its games."""
    told: dict[str, dict[str, None]] = {}
    for card in cards:
        for note in card.notes:
            told.setdefault(note, {})[card.about.partition(" with ")[0]] = None
    lines = "".join(
        f'<p class="note">{escape_html(f"{games}: {note}" if games else note)}</p>\n'
        for note, named in told.items()
        for games in [", ".join(filter(None, named))]
    )
    return f"<footer>\n<h2>What it rests on</h2>\n{lines}</footer>" if lines else ""


def _list(cards: Sequence[GalleryEntry], level: str, ids: IdMaker) -> str:
    return f'<ul class="cards">\n{"".join(_card(card, level, ids) for card in cards)}</ul>'


def _card(card: GalleryEntry, level: str, ids: IdMaker) -> str:
    """Game and question, the answer, one sentence, a chart, and what else is known."""
    drawing = _drawing(card.figure, ids) if card.figure else ""
    facts = "".join(f'<p class="cap">{escape_html(fact)}</p>' for fact in card.facts)
    sub = f'<p class="cap">{escape_html(card.figure.subtitle)}</p>' if card.figure else ""
    sentence = f"<p>{escape_html(card.sentence)}</p>" if card.sentence else ""
    title = html.mark_verdict(card.title, card.finding)
    head = f'<{level}><a href="{escape_html(card.link)}">{title}</a></{level}>'
    ask = html.question_line(card.about, card.asked)
    return f'<li class="card">{ask}{head}{sentence}{drawing}{sub}{facts}</li>\n'


def _drawing(figure: Figure, ids: IdMaker) -> str:
    return pictures.render_inline(figure, f"{ids.new()}-", narrow=True)


# --- kept for another day ----------------------------------------------------------------------


def cards_to_json(cards: Mapping[str, Sequence[GalleryEntry]]) -> str:
    """The cards of each page, by its name."""
    told = {name: [to_json(card) for card in mine] for name, mine in cards.items()}
    plain = json_text.plain_value(told)
    lines = (f"{json.dumps(name)}: {json.dumps(mine, ensure_ascii=False, separators=(',', ':'))}"
             for name, mine in plain.items())  # fmt: skip
    return "{\n" + ",\n".join(lines) + "\n}\n"


def cards_from_json(text: str) -> dict[str, list[GalleryEntry]]:
    """The cards that `cards_to_json` wrote."""
    return {name: [_entry(card) for card in mine] for name, mine in json.loads(text).items()}


def _entry(told: "Json") -> GalleryEntry:
    figure = told["figure"] and Figure(**{**told["figure"], "notes": ()})
    finding = told["finding"] and json_text.read_finding(told["finding"])
    found = GalleryEntry(**{**told, "figure": figure, "finding": finding})
    return replace(found, facts=tuple(found.facts), notes=tuple(found.notes))
