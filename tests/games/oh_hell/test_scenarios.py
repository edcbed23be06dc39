"""The scenarios OH-T1 to OH-T21 (the numbers have gaps)."""

from math import sqrt

import numpy as np
import pytest

from analyzer import new_state
from analyzer.errors import UserError
from analyzer.games import oh_hell
from support.oh_hell import NONE, bid_all, bidding, cards, finish_hand, last_hand, make_state, play
from support.oh_hell_hands import SIZES, hands_of, take
from support.playouts import by_seat, cell, totals

SIZES |= {4: SIZES[3], 5: SIZES[3]}
SIGMAS = 6.0  # 2e-9, two-sided
# One card each: the chance that the dealer takes the trick, and that one given other seat does.
ONE_CARD = {
    3: 31303 / 62475,
    4: 7699 / 20825,
    5: 550539 / 1957550,
    6: 425786 / 1929585,
    7: 24093929 / 135070950,
}


@pytest.mark.parametrize("players", SIZES)
def test_t1_schedule(players: int) -> None:
    """OH-T1: OH-1, OH-3, OH-4."""
    hands = hands_of(players, max_extra_hands=0)
    assert [hand["cards"] for hand in hands] == SIZES[players]
    most = SIZES[players][0]
    assert sum(hand["cards"] for hand in hands) == most * most + most - 1
    for hand in hands:
        assert [len(held) for held in hand["hands"]] == [hand["cards"]] * players


def test_t2_dealers() -> None:
    """OH-T2: OH-7; the deal goes on to the left, from any seat."""
    for first in range(4):
        position = hands_of(4)[0] | {"dealer": first + 1, "turn": first + 1}
        state = new_state("oh-hell", position=position)
        dealers = []
        while not state.over and state.position()["hand"] <= 19:
            if len(dealers) < state.position()["hand"]:
                dealers.append(state.position()["dealer"])
            state.play(0)
        assert dealers == [(first + number) % 4 + 1 for number in range(19)]
        assert dealers[9] == (first + 9) % 4 + 1


@pytest.mark.parametrize(("players", "left"), [(3, 22), (4, 12), (5, 2), (6, 4), (7, 3)])
def test_t3_stock(players: int, left: int) -> None:
    """OH-T3: OH-2, OH-5, OH-8, OH-9; the turned card is one of those left, and nobody's."""
    first, *_, single = hands_of(players)[: SIZES[players][0]]
    assert 52 - sum(map(len, first["hands"])) == left
    assert 52 - sum(map(len, single["hands"])) == 52 - players
    for position in (first, single):
        held = [card for hand in position["hands"] for card in hand]
        assert position["turned"] not in held
        assert len(set(held)) == len(held)


def test_t4_plain_trick() -> None:
    """OH-T4: OH-17, OH-19, OH-22, OH-23."""
    state = make_state("2C 3C | 9C 4C | KC 5C | AS 6S", dealer=2, turned="2H")
    play(state, "2 9C, 3 KC, 4 AS, 1 2C")
    assert state.position()["tricks"] == [0, 0, 1, 0]
    assert state.seat == 3


def test_t6_trump_led() -> None:
    """OH-T6: OH-10, OH-22; suit led and trump coincide."""
    state = make_state("AD 3D | 2S 4D | 4S 5D", dealer=3, turned="9S")
    play(state, "3 4S, 1 AD, 2 2S")
    assert state.position()["tricks"] == [0, 0, 1]


@pytest.mark.parametrize(
    ("led", "legal"),
    [
        ("5C", ["2C", "KC"]),
        ("5S", ["2C", "KC", "AD", "9H"]),
        ("5H", ["9H"]),
        ("5D", ["AD"]),
    ],
)
def test_t8_legal_cards(led: str, legal: list[str]) -> None:
    """OH-T8: OH-20, OH-21."""
    state = make_state(f"{led} 2S 3S 4S | KC 2C 9H AD | 6S 7S 8S 9S", dealer=1, turned="2H")
    assert cards(play(state, f"1 {led}")) == legal


def test_t8_leading() -> None:
    """OH-T8: OH-18; any card may be led to the very first trick, trump too."""
    state = make_state("KC 2C 9H AD | 2S 3S 4S 5S | 6S 7S 8S 9S", dealer=1, turned="2H")
    assert cards(state) == ["2C", "KC", "AD", "9H"]


@pytest.mark.parametrize(
    ("bid", "tricks", "points"),
    [
        *((0, 0, 10), (0, 1, -11), (0, 3, -13), (1, 1, 11), (1, 0, -11), (3, 3, 13), (3, 2, -11)),
        *((3, 5, -12), (5, 5, 15), (5, 4, -11), (10, 10, 20), (10, 0, -20), (0, 10, -20)),
    ],
)
def test_t10_score_table(bid: int, tricks: int, points: int) -> None:
    """OH-T10: OH-25, OH-26, OH-27, OH-28."""
    assert take(bid, tricks) == points


def test_t11_one_card_and_all_bid_one() -> None:
    """OH-T11: OH-10, OH-14, OH-22, OH-27."""
    hands = "AH | 9D | 2C | KD | 8D"
    state = bidding(hands, {"schedule": "down_only"}, dealer=5, turned="3C", points=[50] * 5)
    bid_all(state, [1] * 5)
    play(state, "5 8D, 1 AH, 2 9D, 3 2C, 4 KD")
    assert last_hand(state)["points"] == [-11, -11, 11, -11, -11]
    assert state.scores == [39, 39, 61, 39, 39]


@pytest.mark.parametrize("bids", [[1, 1, 1, 0], [0, 0, 0, 0], [3, 3, 3, 3]])
def test_t12_any_sum_of_bids(bids: list[int]) -> None:
    """OH-T12: OH-12, OH-14, OH-16."""
    state = bidding("2C 3C 4C | 5C 6C 7C | 8C 9C TC | JC QC KC", turned="2H")
    bid_all(state, bids)
    assert state.position()["bids"] == bids
    assert state.view(1).bids == bids


def test_t12_hook() -> None:
    """OH-T12: OH-14; with hook the last bidder may not make the sum equal to the cards."""
    hands = "2C 3C 4C | 5C 6C 7C | 8C 9C TC | JC QC KC"
    rules = {"bid_mode": "sequential", "hook": True}
    state = bidding(hands, rules, turned="2H", dealer=4)
    play(state, "1 bid 1, 2 bid 1, 3 bid 1")
    assert state.moves() == ["bid 1", "bid 2", "bid 3"]


@pytest.mark.parametrize(("scope", "over"), [("first", True), ("any", False)])
def test_t15_tie_below_first_place(scope: str, over: bool) -> None:
    """OH-T15: OH-33, OH-34, OH-A5: tie_scope."""
    rules = {"schedule": "down_only", "tie_scope": scope}
    state = make_state(
        "AC | 2D | 3D", "", rules, dealer=1, turned="2H", bids=[1, 0, 0], points=[79, 60, 60]
    )
    play(state, "1 AC, 2 2D, 3 3D")
    assert state.scores == [90, 70, 70]
    assert state.over == over
    assert state.winners == ([1] if over else [])


@pytest.mark.parametrize(
    ("players", "bound", "zeros"),
    [(3, 299, 190), (4, 299, 190), (5, 299, 190), (6, 221, 150), (7, 185, 130)],
)
def test_t16_bounds(players: int, bound: int, zeros: int) -> None:
    """OH-T16: OH-29; totals are sums over the hands, and may be negative."""
    rules = oh_hell.GAME.resolve_rules(players, {"max_extra_hands": 0})
    policies = ("random",) * players
    found = totals(cell("oh-hell", players, policies, rules), 2000)
    scores = [score for histogram in found.score_histograms for score in histogram]
    assert -bound <= min(scores) < 0 < max(scores) + bound <= 2 * bound
    always = {"zero_bid_pays_always": True, "max_extra_hands": 0}
    state = new_state("oh-hell", players, always, seed=1)
    while not state.over:
        state.play(0)  # the first bid is zero
    assert state.scores == [zeros] * players


@pytest.mark.parametrize("players", ONE_CARD)
def test_t17_chances_with_one_card(players: int) -> None:
    """OH-T17: OH-2, OH-5, OH-8, OH-22; who bids zero makes it unless the trick is taken."""
    n = 60_000
    rules = oh_hell.GAME.resolve_rules(players, {"schedule": "down_only", "max_extra_hands": 0})
    found = totals(cell("oh-hell", players, ("zero",) * players, rules, seed=17), n)
    taken = n - np.array(by_seat(found, "made_1"))
    assert taken.sum() == n
    dealer = (SIZES[players][0] - 1) % players
    for seat in range(players):
        leader = ONE_CARD[players]
        chance = leader if seat == dealer else (1 - leader) / (players - 1)
        error = sqrt(chance * (1 - chance) / n)
        assert abs(taken[seat] / n - chance) < SIGMAS * error, f"seat {seat + 1}"


@pytest.mark.parametrize("players", SIZES)
def test_t18_conservation(players: int) -> None:
    """OH-T18: OH-24; tricks add up to the cards, so that any other sum of bids means a miss."""
    state = new_state("oh-hell", players, seed=18)
    hand = 1
    while not state.over:
        state.play(len(state.moves()) // 2)
        if state.over or state.position()["hand"] > hand:
            hand += 1
            done = last_hand(state)
            assert sum(done["tricks"]) == done["cards"]
            if sum(done["bids"]) != done["cards"]:
                assert done["bids"] != done["tricks"]


def test_t20_follow_duty_beats_interest() -> None:
    """OH-T20: OH-20; a bid of zero is no excuse."""
    state = make_state("2H 3H | AH 2C | 4H 5H", "1 2H", dealer=1, turned="2S")
    assert cards(state) == ["AH"]


@pytest.mark.parametrize("players", [2, 8])
def test_t21_player_counts(players: int) -> None:
    """OH-T21: OH-1."""
    with pytest.raises(UserError, match="from 3 to 7"):
        new_state("oh-hell", players)
    with pytest.raises(UserError, match="from 3 to 7"):
        oh_hell.GAME.resolve_rules(players, {})


def test_simultaneous_bids_are_hidden() -> None:
    """OH-11, OH-13, OH-15: a bidder sees the own hand, trump and who leads, but no bid."""
    state = bidding("2C 3C | 5C 6C | 8C 9C", turned="2H", dealer=2)
    play(state, "2 bid 1, 3 bid 2")
    assert state.view(1).bids == [None, None, None]
    assert state.view(3).bids == [None, None, 2]
    assert (state.view(1).trump, state.view(1).turned, state.view(1).dealer) == ("H", "2H", 2)
    play(state, "1 bid 0")
    assert state.view(1).bids == [0, 1, 2]
    assert state.seat == 2


def test_pants() -> None:
    """OH-30, OH-31, OH-32: a bid of five that is missed, once per player, and no point."""
    hands = "AS KS QS JS TS | 2C 3C 4C 5C 6C | 2D 3D 4D 5D 6D"
    made = finish_hand(make_state(hands, dealer=1, turned="2S", bids=[5, 0, 0]))
    assert last_hand(made)["pants"] == []
    missed = finish_hand(make_state(hands, dealer=1, turned="2S", bids=[5, 5, 4]))
    assert last_hand(missed)["pants"] == [2]
    assert last_hand(missed)["points"] == [15, -15, -14]
    assert missed.position()["pants_used"] == [2]
    again = make_state(hands, dealer=1, turned="2S", bids=[5, 5, 4], pants_used=[2])
    assert last_hand(finish_hand(again))["pants"] == []
    assert missed.counters["seats"][1]["pants"] == 1


def test_extra_hands_until_one_leads_alone() -> None:
    """OH-34, OH-35, OH-36: everybody plays on, and a player who was not tied may win."""
    rules = {"schedule": "down_only"}
    state = make_state("AC | KC | 2D", "", rules, dealer=1, turned="2H", points=[0, 0, -1])
    play(state, "1 AC, 2 KC, 3 2D")
    assert state.scores == [-11, 10, 9]
    assert state.winners == [2]
    tied = make_state(
        "AC | KC | 2D", "", rules, dealer=1, turned="2H", bids=[1, 0, 0], points=[0, 1, -19]
    )
    play(tied, "1 AC, 2 KC, 3 2D")
    assert tied.scores == [11, 11, -9]
    assert not tied.over
    position = tied.position()
    assert (position["hand"], position["cards"], position["taking_part"]) == (11, 1, [1, 2, 3])
    third = make_state(
        "AC | KC | 2D",
        "",
        rules,
        hand=11,
        dealer=1,
        turned="2H",
        bids=[0, 1, 0],
        points=[11, 11, 0],
    )
    play(third, "1 AC, 2 KC, 3 2D")
    assert third.scores == [0, 0, 10]
    assert third.winners == [3]


def test_bids_are_written_down_and_public() -> None:
    """OH-16, OH-37: what is on the score sheet can be seen by all; nothing else has an effect."""
    hands = "AS KS QS JS TS | 2C 3C 4C 5C 6C | 2D 3D 4D 5D 6D"
    state = finish_hand(make_state(hands, dealer=1, turned="2S", bids=[5, 1, 0], points=[7, 8, 9]))
    for seat in (1, 2, 3):
        seen = state.view(seat)
        assert seen.last_hand["bids"] == [5, 1, 0]
        assert seen.points == [22, -3, 19]


def test_first_dealer() -> None:
    """OH-6, OH-A1: first_dealer; seat 1, or each as likely as the others."""
    drawn = [
        new_state("oh-hell", 5, {"first_dealer": "random"}, seed=2, index=index).position()
        for index in range(2000)
    ]
    assert {position["dealer"] for position in drawn} == {1, 2, 3, 4, 5}
    expected, error = 400, sqrt(2000 * 0.2 * 0.8)
    for seat in range(1, 6):
        count = sum(position["dealer"] == seat for position in drawn)
        assert abs(count - expected) < SIGMAS * error
    for index in range(20):
        usual = new_state("oh-hell", 5, seed=2, index=index).position()
        assert usual["dealer"] == 1
        assert usual["bids"] == [NONE] * 5
