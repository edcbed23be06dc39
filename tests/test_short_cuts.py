"""A short cut of a game makes the same moves whatever way it takes."""

import numpy as np
import pytest

from analyzer._core.games import oh_hell_rush
from analyzer._core.playout import Control, run_batch
from analyzer.play import Table
from analyzer.seeds import key
from played import cell, room

RULES = (
    {},
    {"schedule": "up_down", "leader": "left_of_dealer"},
    {"tie_players": "tied_only", "schedule": "down_only"},
    {"bid_mode": "sequential", "bid_max": "ten"},
)


def columns(players, rules, n, short_cut, game="oh-hell"):
    table = Table(cell(game, players, ("random",) * players, rules))
    batch = room(game, players, n)
    filled = batch.games, batch.seats
    run_batch(table.core, table.seated, key(7), 0, n, *filled, Control(), short_cut=short_cut)
    return filled


@pytest.fixture
def way_back():
    """Whatever a test asks for, others go the way that this processor is good at."""
    usual = oh_hell_rush.is_in_the_word()
    yield
    assert oh_hell_rush.find_in_the_word(usual)


@pytest.mark.kit
@pytest.mark.usefixtures("way_back")
@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize("players", range(3, 8))
def test_both_ways_through_a_hand_of_oh_hell_are_the_plain_loop(players, rules):
    plain = columns(players, rules, 300, short_cut=False)
    for in_the_word in (False, True):
        if oh_hell_rush.find_in_the_word(in_the_word):
            found = columns(players, rules, 300, short_cut=True)
            assert all(map(np.array_equal, found, plain))


@pytest.mark.usefixtures("way_back")
def test_a_way_that_the_processor_does_not_know_is_not_taken():
    assert oh_hell_rush.find_in_the_word(False)
    assert not oh_hell_rush.is_in_the_word()
    assert oh_hell_rush.find_in_the_word(True) == oh_hell_rush.is_in_the_word()


OTHERS = (
    ("hike", 5, {}),
    ("hike", 3, {"hand_size": 9, "solo_tail": "stop"}),
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
