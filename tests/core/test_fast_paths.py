"""A fast path of a game makes the same moves as the plain turn loop, with BMI2 and without."""

import numpy as np
import pytest

from analyzer._core import cpu
from analyzer._core.runner import Control, coin_stream, run_batch
from analyzer.playout.seeds import seed_key
from analyzer.simulation.chunk import ReadyCell
from oracle.streams import splitmix64
from support.playouts import cell, empty_batch

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


def columns(players, rules, n, use_fast_path, game, coin_key=None, policies=("random",)):
    """`policies` sit down in turn, one after the other, until all seats are taken."""
    seated = tuple(policies[seat % len(policies)] for seat in range(players))
    table = ReadyCell(cell(game, players, seated, rules))
    batch = empty_batch(game, players, n)
    filled = batch.games, batch.seats
    more = {"use_fast_path": use_fast_path, "coin_key": coin_key}
    run_batch(table.core, table.seated, seed_key(7), 0, n, *filled, Control(), **more)
    return filled


@pytest.fixture
def processor():
    """Whatever a test asks for, others find cards in the way that this processor is good at."""
    usual = cpu.uses_bmi2()
    yield cpu
    assert cpu.set_use_bmi2(usual)


@pytest.mark.kit
@pytest.mark.parametrize(
    ("game", "players", "rules"),
    [(game, n, rules) for game, players, rules in RULES for n in players],
    ids=str,
)
def test_both_ways_to_a_random_card_are_the_plain_loop(game, players, rules, processor):
    plain = columns(players, rules, 300, use_fast_path=False, game=game)
    for use_bmi2 in (False, True):
        if processor.set_use_bmi2(use_bmi2):
            found = columns(players, rules, 300, use_fast_path=True, game=game)
            assert all(map(np.array_equal, found, plain))


def test_bmi2_is_not_used_where_the_processor_has_none(processor):
    assert processor.set_use_bmi2(False)
    assert not processor.uses_bmi2()
    assert processor.set_use_bmi2(True) == processor.uses_bmi2()


OTHERS = (
    ("hike-sled", 4, {}),
    ("hike-sled", 2, {"hand_limit": 4, "mentor_timing": "batch"}),
    ("horrible-mountain", 2, {}),
    ("horrible-mountain", 2, {"two_card_order": "random", "hand_limit": 6}),
    ("horrible-mountain", 2, {"variant": True, "run_outs": 5}),
)


@pytest.mark.kit
@pytest.mark.parametrize(("game", "players", "rules"), OTHERS, ids=str)
def test_a_fast_path_is_the_plain_loop(game, players, rules):
    plain = columns(players, rules, 300, use_fast_path=False, game=game)
    found = columns(players, rules, 300, use_fast_path=True, game=game)
    assert all(map(np.array_equal, found, plain))


WEIGHTS = [
    f"expert:spite={spite},hold={hold},save={save}"
    for spite in (0, 4)
    for hold in (0, 0.4, 4)
    for save in (0, 4)
]
EXPERTS = (
    *(
        (game, n, rules, ("expert",))
        for game, players, rules in RULES
        if game == "hike"
        for n in players
    ),
    *(("hike", n, {}, (weights,)) for weights in WEIGHTS for n in (3, 5)),
    ("hike", 6, {}, WEIGHTS),
    ("hike", 4, {}, ("expert", "greedy")),
    ("hike", 4, {}, ("expert", "random")),
)


@pytest.mark.kit
@pytest.mark.parametrize(("game", "players", "rules", "policies"), EXPERTS, ids=str)
def test_the_fast_path_of_a_policy_is_the_plain_loop(game, players, rules, policies):
    plain = columns(players, rules, 300, use_fast_path=False, game=game, policies=policies)
    found = columns(players, rules, 300, use_fast_path=True, game=game, policies=policies)
    assert all(map(np.array_equal, found, plain))


# --- words that are not fair ----------------------------------------------------------------------

WORDS = 2**64
ODD = 0xD1342543DE82EF95


def unfair_key(seat, draw):
    """Words of a coin's seed for which draw 1 or 2 of a seat's coin in the first stage of playout 0
    is the word 0: one too many to be shared out evenly, unless among 1, 2, 4, 8, ... It would
    come up once in 2**64 draws. See _core/rng.pxd for the first state of a coin.
    """
    c0, mixed = 1, splitmix64(0)
    h = splitmix64(((c0 ^ mixed) + seat) % WORDS)
    b = -(h + 1) % WORDS
    if draw == 2:
        c = (h ^ h >> 32) * ODD % WORDS
        b = wanted = -(9 * c + 2) % WORDS  # of b ^ b >> 11
        for _ in range(64 // 11):
            b = wanted ^ b >> 11
    coin_key = c0, b ^ mixed
    assert coin_stream(coin_key, 0, seat, 0, draw)[-1] == 0
    return coin_key


@pytest.mark.kit
@pytest.mark.parametrize(("game", "players"), [("oh-hell", 3), ("oh-hell", 4), ("oh-hell", 5)])
def test_a_word_drawn_in_vain_is_no_decision(game, players, processor):
    """The second word of who leads first is for one of ten cards, of which no multiple is 2**64."""
    coin_key = unfair_key(0, 2)
    plain = columns(players, {}, 1, use_fast_path=False, game=game, coin_key=coin_key)
    for use_bmi2 in (False, True):
        if processor.set_use_bmi2(use_bmi2):
            found = columns(players, {}, 1, use_fast_path=True, game=game, coin_key=coin_key)
            assert all(map(np.array_equal, found, plain))


@pytest.mark.kit
@pytest.mark.parametrize(
    ("game", "players", "rules"), [*OTHERS, ("oh-hell", 4, {}), ("hike", 5, {})], ids=str
)
def test_unfair_words_are_drawn_again(game, players, rules):
    for seat in range(players):
        for draw in (1, 2):
            coin_key = unfair_key(seat, draw)
            plain = columns(players, rules, 1, use_fast_path=False, game=game, coin_key=coin_key)
            found = columns(players, rules, 1, use_fast_path=True, game=game, coin_key=coin_key)
            assert all(map(np.array_equal, found, plain))
