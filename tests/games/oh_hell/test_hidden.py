"""What a seat can know of oh-hell survives a redeal; what it cannot know is dealt anew."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from math import sqrt
from typing import Any

import pytest

from analyzer import new_state
from analyzer.games.oh_hell.words import CODES
from analyzer.playout.state import State
from analyzer.policies import registry, spec
from support.oh_hell import bidding, make_state, play

pytestmark = pytest.mark.kit

REDEALS = 60
SIGMAS = 6.0
OPEN = {"bid_mode": "sequential"}


def redealt(state: State, seat: int, n: int = REDEALS) -> Iterator[dict[str, Any]]:
    for occasion in range(n):
        other = state.copy()
        other.redeal_hidden(seat, occasion)
        yield other.position()


def suits(cards: list[str]) -> set[str]:
    return {card[1] for card in cards}


@pytest.mark.parametrize("players", [3, 5, 7])
def test_whatever_is_seen_stays(players: int) -> None:
    """For every seat, at any time; and the position that comes of it could have been."""
    state, rng = new_state("oh-hell", players, seed=4), random.Random(players)
    for number in range(150):
        if number % 7 == 0:
            for seat in range(1, players + 1):
                other = state.copy()
                other.redeal_hidden(seat, number)
                assert other.view(seat) == state.view(seat)
                assert new_state(position=other.position()).moves() == other.moves()
        state.play(rng.choice(state.moves()))


@pytest.mark.parametrize("policy", ["expert", "expert:recall=0", "greedy", "zero"])
@pytest.mark.parametrize(
    "rules",
    [
        OPEN,
        OPEN | {"hook": True, "bid_max": "ten"},
        {"bid_before_turnup": True},
        OPEN | {"bid_before_turnup": True, "turnup_visible": False},
        {"turnup_visible": False, "leader": "left_of_dealer"},
    ],
    ids=str,
)
def test_no_policy_sees_more_under_other_rules(rules: dict[str, Any], policy: str) -> None:
    """OH-13, OH-15, OH-A12, OH-A13: what is redealt changes no choice, and no coin is tossed for
    it."""
    state = new_state("oh-hell", 4, rules, seed=8)
    stepper = state._stepper
    seated = registry.make_policy("oh-hell", spec.parse_policy(policy), stepper.table, state.rules)
    for number in range(150):
        other = state.copy()
        assert other.redeal_hidden(state.seat, number)
        other._stepper.rekey((1, 2), game=number)
        mine, equal = stepper.coin(state.seat - 1), stepper.coin(state.seat - 1)
        chosen = stepper.choose(seated, mine)
        assert other._stepper.choose(seated, equal) == chosen
        assert mine.below(2**31) == equal.below(2**31)
        state.play(chosen)


def test_hidden_bids_may_be_anything() -> None:
    """OH-13: a seat that bids later learns nothing of the bids before."""
    state = play(bidding("2C 3C | 5C 6C | 8C 9C", turned="2H", dealer=2), "2 bid 1, 3 bid 2")
    bids = [after["bids"] for after in redealt(state, 1)]
    assert {bid[1] for bid in bids} == {bid[2] for bid in bids} == {0, 1, 2}
    assert {bid[0] for bid in bids} == {""}
    own = [after["bids"] for after in redealt(state, 3)]
    assert {bid[2] for bid in own} == {2}


def test_open_bids_stay() -> None:
    state = bidding("2C 3C | 5C 6C | 8C 9C", OPEN, turned="2H", dealer=2)
    play(state, "3 bid 2, 1 bid 1")
    assert {str(after["bids"]) for after in redealt(state, 2)} == {"[1, '', 2]"}


def test_bids_stay_once_they_are_revealed() -> None:
    state = make_state("2C 3C | 5C 6C | 8C 9C", turned="2H", bids=[2, 1, 0])
    assert {str(after["bids"]) for after in redealt(state, 1)} == {"[2, 1, 0]"}


def test_shown_voids_are_respected() -> None:
    """Seat 2 has no clubs and seat 3 has neither clubs nor hearts."""
    hands = "AC KH 5D 6D | 2D 3D 4S 5S | 7S 8S 9S TS"
    state = make_state(hands, "1 AC, 2 2D, 3 7S", turned="2H", dealer=1)
    play(state, "1 KH, 2 3D, 3 8S")
    for after in redealt(state, 1):
        assert suits(after["hands"][1]).isdisjoint("CH")
        assert suits(after["hands"][2]).isdisjoint("CH")
    mixed = {str(after["hands"][1:]) for after in redealt(state, 1)}
    assert len(mixed) > REDEALS / 2


def test_the_last_cards_with_hardly_a_stock() -> None:
    """Five players with ten cards leave one card unseen: voids bind nearly everything."""
    rng = random.Random(5)
    for index in range(10):
        state = new_state("oh-hell", 5, seed=6, index=index)
        for _ in range(45):
            state.play(rng.choice(state.moves()))
        seat = state.seat
        voids = state.view(seat).voids
        for after in redealt(state, seat, 20):
            for hand, lacking in zip(after["hands"], voids, strict=True):
                assert suits(hand).isdisjoint(lacking)


def test_unseen_cards_are_as_likely_in_one_place_as_in_another() -> None:
    """Two of 45 cards to each of two seats, when no void is shown."""
    state = make_state("2C 3C | 5C 6C | 8C 9C", turned="2H", dealer=1)
    n = 4000
    places = [Counter[str](), Counter[str]()]
    for after in redealt(state, 1, n):
        for place, hand in zip(places, after["hands"][1:], strict=True):
            place.update(hand)
    unseen = [card for card in CODES if card not in ("2C", "3C", "2H")]
    chance = 2 / len(unseen)
    error = sqrt(n * chance * (1 - chance))
    for place in places:
        assert set(place) <= set(unseen)
        assert max(abs(place[card] - n * chance) for card in unseen) < SIGMAS * error


def before_the_last_trick(index: int) -> State:
    """Five players, ten cards: four hidden hands of one card, and one card of the stock."""
    state, rng = new_state("oh-hell", 5, seed=6, index=index), random.Random(index)
    for _ in range(50):
        state.play(rng.choice(state.moves()))
    return state


def possible_deals(state: State) -> set[tuple[str, ...]]:
    """All ways to deal the unseen cards to the other seats, shown voids respected."""
    view = state.view(state.seat)
    seen = {view.turned, *view.hand, *(card for trick in view.played for _, card in trick)}
    unseen = [card for card in CODES if card not in seen]
    voids = [lacking for seat, lacking in enumerate(view.voids, start=1) if seat != view.seat]
    return {
        deal[:4]
        for deal in permutations(unseen)
        if all(card[1] not in void for card, void in zip(deal[:4], voids, strict=True))
    }


def test_every_possible_deal_is_as_likely_as_the_others() -> None:
    """Also where voids leave so few that a shuffle seldom meets one: exchanges must find them."""
    n, tight = 1200, 0
    for index in range(60):
        state = before_the_last_trick(index)
        deals = possible_deals(state)
        if not 3 < len(deals) < 13:  # of 120
            continue
        tight += 1
        others = [seat for seat in range(5) if seat != state.seat - 1]
        found = Counter(
            tuple(after["hands"][seat][0] for seat in others)
            for after in redealt(state, state.seat, n)
        )
        assert set(found) == deals
        expected = n / len(deals)
        error = sqrt(expected * (1 - 1 / len(deals)))
        assert max(abs(count - expected) for count in found.values()) < SIGMAS * error
    assert tight > 2
