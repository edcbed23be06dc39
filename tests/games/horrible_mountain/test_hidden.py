"""What a seat knows in Horrible Mountain survives a redeal; what it cannot know does not."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from analyzer import new_state
from analyzer.playout.state import State
from analyzer.policies import registry, spec
from support.horrible_mountain import (
    BASE,
    GAME,
    LATE,
    base,
    cards,
    late,
    make_state,
    play,
    with_hands,
)

REDEALS = 60
VARIANT = {"variant": True}


def redealt(state: State, seat: int) -> Iterator[dict[str, Any]]:
    for occasion in range(REDEALS):
        other = state.copy()
        other.redeal_hidden(seat, occasion)
        assert other.view(seat) == state.view(seat)
        yield other.position()


def hands(state: State, seat: int) -> set[tuple[str, ...]]:
    """The hands that the other player may have, as a seat sees it."""
    return {tuple(after["hands"][2 - seat]) for after in redealt(state, seat)}


def held(state: State, seat: int) -> set[str]:
    return {card for hand in hands(state, seat) for card in hand}


def test_what_lies_open_stays() -> None:
    """HM-A10, HM-A11: own hand, table, cubes and the Discard Pile."""
    state = play(base(), "1 swap cubes of 2H and 6H discarding 2S then 6D")
    before = state.position()
    for after in redealt(state, 2):
        for key in ("table", "cubes", "control", "discard", "turn"):
            assert after[key] == before[key]
        assert after["hands"][1] == before["hands"][1]
        assert len(after["hands"][0]) == 1
        assert sorted([*after["hands"][0], *after["draw"]]) == sorted(
            [*before["hands"][0], *before["draw"]]
        )
    assert held(state, 2) == {"4H", *BASE["draw"]}


def test_cards_taken_openly_stay() -> None:
    """HM-A19: from the table, by a swap, from the Discard Pile; until they leave the hand."""
    state = play(base(), "1 swap 4H with 4C", "2 take the table card under blue")
    assert all("4C" in hand for hand in hands(state, 2))
    assert all("3D" in hand for hand in hands(state, 1))
    play(state, "1 swap 4C with 4H", "2 draw a card")
    assert all("4H" in hand and "4C" not in hand for hand in hands(state, 2))
    assert len(hands(state, 2)) > 10


def test_a_run_out_tells_the_other_hand() -> None:
    """HM-28, HM-A10: all discards were open, so what is not seen is in the other hand."""
    state = play(late(), "1 draw a card", "1 discard 3C")
    assert hands(state, 2) == {tuple(cards("2C 2D 4H 4S 6C"))}
    assert hands(state, 1) == {tuple(LATE["hands"][1])}
    piles = {tuple(after["draw"]) for after in redealt(state, 2)}
    assert len(piles) > 10
    play(state, "2 draw a card", "2 discard 3H")
    found, four = hands(state, 1), cards("3S 5C 5D 6D")
    assert all(set(four) <= set(hand) for hand in found)
    assert len(found) == 4  # any of the four cards of the new Draw Pile


def test_the_look_is_remembered() -> None:
    """HM-43, HM-A14: all but what is drawn later."""
    state = play(base(VARIANT), "1 examine the other player's hand", "2 draw a card")
    assert {tuple(c for c in hand if c in BASE["hands"][1]) for hand in hands(state, 1)} == {
        tuple(BASE["hands"][1])
    }
    assert len(hands(state, 1)) > 5
    assert len(hands(base(VARIANT), 1)) > 20


# --- the adventurer's special ---------------------------------------------------------------------

PILE = cards("6C 5H 2S 4D")


def special(*more: str, hand: str = "3C", rules: dict[str, Any] | None = None) -> State:
    words = with_hands("2C", hand, discard=PILE, turn=2)
    words["known"] = [[], cards(hand)]
    return play(make_state(words, VARIANT | (rules or {})), "2 examine the discard pile", *more)


def test_which_card_was_taken_is_hidden() -> None:
    """HM-44: one of the pile, but not the one on top now."""
    state = special("2 take 5H", "2 put 2S on top", "2 put 4D next")
    assert hands(state, 1) == {("3C", "5H"), ("3C", "4D"), ("3C", "6C")}
    for after in redealt(state, 1):
        taken = ({*PILE} & {*after["hands"][1]}).pop()
        assert sorted([*after["discard"], taken]) == sorted(PILE)
        assert after["discard"][-1] == "2S"
    orders = {tuple(after["discard"]) for after in redealt(state, 1)}
    assert len(orders) == 6  # three cards may be missing, two orders each
    assert state.view(1).discard == ["", "", "2S"]
    assert set(PILE) - {"2S"} <= set(state.view(1).unseen)


def test_the_adventurer_knows_the_pile() -> None:
    """HM-44."""
    state = play(special("2 take 5H", "2 put 2S on top", "2 put 4D next"), "1 draw a card")
    assert state.view(2).discard == cards("6C 4D 2S")
    assert all(after["discard"] == cards("6C 4D 2S") for after in redealt(state, 2))


def test_a_card_that_appears_was_not_taken() -> None:
    """HM-25, HM-44: the next card of the pile is seen when the top is taken."""
    state = play(
        special("2 take 5H", "2 put 2S on top", "2 put 4D next"), "1 take the discard 2S for red"
    )
    assert state.view(1).discard == ["", "4D"]
    assert hands(state, 1) == {("3C", "5H"), ("3C", "6C")}
    play(state, "2 take the discard 4D for blue")
    assert hands(state, 1) == {("3C", "4D", "5H")}


def test_a_card_that_is_shown_was_taken() -> None:
    """HM-44: then only the order of the pile remains hidden."""
    state = play(
        special("2 take 5H", "2 put 2S on top", "2 put 4D next"),
        "1 draw a card",
        "2 swap 5H with 5S",
    )
    assert hands(state, 1) == {("3C", "5S")}
    assert {tuple(after["discard"]) for after in redealt(state, 1)} == {
        ("6C", "4D", "2S"), ("4D", "6C", "2S"),
    }  # fmt: skip


def test_a_card_over_the_limit_hides_the_new_top() -> None:
    """HM-44, HM-A12."""
    full = "3C 3H 3S 5C 5D"
    state = special("2 take 5H", "2 discard 3C", "2 put 2S on top", "2 put 4D next", hand=full)
    taken = {next(c for c in hand if c in PILE) for hand in hands(state, 1)}
    assert taken == set(PILE)
    assert state.view(1).discard == ["", "", "", "3C"]
    rules = {"special_overflow": "in_reorder"}
    order = ("2 put 2S on top", "2 put 4D next", "2 put 3C next")
    state = special("2 take 5H", "2 discard 3C", *order, hand=full, rules=rules)
    taken = {next(c for c in hand if c in PILE) for hand in hands(state, 1)}
    assert taken == {"5H", "4D", "6C"}
    assert state.view(1).discard == ["", "", "", "2S"]


def test_a_reshuffle_leaves_the_suspects() -> None:
    """HM-28, HM-44: the card that was taken may be any that is now in the Draw Pile."""
    pile = ["5D", *PILE]
    words = with_hands("2C 2D 6D 6S 4S", "3C 3H 3S 5C", draw=["4H"], discard=pile, turn=2)
    state = make_state(words, VARIANT)
    play(state, "2 examine the discard pile", "2 take 5H", "2 put 2S on top", "2 put 4D next")
    play(state, "2 put 5D next", "1 draw a card", "1 discard 2C")
    assert state.position()["run_outs"] == 1
    four, suspects = cards("3C 3H 3S 5C"), cards("5H 4D 6C 5D")
    assert hands(state, 1) == {tuple(sorted((*four, card))) for card in suspects}
    assert all(
        sorted([*after["draw"], *after["hands"][1]]) == sorted([*pile, *four])
        for after in redealt(state, 1)
    )
    play(state, "2 draw a card", "2 discard 3C")
    news = [set(hand) & set(pile) for hand in hands(state, 1)]
    assert all(len(new) == 2 for new in news)
    assert all(new & set(suspects) for new in news)
    assert any("2S" in new for new in news)


@pytest.mark.parametrize("policy", ["greedy", "expert", "expert:memory=0"])
@pytest.mark.parametrize("overflow", ["on_top", "in_reorder"])
@pytest.mark.parametrize("run_out", ["last_card_taken", "needed_while_empty"])
def test_redealt_secrets_change_no_choice_of_the_variant(
    policy: str, overflow: str, run_out: str
) -> None:
    """HM-42 to HM-44: the conformance kit, with special actions taken as soon as possible."""
    rules = VARIANT | {"special_overflow": overflow, "run_out": run_out, "see_first_card": False}
    for seed in range(12):
        state, rng = new_state(GAME, 2, rules=rules, seed=seed), random.Random(seed)
        seated = registry.make_policy(
            GAME, spec.parse_policy(policy), state._stepper.table, state.rules
        )
        while not state.over:
            same_choice(state, seated)
            specials = [move for move in state.moves() if move.startswith("examine")]
            if specials and rng.random() < 0.2:
                state.play(specials[0])
            elif rng.random() < 0.5:
                state.play(rng.randrange(len(state.moves())))
            else:
                state.play(state._stepper.choose(seated, state._stepper.coin(0)))


def same_choice(state: State, seated: Any) -> None:
    seat, stepper = state.seat, state._stepper
    assert seat is not None
    chosen = stepper.choose(seated, stepper.coin(0))
    for occasion in range(3):
        other = state.copy()
        assert other.redeal_hidden(seat, occasion)
        other._stepper.rekey((1, 2), game=occasion)
        assert other.view(seat) == state.view(seat)
        assert other.moves() == state.moves()
        assert other._stepper.choose(seated, other._stepper.coin(0)) == chosen
