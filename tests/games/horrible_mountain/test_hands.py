"""Horrible Mountain: which of two hands wins a tie, hand against hand, as the oracle tells it."""

import random
from itertools import permutations

import pytest

from oracle import horrible_mountain as oracle
from support.horrible_mountain import CARDS, finished_game

CONTROL = (["white"], ["green"])  # on the third and the fourth slot: the same rank, equal points


def deals(rng: random.Random, n: int):
    """Slots and two hands. Some ranks are much more likely than others, so that hands have pairs,
    threes and fours of different ranks, and whole hands may be equal but for one card."""
    for _ in range(n):
        weight = {rank: rng.random() ** 4 for rank in "23456"}
        deck = sorted(CARDS, key=lambda card: -(rng.random() ** (1 / weight[card[0]])))
        most = rng.choice((1, 3, 5, 5))
        first, second = rng.randint(most // 2, most), rng.randint((most + 1) // 2, most)
        hands = deck[: first + second]
        yield hands[:first], hands[first:], deck[first + second :]


def fours():
    """Four of a kind against four of a kind, for any two ranks, with and without a fifth card."""
    for a, b in permutations("23456", 2):
        deck = [card for card in CARDS if card[0] not in (a, b)]
        one, two = ([card for card in CARDS if card[0] == rank] for rank in (a, b))
        yield one, two, deck
        yield [*one, deck[0]], two, deck[1:]


def slots_of(left: list[str]) -> list[str] | None:
    """Five of the cards left, the third and the fourth of one rank; None if no two are left."""
    for card in left:
        twin = next((other for other in left if other[0] == card[0] and other != card), None)
        if twin:
            rest = [other for other in left if other not in (card, twin)]
            return [*rest[:2], card, twin, rest[2]]
    return None


@pytest.mark.parametrize("short", ["longer_wins", "tie"])
def test_the_better_hand(short: str) -> None:
    """HM-33 to HM-36, HM-39, HM-A4: with equal cubes the better hand wins, or nobody."""
    rules = {"tiebreak_short": short}
    full, found = oracle.resolve(rules), []
    for one, two, left in (*fours(), *deals(random.Random(11), 300)):
        slots = slots_of(left)
        if slots is None:
            continue
        state = finished_game((" ".join(one), " ".join(two)), " ".join(slots), CONTROL, rules)
        better = oracle.better_hand(one, two, full)
        assert state.winners == {1: [1], 0: [], -1: [2]}[better], (one, two)
        found.append((better, oracle.lines_of(one)[0] == oracle.lines_of(two)[0]))
    assert {better for better, same_line in found if same_line} == {1, 0, -1}
    assert sum(same_line for _, same_line in found) > 100
