"""A report as one HTML file: headline, tiles, sections, and sliders over precomputed values."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, cast

from analyzer.answer import Figure, Table
from analyzer.report import charts, html
from analyzer.report._words import clean
from analyzer.report.charts import tale
from analyzer.report.html import Ids, said
from analyzer.report.page import Page, Section, Tile, sentences

if TYPE_CHECKING:
    from analyzer.figures import Step, Sweep, SweepPanel, Tale

_NUMBERS = "The numbers behind it"


def text(page: Page) -> str:
    """The whole file; equal pages give equal bytes."""
    ids = Ids("c")
    parts = [
        f"<h1>{html.verdict_in(page.title, page.finding)}</h1>",
        f'<p class="lead">{said(page.lead)}</p>',
        f'<p class="what">{" · ".join(map(said, page.heading))}</p>',
        *(f'<p class="note">{said(note)}</p>' for note in page.notes),
        f'<ul class="tiles">\n{"".join(map(_tile, page.tiles))}</ul>',
        _contents(page),
        *(_section(page, section, ids) for section in page.sections),
        _footer(page),
    ]
    return html.document(page.title, parts)


def _tile(tile: Tile) -> str:
    big = f'<span class="{tile.tone}">{said(tile.big)}</span>' if tile.tone else said(tile.big)
    ask = said(tile.question)
    if tile.section:
        ask = f'<a href="#{_place(tile.section)}">{ask}</a>'
    small = f'<p class="muted">{said(tile.small)}</p>' if tile.small else ""
    return (
        f'<li class="tile"><p class="ask">{ask}</p><p class="big">{big}</p>'
        f"<p>{said(tile.words)}</p>{small}</li>\n"
    )


def _place(name: str) -> str:
    return f"s-{name}"


def _contents(page: Page) -> str:
    links = [
        f'<a href="#{_place(section.name)}">{said(section.question)}</a>'
        for section in page.sections
    ]
    return (
        f'<nav aria-label="Contents">{"".join(links)}<a href="#s-rests">What it rests on</a></nav>'
    )


# --- a section ---------------------------------------------------------------------------------


def _section(page: Page, section: Section, ids: Ids) -> str:
    """Title, sentences, charts, tables behind a click, and games to look at."""
    answer = section.answer
    figures = answer.figures()
    found = answer.findings[0] if answer.findings else None
    parts = [f"<h2>{html.verdict_in(answer.title, found)}</h2>"]
    parts += [
        html.paragraph(part)
        for part in sentences(answer)
        if clean(part.text) != clean(answer.title)
    ]
    parts += [_figure(figure, ids, answer.title) for figure in figures]
    parts += [_numbers(table, ids) for table in answer.tables()]
    parts += _look(page, section)
    body = "\n".join(parts)
    return f'<section id="{_place(section.name)}">\n{body}\n</section>'


def _numbers(table: Table, ids: Ids) -> str:
    head = f"{_NUMBERS}: {table.title}" if table.title else _NUMBERS
    name = ids.new()
    return f'<details id="{name}"><summary>{said(head)}</summary>\n{html.table(table)}\n</details>'


def _look(page: Page, section: Section) -> list[str]:
    """From the numbers to the games: commands, and the game that this page tells."""
    found = [html.command(part.text) for part in section.answer.paragraphs("command")]
    told = [part.name for part, figure in page.figures() if figure.kind == "tale"]
    if found and told and section.name not in told:
        found.append(f'<p class="look"><a href="#{_place(told[0])}">One game told below</a></p>')
    return found


def _figure(figure: Figure, ids: Ids, title: str) -> str:
    """A chart; a sweep and a tale get a slider."""
    own = _plain(figure.title) != _plain(title)  # said above already, if it is the same
    drawing = html.chart(figure, ids, "h3" if own else "")
    if offers_values(figure):
        return f'{drawing}\n<div class="whatif" data-slider>\n{_what_if(figure, ids)}</div>'
    if figure.kind == "tale" and (data := cast("Tale", figure.data)).get("steps"):
        last = tale.last_move(data)
        return (
            f'<div class="tale" data-slider data-left="{tale.LEFT:g}" data-right="{tale.RIGHT:g}" '
            f'data-last="{last:g}">\n{drawing}\n{_steps(data, ids)}</div>'
        )
    return drawing


def _plain(title: str) -> str:
    return clean(title).rstrip(".").casefold()


def offers_values(figure: Figure) -> bool:
    """Whether the chart can show what another value of the rule would give."""
    data = cast("Sweep", figure.data)
    asked = data.get("what_if", data.get("printed") is not None)
    return figure.kind == "sweep" and bool(asked)


def _slider(label: str, count: int, at: int, ids: Ids) -> str:
    name = ids.new()
    return (
        f'<div class="control scripted"><label for="{name}">{said(label)}</label>'
        f'<input type="range" id="{name}" min="0" max="{max(0, count - 1)}" value="{at}">'
        f'<output for="{name}"></output></div>\n'
    )


def _what_if(figure: Figure, ids: Ids) -> str:
    """What each value of the rule gave, one at a time; without a script, all of them."""
    data = cast("Sweep", figure.data)
    values, printed = data["values"], data.get("printed")
    items = []
    for place, value in enumerate(values):
        name = f"{data.get('axis') or 'value'} {charts.worded(value)}"
        if place == printed:
            name += f", {data.get('printed_text') or 'as printed'}"
        told = "".join(_cell(panel, place) for panel in data["panels"])
        items.append(
            f'<li data-name="{said(name)}"><p class="strong name">{said(name)}</p>{told}</li>\n'
        )
    slider = _slider("What if?", len(values), printed or 0, ids)
    return f'{slider}<ul class="picked">\n{"".join(items)}</ul>\n'


def _cell(panel: "SweepPanel", place: int) -> str:
    told = []
    for series in panel["series"]:
        point = series["points"][place]
        if point:
            words = f"{said(series['label'])}: <b>{said(str(point.get('text') or ''))}</b>"
            interval = said(str(point.get("interval") or ""))
            told.append(f'{words} <span class="muted">{interval}</span>' if interval else words)
    title = said(panel.get("title") or "")
    return f'<p><span class="muted">{title}</span> {"; ".join(told)}</p>' if told else ""


def _steps(data: "Tale", ids: Ids) -> str:
    """The game move by move; the slider, or a click in the chart, chooses one."""
    steps = data["steps"]
    last = charts.worded(steps[-1]["move"])
    items = "".join(_step(step, last) for step in steps)
    slider = _slider("move", len(steps), len(steps) - 1, ids)
    return f'{slider}<ol class="picked steps" tabindex="0" aria-live="polite">\n{items}</ol>\n'


def _step(step: "Step", last: str) -> str:
    name = f"{charts.worded(step['move'])} of {last}"
    chance = said(step.get("chance_text") or "")
    told = f' <span class="muted">{chance}</span>' if chance else ""
    place = f'data-move="{step["move"]:g}" data-name="{said(name)}"'
    return f"<li {place}>{said(step['text'])}{told}</li>\n"


# --- the end -----------------------------------------------------------------------------------


def _footer(page: Page) -> str:
    parts = ['<footer id="s-rests">\n<h2>What it rests on</h2>']
    parts += [f"<p>{said(note)}</p>" for note in page.notes]
    parts.append(_list("Glossary", page.words()))
    parts.append(_list("Provenance", dict(flat(page.provenance))))
    commands = "\n".join(html.command(line) for line in page.commands())
    parts.append(f"<details open><summary>Make it again</summary>\n{commands}\n</details>")
    return "\n".join(part for part in parts if part) + "\n</footer>"


def _list(title: str, entries: Mapping[str, str]) -> str:
    if not entries:
        return ""
    lines = "".join(
        f"<dt>{said(name)}</dt><dd>{said(text)}</dd>\n" for name, text in entries.items()
    )
    return f"<details><summary>{title}</summary>\n<dl>\n{lines}</dl>\n</details>"


def flat(value: Mapping[str, object], before: str = "") -> Iterator[tuple[str, str]]:
    """Nested fields as lines: "rules target" -> "35"."""
    for name, item in value.items():
        path = f"{before} {name}".strip()
        if isinstance(item, Mapping):
            yield from flat(item, path)
        elif isinstance(item, list | tuple):
            yield path, ", ".join(map(str, item))
        else:
            yield path, str(item)
