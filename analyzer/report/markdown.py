"""An answer in Markdown: sentences, tables, commands, and pictures if they lie beside it."""

import re
from collections.abc import Mapping

from analyzer.answer import Answer, Block, Column, Figure, Paragraph, Table
from analyzer.report import charts
from analyzer.report._words import clean, label_and_command

Pictures = Mapping[str, str | tuple[str, str]]  # figure -> file, or files for light and dark

_SPECIAL = re.compile(r"[\\`*\[\]<>|~$&]|(?<![^\W_])_|_(?![^\W_])")
_AT_START = re.compile(r"^(\s*)((?:[-+]|=+|#+)(?=\s|$)|(?=-[-\s]*$)|\d+(?=[.)](?:\s|$)))")


def text(answer: Answer, pictures: Pictures | None = None) -> str:
    """The whole answer; `pictures` says which file shows which figure."""
    parts = [f"# {said(answer.title)}", _heading(answer)]
    parts += [block(part, pictures or {}) for part in answer.blocks]
    parts.append(command(f"Make it again: {answer.command}"))
    return parted(*parts) + "\n"


def parted(*parts: str) -> str:
    """Paragraphs with a blank line between."""
    return "\n\n".join(part for part in parts if part)


def said(words: str) -> str:
    """Words of a user or an answer, without meaning for Markdown."""
    return _AT_START.sub(_told, _escaped(words).strip())


def _escaped(words: str) -> str:
    return _SPECIAL.sub(lambda found: f"\\{found[0]}", clean(words))


def _bold(words: str) -> str:
    text = _escaped(words).strip()
    return f"**{text}**" if text else ""


def _told(found: re.Match[str]) -> str:
    """Escapes a beginning that would make a list, a heading or a rule; for a number, its dot."""
    return f"{found[2]}\\" if found[2].isdigit() else f"\\{found[2]}"


def _heading(answer: Answer) -> str:
    what = [said(part) for part in answer.heading]
    if answer.changed:
        what.append(f"with {said(answer.changed)}")
    if answer.interrupted:
        what.append("stopped early")
    return " · ".join(what)


def block(part: Block, pictures: Pictures) -> str:
    """Any block of an answer."""
    match part:
        case Table():
            return table(part)
        case Paragraph():
            return paragraph(part)
        case Figure():
            return figure(part, pictures.get(part.name))
    raise TypeError(f"Markdown knows no block {type(part).__name__}")


def paragraph(part: Paragraph) -> str:
    if part.voice == "command":
        return command(part.text)
    words, strong = clean(part.text), clean(part.strong)
    if part.voice == "warning":
        return f"**Note:** {said(words)}"
    if strong and words.startswith(strong):
        return f"{_bold(strong)}{_escaped(words[len(strong) :])}"
    return said(words)


def command(words: str) -> str:
    """The words before it, and the command in a box, unbroken."""
    label, line = label_and_command(clean(words))
    fence = "```"
    while fence in line:
        fence += "`"
    box = f"{fence}\n{line}\n{fence}"
    return parted(said(label), box)


def table(part: Table) -> str:
    """A table of the printed columns; columns that are drawn elsewhere show their numbers."""
    kept = [(place, column) for place, column in enumerate(part.columns) if _printed(column)]
    if not kept:
        return ""
    lines = [
        row([said(column.head or column.name) for _, column in kept]),
        row(["---:" if column.kind == "number" else "---" for _, column in kept]),
        *(row([said(cells[place].text) for place, _ in kept]) for cells in part.rows),
    ]
    return parted(_bold(part.title), "\n".join(lines), said(part.note))


def _printed(column: Column) -> bool:
    return column.kind not in ("bar", "range")


def row(cells: list[str]) -> str:
    """A line of a table."""
    return f"| {' | '.join(cells)} |"


def figure(part: Figure, files: str | tuple[str, str] | None) -> str:
    """Title, picture, caption; without a picture, the same in words."""
    alt = said(part.alt or part.title)
    if files is None:
        shown = f"{said(part.subtitle)}. {said(part.alt)}" if part.alt else said(part.subtitle)
    elif isinstance(files, str):
        shown = f"![{alt}]({files})"
    else:
        light, dark = files
        shown = (
            f'<picture><source media="(prefers-color-scheme: dark)" srcset="{dark}">'
            f'<img alt="{_attribute(part.alt or part.title)}" src="{light}"></picture>'
        )
    return parted(_bold(part.title), shown, said(charts.caption(part)), *map(said, part.notes))


def _attribute(words: str) -> str:
    from html import escape

    return escape(clean(words))
