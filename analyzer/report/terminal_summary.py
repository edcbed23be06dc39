"""The screen of `analyze simulate`: a table, a chart in text, and the answer in one sentence."""

from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from analyzer import stats
from analyzer.report.summary import Summary, rules_in_words, table_of_policies

if TYPE_CHECKING:
    from analyzer.balance.seats import Standing

WIDE = 100  # the width of a page in a pipe
NARROW = 66  # below this the charts go and only the numbers stay
_EIGHTHS = " ▏▎▍▌▋▊▉"
_ASCII = str.maketrans(
    {**dict.fromkeys("█▉▊▋▌", "#"), **dict.fromkeys("▍▎▏", " "), "│": "|", "┊": ":", "━": "-",
     "●": "o", "·": "-", "–": "-"}
)  # fmt: skip
_RULER = Console(width=WIDE)  # rich wants one to measure text; nothing is printed on it
_VERDICT = {"FAIR": "bold green", "UNFAIR": "bold red", "UNDECIDED": "bold yellow"}
_WITHIN, _OUTSIDE, _ACROSS = "green", "red", "yellow"


def show(summary: Summary, console: Console) -> None:
    """Print the whole report."""
    width = min(console.width, 120) if console.is_terminal else WIDE
    for line in lines(summary, width):
        write(line, console)


def answer(summary: Summary, console: Console) -> None:
    """Print the answer alone, on one line."""
    for line in _fairness(summary)[:1] or [Text(summary.endings)]:
        write(line, console)


def write(line: Text, console: Console) -> None:
    """Print one line, in plain letters where the terminal has no others."""
    if not console.encoding.lower().startswith("utf"):
        line.plain = line.plain.translate(_ASCII).encode("ascii", "replace").decode()
    console.print(line, soft_wrap=True, highlight=False)


def lines(summary: Summary, width: int = WIDE) -> list[Text]:
    """The report, line by line."""
    found = [*_header(summary, width), Text()]
    found += [*_Table(summary, width).lines(), Text()]
    answers = [*_fairness(summary)]
    if summary.length:
        answers.append(Text(summary.length.sentence))
    answers.append(Text(summary.endings))
    answers += [Text(note) for note in summary.notes]
    answers += [Text.assemble(("Mind: ", "yellow"), warning) for warning in summary.warnings]
    for line in answers:
        found += _wrapped(line, width)
    # Never wrapped: a command must survive copy and paste.
    return [*found, Text.assemble(" Look at one: ", (summary.replay, "cyan"))]


def _wrapped(line: Text, width: int) -> list[Text]:
    """A sentence indented by one, its further lines by three."""
    first, *rest = line.wrap(_RULER, width - 4)
    for part in (first, *rest):
        part.rstrip()
    return [Text(" ") + first, *(Text("   ") + part for part in rest)]


def _header(summary: Summary, width: int) -> list[Text]:
    games = "1 game" if summary.n == 1 else f"{summary.n:,} games"
    if summary.interrupted:
        games = f"stopped after {summary.n:,} of {summary.asked:,} games"
    what = [
        f"{summary.players} players",
        table_of_policies(summary.policies),
        games,
        f"seed {summary.seed}",
    ]
    left = Text.assemble((summary.game, "bold"), " · ", " · ".join(what))
    right = Text(f"{duration(summary.seconds)} · {rate(summary.rate)}", style="dim")
    gap = width - left.cell_len - right.cell_len
    found = [left + " " * gap + right] if gap >= 3 else [left, right]
    if summary.changed:
        found.append(Text(f"with {rules_in_words(summary.changed)}"))
    return found


def _fairness(summary: Summary) -> list[Text]:
    table, finding = summary.standings, summary.fairness
    found = [Text(summary.roles)] if summary.roles else []
    if finding:
        word, rest = finding.sentence.split(" ", 1)
        found.append(Text.assemble((word, _VERDICT[finding.verdict]), " ", rest))
    nobody = table.nobody - summary.unfinished  # unfinished games are told with the length
    if nobody > 0 and not summary.roles:
        found.append(Text(f"Nobody wins {stats.percentage(nobody, table.n)} of games."))
    return found


class _Table:
    """The table by seat: how wide each column is, then its lines."""

    def __init__(self, summary: Summary, width: int) -> None:
        self.table = summary.standings
        self.rows = self.table.rows
        self.tolerance = summary.tolerance
        self.places = stats.decimals(100 * max(row.wins.error for row in self.rows), most=4)
        self.label = max(4, *(len(row.label) for row in self.rows))
        self.ends = max(13, 2 * (3 + self.places) + 3)
        spare = width - (35 + self.label + self.places + self.ends) if width >= NARROW else 0
        self.chart = _chart_width(spare) if self.table.fair else 0
        self.bar = 12 if spare - (self.chart + 2 if self.chart else 0) >= 14 else 0
        self.reach = self._reach()

    def _reach(self) -> float:
        """How far the chart reaches on either side of the fair share."""
        fair = self.table.fair or 0.0
        ends = [abs(end - fair) for row in self.rows for end in (row.wins.low, row.wins.high)]
        return 1.17 * max(self.tolerance, *ends)  # leaves room for the label of the limit

    def lines(self) -> list[Text]:
        """The heading and one line per row."""
        return [self._heading(), *(self._line(row) for row in self.rows)]

    def _heading(self) -> Text:
        cells = [f" {self.table.by:>{self.label}}", f"{'wins':>{self.places + 5}}"]
        if self.bar:
            cells.append(" " * self.bar)
        cells.append(f"{'95 % interval':^{self.ends}}")
        if self.chart:
            cells.append(self._axis())
        cells += [f"{'mean score':>11}", f"{'mean rank':>10}"]
        return Text("  ".join(cells), style="dim")

    def _axis(self) -> str:
        """The fair share over its line, and the limits of the tolerance where there is room."""
        fair = self.table.fair or 0.0
        cells = [" "] * self.chart
        for share in (fair, fair - self.tolerance, fair + self.tolerance):
            text = f"{_percent(share)} %"
            start = self._column(share) - len(text) // 2
            free = cells[max(0, start - 1) : start + len(text) + 1]
            if 0 <= start <= self.chart - len(text) and not "".join(free).strip():
                cells[start : start + len(text)] = text
        return "".join(cells)

    def _line(self, row: "Standing") -> Text:
        wins, places = row.wins, self.places
        colour = self._colour(row)
        ends = f"{stats.fixed(100 * wins.low, places)} – {stats.fixed(100 * wins.high, places)}"
        parts: list[str | tuple[str, str] | Text] = [
            f" {row.label:>{self.label}}  ",
            (f"{stats.fixed(100 * wins.estimate, places) + ' %':>{places + 5}}", "bold"),
        ]
        if self.bar:
            parts += ["  ", (self._bar(wins.estimate), "blue")]
        parts.append(f"  {ends:^{self.ends}}")
        if self.chart:
            parts += ["  ", self._whisker(row, colour)]
        score = stats.shown(row.score.estimate, _worst(self.rows, "score"), most=2)
        rank = stats.shown(row.rank.estimate, _worst(self.rows, "rank"), most=2)
        parts.append(f"  {score:>11}  {rank:>10}")
        return Text.assemble(*parts)

    def _bar(self, share: float) -> str:
        eighths = round(8 * self.bar * share / max(row.wins.estimate for row in self.rows) or 0)
        return f"{'█' * (eighths // 8) + _EIGHTHS[eighths % 8].strip():<{self.bar}}"

    def _whisker(self, row: "Standing", colour: str) -> Text:
        """The interval as a line with a dot, across the fair line and the tolerance."""
        fair = self.table.fair or 0.0
        text = Text(" " * self.chart)
        for share in (fair - self.tolerance, fair + self.tolerance):
            text = _put(text, self._column(share), "┊", "dim")
        text = _put(text, self._column(fair), "│", "dim")
        for column in range(self._column(row.wins.low), self._column(row.wins.high) + 1):
            text = _put(text, column, "━", colour)
        return _put(text, self._column(row.wins.estimate), "●", colour)

    def _column(self, share: float) -> int:
        half = (self.chart - 1) // 2
        return half + round(half * (share - (self.table.fair or 0.0)) / self.reach)

    def _colour(self, row: "Standing") -> str:
        fair = self.table.fair or 0.0
        low, high = row.wins.low - fair, row.wins.high - fair
        if low > self.tolerance or high < -self.tolerance:
            return _OUTSIDE
        return _WITHIN if -self.tolerance <= low and high <= self.tolerance else _ACROSS


def _chart_width(spare: int) -> int:
    """An odd width, so that the fair line stands in the middle; 0 if there is no room."""
    width = min(31, spare - 16 if spare >= 39 else spare - 2)
    width -= 1 - width % 2
    return width if width >= 9 else 0


def _put(text: Text, column: int, mark: str, style: str) -> Text:
    return Text.assemble(text[:column], (mark, style), text[column + 1 :])


def _worst(rows: "tuple[Standing, ...]", column: str) -> float:
    return max(getattr(row, column).error for row in rows)


def _percent(share: float) -> str:
    return f"{100 * share:.1f}".removesuffix(".0")


def duration(seconds: float) -> str:
    """A time in words: 0.4 s, 12 s, 3 min 5 s, 2 h 10 min."""
    if seconds < 9.95:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def rate(games: float) -> str:
    """A rate in words: 476 k games/s."""
    for unit, factor in (("M ", 1e6), ("k ", 1e3)):
        if games >= factor:
            return f"{_three(games / factor)} {unit}games/s"
    return f"{_three(games)} games/s"


def _three(value: float) -> str:
    return f"{value:.0f}" if value >= 99.95 else f"{value:.3g}"
