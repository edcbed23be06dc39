"""Differences, sorted: cards, rule changes, arms of a comparison, each against one line."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from analyzer.render.charts import FrameMaker, _rows
from analyzer.render.charts._rows import draw_whisker, interval_ends, is_number

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Sheet

    from analyzer.answer.figures import Forest, Row
    from analyzer.render.charts._frame import Frame

_STEP = 23.0


def draw(frame_of: FrameMaker, data: "Forest") -> "Sheet":
    zero = data.get("zero") or 0.0
    rows = [_toned(row, zero) for row in data["rows"]]
    step = _rows.row_step(frame_of, rows, _STEP)
    frame = frame_of(height=22 + step * max(1, len(rows)) + 22)
    chart = _rows.Rows(frame, rows, step, _limits(data, rows, zero))
    _lines(chart, data, zero)
    chart.ticks(_wording(data, zero))
    chart.names()
    for place, row in enumerate(rows):
        if is_number(row.get("value")):
            _mark(frame, chart.axes, place, row, zero, bool(data.get("bars")))
        chart.hit(place)
    return frame.sheet


def _toned(row: "Row", zero: float) -> "Row":
    """The row with its side as tone: gain, loss or neither."""
    found = row.copy()
    if note := row.get("note"):
        found["text"], found["interval"] = "", note
    if not row.get("tone") and is_number(row.get("value")):
        low, high = interval_ends(row)
        found["tone"] = "a" if low > zero else "b" if high < zero else "muted"
    return found


def _limits(data: "Forest", rows: list["Row"], zero: float) -> tuple[float, float]:
    fair = data.get("fair")
    others = [zero, *(mark["value"] for mark in data.get("marks") or ())]
    if fair:
        others += [fair["value"] - fair.get("tolerance", 0), fair["value"]]
        others.append(fair["value"] + fair.get("tolerance", 0))
    for row in rows:
        others += [end for end in row.get("wide") or () if is_number(end)]
    return _rows.value_limits(rows, *others)


def _lines(chart: _rows.Rows, data: "Forest", zero: float) -> None:
    fair = data.get("fair")
    if fair:
        chart.band(fair["value"], fair.get("tolerance", 0))
        chart.line(fair["value"], fair.get("text", "fair"))
    if fair and fair["value"] != zero:
        chart.line(zero, data.get("zero_text") or "", "a", (0, (4, 2.5)))
    elif not fair:
        chart.line(zero, data.get("zero_text") or "")
    for mark in data.get("marks") or ():
        chart.line(mark["value"], mark["text"], "faint", (0, (2, 2)))


def _wording(data: "Forest", zero: float) -> Callable[[list[float]], list[str]]:
    if data.get("unit") == "share":
        if zero == 0 and not data.get("amounts"):
            return lambda ticks: _rows.signed_labels(ticks, 100)
        return _rows.percent_labels
    return _rows.signed_labels if zero == 0 else _rows.plain_labels


def _mark(frame: "Frame", axes: "Axes", place: int, row: "Row", zero: float, bars: bool) -> None:
    colour = frame.colour("faint" if row["tone"] == "muted" else row["tone"])
    wide = row.get("wide")
    if wide and all(map(is_number, wide)):
        axes.plot(wide, [place, place], color=colour, alpha=0.45, linewidth=1.3, zorder=2.2)
    if bars:
        soft = {"a": "a_soft", "b": "b_soft"}.get(row["tone"], "rule")
        axes.plot([zero, row["value"]], [place, place], color=frame.colour(soft), linewidth=5.5,
                  solid_capstyle="butt", zorder=1.8)  # fmt: skip
    draw_whisker(frame, axes, place, row, zero)


def reading(data: "Forest") -> str:
    zero = data.get("zero") or 0.0
    rows = [_toned(row, zero) for row in data["rows"]]
    used = {row.get("tone") for row in rows if is_number(row.get("value"))}
    words = {"a": "blue: more", "b": "orange: less", "muted": "grey ring: no difference is shown"}
    told = [text for tone, text in words.items() if tone in used and not data.get("amounts")]
    if any(row.get("wide") for row in rows):
        told.append("thick: paired on the same luck, thin: what unpaired games would give")
    text = "; ".join(told)
    verdicts = _rows.verdict_reading(rows, bool(data.get("fair")))
    return " ".join(part for part in (f"{text[:1].upper()}{text[1:]}." if text else "", verdicts)
                    if part)  # fmt: skip


def tips(data: "Forest") -> dict[str, str]:
    return _rows.row_tips([_toned(row, data.get("zero") or 0.0) for row in data["rows"]])
