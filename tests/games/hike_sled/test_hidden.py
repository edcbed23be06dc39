"""What a seat can be sure of in hike-sled survives a redeal, and nothing else does."""

import random
from collections import Counter
from itertools import product

import pytest

from analyzer import new_state
from support.hike_sled import EMPTY, GAME, YOUNG, first, hand_of, make_state, new_game, play, race

REDEALS = 60
TWO = ["S - - - / - - - -", "S - - - / - - - -"]
LONG = " ".join("S" * 30)


def redealt(state, seat):
    for occasion in range(REDEALS):
        other = state.copy()
        assert other.redeal_hidden(seat, occasion)
        yield other.position()


def hands(state, seat, owner):
    """The hands of `owner` in worlds that `seat` cannot tell from the true one."""
    return {tuple(sorted(words["hands"][owner - 1])) for words in redealt(state, seat)}


def test_what_is_hidden_is_mixed():
    """HS-2, HS-4: dealt cards, the deck, landscapes; own cards and all that lies open stay."""
    state = new_game(4, 3)
    before = state.position()
    laid, own = set(), before["hands"][0]
    for words in redealt(state, 1):
        assert words["hands"][0] == own
        assert words["centre"] == before["centre"]
        assert words["landscapes"][0] == before["landscapes"][0]
        laid.add(words["landscapes"][1])
        cards = [*words["deck"], *(card for hand in words["hands"][1:] for card in hand)]
        known = [*before["deck"], *(card for hand in before["hands"][1:] for card in hand)]
        assert Counter(cards) == Counter(known)
    assert len(laid) > 8
    assert len(hands(state, 1, 2)) > REDEALS / 2


def test_a_redeal_depends_on_what_the_seat_knows_alone():
    """From two worlds that a seat cannot tell apart the same chance makes the same world."""
    rng = random.Random(2)
    for loose in (False, True):
        state = new_game(4, 8, loose=loose)
        while not state.over:
            seat = rng.randrange(4) + 1
            other = state.copy()
            other.redeal_hidden(seat, 1)
            for one in (state.copy(), other):
                one.redeal_hidden(seat, 2)
                words = one.position()
                if one is not other:
                    first_words = words
            assert words == first_words
            state.play(rng.randrange(len(state.moves())))


def test_cards_taken_openly_stay_where_they_are():
    """HS-15, HS-17: drafts and lifted huskies."""
    state = make_state(
        ["H9 . . . / . . . .", EMPTY, EMPTY], ["H1 H2", "", ""], centre="H4 equipment"
    )
    play(state, "1 to hand H4")
    play(state, "2 " + first(state, "reveal no more"), "2 to hand equipment")
    for words in redealt(state, 3):
        assert "H4" in words["hands"][0]
        assert words["hands"][1] == ["equipment"]
        assert len(words["hands"][0]) == 3
    assert len(hands(state, 3, 1)) > REDEALS / 2


def test_a_declared_player_holds_no_husky():
    """HS-26: whatever was dealt and not put down is equipment or care."""
    state = make_state([YOUNG, EMPTY], ["equipment care", "H5 H6"], centre="H4")
    play(state, "1 to hand H4", "1 declare")
    found = hands(state, 2, 1)
    assert found == {("care", "care"), ("care", "equipment"), ("equipment", "equipment")}


def far_behind(cards):
    state = race(TWO, LONG, ["", cards], fields=[9, 0], race_day=2, order=[2, 1])
    return play(state, "2 stop", "1 stop")


def test_a_draw_shows_equipment():
    """HS-54: who draws a catch-up card holds no other care."""
    state = far_behind("equipment equipment")
    drawn = hand_of(state, 2)[-1]
    assert hands(state, 1, 2) == {tuple(sorted(["equipment", "equipment", drawn]))}


def test_no_draw_shows_care():
    """HS-54: at least one of two hidden cards."""
    state = far_behind("equipment care")
    assert hands(state, 1, 2) == {("care", "care"), ("care", "equipment")}


def test_a_known_care_card_shows_nothing_more():
    """HS-54: the drafted one explains why nobody draws."""
    words = {"knowledge": {"care": [0, 1]}, "fields": [9, 0], "race_day": 2, "order": [2, 1]}
    state = race(TWO, LONG, ["", "care equipment"], **words)
    play(state, "2 stop", "1 stop")
    assert hands(state, 1, 2) == {("care", "care"), ("care", "equipment")}


def test_a_used_card_ends_the_inference():
    """HS-50, HS-54: when the hidden care is used, the other card may be anything again."""
    state = far_behind("equipment care")
    play(state, "2 use A", "2 care on A", "2 stop")
    assert hands(state, 1, 2) == {("care",), ("equipment",)}


def test_the_care_pile_has_no_order():
    """HS-35: its contents are known."""
    state = race(TWO, LONG)
    piles = {tuple(words["care_pile"]) for words in redealt(state, 1)}
    assert len(piles) > REDEALS / 2
    assert {tuple(sorted(pile)) for pile in piles} == {tuple(sorted(state.position()["care_pile"]))}


# --- loose cards ----------------------------------------------------------------------------------


def loose(card, sleds, cards, seed=0, **rules):
    state = make_state(
        sleds,
        cards,
        {"loose": True, **rules},
        seed,
        deck=[card, "H40", "H41", "H42", "H43", "H44", "H45", "H46", "H47", "H48"],
        deciding="mentor",
    )
    return play(state, "1 use a mentor")


def test_the_removed_card():
    """HS-62: any of those that were not seen."""
    state = new_game(3, 1, loose=True)
    removed = Counter(words["loose"]["removed"] for words in redealt(state, 1))
    assert len(removed) == 4


def test_picks_that_are_not_uncovered():
    """HS-A21, loose_pick: secret ones are picked anew, open ones stay."""
    sleds = ["S S S S / . . . .", "SS SS SS SS / . . . .", EMPTY]
    for rule, least in (("secret", 3), ("open", 1)):
        state = loose("Sled huskies on the loose", sleds, ["", "", ""], loose_pick=rule)
        play(state, "1 lose from sled B")
        picks = {words["loose"]["picks"][0] for words in redealt(state, 2)}
        assert len(picks) >= least
        assert (len(picks) == 1) == (rule == "open")
        own = {words["loose"]["picks"][0] for words in redealt(state, 1)}
        assert own == {"B"}


def swapped(**rules):
    """Seats 1 and 2 have exchanged hand cards; everybody knew H9 and H10."""
    state = loose("Husky swap", [EMPTY, EMPTY, EMPTY], ["H9", "H10", "care"], **rules)
    return play(state, "1 swap with seat 2", "1 give from hand H9", "2 give from hand H10")


def test_a_secret_exchange_is_known_to_two():
    """HS-65: each of them knows what the other got."""
    state = swapped()
    assert hands(state, 1, 2) == {("H9",)}
    assert hands(state, 2, 1) == {("H10",)}
    third = hands(state, 3, 1)
    assert len(third) >= 8  # nearly all of the eleven that are unseen
    assert all(card.startswith(("H", "young")) for (card,) in third)  # a husky it is


def test_an_open_exchange_is_known_to_all():
    """HS-A21: loose_pick."""
    state = swapped(loose_pick="open")
    assert hands(state, 3, 1) == {("H10",)}
    assert hands(state, 3, 2) == {("H9",)}


def test_known_cards_that_may_have_gone():
    """HS-65: a husky drafted openly may have been the one given away; it is in one of two hands."""
    state = make_state(
        [EMPTY, EMPTY, EMPTY],
        ["H9 H10", "H11", ""],
        {"loose": True},
        deck=["Husky swap", *(f"H{n}" for n in range(30, 49))],
        deciding="mentor",
        knowledge={"huskies": [["open", "open"], ["hidden"], []]},
    )
    play(state, "1 use a mentor", "1 swap with seat 2")
    play(state, "1 give from hand H9", "2 give from hand H11")
    places = Counter()
    for words in redealt(state, 3):
        both = words["hands"][0] + words["hands"][1]
        assert {"H9", "H10"} <= set(both)
        places["H9" in words["hands"][0]] += 1
    assert len(places) == 2


def test_who_has_no_husky_has_shown_it():
    """HS-65, HS-67: no exchange, or no part in a crazy swap."""
    state = loose("Husky swap", [EMPTY, EMPTY, EMPTY], ["H9", "equipment care", ""])
    play(state, "1 swap with seat 2")
    for hand in hands(state, 3, 2):
        assert set(hand) <= {"equipment", "care"}
    state = loose("Crazy husky swap", [EMPTY, EMPTY, EMPTY], ["H9", "equipment care", "H10"])
    play(state, "1 give from hand H9", "3 give from hand H10")
    for hand in hands(state, 1, 2):
        assert set(hand) <= {"equipment", "care"}


def test_a_crazy_swap_mixes_what_was_seen():
    """HS-67: a husky out of a sled is in one of the hands that got a card, or in the own one."""
    sleds = ["H4 . . . / . . . .", EMPTY, EMPTY]
    mixed = 0
    for seed in range(10):
        state = loose("Crazy husky swap", sleds, ["", "H9", "H10"], seed)
        play(state, "1 give from sled A", "2 give from hand H9", "3 give from hand H10")
        play(state, "1 spot A")
        if state.position()["sleds"][0][0] == "H4":
            continue
        mixed += 1
        where = Counter()
        for words in redealt(state, 1):
            assert ("H4" in words["hands"][1]) != ("H4" in words["hands"][2])
            where["H4" in words["hands"][1]] += 1
        assert len(where) == 2
    assert mixed > 2


def test_play_goes_on_in_every_world():
    """Whoever is to move, also if somebody else's cards are redealt in the middle of a turn."""
    rng = random.Random(4)
    for seed in range(12):
        state = new_game(4, seed, loose=True, early_reveal=4, loose_place="may")
        while not state.over:
            seat = rng.randrange(4) + 1
            other = state.copy()
            assert other.redeal_hidden(seat, 5)
            assert other.moves()
            assert other.view(seat) == state.view(seat)
            if seat == state.seat:
                assert other.moves() == state.moves()
            state.play(rng.randrange(len(state.moves())))


def test_a_position_keeps_what_is_known():
    """HS-65: through a position, too."""
    state = swapped()
    again = new_state(position=state.position())
    assert hands(again, 1, 2) == {("H9",)}
    assert len(hands(again, 3, 1)) >= 8
    assert new_state(GAME, players=2, position={"hands": [[], []]}).view(1).known == [[], []]


@pytest.mark.parametrize("pick", ["secret", "open"])
@pytest.mark.parametrize("place", ["must", "may"])
def test_nobody_rules_out_what_is_so(place, pick):
    """What others know of a hand never excludes that a husky is where it is."""
    rules, asked = {"loose": True, "loose_place": place, "loose_pick": pick}, 0
    for seed in range(12):
        rng = random.Random(seed)
        stepper = new_state("hike-sled", 4, rules=rules, seed=seed)._stepper
        while moves := stepper.moves():
            raw = stepper.describe()
            hands = [(seat, card) for seat, hand in enumerate(raw["huskies"]) for card in hand]
            for observer, (seat, card) in product(range(4), hands):
                assert observer == seat or raw["may"][card][observer] >> seat & 1, (observer, raw)
            asked += len(hands)
            stepper.apply(rng.choice(moves))
    assert asked > 10_000
