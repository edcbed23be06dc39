"""`length.UNIT`: how long a game lasts on average, in hands, turns, decisions or minutes."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from analyzer.errors import UserError
from analyzer.estimates.length import mean_length
from analyzer.questions.clauses import ClauseKind, ContractClause, one, table_alone
from analyzer.simulation.batch import Layout
from analyzer.stats import Interval

if TYPE_CHECKING:
    from analyzer.request.setting import Setting
    from analyzer.simulation.run import GroupResult

MINUTES = "minutes"


def _units(setting: "Setting") -> tuple[str, ...]:
    layout = Layout.from_game(setting.game)
    found = [name for name in layout.measured if name != "margin"]
    return (*found, *([MINUTES] if "decisions" in found else []))


def _mean(
    _setting: "Setting", clause: ContractClause, ran: "GroupResult", level: float
) -> Mapping[str, Interval]:
    if clause.rest != MINUTES:
        return {clause.rest: mean_length(ran.totals(), clause.rest, level)}
    found = mean_length(ran.totals(), "decisions", level)
    return {MINUTES: Interval(*(clause.minutes * end for end in found))}


def _check(_setting: "Setting", clause: ContractClause) -> None:
    if clause.rest == MINUTES and not clause.minutes:
        raise UserError(
            "The clause length.minutes needs the time of a decision: say "
            "seconds_per_decision or minutes_per_decision, too."
        )


CLAUSE = ClauseKind(
    key="length.UNIT",
    sentence="A game lasts {low} to {high} {rest} on average.",
    unit="number",
    shape="range",
    example="length.minutes = [20, 45]",
    names=_units,
    played=table_alone,
    members=_mean,
    size=one,
    check=_check,
)
