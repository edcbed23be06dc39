"""`seats.within`: how far a seat or role may be from its fair share."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from analyzer.estimates import fairness, seats
from analyzer.questions.clauses import (
    ClauseKind,
    ContractClause,
    refuse_several_policies,
    table_alone,
)
from analyzer.stats import Interval

if TYPE_CHECKING:
    from analyzer.request.setting import Setting
    from analyzer.simulation.run import GroupResult


def _departures(
    setting: "Setting", clause: ContractClause, ran: "GroupResult", level: float
) -> Mapping[str, Interval]:
    alpha = (1 - level) * _rows(setting, clause)  # which the rows share
    table = seats.standings(ran.totals(), setting.policy_names, 1 - alpha)
    return fairness.departures_by_name(table)


def _rows(setting: "Setting", _clause: ContractClause) -> int:
    return setting.players


CLAUSE = ClauseKind(
    key="seats.within",
    sentence="No seat or role is further than {high} from its fair share.",
    unit="pp",
    shape="within",
    example="seats.within = 1.0",
    names=None,
    played=table_alone,
    members=_departures,
    size=_rows,
    check=refuse_several_policies,
    compares=True,
)
