"""Charts: one file per kind, found by its name.

A chart file has `draw(frame_of, data)`, which asks for a sheet, draws and returns it; for a phone
the sheet is narrow. It may have `reading(data)`, a sentence about colours and shapes for the
caption, and `tips(data)`, the words behind each mark by its `gid`. `analyzer/answer/figures.py`
describes the `data` of each kind. Only this folder and `pictures.py` import matplotlib, without
pyplot, so there is no state.
"""

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Sheet

    from analyzer.answer.blocks import Figure
    from analyzer.render.charts._frame import Frame


@dataclass(frozen=True)
class FrameMaker:
    """Makes the sheet of a chart, once the chart knows how high its drawing is."""

    figure: "Figure"
    theme: str
    bare: bool  # texts are left to a page
    is_narrow: bool  # for phones

    def __call__(self, height: float) -> "Frame":
        from analyzer.render.charts import _frame

        figure = self.figure
        return _frame.Frame(
            figure.title, figure.subtitle, caption(figure), figure.notes, height, self.theme,
            _frame.NARROW if self.is_narrow else _frame.WIDE, self.bare,
        )  # fmt: skip


@cache
def kinds() -> tuple[str, ...]:
    """Every kind of chart there is."""
    files = Path(__file__).parent.glob("[a-z]*.py")
    return tuple(sorted(path.stem for path in files))


def _module(kind: str) -> ModuleType:
    if kind not in kinds():
        raise ValueError(f"there is no chart {kind!r}; known: {', '.join(kinds())}")
    return import_module(f"{__name__}.{kind}")


def draw(
    figure: "Figure", theme: str = "light", bare: bool = False, narrow: bool = False
) -> "Sheet":
    """The chart as a matplotlib figure; `bare` leaves texts to a page, `narrow` is for phones."""
    from analyzer.render.charts import _style

    frame_of = FrameMaker(figure, theme, bare, narrow)
    with _style.chart_style():
        sheet: Sheet = _module(figure.kind).draw(frame_of, figure.data)
    return sheet


def caption(figure: "Figure") -> str:
    """The figure's own caption, and how its colours and shapes are to be read."""
    reading = getattr(_module(figure.kind), "reading", _nothing)(figure.data)
    return " ".join(part for part in (figure.caption, reading) if part)


def mark_tips(figure: "Figure") -> dict[str, str]:
    """What each mark says when it is pointed at, by its gid."""
    told: dict[str, str] = getattr(_module(figure.kind), "tips", _no_tips)(figure.data)
    return told


def format_value(value: object) -> str:
    """A value of an axis: 1,000, 0.5, stop, true."""
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:,}" if isinstance(value, int) else f"{value}"


def _nothing(_: object) -> str:
    return ""


def _no_tips(_: object) -> dict[str, str]:
    return {}
