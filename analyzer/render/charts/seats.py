"""Seats or roles: how often each wins, against the fair share and its band."""

from typing import TYPE_CHECKING

from analyzer.render.charts import FrameMaker, _rows

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Sheet

    from analyzer.answer.figures import Seats


def draw(frame_of: FrameMaker, data: "Seats") -> "Sheet":
    rows, fair = data["rows"], data.get("fair")
    tolerance = data.get("tolerance") or 0.0
    step = _rows.row_step(frame_of, rows, 31.0 if len(rows) <= 6 else 24.0)
    frame = frame_of(height=22 + step * max(1, len(rows)) + 22)
    near = () if fair is None else (fair - tolerance, fair + tolerance)
    low, high = _rows.value_limits(rows, *near)
    limits = (max(low, -0.02), min(high, 1.02))
    chart = _rows.Rows(frame, rows, step, limits)
    if fair is not None:
        chart.band(fair, tolerance)
        chart.line(fair, data.get("fair_text") or "fair")
    chart.ticks(_rows.percent_labels)
    chart.names()
    for place, row in enumerate(rows):
        _rows.draw_whisker(frame, chart.axes, place, row, fair)
        chart.hit(place)
    return frame.sheet


def reading(data: "Seats") -> str:
    return _rows.verdict_reading(data["rows"], data.get("fair") is not None)


def tips(data: "Seats") -> dict[str, str]:
    return _rows.row_tips(data["rows"])
