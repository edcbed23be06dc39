"""The gallery: one card per report, made from the JSON files; the most unfair first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from analyzer.answer.blocks import Answer, Figure, Finding
from analyzer.render import charts, html, pictures
from analyzer.render.html import IdMaker, escape_html
from analyzer.render.page import Page

TITLE = "Games and how fair they are"


@dataclass(frozen=True)
class GalleryEntry:
    """A report or an answer in short."""

    title: str
    sentence: str
    link: str
    finding: Finding | None
    figure: Figure | None
    facts: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def card_of_page(page: Page) -> GalleryEntry:
    """The headline, the most interesting answer with its chart, and the tiles."""
    sentence, figure = _most_interesting(page)
    facts = tuple(f"{tile.question} {tile.big}: {tile.words}" for tile in page.tiles[1:])
    notes = figure.notes if figure else page.notes
    return GalleryEntry(
        page.title, sentence, f"{page.name}.html", page.finding, figure, facts, notes
    )


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
    figure = next(iter(answer.figures()), None)
    finding = next(iter(answer.findings), None)
    sentence = finding.sentence if finding else ""
    if sentence.rstrip(".") == answer.title.rstrip("."):
        sentence = ""
    return GalleryEntry(answer.title, sentence, link, finding, figure, notes=answer.notes)


def render_gallery(pages: Sequence[Page], answers: Mapping[str, Answer] | None = None) -> str:
    """The page of all cards; `answers` are further ones by the name of their file."""
    cards = sorted(map(card_of_page, pages), key=_departure, reverse=True)
    more = [card_of_answer(answer, link) for link, answer in (answers or {}).items()]
    ids = IdMaker("g")
    parts = [f"<h1>{TITLE}</h1>", _list(cards, ids)]
    if more:
        parts += ["<h2>Answers to single questions</h2>", _list(more, ids)]
    return html.render_document(TITLE, parts)


def _departure(card: GalleryEntry) -> float:
    return abs(card.finding.estimate) if card.finding else 0.0


def _list(cards: Sequence[GalleryEntry], ids: IdMaker) -> str:
    return f'<ul class="cards">\n{"".join(_card(card, ids) for card in cards)}</ul>'


def _drawing(figure: Figure, ids: IdMaker) -> str:
    return pictures.render_inline(figure, f"{ids.new()}-", narrow=charts.has_narrow(figure))


def _card(card: GalleryEntry, ids: IdMaker) -> str:
    drawing = _drawing(card.figure, ids) if card.figure else ""
    told = (*card.facts, *card.notes)
    facts = "".join(f'<p class="cap">{escape_html(fact)}</p>' for fact in told)
    sub = f'<p class="cap">{escape_html(card.figure.subtitle)}</p>' if card.figure else ""
    sentence = f"<p>{escape_html(card.sentence)}</p>" if card.sentence else ""
    title = html.mark_verdict(card.title, card.finding)
    head = f'<h2><a href="{escape_html(card.link)}">{title}</a></h2>'
    return f'<li class="card">{head}{sentence}{drawing}{sub}{facts}</li>\n'
