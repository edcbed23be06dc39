"""Positions of Oh Hell: given back exactly, completed where they leave something out, and refused
in one sentence where they cannot be."""

import random
import tomllib
from typing import Any

import pytest

from analyzer import new_state
from analyzer.errors import UserError
from support.oh_hell import NONE, finish_hand, last_hand, make_state

HANDS = [["2C", "3C"], ["5C", "6C"], ["8C", "9C"]]
BIDS = [0, 0, 0]
FULL = {"hands": HANDS, "turned": "2H", "bids": BIDS}
PLAYED = {"hands": [["3C"], ["6C"], ["9C"]], "turned": "2H", "bids": BIDS, "dealer": 1}
EXTRA = {"schedule": "down_only", "tie_players": "tied_only"}

REFUSED: list[tuple[dict[str, Any], str]] = [
    # cards
    ({"hands": [["2C"], ["2C"], ["3C"]]}, "2C is there 2 times"),
    ({"turned": "2C"}, "2C is there 2 times"),
    ({"turned": "1C"}, "turned holds a card '1C' that is not one"),
    ({"hands": [["2c"], [], []]},
     "hands of seat 1 holds a card '2c' that is not one; did you mean 2C?"),
    ({"hands": ["2C", "3C", "4C"]}, "hands of seat 1 must be a list of cards, not '2C'"),
    ({"hands": {"1": []}, "players": 3}, "hands must be a list, not {'1': []}"),
    ({"players": 4}, "hands must be a list of 4, one entry a seat"),
    ({"hands": [["2C"], ["3C"], ["4C", "5C"]]}, "4 cards are not equally many for 3 seats"),
    (
        {"hands": [["2C"], ["3C", "4C"], ["5C", "6C", "7C"]]},
        "seat 1 holds 1 cards and has played 0, of 2",
    ),
    # which hand
    ({"hand": 1}, "hand 1 has 10 cards each, and 2 are there"),
    ({"hand": 0}, "hand must be a whole number from 1 to 1019, not 0"),
    ({"hand": True}, "hand must be a whole number from 1 to 1019, not True"),
    ({"cards": 3}, "cards is 3, but what else is given makes it 2"),
    ({"dealer": 4}, "dealer must be a seat from 1 to 3, not 4"),
    ({"taking_part": [1, 2], "hands": [["2C", "3C"], ["5C", "6C"], []]},
     "all seats take part but in extra hands with tie_players=tied_only"),
    ({"taking_part": 3}, "taking_part must be a list, not 3"),
    ({"taking_part": []}, "a hand needs at least two seats that take part"),
    ({"taking_part": [2]}, "a hand needs at least two seats that take part"),
    ({"hands": [[f"{rank}{suit}" for rank in "23456789TJQ"] for suit in "CDS"], "hand": 1},
     "a hand has 0 to 10 cards; got 11"),
    # bids
    ({"bids": [3, 0, 0]}, "bids of seat 1 must be a whole number from 0 to 2, not 3"),
    ({"bids": [0, 0]}, "bids must be a list of 3, one entry a seat"),
    ({"bids": [NONE, 0, NONE], "dealer": 1}, "bids are made in the order of seats 1, 2, 3"),
    ({"turn": 3, "dealer": 1}, "turn is 3, but what else is given makes it 1"),
    ({"deciding": "bid"}, "deciding is 'bid', but what else is given makes it 'card'"),
    ({"tricks": [1, 0, 0]}, "tricks is [1, 0, 0], but what else is given makes it [0, 0, 0]"),
    # play
    (PLAYED | {"played": [["2C", "5C", "8C"]], "bids": [0, 0, NONE]},
     "cards are played before all bids are made"),
    (PLAYED | {"played": [["2C", "5C", "8C", "TC"]], "hands": [["3C"], ["6C"], []]},
     "trick 1 has 4 cards for 3 seats"),
    (PLAYED | {"played": [["2C", "5C", "8C"], []]}, "trick 2 has no card; leave it out"),
    (PLAYED | {"played": [["2C", "5D", "8C"]]}, "seat 2 laid 5D and held clubs, which were led"),
    # the end
    ({"winners": [1]}, "there are winners, and cards still to be played"),
    ({"hands": [[], [], []], "played": [["2C", "5C", "8C"]]},
     "all cards are played, so winners must be named"),
    ({"hands": [[], [], []], "played": [["2C", "5C", "8C"]], "winners": [4]},
     "winners must hold seats from 1 to 3, not 4"),
    ({"end_reason": "bored"}, "end_reason must be one of highest total, unresolved, not 'bored'"),
    # words
    ({"hand_": 1}, "it has no 'hand_'; did you mean hand?"),
    ({"last_hand": {"trick": 1}}, "last_hand has no 'trick'; did you mean tricks?"),
    ({"last_hand": 3}, "last_hand must be a table, not 3"),
    ({"points": ["many", 0, 0]}, "points of seat 1 must be a whole number"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "sentence"), REFUSED)
def test_impossible_positions(words: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UserError) as error:
        new_state("oh-hell", position=FULL | words)
    assert str(error.value).startswith(f"This position of oh-hell is not possible: {sentence}")


def test_hands_must_be_given() -> None:
    with pytest.raises(UserError, match="hands must be given"):
        new_state("oh-hell", 3, position={"turned": "2H"})


def test_hook_binds_positions() -> None:
    rules = {"bid_mode": "sequential", "hook": True}
    with pytest.raises(UserError, match="with hook the bids may not add up to the cards"):
        new_state("oh-hell", rules=rules, position=FULL | {"bids": [1, 1, 0]})


def test_dealer_must_take_part() -> None:
    words = {"hands": [["2C"], [], ["3C"]], "bids": [0, NONE, 0], "taking_part": [1, 3], "hand": 11}
    assert new_state("oh-hell", rules=EXTRA, position=words | {"dealer": 3}).seat == 3
    with pytest.raises(UserError, match="seat 2 deals, and takes no part"):
        new_state("oh-hell", rules=EXTRA, position=words | {"dealer": 2})


def test_what_is_left_out_follows() -> None:
    """The hand from the number of cards, the dealer from the hand, the turned card by the seed."""
    position = new_state("oh-hell", position={"hands": HANDS}, seed=3).position()
    assert (position["hand"], position["dealer"], position["turn"]) == (9, 3, 3)
    assert position["bids"] == [NONE] * 3
    turned = {
        new_state("oh-hell", position={"hands": HANDS}, seed=seed).position()["turned"]
        for seed in range(30)
    }
    assert len(turned) > 10


def test_cards_played_come_back_to_their_seats() -> None:
    """The winner of a trick leads the next one, so that the order of the cards says it all."""
    words = PLAYED | {"played": [["2C", "5C", "8C"]]}
    state = new_state("oh-hell", position=words)
    assert state.position()["tricks"] == [0, 0, 1]
    assert state.seat == 3
    assert state.view(1).played == [[(1, "2C"), (2, "5C"), (3, "8C")]]
    words = PLAYED | {"hands": [["3C"], ["5C", "6C"], ["8C", "9C"]], "played": [["2C"]]}
    begun = new_state("oh-hell", position=words)
    assert begun.view(2).trick == [(1, "2C")]
    assert begun.moves() == ["play 5C", "play 6C"]


@pytest.mark.parametrize("players", range(3, 8))
def test_a_position_goes_on_as_the_playout_would(players: int) -> None:
    """Through hands, ties and the end, with everything that a later hand depends on."""
    rules = {"made_bonus": 0, "zero_made": 0, "miss_base": 0, "points_per_trick_made": 0}
    rules |= {"miss_per_trick": 0, "max_extra_hands": 2, "schedule": "down_only"}
    state, rng = new_state("oh-hell", players, rules, seed=8), random.Random(players)
    while not state.over:
        again = new_state(position=state.position())
        assert again.position() == state.position()
        move = rng.choice(state.moves())
        state.play(move)
        again.play(move)
        assert again.position() == state.position()
    assert new_state(position=state.position()).winners == state.winners


def test_a_position_from_toml() -> None:
    text = """
        hands = [["2C", "3C"], ["5C", "6C"], ["8C", "9C"]]
        turned = "2H"
        bids = [2, "", ""]
        dealer = 1
        points = [10, -3, 0]
    """
    state = new_state("oh-hell", position=tomllib.loads(text))
    assert (state.seat, state.scores) == (2, [10, -3, 0])
    assert state.moves() == ["bid 0", "bid 1", "bid 2"]


def test_the_last_hand_is_told() -> None:
    state = finish_hand(make_state("2C 3C | 5C 6C | 8C 9C", turned="2H", dealer=1, bids=[0, 1, 2]))
    assert last_hand(state) == {
        "hand": 9,
        "cards": 2,
        "dealer": 1,
        "turned": "2H",
        "taking_part": [1, 2, 3],
        "bids": [0, 1, 2],
        "tricks": [0, 0, 2],
        "points": [10, -11, 12],
        "pants": [],
    }
