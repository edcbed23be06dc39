"""What one rule with another value does, as rows of a table and of a chart."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from analyzer import figures
from analyzer.answer import Column, Figure, Finding, Table, Tone, Value
from analyzer.balance.differences import Difference, corrected
from analyzer.balance.words import pp_interval
from analyzer.questions import _common as common
from analyzer.rules import Parameter, said

if TYPE_CHECKING:
    from analyzer.plain import Json
    from analyzer.setting import Setting


@dataclass(frozen=True)
class Variant:
    """One rule with another value."""

    parameter: Parameter
    value: object
    setting: "Setting"

    @property
    def name(self) -> str:
        return f"{self.parameter.name}={said(self.value)}"


@dataclass(frozen=True)
class Effect:
    """What a variant does."""

    variant: Variant
    n: int
    same_winner: float
    none: bool
    unused: bool
    wins: tuple[Difference, ...]
    length: Difference
    spread: Difference
    drags: bool = False  # its games hardly end, so few were played

    @property
    def largest(self) -> Difference:
        return max(self.wins, key=lambda one: abs(one.change.estimate))

    @property
    def stands(self) -> list[str]:
        found = ["wins"] if any(one.significant for one in self.wins) else []
        found += ["length"] if self.length.significant else []
        return found + (["spread"] if self.spread.significant else [])

    @property
    def weight(self) -> tuple[bool, float, float]:
        """Sort key: what changes who wins first."""
        wins = [abs(one.change.estimate) for one in self.wins if one.significant]
        return bool(wins), max(wins, default=0.0), 1 - self.same_winner


def holm(found: list[Effect]) -> list[Effect]:
    """Each measure corrected over the whole list."""
    wins = corrected([one for effect in found for one in effect.wins])
    length = corrected([effect.length for effect in found])
    spread = corrected([effect.spread for effect in found])
    each = len(found[0].wins) if found else 0
    return [
        replace(
            effect,
            wins=tuple(wins[i * each : (i + 1) * each]),
            length=length[i],
            spread=spread[i],
        )
        for i, effect in enumerate(found)
    ]


def _cells(one: Effect) -> list[Value]:
    clause = one.variant.parameter.clause or ""
    if one.none:
        text = "nobody uses it" if one.unused else "no game"
        rest = [Value(text, 0.0), Value("", ""), Value("", 0.0), Value("", 0.0)]
    else:
        rest = [
            _starred(one.largest, share=True),
            Value(one.largest.measure.label, one.largest.measure.label),
            _starred(one.length, share=False),
            _starred(one.spread, share=False),
        ]
    return [
        Value(one.variant.name, one.variant.name),
        Value(clause, clause),
        Value(f"{100 * one.same_winner:.1f} %", one.same_winner),
        *rest,
    ]


def _starred(one: Difference, share: bool) -> Value:
    tone: Tone = "strong" if one.significant else ""
    shown = common.change(one.change, share, tone)
    return replace(shown, text=f"{shown.text}{'*' if one.significant else ' '}")


def finding(one: Effect) -> Finding:
    found = one.largest.change
    return Finding(
        key=one.variant.name,
        question=f"What does {one.variant.name} change?",
        estimate=found.estimate,
        low=found.low,
        high=found.high,
        n=one.n,
        unit="share",
        verdict="DIFFERS" if one.stands else "NOT TOLD APART",
        sentence=f"{one.variant.name}: {one.largest.measure.label} wins {pp_interval(found)}.",
    )


def as_json(one: Effect) -> "Json":
    return {
        "rule": one.variant.name,
        "clause": one.variant.parameter.clause,
        "same_winner": one.same_winner,
        "no_difference": one.none,
        "unused": one.unused,
        "wins": {**common.as_json(one.largest.change), "of": one.largest.measure.label},
        "length": common.as_json(one.length.change),
        "spread": common.as_json(one.spread.change),
        "significant": one.stands,
    }


def table(found: Sequence[Effect]) -> Table:
    unit = found[0].length.measure.label
    columns = (
        Column("rule", "rule", "label", "The one rule that differs."),
        Column("clause", "clause", "text", "Where the rulebook says it, or leaves it open."),
        Column("same", "same winner", help="Share of games with the same winner."),
        Column("wins", "wins", help="Largest change of a win share."),
        Column("whose", "of", "text", "The seat or role whose share changes most."),
        Column("length", unit, help="Change of the mean length."),
        Column("spread", "spread", help="Change of the mean spread: best minus worst score."),
    )
    return Table("variants", columns, tuple(tuple(_cells(one)) for one in found))


def figure(found: Sequence[Effect], title: str, setting: "Setting", n: int) -> Figure:
    rows: list[figures.Row] = [
        {
            "label": one.variant.name,
            "text": common.change(one.largest.change, share=True).text,
            "note": "no game changes" if one.none else "",
            "tone": "" if one.largest.significant else "muted",
            "tip": one.largest.measure.label,
            **common.drawn(one.largest.change, 100),
        }
        for one in found
    ]
    return Figure(
        name="variants",
        kind="forest",
        title=title.rstrip("."),
        subtitle="Largest change of a win share, with 95 % intervals",
        caption=f"{n:,} games each of {setting.game.name} with {setting.players} players, as "
        f"printed and with each change, seed {setting.seed}; the same luck.",
        data=figures.Forest(unit="share", zero=0.0, zero_text="as they are", rows=rows),
    )
