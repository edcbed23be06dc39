"""How strong cards are, in words: every sentence comes from a claim about all of them."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer import stats
from analyzer.estimates import cards
from analyzer.estimates.formatting import format_pp
from analyzer.estimates.phrases import Phrase, claim_sentence
from analyzer.questions.shared import claim_counts, common

if TYPE_CHECKING:
    from analyzer.estimates.cards import RankedStrength
    from analyzer.stats import Interval

PLACES = 2  # most decimals for a card

STRONGEST = Phrase(
    shown="The strongest {noun} is {who}: {amount} for {how}, against {against}.",
    refuted="Not one of {many} {nouns} helps: the largest number is that of {who}, {amount} for "
    "{how}, against {against}.",
    open="Which {noun} is strongest is not told apart: {rivals} may be; the largest number is that "
    "of {who}, {amount} for {how}, against {against}.",
)
ONE_MAY = Phrase(  # only one is not shown to be no help
    shown="",
    refuted="",
    open="Whether any {noun} helps is not known: {rivals} alone may; the largest number is that of "
    "{who}, {amount} for {how}, against {against}.",
)
WEAKEST = Phrase(
    shown="The weakest is {who}: {amount}.",
    refuted="Not one of {many} {nouns} harms: the smallest number is that of {who}, {amount}.",
    open="Which {noun} harms most, if any does, is not known: {rivals} may; the smallest number is "
    "that of {who}, {amount}.",
)
MATTER = Phrase(
    shown="Not one of {all} {nouns} matters by more than {small}, for players who do not adapt.",
    refuted="Of {all} {nouns} {counts}, for players who do not adapt.",
    open="Of {all} {nouns} {counts}, for players who do not adapt.",
)
MISLEADS = Phrase(
    shown="Counting misleads about {shown} of {all} {nouns}, {most} {who}: by {by} it seems worth "
    "{counted} of wins, but having it is worth {truth}.",
    refuted="Counting says the same of wins as having it does, within {tolerance}, for each of "
    "{all} {nouns}.",
    open="Whether counting misleads about any of {all} {nouns} is not known.",
)
MOST = Phrase(shown="most of all about", refuted="for example about", open="for example about")


@dataclass(frozen=True)
class CardSentences:
    """What a question calls its cards, and who is compared with whom."""

    noun: str
    how: str
    against: str
    counter: Callable[[str], str]  # what a counter counts

    def nouns(self, many: int) -> str:
        """Cards; kinds of card; one card."""
        first, space, rest = self.noun.partition(" ")
        return self.noun if many == 1 else f"{first}s{space}{rest}"

    def sentences(self, rows: Sequence["RankedStrength"]) -> list[str]:
        return [
            self._strongest(rows),
            self._best(WEAKEST, cards.weakest(rows), rows),
            self._matter(rows),
            *self._counting(rows),
        ]

    def _strongest(self, rows: Sequence["RankedStrength"]) -> str:
        claim = cards.strongest(rows)
        alone = claim.open and len(claim.names) == 1
        return self._best(ONE_MAY if alone else STRONGEST, claim, rows)

    def _best(self, phrase: Phrase, claim: stats.Claim, rows: Sequence["RankedStrength"]) -> str:
        top = next(row for row in rows if row.label == claim.of)
        return claim_sentence(
            phrase,
            claim,
            noun=self.noun,
            nouns=self.nouns(len(rows)),
            many=len(rows),
            rivals=claim_counts.join_names(claim.names, len(rows)),
            amount=format_strength(top),
            how=self.how,
            against=self.against,
        )

    def _matter(self, rows: Sequence["RankedStrength"]) -> str:
        claim = stats.none_of({row.label: row.claim for row in rows})
        small = _small(rows[0])
        share = rows[0].found.points is None
        verb = claim_counts.Verb("matters", "matter", share, "" if share else "points")
        counts = claim_counts.count_claims(
            claim, "shown to matter", f"the same within {small}", verb
        )
        return claim_sentence(
            MATTER, claim, nouns=self.nouns(len(rows)), small=small, counts=counts
        )

    def count_sentence(self, row: "RankedStrength") -> str:
        """What counting alone would say of one."""
        assert row.found.counted is not None
        by, worth = self.counter(row.found.counted_of), _told(row.found.counted, share=True)
        return f"By {by} {row.label} seems worth {worth} of wins."

    def _counting(self, rows: Sequence["RankedStrength"]) -> list[str]:
        """Where counting at the table misleads."""
        counted = {row.label: row.misled for row in rows if row.misled}
        if not counted:
            return []
        claim = stats.any_of(counted)
        found = next(row.found for row in rows if row.label == claim.of)
        assert found.counted is not None
        return [
            claim_sentence(
                MISLEADS,
                claim,
                nouns=self.nouns(len(counted)),
                most=claim_sentence(MOST, cards.most_misleading(rows)),
                by=self.counter(found.counted_of),
                counted=_told(found.counted, share=True),
                truth=_told(found.wins, share=True),
            )
        ]


def format_strength(row: "RankedStrength") -> str:
    """What having it is worth: +2.9 points (2.8 – 3.0), +6 pp (4 – 8) of wins."""
    points = row.found.points
    if points is None:
        return f"{_told(row.found.wins, share=True)} of wins"
    return _told(points, share=False)


def _told(found: "Interval", share: bool) -> str:
    if not math.isfinite(found.estimate):
        return "never dealt"
    text, ends = common.format_change(found, share, PLACES)
    return f"{text}{'' if share else ' points'} ({ends})"


def _small(row: "RankedStrength") -> str:
    """What is too little to matter."""
    tolerance = row.claim.tolerance or 0.0
    return (
        format_pp(tolerance, words=True) if row.found.points is None else f"{tolerance:.2g} points"
    )
