"""Horrible Mountain's open readings HM-A1 to HM-A20, and the numbers a designer may turn."""

import random
from typing import Any

import pytest

from analyzer import games, new_state
from analyzer.playout.state import State
from support.horrible_mountain import (
    BASE,
    CARDS,
    GAME,
    LATE,
    base,
    cards,
    finished_game,
    kinds,
    late,
    make_state,
    moves,
    play,
    run,
    with_hands,
)
from support.playouts import by_seat, cell, totals

VARIANT = {"variant": True}


def test_a1_sixth_card_before_or_after_the_replacement() -> None:
    """HM-A1: overflow_timing."""
    state = play(late(), "1 take the table card under red")
    position = state.position()
    assert (position["table"][0], position["draw"], position["run_outs"]) == ("", ["4S"], 0)
    assert state.moves() == [f"discard {card}" for card in cards("2C 2D 2H 3C 4H 6C")]
    state = play(late({"overflow_timing": "after_replacement"}), "1 take the table card under red")
    position = state.position()
    assert (position["table"][0], position["run_outs"]) == ("4S", 1)
    assert sorted(position["draw"]) == sorted(LATE["discard"])
    assert len(state.moves()) == 6
    assert play(state, "1 discard 3C").position()["discard"] == ["3C"]


@pytest.mark.parametrize("joins", [False, True])
def test_a2_sixth_card_in_the_reshuffle(joins: bool) -> None:
    """HM-A2: overflow_in_reshuffle; HM-29."""
    state = late({"overflow_in_reshuffle": joins})
    play(state, "1 take the table card under red", "1 discard 3C")
    position = state.position()
    assert ("3C" in position["draw"]) == joins
    assert position["discard"] == ([] if joins else ["3C"])


def test_a2_the_sixth_card_itself_as_replacement() -> None:
    """HM-A2: overflow_in_reshuffle, with HM-A20: run_out."""
    rules = {"overflow_in_reshuffle": True, "run_out": "needed_while_empty"}
    words = {"draw": [], "discard": ["2S", "5H", "6S", "4D", "4S"]}
    found = set()
    for seed in range(40):
        state = make_state(LATE | words | {"seed": seed}, rules)
        play(state, "1 take the table card under red", "1 discard 3C")
        found.add(state.position()["table"][0])
    assert found == {"2S", "5H", "6S", "4D", "4S", "3C"}


def test_a4_the_shorter_hand() -> None:
    """HM-A4: tiebreak_short (HM-A3: only with full_poker)."""
    slots, control = "2C 3C 4C 4D 5C", (["white"], ["green"])
    for hands in (("6C 5D", "6D"), ("6C 5D 3D", "6D 5H")):
        assert finished_game(hands, slots, control).winners == [1]
        assert finished_game(hands, slots, control, {"tiebreak_short": "tie"}).winners == []
        rules = {"tiebreak_hand": "category"}
        assert finished_game(hands, slots, control, rules).winners == []
    assert finished_game(("", "6D"), slots, control).winners == [2]
    assert finished_game(("", "6D"), slots, control, {"tiebreak_short": "tie"}).winners == []
    assert finished_game(
        ("6C 4S", "6D 5D 2D"), slots, control, {"tiebreak_short": "tie"}
    ).winners == [2]


def test_a6_which_of_two_discards_ends_on_top() -> None:
    """HM-A6: two_card_order."""
    rules = {"two_card_order": "random"}
    state = base(rules, turn=2)
    assert moves(state, "claim") == ["claim white discarding 5C and 5D"]
    assert kinds(state)["cubes"] == 2
    tops = set()
    for seed in range(40):
        state = base(rules, turn=2, seed=seed)
        play(state, "2 claim white discarding 5C and 5D")
        tops.add(tuple(state.position()["discard"]))
    assert tops == {("5C", "5D"), ("5D", "5C")}


def test_a7_the_last_run_out_reshuffles() -> None:
    """HM-A7."""
    state = play(late(run_outs=2), "1 draw a card", "1 discard 3C")
    assert state.over
    assert sorted(state.position()["draw"]) == sorted(LATE["discard"])
    assert state.counters["game"]["reshuffles"] == 1


@pytest.mark.parametrize("seen", [True, False])
def test_a8_the_first_card(seen: bool) -> None:
    """HM-A8: see_first_card. Only knowledge changes; afterwards everything is seen."""
    state = new_state(GAME, 2, rules={"see_first_card": seen}, seed=3)
    own = state.position()["hands"][1]
    assert state.view(2).hand == (own if seen else [])
    redealt = set()
    for occasion in range(30):
        other = state.copy()
        other.redeal_hidden(2, occasion)
        redealt.add(other.position()["hands"][1][0])
    assert (redealt == set(own)) == seen
    play(state, "2 place blue on 2 and green on 6", "1 place red on 3 and yellow on 5")
    assert state.view(2).hand == state.position()["hands"][1]


def test_a9_roles() -> None:
    """HM-A9: roles. Colours and turns go with the role."""
    assert all(new_state(GAME, 2, seed=seed).position()["evil_master"] == 1 for seed in range(20))
    found = set()
    for seed in range(20):
        state = new_state(GAME, 2, rules={"roles": "random"}, seed=seed)
        position = state.position()
        evil = position["evil_master"]
        found.add(evil)
        assert state.seat == 3 - evil
        assert position["control"][evil - 1] == ["red", "yellow"]
        state.play(0)
        state.play(0)
        assert state.seat == evil
        assert [row["evil_master"] for row in state.counters["seats"]] == [evil == 1, evil == 2]
        assert state._stepper.result()["roles"] == [int(evil == 2), int(evil == 1)]
    assert found == {1, 2}


@pytest.mark.full
def test_a10_memory() -> None:
    """HM-A10: a matter of the policy; who remembers nothing plays differently, and worse."""
    shares = games.load(GAME).resolve_rules(2, {})
    won = 0
    for seats in (("expert", "expert:memory=0"), ("expert:memory=0", "expert")):
        wins = by_seat(totals(cell(GAME, 2, seats, shares), 20_000), "win840")
        won += int(wins[seats.index("expert")]) - int(wins[1 - seats.index("expert")])
    assert won / 840 / 40_000 > 0.005  # measured: +0.030; the error is 0.005


def test_a11_sizes_and_cubes_are_public() -> None:
    """HM-A11, HM-A17."""
    seen = base().view(2)
    assert (seen.hand_sizes, seen.draw_size) == ([3, 3], 9)
    assert seen.control == [["red", "yellow"], ["blue", "green"]]
    assert seen.cube_pile == ["white"]


def special(overflow: str) -> State:
    words = with_hands("2C", "3C 3H 3S 5C 5D", discard=cards("6C 5H 2S 4D"), turn=2)
    state = make_state(words, VARIANT | {"special_overflow": overflow})
    return play(state, "2 examine the discard pile", "2 take 5H", "2 discard 3C")


def test_a12_the_sixth_card_of_the_special() -> None:
    """HM-A12: special_overflow; HM-44."""
    state = special("on_top")
    assert state.moves() == [f"put {card} on top" for card in cards("2S 4D 6C")]
    play(state, "2 put 2S on top", "2 put 4D next")
    assert state.position()["discard"] == cards("6C 4D 2S 3C")
    state = special("in_reorder")
    assert state.moves() == [f"put {card} on top" for card in cards("2S 3C 4D 6C")]
    play(state, "2 put 2S on top", "2 put 3C next", "2 put 4D next")
    assert state.position()["discard"] == cards("6C 4D 3C 2S")


def test_a13_the_very_card_may_go() -> None:
    """HM-A13: HM-26, HM-44."""
    words = with_hands("2C", "3C 3H 3S 5C 5D", discard=["6C", "4D"], turn=2)
    state = play(make_state(words, VARIANT), "2 examine the discard pile", "2 take 6C")
    assert "discard 6C" in state.moves()
    play(state, "2 discard 6C")
    assert state.position()["discard"] == ["4D", "6C"]


def test_a14_what_was_seen_is_remembered() -> None:
    """HM-A14, HM-43: until it leaves the hand."""
    state = play(base(VARIANT), "1 examine the other player's hand", "2 draw a card")
    assert state.view(1).opponent == cards("3C 5C 5D")
    play(state, "1 draw a card", "2 swap 3C with 3D")
    assert state.view(1).opponent == cards("3D 5C 5D")


def test_a17_colours() -> None:
    """HM-A17, HM-6: red and yellow, blue and green."""
    position = new_state(GAME, 2, seed=8).position()
    assert position["control"] == [["red", "yellow"], ["blue", "green"]]
    assert position["cube_pile"] == ["white"]


def test_a18_cards_set_aside_tell_nothing() -> None:
    """HM-A18: which of them were revealed changes nothing of what follows."""
    seen = cards("2C 2D 2H 2S 3C 4C 5C 6C")
    rest = [card for card in CARDS if card not in seen]
    one = new_state(GAME, 2, deals=[seen + rest], seed=5)
    other = new_state(GAME, 2, deals=[cards("2C 3C 4C 5C 6C 2D 2H 2S") + rest], seed=5)
    assert one.position() == other.position()


def test_a19_takes_are_seen() -> None:
    """HM-A19: HM-17, HM-18, HM-20."""
    state = play(base(), "1 swap 2S with 2H", "2 take the table card under blue")
    assert state.view(2).opponent == ["2H"]
    assert state.view(1).opponent == ["3D"]
    state = make_state(with_hands("2C", "3C", discard=["5H"]))
    assert play(state, "1 take the discard 5H for red").view(2).opponent == ["5H"]


def all_draw(rules: dict[str, Any]) -> tuple[list[int], list[int]]:
    """Turns with a run-out, and turns of each seat, when everybody always draws."""
    state, rng, found = new_state(GAME, 2, rules=rules, seed=6), random.Random(6), []
    while not state.over:
        before = state.position()
        state.play("draw a card" if "draw a card" in state.moves() else rng.choice(state.moves()))
        if state.position()["run_outs"] > before["run_outs"]:
            found.append(before["turns"] + 1)
    return found, [seat["player_turns"] for seat in state.counters["seats"]]


def test_a20_when_the_draw_pile_runs_out() -> None:
    """HM-A20: run_out; HM-27, HM-28, HM-32."""
    rules = {"run_out": "needed_while_empty"}
    assert all_draw({}) == ([9, 13, 17], [9, 8])
    assert all_draw(rules) == ([10, 15, 20], [10, 10])
    state = play(late(rules), "1 draw a card", "1 discard 3C")
    assert state.position()["draw"] == []
    assert state.position()["run_outs"] == 0
    play(state, "2 draw a card")
    position = state.position()
    assert position["run_outs"] == 1
    assert len(position["draw"]) == 4  # of five discards, one is drawn at once


# --- numbers --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("limit", "choices"), [(3, 4), (4, 5), (5, 6), (6, 7)])
def test_hand_limit(limit: int, choices: int) -> None:
    """HM-26: hand_limit."""
    words = with_hands(" ".join(cards("2C 3C 4D 5C 6C 2D")[:limit]), "3S", discard=["6S"])
    state = make_state(words, {"hand_limit": limit})
    play(state, "1 draw a card")
    assert len(state.moves()) == choices
    assert moves(state, "discard") == state.moves()


def test_of_six_cards_the_best_five_count() -> None:
    """HM-26: hand_limit = 6; HM-33."""
    slots, control = "2S 3S 4S 5S 6S", ([], [])
    for held, points in {
        "2C 2D 3C 3D 5C 5D": 4,
        "2C 3D 4C 5C 6C 6D": 6,
        "2C 2D 3C 4C 5C 6C": 14,
        "2D 2C 2H 5C 5D 5H": 8,
    }.items():
        state = finished_game((held, "4D"), slots, control, {"hand_limit": 6})
        assert state.scores[0] == points
    six = finished_game(
        ("2C 2D 3C 3D 6C 4C", "2H 3H"), slots, control, {"hand_limit": 6, "two_pair": -1}
    )
    assert six.scores[0] == 2  # as one pair, which it is too


@pytest.mark.parametrize("run_outs", [1, 2, 5])
def test_run_outs(run_outs: int) -> None:
    """HM-32: run_outs."""
    state = run(new_state(GAME, 2, rules={"run_outs": run_outs}, seed=1), random.Random(1))
    assert state.counters["game"]["run_outs"] == run_outs
    assert state.counters["end_reason"] == "third run-out"


@pytest.mark.parametrize(
    ("name", "held"),
    [
        ("straight_flush", "2C 3C 4C 5C 6C"),
        ("four_of_a_kind", "3C 3D 3H 3S"),
        ("full_house", "3C 3D 3H 5C 5D"),
        ("straight", "2C 3D 4C 5C 6C"),
        ("three_of_a_kind", "3C 3D 3H 5C"),
        ("two_pair", "3C 3D 5C 5D"),
        ("one_pair", "3C 3D 5C"),
        ("nothing", "3C 5D"),
    ],
)
def test_points_of_hands(name: str, held: str) -> None:
    """HM-33: each line of the table has its own points, and its counter."""
    slots, control = "2S 4S 5S 6S 6D", ([], [])
    state = finished_game((held, "4D"), slots, control, {name: 77})
    assert state.scores[0] == 77
    assert state.counters["seats"][0][f"hand_{name}"] == 1


def test_the_line_worth_most_counts() -> None:
    """HM-33: "highest valued" literally; of equal ones the upper."""
    slots, control = "2S 4S 5S 6S 6D", ([], [])
    full_house, straight_flush = "3C 3D 3H 5C 5D", "2C 3C 4C 5C 6C"
    for held, rules, line in (
        (full_house, {"two_pair": 50}, "two_pair"),
        (full_house, {"three_of_a_kind": 8}, "full_house"),
        (straight_flush, {"straight": 20}, "straight"),
        ("3C 3D", {"one_pair": -50}, "one_pair"),
    ):
        state = finished_game((held, "4D"), slots, control, rules)
        assert state.counters["seats"][0][f"hand_{line}"] == 1, line


@pytest.mark.parametrize("rank", range(2, 7))
def test_points_of_cubes(rank: int) -> None:
    """HM-37: cube_2 to cube_6."""
    colour = BASE["cubes"][rank - 2]
    control = ([colour], [c for c in ("red", "blue") if c != colour])
    slots = " ".join(BASE["table"])
    state = finished_game(("2C", "3C"), slots, control, {f"cube_{rank}": 50})
    assert state.scores[0] == 49


def test_first_placer() -> None:
    """HM-9, HM-10: first_placer; the Evil Master still has the first turn (HM-1)."""
    state = new_state(GAME, 2, rules={"first_placer": "evil_master"})
    assert (state.seat, len(state.moves())) == (1, 4)
    state.play("place red on 3 and yellow on 5")
    assert (state.seat, len(state.moves())) == (2, 2)
    state.play("place blue on 6 and green on 2")
    assert state.seat == 1
    position = state.position()
    assert position["cubes"] == ["green", "red", "white", "yellow", "blue"]
    assert [row["placed_2_6"] for row in state.counters["seats"]] == [0, 1]


def test_variant() -> None:
    """HM-42: variant."""
    assert "special" not in kinds(base())
    assert kinds(base(VARIANT))["special"] == 1


def test_scripted_chance() -> None:
    """HM-4, HM-5, HM-28: the deck, the loose cards and each reshuffle can be written down."""
    deck = list(reversed(CARDS))
    state = new_state(GAME, 2, deals=[CARDS, deck, deck])
    position = state.position()
    assert position["table"] == cards("2C 3C 4C 5C 6C")
    assert (position["hands"], position["draw"][0]) == ([["6S"], ["6H"]], "6D")
    play(state, "2 place blue on 2 and green on 6", "1 place red on 3 and yellow on 5")
    while not state.position()["run_outs"]:
        state.play(0)
    pile = state.position()["draw"]
    assert pile == sorted(pile, reverse=True)
