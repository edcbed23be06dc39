"""Does the answer depend on a table that nobody has printed?"""

from typing import TYPE_CHECKING

from analyzer import stats
from analyzer.answer import Column, Table, Value
from analyzer.asks import Asked, _base, _departures
from analyzer.balance import length
from analyzer.balance.words import listed, pp, unit_name
from analyzer.plan import Group, Plan, Want
from analyzer.questions import _common as common

if TYPE_CHECKING:
    from analyzer.run import Outcome
    from analyzer.setting import Setting

NAME = "data"
LINE = "Does the answer depend on a reconstructed table, or is it the same with others?"
GAMES = ()
FIELDS = {
    "by_table": "one object per table, the usual one first",
    "by_table[].name": "the rule that chooses it",
    "by_table[].verdict": "FAIR, UNFAIR or UNDECIDED; null if nobody wins",
    "by_table[].departure": "interval of the largest departure from the fair share",
    "by_table[].length": "interval of the mean length",
}


def make(setting: "Setting", asked: Asked) -> "Data":
    return Data(NAME, setting, asked)


class Data(_base.Ask):
    """The same table under other data."""

    def settings(self) -> list[tuple[str, "Setting"]]:
        found = [("as it is", self.setting)]
        for rules in self.setting.game.alternatives(self.setting.rules):
            name = common.rules_in_words(rules)
            found.append((name, self.setting.with_rules(rules)))
        return found

    def plan(self) -> Plan:
        """One group: all tables play the same games, so that games which come out differently can
        be shown."""
        cells = tuple(one.cell for _, one in self.settings())
        if len(cells) == 1:
            return Plan(())
        n = _base.size(self.setting, self.asked, len(cells))
        wants = tuple(Want("totals", (place,)) for place in range(len(cells)))
        wants += tuple(Want("changed", (place, 0)) for place in range(1, len(cells)))
        return Plan((Group(cells, wants, n),))

    def told(self, outcome: "Outcome") -> _base.Told:
        if not outcome.groups:
            title = self.setting.game.title
            return _base.Told(
                [f"{title} rests on no table that had to be reconstructed."], [], [], {}
            )
        ran = outcome.groups[0]
        rows = [
            _departures.row(name, one, ran.totals(place), self.asked.tolerance)
            for place, (name, one) in enumerate(self.settings())
        ]
        unit = (length.units_of(ran.totals(0)) or ["turns"])[0]
        means = [length.mean_of(ran.totals(place), unit) for place in range(len(rows))]
        word = unit_name(unit)
        low, high = min(m.estimate for m in means), max(m.estimate for m in means)
        sentences = [
            self._verdict(rows),
            f"A game lasts {low:.3g} to {high:.3g} {word} on average, by table.",
        ]
        tolerance = self.asked.tolerance
        return _base.Told(
            sentences=sentences,
            findings=_departures.findings(rows),
            blocks=[
                _table(rows, means, word),
                _departures.figure("data", self.setting, tolerance, rows, sentences[0], "table"),
            ],
            data={
                "by_table": [
                    row.as_json() | {"length": common.as_json(mean)}
                    for row, mean in zip(rows, means, strict=True)
                ]
            },
            looks=_base.changed(self.setting, rows[1].setting, rows[1].name, ran, 1),
        )

    def _verdict(self, rows: list[_departures.Row]) -> str:
        first, within = rows[0].verdict, pp(self.asked.tolerance, words=True)
        # UNDECIDED contradicts nothing
        against = {"FAIR": "UNFAIR", "UNFAIR": "FAIR"}.get(first or "")
        other = [row.name for row in rows if row.verdict == against] if against else []
        if other:
            return (
                f"The verdict {first} at {within} depends on the table: it is different with "
                f"{listed(other)}."
            )
        return f"No table of {len(rows)} contradicts the verdict {first} at {within}."


def _table(rows: list[_departures.Row], means: list[stats.Interval], word: str) -> Table:
    columns = (
        Column("table", "table", "label", "The rule that chooses it."),
        *_departures.COLUMNS,
        Column("length", word, help="Mean length of a game."),
    )
    cells = tuple(
        (Value(row.name, row.name), *row.cells, common.number(mean))
        for row, mean in zip(rows, means, strict=True)
    )
    return Table("tables", columns, cells)
