"""Exact states: saved, loaded, pickled and copied they play on alike. A forged save is refused in
one sentence, or it can be played."""

import copy
import json
import pickle
import random
from functools import cache
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer import games, new_state
from analyzer.errors import UserError
from analyzer.playout import saved
from analyzer.playout.state import State
from support.fuzz import damaged, is_sentence, twisted
from support.position_rules import RULES
from support.settings import examples

pytestmark = pytest.mark.kit


@cache
def states(game):
    """From the middle of playouts, at every number of players and under some rules."""
    rng, found = random.Random(game), []
    low, high = games.load(game).players
    for rules in RULES.get(game, [{}]):
        for players in range(low, high + 1):
            state = new_state(game, players, rules, seed=rng.randrange(1000), index=3)
            for _ in range(rng.choice((0, 3, 20, 60, 200))):
                if not state.over:
                    state.play(rng.randrange(len(state.moves())))
            found.append(state)
    return found


def go_on_alike(one, other, seed):
    """The same moves, worlds and coins to the end, and the same numbers there."""
    rng = random.Random(seed)
    one = one.copy()
    for turn in range(300):
        assert one.moves() == other.moves()
        if one.over:
            break
        if turn % 9 == 0:
            assert one.choose("random") == other.choose("random")
            worlds = one.copy(), other.copy()
            seat = rng.randint(1, one.players)
            assert worlds[0].determinize(seat, turn) == worlds[1].determinize(seat, turn)
            assert worlds[0].save() == worlds[1].save()
        move = rng.randrange(len(one.moves()))
        one.play(move)
        other.play(move)
    assert one.save() == other.save()
    assert (one.scores, one.counters, one.stage) == (other.scores, other.counters, other.stage)


@pytest.mark.parametrize("game", games.names())
def test_a_loaded_state_plays_on_alike(game):
    for number, state in enumerate(states(game)[::3]):
        data = state.save()
        again = State.load(data)
        assert again.save() == data
        assert again.position() == state.position()
        go_on_alike(state, again, number)


@pytest.mark.parametrize("game", games.names())
def test_pickles_and_copies_are_exact_and_apart(game):
    state = states(game)[1].copy()
    before = state.save()
    others = [copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))]
    if not state.over:
        state.play(0)
    for other in others:
        assert other.save() == before


def test_decks_that_are_written_down_are_saved():
    deck = [f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "CDHS"]
    state = new_state("oh-hell", 3, deals=[deck, deck[::-1]])
    go_on_alike(state, State.load(state.save()), 1)


def forged(content):
    body = json.dumps(content).encode()
    return b"analyzer state %d %b\n" % (saved.FORMAT, sha256(body).hexdigest().encode()) + body


def content_of(state):
    return json.loads(state.save().partition(b"\n")[2])


def survives(data, seed):
    """Refused in a sentence, or a state with which everything can be done."""
    try:
        state = State.load(data)
    except UserError as error:
        is_sentence(error)
        return
    rng = random.Random(seed)
    assert State.load(state.save()).save() == state.save()
    state.position()
    for seat in range(1, state.players + 1):
        assert state.view(seat).seat == seat
        other = state.copy()
        if other.determinize(seat, seed) and not other.over:
            other.play(0)
    for _ in range(200):
        if state.over:
            break
        state.play(rng.randrange(len(state.moves())))
    state.counters, state.scores, repr(state)


def plain(value):
    """What JSON can hold of a damaged value."""
    if isinstance(value, dict):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    return value if isinstance(value, bool | int | float | str | None) else "?"


@pytest.mark.parametrize("game", games.names())
def test_forged_saves(game):
    reals = [content_of(state)["playout"] for state in states(game)]
    whole = [content_of(state) for state in states(game)]

    @examples(60, slow=20)
    @given(st.integers(0, len(reals) - 1), st.data(), st.integers(0, 999))
    def holds(number, data, seed):
        playout = data.draw(damaged(reals[number]))
        survives(forged(plain(whole[number] | {"playout": playout})), seed)

    holds()


@pytest.mark.full
@pytest.mark.parametrize("game", games.names())
def test_many_forged_saves(game):
    """Also parts of two real states in one, and damage outside of the numbers."""
    whole = [content_of(state) for state in states(game)]
    numbers = [one["playout"]["state"] | {"players": one["players"]} for one in whole]

    @examples(400, slow=60)
    @given(st.integers(0, len(whole) - 1), st.data(), st.integers(0, 999))
    def holds(number, data, seed):
        survives(forged(plain(data.draw(damaged(whole[number])))), seed)
        mixed = data.draw(twisted(numbers))
        alike = [one for one in whole if one["players"] == mixed["players"]]
        base = alike[number % len(alike)]
        state = {key: value for key, value in mixed.items() if key != "players"}
        survives(forged(plain(base | {"playout": base["playout"] | {"state": state}})), seed)

    holds()


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ("text", "A saved state must be bytes; got 'text'."),
        (b"", "These bytes are not a saved state of analyzer."),
        (b"PK\x03\x04", "These bytes are not a saved state of analyzer."),
        (b"analyzer state 9 0\n{}", "has format '9', and this analyzer reads format 1."),
        (b"analyzer state 1 0\n{}", "This saved state is damaged: its checksum is another."),
        (forged([]), "it does not hold the parts of a state."),
        (forged({"game": "hikr"}), "which is not the name of a game"),
        (forged({"game": "./evil.py"}), "name its game file, as in State.load(data, game="),
        (forged({"game": "hike", "version": 0}), "is one of version 0 of hike, and this analyzer"),
        (
            forged({"game": "hike", "version": games.load("hike").version, "players": 3}),
            "The rules of hike must be a dict",
        ),
    ],
)
def test_what_is_no_save_is_refused_in_a_sentence(data, sentence):
    with pytest.raises(UserError) as refused:
        State.load(data)
    assert sentence in str(refused.value)


def test_every_flipped_byte_is_noticed():
    data = new_state("horrible-mountain", 2).save()
    for place in range(0, len(data), 7):
        other = data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]
        with pytest.raises(UserError):
            State.load(other)


def test_a_state_shows_its_table_and_its_moves():
    state = new_state("hike", 3, seed=2)
    shown = repr(state)
    assert shown.startswith("<hike, 3 players, seat 1 decides>")
    assert "Points: 0, 0, 0." in shown
    assert state.stage == 0
    after = state.all_moves()
    assert list(after) == state.moves()
    move = state.choose()
    assert move == state.choose("expert")
    other = state.copy()
    other.play(move)
    assert after[move].save() == other.save()
    with pytest.raises(UserError, match="has no policy"):
        state.choose("nobody")
