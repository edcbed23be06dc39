"""Made-up totals in the shape of analyzer.tables.Totals, for tests of statistics and reports."""

from collections.abc import Sequence
from types import SimpleNamespace

import numpy as np

WIN = 840


def totals(
    wins: Sequence[float] = (209_000, 201_000, 198_000, 196_000, 196_000),
    n: int = 1_000_000,
    *,
    roles: tuple[str, ...] | None = None,
    unfinished: int = 0,
    score: float = 19.4,
    spread: float = 9.0,
) -> SimpleNamespace:
    """Totals of n playouts in which the seats won as often as told."""
    players = len(wins)
    ranks = [(players + 1) / 2] * players
    hands = {3: n // 4, 5: n - n // 4 - n // 10, 8: n // 10}
    sums = {
        "score": _column([score * n] * players),
        "rank2": _column([2 * rank * n for rank in ranks]),
        "win840": _column([round(WIN * won) for won in wins]),
    }
    squares = {
        "score": _column([(score**2 + spread**2) * n] * players),
        "rank2": _column([4 * (rank**2 + 2) * n for rank in ranks]),
        "win840": _column([WIN * WIN * won for won in wins]),
    }
    return SimpleNamespace(
        n=n,
        players=players,
        roles=roles,
        seat_sums=sums | {"bonus": _column([3 * n] * players)},
        seat_squares=squares | {"bonus": _column([12 * n] * players)},
        role_sums=sums if roles else {},
        role_squares=squares if roles else {},
        game_sums={
            "turns": 150 * n,
            "decisions": 220 * n,
            "margin": 6 * n,
            "capped": unfinished,
            "hands": sum(value * count for value, count in hands.items()),
            "plays": 128 * n,
        },
        game_squares={
            "turns": (150**2 + 900) * n,
            "decisions": (220**2 + 900) * n,
            "margin": 60 * n,
            "capped": unfinished,
            "hands": sum(value**2 * count for value, count in hands.items()),
            "plays": (128**2 + 900) * n,
        },
        histograms={
            "turns": {150: n},
            "decisions": {220: n},
            "margin": {6: n},
            "hands": hands,
            "plays": {100: n // 2, 156: n - n // 2},
        },
        score_histograms=[{19: n} for _ in wins],
        end_reasons={"target": n - unfinished, "turn cap": 0, "hand cap": unfinished},
        unfinished=unfinished,
    )


def _column(values: Sequence[float]) -> np.ndarray:
    return np.array([round(value) for value in values], dtype=np.int64)
