"""A report in Markdown: the same sentences and tables, pictures for light and dark beside it."""

from typing import TYPE_CHECKING, cast

from analyzer.render import charts, markdown, page_html, pictures, wording
from analyzer.render.markdown import escape_markdown, join_paragraphs
from analyzer.render.page import (
    Page,
    Section,
    page_in_words,
    picture_name,
    section_sentences,
    without_notes,
)
from analyzer.render.text import strip_controls

if TYPE_CHECKING:
    from analyzer.answer.figures import Sweep


def render_page(page: Page) -> str:
    """The whole file; its pictures are those of `draw_pictures`."""
    page = page_in_words(page)
    parts = [
        f"# {escape_markdown(page.title)}",
        escape_markdown(page.lead),
        " · ".join(map(escape_markdown, page.heading)),
        _tiles(page),
        *(_section(page, section) for section in page.sections),
        _end(page),
    ]
    return join_paragraphs(*parts) + "\n"


def draw_pictures(page: Page) -> dict[str, bytes]:
    """Every chart twice, by the name of its file, because an image cannot know the theme of its
    page."""
    return {
        picture_name(page, section, figure, theme): pictures.render_image(
            wording.picture_of(section.answer, figure), "svg", theme, section.answer.command
        )
        for section, figure in page.figures()
        for theme in ("light", "dark")
    }


def _tiles(page: Page) -> str:
    rows = [
        f"| {escape_markdown(tile.question)} | **{escape_markdown(tile.big)}** | "
        f"{escape_markdown(' '.join(part for part in (tile.words, tile.small) if part))} |"
        for tile in page.tiles
    ]
    return "\n".join(["| question | answer | |", "|---|---|---|", *rows]) if rows else ""


def _section(page: Page, section: Section) -> str:
    answer = section.answer
    parts = [escape_markdown(section.question), f"## {escape_markdown(answer.title)}"]
    parts += [
        markdown.render_paragraph(part)
        for part in section_sentences(answer)
        if strip_controls(part.text) != strip_controls(answer.title)
    ]
    for figure in answer.figures():
        files = tuple(picture_name(page, section, figure, theme) for theme in ("light", "dark"))
        parts.append(markdown.render_figure(without_notes(figure), (files[0], files[1])))
        if page_html.has_slider(figure):
            parts.append(_what_if(cast("Sweep", figure.data)))
    parts += [markdown.render_table(table) for table in answer.tables()]
    parts += [markdown.render_block(part, {}) for part in answer.commands()]
    return join_paragraphs(*parts)


def _what_if(data: "Sweep") -> str:
    """The cells of the slider as a table."""
    series = [(panel, each) for panel in data["panels"] for each in panel["series"]]
    heads = [data.get("axis") or "value", *(each["label"] for _, each in series)]
    lines = [
        markdown.render_row([escape_markdown(head) for head in heads]),
        markdown.render_row(["---"] * len(heads)),
    ]
    for place, value in enumerate(data["values"]):
        cells = [charts.format_value(value)]
        for _, each in series:
            point = each["points"][place]
            words = (point.get("text"), point.get("interval")) if point else ()
            cells.append(" ".join(word for word in words if word))
        if place == data.get("printed"):
            cells[0] += f" ({data.get('printed_text') or 'as printed'})"
        lines.append(markdown.render_row([escape_markdown(cell) for cell in cells]))
    return "\n".join(lines)


def _end(page: Page) -> str:
    parts = ["## What it rests on", *(escape_markdown(note) for note in page.notes)]
    if page.left_out:
        parts.append(escape_markdown(page_html.LEFT_OUT))
        parts += [markdown.render_command(*pair) for pair in page.left_out.items()]
    for title, entries in (
        ("Glossary", page.words()),
        ("Provenance", dict(page_html.flatten_fields(page.provenance))),
    ):
        lines = [
            f"- **{escape_markdown(name)}**: {escape_markdown(words)}"
            for name, words in entries.items()
        ]
        parts += [f"### {title}", "\n".join(lines)] if lines else []
    parts += ["### Make it again", *(markdown.render_command("", line) for line in page.commands())]
    return join_paragraphs(*parts)
