"""Positions of hide-n-seek: exactly back, filled up where they may be, refused if they cannot."""

import random

import pytest

from analyzer import new_state
from analyzer.errors import UserError
from support.hide_n_seek import NOTHING_NEAR, make_state, road, use

RULES = [
    {},
    {"roll_subset": True, "late_placing": "roll_only", "trunk_at_start": True},
    {"late_placing": "no_refill", "play_won_same_turn": False, "hide_map": "random"},
    {"maps": "varied", "fixed_trunks": True, "first_player": "random", "win_any_turn": False},
    {"overflow_before_refill": False, "hand_limit": 2, "row_size": 6, "max_rounds": 3},
    {"hand_limit": 1, "goal_safe": False, "move_back": True, "null_play": True},
]


@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_position_is_the_same_game(players, rules):
    """HN-1, HN-5, HN-12: from anywhere in a game, play goes on as it would have."""
    rng = random.Random(f"{players}{rules}")
    state = new_state("hide-n-seek", players, rules, seed=6)
    for step in range(300):
        if state.over:
            break
        if step % 3 == 0:
            again = new_state(position=state.position())
            assert again.position() == state.position()
            assert again.moves() == state.moves()
            assert again.scores == state.scores
            for _ in range(6):
                if again.over:
                    break
                again.play(rng.choice(again.moves()))
        copy = new_state(position=state.position())
        move = rng.choice(state.moves())
        state.play(move)
        copy.play(move)
        assert copy.position() == state.position()


def test_what_is_left_out_is_filled_up():
    """HN-3, HN-4, HN-5, HN-23."""
    state = new_state(position={"game": "hide-n-seek", "hands": [["card 36"], []]})
    view = state.view(1)
    assert view.row == ["card 1", "card 2", "card 3", "card 4"]
    assert (view.deck_size, view.turn, view.actions, view.round) == (31, 1, 3, 1)
    assert view.pawns["house"] == [7, 0]
    other = new_state(position={"game": "hide-n-seek", "hands": [["card 36"], []], "seed": 9})
    assert sorted(other.position()["deck"]) == sorted(state.position()["deck"])
    assert other.position()["deck"] != state.position()["deck"]


def test_over_is_over():
    """HN-8: a finished game as a position."""
    over = use(road(4, hand="MOVE4"), "MOVE4", "steps 0 0 3")
    again = new_state(position=over.position())
    assert (again.over, again.winners) == (True, [1])


PAIR = {"players": 2, "hands": [[], []]}
NO_DICE = [[], [], [], []]
ON_SIX = {"row": ["card 35", "card 25", "card 33", "card 27"]}
WRONG = [
    ({"pawns": {"wagon": [3, 3]}}, "2 pawns stand on spot 3 of wagon"),
    ({"pawns": {"house": [3, 3]}}, "seat 1 hides on house"),
    ({"pawns": {"wagon": [8, 0]}}, "from 0 to 7, not 8"),
    ({"pawns": {"attic": [0, 0]}}, "pawns has no 'attic'"),
    ({"piles": {"house": 3}}, "no pile can lie on arrow 3 of house"),
    ({"piles": {"wagon": 2}}, "nobody hides on wagon"),
    ({"hides": ["house", "house"]}, "two seats hide on the same map"),
    ({"hides": ["house", "attic"]}, "must be one of house, paddock, wagon, campsite"),
    ({"hands": [["card 1", "card 1"], []]}, "card 1 is there 2 times"),
    ({"hands": [["card 99"], []]}, "a card 'card 99' that is not one"),
    ({"row": ["card 1", "card 2", "card 3", ""]}, "a place of the row is empty"),
    ({"row": ["card 1", "card 2", "card 3"]}, "must be a list of 4, one entry a place"),
    ({"deck": ["card 9"]}, "card 5 is nowhere"),
    ({"dice": [[[5], [], [], []], NO_DICE]} | ON_SIX, "does not ask for 1 dice that show 5"),
    ({"dice": [[[6] * 4, [], [], []], NO_DICE]} | ON_SIX, "so that it is won"),
    (
        {"dice": [[[6] * 3, [1] * 3, [], [2]], [[], [], [], []]]} | ON_SIX,
        "seat 1 has more than 6 dice",
    ),
    ({"rolled": [1, 2, 7]}, "rolled must be a whole number from 1 to 6, not 7"),
    ({"rolled": 3}, "rolled must be a list"),
    ({"deciding": "steps"}, "playing.card must be given"),
    ({"deciding": "steps", "playing": {"card": "card 1", "symbol": "HOLE"}}, "has no symbol HOLE"),
    ({"deciding": "pawn", "playing": {"card": "card 1", "symbol": "MOVE2"}}, "not ask for pawn"),
    ({"deciding": "pawn", "playing": {"card": "card 6", "symbol": "HOLE"}}, "nothing to decide"),
    ({"deciding": "lay"}, "nothing to decide"),
    ({"deciding": "dice"}, "nothing to decide"),
    ({"deciding": "tidy"}, "nothing to decide"),
    ({"deciding": "first arrow"}, "nothing to decide"),
    ({"deciding": "discard"}, "must hold exactly 7 cards, not 0"),
    ({"deciding": "over"}, "somebody has won or the round cap is met"),
    ({"deciding": "over", "winner": 2}, "seat 2 has not found everybody"),
    ({"winner": 1}, "somebody has won or the round cap is met"),
    ({"round": 0}, "a round is under way"),
    ({"turns": [0, 1]}, "a round is under way"),
    ({"actions": 4}, "from 0 to 3, not 4"),
    ({"won": ["card 7"]}, "card 7 was won in this turn"),
    ({"pawns": {name: ["goal", "goal"] for name in ("house", "paddock", "wagon", "campsite")}},
     "has found everybody, and the game goes on"),
    ({"colour": "red"}, "it has no 'colour'"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "why"), WRONG, ids=[why for _, why in WRONG])
def test_what_cannot_be_is_refused(words, why):
    """HN-3, HN-13, HN-18, HN-24, HN-28, HN-46: in one sentence."""
    with pytest.raises(UserError, match=why.replace("(", r"\(")) as refused:
        make_state(**PAIR | words)
    assert str(refused.value).startswith("This position of hide-n-seek is not possible: ")


def test_too_many_cards_in_hand():
    """HN-24."""
    hand = [f"card {number}" for number in range(1, 8)]
    with pytest.raises(UserError, match="seat 1 must hold at most 6 cards, not 7"):
        make_state(players=2, hands=[hand, []])
    row = ["card 36", "card 35", "card 33", ""]
    state = make_state(players=2, hands=[hand, []], deciding="discard", row=row)
    assert len(state.moves()) == 7
    with pytest.raises(UserError, match="must still be empty"):
        make_state(players=2, hands=[hand, []], deciding="discard", **NOTHING_NEAR)
