"""Is the table fair? Win shares by seat (or role) against the share each would have if it were.

A game that nobody wins (unfinished, or everybody loses) has no winner to share, so the fair
share is taken among the decided games; the shares themselves are always of all games.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer import stats
from analyzer.balance.findings import Finding, Verdict
from analyzer.stats import Interval

if TYPE_CHECKING:
    from analyzer.tables import Totals

WIN = 840  # a win share is counted in 840ths: any number of winners up to 8 divides it
MORE_LIMIT = 10**12

QUESTION = "Is the table fair?"


@dataclass(frozen=True)
class Standing:
    """How one seat (or role) fared over all playouts."""

    seat: int  # 1-based
    role: str | None
    label: str  # what a table calls this row: "3", or "Evil Master"
    wins: Interval  # share of all playouts, simultaneous over the rows
    score: Interval
    rank: Interval


@dataclass(frozen=True)
class Standings:
    """The rows of the table by seat, and what they are measured against."""

    rows: tuple[Standing, ...]
    by: str  # "seat" or "role"
    n: int
    nobody: int  # playouts without a winner
    fair: float | None  # the share of each row if the table were fair; None if not comparable


def standings(totals: "Totals") -> Standings:
    """The table by seat or role: win shares with simultaneous intervals, mean score, mean rank."""
    sums, _ = _sums(totals)
    won = [int(sum840) / WIN for sum840 in sums["win840"]]
    low, high = stats.simultaneous_shares(won, totals.n)
    roles = totals.roles
    rows = tuple(
        Standing(
            seat=seat + 1,
            role=roles[seat] if roles else None,
            label=_label(seat, roles),
            wins=Interval(won[seat] / max(1, totals.n), float(low[seat]), float(high[seat])),
            score=_mean(totals, "score", seat),
            rank=_half(_mean(totals, "rank2", seat)),
        )
        for seat in range(totals.players)
    )
    decided = sum(won)
    # Allies who win together count a whole win each: then no single fair share exists.
    comparable = 0 < decided <= totals.n
    return Standings(
        rows=rows,
        by="role" if roles else "seat",
        n=totals.n,
        nobody=round(totals.n - decided) if decided <= totals.n else 0,
        fair=decided / totals.n / totals.players if comparable else None,
    )


def _label(seat: int, roles: tuple[str, ...] | None) -> str:
    if not roles:
        return str(seat + 1)
    role = roles[seat]
    return role if list(roles).count(role) == 1 else f"{role} (seat {seat + 1})"


def _sums(totals: "Totals") -> tuple[dict, dict]:
    """Sums and squares by role where a game has roles, by seat otherwise."""
    if totals.roles:
        return totals.role_sums, totals.role_squares
    return totals.seat_sums, totals.seat_squares


def _mean(totals: "Totals", column: str, place: int) -> Interval:
    sums, squares = _sums(totals)
    return stats.mean_interval(int(sums[column][place]), int(squares[column][place]), totals.n)


def by_role(table: Standings, unfinished: int) -> str | None:
    """What each role wins, and what nobody does, in one sentence; None without roles."""
    if table.by != "role":
        return None
    error = 100 * max(row.wins.error for row in table.rows)
    places = stats.decimals(error, most=4)
    first, *others = (
        f"{row.label} {stats.fixed(100 * row.wins.estimate, places)}" for row in table.rows
    )
    label, share = first.rsplit(" ", 1)
    parts = [f"{label} wins {share} ± {stats.fixed(error, places)} %", *others]
    lost = max(0, table.nobody - unfinished)
    parts += [f"everybody loses {_part(lost, table.n)}"] if lost else []
    parts += [f"unfinished {_part(unfinished, table.n)}"] if unfinished else []
    return f"{', '.join(parts)}."


def _part(count: int, n: int) -> str:
    return stats.percentage(count, n).removesuffix(" %")


def _half(interval: Interval) -> Interval:
    return Interval(*(value / 2 for value in interval))


def fairness(table: Standings, tolerance: float) -> Finding | None:
    """Whether every row wins its fair share, give or take `tolerance` (a share, 0.01 = 1 point).

    FAIR: all intervals lie within the tolerance. UNFAIR: one lies wholly outside. Otherwise
    UNDECIDED. The intervals hold together, so either verdict errs in at most 5 % of runs.
    """
    if table.fair is None:
        return None
    departures = [Interval(*(end - table.fair for end in row.wins)) for row in table.rows]
    worst = max(range(len(departures)), key=lambda i: _certain(departures[i], tolerance))
    verdict = _verdict(departures, tolerance)
    more = _more(table, departures, tolerance) if verdict == "UNDECIDED" else None
    shown = departures[worst]
    return Finding(
        question=QUESTION,
        estimate=shown.estimate,
        low=shown.low,
        high=shown.high,
        n=table.n,
        verdict=verdict,
        sentence=_sentence(table, table.rows[worst], shown, tolerance, verdict, more),
        more=more,
    )


def _certain(departure: Interval, tolerance: float) -> tuple[bool, float]:
    """Sort key: rows shown to be unfair first, then the largest departure."""
    return _outside(departure, tolerance), abs(departure.estimate)


def _outside(departure: Interval, tolerance: float) -> bool:
    return departure.low > tolerance or departure.high < -tolerance


def _verdict(departures: list[Interval], tolerance: float) -> Verdict:
    if any(_outside(departure, tolerance) for departure in departures):
        return "UNFAIR"
    if all(-tolerance <= d.low and d.high <= tolerance for d in departures):
        return "FAIR"
    return "UNDECIDED"


def _more(table: Standings, departures: list[Interval], tolerance: float) -> int | None:
    """About how many more games decide it, if the shares stay as they look now."""
    needed = []
    for row, departure in zip(table.rows, departures, strict=True):
        beyond = abs(departure.estimate) - tolerance
        # A wide margin may be luck, and so may a hair's breadth: stay between the two.
        margin = min(tolerance, max(abs(beyond), row.wins.error / 4))
        share = (row.wins.estimate * table.n + 1) / (table.n + 2)
        games = stats.games_needed(share, margin, len(departures))
        needed.append((beyond > 0, games))
    unfair = [games for beyond, games in needed if beyond]
    enough = min(unfair) if unfair else max(games for _, games in needed)
    more = stats.roughly(max(enough - table.n, table.n / 10, 1))
    return more if more <= MORE_LIMIT else None


def _sentence(
    table: Standings,
    row: Standing,
    departure: Interval,
    tolerance: float,
    verdict: Verdict,
    more: int | None,
) -> str:
    name = f"seat {row.label}" if table.by == "seat" else row.label
    within = f"{100 * tolerance:g} point{'' if tolerance == 0.01 else 's'}"
    largest = f"the largest departure is {name}, {_size(departure, tolerance)}"
    if verdict == "UNFAIR":
        return f"UNFAIR by more than {within}: {largest}."
    if verdict == "FAIR":
        return f"FAIR within {within}: {largest}."
    if more is None:
        return f"UNDECIDED at {within}: {largest}; too close to tell, choose another --tolerance."
    games = "game" if more == 1 else "games"
    return f"UNDECIDED at {within}: {largest}; needs about {more:,} more {games}."


def _size(departure: Interval, tolerance: float) -> str:
    """The departure in points, with enough digits that its interval agrees with the verdict."""
    points = Interval(*(100 * value for value in departure))
    verdict = _verdict([departure], tolerance)
    fewest = stats.decimals(points.error)
    for places in range(fewest, fewest + 3):
        printed = Interval(*(round(value, places) / 100 for value in points))
        if _verdict([printed], tolerance) == verdict:
            break
    low, high = stats.fixed(points.low, places), stats.fixed(points.high, places)
    between = "to" if low.startswith("-") else "–"
    return f"{_signed(points.estimate, places)} points ({low} {between} {high})"


def _signed(value: float, places: int) -> str:
    text = stats.fixed(value, places)
    return text if text.startswith("-") or not text.strip("0.") else f"+{text}"


def largest_departure(totals: "Totals") -> tuple[int, float] | None:
    """The seat that departs most from the fair share so far, and by how much (no interval)."""
    won = [int(sum840) for sum840 in totals.seat_sums["win840"]]
    if totals.n == 0 or sum(won) == 0:
        return None
    fair = sum(won) / len(won)
    seat = max(range(len(won)), key=lambda i: abs(won[i] - fair))
    return seat + 1, (won[seat] - fair) / WIN / totals.n
