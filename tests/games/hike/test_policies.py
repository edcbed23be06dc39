"""Hike's expert does not make the mistakes that a reader of replays sees. Each position here is one
in which the expert of version 2 made it."""

import pytest

from analyzer.playout.state import State
from analyzer.policies import registry, spec
from support.hike import make_state, statuses


def chosen(state: State, policy: str = "expert") -> str:
    stepper = state._stepper
    seated = registry.make_policy("hike", spec.parse_policy(policy), stepper.table, state.rules)
    return state.moves()[stepper.choose(seated, stepper.coin(0))]


@pytest.mark.parametrize(
    ("hand", "exposed"), [("Tree", "Trail"), ("Tree Tree", "Trail"), ("Light Light", "Bird")]
)
def test_the_only_lake_is_kept_for_ones_own_drought(hand: str, exposed: str) -> None:
    """HK-23: who plays the Lake first holds a Drought that drives out its own player."""
    others = "Lake Trail Lake Tree | Peak Peak Trail Lake"
    state = make_state(f"Drought Lake {hand} | {others}", exposed=exposed)
    assert state.moves() == ["Lake", "Drought"]
    assert chosen(state) == "Drought"


@pytest.mark.parametrize(
    ("own", "pooled", "exposed", "drives_out"),
    [
        ("Bird Lake Bug", "Tree Tree Bird", "Trail", "Lake"),
        ("Bird Light Tree", "Trail Bug Bug", "Bird", "Bird"),
        ("Bug Bird Trail", "Light Tree Light", "Light", "Trail"),
        ("Tree Bird Lake", "Light Light Bug", "Bird", "Bird"),
    ],
)
def test_cards_that_one_pooled_are_remembered(
    own: str, pooled: str, exposed: str, drives_out: str
) -> None:
    """HK-28: the last opponent holds the three cards that this seat gave away in an Earthquake, and
    one of the moves asks for none of them."""
    known = {"known": [pooled.split(), [], []]}
    hands = f"{own} | {pooled} | Litter"
    state = make_state(hands, exposed=exposed, chances=1, deduced=known, **statuses("a a e"))
    assert chosen(state) == drives_out
    state.play(drives_out)
    assert state.position()["status"] == ["active", "eliminated", "eliminated"]
    unknown = make_state(hands, exposed=exposed, **statuses("a a e"))
    assert chosen(unknown) != drives_out


def test_the_worm_waits_for_a_bird() -> None:
    """HK-47: without one it would be left to the next player, who may hold one."""
    others = "Trail Light Peak Bird | Bug Trail Lake Bug"
    state = make_state(f"Worm Lake Spring Lake | {others}", exposed="Bug")
    assert state.moves() == ["Spring", "The Worm"]
    assert chosen(state) == "Spring"
    with_bird = make_state(f"Worm Bird Spring Lake | {others}", exposed="Bug")
    assert chosen(with_bird) == "The Worm"


def test_the_last_card_is_no_peak_after_avalanche() -> None:
    """HK-21: named Peak, The Wind would bring another card; as any other suit it is the last."""
    others = "Trail Light Peak Bird | Bug Trail Lake Bug"
    state = make_state(f"Wind | {others}", exposed="Avalanche", in_force=["Avalanche"])
    assert "The Wind as Peak" in state.moves()
    assert chosen(state) != "The Wind as Peak"


@pytest.mark.parametrize(("points", "plants"), [(34, True), (33, False)])
def test_the_wind_is_planted_for_the_last_point(points: int, plants: bool) -> None:
    """HK-42, HK-63: a planted Wind is a point, and the target needs one more."""
    others = "Trail Light Peak Bird | Bug Trail Lake Bug"
    state = make_state(
        f"Bird Lake Wind | Spring {others}",
        "2 Spring",
        rules={"target": 35},
        exposed="Tree",
        points=[points, 5, 6],
        turn=2,
    )
    assert (chosen(state) == "plant The Wind") is plants
