"""Questions about many rules at once: each rule alone against the rules as they are, paired.

A variant is also tried with players who choose at random. If nobody at the table ever makes use of
the variant, it shows no effect; the answer then says whether random players would use it.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from analyzer.asks import _base, _effects
from analyzer.asks._effects import Effect, Variant
from analyzer.balance.differences import Difference, any_difference, difference, of_sums
from analyzer.balance.measures import Measure, units
from analyzer.balance.words import listed, pp_interval, unit_name
from analyzer.columns import Layout
from analyzer.errors import UserError
from analyzer.plan import Group, Plan, Want, totals_and_pairs
from analyzer.questions import _common as common
from analyzer.rules import Parameter, parameters

if TYPE_CHECKING:
    from analyzer.plan import Cell
    from analyzer.reduce.pairs import Pairs
    from analyzer.reduce.spread import Spread
    from analyzer.run import Outcome, Ran
    from analyzer.setting import Setting

SCREEN = 2000  # games at random that show whether anybody could make use of a variant
GLANCE = 20  # games that show whether games of a variant come to an end
DRAGS = 5  # times the moves of a usual game

FIELDS = {
    "variants": "one object per variant, the largest effects first",
    "variants[].rule": "the rule and its value",
    "variants[].clause": "the clause or open reading it belongs to",
    "variants[].same_winner": "share of games with the same winner",
    "variants[].no_difference": "whether not one game differs",
    "variants[].unused": "whether only players who choose at random make use of it",
    "variants[].wins": "interval of the largest change of a win share, and whose it is",
    "variants[].length": "interval of the change in length",
    "variants[].spread": "interval of the change of the spread: best minus worst score",
    "variants[].significant": "the measures whose change is significant after Holm's correction",
}


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
        return _base.size(self.setting, self.asked, 1 + len(self.variants()), 0.9)

    def further(self, outcome: "Outcome") -> Plan | None:
        """After a short look: all games of the variants whose games end."""
        if len(outcome.groups) != 2:
            return None
        places = [0, *without_end(outcome.groups[0], False)]
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
        return sorted(_effects.holm(found), key=lambda one: one.weight, reverse=True)

    def _effect(self, one: Variant, ran: "Ran", place: int, loose: "Pairs") -> Effect:
        layout = Layout.of(self.setting.game)
        unit = units(layout)[0]
        base, totals, pairs = ran.totals(0), ran.totals(place), ran.pairs(place)

        def measured(name: str, column: str, at: int | None, label: str) -> Difference:
            return difference(Measure(name, column, at, label), base, totals, pairs)

        kept = cast("Spread", ran.part("spread", place, 0))
        places = layout.roles or [f"seat {i + 1}" for i in range(self.setting.players)]
        none = not any_difference(pairs)
        return Effect(
            variant=one,
            n=ran.n,
            same_winner=1 - pairs.other_winner / max(1, pairs.n),
            none=none,
            unused=none and any_difference(loose),
            wins=tuple(measured("wins", "win840", i, name) for i, name in enumerate(places)),
            length=measured("length", unit, None, unit_name(unit)),
            drags=ran.n <= GLANCE and place in without_end(ran, True),
            spread=of_sums(Measure("spread", "score", None, "spread"), ran.n, kept.sums),
        )

    def told(self, outcome: "Outcome") -> _base.Told:
        kind = self.kind
        if not outcome.groups:
            title = self.setting.game.title
            return _base.Told([f"{title} has no {kind} that can be varied."], [], [], {})
        found = self.effects(outcome)
        sentences = self._sentences(found, kind)
        return _base.Told(
            sentences=sentences,
            findings=[_effects.finding(one) for one in found],
            blocks=[
                _effects.table(found),
                _effects.figure(found, sentences[0], self.setting, outcome.groups[-1].n),
            ],
            data={"variants": [_effects.as_json(one) for one in found]},
            looks=self._looks(found, outcome.groups),
            remarks=[
                f"Each {kind} is compared alone with the rules as they are, on the same luck. A "
                "star marks a change that is significant after Holm's correction over the list. "
                "The experts do not adapt to a changed rule."
            ],
        )

    def _looks(self, found: list[Effect], groups: "list[Ran]") -> list[_base.Look]:
        """A game that comes out differently with the first of the list."""
        variant = found[0].variant
        ran = next(ran for ran in reversed(groups) if variant.setting.cell in ran.group.cells)
        place = ran.group.cells.index(variant.setting.cell)
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
            said.append(f"Only the length or the spread of scores changes with {few}.")
        if unused:
            who = common.table_of_policies(self.setting.policy_names)
            said.append(
                f"{who.removesuffix(' at every seat')} never makes use of "
                f"{listed([one.variant.name for one in unused])}; players who choose at random do."
            )
        idle = [one.variant.name for one in found if one.none and not one.unused]
        if idle:
            said.append(f"No game differs with {listed(idle)}.")
        if dragging := [one for one in found if one.drags]:
            which = listed([one.variant.name for one in dragging])
            said.append(
                f"Games hardly end with {which}: they take more than {DRAGS} times as many moves, "
                f"so only {dragging[0].n} were played."
            )
        return [text[0].upper() + text[1:] for text in said]


def _on_the_same_luck(cells: "tuple[Cell, ...]", n: int) -> Group:
    wants = totals_and_pairs(cells)
    for name in ("changed", "spread"):
        wants += tuple(Want(name, (place, 0)) for place in range(1, len(cells)))
    return Group(cells, wants, n)


def without_end(glance: "Ran", drags: bool) -> list[int]:
    """The cells beside the first whose games take many times its moves, or those that do not."""

    def moves(place: int) -> int:
        return glance.totals(place).games.at("turns").total

    limit = DRAGS * moves(0)
    return [i for i in range(1, len(glance.group.cells)) if (moves(i) > limit) == drags]
