"""Millions of compiled playouts replayed in the oracles: what `scripts/verify` runs.

Work is cut into pieces of a few playouts under one table; piece i of a seed is always the same.
"""

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from multiprocessing import Pool
from pathlib import Path

from analyzer import games
from oracle import harness

PIECE = 25  # playouts under one table
EVERY = 10.0  # seconds between two lines of progress


def compare(piece: int, game: str, seed: int, folder: Path) -> tuple[int, str]:
    """The number of moves made in a piece, and the difference found, if any."""
    rng = random.Random(f"{game}/{seed}/{piece}")
    low, high = games.load(game).players
    experiment = harness.random_experiment(game, rng.randint(low, high), folder, rng)
    try:
        return experiment.compare(rng.randrange(10**9), PIECE), ""
    except harness.Difference as difference:
        return 0, str(difference)


def verify(game: str, n_games: int, jobs: int, seed: int, folder: Path) -> bool:
    """True if all agree."""
    pieces = max(1, -(-n_games // PIECE))
    work = partial(compare, game=game, seed=seed, folder=folder)
    started = told = time.monotonic()
    moves = done = 0
    for n_moves, difference in results(work, pieces, jobs):
        if difference:
            print(f"{game}: a difference after {done:,} games: {difference}")
            return False
        moves, done = moves + n_moves, done + PIECE
        if time.monotonic() - told > EVERY:
            told = time.monotonic()
            rate = done / (told - started)
            print(f"{game}: {done:,} games agree, {rate:.0f} a second", file=sys.stderr)
    seconds = time.monotonic() - started
    print(f"{game}: {done:,} games agree ({moves:,} moves, seed {seed}, {seconds:.0f} s)")
    return True


def results(work: partial, pieces: int, jobs: int) -> Iterator[tuple[int, str]]:
    if jobs == 1:
        yield from map(work, range(pieces))
        return
    with Pool(jobs) as pool:
        yield from pool.imap_unordered(work, range(pieces), chunksize=4)


def at_least_one(text: str) -> int:
    number = int(float(text))
    if number < 1:
        raise argparse.ArgumentTypeError(f"must be at least 1; got {text}")
    return number


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/verify", description=__doc__.split(":")[0])
    parser.add_argument("--games", type=at_least_one, default=1_000_000, help="playouts a game")
    parser.add_argument("--game", choices=games.names(), help="only this one")
    parser.add_argument("--jobs", type=at_least_one, default=1, help="processes")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    names = [asked.game] if asked.game else games.names()
    with tempfile.TemporaryDirectory() as folder:
        agree = [verify(name, asked.games, asked.jobs, asked.seed, Path(folder)) for name in names]
    return 0 if all(agree) else 1


if __name__ == "__main__":
    sys.exit(main())
