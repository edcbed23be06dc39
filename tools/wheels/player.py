"""Plays without a compiler, in any environment that has us: checksums of games, or processor time.

It is a program of its own, so that it imports nothing of this checkout but what is installed.
"""

import hashlib
import sys
import time
from collections.abc import Iterator

from analyzer import games
from analyzer._core.runner import Control, run_batch
from analyzer.playout.seeds import seed_key
from analyzer.playout.state import make_table
from analyzer.policies import registry, spec
from analyzer.simulation.batch import Batch, Layout

POLICIES = ("random", "greedy", "expert")


def sums(n: int) -> None:
    """A line for each game and policy: a checksum of every column of `n` games."""
    for game, policy in tables():
        batch = play(game, policy, n)
        columns = batch.games.astype("<i4").tobytes() + batch.seats.astype("<i4").tobytes()
        print(game, policy, hashlib.sha256(columns).hexdigest())


def speed(n: int) -> None:
    """The seconds of the processor for `n` games of each game and policy."""
    begun = time.process_time()
    for game, policy in tables():
        play(game, policy, n)
    print(time.process_time() - begun)


def tables() -> Iterator[tuple[str, str]]:
    return ((game, policy) for game in games.built_in_names() for policy in POLICIES)


def play(game: str, policy: str, n: int) -> Batch:
    """Games of the usual table, with one policy at all seats."""
    face = games.load(game)
    players = face.usual_players
    rules = face.resolve_rules(players, {})
    table = make_table(face, players, rules)
    who = [registry.make_policy(game, spec.parse_policy(policy), table, rules)] * players
    batch = Batch.empty(Layout.from_game(face), players, (), 0, n)
    run_batch(table, who, seed_key(5), 0, n, batch.games, batch.seats, Control())
    return batch


if __name__ == "__main__":
    {"sums": sums, "speed": speed}[sys.argv[1]](int(sys.argv[2]))
