"""An answer as plain data: findings, and blocks that every format renders.

It is made below the command line and below every renderer. Each number stands beside its wording.
Rounding and words are decided here, once, so screen, JSON, Markdown, page and picture cannot
disagree. A block is one of the kinds below; a renderer that does not know a kind fails its test.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Annotated, Literal, TypeVar

from analyzer.answer.results import merge_json

if TYPE_CHECKING:
    from analyzer.answer.figures import ChartData
    from analyzer.stats.claims import Claim
    from analyzer.system.json_types import Json

Tone = Literal["", "within", "outside", "across", "muted", "strong"]
Voice = Literal["answer", "plain", "note", "warning"]
Result = TypeVar("Result")


@dataclass(frozen=True)
class Finding:
    """The answer to one question: an estimate, its interval, what is behind it, a verdict."""

    key: Annotated[str, "name of the finding in this answer"]  # titles, tables and charts quote it
    question: Annotated[str, "the question"]
    estimate: Annotated[float, "the number"]
    low: Annotated[float, "low end of its 95 % interval, null where unbounded"]
    high: Annotated[float, "high end of its 95 % interval, null where unbounded"]
    n: Annotated[int, "games behind it"]
    sentence: Annotated[str, "the answer in words"]
    unit: Annotated[str, "what the numbers count: share, points, hands"] = ""
    claim: Annotated["Claim | None", "what the numbers show; null where only a number is asked"] = (
        None
    )

    @property
    def verdict(self) -> str:
        """The claim in a word; empty where only a number is asked."""
        return self.claim.word if self.claim else ""


@dataclass(frozen=True)
class Value:
    """One place of a table: what is printed, and the number behind it."""

    text: str
    value: float | int | str | None = None
    low: float | None = None  # of its interval
    high: float | None = None
    tone: Tone = ""


@dataclass(frozen=True)
class Axis:
    """What the little charts inside a column are drawn against."""

    centre: float  # the fair share, or zero
    reach: float  # how far it goes to either side
    band: float = 0.0  # half the width of what is called fair; 0: none
    marks: tuple[tuple[float, str], ...] = ()  # labels of places, the most important first


@dataclass(frozen=True)
class Column:
    """A column of a table. `bar` and `range` columns are drawn, never printed as text."""

    name: str  # in frames and JSON
    head: str  # for people
    kind: Literal["label", "text", "number", "bar", "range"] = "number"
    help: str = ""  # one sentence for a glossary
    axis: Axis | None = None  # of a range column
    wrap: bool = False  # may this text be broken on a narrow screen?
    drop: int = 0  # on a narrow screen the highest is dropped first, equal ones from the right


@dataclass(frozen=True)
class Table:
    """Rows under columns."""

    name: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Value, ...], ...]
    title: str = ""
    note: str = ""

    def records(self) -> list[dict[str, float | int | str | None]]:
        """The numbers, one mapping per row; an interval gives two more fields."""
        return [dict(self._record(row)) for row in self.rows]

    def _record(self, row: tuple[Value, ...]) -> Iterator[tuple[str, float | int | str | None]]:
        for column, cell in zip(self.columns, row, strict=True):
            if column.kind in ("bar", "range"):
                continue
            yield column.name, cell.text if cell.value is None and cell.text else cell.value
            if cell.low is not None or cell.high is not None:
                yield f"{column.name}_low", cell.low
                yield f"{column.name}_high", cell.high


@dataclass(frozen=True)
class Paragraph:
    """One or more sentences."""

    text: str
    voice: Voice = "plain"
    strong: str = ""  # the beginning of the text that is a verdict, in its own colour
    tone: Tone = ""  # of that word


@dataclass(frozen=True)
class Command:
    """A command to copy, never broken into lines. The renderer writes how the program is called."""

    label: str  # the words before it: "Look at one: "
    argv: tuple[str, ...]  # its words after the program's name


@dataclass(frozen=True)
class Figure:
    """A chart as data; `kind` names the function that draws it."""

    name: Annotated[str, "name of the chart in this answer"]
    kind: Annotated[str, "how it is drawn"]  # seats, length, forest, sweep, grid, tale ...
    title: Annotated[str, "the answer"]
    subtitle: Annotated[str, "what is drawn"]
    caption: Annotated[str, "from what"]  # games, policies, seed, meaning of bars and bands
    data: Annotated["ChartData", "what is drawn, as its kind wants it"]
    alt: Annotated[str, "the same in words"] = ""  # for those who cannot see it
    notes: Annotated[tuple[str, ...], "what it rests on, as at the foot of its picture"] = ()


Block = Table | Paragraph | Command | Figure


def _with_notes(blocks: tuple[Block, ...], notes: tuple[str, ...]) -> tuple[Block, ...]:
    """The blocks with the notes after tables and sentences, before warnings, games and charts."""
    new = [Paragraph(note, "note") for note in notes if Paragraph(note, "note") not in blocks]
    noted = [replace(each, notes=notes) if isinstance(each, Figure) else each for each in blocks]
    place = next((place for place, each in enumerate(blocks) if _comes_after(each)), len(blocks))
    return (*noted[:place], *new, *noted[place:])


def _comes_after(block: Block) -> bool:
    if isinstance(block, Paragraph):
        return block.voice == "warning"
    return isinstance(block, Command | Figure)


@dataclass(frozen=True)
class Answer:
    """Everything that a question gave.

    Its notes become sentences between its blocks and part of its figures when it is made, so no
    question and no renderer can leave them out.
    """

    kind: str  # the question or command
    title: str  # the answer in one sentence
    heading: tuple[str, ...]  # what was played, in parts: game, players, policies, games, seed
    findings: tuple[Finding, ...]
    blocks: tuple[Block, ...]
    results: tuple[object, ...]  # its numbers, typed, the question's own last; JSON that was read
    command: str  # makes this answer again
    provenance: "Json"
    notes: tuple[str, ...]  # tables it rests on that nobody printed, as provenance.py says them
    changed: str = ""  # rules that differ from the default, as a user would type them
    seconds: float = field(default=0.0, compare=False)
    core_seconds: float = field(default=0.0, compare=False)
    threads: int = field(default=1, compare=False)
    mode: str = field(default="", compare=False)  # how a game file was played
    games: int = 0  # playouts, over all cells
    interrupted: bool = False
    request: "Json" = field(default_factory=dict)  # what was asked, as data
    words: Mapping[str, str] = field(default_factory=dict)  # of the rules it names, for pages
    about: str = ""  # the game, and with how many players: "Hike with five players"
    asked: str = ""  # the question in words, for the line above the answer

    def __post_init__(self) -> None:
        """In every format the answer comes first, then the tables that prove it."""
        first = [b for b in self.blocks if isinstance(b, Paragraph) and b.voice == "answer"]
        rest = [b for b in self.blocks if not (isinstance(b, Paragraph) and b.voice == "answer")]
        blocks = _with_notes((*first, *rest), self.notes)
        object.__setattr__(self, "blocks", blocks)

    @property
    def data(self) -> "Json":
        """The fields of its results, as they stand in JSON."""
        return merge_json(self.results)

    def result(self, kind: type[Result]) -> Result:
        """Its result of this class."""
        return next(result for result in self.results if isinstance(result, kind))

    def finding(self, key: str) -> Finding:
        return next(finding for finding in self.findings if finding.key == key)

    def tables(self) -> list[Table]:
        return [block for block in self.blocks if isinstance(block, Table)]

    def figures(self) -> list[Figure]:
        return [block for block in self.blocks if isinstance(block, Figure)]

    def paragraphs(self, *voices: Voice) -> list[Paragraph]:
        return [
            block
            for block in self.blocks
            if isinstance(block, Paragraph) and (not voices or block.voice in voices)
        ]

    def commands(self) -> list[Command]:
        return [block for block in self.blocks if isinstance(block, Command)]

    @property
    def rate(self) -> float:
        """Playouts a second."""
        return self.games / self.seconds if self.seconds > 0 else 0.0
