"""The challengers of the ladder: sources of an earlier revision in a package of their own."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

from ladder import frozen

from analyzer import games


@pytest.mark.skipif(not (frozen.ROOT / ".git").exists(), reason="needs the history in git")
def test_they_share_nothing_with_the_players_of_today(tmp_path):
    """Every game has an expert among them, and no module of theirs is one of today's policies."""
    frozen.take_sources(tmp_path)
    for game in games.names():
        assert (tmp_path / game.replace("-", "_") / "expert.pyx").exists()
    sources = [*tmp_path.rglob("*.pyx"), *tmp_path.rglob("*.pxd")]
    assert tmp_path / "search.pyx" in sources
    for path in sources:
        assert "analyzer._core.policies" not in path.read_text("utf-8")
