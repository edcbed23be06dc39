"""Policies of hide-n-seek: what they do in plain cases, and that better is better."""

import pytest

from analyzer import games, new_state
from analyzer.playout.state import make_table
from analyzer.policies import registry, spec
from support.hide_n_seek import at, make_state, play, road, with_rolls
from support.ladder import share_of_one
from support.playouts import cell, totals

GAME = games.load("hide-n-seek")


def decide(state, policy="expert"):
    """The move that a policy makes here."""
    core = make_table(GAME, state.players, state.rules)
    (chosen,) = [registry.make_policy("hide-n-seek", spec.parse_policy(policy), core, state.rules)]
    stepper = state._stepper
    return state.moves()[stepper.choose(chosen, stepper.coin(stepper.seat))]


def let_play(state, policy="expert"):
    """The policy plays the turn to its end; its moves."""
    seat, made = state.seat, []
    while state.seat == seat:
        made.append(decide(state, policy))
        state.play(made[-1])
    return made


# --- random ---------------------------------------------------------------------------------------


def test_random_is_the_games_own():
    """Its description says why any move alike would not do."""
    known = {policy.name: policy.sentence for policy in registry.named_policies("hide-n-seek")}
    assert set(known) == {"random", "greedy", "expert", "search", "noise"}
    assert "any move alike would hardly ever end a game" in known["random"]
    usual = {policy.name: policy.sentence for policy in registry.named_policies("hike")}
    assert usual["random"] != known["random"]


def test_random_takes_off_only_when_it_must_and_never_passes():
    """HN-A7, HN-A34."""
    found = totals(cell("hide-n-seek", 4, ("random",) * 4), 300)
    for seat in range(4):
        assert found.seats.at("actions_unused", seat).total == 0
        assert found.seats.at("free_discards", seat).total == 0
    row = ["card 35", "card 25", "card 33", "card 27"]
    dice = [[[6, 6, 6], [1, 1, 1], [], []], [[], [], [], []]]
    assert decide(make_state(players=2, row=row, dice=dice), "random") == "tidy"
    assert found.unfinished == 0


def frequencies(state, n=4000):
    core = make_table(GAME, state.players, state.rules)
    policy = registry.make_policy("hide-n-seek", spec.parse_policy("random"), core, state.rules)
    coin, moves = state._stepper.coin(0), state.moves()
    found = dict.fromkeys(moves, 0)
    for _ in range(n):
        found[moves[state._stepper.choose(policy, coin)]] += 1
    return {move: count / n for move, count in found.items()}


def test_random_by_kinds():
    """Four lays: one in five is none of them; then a roll or a play, alike. Limits of five standard
    deviations of 4,000 tries."""
    row = ["card 3", "card 27", "card 35", "card 36"]
    state = with_rolls(("2 6",), players=2, row=row, hands=[["card 1"], []])
    found = frequencies(play(state, "1 roll"))
    lays = [share for move, share in found.items() if move.startswith("lay ")]
    k = len(lays)
    assert k == 4
    for share in lays:
        assert abs(share - 1 / (k + 1)) < 0.032
    for move in ("roll", "play MOVE2 of card 1"):
        assert abs(found[move] - 1 / (2 * (k + 1))) < 0.024
    assert found["tidy"] == found["end turn"] == 0


# --- greedy ---------------------------------------------------------------------------------------


def test_greedy():
    """The card nearest to done; the pawn furthest on."""
    row = ["card 35", "card 36", "card 33", "card 27"]
    dice = [[[6], [6, 6], [], []], [[], [], [], []]]
    state = with_rolls(("6",), players=2, row=row, dice=dice)
    assert decide(play(state, "1 roll"), "greedy") == "lay 6 on card 36"
    state = road(4, others=0)
    assert let_play(state, "greedy")[:2] == ["play MOVE4 of card 27", "steps 0 1 3"]


# --- expert ---------------------------------------------------------------------------------------


def test_expert_finds_a_turn_that_wins():
    """Three plays in the only order that works: step up to the hole, cross it, walk in."""
    hand = "MOVE2 and HOLE and MOVE3"
    state = road(1, hand=hand, row=["card 35", "card 36", "card 34", "card 33"])
    let_play(state)
    assert state.winners == [1]


def test_expert_wins_by_a_jump_over_pawn_and_hole():
    """FWD passes the hole with the pawn before it."""
    state = road(2, 3, hand="FWD and MOVE3")
    let_play(state)
    assert state.winners == [1]


def test_expert_keeps_a_crossing_for_the_hole_ahead():
    """Of two cards with the same steps it plays the one without HOLE."""
    row = ["card 35", "card 36", "card 28", "card 32"]
    state = road(0, hand="card 33 and card 31", rules={"hand_limit": 2}, actions=1, row=row)
    assert "play MOVE4 of card 31" in let_play(state)


def test_expert_hinders_whoever_is_about_to_win():
    """Seat 2 needs one more step: two steps back, or the pile, but not a stroll of its own."""
    pawns = {
        "house": ["goal", 6, 0, 0], "wagon": [0, "goal", "goal", 0],
        "campsite": [0, "goal", 0, "goal"],
    }  # fmt: skip
    state = road(0, hand="card 26", pawns=pawns)
    made = let_play(state)
    assert made[:2] == ["play BACK2 of card 26", "pawn of seat 2 on house"]


def test_expert_places_its_pile_in_the_way():
    """On the own map, where it stops the most dangerous seekers."""
    pawns = {"house": ["goal", 4, 3, 5], "paddock": [0, "goal", 0, 0]}
    state = road(0, hand="card 24", pawns=pawns)
    made = let_play(state)
    assert made[:2] == ["play TRUNK of card 24", "trunks on arrow 5"]


def test_expert_takes_dice_off_in_time():
    """Six dice on cards that lack three each: some come home before the roll."""
    row = ["card 35", "card 25", "card 33", "card 27"]
    dice = [[[6, 6], [1, 1], [5], [2]], [[], [], [], []]]
    state = make_state(players=2, row=row, dice=dice)
    made = let_play(state)
    assert made[0] == "tidy"
    assert "roll" in made


def test_expert_takes_the_card_it_needs():
    """Both are won by one more die of the same face; it has steps enough and lacks a HOLE."""
    row = ["card 13", "card 14", "card 33", "card 27"]
    dice = [[[1, 1], [1, 1], [], []], [[], [], [], []]]
    hands = [["card 29", "card 30"], []]
    pawns = {"paddock": [3, "goal"], "wagon": [3, 0], "campsite": [3, 0]}
    state = with_rolls(("1 2",), players=2, row=row, dice=dice, hands=hands, pawns=pawns)
    play(state, "1 roll")
    assert decide(state) == "lay 1 on card 13"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_expert_finishes_and_never_passes(players):
    """HN-A36: no game hits the cap."""
    for maps in ("uniform6", "short4", "long9", "varied"):
        found = totals(cell("hide-n-seek", players, ("expert",) * players, {"maps": maps}), 400)
        assert found.unfinished == 0
        assert all(found.seats.at("actions_unused", seat).total == 0 for seat in range(players))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_better_is_better(players):
    """Seat-rotated; at least five standard errors above the fair share, whatever the seats."""
    for one, others in (("greedy", "random"), ("expert", "greedy")):
        share, error = share_of_one("hide-n-seek", one, others, players, 1200)
        assert share - 5 * max(error, 0.001) > 1 / players


def test_the_choice_does_not_hang_on_the_scratch():
    """A searched turn is remembered in the scratch; asked anew at every step, it is the same."""
    state = new_state("hide-n-seek", 4, seed=5)
    whole = totals(cell("hide-n-seek", 4, ("expert",) * 4, seed=5), 1)
    stepper, coins = state._stepper, state._stepper.coins()
    expert = registry.make_policy(
        "hide-n-seek", spec.parse_policy("expert"), stepper.table, state.rules
    )
    while not state.over:
        state.play(stepper.choose(expert, coins[stepper.seat]))
    assert state.scores == [whole.seats.at("score", seat).total for seat in range(4)]
    assert len(at(state)) == 3
