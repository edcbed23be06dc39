"""The object of `--json` and `--out`: the envelope that every answer shares, and the way back.

FIELDS documents the envelope. A dot leads to a field inside a field, `[]` stands for each item of a
list, and `*` for a name that the answer chooses. An answer's own fields (`Answer.data`) stand
beside them at the top. JSON has no infinity: what is unbounded or unknown is null. Fields are
added, never renamed; if that must happen, SCHEMA rises.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from analyzer import __version__
from analyzer.answer import (
    Answer,
    Axis,
    Block,
    Column,
    Figure,
    Finding,
    Paragraph,
    Table,
    Value,
    Voice,
)
from analyzer.errors import UserError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from analyzer.plain import Json

SCHEMA = 2

FIELDS = {
    "schema": "version of this format",
    "analyzer": "version of the program",
    "kind": "the question or command",
    "command": "makes this answer again",
    "title": "the answer in one sentence",
    "findings": "the answers: estimate, interval, what is behind it, verdict",
    "findings[].key": "name of the finding in this answer",
    "findings[].question": "the question",
    "findings[].estimate": "the number",
    "findings[].low": "low end of its 95 % interval, null where unbounded",
    "findings[].high": "high end of its 95 % interval, null where unbounded",
    "findings[].n": "games behind it",
    "findings[].sentence": "the answer in words",
    "findings[].unit": "what the numbers count: share, points, hands",
    "findings[].verdict": "FAIR, UNFAIR or UNDECIDED; empty where only a number is asked",
    "findings[].more": "about how many more games would decide it, or null",
    "tables": "the tables, by name; each a list of rows",
    "tables.*": "rows; an interval of a column x is x_low and x_high",
    "figures": "the charts, as data",
    "figures[].name": "name of the chart in this answer",
    "figures[].kind": "how it is drawn",
    "figures[].title": "the answer",
    "figures[].subtitle": "what is drawn",
    "figures[].caption": "from what",
    "figures[].data": "what is drawn, as its kind wants it",
    "figures[].alt": "the same in words",
    "figures[].notes": "what it rests on, as at the foot of its picture",
    "paragraphs": "the sentences, by voice: answer, plain, note, warning, command",
    "paragraphs.*": "sentences",
    "provenance": "versions, rules, tables and machine",
    "notes": "what it rests on that is a reconstruction or a user's table, in sentences",
    "run": "how long it took",
    "run.seconds": "time by the clock",
    "run.core_seconds": "time in compiled code, summed over threads",
    "run.threads": "threads used",
    "run.games": "games played, over all cells",
    "run.games_per_second": "games by the clock",
    "interrupted": "whether the run was stopped",
    "document": "the answer as it is laid out, for `analyze show`",
    "document.heading": "what was played, in parts",
    "document.changed": "rules that differ from their default",
    "document.blocks": "tables, sentences and charts in their order, with the words of each number",
}
VOICES = get_args(Voice)


def text(answer: Answer) -> str:
    """The object as indented JSON, without a newline at its end."""
    return pretty(document(answer))


def pretty(value: object) -> str:
    """Plain data as indented JSON."""
    return json.dumps(plain(value), indent=2, ensure_ascii=False, allow_nan=False)


def plain(value: object) -> Any:
    """The value in JSON's own kinds; an unbounded end becomes null."""
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(name): plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, Path):
        return str(value)
    if hasattr(value, "tolist"):  # numpy's numbers and arrays
        return plain(value.tolist())
    raise TypeError(f"{type(value).__name__} has no place in JSON: {value!r}")


def document(answer: Answer) -> "Json":
    """The object, as FIELDS says, with the answer's own fields."""
    _refuse_twins(answer)
    found: Json = {
        "schema": SCHEMA,
        "analyzer": __version__,
        "kind": answer.kind,
        "command": answer.command,
        "title": answer.title,
        "findings": [_named(finding) for finding in answer.findings],
        **_own(answer),
        "tables": {table.name: table.records() for table in answer.tables()},
        "figures": [_named(figure) for figure in answer.figures()],
        "paragraphs": _paragraphs(answer),
        "provenance": answer.provenance,
        "notes": answer.notes,
        "run": _run(answer),
        "interrupted": answer.interrupted,
        "document": {
            "heading": answer.heading,
            "changed": answer.changed,
            "blocks": [_block(block) for block in answer.blocks],
        },
    }
    whole: Json = plain(found)
    return whole


def _refuse_twins(answer: Answer) -> None:
    for blocks in (answer.tables(), answer.figures()):
        names = [block.name for block in blocks]
        twins = sorted({name for name in names if names.count(name) > 1})
        if twins:
            raise ValueError(f"{answer.kind}: two tables or figures are called {', '.join(twins)}")


def _own(answer: Answer) -> "Json":
    clash = sorted(_envelope() & set(answer.data))
    if clash:
        raise ValueError(f"{answer.kind}: the envelope has fields of that name: {clash}")
    return answer.data


def _envelope() -> set[str]:
    return {name for name in FIELDS if "." not in name and "[" not in name}


def _paragraphs(answer: Answer) -> dict[str, list[str]]:
    said = {voice: [part.text for part in answer.paragraphs(voice)] for voice in VOICES}
    return {voice: texts for voice, texts in said.items() if texts}


def _run(answer: Answer) -> dict[str, float | int]:
    return {
        "seconds": answer.seconds,
        "core_seconds": answer.core_seconds,
        "threads": answer.threads,
        "games": answer.games,
        "games_per_second": answer.rate,
    }


def _block(block: Block) -> "Json":
    match block:
        case Paragraph():
            return {"block": "paragraph", **_named(block)}
        case Figure():  # its data stands under `figures`
            return {"block": "figure", "name": block.name}
        case Table():
            columns = [
                {**_named(column), "axis": _named(column.axis) if column.axis else None}
                for column in block.columns
            ]
            rows = [[_named(cell) for cell in row] for row in block.rows]
            return {"block": "table", **_named(block), "columns": columns, "rows": rows}
    raise TypeError(f"JSON knows no block {type(block).__name__}")


def _named(item: "DataclassInstance") -> "Json":
    """The fields of a dataclass, one level deep; those at their default are left out."""
    return {
        field.name: getattr(item, field.name)
        for field in fields(item)
        if isinstance(item, Finding | Figure) or getattr(item, field.name) != field.default
    }


# --- the way back ------------------------------------------------------------------------------


def read(found: str) -> Answer:
    """The answer that `text` wrote; UserError if it is not one of ours."""
    try:
        told = json.loads(found)
    except ValueError as error:
        raise UserError(f"An answer must be JSON as --json prints it; {error}.") from error
    return from_document(told)


def from_document(told: object) -> Answer:
    """The answer of an object that `document` made."""
    whole = _checked(told)
    try:
        return _answer(whole)
    except (KeyError, TypeError, AttributeError) as error:
        raise UserError(
            f"An answer must be whole as --json printed it; this one misses or breaks {error}."
        ) from error


def _checked(told: object) -> "Json":
    if not isinstance(told, dict) or not isinstance(told.get("schema"), int):
        raise UserError("An answer must be an object with a field 'schema', as --json prints it.")
    if told["schema"] > SCHEMA:
        raise UserError(
            f"This answer has schema {told['schema']}, made by analyzer {told.get('analyzer')}; "
            f"this program reads up to {SCHEMA}. Use the newer program."
        )
    if told["schema"] < SCHEMA:
        raise UserError(
            f"This answer has schema {told['schema']}, which held no layout; this program reads "
            f"{SCHEMA}. Make it again: {told.get('command')}"
        )
    return told


def _answer(told: "Json") -> Answer:
    figures = {figure["name"]: _figure(figure) for figure in told["figures"]}
    layout, run = told["document"], told["run"]
    return Answer(
        kind=told["kind"],
        title=told["title"],
        heading=tuple(layout["heading"]),
        findings=tuple(read_finding(finding) for finding in told["findings"]),
        blocks=tuple(_read_block(block, figures) for block in layout["blocks"]),
        data={name: value for name, value in told.items() if name not in _envelope()},
        command=told["command"],
        provenance=told["provenance"],
        notes=tuple(told["notes"]),
        changed=layout["changed"],
        seconds=run["seconds"],
        core_seconds=run["core_seconds"],
        threads=run["threads"],
        games=run["games"],
        interrupted=told["interrupted"],
    )


def read_finding(told: "Json") -> Finding:
    """A finding; null is an unbounded end again."""
    ends = {"estimate": math.nan, "low": -math.inf, "high": math.inf}
    missing = {name: end for name, end in ends.items() if told[name] is None}
    return Finding(**{**told, **missing})


def _read_block(told: "Json", figures: Mapping[str, Figure]) -> Block:
    parts = {name: value for name, value in told.items() if name != "block"}
    match told["block"]:
        case "paragraph":
            return Paragraph(**parts)
        case "figure":
            return figures[parts["name"]]
        case "table":
            parts["columns"] = tuple(_column(column) for column in parts["columns"])
            parts["rows"] = tuple(tuple(_value(cell) for cell in row) for row in parts["rows"])
            return Table(**parts)
    raise KeyError(told["block"])


def _figure(told: "Json") -> Figure:
    return Figure(**{**told, "notes": tuple(told["notes"])})


def _value(told: "Json") -> Value:
    return Value(**told)


def _column(told: "Json") -> Column:
    axis = told.get("axis")
    if axis is None:
        return Column(**told)
    marks = tuple((value, label) for value, label in axis.get("marks", ()))
    return Column(**{**told, "axis": Axis(**{**axis, "marks": marks})})
