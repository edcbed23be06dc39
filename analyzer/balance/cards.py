"""How strong is a card: those who were dealt it against those who were not, by the jackknife."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from analyzer import stats
from analyzer._core.sums import WIN
from analyzer.stats import Interval
from analyzer.stats.blocks import BLOCKS

if TYPE_CHECKING:
    from analyzer.reduce._blocks import ByBlock


@dataclass(frozen=True)
class Strength:
    """What a card, or a kind of cards, does for its holder."""

    name: str
    dealt: int  # times
    wins: Interval  # how much larger the share of wins is with it
    points: Interval | None = None  # how many more points, if the game's points mean something
    counted: Interval | None = None  # what counting wins of those who used it would say
    counted_of: str = ""  # the column that was counted
    significant: bool = False  # after Holm over all cards

    @property
    def main(self) -> Interval:
        return self.points or self.wins


def corrected(found: Sequence[Strength]) -> list[Strength]:
    """The strongest first, each marked if it is significant after Holm's correction."""
    stands = stats.holm([stats.jackknife_p(one.main) for one in found])
    marked = [
        replace(one, significant=adjusted.differs)
        for one, adjusted in zip(found, stands, strict=True)
    ]
    return sorted(marked, key=_order, reverse=True)


def _order(one: Strength) -> float:
    return one.main.estimate if math.isfinite(one.main.estimate) else -math.inf


# --- cards that a game counts: rows of the reducer `cards` ---------------------------------------

_SEATS, _WINS, _OCCASIONS, _OCCASION_WINS, _OCCASIONS_2, _POINTS = range(6)  # of the row "all"


def of_counters(cards: "ByBlock", kind: str) -> Strength:
    """A card with counters of its own."""
    column = f"dealt_{kind}"
    blocks = cards.of_blocks(column, "all")
    points = stats.jackknife_blocks(blocks, _points)
    wins = stats.jackknife_blocks(blocks, _wins)
    counted, counted_of = None, ""
    for used in (f"played_{kind}", f"held_{kind}"):
        if counted is None and used in cards.rows:
            counted, counted_of = if_any(cards, used), used
    dealt = sum(block[0] for block in blocks)
    return Strength(kind, dealt, wins, points, counted, counted_of if counted else "")


def _points(sums: Sequence[int]) -> float:
    dealt, brought, *_ = sums
    whole = sums[5:]
    return stats.with_minus_without((brought, dealt, whole[_POINTS], whole[_OCCASIONS]))


def _wins(sums: Sequence[int]) -> float:
    dealt, _, squares, wins, occasions = sums[:5]
    whole = sums[5:]
    common = (whole[_OCCASIONS], squares, occasions, whole[_OCCASIONS_2])
    return float(stats.surplus_slope((dealt, *common, wins, whole[_OCCASION_WINS])) / WIN)


def if_any(cards: "ByBlock", column: str) -> Interval | None:
    """Wins of seats with some of a column minus those of seats without any; None if all are alike.

    This is what one would count at the table. It means little, because whoever is ahead has more of
    most things.
    """
    found = stats.jackknife_blocks(cards.of_blocks(column, "all"), _if_any)
    return found if math.isfinite(found.estimate) else None


def _if_any(sums: Sequence[int]) -> float:
    some, wins = sums[:2]
    whole = sums[5:]
    return float(stats.with_minus_without((wins, some, whole[_WINS], whole[_SEATS])) / WIN)


def for_each(cards: "ByBlock", column: str) -> Interval | None:
    """The slope of winning on how much of a column a seat has; None if all have the same."""
    found = stats.jackknife_blocks(cards.of_blocks(column, "all"), _for_each)
    return found if math.isfinite(found.estimate) else None


def _for_each(sums: Sequence[int]) -> float:
    _, _, much, squares, wins = sums[:5]
    whole = sums[5:]
    return float(stats.slope((whole[_SEATS], much, whole[_WINS], squares, wins)) / WIN)


# --- cards by name: rows of the reducers `openings` and `gifts` ----------------------------------


def of_names(hands: "ByBlock", kind: str, names: Iterable[str]) -> Strength:
    """A kind of cards: seats that have one of them against seats that have another card instead."""
    mine = set(names)
    wins = stats.jackknife_blocks(_split(hands, mine), _share)
    dealt = sum(int(hands.rows[name][:, 0].sum()) for name in mine)
    return Strength(kind, dealt, wins)


def _split(hands: "ByBlock", mine: set[str]) -> list[list[int]]:
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


def of_pairs(pieces: "ByBlock", row: str, name: str) -> Strength:
    """A piece that was given to a seat, or not, on the same luck: rows of the reducer `cubes`."""
    blocks = pieces.of_blocks(row)
    wins = stats.jackknife_blocks(blocks, _difference)
    return Strength(name, sum(block[0] for block in blocks), wins)


def _difference(sums: Sequence[int]) -> float:
    worlds, with_it, without = sums
    return float((with_it - without) / worlds / WIN) if worlds else math.nan
