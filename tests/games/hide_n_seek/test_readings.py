"""Open readings of hide-n-seek: what each switch changes, in a position made for it. That every
switch changes whole games too is in test_properties.py."""

import pytest

from analyzer import games, new_state
from analyzer.errors import UserError
from support.hide_n_seek import (
    CARD,
    NOTHING_NEAR,
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

GAME = games.load("hide-n-seek")
EMPTY = [[], [], [], []]


@pytest.mark.parametrize(
    ("maps", "spots", "holes"),
    [
        ("uniform6", [6, 6, 6, 6], [3, 3, 3, 3]),
        ("short4", [4, 4, 4, 4], [2, 2, 2, 2]),
        ("long9", [9, 9, 9, 9], [5, 5, 5, 5]),
        ("varied", [5, 6, 7, 6], [2, 3, 4, 2]),
    ],
)
def test_maps(maps, spots, holes):
    """HN-A1, HN-A2: maps; the goal of each map shows how long it is."""
    state = new_state("hide-n-seek", 4, {"maps": maps})
    goals = [max(pawns) for pawns in state.view(1).pawns.values()]
    assert goals == [n + 1 for n in spots]
    drawn = "\n".join(GAME.events(state.rules, None, "", state._stepper.describe()))
    for name, hole in zip(("house", "paddock", "wagon", "campsite"), holes, strict=True):
        line = next(line for line in drawn.splitlines() if name in line)
        assert line.partition(" o ")[0].count(".") == hole
    assert sum(len(hand) for hand in state.position()["hands"]) + 4 + 32 == 36


def test_dice_per_player():
    """HN-A3: dice_per_player."""
    for dice in (4, 6, 8):
        state = play(new_state("hide-n-seek", 2, {"dice_per_player": dice}), "1 roll")
        assert len(state.view(1).rolled) == dice


def test_need_is_any_collection_of_faces(tmp_path):
    """HN-A4: a card may ask for 1, 2 and 3."""
    cards = '[[card]]\nneed = [1, 2, 3]\nsymbols = ["MOVE2", "HOLE"]\ncopies = 30\n'
    rules = {"maps": write_box(tmp_path / "rows.toml", cards=cards)}
    state = new_state("hide-n-seek", 2, rules, deals=[[], ["1", "2", "3", "3", "5", "6"]])
    row = state.view(1).row
    play(state, "1 roll")
    assert legal(state, "lay ") == [f"{face} on {card}" for face in (1, 2, 3) for card in row]
    play(state, f"1 lay 1 on {row[0]}, 1 lay 3 on {row[0]}, 1 lay 2 on {row[0]}")
    assert state.view(1).hand == [row[0]]


def test_first_player():
    """HN-A5: first_player; the turn passes to the left in any case."""
    assert {new_state("hide-n-seek", 3, seed=seed).seat for seed in range(20)} == {1}
    random = {"first_player": "random"}
    assert {new_state("hide-n-seek", 3, random, seed=seed).seat for seed in range(20)} == {1, 2, 3}
    state = new_state("hide-n-seek", 3, random, seed=4)
    order = []
    for _ in range(4):
        order.append(state.seat)
        state.play("end turn")
    first = order[0]
    assert order == [first, first % 3 + 1, (first + 1) % 3 + 1, first]
    assert state.view(1).round == 2


def test_hide_map():
    """HN-A6: hide_map."""
    assert new_state("hide-n-seek", 2).view(1).hides == ["house", "paddock"]
    found = {
        tuple(new_state("hide-n-seek", 2, {"hide_map": "random"}, seed=seed).view(1).hides)
        for seed in range(300)
    }
    assert len(found) == 12
    state = new_state("hide-n-seek", 2, {"hide_map": "random"}, seed=1)
    view = state.view(1)
    for seat, name in enumerate(view.hides):
        assert view.pawns[name][seat] == 7
    assert sum(places.count(0) for places in view.pawns.values()) == 6


def test_may_pass():
    """HN-A7: may_pass."""
    assert "end turn" in make_state().moves()
    state = make_state({"may_pass": False})
    assert "end turn" not in state.moves()
    assert (
        "end turn"
        in make_state({"may_pass": False}, actions=0, hands=[["card 1"], [], [], []]).moves()
    )


def test_roll_subset():
    """HN-A8: roll_subset; the question goes face by face, and one die at least is rolled."""
    state = with_rolls(("3 3 3 5 1 2", "4"), {"roll_subset": True}, players=2, **NOTHING_NEAR)
    play(state, "1 roll")
    assert state.moves() == [f"roll {n} of the dice not rolled" for n in range(1, 7)]
    play(state, "1 roll 4 of the dice not rolled, 1 roll")
    assert state.moves() == [f"roll {n} of the dice showing 3" for n in range(4)]
    play(state, "1 roll 0 of the dice showing 3, 1 roll 0 of the dice showing 5")
    assert state.moves() == ["roll 1 of the dice not rolled", "roll 2 of the dice not rolled"]
    play(state, "1 roll 1 of the dice not rolled")
    assert state.view(1).rolled == [3, 3, 3, 4, 5]
    assert "roll" in new_state("hide-n-seek", 2).moves()
    plain = play(new_state("hide-n-seek", 2), "1 roll")
    assert len(plain.view(1).rolled) == 6


def refilled(rule):
    """Two dice win a card; a third one fits the card that is then laid out."""
    row = ["card 3", "card 35", "card 33", "card 36"]
    deck = ["card 4", *(f"card {n}" for n in (1, 2, *range(5, 33), 34))]
    state = with_rolls(
        ("2 2 2",), {"late_placing": rule}, players=2, row=row, deck=deck, hands=[[], []]
    )
    return play(state, "1 roll, 1 lay 2 on card 3, 1 lay 2 on card 3")


def test_late_placing():
    """HN-A9: late_placing."""
    assert legal(refilled("turn"), "lay ") == ["2 on card 4"]
    only = refilled("roll_only")
    assert only.moves() == ["lay 2 on card 4", "done"]
    play(only, "1 done")
    assert legal(only, "lay ") == []
    never = refilled("no_refill")
    assert legal(never, "lay ") == []
    play(never, "1 roll")
    assert never.position()["laid_out"] == []


def test_dice_come_off_in_the_own_turn():
    """HN-A10: only the seat in turn is asked."""
    dice = [[[], [], [], []], [[6], [], [], []]]
    state = make_state(players=2, dice=dice, row=["card 35", "card 36", "card 33", "card 34"])
    assert state.seat == 1
    assert "tidy" not in state.moves()
    play(state, "1 end turn, 2 tidy, 2 take 6 off card 35")
    assert state.view(1).dice[1] == EMPTY


def test_a_completed_card_is_taken_at_once():
    """HN-A11: there is no choice; who does not want it leaves the last die aside."""
    row = ["card 3", "card 35", "card 33", "card 36"]
    state = with_rolls(("2 2",), players=2, row=row)
    play(state, "1 roll, 1 lay 2 on card 3")
    assert state.view(1).hand == []
    assert {"roll", "end turn"} <= set(state.moves())
    play(state, "1 lay 2 on card 3")
    assert state.view(1).hand == ["card 3"]


SIX = [f"card {number}" for number in (1, 2, 4, 9, 11, 12)]


def overfull(**rules):
    row = ["card 3", "card 35", "card 33", "card 36"]
    dice = [[[2], [], [], []], EMPTY]
    state = with_rolls(("2",), rules, players=2, row=row, dice=dice, hands=[SIX, []])
    return play(state, "1 roll")


def test_overflow():
    """HN-A12: overflow, overflow_before_refill."""
    assert "lay 2 on card 3" in overfull().moves()
    blocked = overfull(overflow="block")
    assert "lay 2 on card 3" not in blocked.moves()
    play(blocked, "1 tidy, 1 discard card 12")
    assert "lay 2 on card 3" in blocked.moves()
    before = play(overfull(), "1 lay 2 on card 3")
    assert before.view(1).row[0] == ""
    after = play(overfull(overflow_before_refill=False), "1 lay 2 on card 3")
    assert after.view(1).row[0] != ""
    assert len(after.moves()) == len(before.moves()) == 7


def test_an_empty_deck(tmp_path):
    """HN-A13: the place stays empty until a card comes under the deck, and is then filled."""
    cards = '[[card]]\nneed = [1]\nsymbols = ["MOVE2", "MOVE3"]\ncopies = 5\n'
    rules = {"maps": write_box(tmp_path / "small.toml", cards=cards)}
    assert "may stay empty" in " ".join(GAME.warnings(GAME.resolve_rules(2, rules)))
    hands = [["card 5"], []]
    row = [f"card {n}" for n in (1, 2, 3, 4)]
    state = with_rolls(("1",), rules, players=2, hands=hands, row=row, deck=[])
    play(state, "1 roll, 1 lay 1 on card 2")
    assert state.view(1).row == ["card 1", "", "card 3", "card 4"]
    play(state, "1 play MOVE2 of card 2, 1 steps 0 0 2")
    assert state.view(1).row == ["card 1", "card 2", "card 3", "card 4"]


def test_null_play():
    """HN-A14: null_play."""
    hand = "HOLE and MOVE4"
    assert not can(road(0, hand=hand), "HOLE")
    state = road(0, hand=hand, rules={"null_play": True})
    use(state, "HOLE")
    assert at(state)[0] == 0
    assert state.view(1).actions == 2
    assert state.position()["deck"][-1] == "card 18"
    stuck = road(3, rules={"null_play": True})
    use(stuck, "MOVE4")
    assert stuck.counters["seats"][0]["steps_lost"] == 4


def test_move_back():
    """HN-A15: move_back; each pawn one way, blocked backward too, and never out of the goal."""
    assert all("-" not in move for move in use(road(2, others=0), "MOVE4").moves())
    state = use(road(6, 5, rules={"move_back": True}), "MOVE4")
    assert state.moves() == ["steps 0 0 1"]
    state = use(road(5, 0, pile=5, hand="MOVE2", rules={"move_back": True}), "MOVE2")
    assert state.moves() == ["steps 0 0 -1"], "the hole is behind spot 4"
    state = use(road(2, rules={"move_back": True}, hand="MOVE2"), "MOVE2")
    assert state.moves() == ["steps 0 0 -2"], "one step forward would be fewer"
    assert at(play(state, "1 steps 0 0 -2"))[0] == 0


def test_move_stop_early():
    """HN-A16: move_stop_early."""
    assert use(road(0, hand="MOVE3"), "MOVE3").moves() == ["steps 0 0 3"]
    state = use(road(0, hand="MOVE3", rules={"move_stop_early": True}), "MOVE3")
    assert state.moves() == ["steps 0 0 1", "steps 0 0 2", "steps 0 0 3"]
    state = use(road(0, others=0, rules={"move_stop_early": True}), "MOVE4")
    assert len(state.moves()) == 31, "34 vectors, less the three of four steps into the hole"


def test_exact_goal():
    """HN-A17: exact_goal."""
    assert use(road(5), "MOVE4").moves() == ["steps 0 0 2"]
    exact = road(5, rules={"exact_goal": True})
    assert use(exact, "MOVE4").moves() == ["steps 0 0 1"], "the goal is too near for four steps"
    state = use(road(5, hand="MOVE2", rules={"exact_goal": True}), "MOVE2")
    assert state.moves() == ["steps 0 0 2"]
    state = use(road(6, others=0, hand="MOVE2", rules={"exact_goal": True}), "MOVE2")
    assert "steps 1 0 1" in state.moves()
    assert "no card for a single step" in " ".join(GAME.warnings(state.rules))


def test_goal_safe():
    """HN-A18: goal_safe; the hider's own pawn is safe in any case."""
    state = use(road(3, 7, hand="BACK2"), "BACK2")
    assert "pawn of seat 2 on campsite" not in state.moves()
    state = use(road(3, 7, hand="BACK2", rules={"goal_safe": False}), "BACK2")
    assert "pawn of seat 2 on campsite" in state.moves()
    assert "pawn of seat 4 on campsite" not in state.moves()
    play(state, "1 pawn of seat 2 on campsite")
    assert at(state) == [3, 5, 0]
    assert state.counters["seats"][1]["goals"] == 0


def test_jump_into_goal():
    """HN-A19: jump_into_goal; crossing without passing a pawn stays legal."""
    assert can(road(5, 6, hand="FWD"), "FWD")
    assert not can(road(5, 6, hand="FWD", rules={"jump_into_goal": False}), "FWD")
    ends = {"jump_into_goal": False, "trunk_end_arrows": True}
    state = road(6, hand="OVERTRUNK", pile=6, rules=ends)
    assert use(state, "OVERTRUNK", "1").winners == [1]


def test_obstacle_any_pawn():
    """HN-A20: obstacle_any_pawn."""
    assert not can(road(0, 3, hand="HOLE"), "HOLE")
    state = road(0, 3, hand="HOLE", rules={"obstacle_any_pawn": True})
    assert at(use(state, "HOLE", "2")) == [0, 4, 0]


def test_what_is_jumped_over_is_adjacent():
    """HN-A21: a pawn two spots ahead is not jumped over."""
    state = use(road(1, 3, hand="FWD"), "FWD")
    assert state.moves() == ["pawn of seat 3 on campsite"], "it stands before the pawn on spot 1"
    assert not can(road(1, hand="HOLE"), "HOLE")


def test_back_over_start():
    """HN-A22: back_over_start."""
    assert not can(road(1, hand="BACK"), "BACK")
    state = road(1, hand="BACK", rules={"back_over_start": True})
    assert at(use(state, "BACK", "1"))[0] == 0
    nobody = {"house": ["goal", 2, 0, 0], "campsite": [1, 2, 7, "goal"]}
    rules = {"back_over_start": True}
    assert legal(use(road(1, hand="BACK", pawns=nobody, rules=rules), "BACK"), "pawn of seat ") == [
        "2 on campsite"
    ]


def test_back_past_an_obstacle():
    """HN-A23: not with a hole or a pile directly behind."""
    assert not can(road(4, 3, hand="BACK"), "BACK")
    assert can(road(3, 2, hand="BACK"), "BACK")
    assert not can(road(3, 2, hand="BACK", pile=2), "BACK")


@pytest.mark.parametrize(("before", "after"), [((1, 0, 0), [0, 0, 0]), ((3, 1, 0), [1, 0, 0])])
def test_two_back_to_the_start(before, after):
    """HN-A24: from spot 1 or 2, and pushed from spot 1."""
    assert at(use(road(*before, hand="BACK2"), "BACK2", "1")) == after


def test_back2_chain():
    """HN-A25: back2_chain."""
    assert at(use(road(5, 3, 2, hand="BACK2"), "BACK2", "1")) == [3, 2, 1]
    state = road(5, 3, 2, hand="BACK2", rules={"back2_chain": "jump"})
    assert at(use(state, "BACK2", "1")) == [3, 1, 2]


def test_two_back_in_the_start():
    """HN-A26: a pawn in the start is no target."""
    assert not can(road(0, hand="BACK2"), "BACK2")


def test_trunk_end_arrows():
    """HN-A27: trunk_end_arrows."""
    assert legal(use(road(0, hand="TRUNK"), "TRUNK"), "trunks on arrow ") == ["1", "2", "4", "5"]
    state = use(road(0, hand="TRUNK", rules={"trunk_end_arrows": True}), "TRUNK")
    assert legal(state, "trunks on arrow ") == ["0", "1", "2", "4", "5", "6"]
    closed = road(0, hand="MOVE4 and OVERTRUNK", pile=0, rules={"trunk_end_arrows": True})
    assert not can(closed, "MOVE4")
    assert at(use(closed, "OVERTRUNK", "1"))[0] == 1


def test_a_pile_changes_its_place():
    """HN-A28: the arrow where it lies is no choice."""
    state = make_state(piles={"house": 4}, hands=[[CARD["TRUNK"]], [], [], []])
    assert legal(use(state, "TRUNK"), "trunks on arrow ") == ["1", "2", "5"]


def test_fixed_trunks():
    """HN-A29: fixed_trunks, fixed_trunk_arrow."""
    assert new_state("hide-n-seek", 2).view(1).piles == {}
    fixed = new_state("hide-n-seek", 2, {"fixed_trunks": True})
    assert fixed.view(1).piles == {"wagon": 5, "campsite": 5}
    fixed = new_state("hide-n-seek", 3, {"fixed_trunks": True, "fixed_trunk_arrow": 2})
    assert fixed.view(1).piles == {"campsite": 2}
    assert new_state("hide-n-seek", 4, {"fixed_trunks": True}).view(1).piles == {}
    with pytest.raises(UserError, match="must be one of the arrows 1, 2, 4, 5 of the map wagon"):
        new_state("hide-n-seek", 2, {"fixed_trunks": True, "fixed_trunk_arrow": 3})


def carried_home(**rules):
    """Seat 1 carries the last pawn of seat 2 into its goal."""
    pawns = {
        "house": ["goal", "goal", 0, 0], "wagon": [0, "goal", "goal", 0],
        "campsite": [6, 5, 0, "goal"],
    }  # fmt: skip
    state = road(0, hand="FWD", pawns=pawns, rules=rules)
    return use(state, "FWD", "2")


def test_win_any_turn():
    """HN-A30: win_any_turn."""
    at_once = carried_home()
    assert at_once.winners == [2]
    assert at_once.counters["game"]["won_on_anothers_turn"] == 1
    later = carried_home(win_any_turn=False)
    assert not later.over
    play(later, "1 end turn")
    assert later.winners == [2]
    assert later.counters["game"]["won_on_anothers_turn"] == 1
    assert later.counters["seats"][1]["turns"] == 1
    sent_back = carried_home(win_any_turn=False, goal_safe=False)
    assert not sent_back.over


def test_finish_empty_maps():
    """HN-A31: finish_empty_maps."""
    pawns = {"house": ["goal", 0], "paddock": [6, "goal"], "wagon": [0, 0], "campsite": [0, 0]}
    position = {"players": 2, "pawns": pawns, "hands": [["card 1"], []]}
    assert not use(make_state(**position), "MOVE2", "steps 1 1 0").over
    state = use(make_state({"finish_empty_maps": False}, **position), "MOVE2", "steps 1 1 0")
    assert state.winners == [1]


def test_play_won_same_turn():
    """HN-A32: play_won_same_turn."""
    for allowed in (True, False):
        dice = [[[2], [], [], []], EMPTY]
        row = ["card 3", "card 35", "card 33", "card 36"]
        rules = {"play_won_same_turn": allowed}
        state = with_rolls(("2",), rules, players=2, row=row, dice=dice)
        play(state, "1 roll, 1 lay 2 on card 3")
        assert can(state, "MOVE2") == allowed
        play(state, "1 end turn, 2 end turn")
        assert can(state, "MOVE2")


def test_hands():
    """HN-A33: hands; what a seat sees, not what it may do."""
    hands = [["card 1"], ["card 2"], [], []]
    known, hidden = make_state(hands=hands), make_state({"hands": "hidden"}, hands=hands)
    assert known.view(1).hands == hands
    assert hidden.view(1).hands is None
    assert hidden.view(1).hand_sizes == [1, 1, 0, 0]
    assert hidden.view(1).bottom is None
    assert known.moves() == hidden.moves()


def test_no_roll_without_a_free_die():
    """HN-A34: dice must be taken off first."""
    row = ["card 35", "card 25", "card 33", "card 27"]
    dice = [[[6, 6, 6], [1, 1, 1], [], []], EMPTY]
    assert "roll" not in make_state(players=2, row=row, dice=dice).moves()


def test_two_move_symbols(tmp_path):
    """HN-A35: one of them is used."""
    cards = '[[card]]\nneed = [1]\nsymbols = ["MOVE1", "MOVE3"]\ncopies = 30\n'
    rules = {"maps": write_box(tmp_path / "moves.toml", cards=cards)}
    state = make_state(rules, players=2, hands=[["card 1"], []])
    assert legal(state, "play ") == ["MOVE1 of card 1", "MOVE3 of card 1"]
    play(state, "1 play MOVE1 of card 1, 1 steps 0 0 1")
    assert state.counters["seats"][0]["steps_made"] == 1


def test_max_rounds():
    """HN-A36: max_rounds."""
    state = new_state("hide-n-seek", 2, {"max_rounds": 2})
    play(state, "1 end turn, 2 end turn, 1 end turn, 2 end turn")
    assert state.over
    assert state.winners == []
    assert state.counters["end_reason"] == "round cap"
    assert state.counters["game"] == {"rounds": 2, "won_on_anothers_turn": 0, "unfinished": 1}


def test_any_map():
    """HN-A37: FWD, BACK and BACK2 also on the own map, and where one has no pawn left."""
    pawns = {"house": ["goal", 2, 1, 0], "campsite": [7, 1, 2, "goal"]}
    for symbol in ("FWD", "BACK", "BACK2"):
        state = use(road(0, hand=symbol, pawns=pawns), symbol)
        assert {move.split()[-1] for move in state.moves()} == {"house", "campsite"}


def test_trunk_at_start():
    """HN-A38: trunk_at_start; seat 1 first, whoever begins."""
    rules = {"trunk_at_start": True, "first_player": "random"}
    state = new_state("hide-n-seek", 3, rules, seed=4)
    for seat in (1, 2, 3):
        assert state.seat == seat
        assert legal(state, "trunks on arrow ") == ["1", "2", "4", "5"]
        state.play("trunks on arrow 4")
    assert state.view(1).piles == {"house": 4, "paddock": 4, "wagon": 4}
    assert state.counters["seats"][0]["trunks_placed"] == 0
    assert state.view(1).round == 1
    assert new_state("hide-n-seek", 3).view(1).deciding == "menu"


def test_obstacle_and_pawn_behind_it():
    """HN-A39: HOLE and OVERTRUNK pass a pawn behind the obstacle."""
    assert at(use(road(3, 4, hand="HOLE"), "HOLE", "1"))[0] == 5
    assert at(use(road(1, 2, hand="OVERTRUNK", pile=1), "OVERTRUNK", "1"))[0] == 3


def test_crossing_is_forward_only():
    """HN-A40: a hole or a pile behind a pawn is not crossed."""
    assert not can(road(4, hand="HOLE"), "HOLE")
    assert not can(road(2, hand="OVERTRUNK", pile=1), "OVERTRUNK")


def test_more_dice_than_a_player_has():
    """HN-A41: refused, by the rules and by the reader of a table."""
    with pytest.raises(UserError, match="must be at least 4, since card 25 of uniform6"):
        new_state("hide-n-seek", 2, {"dice_per_player": 3})
