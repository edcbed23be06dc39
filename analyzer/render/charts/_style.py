"""Colours, font and text of every picture: the tokens, and nothing that knows a chart.

A token is a meaning, and a theme gives it a colour. Charts are drawn in the colours of one theme. A
page replaces each colour of the light theme by a CSS variable, so that a single drawing serves
light, dark and paper.
"""

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

if "matplotlib" not in sys.modules:
    # A backend that does not exist would stop the import. We need none: whoever draws by pyplot
    # later in this process (a notebook) still gets the one that was asked for.
    _backend = os.environ.pop("MPLBACKEND", None)
    import matplotlib as mpl

    if _backend is not None:
        os.environ["MPLBACKEND"] = _backend
        with suppress(ValueError):
            mpl.rcParams["backend"] = _backend
import matplotlib as mpl
from matplotlib import font_manager
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.font_manager import FontProperties, get_font

from analyzer.render.text import GLUE, glue_numbers, strip_controls

if TYPE_CHECKING:
    from matplotlib.typing import RcKeyType

LIGHT = {
    "paper": "#ffffff", "ink": "#1b2430", "muted": "#5b6773", "faint": "#97a1ab",
    "rule": "#d9dfe4", "band": "#e4efee", "within": "#0f766e", "across": "#7a4f99",
    "outside": "#b4321f", "a": "#1f5fa8", "a_soft": "#bcd3ec", "b": "#c2570c", "b_soft": "#f6d3b5",
}  # fmt: skip
DARK = {
    "paper": "#12171d", "ink": "#e8edf2", "muted": "#9aa7b4", "faint": "#6b7785",
    "rule": "#2c353f", "band": "#16302f", "within": "#4fc3b5", "across": "#b79ae0",
    "outside": "#f0826c", "a": "#7fb2ea", "a_soft": "#26415f", "b": "#f2a365", "b_soft": "#5a3a20",
}  # fmt: skip
THEMES = {"light": LIGHT, "dark": DARK}
TEXT_TOKENS = ("ink", "muted", "within", "across", "outside", "a", "b")  # words are set in these

FONTS = Path(__file__).resolve().parent.parent / "fonts"
FAMILY = "Analyzer Inter"
BACK_UP = "DejaVu Sans"  # comes with matplotlib
NORMAL, STRONG = 400, 600
TITLE, SUBTITLE, LABEL, SMALL, CAPTION = 14, 10, 10, 9, 8.2  # points

_SIGN = re.compile(r"(?<![\w=.-])-(?=\d)")  # not that of bonus=-1 or of 1..-5
_RC: "dict[RcKeyType, object]" = {
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "analyzer",  # equal answers give equal files
    "pdf.fonttype": 42,
    "text.parse_math": False,  # a path may hold a dollar sign
    "text.hinting": "none",
    "axes.unicode_minus": True,
    "path.simplify": False,
}


@contextmanager
def chart_style() -> Iterator[None]:
    """Our settings, whatever a user's matplotlibrc says."""
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update({**_RC, "font.family": _families(), "font.sans-serif": [BACK_UP]})
        yield


@cache
def _families() -> list[str]:
    """Our font, then the one that comes with matplotlib; only that one if ours is missing."""
    found = sorted(FONTS.glob("*.ttf"))
    for path in found:
        font_manager.fontManager.addfont(path)
    bold = font_manager.findfont(FontProperties(family=BACK_UP, weight=700))
    font_manager.fontManager.ttflist.append(  # otherwise matplotlib complains that it has no 600
        font_manager.FontEntry(fname=bold, name=BACK_UP, style="normal", variant="normal",
                               weight=STRONG, stretch="normal", size="scalable")
    )  # fmt: skip
    return [*([FAMILY] if found else []), BACK_UP]


@cache
def _letters() -> frozenset[int]:
    """What the fonts can draw."""
    paths = [font_manager.findfont(FontProperties(family=name)) for name in _families()]
    return frozenset(code for path in paths for code in get_font(path).get_charmap())


def with_minus(text: str) -> str:
    """The sign before a number set as a minus; a value that a user types keeps its own."""
    return _SIGN.sub("−", text)


def replace_undrawable(text: str) -> str:
    """The text with a replacement for every letter that no font of ours has."""
    return "".join(c if ord(c) in _letters() else "\ufffd" for c in strip_controls(text))


@cache
def _properties(size: float, weight: int) -> FontProperties:
    return FontProperties(family=_families(), size=size, weight=weight)


@cache
def _ruler() -> RendererAgg:
    return RendererAgg(1, 1, 720)  # type: ignore[no-untyped-call]


@cache
def text_width(text: str, size: float, weight: int = NORMAL) -> float:
    """The width of a line of text, in points."""
    measure: Callable[..., tuple[float, float, float]] = _ruler().get_text_width_height_descent
    return float(measure(replace_undrawable(text), _properties(size, weight), ismath=False)[0]) / 10


class TextStyle(TypedDict):
    """What every text of a picture is made with."""

    fontproperties: FontProperties
    parse_math: bool
    ha: str
    va: str


def text_style(size: float, weight: int, ha: str, va: str) -> TextStyle:
    return {"fontproperties": _properties(size, weight), "parse_math": False, "ha": ha, "va": va}


def break_lines(text: str, size: float, room: float, weight: int = NORMAL) -> list[str]:
    """The text in lines that are at most `room` points wide; longer words are cut."""
    lines: list[str] = []
    for word in glue_numbers(replace_undrawable(text)).split():
        word = word.replace(GLUE, " ")
        if lines and text_width(f"{lines[-1]} {word}", size, weight) <= room:
            lines[-1] += f" {word}"
            continue
        *full, rest = _cut(word, size, room, weight)
        lines += [*full, rest]
    return lines


def _cut(word: str, size: float, room: float, weight: int) -> list[str]:
    parts = [""]
    for letter in word:
        if parts[-1] and text_width(parts[-1] + letter, size, weight) > room:
            parts.append("")
        parts[-1] += letter
    return parts


def nice_ticks(low: float, high: float, most: int = 7) -> list[float]:
    """Round places between two ends."""
    from matplotlib.ticker import MaxNLocator

    ticks = MaxNLocator(most, steps=[1, 2, 2.5, 5, 10]).tick_values(low, high)
    edge = 1e-9 * (high - low)
    return [float(tick) for tick in ticks if low - edge <= tick <= high + edge]
