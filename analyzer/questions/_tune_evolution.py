"""A search among more candidates than can be listed: CMA-ES, in parts of each parameter's range.

Hansen, "The CMA evolution strategy: a tutorial" (2016), as the package `cmaes` has it. What a
candidate gains is measured with noise, so `next_deals` compares how far the candidates of a
generation differ with how far chance alone drives them apart: where chance is larger, the next
generation plays more deals.
"""

from collections.abc import Sequence
from math import log
from typing import TYPE_CHECKING

import numpy as np

from analyzer.errors import UserError

if TYPE_CHECKING:
    from analyzer.questions._tune_space import Candidate, Space

FIRST_STEP = 0.25  # of each range
FASTER, CLEAR = 1.5, 4.0  # how fast the deals change; signal over noise at which fewer are enough


class Evolution:
    """Asks for a generation of candidates, and is told what they gained."""

    def __init__(self, space: "Space", seed: int) -> None:
        try:
            from cmaes import CMA
        except ImportError:
            raise UserError(
                "A range of numbers, or a large grid, is searched with the package cmaes, which is "
                "not installed: pip install cmaes."
            ) from None
        self.space = space
        start = np.array([one.part_of(one.now) for one in space.dimensions])
        bounds = np.array([[0.0, 1.0]] * len(start))
        self._search = CMA(mean=start, sigma=FIRST_STEP, bounds=bounds, seed=seed % 2**32)
        self._asked: list[np.ndarray[tuple[int], np.dtype[np.float64]]] = []
        self.means: list[list[float]] = []  # after each generation

    @property
    def size(self) -> int:
        """Candidates of a generation."""
        return generation_size(len(self.space.dimensions))

    def ask(self) -> "list[Candidate]":
        self._asked = [self._search.ask() for _ in range(self.size)]
        return [self.space.at([float(part) for part in one]) for one in self._asked]

    def tell(self, gains: Sequence[float]) -> None:
        self._search.tell([(x, -gain) for x, gain in zip(self._asked, gains, strict=True)])
        self.means.append([float(part) for part in self._search.mean])

    def finalists(self) -> "list[Candidate]":
        """Where it stands, and where it stood on average over its second half: that is surer."""
        late = np.array(self.means[len(self.means) // 2 :])
        return [self.space.at([float(x) for x in late.mean(axis=0)]), self.space.at(self.means[-1])]


def generation_size(dimensions: int) -> int:
    """Candidates of a generation, as Hansen recommends (2016, equation 48)."""
    return 4 + int(3 * log(dimensions))


def next_deals(deals: int, gains: Sequence[float], errors: Sequence[float]) -> int:
    """Deals of the next generation, by the noise that was measured in this one."""
    noise = float(np.mean(np.square(errors)))
    signal = max(0.0, float(np.var(gains, ddof=1)) - noise) if len(gains) > 1 else 0.0
    if signal < noise:
        return round(deals * FASTER)
    return round(deals / FASTER) if signal > CLEAR * noise else deals
