"""Clauses of Horrible Mountain that the scenarios do not show."""

from collections import Counter
from itertools import permutations

from analyzer import new_state
from support.horrible_mountain import (
    BASE,
    CARDS,
    GAME,
    base,
    both,
    cards,
    hand,
    kinds,
    late,
    make_state,
    moves,
    play,
    with_hands,
)

VARIANT = {"variant": True}
TWOS = {"table": cards("2H 2D 4C 2S 6H")}  # slots may hold any ranks later in a game


def test_first_deal() -> None:
    """HM-1, HM-2, HM-4, HM-8: one card each, 13 in the Draw Pile; HM-13: who begins."""
    state = new_state(GAME, 2, seed=1)
    position = state.position()
    assert [len(held) for held in position["hands"]] == [1, 1]
    assert len(position["draw"]) == 13
    assert [card[0] for card in position["table"]] == list("23456")
    assert sorted([*both(position["hands"]), *position["table"], *position["draw"]]) == CARDS
    assert (state.view(1).role, state.view(2).role) == ("Evil Master", "adventurer")
    play(state, "2 place blue on 2 and green on 6", "1 place red on 3 and yellow on 5")
    assert state.seat == 1
    assert state.position()["hands"][0] == sorted(
        [*position["hands"][0], position["draw"][0], position["draw"][2]]
    )


def test_table_and_loose_cards_are_evenly_mixed() -> None:
    """HM-4, HM-5: every suit is as likely in every slot, and every loose card on top."""
    n = 4000
    slots, tops = Counter(), Counter()
    for index in range(n):
        position = new_state(GAME, 2, seed=2, index=index).position()
        slots.update(enumerate(position["table"]))
        tops[position["draw"][0]] += 1
    assert len(slots) == 20
    assert all(abs(count - n / 4) < 150 for count in slots.values())  # 5.5 standard deviations
    assert len(tops) == 20
    assert all(abs(count - n / 20) < 80 for count in tops.values())


def test_take_a_table_card() -> None:
    """HM-18, HM-19, HM-30, HM-A19: the cube goes to the pile, its twin stays with the slot."""
    position = play(base(), "1 take the table card under yellow").position()
    assert position["hands"][0] == cards("2S 4H 6D 6H")
    assert position["table"] == cards("2H 3D 4C 5S 2C")
    assert position["cubes"] == BASE["cubes"]
    assert position["control"][0] == ["red"]
    assert position["cube_pile"] == ["yellow", "white"]
    assert len(position["draw"]) == 8
    assert position["known"][0] == ["6H"]


def test_a_replacement_can_empty_the_draw_pile() -> None:
    """HM-19, HM-27, HM-28, HM-32."""
    words = with_hands("2C 2D", "3H 3S", draw=["4S"])
    rest = [c for c in CARDS if c not in [*both(words["hands"]), *words["table"], "4S"]]
    state = make_state(words | {"discard": rest, "run_outs": 2})
    play(state, "1 take the table card under red")
    assert state.over
    position = state.position()
    assert position["table"][0] == "4S"
    assert sorted(position["draw"]) == rest
    assert position["discard"] == []


def test_several_table_cards_fit() -> None:
    """HM-17, HM-21, HM-22, HM-23, HM-A15."""
    state = make_state(with_hands("2C 4D 4H", "3C") | TWOS)
    assert moves(state, "swap 2C") == [f"swap 2C with {card}" for card in ("2D", "2H", "2S")]
    assert moves(state, "swap cubes") == [
        f"swap cubes of {two} and 4C discarding {order}"
        for four in ("4D", "4H")
        for two in ("2D", "2H", "2S")
        for order in (f"2C then {four}", f"{four} then 2C")
    ]


def test_two_cards_of_one_rank() -> None:
    """HM-22: two table cards of that rank, and never one slot twice (HM-A15)."""
    words = with_hands("2C 2D", "3C") | {"table": cards("2H 3D 4C 2S 6H")}
    state = make_state(words)
    assert moves(state, "swap cubes") == [
        "swap cubes of 2H and 2S discarding 2C then 2D",
        "swap cubes of 2H and 2S discarding 2D then 2C",
    ]
    play(state, "1 swap cubes of 2H and 2S discarding 2C then 2D")
    assert state.position()["cubes"] == ["green", "blue", "white", "red", "yellow"]
    alone = make_state(words | {"table": cards("2H 3D 4C 5S 6H")})
    assert moves(alone, "swap cubes") == []


def test_claim_a_cube() -> None:
    """HM-24, HM-11, HM-A16: any cube of the pile, whoever gave it up."""
    words = with_hands("2C 2D 2S", "3C") | {"control": [["yellow"], ["green"]]}
    state = make_state(words)
    orders = ["2C then 2D", "2D then 2C", "2C then 2S", "2S then 2C", "2D then 2S", "2S then 2D"]
    assert moves(state, "claim") == [
        f"claim {colour} discarding {order}"
        for colour in ("red", "blue", "white")
        for order in orders
    ]
    position = play(state, "1 claim blue discarding 2S then 2C").position()
    assert position["control"] == [["yellow", "blue"], ["green"]]
    assert position["cube_pile"] == ["red", "white"]
    assert position["discard"] == ["2S", "2C"]
    empty = words | {"control": [["red", "yellow", "white"], ["blue", "green"]]}
    assert "claim" not in kinds(make_state(empty))


def test_take_a_discard() -> None:
    """HM-20, HM-25: the top card, for any own cube; not from an empty pile."""
    state = make_state(with_hands("2C", "3C", discard=cards("6C 5C")))
    assert moves(state, "take the discard") == [
        "take the discard 5C for red", "take the discard 5C for yellow",
    ]  # fmt: skip
    play(state, "1 take the discard 5C for yellow")
    assert state.position()["discard"] == ["6C"]
    assert hand(state, 1) == ["2C", "5C"]
    assert "discard" not in kinds(base())


def test_only_the_top_discard_is_shown_to_all() -> None:
    """HM-25, HM-A10: the pile of a view is what one remembers; the top is its last card."""
    state = play(base(), "1 swap cubes of 2H and 6H discarding 2S then 6D")
    assert state.view(2).discard == ["2S", "6D"]


def test_full_hands_may_draw_and_keep_the_new_card_or_not() -> None:
    """HM-16, HM-26, HM-A13."""
    for discarded in ("4S", "2C"):
        state = play(late(), "1 draw a card", f"1 discard {discarded}")
        assert len(hand(state, 1)) == 5
        assert state.position()["discard"] == [discarded]


def test_a_full_discard_pile_is_looked_through() -> None:
    """HM-42, HM-44: any card, unseen; then the others in any order, from the top down; once a
    game."""
    words = with_hands("2C", "3C", discard=cards("6C 5C 2S 4D"), turn=2)
    state = make_state(words, VARIANT)
    assert state.moves()[-1] == "examine the discard pile"
    play(state, "2 examine the discard pile")
    assert state.moves() == [f"take {card}" for card in cards("2S 4D 5C 6C")]
    play(state, "2 take 5C")
    assert state.moves() == [f"put {card} on top" for card in cards("2S 4D 6C")]
    play(state, "2 put 6C on top")
    assert state.moves() == [f"put {card} next" for card in cards("2S 4D")]
    play(state, "2 put 4D next")
    position = state.position()
    assert position["discard"] == cards("2S 4D 6C")
    assert position["known"][1] == []
    assert (state.seat, position["turns"]) == (1, 1)
    play(state, "1 draw a card")
    assert "special" not in kinds(state)


def test_every_order_of_the_discards_can_be_had() -> None:
    """HM-44: each of the 24 orders of four cards, by one sequence of decisions."""
    words = with_hands("2C", "3C", discard=cards("6C 5C 2S 4D 5H"), turn=2)
    begun = play(make_state(words, VARIANT), "2 examine the discard pile", "2 take 5H")
    open_, orders = [begun], []
    while open_:
        state = open_.pop()
        if state.seat == 1:
            orders.append(tuple(state.position()["discard"]))
            continue
        for move in state.moves():
            other = state.copy()
            other.play(move)
            assert new_state(position=other.position()).moves() == other.moves()
            open_.append(other)
    assert sorted(orders) == sorted(permutations(cards("6C 5C 2S 4D")))


def test_a_pile_of_one_or_two_cards_leaves_nothing_to_order() -> None:
    """HM-44, HM-15: not with an empty pile. The one card left tells which was taken."""
    for pile in ("4D", "4D 5H"):
        state = make_state(with_hands("2C", "3C", discard=cards(pile), turn=2), VARIANT)
        play(state, "2 examine the discard pile", "2 take 4D")
        assert state.seat == 1
        assert state.position()["known"][1] == ["4D"]
    assert "special" not in kinds(make_state(with_hands("2C", "3C", turn=2), VARIANT))


def test_the_special_actions_belong_to_roles() -> None:
    """HM-42, HM-43, HM-44."""
    words = with_hands("2C", "3C", discard=["4D"])
    assert moves(make_state(words, VARIANT), "examine") == ["examine the other player's hand"]
    assert moves(make_state(words, VARIANT, turn=2), "examine") == ["examine the discard pile"]
    swapped = words | {"evil_master": 2, "turn": 2}
    assert moves(make_state(swapped, VARIANT), "examine") == ["examine the other player's hand"]
    assert "special" not in kinds(make_state(words))
    used = make_state(words, VARIANT, specials_used=[1])
    assert "special" not in kinds(used)
