"""Rules in words: a page says "the last player stops" where a terminal says "solo_tail=stop".

An answer carries the phrase of every rule that it names. In a sentence a phrase stands in quotation
marks; alone in a cell, or as the name of a row, it stands as it is. The code stays at hand: where
the pointer rests, and in every command.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from analyzer.answer.blocks import Answer, Block, Command, Figure, Finding, Paragraph, Table, Value

if TYPE_CHECKING:
    from analyzer.answer.figures import ChartData

# Letters without meaning around a code and its phrase, until a page makes a tip of them.
BEGIN, THEN, END = "\ue001", "\ue002", "\ue003"
_TIPPED = re.compile(f"{BEGIN}([^{END}]*?){THEN}([^{END}]*?){END}")


def answer_in_words(answer: Answer, tips: bool = False) -> Answer:
    """The answer with phrases for codes; `tips` keeps the codes of sentences for `split_tips`."""
    words = answer.words
    if not words:
        return answer
    return replace(
        answer,
        title=put_in_words(answer.title, words),
        changed=put_in_words(answer.changed, words),
        findings=tuple(_finding(found, words) for found in answer.findings),
        blocks=tuple(_block(block, words, tips) for block in answer.blocks),
    )


def put_in_words(text: str, words: Mapping[str, str], tips: bool = False) -> str:
    """A sentence with phrases for its codes."""
    if "=" not in text or not words:
        return text
    if text in words:
        return words[text] if not tips else _tipped(text, words[text])
    return _pattern(words).sub(lambda found: _quoted(found[0], words, tips), text)


def _pattern(words: Mapping[str, str]) -> re.Pattern[str]:
    codes = sorted((code for code in words if "=" in code), key=len, reverse=True)
    return re.compile(rf"(?<!--rule )(?<!--vs )(?<![\w=])(?:{'|'.join(map(re.escape, codes))})"
                      r"(?![\w=])")  # fmt: skip


def _quoted(code: str, words: Mapping[str, str], tips: bool) -> str:
    phrase = f"“{words[code]}”"
    return _tipped(code, phrase) if tips else phrase


def _tipped(code: str, phrase: str) -> str:
    return f"{BEGIN}{code}{THEN}{phrase}{END}"


def split_tips(text: str) -> list[str]:
    """Plain text, code, phrase, plain text, code, phrase, ... plain text."""
    return _TIPPED.split(text)


def without_tips(text: str) -> str:
    """The text as it is read."""
    return _TIPPED.sub(r"\2", text)


def _finding(found: Finding, words: Mapping[str, str]) -> Finding:
    return replace(found, sentence=put_in_words(found.sentence, words))


def _block(block: Block, words: Mapping[str, str], tips: bool) -> Block:
    match block:
        case Paragraph():
            return replace(block, text=put_in_words(block.text, words, tips))
        case Table():
            columns = tuple(
                replace(column, head=words.get(column.head, column.head))
                for column in block.columns
            )
            rows = tuple(tuple(_cell(cell, words) for cell in row) for row in block.rows)
            title, note = put_in_words(block.title, words), put_in_words(block.note, words)
            return replace(block, columns=columns, rows=rows, title=title, note=note)
        case Command():
            return replace(block, label=put_in_words(block.label, words))
        case Figure():
            return figure_in_words(block, words)
    return block


def _cell(cell: Value, words: Mapping[str, str]) -> Value:
    """A cell that is a code becomes its phrase; what lies behind it stays."""
    told = put_in_words(cell.text, words)
    if told == cell.text:
        return cell
    return replace(cell, text=told, value=cell.text if cell.value is None else cell.value)


def figure_in_words(figure: Figure, words: Mapping[str, str]) -> Figure:
    """A chart with phrases as the names of its rows; a mark that is pointed at tells the code."""
    if not words:
        return figure
    return replace(
        figure,
        title=put_in_words(figure.title, words),
        subtitle=_names_in(figure.subtitle, words),
        caption=put_in_words(figure.caption, words),
        alt=put_in_words(figure.alt, words),
        data=_chart_data(figure, words),
    )


def _chart_data(figure: Figure, words: Mapping[str, str]) -> "ChartData":
    """The data with a title for the rule over whose values something is drawn."""
    found = dict(cast("dict[str, object]", _data(figure.data, words)))
    if figure.kind == "sweep":
        found["axis"] = words.get(str(found.get("axis")), found.get("axis"))
    for side in "xy" if figure.kind == "grid" else "":
        shown = dict(cast("dict[str, object]", found[side]))
        found[side] = shown | {"label": words.get(str(shown["label"]), shown["label"])}
    return cast("ChartData", found)


def picture_of(answer: Answer, figure: Figure) -> Figure:
    """A chart as it travels alone: rules in words, and the title names the game."""
    found = figure_in_words(figure, answer.words)
    if not answer.about or names_game(found.title, answer.about):
        return found
    return replace(found, title=f"{answer.about}: {found.title}")


def names_game(text: str, about: str) -> bool:
    """Whether a sentence says which game it is about."""
    game = about.partition(" with ")[0]
    return game.casefold() in text.casefold()


def _names_in(text: str, words: Mapping[str, str]) -> str:
    """A subtitle names the rule of an axis: "By target, ..."."""
    found = put_in_words(text, words)
    for name in (one for one in words if "=" not in one):
        found = re.sub(rf"\b([Bb]y|and) {name}\b", rf"\1 “{words[name]}”", found)
    return found


def _data(value: object, words: Mapping[str, str]) -> object:
    if isinstance(value, str):
        return put_in_words(value, words)
    if isinstance(value, list | tuple):
        return [_data(item, words) for item in value]
    if isinstance(value, Mapping):
        found = {name: _data(item, words) for name, item in value.items()}
        if "=" in str(value.get("label", "")) and found["label"] != value["label"]:
            found["tip"] = ", ".join(str(tip) for tip in (found.get("tip"), value["label"]) if tip)
        return found
    return value
