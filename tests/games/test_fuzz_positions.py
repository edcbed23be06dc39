"""Positions of every game, damaged: each is refused in one sentence, or it is a state that can be
looked at, redealt and played to its end."""

import random
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer import games, new_state
from analyzer.errors import UserError
from support.fuzz import JUNK, damaged, is_sentence, twisted
from support.position_rules import RULES
from support.settings import examples

pytestmark = pytest.mark.kit


@cache
def real(game):
    """Positions from the middle of playouts, at every number of players and under some rules."""
    rng, found = random.Random(game), []
    low, high = games.load(game).players
    for rules in RULES.get(game, [{}]):
        for players in range(low, high + 1):
            state = new_state(game, players, rules, seed=rng.randrange(100))
            for _ in range(rng.choice((0, 3, 20, 60))):
                if not state.over:
                    state.play(rng.randrange(len(state.moves())))
            found.append(state.position())
    return found


def survives(position, seed):
    """Refused in a sentence, or a state with which everything can be done."""
    try:
        state = new_state(position=position)
    except UserError as error:
        is_sentence(error)
        return
    rng = random.Random(seed)
    assert new_state(position=state.position()).position() == state.position()
    for seat in range(1, state.players + 1):
        assert state.view(seat).seat == seat
        other = state.copy()
        if other.determinize(seat, seed):
            decide(other, seed)
            play_on(other, rng, 20)
    decide(state, seed)
    play_on(state, rng, 400)


def decide(state, seed):
    """Whoever has to move is asked, too: policies read what a position says is known."""
    if not state.over:
        for policy in (
            "random",
            "greedy",
            "expert",
            *(["search:worlds=2"] if seed % 8 == 0 else []),
        ):
            assert state.choose(policy) in state.moves()


def play_on(state, rng, most):
    """Whoever is redealt on the way."""
    for _ in range(most):
        if state.over:
            return
        if rng.random() < 0.1:
            state.redeal_hidden(rng.randint(1, state.players), rng.randrange(100))
        state.play(rng.randrange(len(state.moves())))
    state.position()


@pytest.mark.parametrize("game", games.names())
def test_damaged_positions(game):
    @examples(250, slow=60)
    @given(st.sampled_from(real(game)).flatmap(damaged), st.integers(0, 999))
    def holds(position, seed):
        survives(position, seed)

    holds()


@pytest.mark.full
@pytest.mark.parametrize("game", games.names())
def test_twisted_positions(game):
    @examples(300, slow=100)
    @given(twisted(real(game)), st.integers(0, 999))
    def holds(position, seed):
        survives(position, seed)

    holds()


@pytest.mark.parametrize("game", games.names())
def test_anything_as_a_position(game):
    @examples(150)
    @given(JUNK, JUNK, JUNK, JUNK)
    def holds(position, rules, deals, seed):
        for more in ({"position": position}, {"rules": rules}, {"deals": deals}, {"seed": seed}):
            for players in (None, games.load(game).players[0], position):
                try:
                    new_state(game, players, **more)
                except UserError as error:
                    is_sentence(error)
        try:
            new_state(position=position)
        except UserError as error:
            is_sentence(error)

    holds()


@pytest.mark.parametrize("game", games.names())
def test_anything_asked_of_a_state(game):
    state = new_state(game, games.load(game).players[0])

    @examples(120)
    @given(JUNK, JUNK)
    def holds(one, other):
        for call in (
            lambda: state.copy().play(one),
            lambda: state.view(one),
            lambda: state.copy().redeal_hidden(one, other),
            lambda: new_state(one, other),
            lambda: new_state(game, state.players, index=one),
        ):
            try:
                call()
            except UserError as error:
                is_sentence(error)

    holds()
