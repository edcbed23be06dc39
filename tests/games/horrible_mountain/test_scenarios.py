"""The scenarios HM-T1 to HM-T25, and what follows from the clauses (HM-D)."""

import random
from collections import Counter
from itertools import combinations, pairwise
from math import comb

import pytest

from analyzer import new_state
from analyzer.playout.state import State
from support.horrible_mountain import (
    CARDS,
    GAME,
    TABLE,
    base,
    both,
    cards,
    finished_game,
    hand,
    kinds,
    late,
    make_state,
    moves,
    play,
    run,
    with_hands,
)
from support.lanes import rest_full

CATEGORY = {"tiebreak_hand": "category"}


def test_t1_printed_example() -> None:
    """HM-T1: HM-33, HM-37, HM-38."""
    hands = ("3D 3H 5D 5H 5S", "2C 3S 4C 5C 6D")
    state = finished_game(hands, "3C 2H 4D 6S 6C", (["red"], ["blue", "yellow"]))
    assert state.scores == [11, 14]
    assert state.winners == [2]


def test_t2_building_the_table() -> None:
    """HM-T2: HM-4, HM-5."""
    seen = cards("4C 4H 2S 6D 2D 5H 3C")
    deck = seen + [card for card in CARDS if card not in seen]
    state = new_state(GAME, 2, deals=[deck])
    position = state.position()
    assert position["table"] == cards("2S 3C 4C 5H 6D")
    loose = [*both(position["hands"]), *position["draw"]]
    assert sorted(loose) == sorted(set(CARDS) - set(position["table"]))
    assert {"4H", "2D"} <= set(loose)


def test_t3_placement() -> None:
    """HM-T3: HM-6, HM-9, HM-10."""
    places = {(2, 6): [], (3, 5): []}
    state = new_state(GAME, 2)
    assert state.seat == 2
    for low, high in places:
        places[low, high] = [
            f"place blue on {low} and green on {high}",
            f"place blue on {high} and green on {low}",
        ]
    assert state.moves() == places[2, 6] + places[3, 5]
    for taken, left in (((3, 5), (2, 6)), ((2, 6), (3, 5))):
        for move in places[taken]:
            other = state.copy()
            other.play(move)
            assert other.seat == 1
            assert other.moves() == [
                words.replace("blue", "red").replace("green", "yellow") for words in places[left]
            ]


def draw_only(state: State, rng: random.Random) -> list[dict]:
    """Both always draw; positions after each turn."""
    positions = []
    while not state.over:
        state.play("draw a card" if "draw a card" in state.moves() else rng.choice(state.moves()))
        if moves(state, "draw") or state.over:
            positions.append(state.position())
    return positions


def test_t4_all_draw_game() -> None:
    """HM-T4, HM-D3: HM-13, HM-26, HM-27, HM-32."""
    state = new_state(GAME, 2, seed=4)
    play(state, "2 place blue on 2 and green on 6", "1 place red on 3 and yellow on 5")
    positions = draw_only(state, random.Random(4))
    assert len(positions) == 17
    assert [p["run_outs"] for p in positions] == [0] * 8 + [1] * 4 + [2] * 4 + [3]
    assert [len(p["draw"]) for p in positions[:9]] == [8, 7, 6, 5, 4, 3, 2, 1, 4]
    assert [len(positions[i]["discard"]) for i in (7, 8)] == [4, 1]
    assert [len(held) for held in positions[-1]["hands"]] == [5, 5]
    assert [seat["player_turns"] for seat in state.counters["seats"]] == [9, 8]
    assert [seat["run_outs"] for seat in state.counters["seats"]] == [3, 0]


def test_t5_legal_actions() -> None:
    """HM-T5: HM-14, HM-15, HM-16, HM-17, HM-18, HM-20, HM-21, HM-22, HM-24."""
    assert base().moves() == [
        "draw a card",
        "swap 2S with 2H", "swap 4H with 4C", "swap 6D with 6H",
        "take the table card under red", "take the table card under yellow",
        "swap cubes of 2H and 4C discarding 2S then 4H",
        "swap cubes of 2H and 4C discarding 4H then 2S",
        "swap cubes of 2H and 6H discarding 2S then 6D",
        "swap cubes of 2H and 6H discarding 6D then 2S",
        "swap cubes of 4C and 6H discarding 4H then 6D",
        "swap cubes of 4C and 6H discarding 6D then 4H",
    ]  # fmt: skip
    assert base(turn=2).moves() == [
        "draw a card",
        "swap 3C with 3D", "swap 5C with 5S", "swap 5D with 5S",
        "take the table card under blue", "take the table card under green",
        "swap cubes of 3D and 5S discarding 3C then 5C",
        "swap cubes of 3D and 5S discarding 5C then 3C",
        "swap cubes of 3D and 5S discarding 3C then 5D",
        "swap cubes of 3D and 5S discarding 5D then 3C",
        "claim white discarding 5C then 5D", "claim white discarding 5D then 5C",
    ]  # fmt: skip


def test_t6_draw() -> None:
    """HM-T6: HM-16."""
    state = play(base(), "1 draw a card")
    assert hand(state, 1) == cards("2C 2S 4H 6D")
    assert state.position()["draw"] == cards("6C 3H 4S 6S 2D 5H 3S 4D")
    assert (state.seat, state.position()["run_outs"]) == (2, 0)


def test_t7_swap_a_card() -> None:
    """HM-T7, HM-D7: HM-17, HM-30."""
    position = play(base(), "1 swap 4H with 4C").position()
    assert position["table"] == cards("2H 3D 4H 5S 6H")
    assert position["cubes"] == TABLE["cubes"]
    assert position["hands"][0] == cards("2S 4C 6D")
    assert (len(position["draw"]), position["discard"]) == (9, [])


def test_t9_swap_cubes() -> None:
    """HM-T9: HM-21, HM-15, HM-25."""
    state = play(base(), "1 swap cubes of 2H and 6H discarding 2S then 6D")
    position = state.position()
    assert position["cubes"] == ["yellow", "blue", "white", "green", "red"]
    assert position["table"] == TABLE["table"]
    assert hand(state, 1) == ["4H"]
    assert position["discard"] == ["2S", "6D"]
    other = play(base(), "1 swap cubes of 2H and 6H discarding 6D then 2S")
    assert other.position()["discard"] == ["6D", "2S"]
    play(state, "2 swap 3C with 3D")
    assert kinds(state) == {"draw": 1, "swap": 1, "take": 2, "discard": 2}


def test_t11_overflow_on_the_last_card() -> None:
    """HM-T11: HM-26, HM-27, HM-28, HM-29."""
    state = play(late(), "1 draw a card")
    assert state.moves() == [f"discard {card}" for card in cards("2C 2D 3C 4H 4S 6C")]
    position = play(state, "1 discard 3C").position()
    assert position["run_outs"] == 1
    assert sorted(position["draw"]) == sorted(cards("2S 5H 6S 4D"))
    assert position["discard"] == ["3C"]
    assert position["hands"][0] == cards("2C 2D 4H 4S 6C")


def test_t14_end_in_a_tie() -> None:
    """HM-T14: HM-32, HM-38, HM-39, HM-40, HM-41, HM-A3 tiebreak_hand."""
    state = play(late(run_outs=2), "1 draw a card", "1 discard 3C")
    assert state.over
    assert (state.scores, state.winners) == ([12, 12], [2])
    assert state.counters["game"]["decided_hand"] == 1
    state = play(late(CATEGORY, run_outs=2), "1 draw a card", "1 discard 3C")
    assert (state.scores, state.winners) == ([12, 12], [])
    assert state.counters["game"]["everybody_loses"] == 1
    assert state.counters["end_reason"] == "third run-out"


def test_t15_take_a_discard_at_the_limit() -> None:
    """HM-T15: HM-20, HM-26."""
    state = play(late(), "1 take the discard 4D for red")
    assert len(state.moves()) == 6
    position = play(state, "1 discard 3C").position()
    assert position["hands"][0] == cards("2C 2D 4D 4H 6C")
    assert position["discard"] == cards("2S 5H 6S 3C")
    assert (position["draw"], position["run_outs"]) == (["4S"], 0)
    assert position["control"][0] == ["yellow"]
    assert position["cube_pile"] == ["red", "white"]


def test_t20_only_move() -> None:
    """HM-T20: HM-14, HM-15."""
    words = with_hands("", "3C 5C") | {"control": [[], ["blue", "green"]]}
    assert make_state(words, discard=["2C"]).moves() == ["draw a card"]


def test_t22_endless_swapping() -> None:
    """HM-T22: HM-A5 max_turns, on_cap."""
    cycle = ("1 swap 2S with 2H", "2 swap 3C with 3D", "1 swap 2H with 2S", "2 swap 3D with 3C")
    state = base({"max_turns": 9})
    start = state.position()
    play(state, *cycle)
    same = {key: value for key, value in start.items() if key not in ("turns", "known")}
    assert {key: state.position()[key] for key in same} == same
    play(state, *cycle, cycle[0])
    assert state.over
    assert state.winners == []
    assert state.counters["end_reason"] == "stalled"
    assert state.counters["game"]["everybody_loses"] == 0
    scored = play(base({"max_turns": 9, "on_cap": "score"}), *cycle, *cycle, cycle[0])
    assert scored.counters["end_reason"] == "turn cap"
    assert scored.scores == state.scores == [7, 10]
    assert scored.winners == [2]


def test_t24_the_evil_masters_look() -> None:
    """HM-T24: HM-42, HM-43."""
    rules = {"variant": True}
    assert "examine the other player's hand" not in make_state(with_hands("2C", ""), rules).moves()
    state = base(rules)
    before = state.position()
    play(state, "1 examine the other player's hand")
    after = state.position()
    changed = {key for key in before if before[key] != after[key]}
    assert changed == {"turn", "turns", "known", "specials_used"}
    assert after["known"][1] == before["hands"][1]


# --- values of hands ------------------------------------------------------------------------------

HANDS = {
    "": -1, "6H": -1, "2C 2D": 2, "2C 2D 3C 3D": 4, "5C 5D 5H": 5, "2C 3C 4C 5C": -1,
    "2C 4C 6C": -1, "2C 3C 4C 5C 6C": 14, "2C 3D 4C 5C 6C": 6, "4C 4D 4H 4S": 10,
    "2C 4C 4D 4H 4S": 10, "3C 3D 5C 5D 5H": 8, "2C 2D 4C 6C 6D": 4, "2C 2D 2H 3C 4C": 5,
}  # fmt: skip


def value(held: tuple[str, ...]) -> int:
    """Points of a hand, by a position in which only it scores."""
    left = [card for card in CARDS if card not in held]
    words = {
        "hands": [list(held), []], "table": left[:5], "cubes": TABLE["cubes"],
        "control": [[], []], "draw": left[5:],
    }  # fmt: skip
    return make_state(words).scores[0]


@pytest.mark.parametrize("held", HANDS)
def test_t17_values_of_hands(held: str) -> None:
    """HM-T17: HM-33, HM-34, HM-35, HM-36."""
    assert value(tuple(cards(held))) == HANDS[held]


@pytest.mark.parametrize(
    ("size", "expected"),
    rest_full(
        [
            (0, {-1: 1}),
            (1, {-1: 20}),
            (2, {2: 30, -1: 160}),
            (3, {5: 20, 2: 480, -1: 640}),
            (4, {10: 5, 5: 320, 4: 360, 2: 2880, -1: 1280}),
            (5, {14: 4, 10: 80, 8: 480, 6: 1020, 5: 1920, 4: 4320, 2: 7680}),
        ],
        first=5,
    ),
)
def test_t18_every_hand(size: int, expected: dict[int, int]) -> None:
    """HM-T18, HM-D5: HM-33, HM-34, HM-35, HM-36."""
    assert sum(expected.values()) == comb(20, size)
    assert Counter(map(value, combinations(CARDS, size))) == expected


# --- tie-breaks -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "slots", "control", "rules", "scores", "winners", "by"),
    [
        # (a) full house 8 + 3 against straight 6 + 5
        (("2C 2D 4C 4D 4H", "2H 3C 4S 5C 6C"), "3D 5D 6D 6H 6S", (["red"], ["blue"]), {},
         [11, 11], [1], "decided_hand"),
        # (b) one pair each, cubes on 2 and 4 against one on 6
        (("5C 5D", "3C 3D"), "2C 6C 4C 4D 4H", (["red", "white"], ["blue"]), CATEGORY,
         [8, 8], [1], "decided_cubes"),
        # (c) one pair each, a cube each on a 4
        (("5C 5D", "3C 3D"), "2C 6C 4C 4D 4H", (["white"], ["green"]), CATEGORY,
         [6, 6], [], "everybody_loses"),
        (("5C 5D", "3C 3D"), "2C 6C 4C 4D 4H", (["white"], ["green"]), {},
         [6, 6], [1], "decided_hand"),
    ],
)  # fmt: skip
def test_t19_tie_breaks(
    hands: tuple[str, str], slots: str, control: tuple, rules: dict, scores: list[int],
    winners: list[int], by: str,
) -> None:  # fmt: skip
    """HM-T19: HM-38, HM-39, HM-40, HM-41, HM-A3."""
    state = finished_game(hands, slots, control, rules)
    assert (state.scores, state.winners) == (scores, winners)
    assert state.counters["game"][by] == 1


# --- what follows from the clauses ----------------------------------------------------------------


def followed(seed: int) -> tuple[State, list[dict]]:
    """A game at random, and its positions where a turn begins."""
    state, rng, positions = new_state(GAME, 2, seed=seed), random.Random(seed), []
    while not state.over:
        if state.position()["deciding"] == "action":
            positions.append(state.position())
        state.play(rng.randrange(len(state.moves())))
    return state, [*positions, state.position()]


@pytest.mark.parametrize("seed", range(40))
def test_t25_invariants(seed: int) -> None:
    """HM-T25, HM-D1, HM-D2, HM-D4, HM-D6: HM-2, HM-3, HM-7, HM-11, HM-12, HM-30, HM-31."""
    state, positions = followed(seed)
    first = positions[0]
    assert [len(held) for held in first["hands"]] == [3, 3]
    assert (len(first["draw"]), first["discard"], first["cube_pile"]) == (9, [], ["white"])
    assert first["cubes"][2] == "white"
    assert [card[0] for card in first["table"]] == list("23456")
    for last, now in pairwise(positions):
        places = [*both(now["hands"]), *now["table"], *now["draw"], *now["discard"]]
        assert sorted(places) == CARDS
        assert sorted(now["cubes"]) == sorted(TABLE["cubes"])
        assert sorted([*both(now["control"]), *now["cube_pile"]]) == sorted(TABLE["cubes"])
        assert all(len(held) <= 5 for held in now["hands"])
        assert now["draw"]
        ran_out = now["run_outs"] - last["run_outs"]
        assert ran_out in (0, 1)
        if ran_out:
            assert len(last["draw"]) == 1
            assert 4 <= len(now["draw"]) <= 14
    counted = state.counters["game"]
    assert 17 <= counted["pile_cards"] <= 37
    assert (counted["run_outs"], counted["reshuffles"]) == (3, 3)


def test_d6_first_cubes() -> None:
    """HM-D6: HM-6, HM-7, HM-11."""
    for place in ("blue on 2 and green on 6", "blue on 5 and green on 3"):
        state = play(new_state(GAME, 2), f"2 place {place}")
        state.play(state.moves()[0])
        position = state.position()
        worth = dict(zip(position["cubes"], position["table"], strict=True))
        for control in position["control"]:
            assert sum(int(worth[colour][0]) for colour in control) == 8
        assert worth["white"][0] == "4"


def test_d7_swapping_a_card_changes_no_rank() -> None:
    """HM-D7: HM-17."""
    state, rng = new_state(GAME, 2, seed=7), random.Random(7)
    swaps = 0
    while not state.over:
        before, swap = state.position(), moves(state, "swap")
        state.play(rng.choice(swap) if swap and rng.random() < 0.5 else rng.choice(state.moves()))
        after = state.position()
        if swap and after["discard"] == before["discard"] and after["draw"] == before["draw"]:
            ranks = [
                ([[card[0] for card in held] for held in p["hands"]], [c[0] for c in p["table"]])
                for p in (before, after)
            ]
            swaps += ranks[0] == ranks[1] and after["control"] == before["control"]
    assert swaps > 5


def test_random_games_end_by_themselves() -> None:
    """HM-32: random play needs some 30 to 120 turns."""
    for seed in range(100):
        state = run(new_state(GAME, 2, seed=seed), random.Random(seed))
        assert state.counters["end_reason"] == "third run-out"
        assert 17 <= state.counters["game"]["player_turns"] <= 160
