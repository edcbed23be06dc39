"""One game told: the chance of one seat to win, move by move, with its largest swings."""

from typing import TYPE_CHECKING

from analyzer.render.charts import FrameMaker, _rows, _style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Sheet

    from analyzer.answer.figures import Swing, Tale
    from analyzer.render.charts._frame import Frame

_TALL, _ABOVE = 150.0, 22.0
_NEAR = 44.0  # points between two marks that leave room for the words of one
LEFT, RIGHT = 46.0, 12.0  # points beside the axes: a page lays its slider under them


def draw(frame_of: FrameMaker, data: "Tale") -> "Sheet":
    frame = frame_of(height=_ABOVE + _TALL + 40)
    axes = frame.axes(LEFT, frame.width - RIGHT, _ABOVE, _ABOVE + _TALL)
    points = data["points"] or [[0, 0.0]]
    moves, chances = [point[0] for point in points], [point[1] for point in points]
    last = last_move(data)
    axes.set_xlim(0, last)
    axes.set_ylim(0, 1.02)
    _bands(frame, axes, data)
    axes.fill_between(
        moves, chances, color=frame.colour("a_soft"), alpha=0.8, linewidth=0, zorder=1
    )
    axes.plot(moves, chances, color=frame.colour("a"), linewidth=2.0, zorder=2,
              solid_joinstyle="round", clip_on=False)  # fmt: skip
    _scale(frame, axes, data)
    swings = data.get("swings") or ()
    for number, swing in enumerate(swings, start=1):
        _swing(frame, axes, number, swing, _is_leftmost(frame, axes, swing, swings))
    axes.axvline(0, color=frame.colour("b"), linewidth=1.4, zorder=5, gid="cursor", alpha=0.0)
    ticks = [tick for tick in _style.nice_ticks(0, last, 6) if tick == int(tick)]
    frame.bottom_labels(axes, ticks, _rows.plain_labels(ticks))
    frame.note(axes, 0, 0, data.get("axis") or "", (0, -24), "muted", ha="left", va="top",
               within="axes")  # fmt: skip
    return frame.sheet


def last_move(data: "Tale") -> float:
    """Where the axis ends."""
    moves = [point[0] for point in data["points"]]
    return float(max([*moves, *(band["to"] for band in data.get("bands") or ()), 1]))


def _bands(frame: "Frame", axes: "Axes", data: "Tale") -> None:
    """Every second stretch is shaded; names where there is room."""
    unit = frame.points_a_unit(axes)
    for number, band in enumerate(data.get("bands") or ()):
        if number % 2 == 0:
            axes.axvspan(band["from"], band["to"], color=frame.colour("rule"), alpha=0.38,
                         linewidth=0, zorder=0.3)  # fmt: skip
        wide = unit * (band["to"] - band["from"])
        named = [band["label"], band["label"].rpartition(" ")[2]]
        fits = [name for name in named if _style.text_width(name, _style.SMALL) + 4 <= wide]
        if fits:
            frame.note(axes, (band["from"] + band["to"]) / 2, 1, fits[0], (0, 5), "muted",
                       _style.SMALL, va="bottom", within="x")  # fmt: skip


def _scale(frame: "Frame", axes: "Axes", data: "Tale") -> None:
    fair = data.get("fair")
    ticks = [0.0, 0.5, 1.0]
    frame.grid(axes, [0.5, 1.0], across="y")
    if fair is not None:
        axes.axhline(fair, color=frame.colour("ink"), linewidth=1.0, linestyle=(0, (4, 3)),
                     zorder=2.4)  # fmt: skip
        ticks = [tick for tick in ticks if abs(tick - fair) > 0.09] + [fair]
    for tick in ticks:
        (label,) = _rows.percent_labels([round(tick, 3)])
        frame.note(axes, 0, tick, label, (-8, 0), "muted", ha="right", within="y")


def _is_leftmost(frame: "Frame", axes: "Axes", swing: "Swing", swings: "Sequence[Swing]") -> bool:
    """Whether the words at its left would touch no other mark; at the right end they must."""
    unit = frame.points_a_unit(axes)
    near = [other for other in swings if 0 < unit * (swing["move"] - other["move"]) < _NEAR]
    return not near or unit * (axes.get_xlim()[1] - swing["move"]) < _NEAR - RIGHT


def _swing(frame: "Frame", axes: "Axes", number: int, swing: "Swing", is_leftmost: bool) -> None:
    """A numbered disc, its change beside it on the side with room."""
    x, y = swing["move"], swing["chance"]
    axes.plot([x], [y], marker="o", markersize=12.5, color=frame.colour("a"), zorder=5,
              markeredgecolor=frame.colour("paper"), markeredgewidth=1.2, clip_on=False,
              gid=f"mark-{number}")  # fmt: skip
    frame.note(axes, x, y, str(number), (0, -0.3), "paper", _style.SMALL, _style.STRONG)
    far = x > 0.12 * axes.get_xlim()[1] and is_leftmost
    up = 7 if y < 0.88 else -9  # the names of the stretches stand above
    text = _rows.row_text(swing, "text")
    frame.note(axes, x, y, text, (-11 if far else 11, up), "a", _style.SMALL, _style.STRONG,
               ha="right" if far else "left")  # fmt: skip


def reading(data: "Tale") -> str:
    told = [
        f"{number}: {swing['words']}."
        for number, swing in enumerate(data.get("swings") or (), start=1)
        if swing.get("words")
    ]
    dashed = "Dashed: fair." if data.get("fair") is not None else ""
    return " ".join(part for part in (dashed, *told) if part)


def tips(data: "Tale") -> dict[str, str]:
    return {
        f"mark-{number}": f"{_rows.row_text(swing, 'text')}: {_rows.row_text(swing, 'words')}"
        for number, swing in enumerate(data.get("swings") or (), start=1)
    }
