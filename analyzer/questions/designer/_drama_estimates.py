"""What is told of leads, comebacks and what is settled."""

from dataclasses import dataclass
from typing import Annotated

from analyzer import stats
from analyzer.estimates import drama


@dataclass(frozen=True)
class DramaResult:
    """How leads change, how games are won, and when they are settled."""

    lead_changes: Annotated[
        stats.Interval | None, "interval of the mean number of lead changes a game"
    ]
    without_change: Annotated[
        stats.Interval | None,
        "interval of the share of games in which the lead never changes",
    ]
    settled: Annotated[
        stats.Interval | None,
        "interval of the part of the game after which the leader stays the same",
    ]
    half_time_leader: Annotated[
        stats.Interval | None,
        "interval of the share of games in which somebody leads at half time",
    ]
    half_time_leader_wins: Annotated[
        stats.Interval | None,
        "interval of how often the leader at half time wins; null if nobody ever leads then",
    ]
    winner_behind: Annotated[
        stats.Interval | None,
        "interval of the part of the game the winner spends behind; null if nobody ever wins, as "
        "are the next two",
    ]
    largest_deficit: Annotated[
        stats.Interval | None, "interval of the winner's largest deficit, in points"
    ]
    deficit_p95: Annotated[
        stats.Interval | None,
        "interval of the deficit that 95 % of the winners do not exceed; an end is null if it is "
        "not known",
    ]
    outcome_settled: Annotated[
        tuple[stats.Interval, ...],
        "interval of the part of the outcome's variance that the chances to win explain, after a "
        "quarter, half and three quarters of the decisions of a game; null if nothing is known",
    ]
    games_played_on: Annotated[
        int, "games from whose moments others were played on, to tell that part"
    ]
    runaway: Annotated[
        tuple[drama.LeaderWins, ...],
        "chance to win of a seat that leads by a given gap, by sixteenths",
    ]
