"""Better is shown to be better: one policy against a table of another, seat by seat in turn."""

import pytest

from analyzer import games
from support.ladder import STEPS, share_of_one
from support.playouts import by_seat, cell, totals

GAMES = 12_000
SIGMAS = 6.0  # a right program fails one of the tests less than once in a hundred million runs


def share_of(one, others, players):
    return share_of_one("hike", one, others, players, GAMES)


@pytest.mark.parametrize("players", [3, 4, 5, 8])
@pytest.mark.parametrize(("better", "worse"), STEPS)
def test_a_lone_better_player_wins_more_than_its_share(better, worse, players):
    share, error = share_of(better, worse, players)
    assert share - SIGMAS * error > 1 / players


@pytest.mark.parametrize("players", [3, 5])
@pytest.mark.parametrize(("better", "worse"), [("greedy", "random"), ("expert", "greedy")])
def test_a_lone_worse_player_wins_less_than_its_share(better, worse, players):
    share, error = share_of(worse, better, players)
    assert share + SIGMAS * error < 1 / players


@pytest.mark.parametrize("name", ["spite", "hold", "save"])
def test_every_parameter_of_expert_changes_play(name):
    rules = games.load("hike").resolve_rules(4, {})

    def scores(policy):
        found = totals(cell("hike", 4, (policy,) * 4, rules, seed=17), 300)
        return by_seat(found, "score")

    assert scores(f"expert:{name}=0") != scores("expert")
