"""Compiled playouts replayed in the oracles: legal moves, states, results and counters agree.

`scripts/verify` does the same for millions.
"""

import random
from pathlib import Path

import pytest

from analyzer import games
from oracle import harness
from support.lanes import few_then_many, rest_full
from support.settings import FLAVOUR

pytestmark = pytest.mark.kit

FACTOR = 1 if FLAVOUR == "release" else 20  # the checked builds are for memory, not for rules
TABLES = [
    (game, players)
    for game in games.names()
    for players in range(games.load(game).players[0], games.load(game).players[1] + 1)
]
POLICIES = [(game, name) for game in games.names() for name in harness.policies_of(game)]


def few(n: int, game: str) -> int:
    return max(1, n // FACTOR // harness.cost_of(game))


@pytest.mark.parametrize("game", games.names())
def test_every_game_has_an_oracle(game: str) -> None:
    assert (harness.HOME / f"{harness.file_name(game)}.py").is_file()
    assert (harness.HOME / f"link_{harness.file_name(game)}.py").is_file()


@pytest.mark.parametrize("share", few_then_many(10))
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_every_rule(game: str, players: int, share: int, tmp_path: Path) -> None:
    """Under `random` everywhere, for which a game may have a fast path through the turn loop."""
    policies = [harness.policies_of(game)["random"]] * players
    for rules in harness.link_of(game).rules_to_compare(tmp_path, players):
        n = few((25 if rules else 300) // share, game)
        harness.Experiment(game, players, rules, players, policies).compare(0, n)


@pytest.mark.parametrize(("seed", "share"), rest_full([(0, 4), *((seed, 1) for seed in range(8))]))
@pytest.mark.parametrize("game", games.names())
def test_any_rules_together(game: str, seed: int, share: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    low, high = games.load(game).players
    for _ in range(few(80 // share, game)):
        players = rng.randint(low, high)
        harness.random_experiment(game, players, tmp_path, rng).compare(rng.randrange(10**6), 8)


@pytest.mark.parametrize("share", few_then_many(10))
@pytest.mark.parametrize(("game", "name"), POLICIES)
def test_every_policy(game: str, name: str, share: int) -> None:
    """The turn loop of a simulation, too, comes to what the oracle says."""
    low, high = games.load(game).players
    for players in range(low, high + 1):
        policies = [harness.policies_of(game)[name]] * players
        harness.Experiment(game, players, seed=7, policies=policies).compare(
            0, few(120 // share, game)
        )
