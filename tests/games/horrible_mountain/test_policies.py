"""The policies of Horrible Mountain: better ones win, in both roles, and nobody swaps for ever."""

import pytest

from analyzer import games, stats
from analyzer._core.reductions import WIN
from analyzer.playout.state import State
from analyzer.policies import registry, spec
from support.horrible_mountain import GAME, base, late, make_state, with_hands
from support.playouts import by_seat, cell, totals

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
    """Measured: greedy 99.98, expert 88.3 and 100.0 of 100 games, give or take 0.5."""
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


@pytest.mark.full
@pytest.mark.parametrize("policy", ["random", "greedy", "expert"])
def test_nobody_swaps_for_ever(policy: str) -> None:
    """HM-A5: no game of 20,000 is given up."""
    rules = games.load(GAME).resolve_rules(2, {"variant": True})
    found = totals(cell(GAME, 2, (policy, policy), rules, seed=4), N)
    assert found.end_reasons == {"third run-out": N, "stalled": 0, "turn cap": 0}


def chosen(state: State, policy: str = "expert") -> str:
    seated = registry.make_policy(
        GAME, spec.parse_policy(policy), state._stepper.table, state.rules
    )
    return state.moves()[state._stepper.choose(seated, state._stepper.coin(0))]


def all_chosen(state: State) -> set[str]:
    """What the expert may choose, by the coin."""
    seated = registry.make_policy(
        GAME, spec.parse_policy("expert"), state._stepper.table, state.rules
    )
    coin = state._stepper.coin(0)
    return {state.moves()[state._stepper.choose(seated, coin)] for _ in range(60)}


def test_expert_ends_a_game_that_is_won() -> None:
    """HM-32: the last card of the last pile, when nothing can go wrong. To take a card from the
    table would win too, but costs a cube (HM-18): no coin decides between the two."""
    words = {"hands": [["4C", "4D", "4H", "4S", "6C"], ["3H", "3S", "5C", "5D", "6D"]]}
    words |= {"table": ["2H", "3D", "3C", "5S", "6H"], "draw": ["2C"]}
    words["discard"] = ["2D", "2S", "5H", "6S"]
    assert all_chosen(late(run_outs=2, **words)) == {"draw a card"}


def test_of_moves_that_win_expert_takes_the_better_margin() -> None:
    """HM-38: four of a kind win whatever is discarded, but not by as much."""
    words = {"hands": [["4C", "4D", "4H", "4S", "6C"], ["3H", "3S", "5C", "5D", "6D"]]}
    words |= {"table": ["2H", "3D", "3C", "5S", "6H"], "draw": ["2C"]}
    state = late(run_outs=2, discard=["2D", "2S", "5H", "6S"], **words)
    state.play("draw a card")
    margins = {}
    for move in state.moves():
        after = state.copy()
        after.play(move)
        assert after.over
        margins[move] = after.scores[0] - after.scores[1]
    assert min(margins.values()) < max(margins.values())
    assert {margins[move] for move in all_chosen(state)} == {max(margins.values())}


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
    assert chosen(make_state(words)) == "swap 6D with 6C"
    assert not chosen(base()).startswith("swap 2S")


def test_greedy_takes_points_at_once() -> None:
    """HM-24: four points for a pair worth two."""
    state = base(turn=2)
    assert chosen(state, "greedy") in {
        "claim white discarding 5C then 5D",
        "claim white discarding 5D then 5C",
    }
    assert chosen(make_state(with_hands("3H", "4D")), "greedy") == "draw a card"


def under_way(hands: str, slots: str, cubes: str, control: str, **more: object) -> State:
    """A game under way, in few words: two hands, the table, its cubes and both players' cubes."""
    words: dict = {"hands": [part.split() for part in hands.split("|")], "table": slots.split()}
    words |= {"cubes": cubes.split(), "control": [part.split() for part in control.split("|")]}
    return make_state(words | more)


def test_expert_keeps_its_cards_in_the_opening() -> None:
    """HM-21: two cards for a swap that gains two points, with the whole game to come: in 300 worlds
    a draw wins 20 and 19 games of 100 more."""
    cubes, control = "yellow green white blue red", "red yellow | blue green"
    hands, slots = "2H 3H 5C 6H | 2C 5D 6D", "2D 3D 4C 5H 6S"
    state = under_way(hands, slots, cubes, control, turn=2, turns=1)
    assert chosen(state) == "draw a card"
    hands, slots = "2S 3S 4S 5S | 2C 3H 6S", "2H 3D 4D 5D 6D"
    state = under_way(hands, slots, "blue red white yellow green", control, turn=2, turns=1)
    assert chosen(state) == "draw a card"


def test_expert_makes_no_swap_that_is_taken_back() -> None:
    """HM-21: the other is known to hold both ranks. In 300 worlds 57 games of 100 more are won."""
    hands = "2S 5D 5S 6D | 2H 3H 3S 5H 6H"
    known = [part.split() for part in hands.split("|")]
    state = under_way(
        hands, "2D 3D 4C 5C 6C", "green red blue yellow white", "red yellow white | blue green",
        turn=2, run_outs=2, turns=19, known=known,
    )  # fmt: skip
    assert not chosen(state).startswith("swap cubes of 2D and 6C")


def test_expert_exchanges_no_cubes_that_are_both_the_others() -> None:
    """HM-37: it would change no score. In 300 worlds 19 games of 100 more are won."""
    state = under_way(
        "4H 5C 5D 5H 6H | 2C 2D 2H 6C", "2S 3S 4D 5S 6D", "red blue white yellow green",
        "red yellow | blue green white", turn=1, run_outs=1, turns=14, discard=["4S"],
        known=[["4H", "5C", "5D", "5H"], ["2D", "2H", "6C"]],
    )  # fmt: skip
    assert chosen(state) == "draw a card"


@pytest.mark.parametrize("run_outs", [0, 1, 2])
def test_expert_breaks_no_full_house(run_outs: int) -> None:
    """HM-33: eight points in hand are worth more than a swap that gains four."""
    state = under_way(
        "3C 3D 3H 5C 5D | 2C 4D 6C", "2H 3S 4C 5S 6H", "red blue white yellow green",
        "red yellow white | blue green", turn=1, run_outs=run_outs, turns=12,
    )  # fmt: skip
    assert not chosen(state).startswith("swap cubes")


def test_expert_waits_but_not_for_ever() -> None:
    """HM-A5, HM-D7: after fifty turns it makes no swap that brings it nothing."""
    rules = games.load(GAME).resolve_rules(2, {})
    found = totals(cell(GAME, 2, ("expert", "expert"), rules, seed=5), 2000)
    assert found.unfinished == 0
    hands = "2C 2D 3C 4H 6C | 3H 3S 5C 5D 5H"
    cubes, control = "red blue white green yellow", "red yellow | blue green"
    for turns in (50, 51, 300):
        state = under_way(hands, "2H 3D 4S 5S 6H", cubes, control, turn=1, turns=turns, run_outs=2)
        assert not chosen(state).startswith(("swap 2", "swap 3", "swap 4", "swap 6"))
