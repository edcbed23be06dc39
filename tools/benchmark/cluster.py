"""What a cluster costs: the same games on N workers of Dask and on N threads, in turns.

Both play for as long as is asked; rounds are interleaved and the best of each counts. The start of
the workers is shown separately, because it does not grow with the games.
"""

import time

from analyzer.playout.cell import Cell
from analyzer.simulation.chunk import measure_game_seconds
from analyzer.simulation.executors.cluster import open_cluster
from analyzer.simulation.plan import Group, Plan, Reduction
from analyzer.simulation.run import run


def side_by_side(table: Cell, n: int, seconds: float, rounds: int) -> None:
    """Print both times, their ratio, and what a chunk costs the process that asks."""
    games = int(seconds * n / measure_game_seconds(table, sample=1.0))
    plan = Plan((Group((table,), (Reduction("totals", (0,)),), games),))
    started = time.perf_counter()
    with open_cluster(f"local:{n}") as workers:
        opening = time.perf_counter() - started
        best = {"threads": float("inf"), "workers": float("inf")}
        for _ in range(rounds):
            here = run(plan, threads=n)
            there = run(plan, executor=workers)
            assert here.groups[0].parts == there.groups[0].parts
            best["threads"] = min(best["threads"], here.seconds)
            best["workers"] = min(best["workers"], there.seconds)
    over = best["workers"] / best["threads"] - 1
    print(f"{table.game}, {table.players} players, {games:,} games, best of {rounds}")
    print(f"  {n} threads {best['threads']:.1f} s, {n} workers {best['workers']:.1f} s")
    print(f"  overhead {100 * over:.1f} %, and {opening:.1f} s to start the workers")
