"""Who plays better: a row for each policy or pairing, against what luck alone would give."""

from typing import TYPE_CHECKING

from analyzer.render.charts import FrameMaker, _rows
from analyzer.render.charts._rows import draw_whisker, interval_ends, is_number

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Sheet

    from analyzer.answer.figures import Row, Tournament

_STEP = 27.0


def draw(frame_of: FrameMaker, data: "Tournament") -> "Sheet":
    fair = data.get("fair")
    rows = [_toned(row, fair) for row in data["rows"]]
    step = _rows.row_step(frame_of, rows, _STEP)
    frame = frame_of(height=22 + step * max(1, len(rows)) + 22)
    low, high = _rows.value_limits(rows, fair, *(row.get("fair") for row in rows))
    chart = _rows.Rows(frame, rows, step, (max(low, -0.02), min(high, 1.02)))
    if fair is not None:
        chart.line(fair, data.get("fair_text") or "luck alone")
    chart.ticks(_rows.percent_labels)
    chart.names()
    for place, row in enumerate(rows):
        base = _fair(row, fair)
        if base is not None and is_number(row.get("value")):
            if row.get("fair") is not None:
                chart.axes.plot([base, base], [place - 0.36, place + 0.36], linewidth=1.3,
                                color=frame.colour("ink"), zorder=1.6)  # fmt: skip
            soft = {"a": "a_soft", "b": "b_soft"}.get(row["tone"], "rule")
            chart.axes.plot([base, row["value"]], [place, place], color=frame.colour(soft),
                            linewidth=5.5, solid_capstyle="butt", zorder=1.8)  # fmt: skip
        draw_whisker(frame, chart.axes, place, row, base)
        chart.hit(place)
    return frame.sheet


def _fair(row: "Row", fair: float | None) -> float | None:
    own = row.get("fair")
    return fair if own is None else own


def _toned(row: "Row", fair: float | None) -> "Row":
    """The row with its side as tone: better than luck, worse, or not told apart."""
    base = _fair(row, fair)
    if row.get("tone") or base is None or not is_number(row.get("value")):
        return row
    low, high = interval_ends(row)
    return {**row, "tone": "a" if low > base else "b" if high < base else "muted"}


def reading(data: "Tournament") -> str:
    used = {_toned(row, data.get("fair")).get("tone") for row in data["rows"]}
    words = {
        "a": "blue: more than luck alone",
        "b": "orange: less",
        "muted": "grey ring: not told apart",
    }
    text = "; ".join(words[tone] for tone in words if tone in used)
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def tips(data: "Tournament") -> dict[str, str]:
    return _rows.row_tips(data["rows"])
