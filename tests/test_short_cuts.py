"""A short cut of a game makes the same moves whatever way it takes."""

import numpy as np
import pytest

from analyzer._core.games import hike, oh_hell_rush
from analyzer._core.playout import Control, run_batch
from analyzer.play import Table
from analyzer.seeds import key
from played import cell, room

WAYS = {"hike": hike, "oh-hell": oh_hell_rush}
RULES = (
    ("oh-hell", range(3, 8), {}),
    ("oh-hell", range(3, 8), {"schedule": "up_down", "leader": "left_of_dealer"}),
    ("oh-hell", range(3, 8), {"tie_players": "tied_only", "schedule": "down_only"}),
    ("oh-hell", range(3, 8), {"bid_mode": "sequential", "bid_max": "ten"}),
    ("hike", range(3, 9), {}),
    ("hike", (3, 5), {"hand_size": 9, "solo_tail": "stop"}),
    ("hike", (4, 6), {"deck_exhausted": "reshuffle", "earthquake_deal": "same_size"}),
    ("hike", (5,), {"may_decline": True}),
)


def columns(players, rules, n, short_cut, game):
    table = Table(cell(game, players, ("random",) * players, rules))
    batch = room(game, players, n)
    filled = batch.games, batch.seats
    run_batch(table.core, table.seated, key(7), 0, n, *filled, Control(), short_cut=short_cut)
    return filled


@pytest.fixture
def way(game):
    """Whatever a test asks for, others go the way that this processor is good at."""
    usual = WAYS[game].is_in_the_word()
    yield WAYS[game]
    assert WAYS[game].find_in_the_word(usual)


@pytest.mark.kit
@pytest.mark.parametrize(
    ("game", "players", "rules"),
    [(game, n, rules) for game, players, rules in RULES for n in players],
    ids=str,
)
def test_both_ways_to_a_random_card_are_the_plain_loop(game, players, rules, way):
    plain = columns(players, rules, 300, short_cut=False, game=game)
    for in_the_word in (False, True):
        if way.find_in_the_word(in_the_word):
            found = columns(players, rules, 300, short_cut=True, game=game)
            assert all(map(np.array_equal, found, plain))


@pytest.mark.parametrize("game", WAYS)
def test_a_way_that_the_processor_does_not_know_is_not_taken(way):
    assert way.find_in_the_word(False)
    assert not way.is_in_the_word()
    assert way.find_in_the_word(True) == way.is_in_the_word()


OTHERS = (
    ("hike-sled", 4, {}),
    ("hike-sled", 2, {"hand_limit": 4, "mentor_timing": "batch"}),
    ("horrible-mountain", 2, {}),
    ("horrible-mountain", 2, {"two_card_order": "random", "hand_limit": 6}),
    ("horrible-mountain", 2, {"variant": True, "run_outs": 5}),
)


@pytest.mark.kit
@pytest.mark.parametrize(("game", "players", "rules"), OTHERS, ids=str)
def test_short_cut_is_the_plain_loop(game, players, rules):
    plain = columns(players, rules, 300, short_cut=False, game=game)
    found = columns(players, rules, 300, short_cut=True, game=game)
    assert all(map(np.array_equal, found, plain))
