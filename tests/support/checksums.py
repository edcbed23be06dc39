"""Checksums of compiled playouts, for tests/golden; `scripts/goldens` writes them.

A game of some seed is the same game as long as its version is the same: that is promised, and a
kept run relies on it. So every policy plays at every number of players and under every rule there
is, a few playouts each, and what comes of them may only change together with the version. Whoever
builds the core, with whatever compiler, must meet the same: for that there are 20,000 playouts of
the usual table too, which are played when they are asked for. `search` and `noise` are policies of
every game: when they play otherwise, every game does.
"""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from analyzer import games
from analyzer._core.runner import Control, run_batch
from analyzer.playout.seeds import seed_key
from analyzer.playout.state import make_table
from analyzer.policies import registry, spec
from oracle import harness
from support.paths import TESTS
from support.playouts import empty_batch

GOLDEN = TESTS / "golden" / "checksums.txt"
SEED = 5
AT_EVERY_TABLE, UNDER_EVERY_RULE = 200, 12  # playouts
MANY, CHUNK = 20_000, 500
OF_ANY_GAME = {"search": "search:worlds=2", "noise": "noise"}
RARELY, HARDLY = 100, 2_000  # `search` plays every 100th playout, and every 2,000th of the many


def policies_of(game: str) -> list[str]:
    return [*harness.policies_of(game), *OF_ANY_GAME]


def tables(game: str, folder: Path) -> Iterator[tuple[int, dict[str, Any], int]]:
    """Players, rules and how many playouts."""
    face = games.load(game)
    low, high = face.players
    for players in range(low, high + 1):
        yield players, {}, AT_EVERY_TABLE
    usual = face.usual_players
    for given in harness.link_of(game).rules_to_compare(folder, usual):
        yield usual, given, UNDER_EVERY_RULE


def checksum(game: str, policy: str) -> str:
    """Of all columns of the playouts of one policy at all seats."""
    told = sha256()
    with TemporaryDirectory() as folder:
        for players, given, n in tables(game, Path(folder)):
            some = n // RARELY if policy == "search" else n
            told.update(columns(game, policy, players, given, 0, some))
    return told.hexdigest()[:16]


def checksum_of_many(game: str, policy: str) -> str:
    """Of all columns of many playouts at the usual table."""
    told = sha256()
    many = MANY // HARDLY if policy == "search" else MANY
    for first in range(0, many, CHUNK):
        n = min(CHUNK, many - first)
        told.update(columns(game, policy, games.load(game).usual_players, {}, first, n))
    return told.hexdigest()[:16]


def columns(
    game: str, policy: str, players: int, given: dict[str, Any], first: int, n: int
) -> bytes:
    face = games.load(game)
    rules = face.resolve_rules(players, given)
    table = make_table(face, players, rules)
    asked = spec.parse_policy(OF_ANY_GAME.get(policy, policy))
    who = [registry.make_policy(game, asked, table, rules)] * players
    batch = empty_batch(game, players, n)
    run_batch(table, who, seed_key(SEED), first, n, batch.games, batch.seats, Control())
    return batch.games.astype("<i4").tobytes() + batch.seats.astype("<i4").tobytes()


def read_checksums() -> dict[tuple[str, str], tuple[str, str, str]]:
    """Game and policy -> version, checksum, and that of many."""
    rows = (line.split() for line in GOLDEN.read_text("utf-8").splitlines())
    return {(game, policy): (version, told, many) for game, version, policy, told, many in rows}


def main() -> None:
    lines = [
        f"{game} {games.load(game).version} {policy} {checksum(game, policy)} "
        f"{checksum_of_many(game, policy)}\n"
        for game in games.names()
        for policy in policies_of(game)
    ]
    GOLDEN.write_text("".join(lines), encoding="utf-8")
    print(GOLDEN)


if __name__ == "__main__":
    main()
