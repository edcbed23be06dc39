"""How often seats are without hope, and what happens if they play otherwise."""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Annotated

from analyzer import stats
from analyzer.answer import figures
from analyzer.answer.blocks import Finding
from analyzer.estimates import phrases
from analyzer.estimates.phrases import Phrase
from analyzer.questions.shared import common, question_base
from analyzer.simulation.reducers.kingmaking import LOOKED, SWITCHED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.simulation.reducers.kingmaking import KingmakingSums


@dataclass(frozen=True)
class TakenUp:
    """What happens if a hopeless seat takes up a policy."""

    plays_like: Annotated[str, "the policy"]
    changed: Annotated[
        stats.Interval, "interval of how often the winner is another one then, in all games"
    ]
    hopeless: Annotated[stats.Interval, "the same among games that this seat wins in neither way"]
    control: Annotated[
        stats.Interval,
        "that of another seat, which still has a chance, among games that this other seat wins in "
        "neither way",
    ]
    difference: Annotated[
        stats.Interval, "interval of `hopeless` minus `control`; all steps hold together"
    ]
    claim: Annotated[
        stats.Claim,
        "that the difference is above zero; its fields are those of findings[].claim",
    ]


@dataclass(frozen=True)
class KingmakingResult:
    """How often seats are without hope, and what they decide."""

    hopeless: Annotated[
        stats.Interval | None,
        "interval of the share of seats and moments with a chance below 2 %; null if nothing was "
        "looked at",
    ]
    steps: Annotated[tuple[TakenUp, ...], "one object per policy that the hopeless seat takes up"]
    claim: Annotated[
        stats.Claim | None,
        "that one of the steps is above zero, with the same fields; null if no seat was ever "
        "hopeless",
    ]


STEP = Phrase(
    shown="A hopeless seat that plays like {who} decides who wins more often than one with a "
    "chance: {size}.",
    refuted="A hopeless seat that plays like {who} decides who wins no more often than one with a "
    "chance: {size}.",
    open="Whether a hopeless seat that plays like {who} decides who wins more often than one with "
    "a chance is not known: {size}.",
)

_OTHER, _NEITHER, _BOTH = 1, 2, 3  # fields of the hopeless seat; those of the control follow

_CONTROL = 3


class Step:
    """What happens if a hopeless seat takes up a policy."""

    def __init__(self, name: str, blocks: list[list[int]], family: stats.Family) -> None:
        self.name, self.blocks, self.family = name, blocks, family
        self.worlds = sum(block[0] for block in blocks)

    @cached_property
    def changed(self) -> stats.Interval:
        """How often the winner is another one, in all games."""
        found = stats.jackknife_blocks(self.blocks, lambda s: _over(s[_OTHER], s[0]))
        return question_base.share_interval(found, self.worlds // SWITCHED)

    @cached_property
    def hopeless(self) -> stats.Interval:
        return self._of(0)

    @cached_property
    def control(self) -> stats.Interval:
        return self._of(_CONTROL)

    def _of(self, who: int) -> stats.Interval:
        found = stats.jackknife_blocks(self.blocks, lambda s: _share(s, who))
        return question_base.share_interval(found, self.worlds // SWITCHED)

    @cached_property
    def claim(self) -> stats.Claim:
        """That a hopeless seat changes the winner more often than one with a chance."""
        difference = stats.jackknife_blocks(
            self.blocks, lambda s: _share(s, 0) - _share(s, _CONTROL), level=self.family.each
        )
        difference = stats.bound_if_unseen(difference, self.worlds // SWITCHED, self.family.each)
        return stats.exceeds(difference, self.family, self.worlds, of=self.name)

    @property
    def finding(self) -> Finding:
        found = self.claim.found
        return Finding(
            key=self.name,
            question=f"Does a hopeless seat that plays like {self.name} decide who wins?",
            estimate=found.estimate,
            low=found.low,
            high=found.high,
            n=self.worlds,
            unit="share",
            sentence=phrases.claim_sentence(STEP, self.claim),
            claim=self.claim,
        )

    @property
    def result(self) -> TakenUp:
        shares = (self.changed, self.hopeless, self.control)
        return TakenUp(self.name, *shares, self.claim.found, self.claim)


def switch_steps(kings: "KingmakingSums", names: list[str]) -> list[Step]:
    """The policies that a hopeless seat took up; their comparisons are one family."""
    tried = [name for name in names if name in kings.rows]
    family = stats.Family("policies taken up", len(tried))
    return [Step(name, kings.block_rows(name), family) for name in tried]


def _share(sums: "Sequence[int]", who: int) -> float:
    """Of the games that the switching seat wins in neither way, those with another winner."""
    return _over(sums[_BOTH + who], sums[_NEITHER + who])


def _over(above: int, below: int) -> float:
    return above / below if below else math.nan


class Hopelessness:
    """How often a seat is without hope."""

    def __init__(self, blocks: list[list[int]]) -> None:
        self.moments = sum(block[0] for block in blocks)
        found = stats.jackknife_blocks(blocks, lambda s: _over(s[2], s[1]))
        self.share = question_base.share_interval(found, self.moments)

    @property
    def row(self) -> figures.Row:
        text = question_base.format_share(self.share) if self.moments else "not known"
        drawn = common.figure_point(self.share, 100) if self.moments else {"value": math.nan}
        return {"label": "a seat without hope", "text": text, **drawn}

    @property
    def findings(self) -> list[Finding]:
        if not self.moments:
            return []
        question, (sentence,) = "How often is a seat without hope?", self.sentences
        return [Finding("hopeless", question, *self.share, self.moments, sentence, "share")]

    @property
    def sentences(self) -> list[str]:
        return [
            f"A seat is without hope in {question_base.format_share(self.share)} of all moments."
            if self.moments
            else "No moment could be looked at."
        ]


def hopelessness(kings: "KingmakingSums") -> Hopelessness:
    return Hopelessness(kings.block_rows(LOOKED) if LOOKED in kings.rows else [])
