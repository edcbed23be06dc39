"""Two rules over their values, or policies against policies: a number in every cell."""

from typing import TYPE_CHECKING

from analyzer.render.charts import FrameMaker, _rows, _style
from analyzer.render.charts._rows import is_number
from analyzer.render.text import shorten

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Sheet

    from analyzer.answer.figures import Grid, GridCell
    from analyzer.render.charts._frame import Frame

_STEP, _ABOVE = 30.0, 22.0
_WIDEST = 54.0


def draw(frame_of: FrameMaker, data: "Grid") -> "Sheet":
    rows, columns = len(data["cells"]), len(data["x"]["values"])
    high = _ABOVE + _STEP * max(1, rows)
    frame = frame_of(height=high + 40)
    names = [_short(value, 0.3 * frame.width) for value in data["y"]["values"]]
    side = _short(data["y"].get("label") or "", 0.3 * frame.width)
    widths = [_style.text_width(name, _style.LABEL) for name in names]
    left = 19 + max([*widths, _style.text_width(side, _style.SMALL)])
    wide = min(_WIDEST * max(1, columns), frame.width - 9 - left)
    axes = frame.axes(left, left + wide, _ABOVE, high)
    axes.spines["bottom"].set_visible(False)
    axes.set_xlim(-0.5, max(1, columns) - 0.5)
    axes.set_ylim(max(1, rows) - 0.5, -0.5)
    reach, size = _reach(data), _size(data, wide / max(1, columns))
    for y, line in enumerate(data["cells"]):
        frame.note(axes, -0.5, y, names[y], (-10, 0), "ink", ha="right")
        for x, cell in enumerate(line):
            if cell:
                _cell(frame, axes, x, y, cell, data, reach, size)
    _printed(frame, axes, data, columns, rows)
    frame.note(axes, 0, 1, side, (-10, 5), "muted", _style.SMALL, ha="right", va="bottom",
               within="axes")  # fmt: skip
    room = wide / max(1, columns)
    labels = [_short(value, 2.4 * room) for value in data["x"]["values"]]
    frame.bottom_labels(axes, [float(place) for place in range(columns)], labels)
    frame.note(axes, 0, 0, data["x"].get("label") or "", (0, -24), "muted", ha="left", va="top",
               within="axes")  # fmt: skip
    return frame.sheet


def _short(text: str, room: float) -> str:
    return shorten(
        _style.replace_undrawable(str(text)), room, lambda t: _style.text_width(t, _style.LABEL)
    )


def _size(data: "Grid", room: float) -> float:
    """Of the letters in the cells: the usual one, or as many points as fit."""
    texts = [_rows.row_text(cell, "text") for line in data["cells"] for cell in line if cell]
    widths = [_style.text_width(text, _style.LABEL, _style.STRONG) for text in texts]
    return min(_style.LABEL, max(5.0, _style.LABEL * 0.9 * room / max([1.0, *widths])))


def _reach(data: "Grid") -> float:
    if reach := data.get("reach"):
        return float(reach)
    away = [
        abs(cell["value"] - (data.get("centre") or 0))
        for line in data["cells"]
        for cell in line
        if cell and is_number(cell.get("value"))
    ]
    return max(away, default=0.0) or 1.0


def _cell(
    frame: "Frame", axes: "Axes", x: int, y: int, cell: "GridCell",
    data: "Grid", reach: float, size: float,
) -> None:  # fmt: skip
    """A pale patch, the stronger the further from the centre, and the number on it."""
    from matplotlib.patches import FancyBboxPatch

    away = 0.0
    if is_number(cell.get("value")):
        away = max(-1.0, min(1.0, (cell["value"] - (data.get("centre") or 0)) / reach))
    tone = cell.get("tone") or ""
    quiet = tone in ("across", "muted")  # nothing is shown, so there is no side
    box = FancyBboxPatch(
        (x - 0.46, y - 0.44), 0.92, 0.88, boxstyle="round,pad=0,rounding_size=0.06",
        facecolor=frame.colour("rule" if quiet else "a" if away >= 0 else "b"),
        alpha=0.4 if quiet else 0.34 * abs(away), linewidth=0,
        mutation_aspect=1.4, zorder=1, gid=f"mark-{y}-{x}",
    )  # fmt: skip
    axes.add_patch(box)
    frame.note(
        axes, x, y, _rows.row_text(cell, "text"), (0, 0), "muted" if quiet else "ink", size,
        _style.STRONG if tone in ("outside", "strong") else _style.NORMAL,
    )  # fmt: skip


def _printed(frame: "Frame", axes: "Axes", data: "Grid", columns: int, rows: int) -> None:
    """Frames around what is printed: a column, a row, or cells, neighbours in one frame."""
    from matplotlib.patches import Rectangle

    boxes = _boxes(data, columns, rows)
    for left, top, wide, tall in boxes:
        axes.add_patch(
            Rectangle((left, top), wide, tall, facecolor="none", linewidth=1.3, zorder=3,
                      edgecolor=frame.colour("ink"), clip_on=False)
        )  # fmt: skip
    for left, top, wide, _ in boxes:
        if top < 0:
            frame.note(axes, left + wide / 2, 1, data.get("printed_text") or "as printed", (0, 5),
                       "muted", _style.SMALL, va="bottom", within="x")  # fmt: skip
            break


def _boxes(data: "Grid", columns: int, rows: int) -> list[tuple[float, float, float, float]]:
    """Left, top, width and height of every frame."""
    found: list[tuple[float, float, float, float]] = []
    for x in range(columns):
        marked = [y for y in range(rows) if (cell := data["cells"][y][x]) and cell.get("printed")]
        for y in marked:
            if y - 1 in marked:
                left, top, wide, tall = found.pop()
                found.append((left, top, wide, tall + 1))
            else:
                found.append((x - 0.5, y - 0.5, 1, 1))
    at, down = data["x"].get("printed"), data["y"].get("printed")
    if at is not None or down is not None:
        left, wide = (-0.5, columns) if at is None else (at - 0.5, 1)
        top, tall = (-0.5, rows) if down is None else (down - 0.5, 1)
        found.append((left, top, wide, tall))
    return found


def reading(data: "Grid") -> str:
    tones = {cell.get("tone") for line in data["cells"] for cell in line if cell}
    words = {
        "outside": "bold number: outside the tolerance",
        "within": "plain number: within the tolerance",
        "across": "grey: not yet decided",
        "strong": "bold number: shown to differ",
        "muted": "grey: not shown to differ",
    }
    told = [text for tone, text in words.items() if tone in tones]
    boxes = _boxes(data, len(data["x"]["values"]), len(data["cells"]))
    told += ["framed: as printed"] if len(boxes) > 1 or any(top > 0 for _, top, *_ in boxes) else []
    told.append("blue: more, orange: less")
    text = "; ".join(told)
    return f"{text[0].upper()}{text[1:]}."


def tips(data: "Grid") -> dict[str, str]:
    found = {}
    for y, line in enumerate(data["cells"]):
        for x, cell in enumerate(line):
            if cell:
                place = f"{data['y']['values'][y]}, {data['x']['values'][x]}"
                words = ", ".join(
                    part for name in ("text", "interval") if (part := _rows.row_text(cell, name))
                )
                found[f"mark-{y}-{x}"] = f"{place}: {words}"
    return found
