"""The cells of a sweep: what each varies, its numbers, and whether two are shown to differ."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer import stats
from analyzer.rules import said

if TYPE_CHECKING:
    from analyzer.answer import Finding
    from analyzer.balance.differences import Difference
    from analyzer.balance.measures import Measure
    from analyzer.reduce.totals import Totals
    from analyzer.setting import Setting


@dataclass(frozen=True)
class Point:
    """One cell of the sweep."""

    values: tuple[tuple[str, object], ...]  # dimension and value
    setting: "Setting"

    @property
    def name(self) -> str:
        return ", ".join(f"{name}={said(value)}" for name, value in self.values)


@dataclass(frozen=True)
class Row:
    """A cell of the sweep with its numbers."""

    point: Point
    printed: bool
    reference: bool  # the others of as many players are compared with it
    totals: "Totals"
    fair: "Finding | None"
    favoured: str | None
    levels: "dict[Measure, stats.Interval]"
    joint: "dict[Measure, stats.Interval]"  # the same, such that all cells hold together
    changes: "dict[Measure, Difference]"  # against the reference; empty for it

    @property
    def name(self) -> str:
        return self.point.name

    @property
    def departure(self) -> stats.Interval:
        assert self.fair is not None
        return stats.Interval(self.fair.estimate, self.fair.low, self.fair.high)


def apart(a: Row, b: Row, measure: "Measure") -> bool:
    """Are two cells shown to differ?

    One of them from the reference of its own size: what its star says. Both from it, to different
    sides: then from each other. Any two: intervals that hold together for all cells lie apart.
    """
    one, two = (row.joint[measure] for row in (a, b))
    if one.high < two.low or two.high < one.low:
        return True
    if a.point.setting.players != b.point.setting.players:
        return False
    needed = 1 if a.reference or b.reference else 2
    return abs(_side(a, measure) - _side(b, measure)) >= needed


def _side(row: Row, measure: "Measure") -> int:
    """Where a cell is shown to lie: above its reference 1, below -1, neither 0."""
    one = row.changes.get(measure)
    if one is None or not one.significant:
        return 0
    return 1 if one.change.estimate > 0 else -1


def plain(value: object) -> float | int | str | None:
    return said(value) if isinstance(value, bool) or not isinstance(value, int | float) else value
