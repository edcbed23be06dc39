"""What a policy in Python is given: words when it asks, and nothing that its seat cannot see."""

import copy
import pickle
from dataclasses import FrozenInstanceError

import pytest

from analyzer import games, new_state
from analyzer.games.view_base import BaseView
from analyzer.playout.seeds import seed_key
from support.policy_choices import positions

GAMES = games.names()
EVERY = {"hike-sled": 23, "hide-n-seek": 97}


def some(game, n=6):
    """States of a playout of random players, in which there is something to decide."""
    players = min(3, games.load(game).players[1])
    for number, state in enumerate(positions(game, players, "random", EVERY.get(game, 7))):
        if number == n:
            return
        yield state


@pytest.mark.parametrize("game", GAMES)
def test_nothing_hidden_lies_behind_a_view(game):
    """Not only what it says, also what it is made of stays, whatever is redealt."""
    for number, state in enumerate(some(game)):
        for seat in range(1, state.players + 1):
            other = state.copy()
            assert other.redeal_hidden(seat, number)
            other._stepper.rekey(seed_key(777), game=999_999)
            assert vars(other.view(seat)) == vars(state.view(seat))
            assert other.view(seat) == state.view(seat)


@pytest.mark.parametrize("game", GAMES)
def test_every_field_is_named_and_made(game):
    state = new_state(game, games.load(game).players[0])
    view = state.view(1)
    assert {"seat", "players", "rules", *view.MAKERS} <= set(dir(view))
    for name in view.MAKERS:
        assert f"{name}={getattr(view, name)!r}" in repr(view)
        assert getattr(view, name) is getattr(view, name)  # made once
    assert (view.seat, view.players, view.rules) == (1, state.players, state.rules)


@pytest.mark.parametrize("game", GAMES)
def test_a_view_is_a_value(game):
    """It can be compared, copied and kept, and not changed."""
    (state,) = some(game, 1)
    view, same = state.view(1), state.view(1)
    assert view == same
    assert view != state.view(2)
    assert view != "a view"
    for again in (copy.copy(view), copy.deepcopy(view), pickle.loads(pickle.dumps(view))):
        assert again == view
    view.deciding  # noqa: B018 - asked for once
    assert view == same
    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'deciding'"):
        view.deciding = "x"
    with pytest.raises(FrozenInstanceError, match="cannot delete field 'seat'"):
        del view.seat
    with pytest.raises(AttributeError, match="'View' object has no attribute 'hnad'"):
        _ = view.hnad
    with pytest.raises(TypeError, match="unhashable"):
        hash(view)


def test_what_a_policy_does_to_a_list_changes_no_other_view():
    state = new_state("hike", 3, seed=2)
    view = state.view(1)
    before = list(view.hand)
    view.hand.clear()
    view.points.append(99)
    assert (state.view(1).hand, state.view(1).points) == (before, [0, 0, 0])
    assert isinstance(view, BaseView)
