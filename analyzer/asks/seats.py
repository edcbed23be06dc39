"""Is a seat or role favoured, at every number of players, and under every policy?"""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from analyzer import figures, stats
from analyzer.answer import Column, Figure, Finding, Table, Value
from analyzer.asks import Asked, _base, _departures
from analyzer.balance import seats
from analyzer.balance.words import listed, pp
from analyzer.plan import Group, Plan, Want
from analyzer.questions import _common as common

if TYPE_CHECKING:
    from analyzer.run import Outcome, Ran
    from analyzer.setting import Setting

NAME = "seats"
LINE = "Is a seat or role favoured, for every number of players and every policy?"
GAMES = ()
FIELDS = {
    "by_table": "one object per number of players and policy",
    "by_table[].players": "number of seats",
    "by_table[].policy": "policy at every seat",
    "by_table[].verdict": "FAIR, UNFAIR or UNDECIDED; null if seats cannot be compared",
    "by_table[].departure": "interval of the largest departure from the fair share",
    "by_table[].favoured": "the seat or role that departs most",
    "by_table[].wins": "win share of each seat or role",
    "by_table[].games": "games played",
}
ENOUGH = 1000  # fewest games of players who think ahead


def make(setting: "Setting", asked: Asked) -> "Seats":
    return Seats(NAME, setting, asked)


@dataclass(frozen=True)
class _Row(_departures.Row):
    """A size of table under one policy, which is its name."""

    table: seats.Standings
    favoured: str  # the seat or role that departs most

    @property
    def players(self) -> int:
        return self.setting.players


class Seats(_base.Ask):
    """Every size of table times every step of the ladder."""

    def settings(self) -> list[tuple[str, "Setting"]]:
        low, high = self.setting.game.players
        sizes = [self.setting.players] if self.asked.players_given else range(low, high + 1)
        sizes = [size for size in sizes if size != self.asked.without]
        tables = [self.setting.with_players(size) for size in sizes]
        if self.setting.policy_words:
            return [(_who(table), table) for table in tables]
        names = _base.ladder(self.setting)[::-1]
        found = [(name, table.with_policies([name])) for table in tables for name in names]
        thinking = _base.thinking(self.setting)
        if thinking and self.setting.players in sizes and self._thinking(thinking) >= ENOUGH:
            found.append((_base.SEARCH, thinking))
        return found

    def _games(self, table: "Setting", tables: int) -> int:
        if table.policy_words != (_base.SEARCH,):
            return _base.size(table, self.asked, tables, 1.6)
        return min(self._thinking(table), _base.size(table, self.asked, 1))

    def _thinking(self, table: "Setting") -> int:
        """Games of players who think ahead: as many as fit into a part of the time, whatever -n
        says."""
        return _base.size(table, replace(self.asked, n=None, precision=None), 1, 0.2)

    def plan(self) -> Plan:
        tables = self.settings()
        many = sum(name != _base.SEARCH for name, _ in tables)
        want, more = (Want("totals", (0,)),), (Want("notable", (0,)),)
        return Plan(
            tuple(
                Group((table.cell,), want if place else want + more, self._games(table, many))
                for place, (_, table) in enumerate(tables)
            )
        )

    def _row(self, name: str, table: "Setting", ran: "Ran") -> _Row:
        found = seats.standings(ran.totals(), table.policy_names)
        fair = seats.fairness(found, self.asked.tolerance)
        favoured = ""
        if fair and found.fair is not None:
            at = [seats.departure(row, found.fair).estimate for row in found.rows]
            favoured = seats.name_of(found, found.rows[at.index(fair.estimate)])
        return _Row(name, table, fair, found, favoured)

    def told(self, outcome: "Outcome") -> _base.Told:
        rows = [
            self._row(name, table, ran)
            for (name, table), ran in zip(self.settings(), outcome.groups, strict=True)
        ]
        best = rows[0].name
        return _base.Told(
            sentences=self._sentences(rows, best),
            findings=[
                Finding(**{**vars(row.fair), "key": f"{row.players} players, {row.name}"})
                for row in rows
                if row.fair
            ],
            blocks=[self._table(rows), self._figure([r for r in rows if r.name == best], best)],
            data={"by_table": [_as_json(row) for row in rows]},
            several_sizes=not self.asked.players_given,
            looks=_base.notable(rows[0].setting, outcome.groups[0], "median", "closest"),
        )

    def _sentences(self, rows: list[_Row], best: str) -> list[str]:
        main = [row for row in rows if row.name == best]
        who = f"With {best}" if "," in best else f"With {best} everywhere"
        within = pp(self.asked.tolerance, words=True)
        unfair = [row for row in main if row.fair and row.fair.verdict == "UNFAIR"]
        open_ = [row for row in main if row.fair and row.fair.verdict == "UNDECIDED"]
        if unfair:
            worst = max(unfair, key=lambda row: row.size)
            sizes = listed([str(row.players) for row in unfair])
            first = (
                f"{who} {self.setting.game.title} is UNFAIR with {sizes} players: "
                f"{worst.favoured} departs by {worst.words} with {worst.players}."
            )
        elif open_:
            sizes = listed([str(row.players) for row in open_])
            first = f"{who} it is UNDECIDED at {within} with {sizes} players."
        else:
            first = f"{who} every table is FAIR within {within}."
        return [first, *self._about_others(rows, best)]

    def _about_others(self, rows: list[_Row], best: str) -> list[str]:
        """Does the verdict survive other policies?"""
        verdicts = {(row.players, row.name): row.fair and row.fair.verdict for row in rows}
        others = list(dict.fromkeys(row.name for row in rows if row.name != best))
        found = []
        for name in others:
            sizes = [size for size, who in verdicts if who == name]
            changed = [
                f"{size} players ({verdicts[size, name]} instead of {verdicts[size, best]})"
                for size in sizes
                if verdicts[size, name] != verdicts[size, best]
            ]
            if changed:
                found.append(f"Under {name} the verdict changes with {listed(changed)}.")
            else:
                found.append(f"Under {name} every verdict is the same.")
        return found

    def _table(self, rows: list[_Row]) -> Table:
        columns = (
            Column("players", "players", "label", "Seats at the table."),
            Column("policy", "policy", "label", "Who plays, at every seat."),
            *_departures.COLUMNS,
            Column("favoured", "of", "text", "The seat or role that departs most."),
            Column("games", "games", help="How many were played.", drop=1),
        )
        cells = tuple(
            (
                Value(str(row.players), row.players),
                Value(row.name, row.name),
                *row.cells,
                Value(row.favoured, row.favoured),
                Value(f"{row.table.n:,}", row.table.n),
            )
            for row in rows
        )
        return Table("tables", columns, cells)

    def _figure(self, rows: list[_Row], best: str) -> Figure:
        panels: list[figures.TablePanel] = []
        for row in rows:
            fair = row.table.fair
            if fair is None:
                continue
            panels.append(
                {
                    "label": f"{row.players} players",
                    "rows": [self._drawn(standing, fair) for standing in row.table.rows],
                }
            )
        return Figure(
            name="tables",
            kind="tables",
            title=self._sentences(rows, best)[0].rstrip("."),
            subtitle="Departure of each seat or role from its fair share, with 95 % intervals",
            caption=f"{rows[0].table.n:,} games per table of {self.setting.game.name}, {best} at "
            f"every seat, seed {self.setting.seed}. Shaded: within "
            f"{pp(self.asked.tolerance, words=True)}.",
            data=figures.Tables(panels=panels, tolerance=self.asked.tolerance, fair_text="fair"),
        )

    def _drawn(self, row: seats.Standing, fair: float) -> figures.Row:
        found = seats.departure(row, fair)
        verdict = stats.verdict(found, self.asked.tolerance).fairness
        return {
            "label": row.label,
            "text": common.change(found, share=True).text,
            "tone": common.TONES[verdict],
            **common.drawn(found, 100),
        }


def _who(table: "Setting") -> str:
    """The policy of all seats, or who sits where."""
    return common.table_of_policies(table.policy_names).removesuffix(" at every seat")


def _as_json(row: _Row) -> dict[str, object]:
    return {
        "players": row.players,
        "policy": row.name,
        "verdict": row.verdict,
        "departure": row.as_json()["departure"],
        "favoured": row.favoured,
        "wins": [common.as_json(standing.wins) for standing in row.table.rows],
        "games": row.table.n,
    }
