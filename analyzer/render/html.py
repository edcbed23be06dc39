"""An answer as one self-contained page, or as a fragment for a notebook.

No network, no framework: styles, script, fonts and drawings are inside. The parts that a page with
many answers also needs (document, table, chart, paragraph) are functions of their own.
"""

import base64
import hashlib
import re
from collections import Counter
from dataclasses import dataclass, replace
from functools import cache
from html import escape
from pathlib import Path

from analyzer.answer.blocks import (
    Answer,
    Axis,
    Block,
    Column,
    Command,
    Figure,
    Finding,
    Paragraph,
    Table,
    Value,
)
from analyzer.render import charts, pictures, wording
from analyzer.render.charts import _style
from analyzer.render.text import command_parts, format_duration, format_rate, strip_controls

HERE = Path(__file__).resolve().parent
_VERDICTS = {"FAIR": "within", "UNFAIR": "outside", "UNDECIDED": "across"}
_STYLE = re.compile(r'(?<=[a-z0-9"]) style="([a-z0-9.,:;()#%_\- ]+)"(?=[^<>]*>)')
_MINI = 120  # width of a drawing in a table


@dataclass
class IdMaker:
    """Names for elements, all different on a page."""

    prefix: str
    last: int = 0

    def new(self) -> str:
        self.last += 1
        return f"{self.prefix}{self.last}"


def render_page(answer: Answer, gallery: str = "") -> str:
    """One page that opens from disk with a double click; `gallery` is the page it belongs to."""
    return render_document(answer.title, [back_link(gallery), *_whole(answer, "h1", IdMaker("p"))])


def render_fragment(answer: Answer) -> str:
    """The answer inside somebody else's page; its ids are made from what it says."""
    body = "\n".join(_whole(answer, "h3", _own_ids(answer)))
    return f'<div class="analyzer">\n<style>{_tokens()}{_css()}</style>\n{body}\n</div>'


def render_inner(answer: Answer) -> str:
    """The answer for a page of ours, which has the styles already."""
    return "\n".join(_whole(answer, "h2", _own_ids(answer)))


def _own_ids(answer: Answer) -> IdMaker:
    told = hashlib.sha256(repr((answer.title, answer.command, answer.blocks)).encode())
    return IdMaker(f"a{told.hexdigest()[:10]}-")


def _whole(answer: Answer, level: str, ids: IdMaker) -> list[str]:
    """Question, answer, what proves it; what it rests on is said once, at the foot."""
    told = wording.answer_in_words(answer, tips=True)
    blocks = [
        replace(block, notes=()) if isinstance(block, Figure) else block
        for block in told.blocks
        if not (isinstance(block, Paragraph) and block.voice == "note")
    ]
    notes = [render_paragraph(part) for part in told.paragraphs("note")]
    parts = [*_heading(told, level), *(render_block(part, ids) for part in blocks)]
    return [*parts, _foot(answer, notes)]


def back_link(gallery: str) -> str:
    """The way to the page of all games, if there is one."""
    return f'<p class="back"><a href="{escape_html(gallery)}">All games</a></p>' if gallery else ""


def question_line(*parts: str) -> str:
    """What was asked, and about which game, small above the answer."""
    text = " · ".join(escape_html(part) for part in parts if part)
    return f'<p class="ask">{text}</p>' if text else ""


def style_sheet() -> str:
    """The styles of every page, without the fonts."""
    return _tokens() + _css()


def render_document(title: str, parts: list[str]) -> str:
    """A whole page around its parts."""
    script = _file("page.js")
    code = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = (
        "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:; "
        f"script-src 'sha256-{code}'; base-uri 'none'; form-action 'none'"
    )
    body, styles = _share_styles("\n".join(part for part in parts if part))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape_html(title)}</title>\n"
        f"<style>{pictures.font_faces()}{_tokens()}{_css()}{styles}</style>\n</head>\n"
        f'<body class="analyzer">\n<main>\n{body}\n</main>\n<script>{script}</script>\n'
        "</body>\n</html>\n"
    )


def _share_styles(body: str) -> tuple[str, str]:
    """The body with a class for every style that is said more than once, and these classes: a
    third of a page with many charts."""
    many = Counter(_STYLE.findall(body))
    names = {
        style: f"k{place}"
        for place, style in enumerate(style for style, times in many.items() if times > 1)
    }
    shared = _STYLE.sub(
        lambda found: f' class="{names[found[1]]}"' if found[1] in names else found[0], body
    )
    return shared, "".join(f".analyzer svg .{name}{{{style}}}" for style, name in names.items())


@cache
def _file(name: str) -> str:
    return (HERE / name).read_text("utf-8")


def _css() -> str:
    return _file("page.css")


@cache
def _tokens() -> str:
    """The colours by token: light, dark, and light again on paper."""
    light, dark = (
        "".join(f"--{token}:{colour};" for token, colour in theme.items())
        for theme in (_style.LIGHT, _style.DARK)
    )
    return (
        f".analyzer{{{light}}}"
        f"@media screen and (prefers-color-scheme:dark){{.analyzer{{{dark}}}}}"
        f'[data-jp-theme-light="false"] .analyzer{{{dark}}}'
        f"@media print{{.analyzer{{{light}}}}}"
    )


def escape_html(text: str) -> str:
    """Words of a user or an answer, harmless in a page; a phrase of a rule keeps its code."""
    plain, *tipped = wording.split_tips(text)
    told = escape(strip_controls(plain))
    for code, phrase, rest in zip(*(tipped[place::3] for place in range(3)), strict=True):
        code, phrase, rest = (escape(strip_controls(part)) for part in (code, phrase, rest))
        told += f'<span class="rule" title="{code}">{phrase}</span>{rest}'
    return told


def _heading(answer: Answer, level: str) -> list[str]:
    what = [escape_html(part) for part in answer.heading]
    if answer.changed:
        what.append(f"with {escape_html(answer.changed)}")
    if answer.interrupted:
        what.append("stopped early")
    return [
        question_line(answer.about, answer.asked),
        f"<{level}>{mark_verdict(answer.title, _decided(answer))}</{level}>",
        f'<p class="what">{" · ".join(what)}</p>',
    ]


def _decided(answer: Answer) -> Finding | None:
    return next((finding for finding in answer.findings if finding.verdict), None)


def mark_verdict(text: str, finding: Finding | None) -> str:
    """The text with the verdict's word in its colour."""
    verdict = finding.verdict if finding else ""
    if not verdict:
        return escape_html(text)
    word = re.compile(rf"\b{verdict}\b", re.IGNORECASE)
    tone = _VERDICTS.get(verdict, "strong")
    return word.sub(lambda m: f'<em class="verdict {tone}">{m[0]}</em>', escape_html(text), count=1)


def _foot(answer: Answer, notes: list[str]) -> str:
    took = ""
    if answer.seconds > 0:
        speed = f" · {format_rate(answer.rate)}" if answer.games else ""
        took = f'<p class="took">{format_duration(answer.seconds)}{speed}</p>'
    again = render_command("Make it again: ", strip_controls(answer.command))
    return "\n".join(["<footer>", *notes, again, took, "</footer>"])


def render_block(part: Block, ids: IdMaker) -> str:
    """Any block of an answer."""
    match part:
        case Table():
            return render_table(part)
        case Paragraph():
            return render_paragraph(part)
        case Command():
            return render_command(*command_parts(part))
        case Figure():
            return render_chart(part, ids)
    raise TypeError(f"a page knows no block {type(part).__name__}")


def render_paragraph(part: Paragraph) -> str:
    text, strong = escape_html(part.text), escape_html(part.strong)
    if strong and text.startswith(strong):
        text = f'<em class="verdict strong {part.tone}">{strong}</em>{text[len(strong) :]}'
    return f'<p class="{part.voice}">{text}</p>'


def render_command(label: str, line: str) -> str:
    """The words before it, and the command."""
    # A long line scrolls, so the keyboard must reach it.
    return f'<p class="command">{escape(label)}<code tabindex="0">{escape(line)}</code></p>'


def render_chart(figure: Figure, ids: IdMaker, level: str = "h2") -> str:
    """The drawing with its texts as words of the page; without a level, no title."""
    drawings = [pictures.render_inline(figure, f"{ids.new()}-", narrow) for narrow in (False, True)]
    title = f"<{level}>{escape_html(figure.title)}</{level}>\n" if level else ""
    return (
        f"<figure>\n{title}"
        f'<p class="sub">{escape_html(figure.subtitle)}</p>\n'
        f'<div class="draw">{"".join(drawings)}</div>\n'
        f"<figcaption>{_captions(figure)}</figcaption>\n</figure>"
    )


def _captions(figure: Figure) -> str:
    """From what it is drawn, and what that rests on."""
    return "".join(
        f'<p class="cap">{escape_html(text)}</p>'
        for text in (charts.caption(figure), *figure.notes)
    )


# --- tables ------------------------------------------------------------------------------------


def render_table(part: Table) -> str:
    """A table that can be sorted, with small drawings in its cells."""
    title = f"<caption>{escape_html(part.title)}</caption>" if part.title else ""
    heads = "".join(_head(column) for column in part.columns)
    rows = "\n".join(
        "<tr>" + "".join(map(_cell, part.columns, row, [_scale(part)] * len(row))) + "</tr>"
        for row in part.rows
    )
    note = f'<p class="note">{escape_html(part.note)}</p>' if part.note else ""
    return (
        f'<div class="wide"><table>{title}\n<thead><tr>{heads}</tr></thead>\n'
        f"<tbody>\n{rows}\n</tbody></table></div>{note}"
    )


def _head(column: Column) -> str:
    kind = _kind(column)
    if column.kind in ("bar", "range"):
        head = f'<span class="muted">{escape_html(column.head)}</span>'
        return f'<th class="{kind}" scope="col">{head}</th>'
    helped = f' title="{escape_html(column.help)}"' if column.help else ""
    if not column.head:  # a button without a name says nothing to who cannot see it
        return f'<th class="{kind}"{helped}></th>'
    return (
        f'<th class="{kind}" scope="col" aria-sort="none"{helped}>'
        f'<button type="button">{escape_html(column.head)}</button></th>'
    )


def _kind(column: Column) -> str:
    return f"{column.kind} wrap" if column.wrap else column.kind


def _scale(part: Table) -> dict[str, float]:
    """The largest value of each column of bars."""
    found = {}
    for place, column in enumerate(part.columns):
        values = [_number(row[place]) for row in part.rows] if column.kind == "bar" else []
        found[column.name] = max([value for value in values if value is not None], default=0.0)
    return found


def _number(cell: Value) -> float | None:
    return float(cell.value) if isinstance(cell.value, int | float) else None


def _cell(column: Column, cell: Value, scale: dict[str, float]) -> str:
    if column.kind == "bar":
        return f'<td class="bar">{_bar(cell, scale[column.name])}</td>'
    if column.kind == "range":
        return f'<td class="range">{_range(cell, column.axis)}</td>'
    value = _number(cell)
    sort = f' data-sort="{value!r}"' if value is not None else ""
    tone = f' class="{cell.tone}"' if cell.tone else ""
    text = f"<span{tone}>{escape_html(cell.text)}</span>" if tone else escape_html(cell.text)
    code = cell.value if isinstance(cell.value, str) and "=" in cell.value else ""
    tip = f' title="{escape_html(code)}"' if code and code != cell.text else ""
    return f'<td class="{_kind(column)}"{sort}{tip}>{text}</td>'


def _bar(cell: Value, most: float) -> str:
    value = _number(cell) or 0.0
    width = _MINI * max(0.0, value / most) if most > 0 else 0.0
    return _mini(f'<rect width="{width:.1f}" height="10" y="3" fill="var(--a_soft)"/>')


def _range(cell: Value, axis: Axis | None) -> str:
    """Interval and mark against the centre and the band."""
    if axis is None or axis.reach <= 0:
        return ""
    shapes = []
    if axis.band > 0:
        low, high = (_x(axis, axis.centre + side * axis.band) for side in (-1, 1))
        shapes.append(f'<rect x="{low:.1f}" width="{high - low:.1f}" height="16" '
                      'fill="var(--band)"/>')  # fmt: skip
    centre = _x(axis, axis.centre)
    shapes.append(f'<path d="M{centre:.1f} 0V16" stroke="var(--ink)"/>')
    value = _number(cell)
    if value is not None:
        token = cell.tone if cell.tone in ("within", "across", "outside") else "a"
        low = _x(axis, value if cell.low is None else cell.low)
        high = _x(axis, value if cell.high is None else cell.high)
        shapes.append(f'<path d="M{low:.1f} 8H{high:.1f}" stroke="var(--{token})" '
                      'stroke-width="2.4"/>')  # fmt: skip
        shapes.append(_shape(_x(axis, value), token))
    return _mini("".join(shapes))


def _shape(x: float, token: str) -> str:
    """Disc, ring or diamond: colour is never the only sign."""
    if token == "outside":
        return f'<path d="M{x - 4.5:.1f} 8l4.5-4.5 4.5 4.5-4.5 4.5z" fill="var(--outside)"/>'
    fill = "var(--paper)" if token == "across" else f"var(--{token})"
    edge = f'stroke="var(--{token})" stroke-width="1.6"'
    return f'<circle cx="{x:.1f}" cy="8" r="3.4" fill="{fill}" {edge}/>'


def _x(axis: Axis, value: float) -> float:
    away = max(-1.0, min(1.0, (value - axis.centre) / axis.reach))
    return _MINI / 2 + (_MINI / 2 - 4) * away


def _mini(shapes: str) -> str:
    return f'<svg class="mini" viewBox="0 0 {_MINI} 16" aria-hidden="true">{shapes}</svg>'
