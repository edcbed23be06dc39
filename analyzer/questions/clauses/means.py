"""`mean.NAME`: the mean of any number of the game (`analyze fields GAME` lists them)."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from analyzer.estimates.seats import mean_interval
from analyzer.questions.clauses import ClauseKind, ContractClause, one, table_alone
from analyzer.simulation.batch import Layout
from analyzer.stats import Interval

if TYPE_CHECKING:
    from analyzer.request.setting import Setting
    from analyzer.simulation.run import GroupResult


def _names(setting: "Setting") -> tuple[str, ...]:
    return Layout.from_game(setting.game).measured


def _mean(
    _setting: "Setting", clause: ContractClause, ran: "GroupResult", level: float
) -> Mapping[str, Interval]:
    return {clause.rest: mean_interval(ran.totals().games.at(clause.rest), ran.n, level)}


CLAUSE = ClauseKind(
    key="mean.NAME",
    sentence="The mean of {rest}, a game, is {low} to {high}.",
    unit="number",
    shape="range",
    example="mean.margin = [2, 12]",
    names=_names,
    played=table_alone,
    members=_mean,
    size=one,
)
