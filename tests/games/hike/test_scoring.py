"""Hike's clauses HK-54 to HK-64: the end of a hand and of the game.

More of them, and the examples of the rulebook, are in test_scenarios.py.
"""

from support.hike import last_hand, make_state, play, statuses

PEAK = {"exposed": "Peak", "turn": 3}  # Bug, Lake and Tree do not follow: seat 3 drops out


def test_leftovers() -> None:
    """HK-54: cards from elimination and Bugs by Poop."""
    state = make_state("Bug Bug | | Lake", bugs=[["Bug"], ["Bug"], []], **PEAK, **statuses("e f a"))
    assert last_hand(state) == ([3, 1, 1], [0, 3, 2])


def test_eliminated_seats_can_win() -> None:
    """HK-55, HK-56: with their own leftovers in the pot."""
    state = make_state("Bug Bug | Bug | Lake Lake", **PEAK, **statuses("e e a"))
    assert last_hand(state) == ([2, 1, 2], [0, 5, 0])


def test_shares_are_rounded_down() -> None:
    """HK-57, HK-58: 8 points for three, the two odd ones to the latest play."""
    hands = "Bug | Bug | Lake | Tree Tree Tree Tree Tree"
    state = make_state(hands, last_play=[4, 6, 5, 3], **PEAK, **statuses("e e a e"))
    assert last_hand(state) == ([1, 1, 1, 5], [2, 4, 2, 0])


def test_first_out_takes_the_remainder() -> None:
    """HK-59: by the order of play, whatever was played later by others."""
    state = make_state(
        "Peak | Light Bug | Trail | Peak Peak Peak", "1 Peak, 2 Light, 3 Trail, 2 Bug"
    )
    assert last_hand(state) == ([0, 0, 0, 3], [4, 4, 4, 0])
    state = make_state(
        "Peak | Light Bug | Trail | Peak Peak Peak Peak", "1 Peak, 2 Light, 3 Trail, 2 Bug"
    )
    assert last_hand(state) == ([0, 0, 0, 4], [5, 4, 4, 0])


def test_planting_is_running_out() -> None:
    """HK-59, HK-42: in the order of planting."""
    hands = "Spring Peak | Tree | Tree | Lake Lake Lake"
    moves = "1 Spring, 2 plant 1 Tree, 3 plant 1 Tree, 1 Peak"
    state = make_state(hands, moves, exposed="Peak", **statuses("a a a e"))
    assert last_hand(state) == ([0, 0, 0, 3], [4, 5, 5, 0])
    state = make_state(hands + " Bug", moves, exposed="Peak", **statuses("a a a e"))
    assert last_hand(state) == ([0, 0, 0, 4], [4, 6, 5, 0])


def test_bonus_for_each_empty_hand() -> None:
    """HK-60."""
    state = make_state(" | | Lake Lake", **PEAK, **statuses("f f a"))
    assert last_hand(state) == ([0, 0, 2], [4, 4, 0])


def test_trees_and_worm_score_for_anybody() -> None:
    """HK-61."""
    worm = {"state": "captured", "by": 1, "to": 3}
    trees = [["Tree", "Tree"], [], ["The Wind"]]
    state = make_state(
        "Bug Bug | | Lake", worm=worm, birds=4, planted=trees, **PEAK, **statuses("e f a")
    )
    assert last_hand(state) == ([2, 0, 1], [2, 6, 5])


def test_points_come_at_the_end_of_the_hand() -> None:
    """HK-62."""
    state = make_state("Spring Tree Wind | Tree Lake | Peak", points=[5, 6, 7])
    for moves in ("1 Spring", "1 plant 1 Tree and The Wind", "2 plant 1 Tree", "2 Lake"):
        assert play(state, moves).scores == [5, 6, 7]
    assert play(state, "3 Peak").scores == [10, 10, 10]


def test_who_wins() -> None:
    """HK-63: the one with most points, when that is at or over the target."""
    for points, winners in (([21, 0, 0], []), ([22, 0, 0], [1]), ([22, 26, 0], [2])):
        state = make_state(
            " | Bug | Lake", points=points, rules={"bonus": 1}, **PEAK, **statuses("f e a")
        )
        assert (state.winners, state.over) == (winners, bool(winners))


def test_lone_leader_ends_a_tie() -> None:
    """HK-64: everybody plays on; whoever leads alone then wins."""
    tied = {"tied": True, "points": [30, 30, 28], "hand": 9, **PEAK}
    state = make_state("Bug | Bug | Lake", **tied, **statuses("e e a"))
    assert (state.over, state.scores) == (False, [31, 31, 29])
    assert state.counters["game"]["tie_hands"] == 1
    state = make_state(
        "Bug | Bug | ", exposed="Peak", turn=2, points=[30, 30, 28], **statuses("e a f")
    )
    assert state.winners == [3]
