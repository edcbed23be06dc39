"""The streams of chance, made again with numpy: for oracles that draw everything themselves.

The stream of (seed, game, purpose, occasion) is numpy's SFC64 seeded with three words; see the
promise in `_core/rng.pxd`. Bounded draws and shuffles follow the papers named there.
"""

from collections.abc import MutableSequence, Sequence
from functools import lru_cache
from math import prod
from typing import Any

import numpy as np
from numpy.random.bit_generator import ISeedSequence

TWO_64 = 2**64
AT_ONCE = 7  # steps of a shuffle that are made from one word


class Words(ISeedSequence):
    """Seeds a generator of numpy with given words."""

    def __init__(self, words: Sequence[int]) -> None:
        self.words = words

    def generate_state(self, n_words: int, dtype: Any = np.uint32) -> np.ndarray:
        assert dtype == np.uint64, "SFC64 asks for 64-bit words"
        return np.array(self.words[:n_words], dtype=np.uint64)


def splitmix64(x: int) -> int:
    x = (x + 0x9E3779B97F4A7C15) % TWO_64
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) % TWO_64
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) % TWO_64
    return x ^ (x >> 31)


@lru_cache(maxsize=1024)
def _key(seed: int) -> tuple[int, int]:
    k0, k1 = np.random.SeedSequence(seed).generate_state(2, np.uint64)
    return int(k0), int(k1)


class Stream:
    """The numbers of one purpose and occasion of one playout."""

    def __init__(self, words: Sequence[int]) -> None:
        self._bits = np.random.SFC64(Words(words))

    def word(self) -> int:
        """The next 64 bits."""
        return int(self._bits.random_raw())

    def below(self, n: int) -> int:
        """Exactly uniform on 0..n-1, after Lemire (2019). It takes a word even if n is 1."""
        while True:
            high, low = divmod(self.word() * n, TWO_64)
            if low >= TWO_64 % n:
                return high

    def several(self, bounds: Sequence[int]) -> list[int]:
        """Several draws from one word, after Brackett-Rozinsky and Lemire (2024)."""
        while True:
            rest, drawn = self.word(), []
            for bound in bounds:
                high, rest = divmod(rest * bound, TWO_64)
                drawn.append(high)
            if rest >= TWO_64 % prod(bounds):
                return drawn

    def deal(self, cards: MutableSequence[Any], k: int) -> None:
        """A random k of the cards, in random order, come to the front: `rng_deal`.

        Seven steps of the shuffle come from one word, those that are left from one word each.
        """
        n, i = len(cards), 0
        while i < k:
            bounds = [n - i - d for d in range(AT_ONCE if k - i >= AT_ONCE else 1)]
            drawn = self.several(bounds) if len(bounds) > 1 else [self.below(bounds[0])]
            for d, j in enumerate(drawn):
                cards[i + d], cards[i + d + j] = cards[i + d + j], cards[i + d]
            i += len(drawn)

    def deal_one_by_one(self, cards: MutableSequence[Any], k: int) -> None:
        """A deal with a word for each step: `rng_pick_next` for the places 0..k-1."""
        for i in range(k):
            j = i + self.below(len(cards) - i)
            cards[i], cards[j] = cards[j], cards[i]

    def shuffle(self, cards: MutableSequence[Any]) -> None:
        """All cards in random order, as `deal` brings them to the front."""
        self.deal(cards, len(cards))


def stream(seed: int, game: int, purpose: int, occasion: int = 0) -> Stream:
    """The stream of playout number `game` of a seed for one purpose and occasion."""
    k0, k1 = _key(seed)
    return Stream((k0, k1 ^ splitmix64(purpose << 32 | occasion), splitmix64(game)))
