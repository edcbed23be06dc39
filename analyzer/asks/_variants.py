"""Questions about many rules at once: each on its own against the rules as they are, paired.

A variant is screened with two policies: one that nobody at the table ever makes use of shows no
effect, and is named as such where players who choose at random would use it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from analyzer.answer import Block, Column, Figure, Finding, Table, Tone, Value
from analyzer.asks import _base
from analyzer.balance.differences import Difference, any_difference, corrected, difference
from analyzer.balance.measures import Measure, units
from analyzer.balance.words import listed, pp_interval, unit_name
from analyzer.columns import Layout
from analyzer.errors import UserError
from analyzer.plan import Group, Plan, Want, totals_and_pairs
from analyzer.questions import _common as common
from analyzer.rules import Parameter, parameters, said

if TYPE_CHECKING:
    from analyzer.reduce.totals import Totals
    from analyzer.run import Outcome, Ran
    from analyzer.setting import Setting

SCREEN = 2000  # games at random that show whether anybody could make use of a variant

FIELDS = {
    "variants": "one object per variant, the largest effects first",
    "variants[].rule": "the rule and its value",
    "variants[].clause": "the clause or open reading it belongs to",
    "variants[].same_winner": "share of games with the same winner",
    "variants[].no_difference": "whether not one game differs",
    "variants[].unused": "whether only players who choose at random make use of it",
    "variants[].wins": "interval of the largest change of a win share, and whose it is",
    "variants[].length": "interval of the change in length",
    "variants[].spread": "interval of the change of the margin",
    "variants[].significant": "the measures whose change stands after Holm's correction",
}


@dataclass(frozen=True)
class Variant:
    """One rule with another value."""

    parameter: Parameter
    value: object
    setting: "Setting"

    @property
    def name(self) -> str:
        return f"{self.parameter.name}={said(self.value)}"


def is_reading(parameter: Parameter) -> bool:
    """Does the rulebook leave this open? Its clause is then an ambiguity such as HK-A4."""
    return "-A" in (parameter.clause or "")


def variants(setting: "Setting", readings: bool) -> Iterator[Variant]:
    """Every other value of every open reading, or one step up and down of every other rule."""
    rules: type = setting.game.rules_type
    for parameter in parameters(rules):
        if is_reading(parameter) != readings:
            continue
        for value in _values(setting, parameter):
            try:
                yield Variant(parameter, value, setting.with_rules({parameter.name: value}))
            except UserError:
                continue  # it does not go with the other rules: nothing to compare


def _values(setting: "Setting", parameter: Parameter) -> list[object]:
    now = getattr(setting.rules, parameter.name)
    if parameter.name.startswith("max_"):
        return []  # a cap of ours on the length, no rule of the game
    if parameter.values:
        return [value for value in parameter.values if value != now]
    if parameter.limits and isinstance(now, int):
        low, high = parameter.limits
        step = max(1, round(abs(now) / 7))
        return [value for value in (now - step, now + step) if low <= value <= high]
    return []


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


class Variants(_base.Ask):
    """Base of `readings` and `rules`."""

    readings: bool

    @property
    def kind(self) -> str:
        return "open reading" if self.readings else "rule"

    def variants(self) -> list[Variant]:
        return list(variants(self.setting, self.readings))

    def plan(self) -> Plan:
        found = self.variants()
        if not found:
            return Plan(())
        cells = (self.setting.cell, *(one.setting.cell for one in found))
        n = _base.size(self.setting, self.asked, len(cells), 0.9)
        loose = tuple(
            one.with_policies(["random"]).cell
            for one in (self.setting, *(variant.setting for variant in found))
        )
        wants = totals_and_pairs(cells)
        wants += tuple(Want("changed", (place, 0)) for place in range(1, len(cells)))
        return Plan(
            (
                Group(cells, wants, n),
                Group(loose, totals_and_pairs(loose), min(n, SCREEN)),
            )
        )

    def effects(self, outcome: "Outcome") -> list[Effect]:
        ran, loose = outcome.groups
        found = [
            self._effect(one, place, ran, loose)
            for place, one in enumerate(self.variants(), start=1)
        ]
        return sorted(_holm(found), key=lambda one: one.weight, reverse=True)

    def _effect(self, one: Variant, place: int, ran: "Ran", loose: "Ran") -> Effect:
        layout = Layout.of(self.setting.game)
        unit = units(layout)[0]
        base, totals, pairs = ran.totals(0), ran.totals(place), ran.pairs(place)

        def measured(name: str, column: str, at: int | None, label: str) -> Difference:
            return difference(Measure(name, column, at, label), base, totals, pairs)

        places = layout.roles or [f"seat {i + 1}" for i in range(self.setting.players)]
        none = not any_difference(pairs)
        return Effect(
            variant=one,
            n=ran.n,
            same_winner=1 - pairs.other_winner / max(1, pairs.n),
            none=none,
            unused=none and any_difference(loose.pairs(place)),
            wins=tuple(measured("wins", "win840", i, name) for i, name in enumerate(places)),
            length=measured("length", unit, None, unit_name(unit)),
            spread=measured("spread", "margin", None, "margin"),
        )

    def told(self, outcome: "Outcome") -> _base.Told:
        kind = self.kind
        if not outcome.groups:
            title = self.setting.game.title
            return _base.Told([f"{title} has no {kind} that can be varied."], [], [], {}, [])
        found = self.effects(outcome)
        return _base.Told(
            sentences=self._sentences(found, kind),
            findings=[_finding(one) for one in found],
            blocks=self._blocks(found, outcome.groups[0].totals(0)),
            data={"variants": [_as_json(one) for one in found]},
            settings=[self.setting],
            looks=self._looks(found, outcome.groups[0]),
            remarks=[
                f"Each {kind} on its own against the rules as they are, on the same luck; a star "
                "stands after Holm's correction over the list. Experts are not fitted anew."
            ],
        )

    def _looks(self, found: list[Effect], ran: "Ran") -> list[_base.Look]:
        """A game that the first of the list changes."""
        variant = found[0].variant
        place = next(i for i, one in enumerate(self.variants(), 1) if one.name == variant.name)
        looks = _base.changed(self.setting, variant.setting, variant.name, ran, place)
        return looks or [_base.Look("one", _base.replay(self.setting, ran.n // 2))]

    def _sentences(self, found: list[Effect], kind: str) -> list[str]:
        matter = [one for one in found if "wins" in one.stands]
        length = [one for one in found if one.stands and "wins" not in one.stands]
        unused = [one for one in found if one.unused]
        said = []
        if matter:
            top = matter[0]
            said.append(
                f"{len(matter)} of {len(found)} {kind}s change who wins; most of all "
                f"{top.variant.name}: {top.largest.measure.label} wins "
                f"{pp_interval(top.largest.change)}."
            )
        else:
            said.append(f"None of {len(found)} {kind}s is shown to change who wins.")
        if length:
            names = [one.variant.name for one in length]
            many = f"{len(names)} {'others' if matter else 'of them'}"
            few = listed(names) if len(names) <= 4 else many
            said.append(f"Only the length or the spread of scores is changed by {few}.")
        if unused:
            who = common.table_of_policies(self.setting.policy_names)
            said.append(
                f"{who.removesuffix(' at every seat')} never makes use of "
                f"{listed([one.variant.name for one in unused])}; players who choose at random do."
            )
        idle = [one.variant.name for one in found if one.none and not one.unused]
        if idle:
            said.append(f"No game differs with {listed(idle)}.")
        return [text[0].upper() + text[1:] for text in said]

    def _blocks(self, found: list[Effect], base: "Totals") -> list[Block]:
        unit = found[0].length.measure.label
        columns = (
            Column("rule", "rule", "label", "The one rule that differs."),
            Column("clause", "clause", "text", "Where the rulebook says it, or leaves it open."),
            Column("same", "same winner", help="Share of games with the same winner."),
            Column("wins", "wins", help="Largest change of a win share."),
            Column("whose", "of", "text", "The seat or role whose share changes most."),
            Column("length", unit, help="Change of the mean length."),
            Column("spread", "margin", help="Change of the mean margin."),
        )
        rows = tuple(tuple(_cells(one)) for one in found)
        drawn = [
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
        figure = Figure(
            name="variants",
            kind="forest",
            title=self._sentences(found, "open reading" if self.readings else "rule")[0].rstrip(
                "."
            ),
            subtitle="Largest change of a win share, with 95 % intervals",
            caption=f"{found[0].n:,} games each of {self.setting.game.name} with "
            f"{self.setting.players} players, {base.n:,} of them as printed, seed "
            f"{self.setting.seed}; the same luck.",
            data={"unit": "share", "zero": 0.0, "zero_text": "as they are", "rows": drawn},
        )
        return [Table("variants", columns, rows), figure]


def _holm(found: list[Effect]) -> list[Effect]:
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


def _finding(one: Effect) -> Finding:
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


def _as_json(one: Effect) -> dict[str, Any]:
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
