"""What an arm changes, in words: the differences of one measure, over its seats, as one claim."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer import stats
from analyzer.estimates.formatting import format_mean
from analyzer.estimates.phrases import Phrase, claim_sentence

if TYPE_CHECKING:
    from analyzer.estimates.differences import Difference
    from analyzer.estimates.measures import Measure
    from analyzer.stats import Claim

WINS = Phrase(
    shown="{who} wins {size}",
    refuted="no win share changes by more than {tolerance}",
    open="no change of a win share is shown, and none is larger than {bound}",
    early="no change of a win share is shown yet",
    barred="whether a win share changes is not known, since more than 5 % of games hit a cap on "
    "their length",
)
SEATS = Phrase(
    shown="the mean of {who} {moved}, {size}",
    refuted="the mean {what} of every seat stays the same within 2 %",
    open="no change of the mean {what} is shown, and none is larger than {bound}",
    early="no change of the mean {what} is shown yet",
)
NUMBER = Phrase(
    shown="the mean of {who} {moved}, {size}",
    refuted="the mean of {who} stays the same within 2 %, {size}",
    open="no change of the mean of {who} is shown, {size}",
    early="no change of the mean of {who} is shown yet",
)


@dataclass(frozen=True)
class Effect:
    """The differences of one measure in one arm, over all its places."""

    rows: tuple["Difference", ...]

    @property
    def measure(self) -> "Measure":
        return self.rows[0].measure

    @property
    def claim(self) -> "Claim":
        """That one of them differs. Of several the largest is told, by intervals of them all."""
        claim = stats.any_of({one.measure.label: one.claim for one in self.rows})
        return claim.bar(why) if (why := self.rows[0].claim.barred) else claim

    @property
    def words(self) -> str:
        """A part of a sentence: "seat 1 wins +3.4 pp (2.9 – 3.9)"."""
        claim, measure = self.claim, self.measure
        if measure.is_share:
            return claim_sentence(WINS, claim, who=claim.of.removesuffix(f" {measure.name}"))
        top = next(one for one in self.rows if one.measure.label == claim.of)
        return claim_sentence(
            NUMBER if measure.place is None else SEATS,
            claim,
            share=False,
            what=measure.name,
            moved=_moved(claim.found.estimate, format_mean(top.base), format_mean(top.variant)),
        )


def _moved(change: float, before: str, after: str) -> str:
    """On the same luck a change can be known better than either mean."""
    verb = "rises" if change > 0 else "falls"
    return (
        f"{verb} from {before} to {after}" if before != after else f"{verb} a little from {before}"
    )


def effects_by_measure(row: Sequence["Difference"]) -> list[Effect]:
    """The differences of an arm, one effect per measure, in their order."""
    found: dict[str, list[Difference]] = {}
    for one in row:
        found.setdefault(one.measure.name, []).append(one)
    return [Effect(tuple(rows)) for rows in found.values()]


def newsworthy(effects: Sequence[Effect]) -> list[Effect]:
    """What a sentence tells: who wins, and the first number of the game; else what is shown."""
    wins = [one for one in effects if one.measure.is_share]
    numbers = [one for one in effects if one.measure.place is None]
    told = wins[:1] + numbers[:1]
    if not any(one.claim.shown for one in told):
        told = told[:1] + [one for one in effects if one.claim.shown][:1]
    return told or list(effects[:1])
