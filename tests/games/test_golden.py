"""One short playthrough per game; `scripts/goldens` writes them anew."""

import pytest

from analyzer import games
from support import playthrough


@pytest.mark.parametrize("game", games.names())
def test_playthrough(game: str) -> None:
    assert game in playthrough.ADDRESSES, f"{game} has no playthrough: give it an address"
    golden = playthrough.path(game).read_text(encoding="utf-8")
    assert playthrough.text(game) == golden, "if this is meant, run scripts/goldens"


def test_no_playthrough_of_an_unknown_game() -> None:
    known = {playthrough.path(game) for game in games.names()}
    assert set(playthrough.GOLDEN.glob("playthrough-*.txt")) == known
