"""The numbers of `simulate`: who wins, how long games are, and how they end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Annotated

from analyzer.answer.blocks import Finding
from analyzer.estimates import by_policy, counters, length, seats
from analyzer.estimates.by_policy import PolicyShare
from analyzer.estimates.length import Kinds, Length
from analyzer.simulation.batch import length_units
from analyzer.stats import Claim, Interval

if TYPE_CHECKING:
    from analyzer.games import AnyGame
    from analyzer.questions.simulate import Simulate
    from analyzer.simulation.reducers.policies import Policies
    from analyzer.simulation.reducers.totals import ColumnSums, Totals
    from analyzer.simulation.run import GroupResult


@dataclass(frozen=True)
class PlaceResult:
    """How one seat or role did."""

    seat: Annotated[int | None, "number of the seat, from 1; null if the role changes its seat"]
    role: Annotated[str | None, "its role; null without roles, or if it changes"]
    policy: Annotated[str | None, "its policy; null if several play here"]
    win_share: Annotated[
        Interval,
        "interval of its share of the games that somebody won, simultaneous over the rows; a "
        "shared win counts as a part",
    ]
    score: Annotated[Interval, "interval of the mean score"]
    rank: Annotated[Interval, "interval of the mean rank; ties share the mean of their ranks"]
    counters: Annotated[
        Mapping[str, Annotated[Interval, "interval"]],
        "interval of the mean per game of each of the game's counters",
    ]

    @property
    def name(self) -> str:
        """The row in a sentence: "seat 3", "Evil Master"."""
        return self.role or f"seat {self.seat}"


@dataclass(frozen=True)
class FairnessResult:
    """The verdict on a table."""

    question: Annotated[str, "the question"]
    verdict: Annotated[str, "FAIR, UNFAIR, UNDECIDED or NO VERDICT"]
    departure: Annotated[Interval, "interval of the largest departure from the fair share"]
    claim: Annotated[
        Claim | None, "what the numbers show; its fields are those of findings[].claim"
    ]
    sentence: Annotated[str, "the answer in words"]


@dataclass(frozen=True)
class SimulateResult:
    """What `simulate` found."""

    game: Annotated[str, "name of the game"]
    game_version: Annotated[int, "rises when the game's behaviour changes"]
    players: Annotated[int, "number of seats"]
    policies: Annotated[tuple[str, ...], "policy of each seat, seat 1 first"]
    rules: Annotated[Mapping[str, object], "every rule and the value used"]
    rules_changed: Annotated[Mapping[str, object], "the rules that differ from their default"]
    seed: Annotated[int, "seed of the experiment"]
    coin_seed: Annotated[object, "seed of the policies' coins"]
    first: Annotated[int, "index of the first game"]
    games: Annotated[int, "games played"]
    games_asked: Annotated[
        int, "games asked for: more than played if the run was stopped or decided early"
    ]
    confidence: Annotated[float, "of every interval; more than 0.95 if looks were planned"]
    looks: Annotated[
        tuple[int, ...],
        "games after which the question was looked at; empty without planned looks",
    ]
    precision: Annotated[
        float | None, "half the width of an interval of a win share that was asked for, or null"
    ]
    reached: Annotated[
        bool | None,
        "whether the precision, or with --until-decided a verdict, was reached; or null",
    ]
    seats: Annotated[tuple[PlaceResult, ...], "one object per seat, seat 1 first"]
    roles: Annotated[tuple[PlaceResult, ...], "the same by role; empty in games without roles"]
    by_policy: Annotated[
        tuple[PolicyShare, ...], "the same by policy where several play; empty otherwise"
    ]
    fair_share: Annotated[
        float | None,
        "win share of each seat if the table were fair; null if seats cannot be compared",
    ]
    nobody_wins: Annotated[int, "games without a winner"]
    tolerance: Annotated[float, "largest departure from the fair share that is called fair"]
    fairness: Annotated[
        FairnessResult | None,
        "the answer to: is the table fair? null if seats cannot be compared, or if several "
        "policies play",
    ]
    length: Annotated[
        Mapping[str, Annotated[Length, "one object per unit"]],
        "how long a game lasts, by unit; minutes if the time of a decision is given",
    ]
    length_sentence: Annotated[str | None, "the length in words; null if no game was played"]
    length_kinds: Annotated[tuple[Kinds, ...], length.ABOUT_KINDS]
    counters: Annotated[
        Mapping[str, Annotated[Interval, "interval"]],
        "interval of the mean of each number of the games frame",
    ]
    end_reasons: Annotated[
        Mapping[str, Annotated[int, "number of games"]], "number of games by end reason"
    ]
    unfinished: Annotated[int, "games stopped by a cap on their length"]
    data: Annotated[Mapping[str, object], "provenance and hash of the game's tables"]
    warnings: Annotated[tuple[str, ...], "warnings, in sentences"]
    replay: Annotated[str, "command that shows one of the games"]


def build_result(
    asked: "Simulate",
    ran: "GroupResult",
    fair: Finding | None,
    told_length: Finding | None,
    warnings: Sequence[str],
    replay: str,
) -> SimulateResult:
    """The numbers of a run, beside what is said of them."""
    setting, totals, level = asked.setting, ran.totals(), asked.level(ran.look)
    table = seats.standings(totals, setting.policy_names, level)
    by_seat = seats.standings_by_seat(totals, setting.policy_names, level)
    kinds = length.find_kinds(totals, length_units(setting.game), asked.minutes, level)
    return SimulateResult(
        game=setting.game.name,
        game_version=setting.game.version,
        players=setting.players,
        policies=setting.policy_names,
        rules={f.name: getattr(setting.rules, f.name) for f in fields(setting.rules)},
        rules_changed=setting.changed,
        seed=setting.seed,
        coin_seed=setting.cell.settings["coin_seed"],
        first=asked.first,
        games=totals.n,
        games_asked=asked.n,
        confidence=level,
        looks=tuple(look.n for look in asked.looks),
        precision=asked.precision,
        reached=not is_open(asked, ran, table) if asked.looks else None,
        seats=_places(by_seat, totals.seats),
        roles=_places(table, totals.by_role) if totals.by_role else (),
        by_policy=tuple(shares_by_policy(ran, table, asked.tolerance)),
        fair_share=table.fair,
        nobody_wins=table.nobody,
        tolerance=asked.tolerance,
        fairness=_fairness(fair) if fair else None,
        length=_lengths(totals, level, asked.minutes),
        length_sentence=told_length.sentence if told_length else None,
        length_kinds=tuple(kinds.values()),
        counters=counters.game_means(totals, level),
        end_reasons=dict(totals.end_reasons),
        unfinished=totals.unfinished,
        data=setting.game.provenance(setting.rules),
        warnings=tuple(warnings),
        replay=replay,
    )


def watched_means(
    game: "AnyGame", totals: "Totals", level: float
) -> list[tuple[str, str, Interval, str]]:
    """What the user's own watcher has counted: its name, whose it is, the mean, and its words."""
    of_game = counters.game_means(totals, level)
    found = []
    for name in game.watched:
        if name in game.game_counters:
            found.append((name, "", of_game[name], game.game_counters[name]))
            continue
        for place in range(totals.players):
            mean = counters.seat_means(totals.seats, place, totals.n, level)[name]
            found.append((name, str(place + 1), mean, game.seat_counters[name]))
    return found


def _places(table: seats.Standings, sums: "ColumnSums") -> tuple[PlaceResult, ...]:
    return tuple(
        PlaceResult(
            row.seat,
            row.role,
            row.policy,
            row.wins,
            row.score,
            row.rank,
            counters.seat_means(sums, place, table.n, table.level),
        )
        for place, row in enumerate(table.rows)
    )


def _fairness(fair: Finding) -> FairnessResult:
    departure = Interval(fair.estimate, fair.low, fair.high)
    return FairnessResult(fair.question, fair.verdict, departure, fair.claim, fair.sentence)


def _lengths(totals: "Totals", level: float, minutes: float | None) -> dict[str, Length]:
    known = length.lengths_by_unit(totals, level)
    if minutes and "decisions" in known:
        known["minutes"] = known["decisions"].times(minutes)
    return known


def is_open(asked: "Simulate", ran: "GroupResult", table: seats.Standings) -> bool:
    """Was what the run was to reach not reached?"""
    if asked.precision is not None:
        return widest_half_width(table) > asked.precision
    made = asked.claims(ran, table)
    return not made or any(claim.open for claim in made)


def shares_by_policy(
    ran: "GroupResult", table: seats.Standings, tolerance: float
) -> list[PolicyShare]:
    """What each policy wins, where several play; empty otherwise."""
    if not table.mixed or table.fair is None:
        return []
    found: Policies = ran.part("policies", 0)  # type: ignore[assignment]
    return by_policy.policy_shares(found, table, tolerance)


def widest_half_width(table: seats.Standings) -> float:
    """Half the width of the widest interval of a win share."""
    return max(row.wins.error for row in table.rows)
