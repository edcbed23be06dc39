"""What charts made of rows share: names at the left, marks on an axis, numbers at the right."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeGuard

from analyzer.render.charts import _style
from analyzer.render.charts._frame import NARROW, WIDE, Frame
from analyzer.render.charts._style import (
    LABEL,
    NORMAL,
    SMALL,
    STRONG,
    replace_undrawable,
    text_width,
    with_minus,
)
from analyzer.render.text import shorten

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.typing import LineStyleType

    from analyzer.answer.figures import Point, Row
    from analyzer.render.charts import FrameMaker

_EDGE, _GAP = 9.0, 14.0
_PHONE = 8.0  # size of letters on a phone
_LABELS = 0.32  # names on a phone get at most this part of the sheet
_LABELS_WIDE = 0.42
_ABOVE_MARK = 15.0  # points for a name above its mark
SHAPES = {
    "within": ("teal disc", "within the band"),
    "across": ("violet ring", "not yet decided"),
    "outside": ("vermilion diamond", "outside the band"),
}


class Rows:
    """Axes with a row for each entry: row 0 on top, at y = 0."""

    def __init__(
        self, frame: Frame, rows: "Sequence[Row]", step: float, limits: tuple[float, float],
        above: float = 22.0,
    ) -> None:  # fmt: skip
        self.frame, self.rows, self.step = frame, rows, step
        self.big = LABEL if frame.width > 400 else _PHONE
        self.small = SMALL if frame.width > 400 else 0.9 * _PHONE
        self.stacked = frame.width < WIDE and not _fits_beside(rows)
        part = 1.0 if self.stacked else _LABELS if frame.width < WIDE else _LABELS_WIDE
        self.labels = self._short("label", part - 0.07 * self.stacked, self.big, NORMAL)
        self.said = self._short("text", 0.2, self.big, STRONG)
        self.notes = self._short("interval", 0.2, self.small, NORMAL)
        beside = 0.0 if self.stacked else self._widest(self.labels, self.big, NORMAL)
        self.left = _EDGE + beside + 10
        self.texts, self.intervals = self._columns()
        bottom = above + step * max(1, len(rows))
        self.axes: Axes = frame.axes(self.left, self.right, above, bottom)
        self.axes.set_xlim(*limits)
        self.axes.set_ylim(max(1, len(rows)) - 0.5, -0.5)
        self.bottom = bottom
        self._named: list[tuple[float, str, str]] = []

    def _short(self, name: str, part: float, size: float, weight: int) -> list[str]:
        """The words of one column, none wider than its part of the sheet."""
        room = part * self.frame.width
        return [
            shorten(
                row_text(row, name),
                room if row.get("text") or name != "interval" else 2 * room,
                lambda text: text_width(text, size, weight),
            )
            for row in self.rows
        ]

    def _widest(self, texts: list[str], size: float, weight: int) -> float:
        return max((text_width(text, size, weight) for text in texts), default=0.0)

    def _columns(self) -> tuple[float, float]:
        """Where the columns at the right end; the axes get the rest.

        A note without a number beside it may use both columns.
        """
        alone = [not text for text in self.said]
        beside = [note for note, lone in zip(self.notes, alone, strict=True) if not lone]
        across = [note for note, lone in zip(self.notes, alone, strict=True) if lone]
        notes = self._widest(beside, self.small, NORMAL)
        texts = self._widest(self.said, self.big, STRONG)
        texts = max(texts, self._widest(across, self.small, NORMAL) - notes - 10)
        intervals = self.frame.width - _EDGE
        ends = intervals - notes - (10 if notes else 0)
        self.right = ends - texts - (_GAP if texts else 0)
        return ends, intervals

    def names(self) -> None:
        """Names at the left, estimate and interval at the right."""
        top = self.frame.top + self.bottom - self.step * max(1, len(self.rows))
        for place, row in enumerate(self.rows):
            y = top + self.step * (place + 0.5)
            quiet = "muted" if row.get("tone") == "muted" else "ink"
            say = self.frame.add_text
            if self.stacked:
                say(_EDGE, y - self.step / 2 + 7, self.labels[place], "ink", self.big, over="paper")
            else:
                say(self.left - 10, y, self.labels[place], "ink", self.big, ha="right")
            say(self.texts, y, self.said[place], quiet, self.big, STRONG, ha="right")
            say(self.intervals, y, self.notes[place], "muted", self.small, ha="right")
        self._name_lines()

    def ticks(self, wording: Callable[[list[float]], list[str]], most: int = 7) -> None:
        """Grid lines and their labels below."""
        low, high = self.axes.get_xlim()
        ticks = _style.nice_ticks(low, high, most)
        self.frame.grid(self.axes, ticks)
        self.frame.bottom_labels(self.axes, ticks, wording(ticks), self.big)

    def line(
        self, value: float, text: str, token: str = "ink", style: "LineStyleType" = "-"
    ) -> None:
        """An upright line with its name above."""
        colour = self.frame.colour(token)
        self.axes.axvline(value, color=colour, linewidth=1.3, linestyle=style, zorder=1.5)
        if text:
            quiet = "muted" if token in ("ink", "faint") else token
            self._named.append((value, replace_undrawable(text), quiet))

    def _name_lines(self) -> None:
        """Names above their lines; if two would touch they lean away, and a third stands higher."""
        unit = self.frame.points_a_unit(self.axes)
        taken: list[tuple[float, float, float]] = []  # left, right, height
        for value, text, token in sorted(self._named):
            wide = text_width(text, self.small) / unit
            after = [x for x, *_ in sorted(self._named) if x > value]
            choices = [("center", 0.5), ("right", 1.0), ("left", 0.0)]
            if after and after[0] - value < wide:
                choices = [("right", 1.0), ("center", 0.5), ("left", 0.0)]
            spots = [(y, ha, value - part * wide) for y in (5, 17, 29) for ha, part in choices]
            y, ha, left = next(
                (spot for spot in spots if _is_free(taken, spot[2], wide, spot[0], 8 / unit)),
                spots[-1],
            )
            taken.append((left, left + wide, y))
            self.frame.note(
                self.axes, value, 1, text, (0, y), token, self.small, ha=ha, va="bottom", within="x"
            )

    def band(self, centre: float, half: float) -> None:
        """What is called fair."""
        low, high = self.axes.get_xlim()
        self.axes.axvspan(
            max(low, centre - half), min(high, centre + half), color=self.frame.colour("band"),
            linewidth=0, zorder=0.4,
        )  # fmt: skip

    def hit(self, place: int) -> None:
        """An invisible patch over the whole row, for the mouse."""
        self.axes.axhspan(place - 0.5, place + 0.5, facecolor="none", linewidth=0, zorder=7,
                          gid=f"mark-{place}")  # fmt: skip


def row_step(frame_of: "FrameMaker", rows: "Sequence[Row]", usual: float) -> float:
    """How high a row is; on a phone it is higher if a name must stand above its mark."""
    return usual + _ABOVE_MARK if frame_of.is_narrow and not _fits_beside(rows) else usual


def _fits_beside(rows: "Sequence[Row]") -> bool:
    """Whether all names have room beside their marks on a phone."""
    names = [text_width(row_text(row, "label"), _PHONE) for row in rows]
    notes = [text_width(row_text(row, "note"), _PHONE) for row in rows]
    return max([*names, *notes], default=0.0) <= _LABELS * NARROW


def _is_free(
    taken: list[tuple[float, float, float]], left: float, wide: float, y: float, air: float
) -> bool:
    return all(
        left > right + air or left + wide < other - air or y != height
        for other, right, height in taken
    )


def row_text(row: Mapping[str, object], name: str) -> str:
    """The words of a row; a name stays as a user types it."""
    words = str(row.get(name) or "")
    return replace_undrawable(with_minus(words) if name in ("text", "interval") else words)


def draw_whisker(
    frame: Frame, axes: "Axes", at: float, row: "Row", base: float | None, upright: bool = False,
    scale: float = 1.0,
) -> None:  # fmt: skip
    """The interval and its mark: disc, ring, or diamond on a stem from the base line."""
    if not is_number(row.get("value")):
        return
    tone = row.get("tone") or "ink"
    colour = frame.colour("faint" if tone == "muted" else tone)
    value = row["value"]
    low, high = interval_ends(row)
    if tone == "outside" and base is not None:
        _stroke(axes, at, base, value, upright, colour, 1.4, 2.0)
    _stroke(axes, at, low, high, upright, colour, 2.8 * scale, 2.5)
    paper = frame.colour("paper")
    big = scale if frame.width > 400 else 0.8 * scale
    marker, size, face, edge, rim = {
        "outside": ("D", 6.6, colour, paper, 1.2),
        "across": ("o", 6.6, paper, colour, 2.0),
        "muted": ("o", 6.6, paper, colour, 2.0),  # a ring: grey alone says nothing
    }.get(tone, ("o", 7.8, colour, paper, 1.2))
    x, y = (at, value) if upright else (value, at)
    axes.plot([x], [y], color=colour, linestyle="none", zorder=4, clip_on=False, marker=marker,
              markersize=size * big, markerfacecolor=face, markeredgecolor=edge,
              markeredgewidth=rim)  # fmt: skip


def _stroke(
    axes: "Axes", at: float, low: float, high: float, upright: bool, colour: str, width: float,
    order: float,
) -> None:  # fmt: skip
    xs, ys = ([at, at], [low, high]) if upright else ([low, high], [at, at])
    axes.plot(xs, ys, color=colour, linewidth=width, solid_capstyle="round", zorder=order)


def is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and math.isfinite(value)


def interval_ends(row: "Point") -> tuple[float, float]:
    """The finite ends of a row's interval; its value where there is none."""
    low, high = row.get("low"), row.get("high")
    return low if is_number(low) else row["value"], high if is_number(high) else row["value"]


def value_limits(
    rows: "Sequence[Point]", *others: float | None, margin: float = 0.06
) -> tuple[float, float]:
    """Limits that hold every interval and the other values, with some air."""
    found = [end for row in rows if is_number(row.get("value")) for end in interval_ends(row)]
    found += [value for value in others if is_number(value)]
    low, high = min(found, default=0.0), max(found, default=1.0)
    air = margin * (high - low) or 0.5 * abs(high) or 0.5
    return low - air, high + air


def tick_decimals(ticks: Sequence[float], factor: float = 1.0) -> int:
    """Decimals that tell neighbouring ticks apart."""
    for places in range(7):
        if all(abs(round(factor * t, places) - factor * t) < 1e-9 * factor for t in ticks):
            return places
    return 6


def percent_labels(ticks: list[float]) -> list[str]:
    """Shares as 20.5 %."""
    places = tick_decimals(ticks, 100)
    return [with_minus_sign(f"{100 * tick:.{places}f} %") for tick in ticks]


def signed_labels(ticks: list[float], factor: float = 1.0, unit: str = "") -> list[str]:
    """Differences as +2, 0, −2."""
    places = tick_decimals(ticks, factor)
    found = [f"{factor * tick:+.{places}f}" for tick in ticks]
    return [
        with_minus_sign((text if text.strip("+-0.") else text.lstrip("+-")) + unit)
        for text in found
    ]


def plain_labels(ticks: list[float]) -> list[str]:
    """Numbers as they are."""
    places = tick_decimals(ticks)
    return [with_minus_sign(f"{tick:,.{places}f}") for tick in ticks]


def with_minus_sign(text: str) -> str:
    return text.replace("-", "−")


def verdict_reading(rows: "Sequence[Row]", band: bool) -> str:
    """Which colours and shapes are used, in words."""
    used = {row.get("tone") for row in rows if is_number(row.get("value"))}
    told = [f"{shape}: {meaning}" for tone, (shape, meaning) in SHAPES.items() if tone in used]
    if not told or not band:
        return ""
    text = "; ".join(told)
    return f"{text[0].upper()}{text[1:]}."


def row_tips(rows: "Sequence[Row]") -> dict[str, str]:
    """Name, estimate and interval of each row."""
    found = {}
    for place, row in enumerate(rows):
        parts = [row_text(row, "text"), row_text(row, "interval"), row_text(row, "tip")]
        found[f"mark-{place}"] = f"{replace_undrawable(row['label'])}: " + ", ".join(
            p for p in parts if p
        )
    return found
