"""Questions about many rules at once: each rule alone against the rules as they are, paired.

A variant is also tried with players who choose at random. If nobody at the table ever makes use of
the variant, it shows no effect; the answer then says whether random players would use it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, cast

from analyzer.answer.blocks import Command
from analyzer.errors import UserError
from analyzer.estimates.differences import (
    Difference,
    any_difference,
    difference,
    difference_of_sums,
)
from analyzer.estimates.measures import Measure, main_measure
from analyzer.games.parameters import Parameter, parameters
from analyzer.questions.designer import _variant_effects
from analyzer.questions.designer._variant_effects import Effect, Variant
from analyzer.questions.designer._variant_sentences import VariantSentences, largest_claim
from analyzer.questions.shared import common, question_base
from analyzer.simulation.batch import Layout
from analyzer.simulation.plan import Group, Plan, Reduction, totals_and_pairs
from analyzer.stats import Claim, Family

if TYPE_CHECKING:
    from analyzer.playout.cell import Cell
    from analyzer.request.setting import Setting
    from analyzer.simulation.reducers.pairs import Pairs
    from analyzer.simulation.reducers.spread import Spread
    from analyzer.simulation.run import GroupResult, Outcome

SCREEN = 2000  # games at random that show whether anybody could make use of a variant
GLANCE = 20  # games that show whether games of a variant come to an end
DRAGS = 5  # times the moves of a usual game

ASIDE = 5  # intervals beside win shares: length, spread, same winner, differing, unfinished


@dataclass(frozen=True)
class VariantsResult:
    """What each variant changes."""

    variants: Annotated[
        tuple[_variant_effects.VariantResult, ...],
        "one object per variant, the largest effects first",
    ]
    largest: Annotated[
        Claim | None,
        "that one variant changes win shares more than all others, as a claim; null if the games "
        "of none come to an end",
    ]


RESULTS = (question_base.DesignerResult, VariantsResult)


def is_reading(parameter: Parameter) -> bool:
    """Does the rulebook leave this open? Its clause is then an ambiguity such as HK-A4."""
    return "-A" in (parameter.clause or "")


def list_variants(setting: "Setting", readings: bool) -> Iterator[Variant]:
    """Every other value of every open reading, or one step up and down of every other rule."""
    rules: type = setting.game.rules_type
    for parameter in parameters(rules):
        if is_reading(parameter) != readings:
            continue
        for value in _values(setting, parameter):
            try:
                yield Variant(parameter, value, setting.with_rules({parameter.name: value}))
            except UserError:
                continue  # it does not fit the other rules: nothing to compare


def _values(setting: "Setting", parameter: Parameter) -> list[object]:
    now = getattr(setting.rules, parameter.name)
    if parameter.name.startswith("max_"):
        return []  # our own cap on the length, not a rule of the game
    if parameter.values:
        return [value for value in parameter.values if value != now]
    if parameter.limits and isinstance(now, int):
        low, high = parameter.limits
        step = max(1, round(abs(now) / 7))
        return [value for value in (now - step, now + step) if low <= value <= high]
    return []


class VariantsQuestion(question_base.DesignerQuestion):
    """Base of `readings` and `rules`."""

    readings: bool

    @property
    def kind(self) -> str:
        return "open reading" if self.readings else "rule"

    def variants(self) -> list[Variant]:
        return list(list_variants(self.setting, self.readings))

    def plan(self) -> Plan:
        found = self.variants()
        if not found:
            return Plan(())
        n = self._games()
        cells = (self.setting.cell, *(one.setting.cell for one in found))
        loose = tuple(
            one.with_policies(["random"]).cell
            for one in (self.setting, *(variant.setting for variant in found))
        )
        return Plan(
            (
                _on_the_same_luck(cells, min(n, GLANCE)),
                Group(loose, totals_and_pairs(loose), min(n, SCREEN)),
            )
        )

    def _games(self) -> int:
        return question_base.games_per_cell(self.setting, self.asked, 1 + len(self.variants()), 0.9)

    def next_round(self, outcome: "Outcome") -> Plan | None:
        """After a short look: all games of the variants whose games end."""
        if len(outcome.groups) != 2:
            return None
        places = [0, *endless_cells(outcome.groups[0], False)]
        cells = tuple(outcome.groups[0].group.cells[place] for place in places)
        return Plan((_on_the_same_luck(cells, self._games()),))

    def effects(self, outcome: "Outcome") -> list[Effect]:
        glance, loose, *rest = outcome.groups
        main = rest[0] if rest and rest[0].n else glance
        found = []
        for place, one in enumerate(self.variants(), start=1):
            cells = main.group.cells
            at = cells.index(one.setting.cell) if one.setting.cell in cells else None
            played = (glance, place) if at is None else (main, at)
            found.append(self._effect(one, *played, loose.pairs(place)))
        return sorted(found, key=lambda one: one.weight, reverse=True)

    def _effect(self, one: Variant, ran: "GroupResult", place: int, loose: "Pairs") -> Effect:
        layout = Layout.from_game(self.setting.game)
        main = main_measure(layout)
        base, totals, pairs = ran.totals(0), ran.totals(place), ran.pairs(place)

        places = layout.roles or [f"seat {i + 1}" for i in range(self.setting.players)]
        family = Family("changes", len(self.variants()) * (len(places) + ASIDE))

        def measured(name: str, column: str, at: int | None, label: str) -> Difference:
            return difference(Measure(name, column, at, label), base, totals, pairs, family)

        kept = cast("Spread", ran.part("spread", place, 0))
        none = not any_difference(pairs)
        moves = [part.games.at("turns").total for part in (base, totals)]
        return Effect(
            variant=one,
            family=family,
            n=ran.n,
            other=pairs.other_winner,
            none=none,
            unused=none and any_difference(loose),
            wins=tuple(measured("wins", "win840", i, name) for i, name in enumerate(places)),
            length=measured("length", main.column, None, main.label),
            spread=difference_of_sums(
                Measure("spread", "score", None, "spread"), ran.n, kept.sums, family
            ),
            capped=totals.unfinished,
            base_capped=base.unfinished,
            slower=moves[1] / max(1, moves[0]),
            drags=ran.n <= GLANCE and place in endless_cells(ran, True),
        )

    def build_content(self, outcome: "Outcome") -> question_base.AnswerContent:
        kind = self.kind
        if not outcome.groups:
            title = self.setting.game.title
            return question_base.AnswerContent(
                [f"{title} has no {kind} that can be varied."], [], [], VariantsResult((), None)
            )
        found = self.effects(outcome)
        layout = Layout.from_game(self.setting.game)
        words = VariantSentences(
            kind, "role" if layout.roles else "seat", found[0].length.measure.label
        )
        sentences = words.sentences(found, self.setting.seed)
        return question_base.AnswerContent(
            sentences=sentences,
            findings=[_variant_effects.effect_finding(one) for one in found],
            blocks=[
                *_variant_effects.effect_tables(found),
                _variant_effects.effects_figure(
                    found, sentences[0], self.setting, outcome.groups[-1].n
                ),
            ],
            result=VariantsResult(
                tuple(map(_variant_effects.effect_result, found)), largest_claim(found)
            ),
            replays=self._replays(found, outcome.groups),
            remarks=[
                f"Each {kind} is compared alone with the rules as they are, on the same luck. A "
                "star marks what is shown to change. All intervals hold together. A rule can give "
                "many games another winner and still leave everybody the same share of wins."
            ],
        )

    def _replays(self, found: list[Effect], groups: "list[GroupResult]") -> list[Command]:
        """A game that comes out differently with the first of the list whose games end."""
        variant = next((one for one in found if one.ends), found[0]).variant
        ran = next(ran for ran in reversed(groups) if variant.setting.cell in ran.group.cells)
        place = ran.group.cells.index(variant.setting.cell)
        looks = question_base.changed_replays(
            self.setting, variant.setting, variant.name, ran, place
        )
        return looks or [common.replay_link(self.setting, "one", ran.n // 2)]


def _on_the_same_luck(cells: "tuple[Cell, ...]", n: int) -> Group:
    wants = totals_and_pairs(cells)
    for name in ("changed", "spread"):
        wants += tuple(Reduction(name, (place, 0)) for place in range(1, len(cells)))
    return Group(cells, wants, n)


def endless_cells(glance: "GroupResult", drags: bool) -> list[int]:
    """The cells beside the first whose games take many times its moves, or those that do not."""

    def moves(place: int) -> int:
        return glance.totals(place).games.at("turns").total

    limit = DRAGS * moves(0)
    return [i for i in range(1, len(glance.group.cells)) if (moves(i) > limit) == drags]
