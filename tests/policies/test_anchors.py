"""Decisions that can be valued exactly: the experts, and how they are valued (tools/ladder)."""

import sys
from itertools import permutations
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

from ladder import anchors

from support.hike_sled import race
from support.oh_hell import bidding, make_state


def test_a_bid_on_one_card_is_right():
    """Three players: the leader's two of a side suit wins if nobody has its suit or a trump."""
    state = bidding("2S | 3C | 4C", turned="8H", dealer=1)
    suits = "C" * 13 + "D" * 13 + "H" * 12 + "S" * 12
    two = [suits[i] + suits[k] for i, k in permutations(range(50), 2)]
    chance = sum(set(pair) <= {"C", "D"} for pair in two) / len(two)
    values = anchors.margins(state)
    others = values[64] - values[65]
    points = (1 - chance) * 10 + chance * -11 - (chance * 11 + (1 - chance) * -11)
    assert others == pytest.approx(points)
    lost = anchors.regret(anchors.one_card_bids, 4)
    assert max(lost["expert"]) < 1e-9


def test_a_deal_fits_what_was_played():
    """Seat 1 had no diamond: none is dealt to it."""
    state = make_state(
        "2C 5C | 3C 5S | 4C AH", "3 4C, 1 2C", turned="2H", dealer=3, played=[["KD", "3S", "9D"]]
    )
    raw = state._stepper.describe()
    assert anchors.lacking(raw) == [{1}, set(), set()]
    dealt = list(anchors.deals(raw))
    assert len(dealt) == 44 * 43 - 11 * 43
    assert all(hands[0][0] >> 4 != 1 and hands[1] == raw["hands"][1] for hands in dealt)


def test_the_last_trick_but_one():
    """Whoever needs both tricks, and can have them, loses by any other card."""
    state = anchors.last_but_one_tricks(0)
    raw = state._stepper.describe()
    assert sorted(map(len, raw["hands"])) == [1, 1, 2]
    assert len(anchors.margins(state)) == 2
    for hands in anchors.deals(raw):
        assert hands[raw["seat"]] == raw["hands"][raw["seat"]]
        assert len({card for hand in hands for card in hand}) == 4


def test_the_fewest_days_of_a_race_alone():
    """Six fields of snow and two huskies of two points each: two days; with care for both, one."""
    for cards, days in (("", 2), ("double", 1), ("care", 1)):
        state = race("SS - - - / SS - - -", "S S S S S S", cards, {"single_racer": "runs"})
        assert anchors.fewest_days(state._stepper) == days
        assert anchors.days_of(state, "expert") == days
    stuck = race("SS - - - / SS - - -", "S S I S", "", {"single_racer": "runs"})
    assert anchors.fewest_days(stuck._stepper) is None


def test_experts_lose_little():
    """On average less than 0.2 points of a hand, and less than a third of a race day."""
    lost = anchors.regret(anchors.last_but_one_tricks, 15)["expert"]
    assert 0 <= sum(lost) / len(lost) < 0.2
    days = anchors.days_lost(10)
    assert min(days) >= 0
    assert sum(days) / len(days) < 1 / 3
