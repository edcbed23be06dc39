"""Hike: who runs out of cards first when several do at once."""

import pytest

from support.hike import last_hand, make_state, play, sizes

WAITS = {"poop_empty": "active_until_turn"}


@pytest.mark.parametrize(
    ("direction", "hands", "moves", "ran_out"),
    [
        (
            "right",
            "Poop Tree | Bug | Bug | Peak | Peak | Bug Earthquake",
            "1 Poop, 6 Earthquake",
            [6, 5, 4],
        ),
        (
            "left",
            "Poop Tree | Bug Earthquake | Bug | Bug | Peak | Peak",
            "1 Poop, 2 Earthquake",
            [2, 6, 1],
        ),
        (  # the player of Earthquake has a card left, and gets none for it
            "right",
            "Poop Bug | Bug | Bug | Peak | Peak | Peak Earthquake",
            "1 Poop, 6 Earthquake",
            [6, 5, 4],
        ),
        (
            "left",
            "Poop Tree | Peak Earthquake | Bug | Bug | Bug | Peak",
            "1 Poop, 2 Earthquake",
            [2, 6, 1],
        ),
    ],
)
def test_an_earthquake_that_leaves_some_without_cards(direction, hands, moves, ran_out):
    """HK-31, HK-59, HK-A7: seats that Poop emptied are dealt the cards of others, who have
    finished: first the player of Earthquake, then in the direction of play."""
    state = make_state(hands, moves, WAITS, direction=direction)
    assert state.position()["ran_out"] == ran_out
    assert [seat + 1 for seat, n in enumerate(sizes(state)) if n == 0] == sorted(ran_out)


def test_the_first_to_run_out_gets_what_remains():
    """HK-59: the player of Earthquake has a Bug before it, so the next two share, and one point is
    left for the first of them."""
    hands = "Poop Tree | Bug | Bug | Peak | Peak | Bug Earthquake"
    uneven = 0
    for seed in range(8):
        state = make_state(hands, "1 Poop, 6 Earthquake", WAITS, direction="right", seed=seed)
        while state.position()["hand"] == 1:
            play(state, f"{state.seat} {state.moves()[0]}")
        leftovers, points = last_hand(state)
        share, rest = divmod(sum(leftovers), 2)
        assert points == [0, 0, 0, 3 + share, 3 + share + rest, 0]
        uneven += rest
    assert uneven
