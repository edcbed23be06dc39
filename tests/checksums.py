"""Checksums of compiled playouts, for tests/golden; `scripts/goldens` writes them.

A game of some seed is the same game as long as its version is the same: that is promised, and a
kept run relies on it. So every policy plays at every number of players and under every rule there
is, a few playouts each, and what comes of them may only change together with the version.
"""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from analyzer import games
from analyzer._core.playout import Control, run_batch
from analyzer.seeds import key
from analyzer.state import make_table
from oracle import harness
from played import room

GOLDEN = Path(__file__).parent / "golden" / "checksums.txt"
SEED = 5
AT_EVERY_TABLE, UNDER_EVERY_RULE = 200, 12  # playouts


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
    face, known = games.load(game), harness.policies_of(game)
    told = sha256()
    with TemporaryDirectory() as folder:
        for players, given, n in tables(game, Path(folder)):
            table = make_table(face, players, face.resolve_rules(players, given))
            batch = room(game, players, n)
            who = [known[policy]] * players
            run_batch(table, who, key(SEED), 0, n, batch.games, batch.seats, Control())
            told.update(batch.games.astype("<i4").tobytes() + batch.seats.astype("<i4").tobytes())
    return told.hexdigest()[:16]


def written() -> dict[tuple[str, str], tuple[str, str]]:
    """Game and policy -> version and checksum."""
    rows = (line.split() for line in GOLDEN.read_text("utf-8").splitlines())
    return {(game, policy): (version, told) for game, version, policy, told in rows}


def main() -> None:
    lines = [
        f"{game} {games.load(game).version} {policy} {checksum(game, policy)}\n"
        for game in games.names()
        for policy in harness.policies_of(game)
    ]
    GOLDEN.write_text("".join(lines), encoding="utf-8")
    print(GOLDEN)


if __name__ == "__main__":
    main()
