"""What a trace costs: the same playouts with and without, taking turns in the same memory."""

import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from analyzer import games  # noqa: E402
from analyzer._core.runner import Control, run_batch  # noqa: E402
from analyzer._core.trace import Traces  # noqa: E402
from analyzer.playout.seeds import seed_key  # noqa: E402
from analyzer.simulation.chunk import ReadyCell  # noqa: E402
from support.playouts import cell, empty_batch  # noqa: E402

ROUND = 0.03  # seconds that a round should take at least: the best of many short ones is steady
MOST = 8192  # playouts of a round, as in a run


def pairs(game: str, players: int, policy: str, rounds: int) -> tuple[list[float], list[float]]:
    """CPU seconds of every round, without a trace and with one."""
    table = ReadyCell(cell(game, players, (policy,) * players))

    def seconds(n: int, traces: Traces | None) -> float:
        started = time.process_time()
        columns = batch.games, batch.seats, Control()
        run_batch(table.core, table.seated, seed_key(1), 0, n, *columns, traces=traces)
        return time.process_time() - started

    n, batch = 16, empty_batch(game, players, MOST)
    while n < MOST and seconds(n, None) < ROUND:
        n *= 2
    spec = games.load(game)
    traces = Traces(players, n, spec.gap_step)
    both = [(seconds(n, None), seconds(n, traces)) for _ in range(rounds)]
    without, with_traces = map(list, zip(*both, strict=True))
    return without, with_traces


def side_by_side(game: str, players: int, rounds: int) -> None:
    for policy in ("random", "expert"):
        without, with_traces = pairs(game, players, policy, 3 * rounds)
        cost = min(with_traces) / min(without) - 1
        print(f"{game}, {players} players, {policy} with traces: {100 * cost:.1f} % slower")
