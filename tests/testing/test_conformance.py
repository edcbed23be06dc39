"""The kit, on every game and every policy; a new game is tested by being there."""

import os
from dataclasses import replace
from functools import partial

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


# Of these, every day: each seventh reading and decision, and a fifth of the games.
A_SHARE = {
    "no reading shows more": {"every": 7},
    "equal seats win equally": {"playouts": PLAYOUTS // 5},
}
# Games that `search` plays slowly: every day only that it does not peek.
SLOW = {"hide-n-seek", "hike-sled"}


def waits(check):
    """What thinks ahead, by other readings and with another number of players than usual; and
    whether equal seats win equally with `noise`, which asks the expert."""
    game, *of = check.where.split()
    if of == ["noise"]:
        return check.name == "equal seats win equally"
    if "search" not in of:
        return False
    if of[0] != str(games.load(game).usual_players):
        return True
    return game in SLOW and check.name != "secrets change no choice"


def share_of(check):
    case, *rest = check.run.args
    return replace(check, run=partial(check.run.func, replace(case, **A_SHARE[check.name]), *rest))


def has_share(check):
    return check.name in A_SHARE and check.run.args[0].every == 1


DAILY = [share_of(check) if has_share(check) else check for check in CHECKS if not waits(check)]
LATER = [check for check in CHECKS if waits(check) or has_share(check)]


def named(check):
    return f"{check}, a share" if check in DAILY and check not in CHECKS else str(check)


@pytest.mark.parametrize("check", rest_full([*DAILY, *LATER], len(DAILY)), ids=named)
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
