"""What a seat of hide-n-seek cannot see: the order of cards nobody has seen, and with hands =
"hidden" all of the deck and the other hands."""

import random
from collections import Counter
from itertools import chain

import pytest

from analyzer import new_state
from analyzer._core.runner import Stepper
from analyzer.games import load
from analyzer.playout.seeds import seed_key
from analyzer.playout.state import make_table
from support.hide_n_seek import make_state, play, with_rolls
from support.playouts import seat_policies

GAME = load("hide-n-seek")


def in_the_middle(rules, steps=120, seed=2):
    rng = random.Random(seed)
    state = new_state("hide-n-seek", 3, rules, seed=seed)
    for _ in range(steps):
        moves = [move for move in state.moves() if move not in ("end turn", "tidy")]
        state.play(rng.choice(moves or state.moves()))
    return state


@pytest.mark.parametrize("hands", ["known", "hidden"])
@pytest.mark.parametrize("seat", [1, 2, 3])
def test_a_redeal_keeps_what_is_seen(hands, seat):
    """HN-A33: hands; whoever is to move, the view stays and so do sizes, and play can go on."""
    state = in_the_middle({"hands": hands})
    for occasion in range(20):
        other = state.copy()
        other.redeal_hidden(seat, occasion)
        assert other.view(seat) == state.view(seat)
        before, after = state.position(), other.position()
        assert [len(hand) for hand in after["hands"]] == [len(hand) for hand in before["hands"]]
        known = before["unseen"]
        if hands == "known":
            assert after["hands"] == before["hands"]
            assert after["deck"][known:] == before["deck"][known:]
        assert sorted(chain(after["deck"], *after["hands"])) == sorted(
            chain(before["deck"], *before["hands"])
        )
        rng = random.Random(occasion)
        for _ in range(30):
            if other.over:
                break
            other.play(rng.choice(other.moves()))
            assert new_state(position=other.position()).moves() == other.moves()


def test_a_redeal_depends_on_nothing_hidden():
    """Two deals that a seat cannot tell apart are redealt to the same one, by the same luck."""
    for hands in ("known", "hidden"):
        state = in_the_middle({"hands": hands})
        one, two = state.copy(), state.copy()
        two.redeal_hidden(1, 5)
        assert one.position() != two.position()
        one.redeal_hidden(1, 77)
        two.redeal_hidden(1, 77)
        assert one.position() == two.position()


def test_every_order_is_as_likely():
    """Three unseen cards come in all six orders; chi-square with 5 degrees of freedom, below 1e-6
    beyond 37."""
    row = [f"card {n}" for n in (1, 2, 3, 4)]
    deck = [f"card {n}" for n in range(5, 37)]
    state = make_state(players=2, row=row, deck=deck, unseen=3)
    found = Counter()
    for occasion in range(3000):
        other = state.copy()
        other.redeal_hidden(1, occasion)
        assert other.position()["deck"][3:] == deck[3:]
        found[tuple(other.position()["deck"][:3])] += 1
    assert len(found) == 6
    assert sum((n - 500) ** 2 / 500 for n in found.values()) < 37


def test_what_was_won_in_this_turn_is_still_known():
    """HN-A33: even without memory."""
    row = ["card 3", "card 35", "card 33", "card 36"]
    dice = [[[2], [], [], []], [[], [], [], []]]
    hands = [["card 1", "card 2"], ["card 4"]]
    rules = {"hands": "hidden"}
    state = with_rolls(("2",), rules, players=2, row=row, dice=dice, hands=hands)
    play(state, "1 roll, 1 lay 2 on card 3")
    assert state.view(2).won == ["card 3"]
    changed = 0
    for occasion in range(20):
        other = state.copy()
        other.redeal_hidden(2, occasion)
        assert "card 3" in other.position()["hands"][0]
        assert other.position()["hands"][1] == ["card 4"]
        changed += other.position()["hands"][0] != state.position()["hands"][0]
    assert changed > 10


@pytest.mark.parametrize("hands", ["known", "hidden"])
@pytest.mark.parametrize("policy", ["random", "greedy", "expert"])
def test_policies_see_no_more_than_their_seat(policy, hands):
    """HN-A33: hands, under other rules than the kit's."""
    rules = GAME.resolve_rules(3, {"hands": hands, "play_won_same_turn": False, "hand_limit": 3})
    core = make_table(GAME, 3, rules)
    (seat_policy,) = seat_policies("hide-n-seek", (policy,), core, rules)
    stepper = Stepper(core, seed_key(3), 1)
    for number in range(400):
        if not stepper.moves():
            break
        seat = stepper.seat
        chosen = stepper.choose(seat_policy, stepper.coin(seat))
        other = stepper.copy()
        other.determinize(seat, number)
        assert other.choose(seat_policy, stepper.coin(seat)) == chosen
        stepper.apply(stepper.moves()[chosen])
