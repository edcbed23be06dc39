"""`nobody.most`: how many games may end without a winner."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from analyzer import stats
from analyzer.estimates import seats
from analyzer.questions.clauses import ClauseKind, ContractClause, one, table_alone

if TYPE_CHECKING:
    from analyzer.request.setting import Setting
    from analyzer.simulation.run import GroupResult


def _share(
    setting: "Setting", _clause: ContractClause, ran: "GroupResult", level: float
) -> Mapping[str, stats.Interval]:
    table = seats.standings(ran.totals(), setting.policy_names)
    return {"games without a winner": stats.clopper_pearson(table.nobody, ran.n, level)}


CLAUSE = ClauseKind(
    key="nobody.most",
    sentence="At most {high} of games end without a winner.",
    unit="share",
    shape="most",
    example="nobody.most = 0.05",
    names=None,
    played=table_alone,
    members=_share,
    size=one,
)
