"""The numbers of `compare`: what each variant changes in each measure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from analyzer import stats
from analyzer.estimates import seats
from analyzer.estimates.differences import Difference, any_difference, difference
from analyzer.estimates.measures import Measure, default_measures, minutes_measure
from analyzer.simulation.batch import Layout
from analyzer.stats import Claim, Interval

if TYPE_CHECKING:
    from analyzer.questions.compare import Compare
    from analyzer.simulation.run import GroupResult


@dataclass(frozen=True)
class ArmResult:
    """One of the tables that are compared."""

    name: Annotated[str, "what differs, as a user would type it"]
    players: Annotated[int, "number of seats"]
    policies: Annotated[tuple[str, ...], "policy of each seat, seat 1 first"]
    rules_changed: Annotated[Mapping[str, object], "the rules that differ from their default"]
    command: Annotated[str, "simulates this arm alone"]
    games_that_differ: Annotated[
        int | None, "games with another winner than the reference; null for it"
    ]
    no_difference: Annotated[
        bool | None, "whether not one game differs in anything; null for the reference"
    ]


@dataclass(frozen=True)
class DifferenceResult:
    """What one arm changes in one measure."""

    arm: Annotated[str, "name of the arm"]
    measure: Annotated[str, "what is measured"]
    seat: Annotated[
        int | None, "number of the seat, from 1; null for the game, or if its role moves"
    ]
    role: Annotated[str | None, "the role; null for the game, and without roles"]
    reference: Annotated[Interval, "interval in the reference"]
    variant: Annotated[Interval, "interval in the arm"]
    difference: Annotated[
        Interval,
        "interval of the arm minus the reference, paired; all of them hold together",
    ]
    claim: Annotated[Claim, "that it differs; its fields are those of findings[].claim"]
    games_that_differ: Annotated[int, "games in which it came out differently"]
    pairing: Annotated[float, "how many times as many games two separate runs need; or null"]


@dataclass(frozen=True)
class CompareResult:
    """What `compare` found."""

    game: Annotated[str, "name of the game"]
    seed: Annotated[int, "seed of all arms: they have the same luck"]
    first: Annotated[int, "index of the first game"]
    games_each: Annotated[int, "games played by each arm"]
    arms: Annotated[tuple[ArmResult, ...], "what is compared; the first one is the reference"]
    differences: Annotated[tuple[DifferenceResult, ...], "one object per arm and measure"]
    sentences: Annotated[tuple[str, ...], "one per arm: what it changes"]
    warnings: Annotated[tuple[str, ...], "warnings, in sentences"]


def find_differences(asked: "Compare", ran: "GroupResult") -> list[list[Difference]]:
    """By arm. All of them are one family: whichever is told is chosen from them all."""
    places = range(1, len(asked.arms))
    measures = [_measures(asked, ran, place) for place in places]
    family = stats.Family("measures", sum(map(len, measures)) + asked.beside)
    return [
        [
            difference(
                measure,
                ran.totals(0),
                ran.totals(place),
                ran.pairs(place),
                family,
                open_ended=asked.open_ended,
            )
            for measure in row
        ]
        for place, row in zip(places, measures, strict=True)
    ]


def _measures(asked: "Compare", ran: "GroupResult", place: int) -> list[Measure]:
    found = [*(asked.measures or _usual(asked, place))]
    found += [minutes_measure(asked.minutes)] if asked.minutes else []
    pairs = ran.pairs(place)
    block = pairs.seats if pairs.by_role is None else pairs.by_role
    return [one for one in found if one.place is None or one.place < block.places]


def _usual(asked: "Compare", place: int) -> list[Measure]:
    base, other = asked.arms[0].setting, asked.arms[place].setting
    return default_measures(Layout.from_game(base.game), min(other.players, base.players))


def build_result(
    asked: "Compare",
    ran: "GroupResult",
    found: Sequence[Sequence[Difference]],
    sentences: Sequence[str],
    warnings: Sequence[str],
) -> CompareResult:
    """The numbers of a run, beside what is said of them."""
    base = asked.arms[0].setting
    rows = [(place, one) for place, row in enumerate(found, start=1) for one in row]
    return CompareResult(
        game=base.game.name,
        seed=base.seed,
        first=asked.first,
        games_each=ran.n,
        arms=tuple(_arm(asked, ran, place) for place in range(len(asked.arms))),
        differences=tuple(_difference(asked, ran, place, one) for place, one in rows),
        sentences=tuple(sentences),
        warnings=tuple(warnings),
    )


def _arm(asked: "Compare", ran: "GroupResult", place: int) -> ArmResult:
    arm, pairs = asked.arms[place], ran.pairs(place) if place else None
    return ArmResult(
        name=arm.name,
        players=arm.setting.players,
        policies=arm.setting.policy_names,
        rules_changed=arm.setting.changed,
        command=arm.setting.command("simulate", n=asked.n, first=asked.first),
        games_that_differ=pairs.other_winner if pairs else None,
        no_difference=not any_difference(pairs, asked.measures) if pairs else None,
    )


def _difference(
    asked: "Compare", ran: "GroupResult", arm: int, one: Difference
) -> DifferenceResult:
    seat, role = _seat_and_role(ran, one.measure.place, arm)
    return DifferenceResult(
        arm=asked.arms[arm].name,
        measure=one.measure.name,
        seat=seat,
        role=role,
        reference=one.base,
        variant=one.variant,
        difference=one.change,
        claim=one.claim,
        games_that_differ=one.other,
        pairing=one.factor,
    )


def _seat_and_role(
    ran: "GroupResult", place: int | None, arm: int
) -> tuple[int | None, str | None]:
    """The seat and the role of a row, apart: a role may change its seat."""
    if place is None:
        return None, None
    both = [ran.totals(0), ran.totals(arm)]
    if both[0].by_role is None:
        return place + 1, None
    fixed = all(seats.roles_are_fixed(totals) for totals in both)
    return place + 1 if fixed else None, both[0].roles[place]
