"""A match: one policy among others, once at every seat, on the same deals."""

from typing import TYPE_CHECKING

from analyzer import stats
from analyzer._core.reductions import WIN
from analyzer.stats import Claim, Family, Interval

if TYPE_CHECKING:
    from analyzer.simulation.reducers.rotation import Rotation
    from analyzer.simulation.reducers.totals import Sums

FEW = 30  # deals won or lost, below which Student's interval is not trusted


def fair_share(found: "Rotation", players: int, tables: int) -> float:
    """What equal players would win; games that nobody wins count for nobody."""
    everybody: int = sum(found.sums.at("win840", who).total for who in range(len(found.policies)))
    return float(everybody / (WIN * tables * found.n * players))


def win_share(
    found: "Rotation", policy: str, tables: int, fair: float, level: float = stats.LEVEL
) -> Interval:
    """The share of games that a policy wins over all tables and deals."""
    place = found.policies.index(policy)
    return deal_share(found.sums.at("win840", place), WIN * tables, found.n, fair, level)


def deal_share(
    sums: "Sums", scale: int, n: int, fair: float, level: float = stats.LEVEL
) -> Interval:
    """A share of wins from its sums over whole deals, each of which can give `scale`.

    Where wins or losses are few it is exact: a deal gives a share from 0 to 1, which spreads less
    than a win or a loss of the same mean, so that this is safe. Where nearly all deals give the
    fair share, as with two policies that hardly differ, it is that of rare differences. Otherwise
    it is Student's, which shows what rotating was worth.
    """
    won = sums.total / scale
    if min(won, n - won) < FEW:
        return stats.clopper_pearson(won, n, level)
    usual = round(scale * fair)
    apart = sums.total - n * usual
    squares = sums.squares - 2 * usual * sums.total + n * usual * usual
    otherwise = -(-squares // WIN**2)  # deals, if each of them gave a win more or less
    if otherwise < FEW:
        found = stats.paired_mean(n, apart, squares, otherwise, level, size=WIN)
    else:
        found = stats.mean_interval(apart, squares, n, level=level)
    return Interval(*(min(1.0, max(0.0, (usual + end) / scale)) for end in found))


def better_claim(wins: Interval, fair: float, family: Family, n: int, of: str) -> Claim:
    """That a policy wins more than equal players would; its interval has the family's level."""
    surplus = Interval(*(end - fair for end in wins))
    return stats.exceeds(surplus, family, n, of=of)
