"""The screen: heading, tables with drawings in text, sentences, commands.

Every block of an answer passes through here. A figure has no lines of its own: what it draws
stands in the tables, and `--plot` makes the picture.
"""

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import cast

from rich.console import Console
from rich.text import Text

from analyzer.answer.blocks import Answer, Block, Command, Figure, Paragraph, Table
from analyzer.render import screen_table
from analyzer.render.text import (
    COMMAND_AT_END,
    GLUE,
    command_parts,
    format_duration,
    format_rate,
    glue_numbers,
    strip_controls,
)

WIDE = 100  # columns in a pipe
WIDEST = 200  # longer lines are hard to read
_MARKS = str.maketrans(
    {**dict.fromkeys("█▉▊▋▌", "#"), **dict.fromkeys("▍▎▏", " "), "│": "|", "┊": ":", "━": "-",
     "●": "o", "◂": "<", "▸": ">"}
)  # fmt: skip
_LETTERS = str.maketrans(
    {"·": "-", "–": "-", "—": "-", "−": "-", "±": "+/-", "×": "x", "…": "...", "’": "'",
     "“": '"', "”": '"', "→": "->", "≥": ">=", "≤": "<=", "½": "1/2", "\xa0": " "}
)  # fmt: skip
_RULER = Console(width=WIDE)  # rich wants one to measure text; nothing is printed on it


def print_answer(answer: Answer, console: Console) -> None:
    """Print the whole answer."""
    _print(answer, console, answer_lines)


def print_brief(answer: Answer, console: Console) -> None:
    """Print the verdict alone, and what to mind about it."""
    _print(answer, console, brief_lines)


def _print(answer: Answer, console: Console, made: Callable[[Answer, int], list[Text]]) -> None:
    width = min(console.width, WIDEST) if console.is_terminal else WIDE
    told = answer if _has_unicode(console) else cast("Answer", _in_ascii(answer))
    for line in made(told, width):
        print_line(line, console)


def print_line(line: Text, console: Console) -> None:
    """Print one line, in plain letters where the terminal has no others."""
    if not _has_unicode(console):
        plain = line.plain.translate(_MARKS).translate(_LETTERS)
        line = line.copy()
        line.plain = plain.encode("ascii", "replace").decode()
    console.print(line, soft_wrap=True, highlight=False)


def answer_lines(answer: Answer, width: int = WIDE) -> list[Text]:
    """The answer, line by line."""
    found = [*_header(answer, width), Text()]
    if not answer.paragraphs("answer"):
        found += [*_sentence(Paragraph(answer.title, "answer"), width), Text()]
    for block in answer.blocks:
        made = _block(block, width)
        if isinstance(block, Table) and made:
            made = [*([Text()] if found[-1].plain else []), *made, Text()]
        found += made
    while found and not found[-1].plain:
        found.pop()
    return found


def brief_lines(answer: Answer, _: int = WIDE) -> list[Text]:
    """The sentences that carry the verdict, what it rests on, and the warnings, one line each:
    never broken."""
    told = answer.paragraphs("answer") or [Paragraph(answer.title, "answer")]
    told = [*told, *answer.paragraphs("note"), *answer.paragraphs("warning")]
    return [_words(paragraph) for paragraph in told]


def _block(block: Block, width: int) -> list[Text]:
    match block:
        case Table():
            return screen_table.table_lines(block, width)
        case Command():
            return [_command(block)]
        case Paragraph():
            return _sentence(block, width)
        case Figure():
            return []
    raise TypeError(f"the screen knows no block {type(block).__name__}")


# --- the heading -------------------------------------------------------------------------------


def _header(answer: Answer, width: int) -> list[Text]:
    found = _parts([strip_controls(part) for part in answer.heading], width)
    took = _took(answer)
    gap = width - found[-1].cell_len - took.cell_len if found else -1
    if took and len(found) == 1 and gap >= 3:
        found[0] = Text.assemble(found[0], " " * gap, took)
    elif took:
        found.append(took)
    if answer.changed:
        changed = Text(f"with {strip_controls(answer.changed)}")
        found += _hanging(changed, width, first=0, further=5)
    return found


def _took(answer: Answer) -> Text:
    if answer.seconds <= 0:
        return Text()
    parts = [format_duration(answer.seconds), *([format_rate(answer.rate)] if answer.games else [])]
    parts += [answer.mode] if answer.mode else []
    return Text(" · ".join(parts), style="dim")


def _parts(parts: list[str], width: int) -> list[Text]:
    """The parts with dots between, broken at the dots; the first is bold."""
    rows: list[Text] = []
    for number, part in enumerate(parts):
        text = Text(part, style="bold" if not number else "")
        if rows and rows[-1].cell_len + 3 + text.cell_len <= width:
            rows[-1] = Text.assemble(rows[-1], " · ", text)
        else:
            rows += _hanging(text, width, first=2 if number else 0, further=4)
    return rows


# --- sentences ---------------------------------------------------------------------------------


def _sentence(paragraph: Paragraph, width: int) -> list[Text]:
    """A paragraph indented by one, its further lines by three; a command at its end stays whole."""
    words = _words(paragraph)
    command = COMMAND_AT_END.search(words.plain)
    if not command or words.cell_len <= width - 4:
        return _hanging(words, width - 1, first=1, further=3)
    rows = _hanging(words[: command.start() - 1], width - 1, first=1, further=3)
    return [*rows, Text("   ") + words[command.start() :]]


def _words(paragraph: Paragraph) -> Text:
    text, strong = strip_controls(paragraph.text), strip_controls(paragraph.strong)
    if paragraph.voice == "warning":
        return Text.assemble(("Note: ", "yellow"), text)
    if strong and text.startswith(strong):
        style = f"bold {screen_table.STYLES[paragraph.tone]}".strip()
        return Text.assemble((strong, style), text.removeprefix(strong))
    return Text(text)


def _command(block: Command) -> Text:
    """Never broken: a command must survive copy and paste."""
    label, line = command_parts(block)
    return Text.assemble(f" {label}", (line, "cyan"))


def _hanging(text: Text, width: int, first: int, further: int) -> list[Text]:
    """The text in lines of at most `width`, the first indented less than the others."""
    glued = text.copy()
    glued.plain = glue_numbers(text.plain)
    found = list(glued.wrap(_RULER, max(8, width - further)))
    for part in found:
        part.rstrip()
        part.plain = part.plain.replace(GLUE, " ")
    return [Text(" " * (further if number else first)) + part for number, part in enumerate(found)]


# --- terminals without unicode -----------------------------------------------------------------


def _has_unicode(console: Console) -> bool:
    return console.encoding.lower().startswith("utf")


def _in_ascii(value: object) -> object:
    """A value with every text in plain letters, before widths are measured."""
    if isinstance(value, str):
        return value.translate(_LETTERS).encode("ascii", "replace").decode()
    if isinstance(value, tuple):
        return tuple(_in_ascii(item) for item in value)
    if is_dataclass(value) and not isinstance(value, type) and not isinstance(value, Figure):
        return replace(value, **{field.name: _in_ascii(getattr(value, field.name))
                                 for field in fields(value)})  # fmt: skip
    return value
