"""Chances of hide-n-seek that mathematics knows: out of the compiled dice, and in the tables of
`expert`. Statistical limits are five standard deviations, less than once in a million."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, sqrt

import pytest

from analyzer import new_state
from analyzer._core.policies.hide_n_seek.chances import chance
from support.hide_n_seek import play, rolls

ODDS = {  # HN-T31: rolls -> chance of at least 2, 3, 4 dice of one face, kept
    1: (0.263224, 0.062286, 0.008702),
    2: (0.591750, 0.266047, 0.074968),
    3: (0.798372, 0.499771, 0.209929),
}
ONE = 2**40


def tail(n, k, p):
    return sum(comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(k, n + 1))


@pytest.mark.parametrize("rolls_left", [1, 2, 3])
def test_t31_odds_anchor(rolls_left):
    """HN-T31: HN-12, HN-13, HN-14: each die has shown the face with 1 - (5/6)^r."""
    p = 1 - Fraction(5, 6) ** rolls_left
    for missing, printed in zip((2, 3, 4), ODDS[rolls_left], strict=True):
        exact = tail(6, missing, p)
        assert float(exact) == pytest.approx(printed, abs=5e-7)
        assert abs(chance(6, (missing, missing), None, 6, rolls_left) - exact * ONE) <= rolls_left


N = 3000
ROW = ["card 35", "card 25", "card 33", "card 27"]  # four sixes, ones, fives, twos


def collected(seed):
    """How many sixes a seat has laid on card 35 after each of three rolls, keeping hits."""
    position = {"game": "hide-n-seek", "hands": [[], []], "row": ROW, "seed": seed}
    state = new_state(position=position)
    laid = []
    for _ in range(3):
        state.play("roll")
        while "lay 6 on card 35" in state.moves():
            state.play("lay 6 on card 35")
        laid.append(4 if "card 35" in state.view(1).hand else len(state.view(1).dice[0][0]))
        if laid[-1] == 4 or state.seat != 1:
            return laid + [laid[-1]] * (3 - len(laid))
    return laid


def test_t31_out_of_the_compiled_dice():
    """HN-T31: HN-12, HN-18; every turn of every seed is another luck."""
    found = [collected(seed) for seed in range(N)]
    for number in range(3):
        for wanted, p in zip((2, 3, 4), ODDS[number + 1], strict=True):
            hits = sum(laid[number] >= wanted for laid in found)
            assert abs(hits - N * p) < 5 * sqrt(N * p * (1 - p)) + 1


def test_t19_out_of_the_compiled_dice():
    """HN-T19: HN-15, HN-21: two cards lack one die each, two dice are left: a match with 20/36, two
    with 2/36."""
    row = ["card 13", "card 15", "card 33", "card 35"]
    dice = [[[1, 1], [2, 2], [], []], [[], [], [], []]]
    position = {"game": "hide-n-seek", "hands": [[], []], "row": row, "dice": dice}
    one = both = 0
    for seed in range(N):
        state = play(new_state(position=position | {"seed": seed}), "1 roll")
        fits = [
            f"lay {face} on {card}" in state.moves() for face, card in ((1, row[0]), (2, row[1]))
        ]
        one, both = one + any(fits), both + all(fits)
    for hits, p in ((one, 20 / 36), (both, 2 / 36)):
        assert abs(hits - N * p) < 5 * sqrt(N * p * (1 - p))
    assert abs(chance(6, (3, 1), (3, 1), 2, 1) - Fraction(11, 36) * ONE) <= 1


def test_a_roll_is_uniform_and_keyed_by_its_meaning():
    """HN-12: all faces alike; a play before the roll, or a die less, leaves the luck as it is."""
    counts = [0] * 6
    for seed in range(600):
        state = play(new_state("hide-n-seek", 2, seed=seed), "1 roll")
        for face in state.view(1).rolled:
            counts[face - 1] += 1
    assert sum((n - 600) ** 2 / 600 for n in counts) < 38, "chi-square, 5 degrees, below 1e-6"
    row = ["card 35", "card 25", "card 33", "card 27"]
    usual = {"game": "hide-n-seek", "hands": [["card 1"], []], "row": row, "seed": 8}
    first = play(new_state(position=usual), "1 roll").view(1).rolled
    later = play(new_state(position=usual), "1 play MOVE2 of card 1, 1 steps 0 0 2, 1 roll")
    assert later.view(1).rolled == first
    fewer = new_state(position=usual | {"dice": [[[6], [1], [], []], [[], [], [], []]]})
    rest = play(fewer, "1 roll").view(1).rolled
    assert len(rest) == 4
    assert all(rest.count(face) <= first.count(face) for face in rest)


def test_scripted_rolls_are_those_written_down():
    """HN-12: the first faces for fewer dice."""
    dice = [[[6, 6], [], [], []], [[], [], [], []]]
    position = {"game": "hide-n-seek", "hands": [[], []], "row": ROW, "dice": dice}
    state = new_state(position=position, deals=rolls("1 2 3 4 5 6"))
    assert play(state, "1 roll").view(1).rolled == [1, 2, 3, 4]


# --- the tables of `expert` -----------------------------------------------------------------------


@cache
def enumerated(faces, cards, free, left):
    """Chance to complete the first of the cards, (asks, missing) each: every outcome of every roll,
    dice laid wherever they fit, those of a completed card rolled again."""
    if cards[0][1] == 0:
        return Fraction(1)
    if left == 0 or free == 0:
        return Fraction(0)
    total = Fraction(0)
    for outcome in product(range(faces), repeat=free):
        after, rest = [], free
        for face, (asks, missing) in enumerate(cards):
            hits = min(outcome.count(face), missing)
            rest -= hits
            if missing and hits == missing:
                rest += asks
            after.append((asks, missing - hits))
        total += enumerated(faces, tuple(after), rest, left - 1)
    return total / faces**free


PAIRS = [
    (6, (2, 1), (3, 1), 3), (6, (2, 2), (3, 2), 2), (6, (3, 2), (2, 1), 3), (6, (4, 2), (4, 4), 4),
    (6, (4, 1), (2, 2), 1), (4, (3, 3), (2, 1), 3), (2, (2, 2), (4, 3), 3), (3, (5, 4), (1, 1), 4),
    (6, (4, 4), (3, 3), 5), (6, (2, 1), (2, 1), 4),
]  # fmt: skip


@pytest.mark.parametrize(("faces", "card", "other", "free"), PAIRS)
def test_chances_equal_enumeration(faces, card, other, free):
    """HN-13, HN-15, HN-18, HN-21: one card and two, as many rolls as can be counted out."""
    for left in (1, 2, 3):
        if faces ** (free * left) > 10**7 and left == 3:
            continue
        for cards in ((card, other), (other, card)):
            exact = enumerated(faces, cards, free, left)
            assert abs(chance(faces, *cards, free, left) - exact * ONE) <= left
        alone = enumerated(faces, (card,), free, left)
        assert abs(chance(faces, card, None, free, left) - alone * ONE) <= left


@cache
def rounded(faces, cards, free, left):
    """The same in whole numbers of 2^-40, each roll rounded once, halves up."""
    if cards[0][1] == 0:
        return ONE
    if left == 0:
        return 0
    total = 0
    for outcome in product(range(faces), repeat=free):
        after, rest = [], free
        for face, (asks, missing) in enumerate(cards):
            hits = min(outcome.count(face), missing)
            rest += asks - hits if missing and hits == missing else -hits
            after.append((asks, missing - hits))
        total += rounded(faces, tuple(after), rest, left - 1)
    return (total + faces**free // 2) // faces**free


@pytest.mark.parametrize(("faces", "card", "other", "free"), PAIRS)
def test_chances_are_rounded_once_a_roll(faces, card, other, free):
    """So that `expert` chooses the same on every machine: to the last unit."""
    for left in (1, 2):
        for cards in ((card, other), (other, card)):
            assert chance(faces, *cards, free, left) == rounded(faces, cards, free, left)
        assert chance(faces, card, None, free, left) == rounded(faces, (card,), free, left)


def test_one_card_alone_is_a_binomial():
    """HN-14: any faces, dice and rolls."""
    for faces, missing, free, left in product((2, 4, 6), (1, 3, 5), (0, 4, 8), (0, 1, 6)):
        p = 1 - Fraction(faces - 1, faces) ** left
        exact = tail(free, missing, p)
        assert abs(chance(faces, (missing, missing), None, free, left) - exact * ONE) <= left + 1
