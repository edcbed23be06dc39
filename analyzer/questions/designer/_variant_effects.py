"""What one rule with another value does, as rows of tables and of a chart."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from analyzer import stats
from analyzer.answer import figures
from analyzer.answer.blocks import Column, Figure, Finding, Table, Value
from analyzer.estimates.differences import SAME_SHARE, Difference
from analyzer.estimates.fairness import CAPPED
from analyzer.estimates.phrases import Phrase, claim_sentence, claim_star, claim_tone
from analyzer.games.parameters import Parameter
from analyzer.games.parameters import format_value as in_words
from analyzer.questions.shared import common
from analyzer.stats import Claim, Family, Interval

if TYPE_CHECKING:
    from analyzer.request.setting import Setting

ONE = Phrase(
    shown="{rule}: {who} wins {size}.",
    refuted="{rule}: no win share changes by more than {tolerance}, for players who do not adapt; "
    "{who} wins {size}.",
    open="{rule}: whether a win share changes is not known; {who} wins {size}.",
    barred="{rule}: who wins is not known, since too many games hit a cap on their length.",
)


@dataclass(frozen=True)
class Variant:
    """One rule with another value."""

    parameter: Parameter
    value: object
    setting: "Setting"

    @property
    def name(self) -> str:
        return f"{self.parameter.name}={in_words(self.value)}"


@dataclass(frozen=True)
class Effect:
    """What a variant does. All intervals, of all variants, are of one family."""

    variant: Variant
    family: Family
    n: int
    other: int  # games with another winner
    none: bool  # not one game differs
    unused: bool  # ... but games of players who choose at random do
    wins: tuple[Difference, ...]  # by seat or role
    length: Difference
    spread: Difference
    capped: int = 0  # games that hit a cap on their length
    base_capped: int = 0  # games that hit a cap by the rules as they are
    slower: float = 1.0  # how many times as many moves a game takes
    drags: bool = False  # it takes so many more that only a few games were played

    @property
    def name(self) -> str:
        return self.variant.name

    @property
    def barred(self) -> bool:
        """Are so many games unfinished that who wins is not known?"""
        return max(self.capped, self.base_capped) > CAPPED * self.n

    @property
    def ends(self) -> bool:
        """Is it one of those that can be told by their numbers?"""
        return not (self.barred or self.drags)

    @property
    def claim(self) -> Claim:
        """That some seat or role wins more often, or less; the largest change is told."""
        if self.barred:
            return stats.barred("any", "unfinished", self.family, self.n, SAME_SHARE)
        return stats.any_of({one.measure.label: one.claim for one in self.wins})

    @property
    def length_claim(self) -> Claim:
        return self._of(self.length)

    @property
    def spread_claim(self) -> Claim:
        return self._of(self.spread)

    def _of(self, one: Difference) -> Claim:
        if self.barred:
            small = one.claim.tolerance or 0.0
            return stats.barred("differs", "unfinished", self.family, self.n, small)
        return one.claim

    @property
    def same(self) -> Interval:
        """The share of games with the same winner."""
        return stats.clopper_pearson(self.n - self.other, self.n, self.family.each)

    @property
    def weight(self) -> tuple[bool, bool, float, float]:
        """Sort key: what changes who wins first; what cannot be told by its numbers last."""
        size = abs(self.claim.found.estimate) if self.claim.shown else 0.0
        return self.ends, self.claim.shown, size, self.other / max(1, self.n)


@dataclass(frozen=True)
class LargestChange:
    """The largest change of a win share."""

    estimate: Annotated[float, "the change"]
    low: Annotated[float, "low end of its interval"]
    high: Annotated[float, "high end of its interval"]
    of: Annotated[str, "the seat or role whose share it is"]


@dataclass(frozen=True)
class VariantResult:
    """What one variant changes."""

    rule: Annotated[str, "the rule and its value"]
    clause: Annotated[str | None, "the clause or open reading it belongs to"]
    games: Annotated[int, "games played with it"]
    unfinished: Annotated[int, "games of it that hit a cap on their length"]
    same_winner: Annotated[Interval, "interval of the share of games with the same winner"]
    no_difference: Annotated[bool, "whether not one game differs"]
    unused: Annotated[bool, "whether only players who choose at random make use of it"]
    wins: Annotated[LargestChange, "the largest change of a win share, and whose it is"]
    length: Annotated[Interval, "interval of the change in length"]
    spread: Annotated[Interval, "interval of the change of the spread: best minus worst score"]
    claim: Annotated[Claim, "that a win share changes; its fields are those of findings[].claim"]
    length_claim: Annotated[Claim, "that the length changes; the same fields"]
    spread_claim: Annotated[Claim, "that the spread changes; the same fields"]


# --- rows ----------------------------------------------------------------------------------------


def _wins(one: Effect) -> list[Value]:
    claim = one.claim
    if claim.barred:
        return [Value("not known ", None), Value("unfinished"), Value("", None)]
    text, ends = common.format_change(claim.found, share=True)
    if one.none:
        return [Value("no game ", *claim.found), Value(ends), Value("", None)]
    shown = Value(f"{text}{claim_star(claim) or ' '}", *claim.found, claim_tone(claim))
    return [shown, Value(ends), Value(claim.of, claim.of)]


def _number(one: Difference, claim: Claim) -> list[Value]:
    text, ends = common.format_change(one.change, share=False)
    number = Value(f"{text}{claim_star(claim) or ' '}", *one.change, claim_tone(claim))
    return [number, Value("unfinished" if claim.barred else ends)]


def effect_finding(one: Effect) -> Finding:
    claim = one.claim
    return Finding(
        key=one.name,
        question=f"What does {one.name} change?",
        estimate=claim.found.estimate,
        low=claim.found.low,
        high=claim.found.high,
        n=one.n,
        unit="share",
        claim=claim,
        sentence=claim_sentence(ONE, claim, rule=one.name),
    )


def effect_result(one: Effect) -> VariantResult:
    claim = one.claim
    return VariantResult(
        rule=one.name,
        clause=one.variant.parameter.clause,
        games=one.n,
        unfinished=one.capped,
        same_winner=one.same,
        no_difference=one.none,
        unused=one.unused,
        wins=LargestChange(*claim.found, claim.of),
        length=one.length.change,
        spread=one.spread.change,
        claim=claim,
        length_claim=one.length_claim,
        spread_claim=one.spread_claim,
    )


def effect_tables(found: Sequence[Effect]) -> list[Table]:
    """Who wins; and how long it takes, with which scores."""
    rule = Column("rule", "rule", "label", "The one rule that differs.")
    interval = "Of the number before it; all intervals hold together."
    who = (
        rule,
        Column("clause", "clause", "text", "Where the rulebook says it, or leaves it open."),
        Column("same", "same winner", help="Share of games with the same winner."),
        Column("same_interval", "95 % interval", "text", interval, drop=1),
        Column("wins", "wins", help="Largest change of a win share."),
        Column("wins_interval", "95 % interval", "text", interval),
        Column("whose", "of", "text", "The seat or role whose share changes most."),
    )
    long = (
        rule,
        Column("length", found[0].length.measure.label, help="Change of the mean length."),
        Column("length_interval", "95 % interval", "text", interval),
        Column("spread", "spread", help="Change of the mean spread: best minus worst score."),
        Column("spread_interval", "95 % interval", "text", interval),
    )
    return [
        Table("variants", who, tuple(_who_row(one) for one in found)),
        Table("lengths", long, tuple(_long_row(one) for one in found)),
    ]


def _who_row(one: Effect) -> tuple[Value, ...]:
    clause, same = one.variant.parameter.clause or "", one.same
    share = [
        common.percent_value(same, stats.decimals(100 * same.error)),
        Value(common.interval_text(same, 100)),
    ]
    if one.barred:
        share = [Value("not known", None), Value("unfinished")]
    return (Value(one.name, one.name), Value(clause, clause), *share, *_wins(one))


def _long_row(one: Effect) -> tuple[Value, ...]:
    rows = ((one.length, one.length_claim), (one.spread, one.spread_claim))
    return (Value(one.name, one.name), *(cell for row in rows for cell in _number(*row)))


def effects_figure(found: Sequence[Effect], title: str, setting: "Setting", n: int) -> Figure:
    return Figure(
        name="variants",
        kind="forest",
        title=title.rstrip("."),
        subtitle="Largest change of a win share, with 95 % intervals that hold together",
        caption=f"{n:,} games each of {setting.game.name} with {setting.players} players, as "
        f"printed and with each change, seed {setting.seed}; the same luck.",
        data=figures.Forest(
            unit="share", zero=0.0, zero_text="as they are", rows=[_drawn(one) for one in found]
        ),
    )


def _drawn(one: Effect) -> figures.Row:
    claim = one.claim
    if claim.barred:
        note = "games hardly end" if one.drags else "unfinished"
        return {"label": one.name, "value": math.nan, "note": note, "tone": "muted"}
    text, ends = common.format_change(claim.found, share=True)
    return {
        "label": one.name,
        "note": "no game changes" if one.none else "",
        "tone": "" if claim.shown else "muted",
        "tip": claim.of,
        **common.figure_point(claim.found, 100),
        "text": text,
        "interval": ends,
    }
