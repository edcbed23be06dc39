"""If a seat or role is favoured: which is the smallest change of the rules that makes it fair?

There are four rounds. First a short look at every single rule change, because with some of them
games hardly end. Then all games of the others, on the same luck as the rules as they are. Then the
pairs of the best few. Last, what looks fair is played on a fresh seed, because the winner of a
search often looks better than it is.
"""

from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

from analyzer.answer import Column, Figure, Table, Value
from analyzer.asks import Asked, _base, _departures, _variants
from analyzer.balance.words import pp
from analyzer.errors import UserError
from analyzer.plan import Group, Plan, Want
from analyzer.questions import _common as common

if TYPE_CHECKING:
    from analyzer.run import Outcome, Ran
    from analyzer.setting import Setting

NAME = "mend"
LINE = "If a seat or role is favoured: which smallest rule change makes it fair?"
GAMES = ()
BEST = 5  # single changes whose pairs are tried
CONFIRMED = 3  # candidates that are played on a fresh seed
FRESH = 1_000_003  # added to the seed

FIELDS = {
    "verdict": "of the rules as they are",
    "departure": "interval of the largest departure as they are",
    "tried": "how many single changes and pairs were tried",
    "changes": "one object per change tried, the fairest first",
    "changes[].name": "the change, as a user would type it",
    "changes[].departure": "interval of the largest departure",
    "changes[].verdict": "FAIR, UNFAIR or UNDECIDED",
    "confirmed": "what was played again on a fresh seed",
    "confirmed[].name": "the change",
    "confirmed[].departure": "interval of the largest departure",
    "confirmed[].verdict": "FAIR, UNFAIR or UNDECIDED",
}


def make(setting: "Setting", asked: Asked) -> "Mend":
    return Mend(NAME, setting, asked)


@dataclass(frozen=True)
class _Change(_departures.Row):
    """Rules that differ, and how fair they are."""

    rules: tuple[tuple[str, object], ...]


class Mend(_base.Ask):
    """Search, then confirm."""

    def singles(self) -> list[tuple[tuple[str, object], ...]]:
        """Every single change: steps of rules, and open readings."""
        return [
            ((one.parameter.name, one.value),)
            for readings in (False, True)
            for one in _variants.variants(self.setting, readings)
        ]

    def _group(self, changes: list[tuple[tuple[str, object], ...]], n: int, seed: int) -> Group:
        cells = [replace(self.setting.with_rules(dict(rules)).cell, seed=seed) for rules in changes]
        wants = tuple(Want("totals", (place,)) for place in range(len(cells)))
        if changes and not changes[0]:  # the rules as they are
            wants += tuple(Want("changed", (place, 0)) for place in range(1, len(cells)))
        return Group(tuple(cells), wants, n)

    def plan(self) -> Plan:
        """A short look at every change first: with some of them games hardly end."""
        n = min(self._games(), _variants.GLANCE)
        return Plan((self._group([(), *self.singles()], n, self.setting.seed),))

    def _games(self) -> int:
        return _base.size(self.setting, self.asked, 1 + len(self.singles()), 0.7)

    def _ending(self, outcome: "Outcome") -> list[tuple[tuple[str, object], ...]]:
        """The single changes whose games come to an end."""
        singles = self.singles()
        places = _variants.without_end(outcome.groups[0], False)
        return [singles[place - 1] for place in places]

    def further(self, outcome: "Outcome") -> Plan | None:
        n, rounds = self._games(), len(outcome.groups) - 1
        if rounds == 0:
            changes = [(), *self._ending(outcome)]
            return Plan((self._group(changes, n, self.setting.seed),))
        first = self._changes(outcome.groups[1], [(), *self._ending(outcome)])
        if first[0].verdict in (None, "FAIR"):
            return None
        if rounds == 1:
            pairs = self.pairs(first)
            return Plan((self._group(pairs, n, self.setting.seed),)) if pairs else None
        if rounds == 2:
            found = self._candidates(outcome)
            rules = [change.rules for change in found]
            return Plan((self._group(rules, 4 * n, self.setting.seed + FRESH),))
        return None

    def pairs(self, first: list[_Change]) -> list[tuple[tuple[str, object], ...]]:
        """Pairs of the best single changes that go together."""
        best = sorted(first[1:], key=lambda change: change.size)[:BEST]
        found = []
        for one, two in combinations(best, 2):
            rules = one.rules + two.rules
            if one.rules[0][0] != two.rules[0][0] and self._possible(rules):
                found.append(rules)
        return found

    def _possible(self, rules: tuple[tuple[str, object], ...]) -> bool:
        try:
            self.setting.with_rules(dict(rules))
        except UserError:
            return False
        return True

    def _changes(self, ran: "Ran", changes: list[tuple[tuple[str, object], ...]]) -> list[_Change]:
        found = []
        for place, rules in enumerate(changes):
            setting = self.setting.with_rules(dict(rules))
            name = common.rules_in_words(dict(rules)) or "as printed"
            row = _departures.row(name, setting, ran.totals(place), self.asked.tolerance)
            found.append(_Change(row.name, setting, row.fair, rules))
        return found

    def _tried(self, outcome: "Outcome") -> list[_Change]:
        if len(outcome.groups) == 1:  # it was stopped
            return self._changes(outcome.groups[0], [(), *self.singles()])
        first = self._changes(outcome.groups[1], [(), *self._ending(outcome)])
        second = []
        if len(outcome.groups) > 2:
            second = self._changes(outcome.groups[2], self.pairs(first))
        return first + second

    def _candidates(self, outcome: "Outcome") -> list[_Change]:
        """The fairest changes: single ones before pairs if both look fair."""
        tried = self._tried(outcome)[1:]
        fair = [change for change in tried if change.verdict not in (None, "UNFAIR")]
        order = sorted(fair or tried, key=lambda change: (len(change.rules), change.size))
        return order[:CONFIRMED]

    def told(self, outcome: "Outcome") -> _base.Told:
        tried = self._tried(outcome)
        base, changes = tried[0], sorted(tried[1:], key=lambda change: change.size)
        confirmed = []
        if len(outcome.groups) > 3:
            names = [change.rules for change in self._candidates(outcome)]
            confirmed = self._changes(outcome.groups[3], names)
        sentences = self._sentences(base, changes, confirmed)
        return _base.Told(
            sentences=sentences,
            findings=_departures.findings([base, *confirmed]),
            blocks=[
                _table("changes", [base, *changes[:12]]),
                *([_table("confirmed", confirmed)] if confirmed else []),
                self._figure([base, *changes[:10]], sentences[0]),
            ],
            data={
                "verdict": base.verdict,
                "departure": base.as_json()["departure"],
                "tried": len(changes),
                "changes": [change.as_json() for change in changes],
                "confirmed": [change.as_json() for change in confirmed],
            },
            looks=self._looks(outcome, [*confirmed, *changes]),
            remarks=["The experts do not adapt to a changed rule."],
        )

    def _looks(self, outcome: "Outcome", found: list[_Change]) -> list[_base.Look]:
        """A game that comes out differently with the best single change."""
        singles = self._ending(outcome)
        best = next((change for change in found if change.rules in singles), None)
        if best is None or len(outcome.groups) < 2:
            return []
        place = singles.index(best.rules) + 1
        ran = outcome.groups[1]
        return _base.changed(self.setting, best.setting, best.name, ran, place)

    def _sentences(
        self, base: _Change, changes: list[_Change], confirmed: list[_Change]
    ) -> list[str]:
        title, within = self.setting.game.title, pp(self.asked.tolerance, words=True)
        if base.verdict is None:
            return [f"In {title} nobody wins, or the seats cannot be compared."]
        if base.verdict == "FAIR":
            return [f"{title} needs no mending: it is FAIR within {within}."]
        mended = [change for change in confirmed if change.verdict == "FAIR"]
        if mended:
            best = min(mended, key=lambda change: (len(change.rules), change.size))
            return [
                f"{best.name} makes {title} FAIR within {within}, confirmed on a fresh seed: "
                f"{best.words} instead of {base.words} as printed."
            ]
        best = min(confirmed or changes, key=lambda change: change.size, default=base)
        return [
            f"None of {len(changes)} single changes and pairs makes {title} FAIR within {within}.",
            f"The best, {best.name}, leaves {best.words} instead of {base.words} as printed.",
        ]

    def _figure(self, changes: list[_Change], title: str) -> Figure:
        tolerance = self.asked.tolerance
        return _departures.figure("mend", self.setting, tolerance, changes, title, "change")


def _table(name: str, changes: list[_Change]) -> Table:
    head = "change" if name == "changes" else "on a fresh seed"
    columns = (
        Column("change", head, "label", "What differs from the rules as printed."),
        *_departures.COLUMNS,
    )
    rows = tuple((Value(change.name, change.name), *change.cells) for change in changes)
    return Table(name, columns, rows)
