"""How long games last: bars, the median strong, the middle 90 % soft, the tails grey."""

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from analyzer.render.charts import FrameMaker, _rows, _style, format_value

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Sheet

    from analyzer.answer.figures import Length
    from analyzer.render.charts._frame import Frame

_MOST_BARS = 60
_HEIGHT = 150.0
_ABOVE = 46.0


class Bar(NamedTuple):
    """Some lengths and the share of games that last so long."""

    begin: float
    end: float
    share: float
    token: str

    @property
    def middle(self) -> float:
        return (self.begin + self.end) / 2


def draw(frame_of: FrameMaker, data: "Length") -> "Sheet":
    bars = _bars(data)
    frame = frame_of(height=_ABOVE + _HEIGHT + (56 if frame_of.is_narrow else 40))
    axes = frame.axes(52, frame.width - 30, _ABOVE, _ABOVE + _HEIGHT)
    top = max((share for _, _, share, _ in bars), default=0.0) or 1.0
    first, last = (bars[0][0], bars[-1][1]) if bars else (0, 1)
    air = max(0.6, 0.06 * (last - first), (8 - last + first) / 2)
    axes.set_xlim(first - air, last + 1.6 * air)
    axes.set_ylim(0, 1.04 * top)
    _upright_axis(frame, axes, top)
    said = tips(data)
    for place, (begin, end, share, token) in enumerate(bars):
        room = 0.08 * (end - begin)
        told = f"mark-{place}"
        axes.bar(begin + room, share, end - begin - 2 * room, align="edge", zorder=2, linewidth=0,
                 color=frame.colour(token), gid=told if told in said else None)  # fmt: skip
    _bottom_axis(frame, axes, data)
    _words(frame, axes, data, bars, frame_of.is_narrow)
    return frame.sheet


def _bars(data: "Length") -> list[Bar]:
    """Begin, end, share and colour; if there are many lengths, several share a bar."""
    counts = {int(length): games for length, games in data["bars"] if games}
    total = sum(counts.values())
    if not total:
        return []
    first, last = min(counts), max(min(counts), min(max(counts), _end(data)))
    step = 1 + (last - first) // _MOST_BARS
    found = []
    for begin in range(first - (first % step), last + 1, step):
        share = sum(counts.get(length, 0) for length in range(begin, begin + step)) / total
        found.append(Bar(begin - 0.5, begin + step - 0.5, share, _token(data, begin, step)))
    return found


def _end(data: "Length") -> int:
    """The last length that is drawn: a tail may be far longer than all the rest."""
    return int(data["high"] + max(4, 1.5 * (data["high"] - data["low"])))


def _token(data: "Length", begin: int, step: int) -> str:
    if begin <= data["median"] < begin + step:
        return "a"
    middle = begin + (step - 1) / 2
    return "a_soft" if data["low"] <= middle <= data["high"] else "rule"


def _upright_axis(frame: "Frame", axes: "Axes", top: float) -> None:
    ticks = [tick for tick in _style.nice_ticks(0, top, 4) if tick > 0]
    frame.grid(axes, ticks, across="y")
    for tick, label in zip([0.0, *ticks], _rows.percent_labels([0.0, *ticks]), strict=True):
        frame.note(axes, 0, tick, label, (-8, 0), "muted", ha="right", within="y")


def _bottom_axis(frame: "Frame", axes: "Axes", data: "Length") -> None:
    low, high = axes.get_xlim()
    ticks = [tick for tick in _style.nice_ticks(low, high, 9) if tick == int(tick) and tick >= 0]
    frame.bottom_labels(axes, ticks, _rows.plain_labels(ticks))
    frame.note(axes, 0, 0, data.get("axis") or "", (0, -24), "muted", ha="left", va="top",
               within="axes")  # fmt: skip


def _words(frame: "Frame", axes: "Axes", data: "Length", bars: list[Bar], is_narrow: bool) -> None:
    """The median over its bar, the bracket with both ends, the tail in words; on a phone below."""
    for bar in bars:
        if bar.token == "a":
            wide = _style.text_width(data["median_text"], _style.LABEL, _style.STRONG)
            half = wide / 2 / frame.points_a_unit(axes)
            below = [one.share for one in bars if one.end > bar.middle - half
                     and one.begin < bar.middle + half]  # fmt: skip
            frame.note(axes, bar.middle, max(below), data["median_text"], (0, 5), "a",
                       weight=_style.STRONG, va="bottom")  # fmt: skip
    kept = [bar for bar in bars if bar.token != "rule"]
    if kept:
        _bracket(frame, axes, kept[0].begin, kept[-1].end, data["range_text"])
        if data.get("tail_text") and bars[-1].token == "rule":
            if is_narrow:
                frame.note(axes, 0, 0, data["tail_text"], (0, -40), "muted", _style.SMALL,
                           ha="left", va="top", within="axes")  # fmt: skip
            else:
                _tail(frame, axes, bars, data["tail_text"])


def _bracket(frame: "Frame", axes: "Axes", low: float, high: float, text: str) -> None:
    """Above everything, with a small foot at both ends."""
    y = 1 + 24 / _HEIGHT
    foot = 3 / _HEIGHT
    draw_line = partial(axes.plot, color=frame.colour("muted"), linewidth=1.1, clip_on=False,
                        transform=axes.get_xaxis_transform(), zorder=5)  # fmt: skip
    draw_line([low, high], [y, y])
    for end in (low, high):
        draw_line([end, end], [y - foot, y + foot])
    frame.note(axes, (low + high) / 2, y, text, (0, 5), "muted", va="bottom", within="x")


def _tail(frame: "Frame", axes: "Axes", bars: list[Bar], text: str) -> None:
    """The words over the tail, above the bars below them, with a line to the tail's first bar."""
    lines = _style.break_lines(text, _style.SMALL, 96)
    if not lines:
        return
    right, top = axes.get_xlim()[1], axes.get_ylim()[1]
    wide = max(_style.text_width(line, _style.SMALL) for line in lines) / frame.points_a_unit(axes)
    tail = bars[1 + max(place for place, bar in enumerate(bars) if bar.token != "rule") :]
    left = max(0.0, min(tail[0].end, right - wide))
    below = [bar.share for bar in bars if bar.end > left and bar.begin < left + wide]
    low = max([0.0, *below]) + 0.16 * top
    for place, line in enumerate(reversed(lines)):
        frame.note(
            axes, left, low, line, (0, 13 * place), "muted", _style.SMALL, ha="left", va="bottom"
        )
    foot = tail[0].share + 0.02 * top
    axes.plot([tail[0].middle, max(tail[0].middle, left + 0.08 * wide)], [foot, low - 0.02 * top],
              color=frame.colour("faint"), linewidth=0.9, zorder=3)  # fmt: skip


def reading(data: "Length") -> str:
    longest = max((length for length, games in data["bars"] if games), default=0)
    cut = f" Not drawn: the longest games, up to {longest:,}." if longest > _end(data) else ""
    return f"Dark: the median; pale: the middle 90 %; grey: the rest.{cut}"


def tips(data: "Length") -> dict[str, str]:
    """How many games lasted this long; a bar of several lengths says nothing, because nobody
    counted it."""
    counts = {int(length): games for length, games in data["bars"]}
    return {
        f"mark-{place}": f"{format_value(length)}: {format_value(counts[length])} games"
        for place, bar in enumerate(_bars(data))
        if bar.end - bar.begin == 1 and counts.get(length := int(bar.middle))
    }
