"""The policies of Horrible Mountain: better ones win, in both roles, and nobody swaps for ever."""

import pytest

from analyzer import games, policies, spec, stats
from analyzer._core.sums import WIN
from analyzer.state import State
from mountain_table import GAME, base, late, table, with_hands
from played import by_seat, cell, totals

N = 20_000


def duel(better: str, worse: str, **rules: object) -> tuple[float, float, int]:
    """Share of all games won by the better and by the worse, both having had both roles, and games
    that stalled."""
    resolved = games.load(GAME).resolve_rules(2, rules)
    won, stalled = [0.0, 0.0], 0
    for seats in ((better, worse), (worse, better)):
        found = totals(cell(GAME, 2, seats, resolved, seed=3), N // 2)
        for place, name in enumerate(seats):
            won[name != better] += by_seat(found, "win840")[place] / WIN / N
        stalled += found.unfinished
    return won[0], won[1], stalled


@pytest.mark.parametrize(
    ("better", "worse", "least"),
    [("greedy", "random", 0.99), ("expert", "greedy", 0.83), ("expert", "random", 0.99)],
)
def test_ladder(better: str, worse: str, least: float) -> None:
    """Measured: greedy 99.98, expert 84.97 and 100.0 of 100 games, give or take 0.5."""
    won, lost, stalled = duel(better, worse)
    assert stalled == 0
    low, _ = stats.simultaneous_shares([won * N, lost * N], N)
    assert low[0] > least


@pytest.mark.parametrize(
    "rules",
    [
        {"variant": True},
        {"run_out": "needed_while_empty"},
        {"hand_limit": 3},
        {"hand_limit": 6},
        {"tiebreak_hand": "category"},
        {"run_outs": 1},
    ],
    ids=str,
)
def test_expert_is_better_under_other_rules(rules: dict) -> None:
    won, lost, stalled = duel("expert", "greedy", **rules)
    assert won > 0.7 > 0.3 > lost
    assert stalled == 0


@pytest.mark.parametrize("policy", ["random", "greedy", "expert"])
def test_nobody_swaps_for_ever(policy: str) -> None:
    """HM-A5: no game of 20,000 is given up."""
    rules = games.load(GAME).resolve_rules(2, {"variant": True})
    found = totals(cell(GAME, 2, (policy, policy), rules, seed=4), N)
    assert found.end_reasons == {"third run-out": N, "stalled": 0, "turn cap": 0}


def chosen(state: State, policy: str = "expert") -> str:
    seated = policies.make(GAME, spec.policy(policy), state._stepper.table, state.rules)
    return state.moves()[state._stepper.choose(seated, state._stepper.coin(0))]


def test_expert_ends_a_game_that_is_won() -> None:
    """HM-32: the last card of the last pile, when nothing can go wrong."""
    words = {"hands": [["4C", "4D", "4H", "4S", "6C"], ["3H", "3S", "5C", "5D", "6D"]]}
    words |= {"table": ["2H", "3D", "3C", "5S", "6H"], "draw": ["2C"]}
    words["discard"] = ["2D", "2S", "5H", "6S"]
    assert chosen(late(run_outs=2, **words)) == "draw a card"


def test_expert_does_not_end_a_game_that_is_lost() -> None:
    """HM-32: rather than lose by drawing, it gains eight points by swapping cubes."""
    words = {"hands": [["2C", "2D", "3C", "4H", "6C"], ["3H", "3S", "5C", "5D", "5H"]]}
    words |= {"discard": ["2S", "6D", "6S", "4D"], "run_outs": 2}
    words["cubes"] = ["yellow", "blue", "white", "red", "green"]
    words["known"] = [[], words["hands"][1]]
    assert chosen(late(**words)).startswith("swap cubes of 2H and 6H discarding")


def test_expert_swaps_for_a_straight_flush() -> None:
    """HM-17, HM-34: and for nothing else (HM-D7)."""
    words = with_hands("2C 3C 4C 5C 6D", "3H 3S 5D") | {"table": ["2H", "3D", "4D", "5S", "6C"]}
    assert chosen(table(words)) == "swap 6D with 6C"
    assert not chosen(base()).startswith("swap 2S")


def test_greedy_takes_points_at_once() -> None:
    """HM-24: four points for a pair worth two."""
    state = base(turn=2)
    assert chosen(state, "greedy") in {
        "claim white discarding 5C then 5D",
        "claim white discarding 5D then 5C",
    }
    assert chosen(table(with_hands("3H", "4D")), "greedy") == "draw a card"
