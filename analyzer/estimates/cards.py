"""How strong is a card: those who were dealt it against those who were not, by the jackknife.

All intervals of an answer are one family: what having each card is worth, and what counting says.
So the strongest, and the card about which counting misleads most, are told by intervals that hold
for all from which they were chosen.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from analyzer import stats
from analyzer._core.reductions import WIN
from analyzer.stats import Claim, Family, Interval
from analyzer.stats.jackknife import BLOCKS

if TYPE_CHECKING:
    from analyzer.simulation.block_sums import BlockSums

# The law of the jackknife is too skew for the level of a family where cases are rare: with 20 wins
# of a card, Student's t of 99.75 % misses three times as often as it may. So there is no interval
# with fewer wins, or fewer defeats, than these, with a card or without it. Simulated with these
# limits, it misses 1.2 times as often at most (tests/questions/test_cards.py).
ENOUGH = 30
PAIRED = 150  # fewest games with a piece and without it on the same luck ...
DIFFERING = 3 * BLOCKS // 4  # ... and fewest blocks in which that makes a difference


@dataclass(frozen=True)
class Strength:
    """What a card, or a kind of cards, does for its holder."""

    name: str
    dealt: int  # times
    wins: Interval  # how much larger the share of wins is with it
    points: Interval | None = None  # how many more points, if the game's points mean something
    typical: float = 0.0  # mean points of all, card or no card
    counted: Interval | None = None  # what counting wins of those who used it would say
    counted_of: str = ""  # the column that was counted

    @property
    def main(self) -> Interval:
        return self.points or self.wins

    @property
    def intervals(self) -> int:
        return 1 + (self.points is not None) + (self.counted is not None)

    def at(self, level: float) -> "Strength":
        """This strength with intervals of another level."""
        points, counted = (
            one and stats.jackknife_at(one, level) for one in (self.points, self.counted)
        )
        return replace(
            self, wins=stats.jackknife_at(self.wins, level), points=points, counted=counted
        )


@dataclass(frozen=True)
class RankedStrength:
    """A strength as one of a family."""

    label: str
    found: Strength
    claim: Claim  # that having it makes a difference: to points if the game tells them, or to wins
    wins: Claim  # that it makes a difference to wins
    misled: Claim | None  # that counting says something else of wins


def rank_strengths(
    found: Sequence[Strength], label: Callable[[str], str], games: int, share: float, part: float
) -> list[RankedStrength]:
    """The strongest first. `share` of wins and `part` of the mean points are too little to matter.

    All intervals that are told hold together.
    """
    family = Family("cards", sum(one.intervals for one in found))
    rows = [_ranked(one.at(family.each), label, family, games, share, part) for one in found]
    return sorted(rows, key=_order, reverse=True)


def _ranked(
    one: Strength,
    label: Callable[[str], str],
    family: Family,
    games: int,
    share: float,
    part: float,
) -> RankedStrength:
    name = label(one.name)
    wins = stats.differs(one.wins, family, games, share, name)
    small = part * abs(one.typical)
    claim = wins if one.points is None else stats.differs(one.points, family, games, small, name)
    counted = one.counted
    misled = None if counted is None else subtract(counted, one.wins)
    return RankedStrength(
        name, one, claim, wins, misled and stats.differs(misled, family, games, share, name)
    )


def _order(one: RankedStrength) -> float:
    estimate = one.claim.found.estimate
    return estimate if math.isfinite(estimate) else -math.inf


def subtract(a: Interval, b: Interval) -> Interval:
    """The difference of two numbers whose intervals hold together."""
    return Interval(a.estimate - b.estimate, a.low - b.high, a.high - b.low)


def strongest(rows: Sequence[RankedStrength]) -> Claim:
    """That one card helps, and more than all others."""
    return _best({row.label: row.claim.found for row in rows}, rows)


def weakest(rows: Sequence[RankedStrength]) -> Claim:
    """That one card harms, and more than all others."""
    nothing = Interval(0.0, 0.0, 0.0)
    return _best({row.label: subtract(nothing, row.claim.found) for row in rows}, rows)


def most_misleading(rows: Sequence[RankedStrength]) -> Claim:
    """That counting misleads about one card, and more than about all others."""
    return _best(
        {row.label: stats.farthest_distance(row.misled.found) for row in rows if row.misled}, rows
    )


def _best(found: Mapping[str, Interval], rows: Sequence[RankedStrength]) -> Claim:
    """What was never dealt may be best, too, but has no number to be named by."""
    known = {
        name: one if math.isfinite(one.estimate) else one._replace(estimate=-math.inf)
        for name, one in found.items()
    }
    return stats.best(known, rows[0].claim.family, rows[0].claim.games)


def _known(found: Interval, *cases: float) -> Interval:
    """The interval, if there are enough cases of every sort for one."""
    if min(cases) >= ENOUGH and found.high > found.low:
        return found
    return Interval(found.estimate, -math.inf, math.inf)


# --- cards that a game counts: rows of the reducer `cards` ---------------------------------------

_SEATS, _WINS, _OCCASIONS, _OCCASION_WINS, _OCCASIONS_2, _POINTS = range(6)  # of the row "all"


def strength_by_counters(cards: "BlockSums", kind: str) -> Strength:
    """A card with counters of its own."""
    column = f"dealt_{kind}"
    blocks = cards.block_rows(column, "all")
    totals = [sum(column) for column in zip(*blocks, strict=True)]
    whole = totals[5:]
    cases = _sorts(totals[3], totals[0], whole[_OCCASION_WINS], whole[_OCCASIONS])
    points = _known(stats.jackknife_blocks(blocks, _points), *cases)
    wins = _known(stats.jackknife_blocks(blocks, _wins), *cases)
    counted, counted_of = None, ""
    for used in (f"played_{kind}", f"held_{kind}"):
        if counted is None and used in cards.rows:
            counted, counted_of = effect_of_any(cards, used), used
    return Strength(
        kind,
        dealt=totals[0],
        wins=wins,
        points=points,
        typical=whole[_POINTS] / max(1, whole[_OCCASIONS]),
        counted=counted,
        counted_of=counted_of if counted else "",
    )


def _sorts(wins: float, times: int, all_wins: float, all_times: int) -> tuple[float, ...]:
    """Wins and defeats with a card, and without it."""
    won, all_won = wins / WIN, all_wins / WIN
    return won, times - won, all_won - won, all_times - times - (all_won - won)


def _points(sums: Sequence[int]) -> float:
    dealt, brought, *_ = sums
    whole = sums[5:]
    return stats.with_minus_without((brought, dealt, whole[_POINTS], whole[_OCCASIONS]))


def _wins(sums: Sequence[int]) -> float:
    dealt, _, squares, wins, occasions = sums[:5]
    whole = sums[5:]
    common = (whole[_OCCASIONS], squares, occasions, whole[_OCCASIONS_2])
    return float(stats.surplus_slope((dealt, *common, wins, whole[_OCCASION_WINS])) / WIN)


def effect_of_any(cards: "BlockSums", column: str) -> Interval | None:
    """Wins of seats with some of a column minus those of seats without any; None if all are alike.

    This is what one would count at the table. It means little, because whoever is ahead has more of
    most things.
    """
    blocks = cards.block_rows(column, "all")
    some, wins, _, _, _, seats, all_wins, *_ = (sum(part) for part in zip(*blocks, strict=True))
    found = _known(stats.jackknife_blocks(blocks, _if_any), *_sorts(wins, some, all_wins, seats))
    return found if math.isfinite(found.estimate) else None


def _if_any(sums: Sequence[int]) -> float:
    some, wins = sums[:2]
    whole = sums[5:]
    return float(stats.with_minus_without((wins, some, whole[_WINS], whole[_SEATS])) / WIN)


def effect_of_each(cards: "BlockSums", column: str) -> Interval | None:
    """The slope of winning on how much of a column a seat has; None if all have the same."""
    blocks = cards.block_rows(column, "all")
    some, wins, *_ = (sum(part) for part in zip(*blocks, strict=True))
    found = _known(stats.jackknife_blocks(blocks, _for_each), wins / WIN, some - wins / WIN)
    return found if math.isfinite(found.estimate) else None


def _for_each(sums: Sequence[int]) -> float:
    _, _, much, squares, wins = sums[:5]
    whole = sums[5:]
    return float(stats.slope((whole[_SEATS], much, whole[_WINS], squares, wins)) / WIN)


# --- cards by name: rows of the reducers `openings` and `gifts` ----------------------------------


def strength_by_names(hands: "BlockSums", kind: str, names: Iterable[str]) -> Strength:
    """A kind of cards: seats that have one of them against seats that have another card instead."""
    mine = set(names)
    blocks = _split(hands, mine)
    won, dealt, all_won, all_dealt = (sum(part) for part in zip(*blocks, strict=True))
    wins = stats.jackknife_blocks(blocks, _share)
    return Strength(kind, dealt, _known(wins, *_sorts(won, dealt, all_won, all_dealt)))


def _split(hands: "BlockSums", mine: set[str]) -> list[list[int]]:
    """By block: wins with the kind, times dealt; wins and times of all cards."""
    found = [[0, 0, 0, 0] for _ in range(BLOCKS)]
    for name, rows in hands.rows.items():
        for sums, (dealt, wins, _) in zip(found, rows.tolist(), strict=True):
            sums[2] += wins
            sums[3] += dealt
            if name in mine:
                sums[0] += wins
                sums[1] += dealt
    return found


def _share(sums: Sequence[int]) -> float:
    return float(stats.with_minus_without(sums) / WIN)


def strength_by_pairs(pieces: "BlockSums", row: str, name: str, worlds: int) -> Strength:
    """A piece that was given to a seat, or not, on the same luck: rows of the reducer `cubes`.

    A game goes on in several worlds, which are not independent: games are counted.
    """
    blocks = pieces.block_rows(row)
    given = sum(block[0] for block in blocks)
    differing = sum(with_it != without for _, with_it, without in blocks)
    wins = stats.jackknife_blocks(blocks, _difference)
    if given < PAIRED * worlds or differing < DIFFERING:
        wins = Interval(wins.estimate, -math.inf, math.inf)
    return Strength(name, given, wins)


def _difference(sums: Sequence[int]) -> float:
    worlds, with_it, without = sums
    return float((with_it - without) / worlds / WIN) if worlds else math.nan
