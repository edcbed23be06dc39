"""The module Husky on the loose: what the four cards do, and to whom."""

from collections import Counter

import pytest

from analyzer import new_state
from support.hike_sled import EMPTY, GAME, YOUNG, first, hand_of, new_game, play
from support.hike_sled_loose import revealing

LOOSE = ("Husky swap", "Husky runaways", "Crazy husky swap", "Sled huskies on the loose")


def test_three_of_four_are_in_the_deck():
    """HS-62: one is removed unseen, and none is dealt."""
    removed = Counter()
    for seed in range(60):
        words = new_game(3, seed, loose=True, early_reveal=0).position()
        there = [card for card in words["deck"] if card in LOOSE]
        assert len(there) == 3
        assert len(words["deck"]) == 66 + 3
        removed[words["loose"]["removed"]] += 1
        assert set(there) | {words["loose"]["removed"]} == set(LOOSE)
    assert len(removed) == 4


def test_the_74_cards_keep_their_order():
    """HS-62: with and without the module the same cards come in the same order."""
    plain, loose = (new_game(3, 5, loose=on, early_reveal=0).position() for on in (False, True))
    assert [card for card in loose["deck"] if card not in LOOSE] == plain["deck"]
    assert loose["hands"] == plain["hands"]


def test_a_loose_card_counts_for_nothing():
    """HS-63: it leaves the game, and the next card is revealed in its place."""
    state = revealing("Husky runaways", [EMPTY, EMPTY])
    words = state.position()
    assert words["loose"]["met"] == ["Husky runaways"]
    assert words["centre"] == ["H48"]
    assert words["deciding"] == "action"
    assert state.counters["game"]["loose_runaways"] == 1


def test_a_loose_card_at_the_end_of_the_deck():
    """HS-63: nothing takes its place if there is nothing left."""
    state = revealing("Husky runaways", [EMPTY, EMPTY], deck=[])
    assert state.position()["centre"] == []
    assert state.moves() == ["pass"]


def test_nobody_to_swap_with():
    """HS-63, HS-64, HS-65: seat 2 has declared: nothing happens, and one more card is revealed."""
    state = revealing("Husky swap", [EMPTY, YOUNG], ["H1", ""], declared=[0, 1])
    assert state.position()["deciding"] == "action"
    assert state.position()["centre"] == ["H48"]


def test_husky_swap_from_sled_and_hand():
    """HS-65: who gave from the sled places what comes, on any free spot; the other takes it to
    hand."""
    state = revealing("Husky swap", ["H4 - . . / . . . .", EMPTY, EMPTY], ["", "H9", ""])
    assert state.moves() == ["swap with seat 2", "swap with seat 3"]
    play(state, "1 swap with seat 2")
    assert state.moves() == ["give from sled A", "give from sled B"]
    play(state, "1 give from sled A")
    assert state.moves() == ["give from hand H9"]
    play(state, "2 give from hand H9")
    assert state.seat == 1
    assert state.moves() == [f"spot {spot}" for spot in "ACDEFGH"]
    play(state, "1 spot D")
    assert state.position()["sleds"][0][3] == "H9"
    assert hand_of(state, 2) == ["H4"]
    assert (state.seat, state.position()["centre"]) == (1, ["H48"])


def test_husky_swap_from_hand_to_hand():
    """HS-65."""
    state = revealing("Husky swap", [EMPTY, EMPTY], ["H4", "H9 care"])
    play(state, "1 swap with seat 2", "1 give from hand H4", "2 give from hand H9")
    assert hand_of(state, 1) == ["H9"]
    assert hand_of(state, 2) == ["H4", "care"]


def test_a_card_that_fits_nowhere_goes_to_hand():
    """HS-65: H22 is blue all around, and the only free spot asks for red; everybody sees it."""
    words = {
        "players": 3,
        "sleds": [["", ""], ["H1", "H33"], ["", ""]],
        "hands": [["H22"], [], []],
        "deck": ["Husky swap", "H48", "H47"],
        "deciding": "mentor",
    }
    state = new_state(GAME, rules={"loose": True, "columns": 1}, position=words)
    play(state, "1 use a mentor", "1 swap with seat 2", "1 give from hand H22")
    play(state, "2 give from sled A")
    assert (state.seat, state.position()["deciding"]) == (1, "mentor")  # the reveal goes on
    assert hand_of(state, 2) == ["H22"]
    assert state.view(3).known[1] == ["H22"]
    assert hand_of(state, 1) == ["H1"]


def test_nothing_happens_without_a_husky():
    """HS-65: the one named may have none; so may the revealer."""
    state = revealing("Husky swap", [EMPTY, EMPTY], ["H4", "care"])
    play(state, "1 swap with seat 2")
    assert state.position()["deciding"] == "action"
    assert hand_of(state, 1) == ["H4"]
    state = revealing("Husky swap", [EMPTY, EMPTY], ["care", "H4"])
    play(state, "1 swap with seat 2")
    assert state.position()["deciding"] == "action"


def test_runaways():
    """HS-66: with one husky in the centre only that one leaves, and nothing else."""
    state = revealing("Husky runaways", [EMPTY, EMPTY], centre="H4 equipment care")
    assert state.moves() == ["run away H4"]
    play(state, "1 run away H4")
    words = state.position()
    assert words["centre"] == ["H48", "equipment", "care"]
    assert words["gone"] == ["H4"]


def test_two_runaways():
    """HS-66: youngsters are huskies."""
    state = revealing("Husky runaways", [EMPTY, EMPTY], centre="H4 H9 young young")
    assert state.moves() == ["run away H4", "run away H9", "run away youngster"]
    play(state, "1 run away youngster")
    assert state.moves() == ["run away H4", "run away H9", "run away youngster"]
    play(state, "1 run away H9")
    assert state.position()["gone"] == ["H9", "youngster"]


def crazy(seed):
    """Four players; seat 3 has declared, seat 4 has no husky."""
    sleds = [EMPTY, EMPTY, YOUNG, EMPTY]
    hands = ["H4", "H9", "", "equipment"]
    return revealing("Crazy husky swap", sleds, hands, declared=[0, 0, 1, 0], seed=seed, centre="")


def test_crazy_swap_takes_those_who_can():
    """HS-64, HS-67: two cards, dealt back to the two."""
    state = play(crazy(0), "1 give from hand H4", "2 give from hand H9")
    assert sorted(hand_of(state, 1) + hand_of(state, 2)) == ["H4", "H9"]
    assert hand_of(state, 4) == ["equipment"]
    assert state.counters["game"]["loose_crazy"] == 1


def test_crazy_swap_gives_the_own_card_back_half_of_the_time():
    """HS-67: 400 trials; five standard errors are 50."""
    own = sum(
        hand_of(play(crazy(seed), "1 give from hand H4", "2 give from hand H9")) == ["H4"]
        for seed in range(400)
    )
    assert abs(own - 200) <= 50


def test_a_single_participant_gets_the_own_card_back():
    """HS-67: and may place it anew."""
    state = revealing("Crazy husky swap", ["H4 . . . / . . . .", EMPTY])
    play(state, "1 give from sled A")
    assert state.moves() == [f"spot {spot}" for spot in "ABCDEFGH"]
    play(state, "1 spot H")
    assert state.position()["sleds"][0] == [""] * 7 + ["H4"]


def test_sled_huskies():
    """HS-64, HS-68: 5, 0 and 2 become 4, 0 and 1; a declared player keeps all."""
    sleds = ["S S S S / S . . .", EMPTY, "SS SS . . / . . . .", YOUNG]
    state = revealing("Sled huskies on the loose", sleds, declared=[0, 0, 0, 1])
    play(state, "1 lose from sled B", "3 lose from sled A")
    words = state.position()
    assert [sum(card != "" for card in sled) for sled in words["sleds"]] == [4, 0, 1, 8]
    assert words["sleds"][0][1] == ""
    assert len(words["gone"]) == 2


def test_picks_are_uncovered_together():
    """HS-68: nobody's spot is free before all have picked."""
    sleds = ["S . . . / . . . .", "SS . . . / . . . ."]
    state = revealing("Sled huskies on the loose", sleds)
    play(state, "1 lose from sled A")
    assert state.position()["sleds"][0][0] != ""
    play(state, "2 lose from sled A")
    assert state.position()["sleds"][0][0] == ""


@pytest.mark.parametrize("players", range(2, 7))
def test_play_goes_on_where_it_stopped(players):
    """HS-63: whatever happens, the player whose turn it was reveals as many cards as without."""
    rules = {"loose": True, "late_reveal": 3, "early_reveal": 3, "mentors": 0}
    state = new_state(GAME, players=players, rules=rules, seed=players)
    while not state.position()["racers"] and not state.over:
        before = state.position()
        state.play(first(state, "to hand", "no bonus", "wait", "give", "swap with", "spot", ""))
        after = state.position()
        if after["player"] != before["player"] and not after["loose"].get("card"):
            cards = before["deck"][: len(before["deck"]) - len(after["deck"])]
            plain = [card for card in cards if card not in LOOSE]
            assert len(plain) == min(3, len([c for c in before["deck"] if c not in LOOSE]))
