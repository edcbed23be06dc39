"""The kit, on every game and every policy; a new game is tested by being there."""

import os

import pytest

from analyzer import games
from analyzer.errors import UserError
from analyzer.policies import registry
from analyzer.testing import conformance
from support.lanes import rest_full
from support.playouts import cell, totals

pytestmark = pytest.mark.kit

QUICK = bool(os.environ.get("ANALYZER_FLAVOUR"))  # a checked or sanitizer build: fewer playouts
PLAYOUTS = 6 if QUICK else 30
CHECKS = [check for game in games.names() for check in conformance.checks(game, PLAYOUTS)]


def waits(check):
    """What thinks ahead, with another number of players than usual."""
    game, *of = check.where.split()
    return len(of) == 2 and of != [str(games.load(game).usual_players), "search"] and "search" in of


DAILY = [check for check in CHECKS if not waits(check)]
LATER = [check for check in CHECKS if waits(check)]


@pytest.mark.parametrize("check", rest_full([*DAILY, *LATER], len(DAILY)), ids=str)
def test_kit(check):
    check()


@pytest.mark.parametrize("game", games.names())
def test_every_game_has_the_policies_we_promise(game):
    assert {"random", "greedy", "expert"} <= {
        policy.name for policy in registry.named_policies(game)
    }


@pytest.mark.parametrize("game", games.names())
def test_a_policy_that_draws_more_changes_no_deal(game, tmp_path):
    file = tmp_path / "draws.py"
    file.write_text(
        "class Frugal:\n"
        "    draws = 0\n"
        "    def choose(self, view, moves, rng):\n"
        "        for _ in range(self.draws):\n"
        "            rng.below(6)\n"
        "        return 0\n"
        "class Wasteful(Frugal):\n"
        "    draws = 5\n"
    )
    players = games.load(game).players[0]
    frugal, wasteful = (
        totals(cell(game, players, (f"{file}:{name}",) * players, seed=11), 5)
        for name in ("Frugal", "Wasteful")
    )
    assert frugal == wasteful


def test_a_check_is_left_out_with_its_reason_only():
    every = conformance.checks("hike", PLAYOUTS)
    fewer = conformance.checks("hike", PLAYOUTS, skip={"redealing does redeal": "no secrets"})
    assert len(every) - len(fewer) == 6
    for skip in ({"redealing does redel": "x"}, {"redealing does redeal": " "}):
        with pytest.raises(UserError, match="The kit cannot leave out"):
            conformance.checks("hike", PLAYOUTS, skip=skip)
