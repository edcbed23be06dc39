"""Seats at every size of table: a small panel for each number of players."""

from typing import TYPE_CHECKING

from analyzer.render.charts import FrameMaker, _rows, _style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Sheet

    from analyzer.answer.figures import TablePanel, Tables
    from analyzer.render.charts._frame import Frame

_TALL, _ABOVE, _BETWEEN = 104.0, 26.0, 12.0
_IN_A_LINE, _ON_A_PHONE = 6, 2


def draw(frame_of: FrameMaker, data: "Tables") -> "Sheet":
    panels = data["panels"]
    in_a_line = min(_ON_A_PHONE if frame_of.is_narrow else _IN_A_LINE, max(1, len(panels)))
    lines = -(-len(panels) // in_a_line)
    frame = frame_of(height=lines * (_ABOVE + _TALL + 26))
    tolerance = data.get("tolerance") or 0.0
    rows = [row for panel in panels for row in panel["rows"]]
    low, high = _rows.value_limits(rows, -tolerance, tolerance, margin=0.1)
    ticks = _style.nice_ticks(low, high, 4)
    left = 46.0
    each = (frame.width - 9 - left + _BETWEEN) / in_a_line
    for place, panel in enumerate(panels):
        line, column = divmod(place, in_a_line)
        top = line * (_ABOVE + _TALL + 26) + _ABOVE
        begin = left + column * each
        axes = frame.axes(begin, begin + each - _BETWEEN, top, top + _TALL)
        axes.set_ylim(low, high)
        _panel(frame, axes, panel, place, tolerance)
        frame.note(axes, 0, 1, panel["label"], (0, 7), "ink", weight=_style.STRONG, ha="left",
                   va="bottom", within="axes")  # fmt: skip
        if column == 0:
            _scale(frame, axes, ticks, data.get("fair_text") or "fair")
    return frame.sheet


def _panel(
    frame: "Frame", axes: "Axes", panel: "TablePanel", number: int, tolerance: float
) -> None:
    rows = panel["rows"]
    axes.set_xlim(-0.7, max(1, len(rows)) - 0.3)
    axes.axhspan(-tolerance, tolerance, color=frame.colour("band"), linewidth=0, zorder=0.4)
    axes.axhline(0, color=frame.colour("ink"), linewidth=1.2, zorder=1.5)
    size = _style.SMALL if len(rows) < 7 else 8.0
    frame.bottom_labels(
        axes, [float(place) for place in range(len(rows))], [row["label"] for row in rows], size
    )
    for place, row in enumerate(rows):
        _rows.draw_whisker(frame, axes, place, row, 0.0, upright=True, scale=0.66)
        axes.axvspan(place - 0.5, place + 0.5, facecolor="none", linewidth=0, zorder=7,
                     gid=f"mark-{number}-{place}")  # fmt: skip


def _scale(frame: "Frame", axes: "Axes", ticks: list[float], fair: str) -> None:
    for tick, label in zip(ticks, _rows.signed_labels(ticks, 100), strict=True):
        frame.note(axes, 0, tick, label if tick else fair, (-8, 0), "muted", ha="right", within="y")


def reading(data: "Tables") -> str:
    rows = [row for panel in data["panels"] for row in panel["rows"]]
    return _rows.verdict_reading(rows, band=True)


def tips(data: "Tables") -> dict[str, str]:
    found = {}
    for number, panel in enumerate(data["panels"]):
        for place, row in enumerate(panel["rows"]):
            parts = [_rows.row_text(row, "text"), _rows.row_text(row, "interval")]
            words = ", ".join(part for part in parts if part)
            found[f"mark-{number}-{place}"] = f"{panel['label']}, seat {row['label']}: {words}"
    return found
