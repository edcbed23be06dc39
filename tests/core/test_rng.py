"""Random streams: numpy's own numbers, exact draws, independent of everything but their address."""

import numpy as np
import pytest
from scipy import stats

from analyzer import games
from analyzer._core.runner import Control, Stepper, coin_stream, run_batch, stream
from analyzer.playout.seeds import seed_key
from analyzer.playout.state import make_table, new_state
from oracle import streams
from oracle.streams import splitmix64
from support.playouts import empty_batch
from support.playouts import seat_policies as sit

DEAL = 16
MASK = 2**64 - 1
# One test of many may fail once in 10^8: a right program fails the file less than once in 10^6.
ALPHA = 1e-8
SIGMAS = 6.0  # 2e-9, two-sided


@pytest.mark.kit
@pytest.mark.parametrize(
    "address", [(0, 0, 1, 0), (1, 7, 16, 3), (2**64 - 1, 2**40, 19, 255), (123456789, 1, 2, 2**31)]
)
def test_streams_are_numpy_sfc64(address):
    """The promise of _core/rng.pxd, word by word."""
    seed, game, purpose, occasion = address
    ours = stream(seed_key(seed), game, purpose, occasion, 10_000)
    again = streams.stream(*address)
    assert ours == [again.word() for _ in range(10_000)]


@pytest.mark.kit
@pytest.mark.parametrize("players", [3, 5, 8])
def test_a_deal_can_be_made_again_with_numpy(players):
    codes = [suit * 10 for suit in range(7) for _ in range(10)] + list(range(70, 80))
    for game in range(50):
        raw = new_state("hike", players=players, seed=5, index=game)._stepper.describe()
        draws, cards = streams.stream(5, game, DEAL), list(codes)
        draws.deal(cards, 7 * players)
        dealt, stock = cards[: 7 * players], cards[7 * players :]
        draws.deal_one_by_one(stock, len(stock))  # the stock is drawn card by card
        assert raw["dealt"] + raw["stock"] == dealt + stock


def first_words(addresses):
    return np.array(
        [stream(seed_key(s), g, p, o, 1)[0] for s, g, p, o in addresses], dtype=np.uint64
    )


NEIGHBOURS = {
    "games": [(1, game, DEAL, 0) for game in range(20_000)],
    "seeds": [(seed, 0, DEAL, 0) for seed in range(20_000)],
    "purposes": [(1, 0, purpose, 0) for purpose in range(20_000)],
    "occasions": [(1, 0, DEAL, occasion) for occasion in range(20_000)],
}


@pytest.mark.parametrize("kind", NEIGHBOURS)
def test_neighbouring_streams_are_independent(kind):
    words = first_words(NEIGHBOURS[kind])
    assert len(set(words.tolist())) == len(words)
    # bits of neighbours differ as often as not, each bit on its own and all together
    bits = np.unpackbits((words[1:] ^ words[:-1]).view(np.uint8).reshape(-1, 8), axis=1)
    z = (bits.mean(axis=0) - 0.5) / (0.5 / np.sqrt(len(bits)))
    assert np.abs(z).max() < SIGMAS + 0.7  # 64 bits
    assert abs(bits.mean() - 0.5) / (0.5 / np.sqrt(bits.size)) < SIGMAS
    # and so do their top bytes, jointly
    top = (words >> np.uint64(60)).astype(int)
    pairs = np.bincount(top[1:] * 16 + top[:-1], minlength=256)
    assert stats.chisquare(pairs).pvalue > ALPHA


def test_every_card_comes_to_every_place_equally_often():
    # seat by place of the deal, over all 80 cards: The Sun is where it should be
    places = []
    for game in range(20_000):
        raw = new_state("hike", players=5, seed=3, index=game)._stepper.describe()
        places.append((raw["dealt"] + raw["stock"]).index(76))
    assert stats.chisquare(np.bincount(places, minlength=80)).pvalue > ALPHA


def test_bounded_draws_are_uniform():
    coin = new_state("hike", players=3, seed=1)._stepper.coin(0)
    for n in (1, 2, 3, 5, 7, 10, 80):
        drawn = np.bincount([coin.below(n) for _ in range(20_000)], minlength=n)
        assert len(drawn) == n
        if n > 1:
            assert stats.chisquare(drawn).pvalue > ALPHA
    units = [coin.random() for _ in range(20_000)]
    assert stats.kstest(units, "uniform").pvalue > ALPHA
    assert min(units) >= 0
    assert max(units) < 1


# --- private coins --------------------------------------------------------------------------------


def numpy_coin(seed, game, seat, stage):
    """The promise of _core/rng.pxd for coins, word by word."""
    c0, c1 = seed_key(seed)
    mixed = splitmix64(game)
    h = splitmix64(((c0 ^ mixed) + 8 * stage + seat) & MASK)
    bits = np.random.SFC64()
    words = np.array([h, c1 ^ mixed, (h ^ h >> 32) * 0xD1342543DE82EF95 & MASK, 1], dtype=np.uint64)
    bits.state = bits.state | {"state": {"state": words}}
    return bits


@pytest.mark.kit
@pytest.mark.parametrize(
    "address", [(0, 0, 0, 0), (1, 7, 4, 18), (2**64 - 1, 2**40, 7, 2**31 - 1), (5, 1, 2, 3)]
)
def test_coins_are_sfc64_in_a_state_of_their_own(address):
    seed, game, seat, stage = address
    ours = coin_stream(seed_key(seed), game, seat, stage, 1000)
    assert ours == numpy_coin(*address).random_raw(1000).tolist()


COINS = {
    "seats and stages": [(1, 5, seat, stage) for stage in range(2500) for seat in range(8)],
    "stages": [(1, 5, 0, stage) for stage in range(20_000)],
    "games": [(1, game, 3, 2) for game in range(20_000)],
    "seeds": [(seed, 0, 0, 0) for seed in range(5_000)],
}


@pytest.mark.parametrize("kind", COINS)
def test_neighbouring_coins_are_independent(kind):
    """Each of the first four draws of a coin against the same draw of its neighbours, and against
    the other draws of its own."""
    draws = np.array(
        [coin_stream(seed_key(s), g, seat, stage, 4) for s, g, seat, stage in COINS[kind]],
        dtype=np.uint64,
    )
    pairs = [(draws[1:, i], draws[:-1, i]) for i in range(4)]
    pairs += [(draws[1:, i], draws[:-1, j]) for i in range(4) for j in range(4) if i != j]
    pairs += [(draws[:, i], draws[:, j]) for i in range(4) for j in range(i)]
    if kind == "seats and stages":  # the same seat one stage later
        pairs += [(draws[8:, i], draws[:-8, i]) for i in range(4)]
    for one, other in pairs:
        bits = np.unpackbits((one ^ other).view(np.uint8).reshape(-1, 8), axis=1)
        z = (bits.mean(axis=0) - 0.5) / (0.5 / np.sqrt(len(bits)))
        assert np.abs(z).max() < SIGMAS + 1.2  # 64 bits in up to 30 pairs
        for shift in (60, 32):  # the top bits make the bounded draws
            a, b = (nibble(words, shift) for words in (one, other))
            assert stats.chisquare(np.bincount(a * 16 + b, minlength=256)).pvalue > ALPHA
    for i in range(4):
        unit = draws[:, i].astype(float) / 2.0**64
        assert stats.kstest(unit, "uniform").pvalue > ALPHA


def nibble(words, shift):
    return (words >> np.uint64(shift) & np.uint64(15)).astype(int)


def test_three_draws_of_a_coin_fill_the_cube():
    addresses = [(1, 5, seat, stage) for stage in range(5000) for seat in range(8)]
    draws = np.array([coin_stream(seed_key(s), *a, 3) for s, *a in addresses], dtype=np.uint64)
    cell = (draws >> np.uint64(61)).astype(int) @ [64, 8, 1]
    assert stats.chisquare(np.bincount(cell, minlength=512)).pvalue > ALPHA


def small_table(game):
    module = games.load(game)
    players = module.players[0]
    return make_table(module, players, module.resolve_rules(players, {}))


def played(game, policy, **more):
    module, n = games.load(game), 60
    players = module.players[0]
    rules = module.resolve_rules(players, {})
    table = make_table(module, players, rules)
    seated = sit(game, (policy,) * players, table, rules)
    batch = empty_batch(game, players, n)
    run_batch(table, seated, seed_key(4), 0, n, batch.games, batch.seats, Control(), **more)
    return batch.games.tolist(), batch.seats.tolist()


@pytest.mark.parametrize("game", games.names())
def test_another_coin_seed_changes_play_but_no_deal(game):
    assert played(game, "random") == played(game, "random", coin_key=seed_key(4))
    assert played(game, "random") != played(game, "random", coin_key=seed_key(5))
    table = small_table(game)
    for index in range(20):
        one, other = (
            Stepper(table, seed_key(4), index),
            Stepper(table, seed_key(4), index, coin_key=seed_key(5)),
        )
        assert one.same_as(other)
        assert one.coin(0).below(2**32 - 1) != other.coin(0).below(2**32 - 1)
        while codes := one.moves():  # the same moves meet the same chance, whatever the coins
            one.apply(codes[-1])
            other.apply(codes[-1])
        assert one.same_as(other)


def test_the_expert_of_hike_tosses_no_coin():
    assert played("hike", "expert") == played("hike", "expert", coin_key=seed_key(5))


@pytest.mark.parametrize("game", games.names())
def test_a_coin_begins_anew_at_every_stage(game):
    """So that playouts that went apart meet again: it does not matter what was drawn before."""
    table = small_table(game)
    stepper, stages = Stepper(table, seed_key(9), 3), {}
    coins = stepper.coins()
    while codes := stepper.moves():
        seat, stage = stepper.seat, stepper.stage
        first = stages.setdefault((seat, stage), coins[seat].below(2**31))
        assert first == coin_stream(seed_key(9), 3, seat, stage, 1)[0] >> 33
        stepper.apply(codes[coins[seat].below(len(codes))])
    assert len({stage for _, stage in stages}) > 1
    assert len(set(stages.values())) == len(stages)
