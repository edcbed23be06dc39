"""How long seats wait for their turn, over games followed move by move."""

import math
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from analyzer import stats
from analyzer.playout.continuations import Walker
from analyzer.questions.shared import question_base, statements
from analyzer.stats.jackknife import BLOCKS
from analyzer.stats.rounding import ALIKE

if TYPE_CHECKING:
    from analyzer.playout.cell import Cell

USUAL = 0.95  # nineteen waits in twenty
NEVER = "A player never waits between two decisions in these games."


@dataclass(frozen=True)
class WaitsResult:
    """How long seats wait, in moves of others; null if nobody ever waits."""

    mean: Annotated[stats.Interval | None, "interval of the mean, by blocks of games; or null"]
    median: Annotated[int | None, "half of the waits are at most this long; or null"]
    p95: Annotated[
        stats.Interval | None, "interval of what 95 % of the waits do not exceed; or null"
    ]
    longest: Annotated[int | None, "the longest wait seen; or null"]


@dataclass
class WaitingTimes:
    """Waits, in moves of others. Those of one game hang together, so intervals are by blocks."""

    games: int
    between: list["Counter[int]"]  # by block of games: moves of others between two own -> how often
    idle_blocks: list[list[int]]  # by block: moves after a seat's last one of a part; all moves

    @property
    def all(self) -> "Counter[int]":
        return sum(self.between, Counter())

    @property
    def mean(self) -> stats.Interval:
        """Of those who wait: two decisions in a row are no wait."""
        blocks = [[sum(v * k for v, k in b.items()), b.total()] for b in self.between]
        return stats.jackknife_blocks(blocks, stats.ratio)

    @property
    def usual(self) -> stats.Interval:
        """What 19 waits in 20 do not exceed.

        Woodruff (1952, JASA 47): a value is in the interval of the quantile if the share of waits
        up to it is not told apart from that of the quantile.
        """
        values = sorted(self.all)
        shares = {v: self._up_to(v) for v in values}
        low = next(v for v in values if shares[v].high >= USUAL)
        high = next(v for v in values if shares[v].low >= USUAL)  # at the latest the longest
        return stats.Interval(stats.quantile_from_histogram(self.all, USUAL), low, high)

    def _up_to(self, most: int) -> stats.Interval:
        blocks = [[sum(k for v, k in b.items() if v <= most), b.total()] for b in self.between]
        return stats.jackknife_blocks(blocks, stats.ratio)

    @property
    def idle(self) -> stats.Interval:
        """The part of its time that a seat spends after its last move before the next scoring."""
        return question_base.share_interval(
            stats.jackknife_blocks(self.idle_blocks, stats.ratio), self.games
        )

    @property
    def result(self) -> WaitsResult:
        if not self.all:
            return WaitsResult(None, None, None, None)
        median = stats.quantile_from_histogram(self.all, 0.5)
        return WaitsResult(self.mean, median, self.usual, max(self.all))

    def build_statements(self) -> list[statements.Statement]:
        idle = statements.share_statement(
            "idle",
            self.idle,
            "A seat spends {part} of its time out of the game or only watching: after its last "
            "move before the next scoring.",
        )
        if not self.all:
            nothing = stats.Interval(math.nan, -math.inf, math.inf)
            return [statements.Statement("waits", nothing, NEVER, "moves"), idle]
        words = (
            f"A player who waits for the next decision sees others make {_text(self.mean)} moves "
            f"on average, and 19 times in 20 at most {_text(self.usual)}; the longest wait seen in "
            f"{self.games} games, followed move by move, is {max(self.all):,} moves."
        )
        return [statements.Statement("waits", self.mean, words, "moves"), idle]


def _text(found: stats.Interval) -> str:
    """A number with its interval; a whole number that all blocks agree on has none."""
    if found.error < ALIKE:
        return f"{found.estimate:,.4g}"
    if all(end == round(end) for end in found):
        return f"{found.estimate:,.0f} ({found.low:,.0f} – {found.high:,.0f})"
    return question_base.format_amount(found)


def measure_waits(cell: "Cell", n: int) -> WaitingTimes:
    """How long the seats wait, over the first n games."""
    walker = Walker(cell)
    found = WaitingTimes(n, [Counter() for _ in range(BLOCKS)], [[0, 0] for _ in range(BLOCKS)])
    for index in range(n):
        _follow(walker, index, found)
    return found


def _follow(walker: Walker, index: int, found: WaitingTimes) -> None:
    """One game: who decides when, and who moves last in which part."""
    between, idle = found.between[index % BLOCKS], found.idle_blocks[index % BLOCKS]
    since: dict[int, int] = {}  # moves of others since a seat's last decision
    moved: dict[int, int] = {}  # in this part, from one scoring to the next
    part = begun = number = 0
    for number, (seat, choices, stage) in enumerate(walker.moves(index), start=1):
        if stage != part:
            _rest(idle, moved, walker.cell.players, begun, number - 1)
            part, begun, moved = stage, number - 1, {}
        moved[seat] = number
        for other in since:
            since[other] += other != seat
        if choices > 1:
            if since.get(seat):
                between[since[seat]] += 1
            since[seat] = 0
    _rest(idle, moved, walker.cell.players, begun, number)


def _rest(sums: list[int], moved: dict[int, int], players: int, begun: int, ended: int) -> None:
    """A part of a game is over: what came after each seat's last move in it."""
    for seat in range(players):
        sums[0] += ended - moved.get(seat, begun)
        sums[1] += ended - begun
