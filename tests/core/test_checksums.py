"""Playouts change only together with the version of their game.

`ANALYZER_CHECKSUMS=many` also plays 20,000 a policy: to try another compiler, or other options.
"""

import os

import pytest

from analyzer import games
from support import checksums
from support.lanes import rest_full

POLICIES = [(game, name) for game in games.names() for name in checksums.policies_of(game)]
# `search` is one policy for all games: those that it plays quickly show it every day.
SLOW = [("hide-n-seek", "search"), ("hike-sled", "search")]
DAILY = [one for one in POLICIES if one not in SLOW]


@pytest.mark.kit
@pytest.mark.parametrize(("game", "policy"), rest_full([*DAILY, *SLOW], len(DAILY)))
def test_playouts_change_only_with_the_version(game: str, policy: str) -> None:
    version, told, many = checksums.read_checksums()[game, policy]
    assert version == str(games.load(game).version), "a new version: run scripts/goldens"
    assert checksums.checksum(game, policy) == told, (
        f"{policy} plays other games of {game} than before: if this is meant, raise VERSION in "
        f"analyzer/games/ and run scripts/goldens"
    )
    if os.environ.get("ANALYZER_CHECKSUMS") == "many":
        assert checksums.checksum_of_many(game, policy) == many


def test_there_are_no_checksums_of_others() -> None:
    assert set(checksums.read_checksums()) == set(POLICIES)
