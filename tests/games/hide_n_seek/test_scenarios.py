"""The scenarios HN-T1 to HN-T38, most of them on a map of seven spots with the
hole between the third and the fourth."""

import pytest

from analyzer import new_state
from analyzer.errors import UserError
from support.hide_n_seek import (
    CARD,
    SEVEN,
    at,
    can,
    legal,
    make_state,
    play,
    road,
    use,
    with_rolls,
    write_box,
)


@pytest.fixture(scope="module")
def t7(tmp_path_factory):
    return {"maps": write_box(tmp_path_factory.mktemp("seek") / "t7.toml", SEVEN)}


def test_t1_steps(t7):
    """HN-T1: HN-32, HN-33, HN-35."""
    state = use(road(0, hand="MOVE3", rules=t7), "MOVE3")
    assert state.moves() == ["steps 0 0 3"]
    assert at(play(state, "1 steps 0 0 3"))[0] == 3
    state = use(road(0, rules=t7), "MOVE4", "steps 0 0 3")
    assert at(state)[0] == 3
    assert state.counters["seats"][0]["steps_lost"] == 1


def test_t2_goal(t7):
    """HN-T2: HN-8, HN-30, HN-34."""
    state = use(road(4, rules=t7), "MOVE4", "steps 0 0 4")
    assert at(state)[0] == 8
    assert state.winners == [1]
    state = use(road(6, rules=t7, others=0), "MOVE4")
    assert "steps 1 1 2" in state.moves()
    assert "steps 1 0 3" not in state.moves()
    assert max(move.split()[3] for move in state.moves()) == "2"


def test_t3_blocked(t7):
    """HN-T3: HN-28, HN-33, HN-36."""
    state = use(road(4, 7, rules=t7), "MOVE4")
    assert state.moves() == ["steps 0 0 2"]
    assert not can(road(1, 2, rules=t7), "MOVE4")


def test_t4_pile(t7):
    """HN-T4: HN-31, HN-33."""
    state = use(road(4, pile=5, rules=t7, others=0), "MOVE4")
    assert max(move.split()[3] for move in state.moves()) == "1"
    assert "steps 1 2 1" in state.moves()


@pytest.mark.parametrize(("b", "c", "end"), [(0, 0, 4), (4, 0, 5), (4, 5, 6)])
def test_t6_hole(t7, b, c, end):
    """HN-T6: HN-37, HN-41, HN-A39."""
    assert at(use(road(3, b, c, hand="HOLE", rules=t7), "HOLE", "1"))[0] == end


def test_t7_pawn_then_hole(t7):
    """HN-T7: HN-39, HN-41, HN-42."""
    state = road(2, 3, hand="FWD and HOLE", rules=t7)
    assert not can(state, "HOLE")
    assert at(use(state, "FWD", "1")) == [4, 3, 0]


def test_t9_hole_then_pawn(t7):
    """HN-T9: HN-42, HN-39, HN-A21."""
    state = road(3, 4, hand="FWD and HOLE", rules=t7)
    assert not can(state, "FWD")
    assert at(use(state, "HOLE", "1"))[0] == 5
    assert at(use(road(1, 2, hand="FWD", rules=t7), "FWD", "1"))[0] == 3


def test_t11_pawn_then_pile(t7):
    """HN-T11: HN-41, HN-42."""
    assert at(use(road(4, 5, hand="FWD", pile=5, rules=t7), "FWD", "1"))[0] == 6


def test_t12_jump_into_the_goal(t7):
    """HN-T12: HN-41, HN-A19."""
    state = use(road(6, 7, hand="FWD", rules=t7), "FWD", "1")
    assert at(state)[0] == 8
    assert state.winners == [1]


def test_t14_back_over_refused(t7):
    """HN-T14: HN-40, HN-A22, HN-A23."""
    assert not can(road(4, 3, hand="BACK", rules=t7), "BACK")
    assert not can(road(1, 0, hand="BACK", rules=t7), "BACK")
    assert can(road(3, 2, hand="BACK", rules=t7), "BACK")


@pytest.mark.parametrize(
    ("before", "after"),
    [((5, 4, 0), [3, 4, 0]), ((5, 3, 2), [3, 2, 1]), ((6, 4, 3), [4, 3, 2])],
)
def test_t15_two_back(t7, before, after):
    """HN-T15: HN-43, HN-28."""
    assert at(use(road(*before, hand="BACK2", rules=t7), "BACK2", "1")) == after


def test_t17_start_area(t7):
    """HN-T17: HN-29, HN-48, HN-49."""
    for turn in (1, 2, 3):
        hands = [[CARD["MOVE2"]] if seat == turn else [] for seat in (1, 2, 3, 4)]
        state = use(road(0, rules=t7, hands=hands, turn=turn), "MOVE2")
        assert any(int(move.split()[3]) >= 1 for move in state.moves())
    hands = [[], ["card 2", CARD["FWD"]], [], []]
    blocked = road(1, rules=t7, hands=hands, turn=2)
    assert all(move.split()[3] == "0" for move in use(blocked, "MOVE2").moves())
    assert at(use(road(1, rules=t7, hands=hands, turn=2), "FWD", "2")) == [1, 2, 0]
    assert at(use(road(1, 0, 2, rules=t7, hands=hands, turn=2), "FWD", "2")) == [1, 3, 2]


PRINTED = ("2 2 3 4 6 6", "2 5 5 6", "2 3 5", "6 1 1")


def test_t18_printed_dice_example():
    """HN-T18: HN-12, HN-13, HN-14, HN-16, HN-18, HN-22, HN-A3."""
    row = ["card 35", "card 26", "card 25", "card 13"]
    state = with_rolls(PRINTED, players=2, row=row)
    play(state, "1 roll, 1 lay 6 on card 35, 1 lay 6 on card 35")
    assert legal(state, "lay 6") == []
    play(state, "1 roll")
    assert state.view(1).rolled == [2, 5, 5, 6]
    play(state, "1 lay 6 on card 35, 1 roll")
    assert state.view(2).round == 1
    assert state.view(1).dice[0][0] == [6, 6, 6]
    assert state.seat == 2, "nothing is left to lay, and the hand is empty"
    play(state, "2 end turn")
    assert (state.seat, state.view(1).rolled) == (1, [])
    play(state, "1 roll")
    assert state.view(1).rolled == [1, 1, 6]
    play(state, "1 lay 6 on card 35")
    view = state.view(1)
    assert (view.hand, view.actions, view.dice[0]) == (["card 35"], 2, [[], [], [], []])


def test_t19_two_cards_at_once():
    """HN-T19: HN-15, HN-21: two dice on each of two cards, and the other two match both."""
    row = ["card 13", "card 15", "card 33", "card 35"]
    dice = [[[1, 1], [2, 2], [], []], [[], [], [], []]]
    state = with_rolls(("1 2",), players=2, row=row, dice=dice)
    play(state, "1 roll, 1 lay 1 on card 13, 1 lay 2 on card 15")
    assert state.view(1).hand == ["card 13", "card 15"]
    assert state.counters["seats"][0]["cards_won"] == 2


def test_t20_dice_of_others_go_home():
    """HN-T20: HN-19, HN-22."""
    row = ["card 35", "card 13", "card 33", "card 34"]
    dice = [[[6, 6, 6], [1], [], []], [[6, 6], [], [], []]]
    state = with_rolls(("6",), players=2, row=row, dice=dice)
    play(state, "1 roll, 1 lay 6 on card 35")
    view = state.view(2)
    assert view.dice[1] == [[], [], [], []]
    assert view.dice[0][1] == [1]
    play(state, "1 end turn")
    assert state.view(2).rolled == []
    assert legal(state, "lay ") == []
    assert state.counters["seats"][1]["dice_sent_home"] == 2


def test_t21_no_pooling():
    """HN-T21: HN-20."""
    dice = [[[6, 6], [], [], []], [[6, 6], [], [], []]]
    state = make_state(players=2, row=["card 35", "card 13", "card 33", "card 34"], dice=dice)
    assert state.view(1).row[0] == "card 35"
    assert state.view(1).hands == [[], []]


def test_t22_taking_dice_off():
    """HN-T22: HN-17, HN-22, HN-12."""
    row = ["card 15", "card 16", "card 33", "card 35"]
    dice = [[[2, 2], [], [], []], [[], [], [], []]]
    state = with_rolls(("2",), players=2, row=row, dice=dice)
    play(state, "1 tidy, 1 take 2 off card 15, 1 tidy, 1 take 2 off card 15")
    assert legal(state, "lay ") == []
    play(state, "1 roll")
    assert state.counters["seats"][0]["dice_rolled"] == 6
    assert legal(state, "lay ") == ["2 on card 15", "2 on card 16"]


def test_t23_actions():
    """HN-T23: HN-9, HN-10, HN-11, HN-25."""
    hand = ["card 1", "card 2", "card 4", "card 5"]
    state = make_state(
        players=2, hands=[hand, []], row=["card 35", "card 36", "card 33", "card 34"]
    )
    for move in ("roll", "play MOVE2 of card 1", "steps 0 0 2", "roll"):
        state.play(move)
    assert not {"roll", "play MOVE2 of card 2"} & set(state.moves())
    state = make_state(players=2, hands=[hand, []])
    for card in (1, 2, 4):
        use_move = f"play MOVE2 of card {card}"
        play(state, f"1 {use_move}, 1 {'steps 0 1 1' if card < 4 else 'steps 2 0 0'}")
        if card < 4:
            play(state, "1 tidy, 1 discard card 5" if card == 1 else "")
    assert state.seat == 2, "three cards were played, one was discarded, and the hand is empty"


def test_t24_bottom_of_the_deck():
    """HN-T24: HN-23, HN-26."""
    row = ["card 3", "card 33", "card 35", "card 36"]
    deck = [f"card {i}" for i in range(4, 33)]
    hand = ["card 1", "card 2"]
    dice = [[[2], [], [], []], [[], [], [], []]]
    state = with_rolls(
        ("2",), players=2, row=row, deck=[*deck, "card 34"], hands=[hand, []], dice=dice
    )
    play(state, "1 play MOVE2 of card 1, 1 steps 0 0 2")
    assert state.position()["deck"] == [*deck, "card 34", "card 1"]
    play(state, "1 roll, 1 lay 2 on card 3")
    assert state.view(1).row == ["card 4", "card 33", "card 35", "card 36"]
    assert state.position()["deck"] == [*deck[1:], "card 34", "card 1"]


def test_t26_trunks(t7):
    """HN-T26: HN-44, HN-45, HN-46, HN-A28."""
    hands = [[CARD["TRUNK"], "card 4"], [], [], []]
    state = use(road(0, rules=t7, hands=hands, others=0), "TRUNK")
    assert legal(state, "trunks on arrow ") == ["1", "2", "4", "5", "6"]
    play(state, "1 trunks on arrow 5")
    assert state.view(1).piles == {"house": 5}
    assert legal(use(state, "TRUNK"), "trunks on arrow ") == ["1", "2", "4", "6"]
    play(state, "1 trunks on arrow 1")
    assert state.view(1).piles == {"house": 1}
    seats = state.counters["seats"][0]
    assert (seats["trunks_placed"], seats["trunks_moved"]) == (1, 1)


@pytest.mark.parametrize(("players", "pawns"), [(2, [1, 1, 2, 2]), (3, [2, 2, 2, 3]), (4, [3] * 4)])
def test_t27_player_counts(players, pawns):
    """HN-T27: HN-1, HN-2, HN-3, HN-4, HN-6, HN-47."""
    view = new_state("hide-n-seek", players).view(1)
    assert [places.count(0) for places in view.pawns.values()] == pawns
    assert [places.count(7) for places in view.pawns.values()] == [1] * players + [0] * (
        4 - players
    )
    assert view.piles == {}
    with pytest.raises(UserError, match="a whole number from 2 to 4"):
        new_state("hide-n-seek", 5)


def test_t28_fixed_pile(t7):
    """HN-T28: HN-7, HN-38, HN-47, HN-A29."""
    rules = t7 | {"fixed_trunks": True, "fixed_trunk_arrow": 5}
    assert new_state("hide-n-seek", 3, rules).view(1).piles == {"campsite": 5}
    pawns = {"paddock": ["goal", "goal", 0], "wagon": ["goal", 0, "goal"], "campsite": [5, 0, 0]}
    hand = [CARD["OVERTRUNK"], CARD["TRUNK"], CARD["MOVE4"]]
    position = {"players": 3, "pawns": pawns, "piles": {"campsite": 5}, "hands": [hand, [], []]}
    state = make_state(rules, **position)
    assert not can(state, "MOVE4")
    assert use(state, "OVERTRUNK", "1").view(1).pawns["campsite"][0] == 6
    use(state, "TRUNK")
    play(state, "1 trunks on arrow 1")
    assert state.view(1).piles == {"house": 1, "campsite": 5}


def test_t30_own_pawn_only(t7):
    """HN-T30: HN-32, HN-37, HN-43, HN-A18, HN-A20, HN-A26, HN-A37."""
    state = road(0, 3, 5, hand="HOLE and BACK2", rules=t7)
    assert not can(state, "HOLE")
    use(state, "BACK2")
    assert legal(state, "pawn of seat ") == ["2 on campsite", "3 on campsite"]
    pawns = {"house": ["goal", 4, 8, 0], "campsite": [2, 8, 0, "goal"]}
    state = use(road(0, hand="BACK2", rules=t7, pawns=pawns), "BACK2")
    assert legal(state, "pawn of seat ") == ["2 on house", "1 on campsite"]


def test_t33_not_too_many():
    """HN-T33: HN-13, HN-18, HN-20."""
    row = ["card 7", "card 35", "card 33", "card 36"]
    dice = [[[4], [], [], []], [[4], [], [], []]]
    state = with_rolls(("4 4 4",), players=2, row=row, dice=dice)
    play(state, "1 roll, 1 lay 4 on card 7")
    view = state.view(1)
    assert (view.hand, view.rolled.count(4)) == (["card 7"], 2)
    assert view.dice[1] == [[], [], [], []]


def test_t34_all_dice_laid():
    """HN-T34: HN-17, HN-A34."""
    row = ["card 35", "card 25", "card 33", "card 27"]
    dice = [[[6, 6, 6], [1, 1, 1], [], []], [[], [], [], []]]
    state = make_state(players=2, row=row, dice=dice, hands=[["card 2"], []])
    assert "roll" not in state.moves()
    assert can(state, "MOVE2")
    play(state, "1 tidy, 1 take 1 off card 25, 1 roll")
    assert state.counters["seats"][0]["dice_rolled"] == 1


SIX = [f"card {number}" for number in (1, 2, 4, 9, 11, 12)]


def full_hand(**rules):
    row = ["card 3", "card 35", "card 33", "card 36"]
    dice = [[[2], [], [], []], [[], [], [], []]]
    state = with_rolls(("2",), rules, players=2, row=row, dice=dice, hands=[SIX, []])
    return play(state, "1 roll")


def test_t35_late_laying_with_a_full_hand():
    """HN-T35: HN-24, HN-A9, HN-A12, late_placing, overflow_before_refill."""
    now = play(full_hand(), "1 lay 2 on card 3")
    assert now.position()["deciding"] == "discard"
    assert len(now.moves()) == 7
    assert now.view(1).row[0] == ""
    play(now, "1 discard card 12")
    assert now.view(1).row[0] != ""
    assert now.counters["seats"][0]["limit_discards"] == 1
    later = play(full_hand(), "1 play MOVE2 of card 1, 1 steps 0 0 2, 1 lay 2 on card 3")
    assert later.view(1).hand_sizes == [6, 0]
    assert later.counters["seats"][0]["limit_discards"] == 0
    only = full_hand(late_placing="roll_only")
    assert only.moves() == ["lay 2 on card 3", "done"]
    play(only, "1 done, 1 play MOVE2 of card 1, 1 steps 0 0 2")
    assert legal(only, "lay ") == []


def test_t36_backward_to_the_start(t7):
    """HN-T36: HN-40, HN-41."""
    assert at(use(road(2, 1, 5, hand="BACK", rules=t7), "BACK", "1")) == [0, 1, 5]


def test_t37_pile_behind_the_hole(t7):
    """HN-T37: HN-41, HN-42."""
    state = road(3, 4, hand="HOLE and OVERTRUNK", pile=4, rules=t7)
    assert at(use(state, "HOLE", "1"))[0] == 5
    state = use(road(3, 0, hand="HOLE and OVERTRUNK", pile=4, rules=t7), "HOLE", "1")
    assert at(state)[0] == 4
    assert at(use(state, "OVERTRUNK", "1"))[0] == 5


def test_t38_push_over_a_pile(t7):
    """HN-T38: HN-43."""
    assert at(use(road(5, 3, 2, hand="BACK2", pile=2, rules=t7), "BACK2", "1")) == [3, 2, 1]
