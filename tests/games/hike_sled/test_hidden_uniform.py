"""In hike-sled every deal that fits what a seat knows is as likely as others: by enumeration."""

from collections import Counter
from itertools import permutations

import pytest
from scipy.stats import chisquare

from analyzer import new_state
from support.hike_sled import EMPTY, make_state, play

REDEALS = 4000
ALPHA = 1e-8  # a right program fails this file less than once in a million runs


def assert_uniform(state, seat, fit, world):
    """`fit`: how many deals lead to each value of `world(position)`."""
    seen = Counter()
    for occasion in range(REDEALS):
        other = state.copy()
        assert other.redeal_hidden(seat, occasion)
        seen[world(other.position())] += 1
    assert set(seen) <= set(fit)
    expected = [REDEALS * ways / fit.total() for ways in fit.values()]
    assert chisquare([seen[deal] for deal in fit], expected).pvalue > ALPHA


def hands(words):
    """What seats 1 and 2 hold, but for the huskies that nobody knows."""
    return tuple(
        tuple(sorted(card if card in TOLD else "?" for card in hand)) for hand in words["hands"][:2]
    )


TOLD = ("H9", "H10", "H11", "H12", "equipment", "care")
DECK = [f"H{n}" for n in range(40, 49)]


def swapped(cards, known, *moves):
    """Seats 1 and 2 have swapped huskies of their hands; seat 3 saw what it could."""
    state = make_state(
        [EMPTY, EMPTY, EMPTY],
        cards,
        {"loose": True},
        deck=["Husky swap", *DECK],
        deciding="mentor",
        knowledge={"huskies": known},
    )
    return play(state, "1 use a mentor", "1 swap with seat 2", *moves)


def swaps(first, second, unseen):
    """All that may have come of a swap: `first` and `second` were known in the two hands, which
    had so many hidden cards as well. Returns the hands as sets that `hands` understands."""
    hidden = (first[1], second[1])
    fit = Counter()
    for deal in permutations(unseen, sum(hidden)):
        one, two = [*first[0], *deal[: hidden[0]]], [*second[0], *deal[hidden[0] :]]
        for mine in one:
            for theirs in two:
                if mine[0] == theirs[0] == "H":
                    after = ([*one, theirs], [*two, mine])
                    after[0].remove(mine)
                    after[1].remove(theirs)
                    fit[hands({"hands": after})] += 1
    return fit


def test_of_two_known_huskies_one_has_gone():
    """HS-65: seat 1 had no others, so it cannot hold both."""
    moves = ("1 give from hand H9", "2 give from hand H11")
    state = swapped(["H9 H10", "H11", ""], [["open", "open"], ["hidden"], []], *moves)
    fit = swaps((["H9", "H10"], 0), ([], 1), ["H11", *DECK])
    assert set(fit) == {
        (("?", "H10"), ("H9",)),
        (("?", "H9"), ("H10",)),
        (("H10", "H11"), ("H9",)),
        (("H11", "H9"), ("H10",)),
    }
    assert_uniform(state, 3, fit, hands)


@pytest.mark.parametrize("given", ["H9", "H12"])
def test_known_and_hidden_huskies_together(given):
    """HS-65: the husky that went may be a known one or one of the hidden cards."""
    moves = (f"1 give from hand {given}", "2 give from hand H11")
    known = [["open", "open", "hidden"], ["open"], []]
    state = swapped(["H9 H10 H12 equipment", "H11 care", ""], known, *moves)
    unseen = ["H12", "equipment", "care", *DECK]
    assert_uniform(state, 3, swaps((["H9", "H10"], 2), (["H11"], 1), unseen), hands)


def test_one_that_shows_up_elsewhere_was_the_one_that_went():
    """HS-65: when seat 2 places H9, everybody knows that H10 stayed."""
    moves = ("1 give from hand H9", "2 give from hand H11")
    known = [["open", "open", "hidden"], ["hidden"], []]
    state = swapped(["H9 H10 H12", "H11", ""], known, *moves)
    while state.seat != 2 or not any("H9" in move for move in state.moves()):
        state.play(next((m for m in state.moves() if "no more" in m or "reveal" in m), 0))
    state.play(next(move for move in state.moves() if "H9" in move and "place" in move))
    assert "H10" in state.view(3).known[0]


def test_who_must_give_holds_one_husky_at_least():
    """HS-67: not one husky and then any cards, but any cards with a husky among them."""
    state = make_state(
        [EMPTY, EMPTY, EMPTY],
        ["H9", "H10 equipment care", "H11"],
        {"loose": True},
        deck=["Crazy husky swap", *DECK],
        deciding="mentor",
    )
    play(state, "1 use a mentor")
    unseen = ["H10", "H11", "equipment", "care", *DECK]
    fit = Counter(
        tuple(sorted(card if card in ("equipment", "care") else "?" for card in deal[:3]))
        for deal in permutations(unseen, 4)
        if deal[3][0] == "H" and any(card[0] == "H" for card in deal[:3])
    )
    plain = ("equipment", "care")
    assert_uniform(
        state,
        1,
        fit,
        lambda words: tuple(sorted(c if c in plain else "?" for c in words["hands"][1])),
    )


def test_a_crazy_swap_leaves_each_hand_as_likely_as_it_has_room():
    """HS-67: H9, out of a sled, is in the hand of seat 2 or of seat 3; each got one card."""
    sleds = ["H9 . . . / . . . .", EMPTY, EMPTY]
    for seed in range(20):
        state = make_state(
            sleds,
            ["", "H10 equipment care", "H11"],
            {"loose": True},
            seed,
            deck=["Crazy husky swap", *DECK],
            deciding="mentor",
        )
        play(state, "1 use a mentor")
        play(state, "1 give from sled A", "2 give from hand H10", "3 give from hand H11")
        play(state, "1 spot A")
        if state.position()["sleds"][0][0] != "H9":
            break
    fit = Counter({True: 1, False: 1})
    assert_uniform(state, 1, fit, lambda words: "H9" in words["hands"][1])


def test_a_position_keeps_where_a_husky_was():
    moves = ("1 give from hand H9", "2 give from hand H11")
    state = swapped(["H9 H10", "H11", ""], [["open", "open"], ["hidden"], []], *moves)
    again = new_state(position=state.position())
    assert again.position() == state.position()
    fit = swaps((["H9", "H10"], 0), ([], 1), ["H11", *DECK])
    assert_uniform(again, 3, fit, hands)
