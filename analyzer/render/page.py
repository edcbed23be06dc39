"""A report as plain data: a headline, four tiles, sections made of answers, and its JSON.

A page computes nothing. Every number on it comes from an answer, a tile or the headline, in the
words of whoever found it. page_html.py and page_markdown.py only lay it out, and show nothing that
is not in the JSON. `from_json_text` returns the page, for the gallery and for later.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Annotated, cast

from analyzer import __version__
from analyzer.answer.blocks import Answer, Figure, Finding, Paragraph, Tone
from analyzer.answer.results import to_json
from analyzer.errors import UserError
from analyzer.render import json_text, wording

if TYPE_CHECKING:
    from analyzer.answer.figures import Forest, Row
    from analyzer.system.json_types import Json

SCHEMA = 1
KIND = "report"


@dataclass(frozen=True)
class ReportFields:
    """A report in JSON."""

    schema: Annotated[int, "version of this format"]
    analyzer: Annotated[str, "version of the program"]
    kind: Annotated[str, "report"]
    name: Annotated[str, "name of the report's files"]
    game: Annotated[str, "name of the game"]
    title: Annotated[str, "the verdict as a headline"]
    lead: Annotated[str, "the largest number with its interval, in words"]
    heading: Annotated[tuple[str, ...], "what was played, in parts"]
    command: Annotated[str, "makes this report again"]
    finding: Annotated[object, "the answer behind the headline, as in an answer's findings"]
    tiles: Annotated[object, "four answers: question, big, words, small, tone, section"]
    sections: Annotated[
        object, "the proof; each has name, question and an answer as --json prints it"
    ]
    notes: Annotated[tuple[str, ...], "what its headline rests on, in sentences"]
    glossary: Annotated[Mapping[str, str], "words and what they mean"]
    left_out: Annotated[
        Mapping[str, str], "questions whose games left a verdict open, and how to ask them again"
    ]
    provenance: Annotated[Mapping[str, object], "versions, rules, tables and machine"]


@dataclass(frozen=True)
class Tile:
    """One of the four answers of the first screen."""

    question: str  # "How long is it?"
    big: str  # "6 hands"
    words: str  # "9 games in 10 take 3 to 9"
    small: str = ""  # the error, and what to compare with
    tone: Tone = ""  # of the big words, where they are a verdict
    section: str = ""  # where the proof is


@dataclass(frozen=True)
class Section:
    """An answer as a part of a page."""

    name: str  # of its place on the page: letters, digits and dashes
    question: str  # for the list of contents
    answer: Answer

    def __post_init__(self) -> None:
        if not self.name.replace("-", "").isalnum() or not self.name.isascii():
            raise ValueError(f"a section's name must be letters, digits and dashes: {self.name!r}")


@dataclass(frozen=True)
class Page:
    """All that a report says."""

    name: str  # of its files: "hike-5"
    game: str
    title: str  # the verdict: "Hike with five players is FAIR"
    lead: str  # the largest number with its interval
    heading: tuple[str, ...]  # what was played, in parts
    finding: Finding | None  # behind the headline; the gallery sorts by it
    tiles: tuple[Tile, ...]
    sections: tuple[Section, ...]
    command: str  # makes it again
    provenance: "Json"
    notes: tuple[str, ...] = ()  # what it rests on
    glossary: Mapping[str, str] = field(default_factory=dict)
    left_out: Mapping[str, str] = field(default_factory=dict)  # question -> its command

    def __post_init__(self) -> None:
        names = [section.name for section in self.sections]
        if len(set(names)) < len(names):
            raise ValueError(f"two sections of {self.name} have the same name: {names}")
        lost = {tile.section for tile in self.tiles if tile.section} - set(names)
        if lost:
            raise ValueError(f"tiles of {self.name} point to no section: {sorted(lost)}")

    def figures(self) -> list[tuple[Section, Figure]]:
        """Every chart with the section it belongs to."""
        return [(part, figure) for part in self.sections for figure in part.answer.figures()]

    def words(self) -> dict[str, str]:
        """The glossary: what the columns of the tables mean, and the page's own words.

        A head that means another thing in another table has an entry for each of its meanings.
        """
        found: dict[str, dict[str, str]] = {}  # head -> meaning -> the first section that has it
        for section in self.sections:
            for table in section.answer.tables():
                for column in table.columns:
                    if column.head and column.help:
                        found.setdefault(column.head, {}).setdefault(column.help, section.question)
        words: dict[str, str] = {}
        for head, meanings in found.items():
            for meaning, question in meanings.items():
                name = head if len(meanings) == 1 else f"{head} ({question})"
                words[name] = f"{words[name]} Or: {meaning}" if name in words else meaning
        return words | dict(self.glossary)

    def commands(self) -> list[str]:
        """The commands that make it again: the whole, then each part."""
        found = [self.command, *(section.answer.command for section in self.sections)]
        return list(dict.fromkeys(line for line in found if line))


def picture_name(page: Page, section: Section, figure: Figure, theme: str) -> str:
    """The file of a chart, as the Markdown version names it."""
    return f"{page.name}/{section.name}-{figure.name}-{theme}.svg"


def to_json_text(page: Page) -> str:
    """The JSON behind the page and its Markdown version, one line per section: it is kept, so it is
    small."""
    parts = []
    for name, value in to_document(page).items():
        told = _compact(value)
        if name == "sections":
            told = "[\n" + ",\n".join(map(_compact, value)) + "\n]"
        parts.append(f"{_compact(name)}: {told}")
    return "{\n" + ",\n".join(parts) + "\n}"


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def to_document(page: Page) -> "Json":
    """The object, with the fields of `ReportFields`."""
    found = ReportFields(
        schema=SCHEMA,
        analyzer=__version__,
        kind=KIND,
        name=page.name,
        game=page.game,
        title=page.title,
        lead=page.lead,
        heading=page.heading,
        command=page.command,
        finding=page.finding,
        tiles=page.tiles,
        sections=[
            {
                "name": section.name,
                "question": section.question,
                "answer": without_times(json_text.to_document(section.answer)),
            }
            for section in page.sections
        ],
        notes=page.notes,
        glossary=page.glossary,
        left_out=page.left_out,
        provenance=page.provenance,
    )
    told: Json = json_text.plain_value(to_json(found))
    return told


def without_times(answer: "Json") -> "Json":
    """Without the time it took: a report made again is the same, byte by byte."""
    run = {**answer["run"], "seconds": 0.0, "core_seconds": 0.0, "games_per_second": 0.0}
    return {**answer, "run": {**run, "threads": 1}}


def from_json_text(found: str) -> Page:
    """The page that `to_json_text` wrote; UserError if it is not one of ours."""
    try:
        told = json.loads(found)
    except ValueError as error:
        raise UserError(f"A report must be JSON as analyze report writes it; {error}.") from error
    if not isinstance(told, dict) or told.get("kind") != KIND:
        raise UserError("A report must be an object of kind 'report', as analyze report writes it.")
    if told.get("schema") != SCHEMA:
        raise UserError(
            f"This report has schema {told.get('schema')}, made by analyzer "
            f"{told.get('analyzer')}; this program reads {SCHEMA}. "
            f"Make it again: {told.get('command')}"
        )
    try:
        return _page(told)
    except UserError:
        raise
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise UserError(
            f"A report must be whole as analyze report wrote it; this one misses or breaks {error}."
        ) from error


def _page(told: "Json") -> Page:
    return Page(
        name=told["name"],
        game=told["game"],
        title=told["title"],
        lead=told["lead"],
        heading=tuple(told["heading"]),
        finding=json_text.read_finding(told["finding"]) if told["finding"] else None,
        tiles=tuple(Tile(**tile) for tile in told["tiles"]),
        sections=tuple(
            Section(part["name"], part["question"], json_text.from_document(part["answer"]))
            for part in told["sections"]
        ),
        command=told["command"],
        provenance=told["provenance"],
        notes=tuple(told["notes"]),
        glossary=told["glossary"],
        left_out=told.get("left_out", {}),
    )


def section_sentences(answer: Answer) -> list[Paragraph]:
    """What a section says in words, without commands; what it rests on is said once, at the end."""
    return answer.paragraphs("answer", "plain", "warning")


def without_notes(figure: Figure) -> Figure:
    """A chart on a page: what it rests on stands at the end of the page."""
    return replace(figure, notes=())


def with_main_rows(figure: Figure, most: int, where: str) -> Figure:
    """A long chart of differences: rows that are shown to differ come first, then those that could
    differ most. `where` the others are told."""
    data = cast("Forest", figure.data)
    if figure.kind != "forest" or data.get("fair") or len(data["rows"]) <= most + 1:
        return figure
    zero, rows = data.get("zero") or 0.0, data["rows"]
    order = sorted(range(len(rows)), key=lambda at: _weight(rows[at], zero), reverse=True)
    left_out = [rows[at] for at in order[most:]]
    none = "" if any(_weight(row, zero)[0] for row in left_out) else ", none shown to differ"
    kept = [rows[at] for at in sorted(order[:most])]
    subtitle = f"{figure.subtitle}; {len(left_out)} more {where}{none}"
    return replace(figure, data={**data, "rows": kept}, subtitle=subtitle)


def _weight(row: "Row", zero: float) -> tuple[bool, float]:
    """Whether a difference is shown, and the largest that its interval leaves."""
    value, low, high = (row.get(name) for name in ("value", "low", "high"))
    if not isinstance(value, int | float) or not math.isfinite(value):
        return False, -1.0
    ends = [end for end in (low, value, high) if isinstance(end, int | float)]
    shown = row.get("tone") != "muted" and (min(ends) > zero or max(ends) < zero)
    return shown, max(zero - min(ends), max(ends) - zero)


def page_in_words(page: Page, tips: bool = False) -> Page:
    """The page with phrases where a terminal says codes; `tips` keeps the codes of sentences."""
    words: dict[str, str] = {}
    for part in page.sections:
        words |= part.answer.words
    tiles = [
        replace(
            tile,
            big=wording.put_in_words(tile.big, words),
            words=wording.put_in_words(tile.words, words),
        )
        for tile in page.tiles
    ]
    sections = [
        replace(part, answer=wording.answer_in_words(part.answer, tips)) for part in page.sections
    ]
    return replace(page, tiles=tuple(tiles), sections=tuple(sections))
