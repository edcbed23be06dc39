"""How the weights of hide-n-seek's expert were found: `scripts/train hide-n-seek --write`.

One player with tried weights sits among experts, at every seat of the same games, with two, three
and four players. In every generation 18 settings are tried; those that win more pull the mean and
the shape of the next generation towards them (CMA-ES: Hansen 2016, "The CMA evolution strategy: a
tutorial"). The others at the table are in turn the expert with weights set by hand and the mean of
the generation, so that the weights beat both and not only one of them. What is written is the
running mean of the generations. The same seed finds the same weights. (Those of today were found
when the same CMA-ES was written out here, with its own random numbers.)

`analyze tune` asks the same of any policy at one table, and confirms it; here three tables count
together, and the others at them change from generation to generation.
"""

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
from cmaes import CMA
from paired import Floats, gains

from analyzer._core.policies.hide_n_seek.weights import WEIGHTS

GAME = "hide-n-seek"
SOURCE = Path("_core/policies/hide_n_seek/weights.pyx")
SEED = 4001  # of the games that were looked at
N_TRIED = 18  # settings in a generation
N_GAMES = 300  # for each setting, number of players and seat
KEPT = 0.9  # of the running mean, from one generation to the next

# name: (set by hand, where the search begins, how far a first step goes). It begins at the end of
# two earlier searches of 40 and 16 generations; the first began at the weights set by hand.
BEGIN = {
    "hole": (40, 47, 3.0),
    "pile": (34, 62, 5.0),
    "card": (4, 16, 3.0),
    "other": (4, 2, 1.0),
    "jump": (3, 15, 2.0),
    "over": (5, 27, 4.0),
    "first_trunk": (22, 20, 3.0),
    "back": (12, 3, 3.0),
    "back2": (24, 60, 8.0),
    "exposed": (3, 9, 3.0),
    "eager": (18, 15, 2.0),
    "left": (16, 6, 3.0),
    "near": (8, 16, 3.0),
    "far": (4, 4, 1.0),
    "later": (6, 2, 1.0),
}


class Generations:
    """CMA-ES, in units of the first steps."""

    def __init__(self, n: int, seed: int) -> None:
        self.search = CMA(mean=np.zeros(n), sigma=1.0, population_size=N_TRIED, seed=seed)

    @property
    def mean(self) -> Floats:
        found: Floats = self.search.mean
        return found

    def ask(self) -> list[Floats]:
        """Settings to try."""
        self.tried = [self.search.ask() for _ in range(N_TRIED)]
        return self.tried

    def tell(self, found: list[float]) -> None:
        """What each of them won."""
        self.search.tell([(x, -won) for x, won in zip(self.tried, found, strict=True)])


def as_policy(weights: dict[str, int]) -> str:
    return "expert:" + ",".join(f"{name}={value}" for name, value in weights.items())


def setting_at(place: Floats) -> dict[str, int]:
    """Whole numbers, within what the weight may be."""
    return {
        name: int(np.clip(round(begin + step * x), *WEIGHTS[name][1:3]))
        for (name, (_, begin, step)), x in zip(BEGIN.items(), place, strict=True)
    }


def gain(weights: dict[str, int], others: str, seed: int, first: int) -> float:
    """What these weights win among others, summed over the tables; a whole game counts the same at
    each."""
    found = 0.0
    for players in (2, 3, 4):
        won = gains(GAME, as_policy(weights), others, players, N_GAMES, seed, first)
        found += float(won.mean()) * players / (players - 1)
    return found


def fit(generations: int, seed: int, say: Callable[[str], None] = print) -> dict[str, int]:
    """The weights found in so many generations."""
    by_hand = {name: hand for name, (hand, _, _) in BEGIN.items()}
    search, running = Generations(len(BEGIN), seed), np.zeros(len(BEGIN))
    for number in range(generations):
        tried = search.ask()
        others = as_policy(by_hand if number % 2 == 0 else setting_at(search.mean))
        search.tell([gain(setting_at(x), others, seed, number * N_GAMES) for x in tried])
        running = search.mean if number == 0 else KEPT * running + (1 - KEPT) * search.mean
        say(f"generation {number + 1}: {setting_at(running)}")
    return setting_at(running)


def write(weights: dict[str, int]) -> None:
    """Puts the weights into the source, as the defaults of the parameters."""
    text = SOURCE.read_text(encoding="utf-8")
    for name, value in weights.items():
        text = re.sub(rf'(?<=^    "{name}": \()-?\d+', str(value), text, count=1, flags=re.M)
    SOURCE.write_text(text, encoding="utf-8")
