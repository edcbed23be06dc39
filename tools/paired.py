"""One player among others of another kind, on the same deals from every seat."""

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from analyzer import games
from analyzer._core.reductions import WIN
from analyzer._core.runner import Control, run_batch
from analyzer.playout.seeds import seed_key
from analyzer.playout.state import make_table
from analyzer.policies import registry, spec
from analyzer.simulation.batch import Batch, Layout

Floats = NDArray[np.float64]


def gains(
    game: str, one: str, others: str, players: int, n: int, seed: int, first: int = 0
) -> Floats:
    """For each deal, what one player wins more than its fair share, on average over all seats: the
    deals are the same for everybody, so that their luck counts for little."""
    face = games.load(game)
    rules = face.resolve_rules(players, {})
    table = make_table(face, players, rules)
    layout = Layout.from_game(face)
    single, rest = (
        registry.make_policy(game, spec.parse_policy(name), table, rules) for name in (one, others)
    )
    won = np.zeros(n)
    for seat in range(players):
        batch = Batch.empty(layout, players, (), first, n)
        seated = [single if place == seat else rest for place in range(players)]
        run_batch(table, seated, seed_key(seed), first, n, batch.games, batch.seats, Control())
        won += batch.seat_column("win840")[:, seat] / WIN
    return won / players - 1 / players


def format_gain(found: Floats) -> str:
    """The mean in percentage points, with its 95 % interval."""
    error = float(found.std()) / sqrt(len(found))
    return f"{100 * found.mean():+.1f} ± {max(196 * error, 0.1):.1f}"
