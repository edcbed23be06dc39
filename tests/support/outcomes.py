"""Made-up outcomes of arms in blocks of games, for tests of statistics."""

import itertools
import math

import numpy as np

ARMS = list(itertools.product(range(2), repeat=3))
PARTS = {
    "seat": 0.01,
    "own_skill": 0.09,
    "others_skill": 0.04,
    "deal": 0.40,
    "deal_by_play": 0.25,
    "coins": 0.21,
}


def outcomes(rng, deals, parts, keys=2, scale=1000):
    """Seat + policies + deal + deal by play + coins, each with its known part of the variance."""
    size = {name: scale * math.sqrt(part) for name, part in parts.items()}
    policies = np.array(ARMS) * 2 - 1
    others = (policies.sum(axis=1, keepdims=True) - policies) / math.sqrt(2)
    fixed = np.array([-1, 0, 1]) * math.sqrt(1.5) * size["seat"]
    fixed = fixed + policies * size["own_skill"] + others * size["others_skill"]
    meeting = rng.normal(0, 1, (len(ARMS), 1, deals, 3))
    meeting -= meeting.mean(axis=0)
    meeting *= math.sqrt(len(ARMS) / (len(ARMS) - 1)) * size["deal_by_play"]
    deal = rng.normal(0, size["deal"], (deals, 3))
    coins = rng.normal(0, size["coins"], (len(ARMS), keys, deals, 3))
    return np.rint(fixed[:, None, None, :] + deal + meeting + coins).astype(np.int64)
