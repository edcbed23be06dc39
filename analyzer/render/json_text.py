"""The object of `--json` and `--out`: the envelope that every answer shares, and the way back.

`Envelope` documents its fields. A dot leads to a field inside a field, `[]` stands for each item of
a list, and `*` for a name that the answer chooses. The fields of an answer's results
(`Answer.data`) stand beside them at the top. JSON has no infinity: what is unbounded or unknown is
null. Fields are added, never renamed; if that must happen, SCHEMA rises.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_args

from analyzer import __version__
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
    Voice,
)
from analyzer.answer.results import describe_fields, to_json
from analyzer.errors import UserError
from analyzer.render.text import command_parts
from analyzer.stats import claims

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from analyzer.system.json_types import Json

SCHEMA = 3


@dataclass(frozen=True)
class RunFields:
    """How long an answer took, in JSON."""

    seconds: Annotated[float, "time by the clock"]
    core_seconds: Annotated[float, "time in compiled code, summed over threads"]
    threads: Annotated[int, "threads used"]
    mode: Annotated[
        str, "how a game file was played, compiled or interpreted; empty for other games"
    ]
    games: Annotated[int, "games played, over all cells"]
    games_per_second: Annotated[float, "games by the clock"]


@dataclass(frozen=True)
class DocumentFields:
    """How an answer is laid out, in JSON."""

    heading: Annotated[tuple[str, ...], "what was played, in parts"]
    changed: Annotated[str, "rules that differ from their default"]
    blocks: Annotated[
        list[object], "tables, sentences and charts in their order, with the words of each number"
    ]
    words: Annotated[
        Mapping[str, str], "phrases for pages, by the rule or the value of a rule that they tell"
    ]
    about: Annotated[str, "the game, and with how many players"]
    asked: Annotated[str, "the question in words"]


@dataclass(frozen=True)
class Envelope:
    """What the JSON of every answer has beside the fields of its results."""

    schema: Annotated[int, "version of this format"]
    analyzer: Annotated[str, "version of the program"]
    kind: Annotated[str, "the question or command"]
    command: Annotated[str, "makes this answer again"]
    request: Annotated[object, "what was asked, as data; empty if no single request made it"]
    title: Annotated[str, "the answer in one sentence"]
    findings: Annotated[
        tuple[Finding, ...], "the answers: estimate, interval, what is behind it, verdict"
    ]
    tables: Annotated[
        Mapping[str, Annotated[object, "rows; an interval of a column x is x_low and x_high"]],
        "the tables, by name; each a list of rows",
    ]
    figures: Annotated[tuple[Figure, ...], "the charts, as data"]
    paragraphs: Annotated[
        Mapping[str, Annotated[object, "sentences"]],
        "the sentences, by voice: answer, plain, note, warning, command",
    ]
    provenance: Annotated[Mapping[str, object], "versions, rules, tables and machine"]
    notes: Annotated[
        tuple[str, ...],
        "what it rests on that is a reconstruction or a user's table, in sentences",
    ]
    run: Annotated[RunFields, "how long it took"]
    interrupted: Annotated[bool, "whether the run was stopped"]
    document: Annotated[DocumentFields, "the answer as it is laid out, for `analyze show`"]


ENVELOPE = {field.name for field in fields(Envelope)}


def envelope_lines() -> dict[str, str]:
    """What each field of the envelope means; those of a claim stand under its finding."""
    claim = describe_fields(claims.ClaimFields)
    lines = {f"findings[].claim.{path}": text for path, text in claim.items()}
    return describe_fields(Envelope) | lines


def to_json_text(answer: Answer) -> str:
    """The object as indented JSON, without a newline at its end."""
    return format_json(to_document(answer))


def format_json(value: object) -> str:
    """Plain data as indented JSON."""
    return json.dumps(plain_value(value), indent=2, ensure_ascii=False, allow_nan=False)


def plain_value(value: object) -> Any:
    """The value in JSON's own kinds; an unbounded end becomes null."""
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(name): plain_value(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain_value(item) for item in value]
    if isinstance(value, Path):
        return str(value)
    if hasattr(value, "tolist"):  # numpy's numbers and arrays
        return plain_value(value.tolist())
    raise TypeError(f"{type(value).__name__} has no place in JSON: {value!r}")


def to_document(answer: Answer) -> "Json":
    """The object: the envelope, and the fields of the answer's results."""
    _refuse_twins(answer)
    envelope = Envelope(
        schema=SCHEMA,
        analyzer=__version__,
        kind=answer.kind,
        command=answer.command,
        request=answer.request,
        title=answer.title,
        findings=answer.findings,
        tables={table.name: table.records() for table in answer.tables()},
        figures=tuple(answer.figures()),
        paragraphs=_paragraphs(answer),
        provenance=answer.provenance,
        notes=answer.notes,
        run=_run(answer),
        interrupted=answer.interrupted,
        document=DocumentFields(
            answer.heading,
            answer.changed,
            [_block(block) for block in answer.blocks],
            answer.words,
            answer.about,
            answer.asked,
        ),
    )
    told: Json = plain_value(to_json(envelope))
    first = ("schema", "analyzer", "kind", "command", "request", "title", "findings")
    return {
        **{name: told[name] for name in first},
        **plain_value(_own(answer)),
        **told,
    }


def _refuse_twins(answer: Answer) -> None:
    for blocks in (answer.tables(), answer.figures()):
        names = [block.name for block in blocks]
        twins = sorted({name for name in names if names.count(name) > 1})
        if twins:
            raise ValueError(f"{answer.kind}: two tables or figures are called {', '.join(twins)}")


def _own(answer: Answer) -> "Json":
    clash = sorted(ENVELOPE & answer.data.keys())
    if clash:
        raise ValueError(f"{answer.kind}: the envelope has fields of that name: {clash}")
    return answer.data


def _paragraphs(answer: Answer) -> dict[str, list[str]]:
    said = {voice: [part.text for part in answer.paragraphs(voice)] for voice in get_args(Voice)}
    said["command"] = ["".join(command_parts(block)) for block in answer.commands()]
    return {voice: texts for voice, texts in said.items() if texts}


def _run(answer: Answer) -> RunFields:
    return RunFields(
        seconds=answer.seconds,
        core_seconds=answer.core_seconds,
        threads=answer.threads,
        mode=answer.mode,
        games=answer.games,
        games_per_second=answer.rate,
    )


def _block(block: Block) -> "Json":
    match block:
        case Paragraph():
            return {"block": "paragraph", **_named(block)}
        case Command():
            return {"block": "command", **_named(block)}
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


def from_json_text(found: str) -> Answer:
    """The answer that `to_json_text` wrote; UserError if it is not one of ours."""
    try:
        told = json.loads(found)
    except ValueError as error:
        raise UserError(f"An answer must be JSON as --json prints it; {error}.") from error
    return from_document(told)


def from_document(told: object) -> Answer:
    """The answer of an object that `to_document` made."""
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
            f"This answer has schema {told['schema']}, which knew no claims; this program reads "
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
        results=({name: value for name, value in told.items() if name not in ENVELOPE},),
        command=told["command"],
        provenance=told["provenance"],
        notes=tuple(told["notes"]),
        changed=layout["changed"],
        words=layout.get("words", {}),
        about=layout.get("about", ""),
        asked=layout.get("asked", ""),
        seconds=run["seconds"],
        core_seconds=run["core_seconds"],
        threads=run["threads"],
        mode=run["mode"],
        games=run["games"],
        interrupted=told["interrupted"],
        request=told["request"],
    )


def read_finding(told: "Json") -> Finding:
    """A finding; null is an unbounded end again."""
    ends = {"estimate": math.nan, "low": -math.inf, "high": math.inf}
    missing = {name: end for name, end in ends.items() if told[name] is None}
    claim = claims.from_json(told["claim"]) if told["claim"] else None
    return Finding(**{**told, **missing, "claim": claim})


def _read_block(told: "Json", figures: Mapping[str, Figure]) -> Block:
    parts = {name: value for name, value in told.items() if name != "block"}
    match told["block"]:
        case "paragraph":
            return Paragraph(**parts)
        case "command":
            return Command(parts["label"], tuple(parts["argv"]))
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
