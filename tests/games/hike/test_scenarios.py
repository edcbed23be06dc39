"""The scenarios HK-T1 to HK-T25, and how specialties act on each other."""

import pytest

from support.hike import hand, last_hand, make_state, play, sizes, statuses


def test_t1_fewest_leftovers_take_all() -> None:
    """HK-T1: HK-54, HK-55, HK-56."""
    state = make_state(
        "Bug Bug | Tree Tree Lake Lake | Bug", exposed="Peak", turn=3, **statuses("e e a")
    )
    assert last_hand(state) == ([2, 4, 1], [0, 0, 7])


def test_t2_bonus() -> None:
    """HK-T2: HK-56, HK-60."""
    state = make_state(
        "| Bug Bug Bug | Tree Tree Lake Lake", exposed="Peak", turn=3, **statuses("f e a")
    )
    assert last_hand(state) == ([0, 3, 4], [10, 0, 0])


def test_t3_equal_share() -> None:
    """HK-T3: HK-57."""
    hands = "Bug Bug | Tree Tree | Lake Lake Lake Lake Lake Lake"
    state = make_state(hands, exposed="Peak", turn=3, **statuses("e e a"))
    assert last_hand(state) == ([2, 2, 6], [5, 5, 0])


@pytest.mark.parametrize(("last", "points"), [([7, 5, 6], [5, 4, 0]), ([5, 7, 6], [4, 5, 0])])
def test_t4_remainder_to_the_latest_play(last: list[int], points: list[int]) -> None:
    """HK-T4: HK-58."""
    hands = "Bug Bug | Tree Tree | Lake Lake Lake Lake Lake"
    state = make_state(hands, exposed="Peak", turn=3, last_play=last, **statuses("e e a"))
    assert last_hand(state) == ([2, 2, 5], points)


def test_t5_remainder_to_the_first_out() -> None:
    """HK-T5: HK-59, HK-60."""
    hands = "| | | Bug Bug Bug Bug Bug Lake Lake Lake Lake Lake Lake"
    state = make_state(hands, exposed="Peak", turn=4, ran_out=[3, 1, 2], **statuses("f f f a"))
    assert last_hand(state) == ([0, 0, 0, 11], [6, 6, 8, 0])


def test_t6_elimination_leaves_the_demand() -> None:
    """HK-T6: HK-7, HK-14, HK-15, HK-17."""
    state = make_state("Peak Light | Tree Lake Litter | Trail Bug", "1 Peak, 3 Trail, 3 Bug")
    assert last_hand(state) == ([1, 3, 0], [0, 0, 7])


def test_t7_poop_and_litter() -> None:
    """HK-T7: HK-32, HK-39, HK-54."""
    state = make_state("Poop Peak | Litter | Trail Bug", "1 Poop")
    assert state.position()["bugs"] == [[], [], ["Bug"]]
    assert state.position()["status"] == ["active", "eliminated", "active"]
    assert last_hand(play(state, "3 Trail")) == ([1, 1, 1], [1, 1, 1])


def peak_as_last_card(stock: list[str], rules: dict[str, str] | None = None) -> tuple:
    state = make_state(
        "Peak | Tree Tree | Bug Bug", "1 Peak", rules,
        exposed="Avalanche", in_force=["Avalanche"], stock=stock,
    )  # fmt: skip
    return last_hand(state)


def test_t9_peak_as_last_card() -> None:
    """HK-T9: HK-21, HK-22, HK-A5, HK-A12."""
    assert peak_as_last_card(["Bug"]) == ([1, 2, 2], [5, 0, 0])
    assert peak_as_last_card(["Bug"], {"avalanche_last_peak": "out"}) == ([0, 2, 2], [7, 0, 0])
    assert peak_as_last_card([]) == ([0, 2, 2], [7, 0, 0])


def test_t11_drought() -> None:
    """HK-T11: HK-23, HK-24, HK-44."""
    hands = "Drought Lake Peak | Lake Light Bug | Tree Bird | Wind Tree Peak"
    state = make_state(hands, "1 Drought")
    assert state.moves() == ["Lake"]
    play(state, "2 Lake")
    assert state.moves() == ["The Wind as Lake"]
    play(state, "4 Wind as Lake, 1 Lake")
    assert (state.seat, state.moves()) == (2, ["Bug", "Light"])
    play(state, "2 Light, 4 Tree, 1 Peak")
    assert last_hand(state) == ([0, 1, 2, 1], [7, 0, 0, 0])


def test_t12_drought_as_last_card() -> None:
    """HK-T12: HK-25."""
    state = make_state("Drought | Lake Tree | Bird Bug", "1 Drought, 2 Lake")
    assert last_hand(state) == ([0, 1, 2], [6, 0, 0])


def test_t14_earthquake_deals_evenly() -> None:
    """HK-T14: HK-28, HK-31."""
    state = make_state("Earthquake Bird Bug | Lake Lake Light Peak | Tree", "1 Earthquake")
    assert sizes(state) == [2, 3, 2]
    pooled = sorted(hand(state, 1) + hand(state, 2) + hand(state, 3))
    assert pooled == ["Bird", "Bug", "Lake", "Lake", "Light", "Peak", "Tree"]
    assert state.seat == 2


def test_t16_lost_with_two_left() -> None:
    """HK-T16: HK-33, HK-37, HK-38."""
    third = {"exposed": "Peak", **statuses("a a e")}
    state = make_state("Lost Tree | Bug Bug | Lake Lake Lake", "1 Lost, 1 Tree", **third)
    assert last_hand(state) == ([0, 2, 3], [8, 0, 0])
    state = make_state("Lost | Bug Bug | Lake Lake Lake", "1 Lost, 2 Bug", **third)
    assert last_hand(state) == ([0, 1, 3], [7, 0, 0])


@pytest.mark.parametrize(("bonus", "points"), [(True, [5, 4, 3]), (False, [2, 4, 3])])
def test_t19_spring(bonus: bool, points: list[int]) -> None:
    """HK-T19: HK-42, HK-61, HK-A8."""
    rules = {"spring_empty_bonus": bonus}
    state = make_state("Spring Tree Wind | Tree Lake | Peak", "1 Spring", rules)
    one = ["plant nothing", "plant 1 Tree"]
    assert state.moves() == [*one, "plant The Wind", "plant 1 Tree and The Wind"]
    play(state, "1 plant 1 Tree and The Wind")
    assert state.moves() == one
    play(state, "2 plant 1 Tree, 2 Lake, 3 Peak")
    assert last_hand(state) == ([0, 0, 0], points)


def test_t21_worm_and_own_bird() -> None:
    """HK-T21: HK-46, HK-48."""
    state = make_state("Bird Worm Bird | Tree Peak | Lake Trail", "1 Bird, 2 Tree, 3 Lake, 1 Worm")
    assert state.moves() == ["Bird", "no Bird"]
    assert last_hand(play(state, "1 Bird")) == ([0, 1, 1], [7, 0, 0])


def test_t22_worm_never_captured() -> None:
    """HK-T22: HK-49."""
    state = make_state("Worm | Peak | Bug Bug", "1 Worm, 2 Peak")
    assert last_hand(state) == ([0, 0, 2], [4, 4, 0])


def game_end(hands: str, points: list[int], status: str, **more: object) -> object:
    """A hand of four that is over at once: the seat that is active cannot follow the Peak."""
    turn = status.split().index("a") + 1
    return make_state(hands, exposed="Peak", turn=turn, points=points, **statuses(status), **more)


def test_t25_tie_at_the_target() -> None:
    """HK-T25: HK-64, HK-A14."""
    four = "Lake Lake Lake Lake"
    state = game_end(f" | | {four} | Bug Bug Bug Bug", [20, 20, 12, 9], "f f e a")
    assert state.scores == [27, 27, 12, 9]
    assert not state.over
    assert sizes(state) == [7, 7, 7, 7]
    trees = [[], ["Tree"] * 3, [], []]
    hands = "Lake Lake Lake Lake Lake | Bug Bug Bug Bug Bug Bug | | Peak Peak Peak Peak Peak"
    state = game_end(hands, [27, 27, 12, 9], "e e f a", tied=True, planted=trees)
    assert state.scores == [27, 30, 31, 9]
    assert state.winners == [3]


def test_t25_highest_over_the_target() -> None:
    """HK-T25: HK-63, HK-A13."""
    hands = " | | Bug Bug Bug Bug | Lake Lake Lake Lake"
    state = game_end(hands, [19, 22, 3, 3], "f f e a")
    assert (state.scores, state.winners) == ([26, 29, 3, 3], [2])


def test_t25_target_not_met() -> None:
    """HK-T25: HK-63."""
    hands = " | | Bug Bug Bug Bug | Lake Lake Lake Lake"
    state = game_end(hands, [17, 17, 20, 8], "f f e a")
    assert (state.scores, state.over) == ([24, 24, 20, 8], False)
    assert state.position()["tied"] is False


# --- Interactions asked about --------------------------------------------------------------------


def test_wind_as_peak_after_avalanche() -> None:
    """HK-21, HK-45: it draws, and is followed as a Peak."""
    state = make_state(
        "Wind Bug | Bird Bug Lake Light Peak Trail Tree Sun | Bug", "1 Wind as Peak",
        exposed="Avalanche", in_force=["Avalanche"], stock=["Tree"],
    )  # fmt: skip
    assert hand(state, 1) == ["Bug", "Tree"]
    assert state.moves() == ["Bird", "Light", "Trail", "The Sun"]


def test_drought_while_reversed() -> None:
    """HK-A6: Lakes and the next turn go the reversed way."""
    hands = "Drought Lake Peak | Lake Bug | Lake Light | Lake Tree"
    state = make_state(hands, "1 Drought, 4 Lake, 3 Lake, 2 Lake, 1 Lake", direction="right")
    assert state.position()["status"][3] == "eliminated"  # Tree does not follow Lake
    assert state.seat == 3


def test_sun_with_one_other_active() -> None:
    """HK-51, HK-52: he needs Light, or else the player of The Sun, who goes on alone."""
    state = make_state("Sun Light Bug | Tree | Bug", "1 Sun", exposed="Peak", **statuses("a a e"))
    assert (state.seat, state.moves()) == (1, ["Light"])
    assert last_hand(play(state, "1 Light, 1 Bug")) == ([0, 1, 1], [5, 0, 0])


def test_poop_empties_a_hand() -> None:
    """HK-41: finished with its Bugs left over, no bonus, and it can win."""
    state = make_state("Poop Light Light | Bug | Litter Peak", "1 Poop, 3 Peak, 1 Light")
    assert last_hand(state) == ([1, 1, 1], [1, 1, 1])
    state = make_state("Poop Light Light | Bug | Litter Tree Tree", "1 Poop, 3 Tree")
    assert last_hand(state) == ([2, 1, 2], [0, 5, 0])


def test_worm_taken_with_the_wind() -> None:
    """HK-A10, HK-45: the Wind as a Bird captures and counts."""
    state = make_state("Worm Wind Peak | Bug | Bug", "1 Worm")
    assert state.moves() == ["The Wind as Bird", "no Bird"]
    play(state, "1 Wind as Bird")
    assert last_hand(state) == ([1, 1, 1], [1 + 1, 1, 1])


def test_earthquake_leaves_bugs() -> None:
    """HK-30."""
    bugs = [["Bug", "Bug"], ["Bug"], []]
    state = make_state("Earthquake Peak | Tree | Lake", "1 Earthquake", bugs=bugs)
    assert state.position()["bugs"] == bugs


def test_lone_avalanche_and_earthquake() -> None:
    """HK-19, HK-28: nobody else is touched; the rule for Peaks starts."""
    hands = "Avalanche Earthquake Peak | Bug | Bug"
    state = make_state(hands, "1 Avalanche", exposed="Peak", stock=["Tree"], **statuses("a e e"))
    assert sizes(state) == [2, 1, 1]
    play(state, "1 Earthquake")
    assert hand(state, 1) == ["Peak"]
    assert last_hand(play(state, "1 Peak")) == ([1, 1, 1], [1, 1, 1])  # drew the Tree
