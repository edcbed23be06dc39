"""Does the answer hang on a table that nobody printed?"""

from typing import TYPE_CHECKING

from analyzer import stats
from analyzer.answer import Column, Figure, Finding, Table, Value
from analyzer.asks import Asked, _base
from analyzer.balance import length, seats
from analyzer.balance.words import listed, pp, unit_name
from analyzer.plan import Group, Plan, Want
from analyzer.questions import _common as common

if TYPE_CHECKING:
    from analyzer.run import Outcome, Ran
    from analyzer.setting import Setting

NAME = "data"
LINE = "Does the answer hang on a reconstructed table: the same question over other tables?"
GAMES = ()
FIELDS = {
    "by_table": "one object per table, the usual one first",
    "by_table[].name": "the rule that chooses it",
    "by_table[].verdict": "FAIR, UNFAIR or UNDECIDED",
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
        tables = self.settings()
        if len(tables) == 1:
            return Plan(())
        n = _base.size(self.setting, self.asked, len(tables))
        wants = (Want("totals", (0,)),)
        return Plan(tuple(Group((one.cell,), wants, n) for _, one in tables))

    def told(self, outcome: "Outcome") -> _base.Told:
        if not outcome.groups:
            title = self.setting.game.title
            return _base.Told(
                [f"{title} rests on no table that had to be reconstructed."], [], [], {}, []
            )
        rows = [
            (name, one, ran, self._fair(one, ran))
            for (name, one), ran in zip(self.settings(), outcome.groups, strict=True)
        ]
        verdicts = {name: fair.verdict if fair else "" for name, _, _, fair in rows}
        first = verdicts[rows[0][0]]
        against = {"FAIR": "UNFAIR", "UNFAIR": "FAIR"}.get(first)  # UNDECIDED contradicts nothing
        other = [name for name, verdict in verdicts.items() if verdict == against]
        within = pp(self.asked.tolerance, words=True)
        sentences = [
            f"The verdict {first} at {within} hangs on the table: it is another with "
            f"{listed(other)}."
            if other
            else f"No table of {len(rows)} contradicts the verdict {first} at {within}."
        ]
        unit = (length.units_of(rows[0][2].totals()) or ["turns"])[0]
        means = [length.mean_of(ran.totals(), unit) for _, _, ran, _ in rows]
        low, high = min(m.estimate for m in means), max(m.estimate for m in means)
        word = unit_name(unit)
        sentences.append(f"A game lasts {low:.3g} to {high:.3g} {word} on average, by table.")
        return _base.Told(
            sentences=sentences,
            findings=[
                Finding(**{**vars(fair), "key": name}) for name, _, _, fair in rows if fair
            ],
            blocks=[self._table(rows, means, word), self._figure(rows, sentences[0])],
            data={
                "by_table": [
                    {
                        "name": name,
                        "verdict": fair.verdict if fair else None,
                        "departure": {
                            "estimate": fair.estimate, "low": fair.low, "high": fair.high,
                        } if fair else None,
                        "length": common.as_json(mean),
                    }
                    for (name, _, _, fair), mean in zip(rows, means, strict=True)
                ]
            },
            settings=[one for _, one, _, _ in rows],
            replays=[_base.replay(rows[0][1], 0)],
        )  # fmt: skip

    def _fair(self, one: "Setting", ran: "Ran") -> Finding | None:
        table = seats.standings(ran.totals(), one.policy_names)
        return seats.fairness(table, self.asked.tolerance)

    def _table(self, rows: list, means: list[stats.Interval], word: str) -> Table:  # type: ignore[type-arg]
        columns = (
            Column("table", "table", "label", "The rule that chooses it."),
            Column("verdict", "verdict", "text", "FAIR, UNFAIR or UNDECIDED."),
            Column("departure", "departure", help="Largest departure from the fair share."),
            Column("length", word, help="Mean length of a game."),
        )
        cells = []
        for (name, _, _, fair), mean in zip(rows, means, strict=True):
            found = stats.Interval(fair.estimate, fair.low, fair.high) if fair else None
            cells.append(
                (
                    Value(name, name),
                    Value(fair.verdict, fair.verdict, tone=common.TONES[fair.verdict])
                    if fair
                    else Value("", None),
                    common.change(found, share=True) if found else Value("", None),
                    common.number(mean),
                )
            )
        return Table("tables", columns, tuple(cells))

    def _figure(self, rows: list, title: str) -> Figure:  # type: ignore[type-arg]
        drawn = []
        for name, _, _, fair in rows:
            if fair:
                found = stats.Interval(fair.estimate, fair.low, fair.high)
                text = common.change(found, share=True).text
                tone = common.TONES[fair.verdict]
                drawn.append(
                    {"label": name, "text": text, "tone": tone, **common.drawn(found, 100)}
                )
        return Figure(
            name="data",
            kind="forest",
            title=title.rstrip("."),
            subtitle="Largest departure from the fair share, by table, with 95 % intervals",
            caption=f"{self.setting.game.name} with {self.setting.players} players, "
            f"{common.table_of_policies(self.setting.policy_names)}, seed {self.setting.seed}.",
            data={
                "unit": "share",
                "zero": 0.0,
                "zero_text": "fair",
                "rows": drawn,
                "fair": {"value": 0.0, "text": "fair", "tolerance": self.asked.tolerance},
            },
        )
