"""Is the table fair? Win shares by seat (or role) against the share each would have if it were.

A game that nobody wins (unfinished, or everybody loses) has no winner. So the fair share is taken
among the decided games, but the shares themselves are always of all games.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from analyzer import stats
from analyzer._core.sums import WIN
from analyzer.answer import Finding
from analyzer.balance.words import ends, pp, pp_interval
from analyzer.stats import Interval

if TYPE_CHECKING:
    from analyzer.reduce.totals import Block, Sums, Totals

MORE_LIMIT = 10**12
QUESTION = "Is the table fair?"

LAST_LOOK = 1 - stats.ALPHA / 2  # the level at the last of several planned looks


class Remedy(NamedTuple):
    """What to do about a verdict that is not made yet."""

    words: str  # the games that it needs stand for {}
    level: float  # of the intervals that will decide


DECIDE = Remedy("look again after about {}, or use --until-decided", stats.LEVEL)
LARGER = Remedy("it needs about {}: give a larger -n", LAST_LOOK)  # looks need a larger plan
INSTEAD = Remedy("it needs about {}: use --until-decided instead of --precision", LAST_LOOK)


@dataclass(frozen=True)
class Standing:
    """How one seat or role did over all playouts."""

    seat: int | None  # from 1; None if the role changes its seat
    role: str | None
    policy: str | None  # None if several policies played here
    label: str  # what a table calls this row: "3", or "Evil Master"
    wins: Interval  # share of all playouts, simultaneous over the rows
    score: Interval
    rank: Interval


@dataclass(frozen=True)
class Standings:
    """The rows of the table by seat or role, and what they are measured against."""

    rows: tuple[Standing, ...]
    by: str  # "seat" or "role"
    n: int
    nobody: int  # playouts without a winner
    fair: float | None  # the share of each row if the table were fair; None if not comparable


def standings(totals: "Totals", policies: Sequence[str], level: float = 0.95) -> Standings:
    """The rows by which fairness is judged: roles if the game has them, otherwise seats."""
    if totals.by_role is None:
        return by_seat(totals, policies, level)
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
    return _standings(totals, totals.by_role, rows, "role", level)


def by_seat(totals: "Totals", policies: Sequence[str], level: float = 0.95) -> Standings:
    """The rows by seat, whatever roles there are."""
    fixed = bool(totals.roles) and roles_are_fixed(totals)
    rows = [
        (seat + 1, totals.roles[seat] if fixed else None, policies[seat], str(seat + 1))
        for seat in range(totals.players)
    ]
    return _standings(totals, totals.seats, rows, "seat", level)


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
    sums: "Block",
    rows: Sequence[tuple[int | None, str | None, str | None, str]],
    by: str,
    level: float,
) -> Standings:
    n = totals.n
    parts = [sums.at("win840", place).total for place in range(len(rows))]
    won = [part / WIN for part in parts]
    low, high = stats.simultaneous_shares(won, n, level=level)
    decided = sum(parts) / WIN  # summed as whole numbers: thirds of a win make no more than one
    # Allies who win together count a whole win each: then no single fair share exists.
    comparable = 0 < decided <= n
    return Standings(
        rows=tuple(
            Standing(
                seat=seat,
                role=role,
                policy=policy,
                label=label,
                wins=Interval(won[i] / max(1, n), float(low[i]), float(high[i])),
                score=mean(sums.at("score", i), n, level),
                rank=half(mean(sums.at("rank2", i), n, level)),
            )
            for i, (seat, role, policy, label) in enumerate(rows)
        ),
        by=by,
        n=n,
        nobody=round(n - decided) if decided <= n else 0,
        fair=decided / n / len(rows) if comparable else None,
    )


def mean(sums: "Sums", n: int, level: float = 0.95) -> Interval:
    """The mean of a column, with an interval that holds for rare events too."""
    return stats.mean_interval(sums.total, sums.squares, n, k=sums.nonzero, level=level)


def half(interval: Interval) -> Interval:
    return Interval(*(value / 2 for value in interval))


# --- the verdict ---------------------------------------------------------------------------------


def fairness(table: Standings, tolerance: float, remedy: Remedy = DECIDE) -> Finding | None:
    """Whether every row wins its fair share within `tolerance` (a share: 0.01 is 1 pp).

    FAIR: all intervals lie within the tolerance. UNFAIR: one lies wholly outside. Otherwise
    UNDECIDED. The intervals hold together, so either verdict is wrong in at most 5 % of runs.
    `remedy` is what to do if it is undecided: with planned looks --until-decided is none.
    """
    if table.fair is None:
        return None
    departures = [departure(row, table.fair) for row in table.rows]
    worst = max(range(len(departures)), key=lambda i: _certain(departures[i], tolerance))
    verdict = stats.verdict_of_all(departures, tolerance).fairness
    more = _more(table, departures, tolerance, remedy.level) if verdict == "UNDECIDED" else None
    shown = departures[worst]
    return Finding(
        key="fair",
        question=QUESTION,
        estimate=shown.estimate,
        low=shown.low,
        high=shown.high,
        n=table.n,
        unit="share",
        verdict=verdict,
        sentence=_sentence(table, table.rows[worst], shown, tolerance, verdict)
        + (_remedy(more, remedy.words) if verdict == "UNDECIDED" else ""),
        more=more,
    )


def departure(row: Standing, fair: float) -> Interval:
    """How far a row is from its fair share."""
    return Interval(*(end - fair for end in row.wins))


def _certain(found: Interval, tolerance: float) -> tuple[bool, float]:
    """Sort key: rows shown to be unfair first, then the largest departure."""
    return stats.verdict(found, tolerance).place == "beyond", _size(found.estimate)


def _size(departure: float) -> float:
    """How large a departure is. Two seats depart equally, and rounding must not choose."""
    return round(abs(departure), 12)


def _more(
    table: Standings, departures: list[Interval], tolerance: float, level: float
) -> int | None:
    """How many more games decide it in half of all cases."""
    estimates = [
        stats.of_share(row.wins.estimate * table.n, table.n)._replace(value=found.estimate)
        for row, found in zip(table.rows, departures, strict=True)
    ]
    enough = stats.games_to_decide(estimates, table.n, tolerance, level)
    if enough - table.n > MORE_LIMIT:
        return None
    return stats.roughly(max(enough - table.n, table.n / 10, 1))


def name_of(table: Standings, row: Standing) -> str:
    """A row in a sentence: "seat 3", "Evil Master"."""
    return f"seat {row.label}" if table.by == "seat" else row.label


def _sentence(
    table: Standings,
    row: Standing,
    found: Interval,
    tolerance: float,
    verdict: str,
) -> str:
    name, within = name_of(table, row), pp(tolerance, words=True)
    size = pp_interval(found, lambda shown: stats.verdict(shown, tolerance).place)
    if verdict == "UNFAIR":
        return f"UNFAIR by more than {within}: the largest departure is {name}, {size}."
    if verdict == "FAIR" and (found.low > 0 or found.high < 0):
        side = "favoured" if found.estimate > 0 else "behind"
        return f"FAIR within {within}: {name} is {side}, but by less than the tolerance, {size}."
    if verdict == "FAIR":
        return f"FAIR within {within}: the largest departure is {name}, {size}."
    return f"UNDECIDED at {within}: the largest departure is {name}, {size}"


def _remedy(more: int | None, words: str) -> str:
    """What would decide it."""
    if more is None:
        return "; too close to tell, choose another --tolerance."
    games = f"{more:,} more {'game' if more == 1 else 'games'}"
    return f"; {words.format(games)}."


def by_role_sentence(table: Standings, unfinished: int) -> str | None:
    """What each role wins, and how often nobody wins, in one sentence; None without roles."""
    if table.by != "role" or table.n == 0:
        return None
    error = 100 * max(row.wins.error for row in table.rows)
    places = stats.decimals(error, most=4)
    shares = [stats.fixed(100 * row.wins.estimate, places) for row in table.rows]
    names = [row.label for row in table.rows]
    if all(_is_even(row.wins, places) for row in table.rows):
        shares[0] += f" ± {stats.fixed(error, places)} %"
    else:  # near 0 and 100 % an interval has a longer and a shorter side
        ends_of = (ends(100 * row.wins.low, 100 * row.wins.high, places) for row in table.rows)
        shares = [f"{share} % ({both})" for share, both in zip(shares, ends_of, strict=True)]
    names[0] += " wins"
    parts = [f"{name} {share}" for name, share in zip(names, shares, strict=True)]
    lost = max(0, table.nobody - unfinished)
    parts += [f"everybody loses {_part(lost, table.n)}"] if lost else []
    parts += [f"unfinished {_part(unfinished, table.n)}"] if unfinished else []
    return f"{', '.join(parts)}."


def _is_even(found: Interval, places: int) -> bool:
    """Does an interval reach as far down as up, as it is printed?"""
    down, up = found.estimate - found.low, found.high - found.estimate
    return 100 * abs(up - down) < 2 * 10.0**-places


def _part(count: int, n: int) -> str:
    return stats.percentage(count, n).removesuffix(" %")


def largest_departure(table: Standings) -> tuple[str, float] | None:
    """Who departs most from the fair share so far, and by how much (no interval)."""
    if table.fair is None:
        return None
    found = [departure(row, table.fair).estimate for row in table.rows]
    most = max(range(len(found)), key=lambda i: _size(found[i]))
    return name_of(table, table.rows[most]), found[most]
