"""`unfinished.most`: how many games may be stopped by a cap on their length."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from analyzer import stats
from analyzer.questions.clauses import ClauseKind, ContractClause, one, table_alone

if TYPE_CHECKING:
    from analyzer.request.setting import Setting
    from analyzer.simulation.run import GroupResult


def _share(
    _setting: "Setting", _clause: ContractClause, ran: "GroupResult", level: float
) -> Mapping[str, stats.Interval]:
    return {"unfinished games": stats.clopper_pearson(ran.totals().unfinished, ran.n, level)}


CLAUSE = ClauseKind(
    key="unfinished.most",
    sentence="At most {high} of games are unfinished.",
    unit="share",
    shape="most",
    example="unfinished.most = 0.001",
    names=None,
    played=table_alone,
    members=_share,
    size=one,
)
