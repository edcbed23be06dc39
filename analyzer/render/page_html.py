"""A report as one HTML file: headline, tiles, sections, and sliders over precomputed values."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, cast

from analyzer.answer.blocks import Figure
from analyzer.render import charts, html
from analyzer.render.charts import tale
from analyzer.render.html import IdMaker, escape_html
from analyzer.render.page import (
    Page,
    Section,
    Tile,
    page_in_words,
    section_sentences,
    with_main_rows,
    without_notes,
)
from analyzer.render.text import command_parts, strip_controls
from analyzer.render.wording import without_tips

if TYPE_CHECKING:
    from analyzer.answer.blocks import Answer, Paragraph
    from analyzer.answer.figures import Step, Sweep, SweepPanel, Tale

RESTS = "What it rests on"
LEFT_OUT = "Also asked, and left out here, since the games played do not decide it:"
_MOST_ROWS = 10  # of a chart of differences
_NUMBERS, _MORE = "The numbers behind it", "More about it"


def render_page(page: Page, gallery: str = "") -> str:
    """The whole file; equal pages give equal bytes. `gallery` is the page of all games."""
    ids, page = IdMaker("c"), page_in_words(page, tips=True)
    parts = [
        html.back_link(gallery),
        f"<h1>{html.mark_verdict(page.title, page.finding)}</h1>",
        f'<p class="lead">{escape_html(page.lead)}</p>',
        f'<p class="what">{" · ".join(map(escape_html, page.heading))}{_resting(page)}</p>',
        f'<ul class="tiles">\n{"".join(map(_tile, page.tiles))}</ul>',
        _contents(page),
        *(_section(page, section, ids) for section in page.sections),
        _footer(page),
    ]
    return html.render_document(page.title, parts)


def _resting(page: Page) -> str:
    return f' · <a href="#s-rests">{RESTS}</a>' if page.notes else ""


def _tile(tile: Tile) -> str:
    big = (
        f'<span class="{tile.tone}">{escape_html(tile.big)}</span>'
        if tile.tone
        else escape_html(tile.big)
    )
    ask = escape_html(tile.question)
    if tile.section:
        ask = f'<a href="#{place_of(tile.section)}">{ask}</a>'
    small = f'<p class="muted">{escape_html(tile.small)}</p>' if tile.small else ""
    return (
        f'<li class="tile"><p class="ask">{ask}</p><p class="big">{big}</p>'
        f"<p>{escape_html(tile.words)}</p>{small}</li>\n"
    )


def place_of(name: str) -> str:
    """Where a section stands on its page."""
    return f"s-{name}"


def _contents(page: Page) -> str:
    links = [
        f'<a href="#{place_of(section.name)}">{escape_html(section.question)}</a>'
        for section in page.sections
    ]
    return f'<nav aria-label="Contents">{"".join(links)}<a href="#s-rests">{RESTS}</a></nav>'


# --- a section ---------------------------------------------------------------------------------


def _section(page: Page, section: Section, ids: IdMaker) -> str:
    """The question, the answer, one more sentence, charts; the rest behind a click."""
    answer = section.answer
    found = answer.findings[0] if answer.findings else None
    said = {_plain(answer.title), _plain(page.lead)}
    told = [part for part in section_sentences(answer) if _plain(part.text) not in said]
    first = [part for part in told if part.voice == "answer"][:1]
    shown = [part for part in told if part in first or part.voice == "warning"]
    said |= {_plain(part.text) for part in shown}
    parts = [
        html.question_line(section.question),
        f"<h2>{html.mark_verdict(answer.title, found)}</h2>",
        *map(html.render_paragraph, shown),
        *(_figure(_short(answer, figure), ids, said) for figure in answer.figures()),
        _behind(page, section, [part for part in told if part not in shown], ids),
    ]
    body = "\n".join(part for part in parts if part)
    return f'<section id="{place_of(section.name)}">\n{body}\n</section>'


def _behind(page: Page, section: Section, told: "list[Paragraph]", ids: IdMaker) -> str:
    """The other sentences, the tables, and games to look at."""
    tables = section.answer.tables()
    parts = [*map(html.render_paragraph, told), *map(html.render_table, tables)]
    parts += _look(page, section)
    if not parts:
        return ""
    inner = "\n".join(parts)
    summary = f"<summary>{_NUMBERS if tables else _MORE}</summary>"
    return f'<details id="{ids.new()}">{summary}\n{inner}\n</details>'


def _look(page: Page, section: Section) -> list[str]:
    """From the numbers to the games: commands, and the game that this page tells."""
    found = [html.render_command(*command_parts(part)) for part in section.answer.commands()]
    told = [part.name for part, figure in page.figures() if figure.kind == "tale"]
    if found and told and section.name not in told:
        found.append(f'<p class="look"><a href="#{place_of(told[0])}">One game told below</a></p>')
    return found


def _short(answer: "Answer", figure: Figure) -> Figure:
    """Without its notes, and of many rows the main ones, if the others stand in a table."""
    found = without_notes(figure)
    return with_main_rows(found, _MOST_ROWS, "in the numbers below") if answer.tables() else found


def _figure(figure: Figure, ids: IdMaker, said: set[str]) -> str:
    """A chart, with its title unless that was said above; a sweep and a tale get a slider."""
    drawing = html.render_chart(figure, ids, "" if _plain(figure.title) in said else "h3")
    if has_slider(figure):
        return f'{drawing}\n<div class="whatif" data-slider>\n{_what_if(figure, ids)}</div>'
    if figure.kind == "tale" and (data := cast("Tale", figure.data)).get("steps"):
        last = tale.last_move(data)
        return (
            f'<div class="tale" data-slider data-left="{tale.LEFT:g}" data-right="{tale.RIGHT:g}" '
            f'data-last="{last:g}">\n{drawing}\n{_steps(data, ids)}</div>'
        )
    return drawing


def _plain(title: str) -> str:
    return strip_controls(without_tips(title)).rstrip(".").casefold()


def has_slider(figure: Figure) -> bool:
    """Whether the chart can show what another value of the rule would give."""
    data = cast("Sweep", figure.data)
    asked = data.get("what_if", data.get("printed") is not None)
    return figure.kind == "sweep" and bool(asked)


def _slider(label: str, count: int, at: int, ids: IdMaker) -> str:
    name = ids.new()
    return (
        f'<div class="control scripted"><label for="{name}">{escape_html(label)}</label>'
        f'<input type="range" id="{name}" min="0" max="{max(0, count - 1)}" value="{at}">'
        f'<output for="{name}"></output></div>\n'
    )


def _what_if(figure: Figure, ids: IdMaker) -> str:
    """What each value of the rule gave, one at a time; without a script, all of them."""
    data = cast("Sweep", figure.data)
    values, printed = data["values"], data.get("printed")
    items = []
    for place, value in enumerate(values):
        name = f"{data.get('axis') or 'value'} {charts.format_value(value)}"
        if place == printed:
            name += f", {data.get('printed_text') or 'as printed'}"
        told = "".join(_cell(panel, place) for panel in data["panels"])
        items.append(
            f'<li data-name="{escape_html(name)}">'
            f'<p class="strong name">{escape_html(name)}</p>{told}</li>\n'
        )
    slider = _slider("What if?", len(values), printed or 0, ids)
    return f'{slider}<ul class="picked">\n{"".join(items)}</ul>\n'


def _cell(panel: "SweepPanel", place: int) -> str:
    told = []
    for series in panel["series"]:
        point = series["points"][place]
        if point:
            words = f"<b>{escape_html(str(point.get('text') or ''))}</b>"
            if len(panel["series"]) > 1:  # the title names a single one
                words = f"{escape_html(series['label'])}: {words}"
            interval = escape_html(str(point.get("interval") or ""))
            told.append(f'{words} <span class="muted">{interval}</span>' if interval else words)
    title = escape_html(panel.get("title") or "")
    return f'<p><span class="muted">{title}</span> {"; ".join(told)}</p>' if told else ""


def _steps(data: "Tale", ids: IdMaker) -> str:
    """The game move by move; the slider, or a click in the chart, chooses one."""
    steps = data["steps"]
    last = charts.format_value(steps[-1]["move"])
    items = "".join(_step(step, last) for step in steps)
    slider = _slider("move", len(steps), len(steps) - 1, ids)
    return f'{slider}<ol class="picked steps" tabindex="0" aria-live="polite">\n{items}</ol>\n'


def _step(step: "Step", last: str) -> str:
    name = f"{charts.format_value(step['move'])} of {last}"
    chance = escape_html(step.get("chance_text") or "")
    told = f' <span class="muted">{chance}</span>' if chance else ""
    place = f'data-move="{step["move"]:g}" data-name="{escape_html(name)}"'
    return f"<li {place}>{escape_html(step['text'])}{told}</li>\n"


# --- the end -----------------------------------------------------------------------------------


def _footer(page: Page) -> str:
    parts = ['<footer id="s-rests">\n<h2>' + RESTS + "</h2>"]
    parts += [f"<p>{escape_html(note)}</p>" for note in page.notes]
    parts.append(_left_out(page))
    parts.append(_list("Glossary", page.words()))
    parts.append(_list("Provenance", dict(flatten_fields(page.provenance))))
    commands = "\n".join(html.render_command("", strip_controls(line)) for line in page.commands())
    parts.append(f"<details><summary>Make it again</summary>\n{commands}\n</details>")
    return "\n".join(part for part in parts if part) + "\n</footer>"


def _left_out(page: Page) -> str:
    """The questions that were asked, and not decided."""
    if not page.left_out:
        return ""
    lines = [
        html.render_command(f"{question} ", strip_controls(line))
        for question, line in page.left_out.items()
    ]
    return f"<p>{LEFT_OUT}</p>\n" + "\n".join(lines)


def _list(title: str, entries: Mapping[str, str]) -> str:
    if not entries:
        return ""
    lines = "".join(
        f"<dt>{escape_html(name)}</dt><dd>{escape_html(text)}</dd>\n"
        for name, text in entries.items()
    )
    return f"<details><summary>{title}</summary>\n<dl>\n{lines}</dl>\n</details>"


def flatten_fields(value: Mapping[str, object], before: str = "") -> Iterator[tuple[str, str]]:
    """Nested fields as lines: "rules target" -> "35"."""
    for name, item in value.items():
        path = f"{before} {name}".strip()
        if isinstance(item, Mapping):
            yield from flatten_fields(item, path)
        elif isinstance(item, list | tuple):
            yield path, ", ".join(map(str, item))
        else:
            yield path, str(item)
