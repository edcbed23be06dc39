"""Made-up totals, for tests of statistics and answers."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from analyzer._core.reductions import WIN
from analyzer.simulation.reducers.totals import ColumnSums, Totals

UNITS = {"hands": "hands", "plays": "plays", "turns": "turns"}  # of these playouts


def totals(
    wins: Sequence[float] = (209_000, 201_000, 198_000, 196_000, 196_000),
    n: int = 1_000_000,
    *,
    roles: tuple[str, ...] = (),
    unfinished: int = 0,
    score: float = 19.4,
    spread: float = 9.0,
    hands: dict[int, int] | None = None,
) -> Totals:
    """Totals of n playouts in which the seats won as often as told."""
    players = len(wins)
    rank = (players + 1) / 2
    hands = hands or {3: n // 4, 5: n - n // 4 - n // 10, 8: n // 10}
    seats = {
        "score": [(score * n, (score**2 + spread**2) * n, n)] * players,
        "rank2": [(2 * rank * n, 4 * (rank**2 + 2) * n, n)] * players,
        "win840": [(WIN * won, WIN * WIN * won, won) for won in wins],
        "role": [(seat * n, seat * seat * n, n * (seat > 0)) for seat in range(players)],
        "bonus": [(3 * n, 12 * n, n)] * players,
    }
    amounts = {
        "turns": {150: n},
        "decisions": {220: n},
        "margin": {6: n},
        "hands": hands,
        "plays": {127: n // 4, 128: n - 2 * (n // 4), 129: n // 4},
    }
    games = {name: [_sums(found)] for name, found in amounts.items()}
    games["capped"] = [(unfinished, unfinished, unfinished)]
    block = _block(seats)
    return Totals(
        n=n,
        roles=roles,
        games=_block(games),
        seats=block,
        tables=_block({name: [_over_seats(places)] for name, places in seats.items()}),
        by_role=block if roles else None,
        histograms={name: Counter(found) for name, found in amounts.items()},
        score_histograms=tuple(Counter({19: n}) for _ in wins),
        end_reasons={"target": n - unfinished, "turn cap": 0, "hand cap": unfinished},
    )


def _over_seats(places: list[tuple[float, float, float]]) -> tuple[float, float, float]:
    """The sums of all seats together, as if they had nothing to do with each other."""
    return tuple(map(sum, zip(*places, strict=True)))


def _sums(histogram: dict[int, int]) -> tuple[int, int, int]:
    pairs = histogram.items()
    return (
        sum(value * count for value, count in pairs),
        sum(value * value * count for value, count in pairs),
        sum(count for value, count in pairs if value),
    )


def _block(columns: dict[str, list[tuple[float, float, float]]]) -> ColumnSums:
    values = np.array(
        [[[round(v) for v in place] for place in places] for places in columns.values()], object
    )
    return ColumnSums(tuple(columns), values)
