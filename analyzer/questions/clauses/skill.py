"""`skill.share`: how often one better player wins among worse ones."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from analyzer.errors import UserError
from analyzer.estimates import matches
from analyzer.questions._tournament_estimates import seat_rotations
from analyzer.questions.clauses import ClauseKind, ContractClause, Played, one
from analyzer.simulation.plan import Reduction
from analyzer.stats import Interval

if TYPE_CHECKING:
    from analyzer.request.setting import Setting
    from analyzer.simulation.reducers.rotation import Rotation
    from analyzer.simulation.run import GroupResult


def _played(setting: "Setting", clause: ContractClause) -> Played:
    """The one at every seat in turn, on the same deals."""
    tables = seat_rotations(clause.of, (clause.among,) * (setting.players - 1))
    cells = tuple(
        setting.with_policies([f"{seat}={who}" for seat, who in enumerate(table, start=1)]).cell
        for table in tables
    )
    places = range(len(cells))
    wants = tuple(Reduction("totals", (place,)) for place in places)
    return Played(cells, (*wants, Reduction("rotation", tuple(places))))


def _share(
    setting: "Setting", clause: ContractClause, ran: "GroupResult", level: float
) -> Mapping[str, Interval]:
    tables = len(ran.group.cells)
    found = cast("Rotation", ran.part("rotation", *range(tables)))
    # The reducer names policies as the cells do: with the parameters that they have.
    mine = str(ran.group.cells[0].policies[0])
    fair = matches.fair_share(found, setting.players, tables)
    return {
        f"{clause.of} among {clause.among}": matches.win_share(found, mine, tables, fair, level)
    }


def _check(setting: "Setting", clause: ContractClause) -> None:
    for name, who in (("of", clause.of), ("among", clause.among)):
        if not who:
            raise UserError(
                f"The clause skill.share needs {name}: write skill.share = {{of = 'expert', among "
                "= 'greedy', limit = [0.3, 0.8]}."
            )
        setting.with_policies([who])
    if clause.of == clause.among:
        raise UserError(f"The clause skill.share compares two policies; both are {clause.of}.")


CLAUSE = ClauseKind(
    key="skill.share",
    sentence="One {of} among {among} wins {low} to {high} of games.",
    unit="share",
    shape="range",
    example="skill.share = {of = 'expert', among = 'greedy', limit = [0.3, 0.8]}",
    names=None,
    played=_played,
    members=_share,
    size=one,
    check=_check,
    compares=True,
)
