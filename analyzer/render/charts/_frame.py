"""The sheet that a chart is drawn on: title, subtitle, room for the drawing, caption, notes.

Everything is placed in points from the top left, by measured widths, before anything is drawn.
There is no layout engine, so equal data give equal pictures.
"""

import io
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from analyzer.render.charts import _style
from analyzer.render.charts._style import (
    CAPTION,
    SUBTITLE,
    TITLE,
    break_lines,
    text_style,
    with_minus,
)
from analyzer.render.text import shorten

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.text import Text

INCH = 72.0
WIDE, NARROW = 7.2 * INCH, 3.7 * INCH  # a page's column, and a phone's
_EDGE = 9.0
_RIM = 3.0  # nothing is written nearer to the edge of the sheet


class Sheet(Figure):
    """A figure that a notebook shows as a picture where it is the last line of a cell."""

    def _repr_png_(self) -> bytes:
        target = io.BytesIO()
        with _style.chart_style():
            self.savefig(target, format="png", dpi=144, facecolor=self.get_facecolor())
        return target.getvalue()


@dataclass
class Frame:
    """A sheet of `width` points with `height` points for the drawing itself."""

    title: str
    subtitle: str
    caption: str
    notes: tuple[str, ...]  # what it rests on, each on a line of its own
    height: float
    theme: str = "light"
    width: float = WIDE
    bare: bool = False  # the drawing alone: a page prints the texts itself
    sheet: Sheet = field(init=False)
    top: float = field(init=False)  # where the drawing begins
    total: float = field(init=False)

    def __post_init__(self) -> None:
        texts = [] if self.bare else self._texts()
        above = sum(step for *_, step, place in texts if place == "top")
        below = sum(step for *_, step, place in texts if place == "bottom")
        self.top = 4.0 if self.bare else above + _EDGE + 12
        self.total = self.top + self.height + (4.0 if self.bare else below + 12 + _EDGE)
        self.sheet = Sheet(figsize=(self.width / INCH, self.total / INCH))
        self.sheet.patch.set_facecolor("none" if self.bare else self.colour("paper"))
        FigureCanvasAgg(self.sheet)
        self._write(texts)

    def _texts(self) -> list[tuple[str, float, int, str, float, str]]:
        """Line, size, weight, colour, step to the next line, and where."""
        room = self.width - 2 * _EDGE
        parts = (
            (with_minus(self.title), TITLE, _style.STRONG, "ink", 1.36, "top"),
            (self.subtitle, SUBTITLE, _style.NORMAL, "muted", 1.5, "top"),
            (self.caption, CAPTION, _style.NORMAL, "muted", 1.5, "bottom"),
            *((note, CAPTION, _style.NORMAL, "ink", 1.5, "bottom") for note in self.notes),
        )
        return [
            (line, size, weight, token, size * spacing, place)
            for text, size, weight, token, spacing, place in parts
            for line in break_lines(text, size, room, weight)
        ]

    def _write(self, texts: list[tuple[str, float, int, str, float, str]]) -> None:
        down = {"top": _EDGE, "bottom": self.top + self.height + 12}
        for line, size, weight, token, step, place in texts:
            self.add_text(_EDGE, down[place] + step / 2, line, token, size, weight, va="center")
            down[place] += step

    def colour(self, token: str) -> str:
        """The colour of a token in this theme."""
        return _style.THEMES[self.theme][token]

    def add_text(
        self, x: float, y: float, text: str, token: str = "ink", size: float = _style.LABEL,
        weight: int = _style.NORMAL, ha: str = "left", va: str = "center_baseline",
        over: str = "",
    ) -> "Text":  # fmt: skip
        """Write on the sheet, x and y in points from its top left corner; `over` lines, on a patch
        of that colour."""
        words, moved = self._inside(x, text, size, weight, ha)
        patch = {"facecolor": self.colour(over), "linewidth": 0, "pad": 1.0} if over else None
        return self.sheet.text(
            (x + moved) / self.width, 1 - y / self.total, words, color=self.colour(token),
            bbox=patch, **text_style(size, weight, ha, va),
        )  # fmt: skip

    def _inside(self, x: float, text: str, size: float, weight: int, ha: str) -> tuple[str, float]:
        """The text, cut to fit the sheet, and how far it must move to stay on it."""
        room = self.width - 2 * _RIM
        words = shorten(
            _style.replace_undrawable(text), room, lambda t: _style.text_width(t, size, weight)
        )
        wide = _style.text_width(words, size, weight)
        left = x - wide * {"left": 0.0, "center": 0.5, "right": 1.0}[ha]
        return words, min(max(left, _RIM), self.width - _RIM - wide) - left

    def axes(self, left: float, right: float, top: float, bottom: float) -> "Axes":
        """Axes between these edges, in points; top and bottom within the drawing."""
        box = (
            left / self.width,
            1 - (self.top + bottom) / self.total,
            (right - left) / self.width,
            (bottom - top) / self.total,
        )
        found = self.sheet.add_axes(box)
        found.set_facecolor("none")
        found.spines[["top", "left", "right"]].set_visible(False)
        found.spines["bottom"].set(color=self.colour("rule"), linewidth=1.0)
        found.set_xticks([])
        found.set_yticks([])
        found.set_axisbelow(True)
        return found

    def grid(self, axes: "Axes", ticks: list[float], across: str = "x") -> None:
        """Faint lines at the ticks of the axis that carries values."""
        line = axes.axvline if across == "x" else axes.axhline
        for tick in ticks:
            line(tick, color=self.colour("rule"), linewidth=0.9, zorder=0.6)

    def bottom_labels(
        self, axes: "Axes", ticks: list[float], labels: list[str], size: float = _style.LABEL
    ) -> None:
        """Labels below an axis; if they would touch, only every second or third is shown."""
        points = self.points_a_unit(axes)
        step = 1
        air = 7.0 if max(map(len, labels), default=0) > 2 else 3.5
        widths = [_style.text_width(label, size) for label in labels]
        while step < len(ticks) and any(
            points * abs(ticks[i + step] - ticks[i]) < (widths[i] + widths[i + step]) / 2 + air
            for i in range(0, len(ticks) - step, step)
        ):
            step += 1
        for tick, label in list(zip(ticks, labels, strict=True))[::step]:
            self.note(axes, tick, 0, label, (0, -7), "muted", size, va="top", within="x")

    def points_a_unit(self, axes: "Axes") -> float:
        """How many points one unit of the bottom axis is wide."""
        begin, end = axes.get_xlim()
        return axes.get_position().width * self.width / (end - begin)

    def note(
        self, axes: "Axes", x: float, y: float, text: str, offset: tuple[float, float] = (0, 0),
        token: str = "ink", size: float = _style.LABEL, weight: int = _style.NORMAL,
        ha: str = "center", va: str = "center_baseline", within: str = "data",
    ) -> "Text":  # fmt: skip
        """Write at a place of an axis; `within` says which of x and y are data ("x": only x)."""
        places: dict[str, str | tuple[str, str]] = {
            "data": "data", "x": ("data", "axes fraction"), "y": ("axes fraction", "data"),
            "axes": "axes fraction",
        }  # fmt: skip
        along = axes.transAxes if within in ("y", "axes") else axes.transData
        at = along.transform((x, 0))[0] * INCH / self.sheet.dpi + offset[0]
        words, moved = self._inside(float(at), text, size, weight, ha)
        return axes.annotate(
            words, xy=(x, y), xycoords=places[within], xytext=(offset[0] + moved, offset[1]),
            textcoords="offset points", color=self.colour(token), annotation_clip=False,
            zorder=6, **text_style(size, weight, ha, va),
        )  # fmt: skip
