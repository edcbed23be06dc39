"""What holds in every playout of Hike, whatever the rules, the players and their choices."""

import random
from collections import Counter
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer import new_state
from analyzer.games import hike
from analyzer.games.parameters import parameters
from analyzer.playout.state import State
from support.settings import examples

pytestmark = pytest.mark.kit

SPECIALTIES = 10
MOST_MOVES = 20_000
CHOICES = {p.name: p.values for p in parameters(hike.Rules) if p.values}
CHOICES |= {"worm_capture": ("auto", "policy", "forget:0.5")}
del CHOICES["suits_scope"]
COPIES = [p.name for p in parameters(hike.Rules) if p.limits == (0, 1)]


@st.composite
def tables(draw: Any) -> State:
    """A playout before its first move, under any rules."""
    players = draw(st.integers(3, 8))
    optional = {name: st.sampled_from(values) for name, values in CHOICES.items()}
    optional |= {name: st.integers(0, 1) for name in COPIES}
    optional |= {
        "hand_size": st.integers(2, 70 // players),
        "target": st.integers(1, 60),
        "bonus": st.integers(0, 9),
        "tree_points": st.integers(0, 9),
        "suits": st.sampled_from(["paley7", "random_regular:3"]),
    }
    rules = draw(st.fixed_dictionaries({}, optional=optional))
    return new_state("hike", players=players, rules=rules, seed=draw(st.integers(0, 2**32)))


def step(state: State, rng: random.Random) -> None:
    state.play(rng.randrange(len(state.moves())))


def run(state: State, rng: random.Random) -> None:
    for _ in range(MOST_MOVES):
        if state.over:
            return
        step(state, rng)
    raise AssertionError("a playout that does not end")


def all_cards(state: State) -> Counter[str]:
    position = state.position()
    piles = [*position["hands"], *position["bugs"], *position["planted"]]
    cards = Counter(sum(piles, position["pile"] + position["stock"]))
    captured = position["worm"]["state"] == "captured"
    return cards + Counter({"The Worm": int(captured)})


@examples(60)
@given(state=tables(), rng=st.randoms(use_true_random=False))
def test_no_card_is_lost_and_the_game_ends(state: State, rng: random.Random) -> None:
    """HK-2, HK-17, HK-64."""
    deck = all_cards(state)
    copies = sum(getattr(state.rules, name) for name in COPIES)
    assert sum(deck.values()) == 70 + copies
    for _ in range(MOST_MOVES):
        if state.over:
            break
        step(state, rng)
        assert all_cards(state) == deck
    assert state.over


@examples(60)
@given(state=tables(), rng=st.randoms(use_true_random=False))
def test_points_add_up(state: State, rng: random.Random) -> None:
    """HK-56, HK-61, HK-62: pot, bonus, Trees and The Worm; the pot is what was left over."""
    run(state, rng)
    counters = state.counters
    for score, seat in zip(state.scores, counters["seats"], strict=True):
        trees = seat["trees"] * state.rules.tree_points
        if counters["end_reason"] != "turn cap":  # its last hand was not scored
            assert score == seat["pot"] + seat["bonus"] + seat["worm"] + trees
    pots, left = (sum(seat[key] for seat in counters["seats"]) for key in ("pot", "leftovers"))
    assert pots == left
    if counters["end_reason"] == "target":
        assert state.scores[state.winners[0] - 1] >= state.rules.target


@examples(60)
@given(state=tables(), rng=st.randoms(use_true_random=False), n=st.integers(0, 150))
def test_position_goes_on_the_same(state: State, rng: random.Random, n: int) -> None:
    """A position is complete: from it the playout goes on exactly as it would have."""
    for _ in range(n):
        if not state.over:
            step(state, rng)
    words = state.position()
    rules = {entry.name: getattr(state.rules, entry.name) for entry in fields(state.rules)}
    again = new_state("hike", rules=rules, position=words)
    assert again.position() == words
    goes_on_the_same(state, again, rng)


@examples(60)
@given(state=tables(), rng=st.randoms(use_true_random=False), n=st.integers(0, 150))
def test_copy_is_independent(state: State, rng: random.Random, n: int) -> None:
    """What is done to a copy leaves the original alone, and the copy goes on as it would have."""
    for _ in range(n):
        if not state.over:
            step(state, rng)
    before, copy, used = state.position(), state.copy(), state.copy()
    run(used, random.Random(0))
    assert state.position() == before
    goes_on_the_same(state, copy, rng)
    assert state.counters == copy.counters


def goes_on_the_same(one: State, other: State, rng: random.Random) -> None:
    for _ in range(MOST_MOVES):
        assert (one.seat, one.moves()) == (other.seat, other.moves())
        if one.over:
            break
        move = rng.choice(one.moves())
        one.play(move)
        other.play(move)
        assert one.position() == other.position()
    assert (one.scores, one.winners) == (other.scores, other.winners)
