"""The kit, on every game and every policy; a new game is tested by being there."""

import os
from dataclasses import replace

import pytest

from analyzer import games, kit, policies, spec
from analyzer.errors import UserError
from analyzer.simulate import Experiment, run

pytestmark = pytest.mark.kit

QUICK = bool(os.environ.get("ANALYZER_FLAVOUR"))  # a checked or sanitizer build: fewer playouts
PLAYOUTS = 6 if QUICK else 30
CHECKS = [check for game in games.names() for check in kit.checks(game, PLAYOUTS)]


@pytest.mark.parametrize("check", CHECKS, ids=str)
def test_kit(check):
    check()


@pytest.mark.parametrize("game", games.names())
def test_every_game_has_the_policies_we_promise(game):
    assert {"random", "greedy", "expert"} <= {policy.name for policy in policies.known(game)}


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
    face = games.load(game)
    players = face.players[0]
    rules = face.resolve_rules(players, {})
    frugal, wasteful = (
        (spec.policy(f"{file}:{name}"),) * players for name in ("Frugal", "Wasteful")
    )
    asked = Experiment(game, players, frugal, rules, seed=11, n=5)
    first, second = run(asked).totals, run(replace(asked, policies=wasteful)).totals
    for name in first.seat_sums:
        assert first.seat_sums[name].tolist() == second.seat_sums[name].tolist()


def test_a_check_is_left_out_with_its_reason_only():
    every = kit.checks("hike", PLAYOUTS)
    fewer = kit.checks("hike", PLAYOUTS, skip={"redealing does redeal": "no secrets"})
    assert len(every) - len(fewer) == 6
    for skip in ({"redealing does redel": "x"}, {"redealing does redeal": " "}):
        with pytest.raises(UserError, match="The kit cannot leave out"):
            kit.checks("hike", PLAYOUTS, skip=skip)
