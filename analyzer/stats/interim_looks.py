"""When to look, and with which part of the error."""

from typing import NamedTuple

from analyzer.stats.intervals import ALPHA

FIRST_LOOK = 1000  # games; earlier a look costs more precision than it saves games


class Look(NamedTuple):
    """A planned look at the data: after how many games, and with which part of the error."""

    n: int
    alpha: float

    @property
    def level(self) -> float:
        """The level of every interval computed at this look."""
        return 1 - self.alpha


def plan_looks(n: int, alpha: float = ALPHA, first: int = FIRST_LOOK) -> list[Look]:
    """When a run of n games may be looked at, and the part of alpha that each look may spend.

    Halvings of n down to `first` games. The last look gets half of alpha, the one before half
    of the rest, and so on; the first two get the same part. The parts sum to alpha, so by
    Bonferroni all looks hold together, whatever is decided at any of them.
    """
    if n <= 0:
        return []
    games = [n]
    while (half := -(-games[-1] // 2)) >= first and half < games[-1]:
        games.append(half)
    parts = [alpha / 2**j for j in range(1, len(games))]
    parts.append(parts[-1] if parts else alpha)
    return [Look(*look) for look in zip(games[::-1], parts[::-1], strict=True)]
