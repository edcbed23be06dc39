"""`wins.ROW`: the share of wins of one seat or role, where they are not meant to be equal."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from analyzer.estimates import seats
from analyzer.questions.clauses import ClauseKind, ContractClause, one, table_alone
from analyzer.stats import Interval

if TYPE_CHECKING:
    from analyzer.request.setting import Setting
    from analyzer.simulation.run import GroupResult


def _as_key(name: str) -> str:
    return name.lower().replace(" ", "-")


def _names(setting: "Setting") -> tuple[str, ...]:
    roles = tuple(map(_as_key, setting.game.roles or ()))
    return tuple(dict.fromkeys((*roles, *(f"seat-{i + 1}" for i in range(setting.players)))))


def _share(
    setting: "Setting", clause: ContractClause, ran: "GroupResult", level: float
) -> Mapping[str, Interval]:
    totals = ran.totals()
    tables = [seats.standings_by_seat(totals, setting.policy_names)]
    if totals.by_role is not None:
        tables.append(seats.standings(totals, setting.policy_names))
    for table in tables:
        for row in table.rows:
            if _as_key(seats.row_name(table, row)) == clause.rest:
                won = row.wins.estimate * table.won
                (found,) = seats.win_shares([won], table.won, level)
                return {seats.row_name(table, row): found}
    return {}


CLAUSE = ClauseKind(
    key="wins.ROW",
    sentence="Of the games that somebody wins, {rest} wins {low} to {high}.",
    unit="share",
    shape="range",
    example="wins.seat-1 = [0.18, 0.22]",
    names=_names,
    played=table_alone,
    members=_share,
    size=one,
    compares=True,
)
