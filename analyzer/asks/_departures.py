"""How fair each of several tables is, as rows of a table and of a chart: data, mend and seats."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer import figures, stats
from analyzer.answer import Column, Figure, Finding, Value
from analyzer.balance import seats
from analyzer.questions import _common as common

if TYPE_CHECKING:
    from analyzer.plain import Json
    from analyzer.reduce.totals import Totals
    from analyzer.setting import Setting

COLUMNS = (
    Column("verdict", "verdict", "text", "FAIR, UNFAIR or UNDECIDED."),
    Column("departure", "departure", help="Largest departure from the fair share."),
    Column("interval", "95 % interval", "text", "Of that departure, simultaneous over the seats."),
)


@dataclass(frozen=True)
class Row:
    """One table that was played."""

    name: str
    setting: "Setting"
    fair: Finding | None  # None: nobody wins, or the seats cannot be compared

    @property
    def verdict(self) -> str | None:
        return self.fair.verdict if self.fair else None

    @property
    def size(self) -> float:
        """How far it is from fair; if that cannot be told, as far as possible."""
        return abs(self.fair.estimate) if self.fair else 1.0

    @property
    def departure(self) -> stats.Interval | None:
        fair = self.fair
        return stats.Interval(fair.estimate, fair.low, fair.high) if fair else None

    @property
    def words(self) -> str:
        """+3.0 pp (2.9 – 3.1)."""
        found = self.departure
        if found is None:
            return "nobody wins"
        return f"{common.change(found, share=True).text} ({common.interval_text(found, 100)})"

    @property
    def finding(self) -> Finding | None:
        """The same under the name of the row."""
        return Finding(**{**vars(self.fair), "key": self.name}) if self.fair else None

    @property
    def cells(self) -> tuple[Value, ...]:
        """The places under COLUMNS."""
        fair, found = self.fair, self.departure
        if fair is None or found is None:
            return Value("nobody wins", None), Value("", None), Value("", None)
        return (
            Value(fair.verdict, fair.verdict, tone=common.TONES[fair.verdict]),
            common.change(found, share=True),
            Value(common.interval_text(found, 100)),
        )

    def as_json(self) -> "Json":
        found = self.departure
        return {
            "name": self.name,
            "verdict": self.verdict,
            "departure": common.as_json(found) if found else None,
        }


def row(name: str, setting: "Setting", totals: "Totals", tolerance: float) -> Row:
    """How fair a table is."""
    table = seats.standings(totals, setting.policy_names)
    return Row(name, setting, seats.fairness(table, tolerance))


def findings(rows: Sequence[Row]) -> list[Finding]:
    return [found for one in rows if (found := one.finding)]


def figure(
    name: str, setting: "Setting", tolerance: float, rows: Sequence[Row], title: str, by: str
) -> Figure:
    """The largest departure of each row, about the fair share and its tolerance."""
    drawn: list[figures.Row] = [
        {
            "label": one.name,
            "text": common.change(found, share=True).text,
            "tone": common.TONES[one.fair.verdict],
            **common.drawn(found, 100),
        }
        for one in rows
        if one.fair and (found := one.departure)
    ]
    return Figure(
        name=name,
        kind="forest",
        title=title.rstrip("."),
        subtitle=f"Largest departure from the fair share, by {by}, with 95 % intervals",
        caption=f"{setting.game.name} with {setting.players} players, "
        f"{common.table_of_policies(setting.policy_names)}, seed {setting.seed}.",
        data=figures.Forest(
            unit="share",
            zero=0.0,
            zero_text="fair",
            rows=drawn,
            fair={"value": 0.0, "text": "fair", "tolerance": tolerance},
        ),
    )
