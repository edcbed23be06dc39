"""A report in Markdown: the same sentences and tables, pictures for light and dark beside it."""

from typing import TYPE_CHECKING, cast

from analyzer.report import charts, markdown, page_html, pictures
from analyzer.report._words import clean
from analyzer.report.markdown import parted, said
from analyzer.report.page import Page, Section, picture_name, sentences

if TYPE_CHECKING:
    from analyzer.figures import Sweep


def text(page: Page) -> str:
    """The whole file; its pictures are those of `pictures_of`."""
    parts = [
        f"# {said(page.title)}",
        said(page.lead),
        " · ".join(map(said, page.heading)),
        *map(said, page.notes),
        _tiles(page),
        *(_section(page, section) for section in page.sections),
        _end(page),
    ]
    return parted(*parts) + "\n"


def pictures_of(page: Page) -> dict[str, bytes]:
    """Every chart twice, by the name of its file, because an image cannot know the theme of its
    page."""
    return {
        picture_name(page, section, figure, theme): pictures.image(
            figure, "svg", theme, section.answer.command
        )
        for section, figure in page.figures()
        for theme in ("light", "dark")
    }


def _tiles(page: Page) -> str:
    rows = [
        f"| {said(tile.question)} | **{said(tile.big)}** | "
        f"{said(' '.join(part for part in (tile.words, tile.small) if part))} |"
        for tile in page.tiles
    ]
    return "\n".join(["| question | answer | |", "|---|---|---|", *rows]) if rows else ""


def _section(page: Page, section: Section) -> str:
    answer = section.answer
    parts = [f"## {said(answer.title)}"]
    parts += [
        markdown.paragraph(part)
        for part in sentences(answer)
        if clean(part.text) != clean(answer.title)
    ]
    for figure in answer.figures():
        files = tuple(picture_name(page, section, figure, theme) for theme in ("light", "dark"))
        parts.append(markdown.figure(figure, (files[0], files[1])))
        if page_html.offers_values(figure):
            parts.append(_what_if(cast("Sweep", figure.data)))
    parts += [markdown.table(table) for table in answer.tables()]
    parts += [markdown.command(part.text) for part in answer.paragraphs("command")]
    return parted(*parts)


def _what_if(data: "Sweep") -> str:
    """The cells of the slider as a table."""
    series = [(panel, each) for panel in data["panels"] for each in panel["series"]]
    heads = [data.get("axis") or "value", *(each["label"] for _, each in series)]
    lines = [markdown.row([said(head) for head in heads]), markdown.row(["---"] * len(heads))]
    for place, value in enumerate(data["values"]):
        cells = [charts.worded(value)]
        for _, each in series:
            point = each["points"][place]
            words = (point.get("text"), point.get("interval")) if point else ()
            cells.append(" ".join(word for word in words if word))
        if place == data.get("printed"):
            cells[0] += f" ({data.get('printed_text') or 'as printed'})"
        lines.append(markdown.row([said(cell) for cell in cells]))
    return "\n".join(lines)


def _end(page: Page) -> str:
    parts = ["## What it rests on", *(said(note) for note in page.notes)]
    for title, entries in (
        ("Glossary", page.words()),
        ("Provenance", dict(page_html.flat(page.provenance))),
    ):
        lines = [f"- **{said(name)}**: {said(words)}" for name, words in entries.items()]
        parts += [f"### {title}", "\n".join(lines)] if lines else []
    parts += ["### Make it again", *(markdown.command(line) for line in page.commands())]
    return parted(*parts)
