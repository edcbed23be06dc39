"""Who wins: shares by seat (or role), scores and ranks.

A game that nobody wins (unfinished, or everybody loses) is an outcome of its own. It is told first,
and the shares are taken among the games that somebody won.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer import stats
from analyzer._core.reductions import WIN
from analyzer.estimates.formatting import format_range
from analyzer.stats import Interval

if TYPE_CHECKING:
    from analyzer.simulation.reducers.totals import ColumnSums, Sums, Totals


@dataclass(frozen=True)
class Standing:
    """How one seat or role did over all playouts."""

    seat: int | None  # from 1; None if the role changes its seat
    role: str | None
    policy: str | None  # None if several policies played here
    label: str  # what a table calls this row: "3", or "Evil Master"
    wins: Interval  # share of the playouts that somebody won, simultaneous over the rows
    score: Interval
    rank: Interval


@dataclass(frozen=True)
class Standings:
    """The rows of the table by seat or role, and what they are measured against."""

    rows: tuple[Standing, ...]
    by: str  # "seat" or "role"
    n: int
    nobody: int  # playouts without a winner
    unfinished: int  # of these, stopped by a cap on their length
    level: float  # of all rows together
    mixed: bool  # do several policies play?
    fair: float | None  # the share of each row if the table were fair; None if not comparable

    @property
    def won(self) -> int:
        """Playouts that somebody won."""
        return self.n - self.nobody


def standings(
    totals: "Totals", policies: Sequence[str], level: float = 0.95, open_ended: bool = False
) -> Standings:
    """The rows by which fairness is judged: roles if the game has them, otherwise seats.

    `open_ended`: the intervals of win shares hold however often one looks.
    """
    if totals.by_role is None:
        return standings_by_seat(totals, policies, level, open_ended)
    fixed = roles_are_fixed(totals)
    rows = [
        (
            place + 1 if fixed else None,
            role,
            _policy_of(place, policies, fixed),
            _label(totals, place),
        )
        for place, role in enumerate(totals.roles)
    ]
    mixed = len(set(policies)) > 1
    return _standings(totals, totals.by_role, rows, "role", level, mixed, open_ended)


def standings_by_seat(
    totals: "Totals", policies: Sequence[str], level: float = 0.95, open_ended: bool = False
) -> Standings:
    """The rows by seat, whatever roles there are."""
    fixed = bool(totals.roles) and roles_are_fixed(totals)
    rows = [
        (seat + 1, totals.roles[seat] if fixed else None, policies[seat], str(seat + 1))
        for seat in range(totals.players)
    ]
    mixed = len(set(policies)) > 1
    return _standings(totals, totals.seats, rows, "seat", level, mixed, open_ended)


def roles_are_fixed(totals: "Totals") -> bool:
    """Does every seat keep its role in all playouts?"""
    for seat in range(totals.players):
        found = totals.seats.at("role", seat)
        if (found.total, found.squares) != (totals.n * seat, totals.n * seat * seat):
            return False
    return True


def _label(totals: "Totals", place: int) -> str:
    """A role, with its seat if several seats have the same role."""
    role = totals.roles[place]
    return role if totals.roles.count(role) == 1 else f"{role} (seat {place + 1})"


def _policy_of(place: int, policies: Sequence[str], fixed: bool) -> str | None:
    if fixed:
        return policies[place]
    return policies[0] if len(set(policies)) == 1 else None


def _standings(
    totals: "Totals",
    sums: "ColumnSums",
    rows: Sequence[tuple[int | None, str | None, str | None, str]],
    by: str,
    level: float,
    mixed: bool,
    open_ended: bool,
) -> Standings:
    n = totals.n
    parts = [sums.at("win840", place).total for place in range(len(rows))]
    decided = sum(parts) / WIN  # summed as whole numbers: thirds of a win make no more than one
    # Allies who win together count a whole win each: then no single fair share exists.
    comparable = 0 < decided <= n
    won = round(decided) if comparable else n
    shares = win_shares([part / WIN for part in parts], won, level, open_ended)
    return Standings(
        rows=tuple(
            Standing(
                seat=seat,
                role=role,
                policy=policy,
                label=label,
                wins=shares[i],
                score=mean_interval(sums.at("score", i), n, level),
                rank=halve(mean_interval(sums.at("rank2", i), n, level)),
            )
            for i, (seat, role, policy, label) in enumerate(rows)
        ),
        by=by,
        n=n,
        nobody=n - won if comparable else n if decided == 0 else 0,
        unfinished=totals.unfinished,
        level=level,
        mixed=mixed,
        fair=1 / len(rows) if comparable else None,
    )


def win_shares(
    won: Sequence[float], n: int, level: float, open_ended: bool = False
) -> list[Interval]:
    """Shares of n that hold together."""
    if open_ended:
        return [stats.anytime_share(one, n, len(won), 1 - level) for one in won]
    low, high = stats.simultaneous_shares(won, n, level=level)
    return [Interval(one / max(1, n), float(low[i]), float(high[i])) for i, one in enumerate(won)]


def mean_interval(sums: "Sums", n: int, level: float = 0.95) -> Interval:
    """The mean of a column, with an interval that holds for rare events too."""
    return stats.mean_interval(sums.total, sums.squares, n, k=sums.nonzero, level=level)


def halve(interval: Interval) -> Interval:
    return Interval(*(value / 2 for value in interval))


def fair_departure(row: Standing, fair: float) -> Interval:
    """How far a row is from its fair share."""
    return Interval(*(end - fair for end in row.wins))


def row_name(table: Standings, row: Standing) -> str:
    """A row in a sentence: "seat 3", "Evil Master"."""
    return f"seat {row.label}" if table.by == "seat" else row.label


def by_role_sentence(table: Standings) -> str | None:
    """What each role wins, in one sentence; None without roles."""
    if table.by != "role" or table.n == 0:
        return None
    error = 100 * max(row.wins.error for row in table.rows)
    places = stats.decimals(error, most=4)
    shares = [stats.format_fixed(100 * row.wins.estimate, places) for row in table.rows]
    names = [row.label for row in table.rows]
    if all(_is_even(row.wins, places) for row in table.rows):
        shares[0] += f" ± {stats.format_fixed(error, places)} %"
    else:  # near 0 and 100 % an interval has a longer and a shorter side
        ends_of = (
            format_range(100 * row.wins.low, 100 * row.wins.high, places) for row in table.rows
        )
        shares = [f"{share} % ({both})" for share, both in zip(shares, ends_of, strict=True)]
    names[0] += " wins"
    parts = [f"{name} {share}" for name, share in zip(names, shares, strict=True)]
    among = "Of the games that somebody won, " if table.nobody else ""
    return f"{among}{', '.join(parts)}."


def nobody_sentence(table: Standings) -> str | None:
    """How often the rules end a game without a winner; None if they never did."""
    lost = table.nobody - table.unfinished  # those are told with the length
    if lost <= 0:
        return None
    return f"Nobody wins {stats.format_share(lost, table.n)} of games."


def _is_even(found: Interval, places: int) -> bool:
    """Does an interval reach as far down as up, as it is printed?"""
    down, up = found.estimate - found.low, found.high - found.estimate
    return 100 * abs(up - down) < 2 * 10.0**-places
