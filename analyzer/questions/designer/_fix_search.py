"""The search for a change of the rules that mends a table: what is tried, and in which rounds.

First the rules as they are, by planned looks. Only if they are shown to be unfair, every single
change is played, then the pairs whose two effects add up to the fairest table, on games that the
choice of pairs has not seen. Then half of the changes go on with twice the games, until three are
left. Those are confirmed by planned looks on luck that nobody has looked at. A change that is
dropped keeps its claim: whoever is dropped is not refuted.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import TYPE_CHECKING

from analyzer import stats
from analyzer.estimates import fairness, seats
from analyzer.questions.designer import _departures, _variants
from analyzer.questions.designer._rule_changes import Change, pair_changes, single_changes
from analyzer.simulation.plan import Group, Reduction
from analyzer.stats import ALPHA, Claim, Family, Interval

if TYPE_CHECKING:
    from analyzer.playout.cell import Cell
    from analyzer.request.setting import Setting
    from analyzer.simulation.reducers.totals import Totals
    from analyzer.simulation.run import GroupResult

LAST = 3  # changes that are confirmed
PAIRS = 30  # that are tried
FRESH = 1_000_003  # between the seeds of the base, of the search and of the confirmation
SEARCH = 5  # times the games of a confirmed change go into the search
FIRST = 200  # fewest games of a change in the first round

Course = Generator[Group, "GroupResult", None]


@dataclass(frozen=True)
class Tried:
    """A change, and what all its rounds together say."""

    change: Change
    totals: "Totals"
    row: _departures.TableResult


@dataclass
class Search:
    """What is known at any moment; `course` asks for games and takes what they gave."""

    setting: "Setting"
    n: int  # most games of the rules as they are, and of each change that is confirmed
    tolerance: float
    base: _departures.TableResult | None = None
    left_out: list[Change] = field(default_factory=list)  # hardly end, or have no verdict
    tried: dict[str, Tried] = field(default_factory=dict)
    paired: dict[str, tuple["GroupResult", int]] = field(
        default_factory=dict
    )  # paired with the base
    last: list[Change] = field(default_factory=list)  # the mildest first
    confirmed: dict[str, _departures.TableResult] = field(
        default_factory=dict
    )  # one family of these
    ended: bool = False  # was everything played?
    _many: int = 0  # changes that are tried in all
    _sized: int = 0  # games of the first round
    _last_ran: "GroupResult | None" = None

    # -- the course --

    def course(self) -> Course:
        """All rounds, in their order."""
        yield from self._decide_base()
        if self.base and self.base.claim and self.base.claim.refuted:
            changes = yield from self._ending(single_changes(self.setting))
            if changes:
                alive = yield from self._first_rounds(changes)
                alive = yield from self._eliminate(alive)
                yield from self._confirm(alive)
        self.ended = True

    def _decide_base(self) -> Course:
        group = self._group([], self.seed(1), self.n)
        ran = yield replace(group, looks=tuple(look.n for look in base_looks(self.n)))
        self.base = base_row(self.setting, ran, self.tolerance, self.n)

    def _ending(self, changes: list[Change]) -> Generator[Group, "GroupResult", list[Change]]:
        """The changes whose games come to an end, after a glance at each."""
        if not changes:
            return []
        glance = yield self._group(changes, self.seed(0), min(self.n, _variants.GLANCE))
        ends = {place - 1 for place in _variants.endless_cells(glance, drags=False)}
        self.left_out += [one for place, one in enumerate(changes) if place not in ends]
        return [changes[place] for place in sorted(ends)]

    def _first_rounds(self, changes: list[Change]) -> Generator[Group, "GroupResult", list[Change]]:
        """All single changes; then pairs of them, on games that the choice has not seen."""
        self._many = len(changes) + min(PAIRS, len(list(combinations(changes, 2))))
        rounds = count_rounds(self._many)
        cost = self._many * rounds + 2**rounds  # the rules as they are play every game too
        self._sized = max(min(self.n, FIRST), SEARCH * self.n // cost)
        ran = yield self._group(changes, self.seed(0), self._sized, changed=True)
        self._take(ran, changes)
        pairs = self._pairs(changes, ran)
        if pairs:
            pairs = yield from self._ending(pairs)
        if pairs:
            more = self._group(pairs, self.seed(0), self._sized, self._sized, changed=True)
            self._take((yield more), pairs)
        return self._survivors([*changes, *pairs])

    def _eliminate(self, alive: list[Change]) -> Generator[Group, "GroupResult", list[Change]]:
        """Half of the changes, twice the games, and all rounds of a change together."""
        first = 2 * self._sized
        while len(alive) > LAST:
            self._take((yield self._group(alive, self.seed(0), first, first)), alive)
            alive, first = self._survivors(alive), 2 * first
        # Where the last round refutes most, the fairest of those dropped before have a chance.
        names = {one.name for one in alive}
        dropped = [one for one in self._open() if one.change.name not in names]
        return [*alive, *(one.change for one in dropped[: LAST - len(alive)])]

    def _confirm(self, alive: list[Change]) -> Course:
        if not alive:
            return
        self.last = sorted(alive, key=lambda one: (one.weight, self.tried[one.name].row.size))
        group = self._group(self.last, self.seed(2), self.n)
        looks = tuple(look.n for look in last_looks(self.n, len(self.last)))
        ran = yield replace(group, looks=looks)
        self._last_ran = ran
        named = [(one.name, one.setting) for one in self.last]
        rows = last_rows(named, ran, self.tolerance, self.n)
        self.confirmed = {row.name: row for row in rows}
        # For "none of them" the same games count at the level of all that was tried.
        level = level_of_all(self.n, self._many, ran)
        for place, one in enumerate(self.last, start=1):
            row = self._row(one, ran.totals(place), level)
            if row.claim and not row.claim.open:
                self.tried[one.name] = replace(self.tried[one.name], row=row)

    # -- what the rounds are made of --

    def seed(self, which: int) -> int:
        """Of the search (0), of the rules as they are (1), of the confirmation (2)."""
        return (self.setting.seed + which * FRESH) % 2**64

    def _settings(self, changes: Sequence[Change]) -> list["Setting"]:
        return [self.setting, *(one.setting for one in changes)]

    def _group(
        self, changes: list[Change], seed: int, n: int, first: int = 0, changed: bool = False
    ) -> Group:
        """The rules as they are and some changes of them, on the same luck."""
        cells: tuple[Cell, ...] = tuple(
            replace(one.cell, seed=seed) for one in self._settings(changes)
        )
        wants = tuple(Reduction("totals", (place,)) for place in range(len(cells)))
        if changed:
            wants += tuple(Reduction("changed", (place, 0)) for place in range(1, len(cells)))
        return Group(cells, wants, n, first)

    @property
    def family(self) -> Family:
        """All changes that are tried, over all their rounds."""
        return Family("changes", self._many)

    def _row(self, one: Change, totals: "Totals", level: float) -> _departures.TableResult:
        return _departures.table_result(
            one.name, one.setting, totals, self.tolerance, self.family, level
        )

    def _take(self, ran: "GroupResult", changes: Sequence[Change]) -> None:
        for place, one in enumerate(changes, start=1):
            totals, known = ran.totals(place), self.tried.get(one.name)
            if known:
                totals = known.totals.add(totals)
            else:
                self.paired[one.name] = ran, place
            row = self._row(one, totals, 1 - alpha_of_round(self._many))
            if row.known:
                self.tried[one.name] = Tried(one, totals, row)
            else:
                self.left_out.append(one)
                self.tried.pop(one.name, None)

    def _survivors(self, alive: Sequence[Change]) -> list[Change]:
        """Half of what is not refuted: the fairest, but of those that look fair the mildest.

        Otherwise a mild change would be crowded out by pairs of another one with anything. The
        fairest of all stays in any case: what only looks fair may turn out to be at the edge.
        """
        names = {one.name for one in alive}
        able = [one for one in self._open() if one.change.name in names]

        def order(one: Tried) -> tuple[bool, int]:
            fair = one.row.size <= self.tolerance
            return not fair, one.change.weight if fair else 0

        half = sorted(able, key=order)[: max(LAST, -(-len(alive) // 2))]  # else the fairest first
        if able and able[0] not in half:
            half[-1] = able[0]
        return [one.change for one in half]

    def _open(self) -> list[Tried]:
        """All that is not refuted, the fairest first."""
        able = [one for one in self.tried.values() if one.row.claim and not one.row.claim.refuted]
        return sorted(able, key=lambda one: one.row.size)

    def _pairs(self, changes: list[Change], ran: "GroupResult") -> list[Change]:
        """Pairs whose effects add up to the fairest tables."""
        assert self.base is not None
        start = list(fairness.departures_by_name(self.base.table).values())
        beside = _departures.table_result(
            "", self.setting, ran.totals(0), self.tolerance, self.family
        )
        now = list(fairness.departures_by_name(beside.table).values()) or start
        level = [one.estimate for one in now]
        effects: dict[str, list[float]] = {}
        for one in changes:
            if tried := self.tried.get(one.name):
                by_seat = fairness.departures_by_name(tried.row.table).values()
                effects[one.name] = [
                    at.estimate - was for at, was in zip(by_seat, level, strict=True)
                ]

        def left(both: tuple[Change, Change]) -> float:
            parts = zip(start, effects[both[0].name], effects[both[1].name], strict=True)
            return max(abs(at.estimate + one + two) for at, one, two in parts)

        able = sorted(
            (one for one in changes if one.name in effects),
            key=lambda one: self.tried[one.name].row.size,
        )
        found: list[Change] = []
        for both in sorted(combinations(able, 2), key=left):
            if len(found) == PAIRS:
                break
            if made := pair_changes(*both, self.setting):
                found.append(made)
        return found

    # -- what is claimed --

    @property
    def claims(self) -> dict[str, Claim]:
        """Of every change that was tried: with it the table is fair. One family."""
        return {name: one.row.claim for name, one in self.tried.items() if one.row.claim}

    @property
    def last_claims(self) -> dict[str, Claim]:
        """Of the changes that were confirmed, on luck that nobody had looked at. One family."""
        return {name: row.claim for name, row in self.confirmed.items() if row.claim}

    @property
    def best(self) -> Claim | None:
        """Of the changes that were confirmed, one leaves less than the rules as they are, and less
        than the others; None if there are none."""
        if self._last_ran is None:
            return None
        ran, tables = self._last_ran, len(self.last) + 1
        level = last_looks(self.n, tables)[ran.look or 0].level
        base, *sizes = (
            _size(seats.standings(ran.totals(place), self.setting.policy_names, level))
            for place in range(tables)
        )
        gains = {
            one.name: Interval(base.estimate - at.estimate, base.low - at.high, base.high - at.low)
            for one, at in zip(self.last, sizes, strict=True)
        }
        return stats.best(gains, Family("changes", tables), ran.n)


def _size(table: seats.Standings) -> Interval:
    """The largest departure without its sign; as large as possible if nobody wins."""
    found = list(fairness.departures_by_name(table).values()) or [Interval(1.0, -1.0, 1.0)]
    return Interval(
        max(abs(one.estimate) for one in found),
        max(0.0, *(max(one.low, -one.high) for one in found)),
        max(max(abs(one.low), abs(one.high)) for one in found),
    )


def next_group(search: Search, groups: Sequence["GroupResult"]) -> Group | None:
    """What the search asks for after these games; None: nothing more."""
    course = search.course()
    wanted = next(course)
    for ran in groups:
        if not ran.n:  # it was stopped here
            break
        try:
            wanted = course.send(ran)
        except StopIteration:
            return None
    return wanted


def count_rounds(many: int) -> int:
    """Rounds of the search: every round halves what is left, until the last ones are confirmed."""
    found = 1
    while (many := -(-many // 2)) > LAST:
        found += 1
    return found


def alpha_of_round(many: int) -> float:
    """What one round of one of many changes may spend, the confirmation counted as a round."""
    return ALPHA / many / (count_rounds(many) + 1)


# --- planned looks -------------------------------------------------------------------------------


def base_looks(n: int) -> list[stats.Look]:
    return stats.plan_looks(n)


def last_looks(n: int, last: int) -> list[stats.Look]:
    """Of changes that are confirmed together: each spends its part of 5 %."""
    return stats.plan_looks(n, ALPHA / last)


def base_row(
    setting: "Setting", ran: "GroupResult", tolerance: float, n: int
) -> _departures.TableResult:
    """The rules as they are, at a look."""
    level = base_looks(n)[ran.look or 0].level
    family = _departures.table_family(1)
    return _departures.table_result("as it is", setting, ran.totals(), tolerance, family, level)


def last_rows(
    last: Sequence[tuple[str, "Setting"]], ran: "GroupResult", tolerance: float, n: int
) -> list[_departures.TableResult]:
    """The changes that are confirmed, at a look."""
    level, family = last_looks(n, len(last))[ran.look or 0].level, Family("changes", len(last))
    return [
        _departures.table_result(name, setting, ran.totals(place), tolerance, family, level)
        for place, (name, setting) in enumerate(last, start=1)
    ]


def level_of_all(n: int, many: int, ran: "GroupResult") -> float:
    """The level of a change that is confirmed, as one of all that were tried."""
    return stats.plan_looks(n, alpha_of_round(many))[ran.look or 0].level


def is_settled(setting: "Setting", ran: "GroupResult", tolerance: float, n: int) -> bool:
    """Is the outcome of changes that are confirmed known? The mildest come first, so one that is
    fair ends it if no milder one may still be. That none of all mends needs the level of all."""
    named = [("", setting)] * (len(ran.group.cells) - 1)  # who plays is the same with every change
    for row in last_rows(named, ran, tolerance, n):
        if row.claim is None or row.claim.open:
            return False
        if row.claim.shown:
            return True
    many = len(single_changes(setting)) + PAIRS  # at most
    level, family = level_of_all(n, many, ran), Family("changes", many)
    rows = (
        _departures.table_result("", setting, ran.totals(place), tolerance, family, level)
        for place in range(1, len(ran.group.cells))
    )
    return all(row.claim is not None and row.claim.refuted for row in rows)
