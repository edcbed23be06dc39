"""What many rules change, in words: every sentence comes from claims of one family.

How often a seat wins, and who wins a single game, are two things: a rule may give most games
another winner and leave every seat its share. Each has a sentence of its own.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from analyzer import stats
from analyzer.estimates.differences import SAME_NUMBER, SAME_SHARE
from analyzer.estimates.fairness import CAPPED
from analyzer.estimates.formatting import format_pp, join_words
from analyzer.estimates.phrases import Phrase, claim_sentence, format_size
from analyzer.questions.shared import claim_counts

if TYPE_CHECKING:
    from analyzer.questions.designer._variant_effects import Effect
    from analyzer.stats import Claim, Interval

HARDLY = Phrase(  # that more than half of the games are unfinished
    shown="Games hardly end with {rule}: {part} of them hit a cap on their length, so who wins is "
    "not known.",
    refuted="Not all games end with {rule}: {part} of them hit a cap on their length, so who wins "
    "is not known.",
    open="Many games do not end with {rule}: {part} of them hit a cap on their length, so who wins "
    "is not known.",
)
TALLY = Phrase(
    shown="Not one of {which} changes {what} by more than {small}{among}.",
    refuted="{what}: of {which}, {counts}{among}.",
    open="{what}: of {which}, {counts}{among}.",
)
ALONE = Phrase(  # there is nothing to count where one variant is all
    shown="{what} does not change by more than {small} with {rule}{among}.",
    refuted="{what} is shown to change with {rule}{among}.",
    open="{what} changes by at most {bound}, if at all, with {rule}{among}.",
)
UNKNOWN = Phrase(  # how far it can be is not known either
    shown="", refuted="", open="Whether {what} changes with {rule} is not known."
)
MOST = Phrase(
    shown="The largest change is that of {who}: {effect}.",
    refuted="Not one changes it.",
    open="Which changes it most is not told apart: {rivals} may; the largest change that is shown "
    "is that of {top}: {effect}.",
)
BOUND = Phrase(
    shown="No win share of a {seat} changes by more than {bound} with any of them{among}.",
    refuted="",
    open="",
)
WINNERS = Phrase(
    shown="Game by game, {who} changes the winner most often: {same} of games keep theirs.",
    refuted="Not one changes the winner of a game{among}.",
    open="Game by game, which changes the winner most often is not told apart: {rivals} may; with "
    "{who} {same} of games keep theirs.",
)
WINNER = Phrase(  # of one variant alone
    shown="Game by game, {same} of games keep their winner with {who}.",
    refuted="",
    open="",
)
IDLE = Phrase(
    shown="Not one of {games} games differs with {every_name}, so at most {part} of games "
    "do{among}.",
    refuted="",
    open="",
)
UNUSED = Phrase(
    shown="Not one of {games} games differs with {every_name} between these players, so at most "
    "{part} of games do; between players who choose at random, games do differ.",
    refuted="",
    open="",
)
AMONG = ", for players who do not adapt"
CHANGES = claim_counts.Verb("changes it", "change it")


@dataclass(frozen=True)
class VariantSentences:
    """What the variants are called, and who wins."""

    kind: str  # "rule", "open reading"
    seat: str  # "seat", "role"
    unit: str  # of the length

    def sentences(self, found: Sequence["Effect"], seed: int) -> list[str]:
        told = list(dict.fromkeys(_unended(one) for one in found if not one.ends))
        ended = [one for one in found if one.ends]
        if ended:
            told += self._who_wins(ended, rest=len(ended) < len(found))
            told += self._lengths(ended)
            told += _no_difference(ended)
            told += _advice(ended, seed)
        return [text[0].upper() + text[1:] for text in told]

    def _which(self, many: int, rest: bool = False) -> str:
        return f"{'the other ' * rest}{many} {self.kind}{'s' * (many != 1)}"

    def _who_wins(self, found: Sequence["Effect"], rest: bool) -> list[str]:
        claims = {one.name: one.claim for one in found}
        every = stats.none_of(claims)
        what = f"how often a {self.seat} wins"
        small = format_pp(SAME_SHARE, words=True)
        told = [self._counted(claims, every, what, small, CHANGES, rest)]
        if every.refuted:
            told.append(_most(claims, every, lambda one: f"{one.of} wins {format_size(one)}"))
        elif every.open and len(found) > 1:
            bound = stats.bounded(_sizes(claims), every.family, every.games)
            told.append(claim_sentence(BOUND, bound, seat=self.seat, among=AMONG))
        return [*told, _winners(found)]

    def _lengths(self, found: Sequence["Effect"]) -> list[str]:
        lengths = {one.name: one.length_claim for one in found}
        spreads = {one.name: one.spread_claim for one in found}
        every = stats.none_of(lengths)
        told = [self._tally(lengths, every, f"the mean of {self.unit}", self.unit)]
        if every.refuted:
            told.append(
                _most(lengths, every, lambda one: format_size(one, share=False, unit=self.unit))
            )
        spread = stats.none_of(spreads)
        return [*told, self._tally(spreads, spread, "the mean spread of scores", "points")]

    def _tally(self, claims: Mapping[str, "Claim"], every: "Claim", what: str, unit: str) -> str:
        verb = replace(CHANGES, share=False, unit=unit)
        return self._counted(claims, every, what, f"{100 * SAME_NUMBER:g} %", verb)

    def _counted(
        self,
        claims: Mapping[str, "Claim"],
        every: "Claim",
        what: str,
        small: str,
        verb: claim_counts.Verb,
        rest: bool = False,
    ) -> str:
        """How many of them change something; of a single one, whether it does."""
        if len(claims) == 1:
            ((rule, claim),) = claims.items()
            bound = claim_counts.bound_text(claim, verb)
            phrase = UNKNOWN if every.open and not bound else ALONE
            return claim_sentence(
                phrase, every, rule=rule, what=what, small=small, bound=bound, among=AMONG
            )
        counts = claim_counts.count_claims(
            every, "shown to change it", f"the same within {small}", verb
        )
        which = self._which(len(claims), rest)
        return claim_sentence(
            TALLY, every, which=which, what=what, small=small, counts=counts, among=AMONG
        )


def _unended(one: "Effect") -> str:
    """A variant with which games hardly end."""
    if not one.barred:
        return (
            f"With {one.name} the first {one.n:,} games took {one.slower:.0f} times as many moves, "
            "so no more of them were played."
        )
    as_they_are = one.base_capped > CAPPED * one.n
    capped = one.base_capped if as_they_are else one.capped
    share = stats.clopper_pearson(capped, one.n, one.family.each)
    claim = stats.exceeds(share, one.family, one.n, one.name, by=0.5)
    part = stats.format_share(capped, one.n, one.family.each)
    rule = "the rules as they are" if as_they_are else one.name
    return claim_sentence(HARDLY, claim, rule=rule, part=part)


def _most(claims: Mapping[str, "Claim"], every: "Claim", effect: Callable[["Claim"], str]) -> str:
    """Which of several changes is the largest. `every` says that none changes, and is refuted."""
    best = _largest(claims)
    top = best.of if best.shown else every.of
    rivals = claim_counts.join_names(best.names, len(claims))
    return claim_sentence(MOST, best, rivals=rivals, top=top, effect=effect(claims[top]))


def largest_claim(found: Sequence["Effect"]) -> "Claim | None":
    """That one variant changes how often somebody wins more than all others do."""
    claims = {one.name: one.claim for one in found if one.ends}
    return _largest(claims) if claims else None


def _largest(claims: Mapping[str, "Claim"]) -> "Claim":
    family = next(iter(claims.values())).family
    return stats.best(_sizes(claims), family, min(claim.games for claim in claims.values()))


def _sizes(claims: Mapping[str, "Claim"]) -> dict[str, "Interval"]:
    """How large each change is; of several seats the farthest."""
    return {
        name: stats.farthest_distance(*(part.found for part in claim.parts or (claim,)))
        for name, claim in claims.items()
    }


def _winners(found: Sequence["Effect"]) -> str:
    """With which most games have another winner."""
    others = {one.name: stats.Interval(*(1 - one.same[i] for i in (0, 2, 1))) for one in found}
    family, n = found[0].family, min(one.n for one in found)
    alone = len(found) == 1
    best = stats.bounded(others, family, n) if alone else stats.best(others, family, n)
    top = next(one for one in found if one.name == best.of)
    same = stats.format_share(top.n - top.other, top.n, top.family.each)
    return claim_sentence(
        WINNER if alone else WINNERS,
        best,
        rivals=claim_counts.join_names(best.names, len(found)),
        same=same,
        among=AMONG,
    )


def _no_difference(found: Sequence["Effect"]) -> list[str]:
    """Variants with which every game stayed as it was: how many games may still differ."""
    told = []
    for phrase, unused in ((UNUSED, True), (IDLE, False)):
        idle = [one for one in found if one.none and one.unused == unused]
        if not idle:
            continue
        n, family = min(one.n for one in idle), idle[0].family
        shares = {one.name: stats.clopper_pearson(0, n, family.each) for one in idle}
        claim = stats.bounded(shares, family, n)
        part = stats.format_share(0, n, family.each).removeprefix("at most ")
        names = join_words(list(shares))
        told.append(claim_sentence(phrase, claim, every_name=names, part=part, among=AMONG))
    return told


def _advice(found: Sequence["Effect"], seed: int) -> list[str]:
    """How many games would decide what is open, on a seed that nobody has looked at."""
    needs = [games_needed(one.claim) for one in found if one.claim.open]
    if not needs:
        return []
    games = stats.round_up(max(needs))
    return [
        f"To decide about the rest, plan for about {games:,} games each: -n {games} "
        f"--seed {seed + 1}."
    ]


def games_needed(claim: "Claim") -> float:
    """Games after which a claim is likely to be decided, if its numbers stay what they are.

    An interval shrinks with the root of the games. It must leave zero, or fit into the tolerance.
    """
    games = []
    for part in claim.parts:
        if part.open:
            estimate, tolerance = abs(part.found.estimate), part.tolerance or 0.0
            room = max(estimate, tolerance - estimate)
            games.append(part.games * (part.found.error / room) ** 2 if room else math.inf)
    return max(games)
