"""An answer in Markdown: sentences, tables, commands, and pictures if they lie beside it."""

import re
from collections.abc import Mapping

from analyzer.answer.blocks import Answer, Block, Column, Command, Figure, Paragraph, Table
from analyzer.render import charts
from analyzer.render.text import command_parts, strip_controls

Pictures = Mapping[str, str | tuple[str, str]]  # figure -> file, or files for light and dark

_SPECIAL = re.compile(r"[\\`*\[\]<>|~$&]|(?<![^\W_])_|_(?![^\W_])")
_AT_START = re.compile(r"^(\s*)((?:[-+]|=+|#+)(?=\s|$)|(?=-[-\s]*$)|\d+(?=[.)](?:\s|$)))")


def render_answer(answer: Answer, pictures: Pictures | None = None) -> str:
    """The whole answer; `pictures` says which file shows which figure."""
    parts = [f"# {escape_markdown(answer.title)}", _heading(answer)]
    parts += [render_block(part, pictures or {}) for part in answer.blocks]
    parts.append(render_command("Make it again: ", strip_controls(answer.command)))
    return join_paragraphs(*parts) + "\n"


def join_paragraphs(*parts: str) -> str:
    """Paragraphs with a blank line between."""
    return "\n\n".join(part for part in parts if part)


def escape_markdown(words: str) -> str:
    """Words of a user or an answer, without meaning for Markdown."""
    return _AT_START.sub(_told, _escaped(words).strip())


def _escaped(words: str) -> str:
    return _SPECIAL.sub(lambda found: f"\\{found[0]}", strip_controls(words))


def _bold(words: str) -> str:
    text = _escaped(words).strip()
    return f"**{text}**" if text else ""


def _told(found: re.Match[str]) -> str:
    """Escapes a beginning that would make a list, a heading or a rule; for a number, its dot."""
    return f"{found[2]}\\" if found[2].isdigit() else f"\\{found[2]}"


def _heading(answer: Answer) -> str:
    what = [escape_markdown(part) for part in answer.heading]
    if answer.changed:
        what.append(f"with {escape_markdown(answer.changed)}")
    if answer.interrupted:
        what.append("stopped early")
    return " · ".join(what)


def render_block(part: Block, pictures: Pictures) -> str:
    """Any block of an answer."""
    match part:
        case Table():
            return render_table(part)
        case Paragraph():
            return render_paragraph(part)
        case Command():
            return render_command(*command_parts(part))
        case Figure():
            return render_figure(part, pictures.get(part.name))
    raise TypeError(f"Markdown knows no block {type(part).__name__}")


def render_paragraph(part: Paragraph) -> str:
    words, strong = strip_controls(part.text), strip_controls(part.strong)
    if part.voice == "warning":
        return f"**Note:** {escape_markdown(words)}"
    if strong and words.startswith(strong):
        return f"{_bold(strong)}{_escaped(words[len(strong) :])}"
    return escape_markdown(words)


def render_command(label: str, line: str) -> str:
    """The words before it, and the command in a box, unbroken."""
    fence = "```"
    while fence in line:
        fence += "`"
    box = f"{fence}\n{line}\n{fence}"
    return join_paragraphs(escape_markdown(label), box)


def render_table(part: Table) -> str:
    """A table of the printed columns; columns that are drawn elsewhere show their numbers."""
    kept = [(place, column) for place, column in enumerate(part.columns) if _printed(column)]
    if not kept:
        return ""
    lines = [
        render_row([escape_markdown(column.head) for _, column in kept]),
        render_row(["---:" if column.kind == "number" else "---" for _, column in kept]),
        *(
            render_row([escape_markdown(cells[place].text) for place, _ in kept])
            for cells in part.rows
        ),
    ]
    return join_paragraphs(_bold(part.title), "\n".join(lines), escape_markdown(part.note))


def _printed(column: Column) -> bool:
    return column.kind not in ("bar", "range")


def render_row(cells: list[str]) -> str:
    """A line of a table."""
    return f"| {' | '.join(cells)} |"


def render_figure(part: Figure, files: str | tuple[str, str] | None) -> str:
    """Title, picture, caption; without a picture, the same in words."""
    alt = escape_markdown(part.alt or part.title)
    if files is None:
        shown = (
            f"{escape_markdown(part.subtitle)}. {escape_markdown(part.alt)}"
            if part.alt
            else escape_markdown(part.subtitle)
        )
    elif isinstance(files, str):
        shown = f"![{alt}]({files})"
    else:
        light, dark = files
        shown = (
            f'<picture><source media="(prefers-color-scheme: dark)" srcset="{dark}">'
            f'<img alt="{_attribute(part.alt or part.title)}" src="{light}"></picture>'
        )
    return join_paragraphs(
        _bold(part.title),
        shown,
        escape_markdown(charts.caption(part)),
        *map(escape_markdown, part.notes),
    )


def _attribute(words: str) -> str:
    from html import escape

    return escape(strip_controls(words))
