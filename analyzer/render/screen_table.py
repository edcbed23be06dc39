"""A table on a screen: which columns there is room for, then its lines.

Printed columns come first. On a narrow screen the blanks between numbers go, then heads and text
that may be broken are broken, then numbers leave from the right (`Column.drop` changes the order).
What is left over is for drawn columns: ranges before bars, for a range says more.
"""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from analyzer.answer.blocks import Axis, Column, Table, Tone, Value
from analyzer.render.text import shorten, strip_controls

STYLES: dict[Tone, str] = {
    "": "", "within": "green", "outside": "red", "across": "yellow", "muted": "dim",
    "strong": "bold",
}  # fmt: skip
_GAP = 2
_BAR = 12
_WIDEST, _NICE, _LEAST = 31, 23, 9  # columns of a range: at most, beside a bar, at all
_TEXT = 18  # a text that may be broken gets this much before a number has to go for it
_LABEL = 12  # names are not shortened below this
_EIGHTHS = " ▏▎▍▌▋▊▉"
_NUMBERS = re.compile(r"(?:[-+−±–\d.,%\s]|\bto\b|\bnone\b)*")
_RULER = Console(width=80)  # rich wants one to measure text; nothing is printed on it


@dataclass(frozen=True)
class _ColumnLayout:
    """A column, its cells, and how much of the screen it has got."""

    column: Column
    cells: tuple[Value, ...]
    width: int
    least: int  # narrower, and a word of its head or a number would be broken
    gap: int = _GAP  # blanks before it
    align: str = "right"

    @property
    def room(self) -> int:
        return self.gap + self.width

    @property
    def is_drawn(self) -> bool:
        return self.column.kind in ("bar", "range")


def table_lines(table: Table, width: int) -> list[Text]:
    """The title, the heading, the rows and the note."""
    found = [
        Text(f" {line}", style="bold") for line in fold_text(strip_controls(table.title), width - 1)
    ]
    places = _layout(table, width)
    if places:
        heads = [_head(place) for place in places]
        tall = max(map(len, heads))
        found += _side_by_side(places, [[Text()] * (tall - len(head)) + head for head in heads])
        for row in range(len(table.rows)):
            found += _side_by_side(places, [_cell(place, row) for place in places])
    if missing := _left_out(table, places):
        text = f"No room here for: {', '.join(missing)}."
        found += [Text(f" {line}", style="dim") for line in fold_text(text, width - 1)]
    return found + [
        Text(f" {line}", style="dim") for line in fold_text(strip_controls(table.note), width - 1)
    ]


def _left_out(table: Table, places: list[_ColumnLayout]) -> list[str]:
    """The heads of columns that are not printed; what is drawn says nothing that numbers do not."""
    kept = {place.column.name for place in places}
    return list(
        dict.fromkeys(
            strip_controls(column.head)
            for column in table.columns
            if column.head and column.name not in kept and column.kind not in ("bar", "range")
        )
    )


def fold_text(text: str, width: int) -> list[str]:
    """The text in lines; only a word longer than a line is broken."""
    if not text:
        return []
    return [line.plain.rstrip() for line in Text(text).wrap(_RULER, max(1, width))]


# --- which columns, how wide -------------------------------------------------------------------


def _layout(table: Table, width: int) -> list[_ColumnLayout]:
    places = _places(table)
    printed = _fitting([place for place in places if not place.is_drawn], width)
    drawn = _drawn([place for place in places if place.is_drawn], width - _total(printed))
    chosen = {place.column.name: place for place in (*printed, *drawn)}
    kept = [chosen[place.column.name] for place in places if place.column.name in chosen]
    return [replace(kept[0], gap=1), *kept[1:]] if kept else []


def _places(table: Table) -> list[_ColumnLayout]:
    found = []
    numbers = 0
    for place, column in enumerate(table.columns):
        cells = tuple(row[place] for row in table.rows)
        head = strip_controls(column.head)
        inner = max([1, *(cell_len(strip_controls(cell.text)) for cell in cells)])
        least = max([inner, *map(cell_len, head.split())])
        numbers += column.kind == "number"
        gap = _GAP + (column.kind == "number" and numbers > 1)
        align = _alignment(table, place, cells)
        found.append(_ColumnLayout(column, cells, max(inner, cell_len(head)), least, gap, align))
    return found


def _alignment(table: Table, place: int, cells: tuple[Value, ...]) -> str:
    """Numbers to the right, words to the left, pairs of numbers in the middle."""
    kind = table.columns[place].kind
    if kind == "label":  # a name stands beside its number
        after = [column.kind for column in table.columns[place + 1 :]]
        return "right" if after[:1] in (["number"], ["bar"], ["range"]) else "left"
    if kind == "text":
        return "centre" if all(_NUMBERS.fullmatch(cell.text) for cell in cells) else "left"
    return "right"


def _total(places: list[_ColumnLayout]) -> int:
    return sum(place.room for place in places) - (_GAP - 1 if places else 0)


def _fitting(places: list[_ColumnLayout], width: int) -> list[_ColumnLayout]:
    """Printed columns that fit, narrowed or left out in the order of the module's first words."""
    if _total(places) > width:
        places = [replace(place, gap=_GAP) for place in places]
    kept = _narrowed(places, width, _without_harm)
    while _total(kept) > width and (spare := _spare(places)):
        places = [place for place in places if place is not spare]
        kept = _narrowed(places, width, _without_harm)
    return _narrowed(_narrowed(kept, width, _names_shortened), width, lambda _: 1)


def _without_harm(place: _ColumnLayout) -> int:
    """How narrow a column may be while only blanks are broken."""
    return min(place.least, _TEXT) if place.column.wrap else place.least


def _names_shortened(place: _ColumnLayout) -> int:
    return min(place.width, _LABEL) if place.column.kind in ("label", "text") else place.width


def _spare(places: list[_ColumnLayout]) -> _ColumnLayout | None:
    """The printed column to leave out next; names, the first number and long text stay."""
    first = next((place for place in places if place.column.kind == "number"), None)
    can_go = [
        place
        for place in places
        if place.column.kind != "label" and place is not first and not place.column.wrap
    ]
    return max(reversed(can_go), key=lambda place: place.column.drop, default=None)


def _narrowed(
    places: list[_ColumnLayout], width: int, least: Callable[[_ColumnLayout], int]
) -> list[_ColumnLayout]:
    """Take from the widest of those that may shrink until all fit, or none can shrink more."""
    widths = [place.width for place in places]
    excess = _total(places) - width
    while excess > 0:
        can = [i for i, place in enumerate(places) if widths[i] > least(place)]
        if not can:
            break
        widths[max(can, key=lambda i: widths[i])] -= 1
        excess -= 1
    return [replace(place, width=wide) for place, wide in zip(places, widths, strict=True)]


def _drawn(places: list[_ColumnLayout], spare: int) -> list[_ColumnLayout]:
    """Bars and ranges for which there is room; an odd width puts a range's centre in the middle."""
    bars = [place for place in places if place.column.kind == "bar"]
    ranges = [place for place in places if place.column.kind == "range"]
    room_of_bars = len(bars) * (_GAP + _BAR)
    if spare < room_of_bars + len(ranges) * (_GAP + _NICE):
        room_of_bars = 0
    while ranges and (spare - room_of_bars) // len(ranges) - _GAP < _LEAST:
        ranges.pop()
    found = []
    for place in ranges:
        width = min(_WIDEST, (spare - room_of_bars) // len(ranges) - _GAP)
        found.append(replace(place, width=width - 1 + width % 2, align="left"))
    rest = spare - sum(place.room for place in found)
    kept = bars[: max(0, rest // (_GAP + _BAR))]
    return found + [replace(place, width=_BAR, align="left") for place in kept]


# --- what stands in them -----------------------------------------------------------------------


def _head(place: _ColumnLayout) -> list[Text]:
    column = place.column
    if column.kind == "bar":
        return [Text()]
    if column.kind == "range":
        return [Text(_axis_labels(_axis(place), place.width), style="dim")]
    return [
        Text(line, style="dim") for line in fold_text(strip_controls(column.head), place.width)
    ] or [Text()]


def _cell(place: _ColumnLayout, row: int) -> list[Text]:
    value, kind = place.cells[row], place.column.kind
    if kind == "bar":
        return [Text(_bar(place, value), style="blue")]
    if kind == "range":
        return [_range(_axis(place), value, place.width)]
    text = strip_controls(value.text)
    if kind == "label" and not place.column.wrap:
        text = shorten(text, place.width, cell_len)
    return [Text(line, style=STYLES[value.tone]) for line in fold_text(text, place.width)] or [
        Text()
    ]


def _side_by_side(places: list[_ColumnLayout], cells: list[list[Text]]) -> list[Text]:
    """The lines of one row; words stand at its top, what is shorter is filled with blanks."""
    found = []
    for number in range(max(map(len, cells))):
        line = Text()
        for place, parts in zip(places, cells, strict=True):
            part = parts[number].copy() if number < len(parts) else Text()
            line.append(" " * place.gap)
            line.append_text(_aligned(part, place))
        line.rstrip()
        found.append(line)
    return found


def _aligned(part: Text, place: _ColumnLayout) -> Text:
    missing = max(0, place.width - part.cell_len)
    left = {"left": 0, "right": missing, "centre": missing // 2}[place.align]
    return Text.assemble(" " * left, part, " " * (missing - left))


# --- drawings ----------------------------------------------------------------------------------


def _bar(place: _ColumnLayout, value: Value) -> str:
    most = max((_number(cell) for cell in place.cells), default=0.0)
    share = _number(value) / most if most > 0 else 0.0
    eighths = round(8 * _BAR * max(0.0, share))
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()


def _number(cell: Value) -> float:
    return float(cell.value) if isinstance(cell.value, int | float) else 0.0


def _axis(place: _ColumnLayout) -> Axis:
    """The column's own axis, or one around zero that holds every interval."""
    if place.column.axis and place.column.axis.reach > 0:
        return place.column.axis
    ends = [abs(end) for cell in place.cells for end in (cell.low, cell.high) if end is not None]
    ends += [abs(_number(cell)) for cell in place.cells]
    reach = max((end for end in ends if math.isfinite(end)), default=0.0)
    return Axis(0.0, 1.05 * reach or 1.0)


def _axis_labels(axis: Axis, width: int) -> str:
    """The marks over their places, the most wanted first, where there is room."""
    cells = [" "] * width
    for value, label in axis.marks:
        text = strip_controls(label)
        start = (_column(axis, value, width) or 0) - len(text) // 2
        free = cells[max(0, start - 1) : start + len(text) + 1]
        if 0 <= start <= width - len(text) and not "".join(free).strip():
            cells[start : start + len(text)] = text
    return "".join(cells)


def _column(axis: Axis, value: float, width: int) -> int:
    """Where a value stands; beyond the ends it is held just outside."""
    half = (width - 1) // 2
    away = max(-2.0, min(2.0, (value - axis.centre) / axis.reach))
    return max(-1, min(width, half + round(half * away)))


def _range(axis: Axis, cell: Value, width: int) -> Text:
    """The interval as a line with a dot, across the centre and the band."""
    marks: dict[int, tuple[str, str]] = {}
    if axis.band > 0:
        for side in (-axis.band, axis.band):
            marks[_column(axis, axis.centre + side, width)] = ("┊", "dim")
    marks[_column(axis, axis.centre, width)] = ("│", "dim")
    marks |= _whisker(axis, cell, width)
    return Text.assemble(*(marks.get(place, " ") for place in range(width)))


def _whisker(axis: Axis, cell: Value, width: int) -> dict[int, tuple[str, str]]:
    if not isinstance(cell.value, int | float):
        return {}
    style = STYLES[cell.tone]
    low = cell.value if cell.low is None else cell.low
    high = cell.value if cell.high is None else cell.high
    ends = _column(axis, low, width), _column(axis, high, width)
    found = dict.fromkeys(range(ends[0], ends[1] + 1), ("━", style))
    found[_column(axis, cell.value, width)] = ("●", style)
    if ends[0] < 0:
        found[0] = ("◂", style)
    if ends[1] >= width:
        found[width - 1] = ("▸", style)
    return found
