"""Is the table fair? A claim about all seats or roles at once, and its sentence."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer import stats
from analyzer.answer.blocks import Finding
from analyzer.estimates import phrases, seats
from analyzer.stats import Claim, Family, Interval

if TYPE_CHECKING:
    from analyzer.estimates.seats import Standing, Standings

QUESTION = "Is the table fair?"
CAPPED = 0.05  # above this part of unfinished games there is no verdict
MORE_LIMIT = 10**12
LAST_LOOK = 1 - stats.ALPHA / 2  # the level at the last of several planned looks
AT_RANDOM = " between players who choose at random"
# Games that somebody has looked at are not looked at again: so another seed.
ANOTHER_RUN = "-n {} with another --seed"


@dataclass(frozen=True)
class Advice:
    """How a verdict that is still open would be reached."""

    words: str = "plan for about {} games: --until-decided -n {}"
    level: float = LAST_LOOK  # of the intervals that will decide


DECIDE = Advice()
LARGER = Advice(  # looks were planned for fewer
    "it needs about {} games: give a larger -n and another --seed"
)
INSTEAD = Advice("use --until-decided -n {} instead of --precision")


def departures_by_name(table: "Standings") -> dict[str, Interval]:
    """How far each seat or role is from its fair share, by name; all of them hold together."""
    if table.fair is None:
        return {}
    return {seats.row_name(table, row): seats.fair_departure(row, table.fair) for row in table.rows}


def fairness_claim(
    table: "Standings", tolerance: float, family: Family | None = None
) -> Claim | None:
    """Every row wins its fair share within `tolerance` (a share: 0.01 is 1 pp).

    None if there is nothing to compare: nobody wins, allies win together, or several policies
    play, so that the shares tell of the policies. Tables that are told of at once are a `family`;
    its level must not exceed what the levels of its tables add up to.
    """
    found = departures_by_name(table)
    if not found or table.mixed:
        return None
    alone = family is None  # then the advice is a run with planned looks
    family = family or Family(f"{table.by}s", len(found), round(1 - table.level, 12))
    if table.unfinished > CAPPED * table.n:
        return stats.barred("within", "unfinished", family, table.n, tolerance)
    made = stats.within(found, tolerance, family, table.n)
    least = stats.least_to_decide(len(found), tolerance, table.level)
    level = LAST_LOOK if alone else table.level
    return made.planned(least, _needs(table, found, tolerance, level) if made.open else None)


def fairness_finding(
    table: "Standings",
    tolerance: float,
    plan: Advice = DECIDE,
    family: Family | None = None,
) -> Finding | None:
    """The claim with its sentence; None if there is nothing to compare."""
    made = fairness_claim(table, tolerance, family)
    if made is None:
        return None
    return Finding(
        key="fair",
        question=QUESTION,
        estimate=made.found.estimate,
        low=made.found.low,
        high=made.found.high,
        n=table.n,
        unit="share",
        claim=made,
        sentence=phrases.claim_sentence(
            phrases.FAIR,
            made,
            among=policies_phrase(table),
            member=table.by,
            standing=_standing(made),
            advice=_advice(made, plan),
            part=stats.format_percentage(table.unfinished, max(1, table.n)),
        ),
    )


def policies_phrase(table: "Standings") -> str:
    """Between whom: a table of random players answers another question than one of experts."""
    return AT_RANDOM if {row.policy for row in table.rows} == {"random"} else ""


def row_claim(row: "Standing", table: "Standings", tolerance: float) -> Claim | None:
    """The claim about one row: what its colour says."""
    made = fairness_claim(table, tolerance)
    if made is None or made.barred:
        return None
    name = seats.row_name(table, row)
    return stats.within({name: departures_by_name(table)[name]}, tolerance, made.family, table.n)


def _standing(made: Claim) -> str:
    """Where a fair table stands: somebody may be ahead, but by less than the tolerance."""
    if not made.side:
        return f"the largest departure is {made.of}"
    side = "favoured" if made.side > 0 else "behind"
    return f"{made.of} is {side}, but by less than the tolerance"


def _needs(
    table: "Standings", found: dict[str, Interval], tolerance: float, level: float
) -> int | None:
    """How many games to plan for, so that the look that decides, at this level, does so in half of
    all cases or more."""
    estimates = [
        stats.estimate_share(row.wins.estimate * table.won, table.won)._replace(value=one.estimate)
        for row, one in zip(table.rows, found.values(), strict=True)
    ]
    enough = stats.games_to_decide(estimates, table.won, tolerance, level)
    least = stats.least_to_decide(len(found), tolerance, level)
    games = max(enough * table.n / max(1, table.won), least, 1.1 * table.n)
    return None if games - table.n > MORE_LIMIT else stats.round_up(games)


def _advice(made: Claim, plan: Advice) -> str:
    """What would decide it: a planned run, never one more look at the same games."""
    if not made.open:
        return ""
    if made.needs is None:
        return "; too close to tell, choose another --tolerance"
    games = f"{made.needs:,}"
    return f"; {plan.words.format(games, made.needs)}" if "{}" in plan.words else f"; {plan.words}"


def largest_departure(table: "Standings") -> tuple[str, float] | None:
    """Who departs most from the fair share so far, and by how much, for a progress bar."""
    found = departures_by_name(table)
    if not found:
        return None
    name = stats.claims.farthest(found)
    return name, found[name].estimate
