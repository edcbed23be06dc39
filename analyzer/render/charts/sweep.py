"""One rule over its values: panels under each other over one axis, how long and how fair."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from analyzer.render.charts import FrameMaker, _rows, _style, format_value
from analyzer.render.charts._rows import interval_ends, is_number

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Sheet

    from analyzer.answer.figures import AxisValue, Point, Sweep, SweepPanel
    from analyzer.render.charts._frame import Frame

_TALL, _ABOVE, _BELOW = 108.0, 30.0, 24.0
_LEFT = 46.0
_COLOURS = (("a", "a_soft"), ("b", "b_soft"), ("within", "band"), ("across", "rule"))


def draw(frame_of: FrameMaker, data: "Sweep") -> "Sheet":
    panels = data["panels"]
    each = _ABOVE + _TALL + _BELOW
    frame = frame_of(height=each * max(1, len(panels)) + 16)
    right = frame.width - 9 - (12 if _says_all(frame_of, panels) else _room_for_names(panels))
    for number, panel in enumerate(panels):
        top = number * each + _ABOVE
        axes = frame.axes(_LEFT, right, top, top + _TALL)
        _panel(frame, axes, data, panel, number, not _says_all(frame_of, panels))
    if panels:
        frame.note(axes, 0, 0, data.get("axis") or "", (0, -24), "muted", ha="left", va="top",
                   within="axes")  # fmt: skip
    return frame.sheet


def _says_all(frame_of: FrameMaker, panels: Sequence["SweepPanel"]) -> bool:
    """On a phone a line has no name beside it, if the title of its panel names it."""
    alone = all(len(p["series"]) == 1 and p.get("title") for p in panels)
    return frame_of.is_narrow and alone and not any(p.get("outer_texts") for p in panels)


def _room_for_names(panels: Sequence["SweepPanel"]) -> float:
    names = [series["label"] for panel in panels for series in panel["series"]]
    names += [text for panel in panels for text in panel.get("outer_texts") or ()]
    lines = [line for name in names for line in _style.break_lines(name, _style.SMALL, 92)]
    return max((_style.text_width(line, _style.SMALL) for line in lines), default=0.0) + 10


def _panel(
    frame: "Frame", axes: "Axes", data: "Sweep", panel: "SweepPanel", number: int, is_named: bool
) -> None:
    places = _places(data["values"])
    _limits(axes, panel, places)
    frame.note(axes, 0, 1, panel.get("title") or "", (0, 10), "ink", weight=_style.STRONG,
               ha="left", va="bottom", within="axes")  # fmt: skip
    _fair(frame, axes, panel)
    _scale(frame, axes, panel)
    frame.bottom_labels(axes, places, [format_value(value) for value in data["values"]])
    _printed(frame, axes, data, places, number)
    names = _series(frame, axes, panel, places, number, data)
    if is_named:
        _name_them(frame, axes, names)


def _places(values: Sequence["AxisValue"]) -> list[float]:
    """Numbers are placed by value; words, and numbers that do not rise, one after the other."""
    numbers = [float(value) for value in values if is_number(value)]
    if len(numbers) == len(values) and all(a < b for a, b in pairwise(numbers)):
        return numbers
    return [float(place) for place in range(len(values))]


def _rows_of(panel: "SweepPanel") -> list["Point"]:
    points = [point for series in panel["series"] for point in series["points"]]
    return [point for point in points if point and is_number(point.get("value"))]


def _limits(axes: "Axes", panel: "SweepPanel", places: list[float]) -> None:
    fair = panel.get("fair")
    others = [end for row in _rows_of(panel) for end in row.get("outer") or ()]
    if fair:
        half = fair.get("tolerance") or 0
        others += [fair["value"] - half * (panel.get("unit") != "away"), fair["value"] + half]
    elif not panel.get("unit"):
        others.append(0.0)  # a length is read from the ground up
    low, high = _rows.value_limits(_rows_of(panel), *others)
    ground = panel.get("unit") == "away" or (not fair and low < 0 <= min([*others, 0.0]))
    axes.set_ylim(0.0 if ground else low, high)
    air = (
        0.5 if places[0] == 0 and places[-1] == len(places) - 1 else 0.03 * (places[-1] - places[0])
    )
    axes.set_xlim(places[0] - air, places[-1] + air)


def _fair(frame: "Frame", axes: "Axes", panel: "SweepPanel") -> None:
    fair = panel.get("fair")
    if not fair:
        return
    half = fair.get("tolerance") or 0
    axes.axhspan(fair["value"] - half, fair["value"] + half, color=frame.colour("band"),
                 linewidth=0, zorder=0.4)  # fmt: skip
    axes.axhline(fair["value"], color=frame.colour("ink"), linewidth=1.2, zorder=1.5)


def _scale(frame: "Frame", axes: "Axes", panel: "SweepPanel") -> None:
    """Labels at the left; the fair line is called by its name."""
    fair = panel.get("fair")
    ticks = _style.nice_ticks(*axes.get_ylim(), 4)
    unit = panel.get("unit")
    wording: dict[str, Callable[[list[float]], list[str]]] = {
        "share": lambda t: _rows.signed_labels(t, 100),
        "percent": _rows.percent_labels,
        "away": lambda t: [label.lstrip("+") for label in _rows.signed_labels(t, 100)],
    }
    labels = wording.get(unit or "", _rows.plain_labels)(ticks)
    frame.grid(axes, ticks, across="y")
    for tick, label in zip(ticks, labels, strict=True):
        text = fair["text"] if fair and tick == fair["value"] else label
        frame.note(axes, 0, tick, text, (-8, 0), "muted", ha="right", within="y")


def _printed(frame: "Frame", axes: "Axes", data: "Sweep", places: list[float], number: int) -> None:
    at = data.get("printed")
    if at is None:
        return
    axes.axvline(places[at], color=frame.colour("faint"), linewidth=1.1, linestyle=(0, (2, 2)),
                 zorder=1.4)  # fmt: skip
    if number == 0:
        text = data.get("printed_text") or "as printed"
        room = frame.points_a_unit(axes) * (axes.get_xlim()[1] - places[at])
        fits = _style.text_width(text, _style.SMALL) + 5 <= room
        frame.note(axes, places[at], 1, text, (5 if fits else -5, -3), "muted", _style.SMALL,
                   ha="left" if fits else "right", va="top", within="x")  # fmt: skip


def _series(
    frame: "Frame", axes: "Axes", panel: "SweepPanel", places: list[float], number: int,
    data: "Sweep",
) -> list[tuple[float, str, str]]:  # fmt: skip
    """Draw every line; returns where each ends, its name and its colour."""
    names = []
    for which, series in enumerate(panel["series"]):
        token, soft = _COLOURS[which % len(_COLOURS)]
        kept = [
            (place, point)
            for place, point in zip(places, series["points"], strict=True)
            if point and is_number(point.get("value"))
        ]
        if not kept:
            continue
        xs = [place for place, _ in kept]
        joined = all(map(is_number, data["values"])) and len(xs) > 1
        _ribbons(frame, axes, xs, [point for _, point in kept], soft, joined)
        axes.plot(xs, [point["value"] for _, point in kept], color=frame.colour(token),
                  linewidth=2.0 if joined else 0, marker="o", markersize=5.2, zorder=3,
                  markeredgecolor=frame.colour("paper"), markeredgewidth=1.0)  # fmt: skip
        _hits(axes, xs, number, which)
        last = kept[-1][1]
        names.append((last["value"], series["label"], token))
        names += _outer_names(last, panel)
    return names


def _ribbons(
    frame: "Frame", axes: "Axes", xs: list[float], rows: list["Point"], soft: str,
    joined: bool,
) -> None:  # fmt: skip
    """The interval as a ribbon along numbers, as upright lines over words."""
    outer = [row.get("outer") or interval_ends(row) for row in rows]
    inner = [interval_ends(row) for row in rows]
    for ends in (outer, inner) if any(row.get("outer") for row in rows) else (inner,):
        if joined:
            axes.fill_between(xs, [end[0] for end in ends], [end[1] for end in ends],
                              color=frame.colour(soft), alpha=0.8, linewidth=0,
                              zorder=1.0)  # fmt: skip
        else:
            axes.vlines(xs, [end[0] for end in ends], [end[1] for end in ends],
                        color=frame.colour(soft), linewidth=5, zorder=1.0)  # fmt: skip


def _hits(axes: "Axes", xs: list[float], number: int, which: int) -> None:
    reach = min((b - a for a, b in pairwise(xs)), default=1.0) / 2
    for place, x in enumerate(xs):
        if which == 0:
            axes.axvspan(x - reach, x + reach, facecolor="none", linewidth=0, zorder=7,
                         gid=f"mark-{number}-{place}")  # fmt: skip


def _outer_names(last: "Point", panel: "SweepPanel") -> list[tuple[float, str, str]]:
    texts = panel.get("outer_texts")
    if not texts or not last.get("outer"):
        return []
    return [(end, text, "muted") for end, text in zip(last["outer"], texts, strict=True)]


def _name_them(frame: "Frame", axes: "Axes", names: list[tuple[float, str, str]]) -> None:
    """Names at the right of their lines, moved apart where they would touch."""
    low, high = axes.get_ylim()
    unit = _TALL / (high - low)
    blocks = [
        (y, _style.break_lines(text, _style.SMALL, 92), token) for y, text, token in names if text
    ]
    blocks.sort(key=lambda block: -block[0])
    bottom = float("inf")
    for y, lines, token in blocks:
        centre = min((y - low) * unit, bottom - 6.5 * len(lines))
        bottom = centre - 6.5 * len(lines)
        for number, line in enumerate(lines):
            down = centre + 6.5 * (len(lines) - 1) - 13 * number
            frame.note(axes, 1, 0, line, (10, down), token, _style.SMALL, ha="left",
                       within="axes")  # fmt: skip


def reading(data: "Sweep") -> str:
    joined = all(map(is_number, data["values"])) and not _has_outer(data)
    points = [p for panel in data["panels"] for line in panel["series"] for p in line["points"]]
    ribbon = any(point and is_number(point.get("low")) for point in points)
    return "Ribbon: 95 % interval." if joined and ribbon else ""


def _has_outer(data: "Sweep") -> bool:
    return any(row.get("outer") for panel in data["panels"] for row in _rows_of(panel))


def tips(data: "Sweep") -> dict[str, str]:
    found = {}
    for number, panel in enumerate(data["panels"]):
        for place, value in enumerate(data["values"]):
            words = [
                f"{series['label']} {_rows.row_text(point, 'text')} "
                f"{_rows.row_text(point, 'interval')}"
                for series in panel["series"]
                if (point := series["points"][place])
            ]
            found[f"mark-{number}-{place}"] = f"{format_value(value)}: " + "; ".join(words).strip()
    return found
