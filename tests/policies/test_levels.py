"""Levels of skill: names for settings of other policies, each clearly better than the one below."""

from itertools import pairwise

import pytest

from analyzer import games
from analyzer.errors import UserError
from analyzer.policies import registry, spec
from analyzer.questions.shared.question_base import slowness
from analyzer.request.setting import build_setting
from support.ladder import share_of_one
from support.playouts import cell, totals

GAMES = games.names()
NAMES = ["beginner", "family", "club", "expert", "thinker"]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_all_levels(game):
    face = games.load(game)
    assert [level.name for level in registry.levels(game)] == NAMES
    assert {*NAMES} <= {*registry.policy_names(game)}
    assert 1 > face.mistakes[0] > face.mistakes[1] > face.mistakes[2] > 0


@pytest.mark.full
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("below", "level"), [*pairwise(NAMES[:4])])
def test_a_level_wins_five_points_more_than_its_share(game, level, below):
    """At the usual table, at every seat. Measured: 7 to 21 points, each within 1; the limit is four
    standard errors or more below that, and the seed is fixed."""
    players = games.load(game).usual_players
    share, error = share_of_one(game, level, below, players, 8_400)
    assert share - 1 / players > 0.05
    assert error < 0.006


def test_a_level_is_a_name_for_another_policy():
    for level in registry.levels("hike")[:3]:
        named, meant = (cell("hike", 3, (text,) * 3) for text in (level.name, level.policy))
        assert totals(named, 50).seats == totals(meant, 50).seats


def test_a_level_can_be_named_where_a_policy_can():
    family = spec.parse_policy("family")
    assert not registry.looks_ahead("hike", family)
    assert not registry.is_in_python("hike", family)
    assert registry.looks_ahead("hike", spec.parse_policy("thinker"))
    registry.check_policy("hike", [spec.parse_policy("search:worlds=2,rollout=family")])
    with pytest.raises(UserError, match="does not think ahead itself; got 'thinker'"):
        registry.check_policy("hike", [spec.parse_policy("search:rollout=thinker")])
    with pytest.raises(UserError, match="Policy family of hike has no parameter 'e'"):
        registry.check_policy("hike", [spec.parse_policy("family:e=0.3")])


def test_a_thinker_is_as_slow_as_the_search_it_is():
    """The default size of an experiment hangs on it."""
    usual = build_setting("hike", 4)
    named, meant = (usual.with_policies((text,)) for text in ("thinker", "search:worlds=32"))
    assert slowness(named) == slowness(meant) > 100
