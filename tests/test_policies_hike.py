"""Hike's expert does not make the mistakes that a reader of replays sees. Each position here is one
in which the expert of version 2 made it."""

import pytest

from analyzer import policies, spec
from analyzer.state import State
from hike_table import out, table


def chosen(state: State, policy: str = "expert") -> str:
    stepper = state._stepper
    seated = policies.make("hike", spec.policy(policy), stepper.table, state.rules)
    return state.moves()[stepper.choose(seated, stepper.coin(0))]


@pytest.mark.parametrize(
    ("hand", "exposed"), [("Tree", "Trail"), ("Tree Tree", "Trail"), ("Light Light", "Bird")]
)
def test_the_only_lake_is_kept_for_ones_own_drought(hand: str, exposed: str) -> None:
    """HK-23: who plays the Lake first holds a Drought that drives out its own player."""
    others = "Lake Trail Lake Tree | Peak Peak Trail Lake"
    state = table(f"Drought Lake {hand} | {others}", exposed=exposed)
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
    state = table(hands, exposed=exposed, chances=1, deduced=known, **out("a a e"))
    assert chosen(state) == drives_out
    state.play(drives_out)
    assert state.position()["status"] == ["active", "eliminated", "eliminated"]
    unknown = table(hands, exposed=exposed, **out("a a e"))
    assert chosen(unknown) != drives_out


def test_the_worm_waits_for_a_bird() -> None:
    """HK-47: without one it would be left to the next player, who may hold one."""
    others = "Trail Light Peak Bird | Bug Trail Lake Bug"
    state = table(f"Worm Lake Spring Lake | {others}", exposed="Bug")
    assert state.moves() == ["Spring", "The Worm"]
    assert chosen(state) == "Spring"
    with_bird = table(f"Worm Bird Spring Lake | {others}", exposed="Bug")
    assert chosen(with_bird) == "The Worm"
