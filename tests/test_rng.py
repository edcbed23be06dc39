"""Random streams: numpy's own numbers, exact draws, independent of everything but their address."""

import numpy as np
import pytest
from scipy import stats

from analyzer._core.playout import stream
from analyzer.seeds import key
from analyzer.state import new_state
from oracle import streams

DEAL = 16
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
    ours = stream(key(seed), game, purpose, occasion, 10_000)
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
    return np.array([stream(key(s), g, p, o, 1)[0] for s, g, p, o in addresses], dtype=np.uint64)


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
