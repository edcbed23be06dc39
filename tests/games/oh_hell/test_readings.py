"""Oh Hell's open readings OH-A1 to OH-A17, and what else a designer may turn: each changes play."""

from typing import Any

import numpy as np
import pytest

from analyzer import new_state
from analyzer._core.runner import Stepper
from analyzer.errors import UserError
from analyzer.games import oh_hell
from analyzer.playout.seeds import seed_key
from analyzer.playout.state import State, make_table
from analyzer.policies import registry, spec
from support.oh_hell import bid_all, bidding, cards, deck, finish_hand, last_hand, make_state, play
from support.oh_hell_hands import SIZES, hands_of, take
from support.playouts import by_seat, cell, totals

DOWN = {"schedule": "down_only"}
FIVE = "AS KS QS JS TS | 2C 3C 4C 5C 6C | 2D 3D 4D 5D 6D"


def test_a2_largest_bid() -> None:
    """OH-A2, OH-12: bid_max."""

    def bids(**rules: Any) -> list[str]:
        return bidding("2C 3C | 5C 6C | 8C 9C", rules, turned="2H").moves()

    assert bids() == ["bid 0", "bid 1", "bid 2"]
    assert bids(bid_max="five") == [f"bid {n}" for n in range(6)]
    assert bids(bid_max="ten") == [f"bid {n}" for n in range(11)]
    first = new_state("oh-hell", 3, {"bid_max": "five"})
    assert first.moves()[-1] == "bid 5"  # of ten cards
    over = make_state("2C 3C | 5C 6C | 8C 9C", "", {"bid_max": "ten"}, turned="2H", bids=[10, 0, 0])
    finish_hand(over)
    assert last_hand(over)["points"][0] <= -18


def test_a3_zero_that_pays_always() -> None:
    """OH-A3, OH-26: zero_bid_pays_always; it is still a miss."""
    always = {"zero_bid_pays_always": True, "pants_threshold": 0}
    assert take(0, 3) == -13
    assert take(0, 3, always) == 10
    state = finish_hand(make_state(FIVE, "", always, turned="2S"))
    mine = state.counters["seats"][0]
    assert (mine["made"], mine["missed_over"], mine["zero_made_count"], mine["pants"]) == (
        0,
        1,
        0,
        1,
    )


def test_a4_value_of_zero() -> None:
    """OH-A4, OH-26: zero_made; the whole gain, whatever made_bonus is."""
    assert take(0, 0, {"zero_made": 3}) == 3
    assert take(0, 0, {"made_bonus": 5, "points_per_trick_made": 9}) == 10
    assert take(1, 1, {"zero_made": 3}) == 11


def test_a5_a7_ties_of_others() -> None:
    """OH-A5: tie_scope; OH-A7, OH-34: tie_hand_size."""
    for size, expected in (("last", 10), ("one", 1)):
        rules = {"tie_hand_size": size, "made_bonus": 0, "points_per_trick_made": 0}
        rules |= {"zero_made": 0, "miss_base": 0, "miss_per_trick": 0, "max_extra_hands": 3}
        hands = hands_of(4, **rules)
        assert [hand["cards"] for hand in hands[19:]] == [expected] * 3
    short = hands_of(4, schedule="up_down", **(rules | {"tie_hand_size": "last"}))
    assert [hand["cards"] for hand in short[19:]] == [1] * 3


def test_a6_only_the_tied() -> None:
    """OH-A6, OH-35: tie_players; the others get no cards, and cannot win any more."""
    rules = DOWN | {"tie_players": "tied_only"}
    state = make_state(
        "AC | KC | 2D | 3D",
        "",
        rules,
        dealer=2,
        turned="2H",
        bids=[1, 0, 0, 0],
        points=[0, 1, 1, 0],
    )
    play(state, "2 KC, 3 2D, 4 3D, 1 AC")
    position = state.position()
    assert state.scores == [11, 11, 11, 10]
    assert position["taking_part"] == [1, 2, 3]
    assert position["dealer"] == 3
    assert position["hands"][3] == []
    lost = make_state(
        "AC | KC | | 3D", "", rules, hand=11, dealer=2, turned="2H", taking_part=[1, 2, 4],
        bids=[0, 1, "", 0], points=[11, 11, 99, 11],
    )  # fmt: skip
    play(lost, "2 KC, 4 3D, 1 AC")
    assert lost.scores == [0, 0, 99, 21]
    assert lost.winners == [4]
    assert lost.counters["seats"][2]["hands"] == 0


def test_a8_dealer_of_extra_hands() -> None:
    """OH-A8, OH-7: tie_dealer."""
    tie = {"hand": 10, "dealer": 3, "turned": "2H", "points": [0, 0, -30], "bids": [0, 0, 1]}

    def dealer(**rules: Any) -> int:
        state = play(make_state("AC | KC | 2D", "", DOWN | rules, **tie), "3 2D, 1 AC, 2 KC")
        assert state.scores == [10, 10, -19]
        return state.position()["dealer"]

    assert dealer() == 1
    assert dealer(tie_dealer="same") == 3
    assert dealer(tie_dealer="same", tie_players="tied_only") == 1  # seat 3 takes no part
    drawn = set()
    for index in range(40):
        words = {"hands": [["AC"], ["KC"], ["2D"]]} | tie
        state = new_state(
            "oh-hell", 3, DOWN | {"tie_dealer": "random"}, index=index, position=words
        )
        drawn.add(play(state, "3 2D, 1 AC, 2 KC").position()["dealer"])
    assert drawn == {1, 2, 3}


def test_a9_highest_total_wins() -> None:
    """OH-A9, OH-33: the highest total, not the lowest."""
    state = make_state(
        "AC | KC | 2D", "", DOWN, hand=10, dealer=1, turned="2H", points=[50, 40, 30]
    )
    play(state, "1 AC, 2 KC, 3 2D")
    assert state.scores == [39, 50, 40]
    assert state.winners == [2]


def test_a10_pants_once() -> None:
    """OH-A10, OH-31: pants_once; a made bid uses nothing up, or the first high bid alone counts."""
    made = finish_hand(make_state(FIVE, dealer=1, turned="2S", bids=[5, 0, 0]))
    assert made.position()["pants_used"] == []
    rules = {"pants_once": "exposure"}
    exposed = finish_hand(make_state(FIVE, "", rules, dealer=1, turned="2S", bids=[5, 5, 0]))
    assert last_hand(exposed)["pants"] == [2]
    assert exposed.position()["pants_used"] == [1, 2]


def test_a11_pants_are_forgotten_with_the_game() -> None:
    """OH-A11: a new game begins with nobody's pants used up."""
    for index in range(5):
        assert new_state("oh-hell", 4, index=index).position()["pants_used"] == []


def test_a12_bids_before_the_card_is_turned() -> None:
    """OH-A12, OH-15: bid_before_turnup."""
    state = bidding("2C 3C | 5C 6C | 8C 9C", {"bid_before_turnup": True}, turned="2H", dealer=1)
    assert (state.view(1).turned, state.view(1).trump) == (None, None)
    trumps = set()
    for occasion in range(60):
        other = state.copy()
        other.redeal_hidden(1, occasion)
        trumps.add(other.position()["turned"][1])
    assert trumps == set("CDHS")
    bid_all(state, [0, 0, 0])
    assert (state.view(1).turned, state.view(1).trump) == ("2H", "H")


def test_a13_only_the_suit_of_the_turned_card() -> None:
    """OH-A13: turnup_visible; the rank is never shown, not even after the hand."""
    state = bidding("2C 3C | 5C 6C | 8C 9C", {"turnup_visible": False}, turned="2H", dealer=1)
    assert (state.view(1).turned, state.view(1).trump) == (None, "H")
    bid_all(state, [0, 0, 0])
    assert (state.view(1).turned, state.view(1).trump) == (None, "H")
    turned = set()
    for occasion in range(100):
        other = state.copy()
        other.redeal_hidden(1, occasion)
        turned.add(other.position()["turned"])
    assert len(turned) > 5
    assert {card[1] for card in turned} == {"H"}
    assert finish_hand(state).view(1).last_hand["turned"] == "H"


def choice_of(policy: str, state: State) -> str:
    """What a policy does in a position."""
    stepper = state._stepper
    seated = registry.make_policy("oh-hell", spec.parse_policy(policy), stepper.table, state.rules)
    return state.moves()[stepper.choose(seated, stepper.coin(0))]


def test_a14_recall_is_a_question_of_policy() -> None:
    """OH-A14: with recall=0 the expert forgets completed tricks, and plays differently."""
    rules = oh_hell.GAME.resolve_rules(4, {})
    table_ = make_table(oh_hell.GAME, 4, rules)
    differ = 0
    for index in range(20):
        state = State(oh_hell.GAME, rules, Stepper(table_, seed_key(3), index), 3, index)
        while not state.over:
            mine, other = (choice_of(policy, state) for policy in ("expert", "expert:recall=0"))
            differ += mine != other
            state.play(mine)
    assert differ > 0


def test_a15_a_tie_that_nobody_breaks() -> None:
    """OH-A15, OH-36: max_extra_hands."""
    rules = {"made_bonus": 0, "points_per_trick_made": 0, "zero_made": 0, "miss_base": 0}
    rules |= {"miss_per_trick": 0}
    for most in (0, 4):
        state = new_state("oh-hell", 5, rules | {"max_extra_hands": most})
        while not state.over:
            state.play(0)
        assert state.counters["game"]["extra_hands"] == most
        assert state.counters["end_reason"] == "unresolved"
        assert state.winners == [1, 2, 3, 4, 5]
        assert state._stepper.result()["win840"] == [168] * 5


def test_a16_nobody_can_revoke() -> None:
    """OH-A16, OH-20: a card of another suit is no move."""
    state = make_state("2H 3H | AH 2C | 4H 5H", "1 2H", dealer=1, turned="2S")
    with pytest.raises(UserError, match="cannot make the move 'play 2C'"):
        state.play("play 2C")


def test_a17_no_seat_keeps_score() -> None:
    """OH-A17, OH-37: points come from bids and tricks alone, for every seat alike."""
    hands = ["AS KS", "2C 3C", "2D 3D"]
    for first in range(3):
        turned_round = hands[-first:] + hands[:-first]
        state = make_state(" | ".join(turned_round), dealer=first + 1, turned="2S", bids=[0, 0, 0])
        points = last_hand(finish_hand(state))["points"]
        assert points[first:] + points[:first] == [-12, 10, 10]


# --- what-if switches --------------------------------------------------------------------------


def test_schedule() -> None:
    """OH-4: schedule."""
    up = hands_of(6, schedule="up_down", max_extra_hands=0)
    assert [hand["cards"] for hand in up] == [*range(1, 9), *range(7, 0, -1)]
    down = hands_of(6, schedule="down_only", max_extra_hands=0)
    assert [hand["cards"] for hand in down] == SIZES[6][:8]


def test_sequential_bids_are_seen() -> None:
    """OH-11, OH-13: bid_mode, bid_order."""
    hands, open_bids = "2C 3C | 5C 6C | 8C 9C", {"bid_mode": "sequential"}
    state = play(bidding(hands, open_bids, turned="2H", dealer=2), "3 bid 1, 1 bid 2")
    assert state.view(2).bids == [2, None, 1]
    assert play(state, "2 bid 0").seat == 2  # the dealer leads all the same
    first = bidding(hands, open_bids | {"bid_order": "dealer_first"}, turned="2H", dealer=2)
    play(first, "2 bid 0, 3 bid 1, 1 bid 2")


@pytest.mark.parametrize(
    ("bids", "bid_max", "legal"),
    [
        ((1, 2), "cards", [0, 1, 2]),  # the others are over the cards: nothing is forbidden
        ((0, 0), "cards", [0, 1]),
        ((1, 1), "cards", [1, 2]),
        ((0, 0), "ten", [0, 1, *range(3, 11)]),
        ((5, 5), "five", [0, 1, 2, 3, 4, 5]),
    ],
)
def test_hook(bids: tuple[int, int], bid_max: str, legal: list[int]) -> None:
    """OH-14: hook."""
    rules = {"bid_mode": "sequential", "hook": True, "bid_max": bid_max}
    state = bidding("2C 3C | 5C 6C | 8C 9C", rules, turned="2H", dealer=3)
    play(state, f"1 bid {bids[0]}, 2 bid {bids[1]}")
    assert state.moves() == [f"bid {bid}" for bid in legal]


def test_leader() -> None:
    """OH-17: leader; only the first trick, then the winner leads."""
    hands = "2C 3C | 5C 6C | 8C 9C"
    assert make_state(hands, dealer=2, turned="2H").seat == 2
    left = make_state(hands, "", {"leader": "left_of_dealer"}, dealer=2, turned="2H")
    play(left, "3 8C, 1 2C, 2 5C")
    assert left.seat == 3


@pytest.mark.parametrize(
    ("rules", "bid", "tricks", "points"),
    [
        ({"made_bonus": 5}, 3, 3, 8),
        ({"points_per_trick_made": 4}, 3, 3, 22),
        ({"miss_base": 0}, 3, 5, -2),
        ({"miss_base": -6}, 3, 5, 4),
        ({"miss_per_trick": 3}, 3, 5, -16),
        ({"miss_per_trick": 0}, 3, 5, -10),
    ],
)
def test_points(rules: dict[str, int], bid: int, tricks: int, points: int) -> None:
    """OH-25, OH-27: made_bonus, points_per_trick_made, miss_base, miss_per_trick."""
    assert take(bid, tricks, rules) == points


@pytest.mark.parametrize(("threshold", "pants"), [(5, [2]), (4, [2, 3]), (11, [])])
def test_pants_threshold(threshold: int, pants: list[int]) -> None:
    """OH-30: pants_threshold."""
    rules = {"pants_threshold": threshold}
    state = finish_hand(make_state(FIVE, "", rules, dealer=1, turned="2S", bids=[5, 5, 4]))
    assert last_hand(state)["pants"] == pants


def test_first_dealer_of_a_simulation() -> None:
    """OH-A1, OH-6: first_dealer; with random no seat deals more than its share."""
    rules = oh_hell.GAME.resolve_rules(4, {"first_dealer": "random", "max_extra_hands": 0})
    found = totals(cell("oh-hell", 4, ("random",) * 4, rules, seed=5), 4000)
    deals = np.array(by_seat(found, "deals")) / 4000
    assert abs(deals - 19 / 4).max() < 0.05  # six standard errors of sqrt(3)/4/sqrt(4000) = 0.007
    fixed = oh_hell.GAME.resolve_rules(4, {"max_extra_hands": 0})
    found = totals(cell("oh-hell", 4, ("random",) * 4, fixed, seed=5), 10)
    assert by_seat(found, "deals") == [50, 50, 50, 40]


def test_a_deck_may_be_written_down() -> None:
    """OH-8: dealt one by one from the dealer's left; the next card is turned."""
    first = ["2C", "3C", "4C", "5C", "6C", "7C"]
    state = new_state("oh-hell", 3, {"schedule": "up_down"}, deals=[deck(*first)])
    position = state.position()
    assert position["hands"] == [["4C"], ["2C"], ["3C"]]
    assert position["turned"] == "5C"
    bid_all(state, [0, 0, 0])
    assert cards(state) == ["4C"]


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ({"hook": True}, "'bid_mode' of oh-hell must be sequential for hook=true"),
        ({"bid_order": "dealer_first"}, "must be sequential for bid_order=dealer_first"),
        ({"tie_scope": "any", "tie_players": "tied_only"}, "'tie_players' of oh-hell must be all"),
        ({"zero_made": True}, "must be a whole number from -1000 to 1000; got true"),
        ({"hook": 1}, "must be true or false; got 1"),
        ({"pants_threshold": 12}, "must be a whole number from 0 to 11; got 12"),
        ({"max_extra_hands": -1}, "from 0 to 100000"),
        ({"leader": "right"}, "must be dealer or left_of_dealer; got 'right'"),
        ({"jokers": 1}, "oh-hell has no rule 'jokers'"),
    ],
)
def test_rules_that_are_refused(rules: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UserError) as error:
        oh_hell.GAME.resolve_rules(4, rules)
    assert sentence in str(error.value)


@pytest.mark.parametrize(
    ("cards_", "sentence"),
    [
        (["1C"], "deals[0] of oh-hell names a card '1C' that is not one"),
        (["2C", "2C"], "must hold 2C once, in a deck of 52 cards; got 2"),
    ],
)
def test_decks_that_are_refused(cards_: list[str], sentence: str) -> None:
    with pytest.raises(UserError) as error:
        new_state("oh-hell", 3, deals=[deck(*cards_)])
    assert sentence in str(error.value)
