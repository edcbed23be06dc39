"""Pictures. The only importer of matplotlib; figures are made without pyplot, so without state."""

from pathlib import Path
from typing import TYPE_CHECKING

import matplotlib as mpl
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from analyzer import stats
from analyzer.report.summary import Summary, rules_in_words, table_of_policies

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from analyzer.balance.seats import Standing

_INK, _MUTED, _GRID = "#1f2933", "#6b7785", "#d3dae0"
_WITHIN, _ACROSS, _OUTSIDE = "#2a7f62", "#c98a1b", "#b83a3a"
_BAND = "#dcefe6"

_STYLE = {
    "font.family": "DejaVu Sans",  # ships with matplotlib: the same picture everywhere
    "font.size": 11,
    "text.color": _INK,
    "axes.labelcolor": _INK,
    "xtick.color": _INK,
    "ytick.color": _MUTED,
    "axes.edgecolor": _GRID,
    "svg.hashsalt": "analyzer",  # equal results give equal files
}
_NO_DATE = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {"Software": None}}
_COMMAND = {"svg": "Description", "pdf": "Subject", "png": "Description"}  # where it is written


def save_wins(summary: Summary, path: Path, file_format: str) -> None:
    """Write the win-rate chart as png, svg or pdf."""
    metadata = _NO_DATE[file_format] | {_COMMAND[file_format]: summary.command}
    with mpl.rc_context(_STYLE):
        wins(summary).savefig(path, format=file_format, dpi=200, metadata=metadata)


def wins(summary: Summary) -> Figure:
    """Win share by seat with its interval, against the fair share and the tolerance."""
    rows = summary.standings.rows
    figure = Figure(figsize=(max(7.0, 2.6 + 0.95 * len(rows)), 5.0), layout="constrained")
    FigureCanvasAgg(figure)
    figure.get_layout_engine().set(w_pad=0.16, h_pad=0.09)
    axes = figure.add_subplot()
    _frame(axes, summary)
    _fair_line(axes, summary)
    places = stats.decimals(100 * max(row.wins.error for row in rows), most=3)
    for place, row in enumerate(rows):
        _whisker(axes, place, row, summary, places)
    _titles(figure, axes, summary)
    return figure


def _frame(axes: "Axes", summary: Summary) -> None:
    """Axes, ticks and grid."""
    rows = summary.standings.rows
    axes.set_xlim(-0.6, len(rows) - 0.4)
    axes.set_ylim(*(100 * end for end in _limits(summary)))
    axes.set_xticks(range(len(rows)), _labels(summary))
    axes.set_xlabel("Seat (1 acts first)" if summary.standings.by == "seat" else "Role", labelpad=8)
    axes.set_ylabel("Games won", labelpad=8)
    axes.yaxis.set_major_locator(MaxNLocator(6, steps=[1, 2, 5, 10]))
    ticks = axes.get_yticks()
    places = stats.decimals(float(ticks[1] - ticks[0]))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:.{places}f} %"))
    axes.grid(axis="y", color=_GRID, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.tick_params(length=0, pad=7)
    axes.spines[["top", "right", "left"]].set_visible(False)


def _fair_line(axes: "Axes", summary: Summary) -> None:
    """The fair share, and the band of what the tolerance calls fair."""
    if summary.standings.fair is None:
        return
    fair, tolerance = 100 * summary.standings.fair, 100 * summary.tolerance
    axes.axhspan(fair - tolerance, fair + tolerance, color=_BAND, linewidth=0, zorder=0.4)
    axes.axhline(fair, color=_INK, linewidth=1.1, dashes=(5, 3), zorder=1.5)
    axes.annotate(
        f"fair\n{f'{fair:.1f}'.removesuffix('.0')} %",
        xy=(1, fair), xycoords=("axes fraction", "data"),
        xytext=(6, 0), textcoords="offset points",
        ha="left", va="center", fontsize=9, color=_MUTED, linespacing=1.3,
    )  # fmt: skip


def _limits(summary: Summary) -> tuple[float, float]:
    rows, fair = summary.standings.rows, summary.standings.fair
    ends = [end for row in rows for end in (row.wins.low, row.wins.high)]
    if fair is not None:
        ends += [fair - summary.tolerance, fair + summary.tolerance]
    margin = 0.14 * (max(ends) - min(ends)) or 0.01
    return max(0.0, min(ends) - margin), min(1.04, max(ends) + margin)


def _labels(summary: Summary) -> list[str]:
    """Seat or role, with the policy below where seats differ in it."""
    rows, policies = summary.standings.rows, summary.policies
    if len(set(policies)) == 1:
        return [row.label for row in rows]
    return [f"{row.label}\n{Path(policies[row.seat - 1]).name}" for row in rows]


def _whisker(axes: "Axes", place: int, row: "Standing", summary: Summary, places: int) -> None:
    share, low, high = (100 * value for value in row.wins)
    above = row.wins.estimate >= (summary.standings.fair or 0)  # the number keeps off the fair line
    colour = _colour(row, summary)
    axes.errorbar(
        place, share, yerr=[[max(0, share - low)], [max(0, high - share)]], fmt="o", color=colour,
        markersize=7.5, elinewidth=2, capsize=6, capthick=2, zorder=3,
    )  # fmt: skip
    axes.annotate(
        f"{stats.fixed(share, places)} %",
        xy=(place, high if above else low), xytext=(0, 5 if above else -5),
        textcoords="offset points", ha="center", va="bottom" if above else "top",
        fontsize=10, color=_INK, zorder=5,
    )  # fmt: skip


def _colour(row: "Standing", summary: Summary) -> str:
    fair, tolerance = summary.standings.fair, summary.tolerance
    if fair is None:
        return _INK
    low, high = row.wins.low - fair, row.wins.high - fair
    if low > tolerance or high < -tolerance:
        return _OUTSIDE
    return _WITHIN if -tolerance <= low and high <= tolerance else _ACROSS


def _titles(figure: Figure, axes: "Axes", summary: Summary) -> None:
    """Title, what was played, and how to read it, all flush left."""
    edge = 0.16 / figure.get_figwidth()
    what = f"{summary.players} players · {table_of_policies(summary.policies)}"
    count = f"{summary.n:,} games · seed {summary.seed}"
    title = f"{summary.game}: how often does each {summary.standings.by} win?"
    figure.suptitle(title, x=edge, ha="left", fontsize=15, fontweight="bold")
    figure.supxlabel(_caption(summary), x=edge, ha="left", fontsize=8.5, color=_MUTED)
    style = {"loc": "left", "fontsize": 10.5, "color": _MUTED, "pad": 12, "linespacing": 1.35}
    axes.set_title(f"{what}\n{count}", **style)
    figure.draw_without_rendering()  # only now is it known where the axes begin
    box = axes.get_position()
    axes.set_title(f"{what}\n{count}", x=(edge - box.x0) / box.width, **style)


def _caption(summary: Summary) -> str:
    """How to read the picture, and what it rests on."""
    bars = "Bars: 95 % intervals that hold for all rows together."
    if summary.standings.fair is not None:
        points = f"{100 * summary.tolerance:g} point{'' if summary.tolerance == 0.01 else 's'}"
        bars += f" Band: fair share ± {points}."
    rules = rules_in_words(summary.changed)
    return "\n".join([bars, *([f"With {rules}."] if rules else []), *summary.notes])
