"""Better is shown to be better: one policy against a table of another, seat by seat in turn."""

import pytest

from analyzer import games
from analyzer.simulate import Experiment, run

GAMES = 12_000
SIGMAS = 6.0  # a right program fails one of the tests less than once in a hundred million runs


def share_of(one, others, players):
    """Win share of `one` among `others`, each seat taken equally often, and its standard error: no
    two seats meet the same luck, so the playouts are independent."""
    rules = games.load("hike").resolve_rules(players, {})
    won = played = 0
    for seat in range(players):
        table = tuple(one if place == seat else others for place in range(players))
        n = GAMES // players
        asked = Experiment("hike", players, table, rules, seed=17, n=n, first=seat * n)
        totals = run(asked).totals
        won += totals.seat_sums["win840"][seat] / 840
        played += totals.n
    share = won / played
    return share, (share * (1 - share) / played) ** 0.5


@pytest.mark.parametrize("players", [3, 4, 5, 8])
@pytest.mark.parametrize(
    ("better", "worse"), [("greedy", "random"), ("expert", "greedy"), ("expert", "random")]
)
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
        asked = Experiment("hike", 4, (policy,) * 4, rules, seed=17, n=300)
        return run(asked).totals.seat_sums["score"].tolist()

    assert scores(f"expert:{name}=0") != scores("expert")
