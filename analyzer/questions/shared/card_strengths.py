"""How strong is each card: what questions about cards share, whatever the game counts.

Chance alone decides who is dealt a card. Who *plays* it is not left to chance, and winners have
played more of most things. So the deal is compared, and what counting would say is shown beside it.
"""

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, cast

from analyzer.answer import figures
from analyzer.answer.blocks import Block, Column, Command, Figure, Finding, Table, Value
from analyzer.estimates import cards
from analyzer.estimates.differences import SAME_NUMBER, SAME_SHARE
from analyzer.estimates.phrases import claim_star, claim_tone
from analyzer.questions.shared import common, question_base
from analyzer.questions.shared.card_sentences import PLACES, CardSentences, format_strength
from analyzer.stats import Claim, Interval

if TYPE_CHECKING:
    from analyzer.estimates.cards import RankedStrength, Strength
    from analyzer.simulation.block_sums import BlockSums
    from analyzer.simulation.run import GroupResult, Outcome


@dataclass(frozen=True)
class CardResult:
    """What one card, or kind of cards, does for its holder."""

    name: Annotated[str, "the card, or the kind"]
    label: Annotated[str, "the same in words"]
    dealt: Annotated[int, "how often it was dealt or given"]
    points: Annotated[
        Interval | None,
        "interval of the points more than without it; null where only wins are told",
    ]
    wins: Annotated[Interval, "interval of the share of wins more than without it"]
    counted: Annotated[
        Interval | None,
        "interval of what counting at the table would say of wins; null if nobody counts it",
    ]
    counted_of: Annotated[str | None, "the counter that was counted; or null"]
    claim: Annotated[
        Claim,
        "that having it makes a difference, to points or else to wins; its fields are those of "
        "findings[].claim",
    ]
    misled: Annotated[
        Claim | None,
        "that counting says something else of wins than having it does, as a claim; null if nobody "
        "counts it",
    ]

    @property
    def main(self) -> Interval:
        """What it is worth: in points where the game tells them, or in wins."""
        return self.points or self.wins


@dataclass(frozen=True)
class CardsResult:
    """How strong the cards are."""

    cards: Annotated[
        tuple[CardResult, ...], "one object per card or kind of cards, the strongest first"
    ]
    strongest: Annotated[
        Claim | None, "that one card helps more than all others, as a claim; null without cards"
    ]
    weakest: Annotated[
        Claim | None, "that one card harms more than all others, as a claim; null without cards"
    ]


RESULTS = (question_base.DesignerResult, CardsResult)


class CardQuestion(question_base.DesignerQuestion):
    """Base of the questions: subclasses say how cards come to a seat, and what that gave."""

    noun = "card"
    how = "a seat that is dealt it"  # who is compared ...
    against = "one that is not"  # ... with whom
    remark = ""  # how the experiment goes

    def strengths(self, ran: "GroupResult") -> "list[Strength]":  # noqa: ARG002 - for subclasses
        raise TypeError(f"{type(self).__name__} says no strengths")

    def label(self, name: str) -> str:
        return name

    def tells_of_winning(self, told: question_base.AnswerContent) -> bool:
        """Where the game tells points, a hand that is played to its end is enough."""
        return not any(one.points for one in cast("CardsResult", told.result).cards)

    def build_content(self, outcome: "Outcome") -> question_base.AnswerContent:
        if not outcome.groups:
            title = self.setting.game.title
            return question_base.AnswerContent(
                [f"{title} counts no {self.noun} that is dealt, so there is nothing to compare."],
                [], [], CardsResult((), None, None),
            )  # fmt: skip
        ran = outcome.groups[0]
        found = cards.rank_strengths(
            self.strengths(ran), self.label, ran.n, SAME_SHARE, SAME_NUMBER
        )
        counters = self.setting.game.seat_counters
        words = CardSentences(self.noun, self.how, self.against, lambda name: str(counters[name]))
        sentences = words.sentences(found)
        return question_base.AnswerContent(
            sentences=sentences,
            findings=[*map(_finding, found), *_counting(found, words)],
            blocks=self._blocks(found, sentences[0], ran.n),
            result=CardsResult(
                tuple(map(_result, found)), cards.strongest(found), cards.weakest(found)
            ),
            replays=self.replays(ran),
            remarks=[
                f"{self.remark} A star marks what is shown to differ from nothing. All intervals "
                "hold together; there is none where there are too few games for one."
            ],
        )

    def replays(self, ran: "GroupResult") -> list[Command]:
        return question_base.notable_replays(self.setting, ran, "median", "closest")

    # --- tables ----------------------------------------------------------------------------------

    def _blocks(self, found: "list[RankedStrength]", title: str, n: int) -> list[Block]:
        columns = [Column("card", self.noun, "label", "What a seat has, or has not.")]
        points = any(one.found.points for one in found)
        if points:
            columns += [
                Column("points", "points", help="Points more than without it."),
                Column("points_interval", "95 % interval", "text", "Of those points."),
            ]
        columns += [
            Column("wins", "wins", help="Wins more than without it, in percentage points."),
            Column("wins_interval", "95 % interval", "text", "Of that share."),
        ]
        counted = any(one.found.counted for one in found)
        if counted:
            columns += [
                Column("counted", "counting says", help="Wins of those who used it, naively."),
                Column("counted_interval", "95 % interval", "text", "Of what is counted.", drop=1),
                Column("counted_of", "of", "text", "What is counted.", drop=2),
            ]
        columns.append(Column("dealt", "dealt", help="How often it was dealt or given.", drop=3))
        rows = [_row(one, points, counted) for one in found]
        return [Table("cards", tuple(columns), tuple(rows)), self._figure(found, title, n)]

    def _figure(self, found: "list[RankedStrength]", title: str, n: int) -> Figure:
        points = any(one.found.points for one in found)
        what = "points" if points else "share of wins"
        return Figure(
            name="cards",
            kind="forest",
            title=title.rstrip("."),
            subtitle=f"More {what} for {self.how}, against {self.against}, with 95 % intervals "
            "that hold together",
            caption=f"{n:,} games of {self.setting.game.name} with {self.setting.players} players, "
            f"{common.seating_text(self.setting.policy_names)}, seed {self.setting.seed}.",
            data=figures.Forest(
                unit="" if points else "share",
                zero=0.0,
                zero_text="no effect",
                bars=True,
                rows=[_drawn(one, points) for one in found],
            ),
        )


def _drawn(one: "RankedStrength", points: bool) -> figures.Row:
    found = one.claim.found
    if not math.isfinite(found.error):
        return {"label": one.label, "value": math.nan, "note": "too few games", "tone": "muted"}
    text, ends = common.format_change(found, not points, PLACES)
    return {
        "label": one.label,
        "tone": "" if one.claim.shown else "muted",
        **common.figure_point(found, 1 if points else 100, PLACES),
        "text": text,
        "interval": ends,
    }


def _row(one: "RankedStrength", points: bool, counted: bool) -> tuple[Value, ...]:
    cells = [Value(one.label, one.found.name)]
    if points:
        cells += _starred(one.found.points, one.claim, share=False)
    cells += _starred(one.found.wins, one.wins, share=True)
    if counted:
        of = one.found.counted_of
        cells += [*_starred(one.found.counted, None, share=True), Value(of, of)]
    return (*cells, Value(f"{one.found.dealt:,}", one.found.dealt))


def _counting(found: "list[RankedStrength]", words: CardSentences) -> list[Finding]:
    """What counting says of wins, where somebody counts."""
    return [
        Finding(
            key=f"counting.{one.found.name}",
            question=f"What would counting say of {one.label}?",
            estimate=one.found.counted.estimate,
            low=one.found.counted.low,
            high=one.found.counted.high,
            n=one.found.dealt,
            unit="share",
            sentence=words.count_sentence(one),
        )
        for one in found
        if one.found.counted
    ]


def _finding(one: "RankedStrength") -> Finding:
    found = one.claim.found
    return Finding(
        key=one.found.name,
        question=f"How strong is {one.label}?",
        estimate=found.estimate,
        low=found.low,
        high=found.high,
        n=one.found.dealt,
        unit="points" if one.found.points else "share",
        claim=one.claim,
        sentence=f"{one.label}: {format_strength(one)}.",
    )


def _result(one: "RankedStrength") -> CardResult:
    found = one.found
    return CardResult(
        name=found.name,
        label=one.label,
        dealt=found.dealt,
        points=found.points,
        wins=found.wins,
        counted=found.counted,
        counted_of=found.counted_of or None,
        claim=one.claim,
        misled=one.misled,
    )


def _starred(found: Interval | None, claim: Claim | None, share: bool) -> list[Value]:
    """A number with its star, and its interval; what has no interval is not told."""
    if found is None:
        return [Value("", None), Value("", None)]
    if not math.isfinite(found.error):
        return [Value("", None), Value("too few games", None)]
    text, ends = common.format_change(found, share, PLACES)
    mark = "" if claim is None else claim_star(claim) or " "
    return [Value(f"{text}{mark}", *found, claim_tone(claim)), Value(ends)]


def with_counting(one: "Strength", counters: "BlockSums", column: str | None) -> "Strength":
    """A strength with what counting a column would say: wins for each one more of it."""
    found = cards.effect_of_each(counters, column) if column else None
    return replace(one, counted=found, counted_of=column if found and column else "")
