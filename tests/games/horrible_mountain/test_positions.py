"""Positions of Horrible Mountain: complete, and refused in one sentence if they cannot be."""

from typing import Any

import pytest

from analyzer import new_state
from analyzer.errors import UserError
from support.horrible_mountain import (
    BASE,
    COLOURS,
    GAME,
    LATE,
    TABLE,
    cards,
    late,
    make_state,
    play,
)

HOLE = {"deciding": "discard", "during": "take a table card"}
REFUSED: list[tuple[dict[str, Any], str]] = [
    # cards
    ({"hands": [cards("2S 4H 7D"), []]}, "hands of seat 1 must be one of 2C, 2D,"),
    ({"hands": [cards("2S 2S"), []]}, "hands of seat 1 names 2S twice"),
    ({"hands": [cards("2S 4H 6D 2C"), BASE["hands"][1]]}, "2C is there 2 times"),
    (
        {"hands": [cards("2S 4H"), BASE["hands"][1]]},
        "6D is nowhere; leave out draw to put it there",
    ),
    ({"hands": ["2S", []]}, "hands of seat 1 must be a list, not '2S'"),
    ({"table": cards("2H 3D 4C 5S")}, "table must be a list of 5, one entry a slot"),
    ({"table": cards("2H 3D 4C 5S 5S")}, "table names 5S twice"),
    (
        {"table": ["", "3D", "4C", "5S", "6H"], "draw": [*BASE["draw"], "2H"]},
        "1 slots of the table are empty instead of 0",
    ),
    (
        {"draw": [], "discard": BASE["draw"]},
        "the Draw Pile is empty, and would have been reshuffled",
    ),
    # cubes
    ({"cubes": ["red", "blue", "white", "green", "red"]}, "cubes names red twice"),
    (
        {"cubes": ["red", "blue", "white", "green", ""]},
        "every slot must have its cube, but for those that are still to be placed",
    ),
    ({"control": [["red"], ["red"]]}, "each colour must be once in control or in the cube_pile"),
    (
        {"control": [["red"], []], "cube_pile": ["blue"]},
        "each colour must be once in control or in the cube_pile",
    ),
    # who decides what
    ({"turn": 3}, "turn must be a seat from 1 to 2, not 3"),
    ({"evil_master": 0}, "evil_master must be a seat from 1 to 2, not 0"),
    ({"deciding": "discard"}, "seat 1 must hold exactly 6 cards, not 3"),
    ({"deciding": "take"}, "there is nothing in the discard to take"),
    (
        {"deciding": "first placing"},
        "every slot must have its cube, but for those that are still to be placed",
    ),
    (
        {"deciding": "second placing", "cubes": ["red", "", "white", "green", ""]},
        "the second placing finds cubes on 4 and on either 2 and 6 or 3 and 5",
    ),
    ({"run_outs": -1}, "run_outs must be a whole number from 0 to 3, not -1"),
    ({"turns": 1000}, "the game would have been over after 1000 turns"),
    # what is known
    ({"known": [["3C"], []]}, "known of seat 1 names cards that it does not hold"),
    ({"special": {"buried": 3}}, "special.buried must be a whole number from 0 to 0, not 3"),
    (
        {"special": {"suspects": ["2S"]}},
        "special.suspects must name special.taken and the cards it may be instead",
    ),
]


@pytest.mark.parametrize(("words", "sentence"), REFUSED, ids=[text for _, text in REFUSED])
def test_refused(words: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UserError) as refused:
        make_state(BASE, **words)
    told = str(refused.value)
    assert told.startswith(f"This position of {GAME} is not possible: {sentence}"), told


def test_placing_needs_one_card_each() -> None:
    """HM-8."""
    cubes = ["", "", "white", "", ""]
    with pytest.raises(UserError, match="cubes are placed with one card in each hand"):
        make_state(BASE, deciding="first placing", cubes=cubes)


def test_too_many_cards() -> None:
    """HM-26."""
    words = TABLE | {"hands": [cards("2C 2D 3C 4H 6C 6S"), []]}
    with pytest.raises(UserError, match="seat 1 must hold at most 5 cards, not 6"):
        make_state(words)


def test_unknown_and_missing_keys() -> None:
    with pytest.raises(UserError, match="it has no 'discards'; did you mean discard"):
        make_state(BASE, discards=[])
    with pytest.raises(UserError, match="cubes must be given"):
        make_state({key: value for key, value in BASE.items() if key != "cubes"})


def test_players() -> None:
    """HM-1."""
    with pytest.raises(UserError, match="players of horrible-mountain must be"):
        new_state(GAME, 3)


def test_what_is_left_out() -> None:
    """The Draw Pile holds the rest, the Cube Pile the colours that nobody has."""
    state = make_state(TABLE | {"hands": [["2C"], ["3C"]]}, control=[["red"], []])
    position = state.position()
    assert len(position["draw"]) == 13
    assert position["cube_pile"] == COLOURS[1:]
    assert (position["turn"], position["evil_master"], position["discard"]) == (1, 1, [])


def test_a_decision_in_the_middle_of_an_action() -> None:
    """HM-26, HM-A1: what is still to happen goes on from the position."""
    state = play(late(), "1 take the table card under red")
    again = new_state(position=state.position())
    assert again.moves() == state.moves()
    for one in (state, again):
        play(one, "1 discard 3C")
    assert again.position() == state.position()
    by_hand = make_state(
        LATE | HOLE,
        table=["", *LATE["table"][1:]],
        control=[["yellow"], ["blue", "green"]],
        hands=[cards("2C 2D 2H 3C 4H 6C"), LATE["hands"][1]],
    )
    assert play(by_hand, "1 discard 3C").position()["table"][0] == "4S"


def test_illegal_move() -> None:
    with pytest.raises(UserError, match="cannot make the move 'draw card'; did you mean draw a"):
        make_state(BASE).play("draw card")


def test_scripts_name_every_card() -> None:
    with pytest.raises(UserError, match=r"deals\[0\] of horrible-mountain must hold 2D once"):
        new_state(GAME, 2, deals=[["2C"]])
