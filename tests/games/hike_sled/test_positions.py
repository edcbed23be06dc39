"""Positions of hike-sled: complete, and refused in one sentence if they cannot be."""

import random

import pytest

from analyzer import new_state
from analyzer.errors import UserError
from support.hike_sled import EMPTY, GAME, YOUNG, make_state, new_game, play, race

FULL = ["youngster"] * 8
REFUSED = [
    ({"sleds": [["H1"], []]}, "sleds of seat 1 must be a list of 8, one entry a spot"),
    ({"sleds": [["X1", *[""] * 7], [""] * 8]}, "sleds of seat 1 holds a card 'X1' that is not one"),
    ({"sleds": [["H1", "H2", *[""] * 6], [""] * 8]}, "the edges of A and B do not match (HS-20)"),
    ({"hands": [["H5"], ["H5"]]}, "H5 is there 2 times instead of 1"),
    ({"hands": [["mentor"], []]}, "hands of seat 1 holds a card 'mentor' that is not one"),
    ({"hands": [["youngster"] * 9, []]}, "youngster is there 9 times instead of 8"),
    ({"centre": ["double care"]}, "centre holds a card 'double care' that is not one"),
    ({"upgraded": [["A"], []]}, "seat 1 cannot have upgraded A (HS-27)"),
    ({"tired": [["Z"], []]}, "tired of seat 1 must be one of A, B, C, D, E, F, G, H, not 'Z'"),
    ({"declared": [1, 0], "sleds": [FULL, [""] * 8]}, "seat 1 has declared and decides nothing"),
    ({"declared": [1, 0]}, "seat 1 has declared, but has a free spot"),
    ({"declared": [0, 1], "sleds": [[""] * 8, FULL], "hands": [[], ["H1"]]}, "but holds a husky"),
    ({"deciding": "upgrade"}, "seat 1 has not declared in Preparations"),
    ({"deciding": "declare early", "sleds": [FULL, [""] * 8]}, "nobody declares early unless"),
    (
        {"deciding": "mentor", "mentors": [0, 0]},
        "seat 1 has no mentor to use, or the deck is empty",
    ),
    ({"deciding": "bonus"}, "seat 1 has no youngster to place, or no free spot"),
    ({"care_taken": [1, 0]}, "seat 1 has taken care cards without having declared"),
    ({"hands": [["double care"], []]}, "seat 1 holds double care without having declared"),
    ({"tired": [["A"], []]}, "tired is for racers, and seat 1 is none"),
    ({"player": 2}, "the player whose turn it is decides"),
    ({"deck": ["Husky swap"]}, "there are no loose cards without the rule loose=true"),
    ({"deciding": "declare"}, "seat 1 cannot declare with a free spot"),
    ({"deciding": "put in"}, "seat 1 has no husky to put in"),
    ({"deciding": "race"}, "'race' is decided in the race"),
    ({"deciding": "spot", "placing": "H3"}, "placing names 'H3', which is not there"),
    ({"racers": [1]}, "seat 1 has declared, but has a free spot"),
    ({"racers": [1], "deciding": "bonus"}, "'bonus' is not decided in the race"),
    ({"track": ["S"]}, "track is for the race, and there are no racers"),
    ({"day": 0}, "day must be a whole number from 1 to 10000, not 0"),
    ({"turn": 3}, "turn must be a seat from 1 to 2, not 3"),
    ({"landscapes": ["forest9"]}, "landscapes must be one of forest1"),
    ({"landscapes": ["forest1", "forest1"]}, "landscapes names forest1 twice"),
    ({"deciding": "lose"}, "loose.card must be given"),
    ({"deciding": "lose", "loose": {"card": "Husky swap"}}, "no loose cards without the rule"),
    ({"loose": {"colour": 1}}, "loose has no 'colour'"),
    ({"sled": []}, "it has no 'sled'; did you mean sleds?"),
    ({"knowledge": {"huskies": [[]]}}, "knowledge.huskies must be a list of 2, one entry a seat"),
    ({"knowledge": {"equipment": [1, 0]}}, "seat 1 is known to hold cards that it does not"),
    (
        {"hands": [["H5"], []], "knowledge": {"huskies": [["seen"], []]}},
        "instead of hidden or open",
    ),
    ({"care_taken": [4, 0]}, "care_taken of seat 1 must be a whole number from 0 to 3, not 4"),
]


@pytest.mark.parametrize(("words", "sentence"), REFUSED, ids=[text for _, text in REFUSED])
def test_refused(words, sentence):
    with pytest.raises(UserError) as refused:
        new_state(GAME, players=2, position={"hands": [[], []], **words})
    told = str(refused.value)
    assert told.startswith(f"This position of {GAME} is not possible: "), told
    assert sentence in told, told


LOOSE = [
    ({"deciding": "lose", "loose": {"card": "Husky swap"}}, "Husky swap does not ask for 'lose'"),
    ({"deciding": "give", "loose": {"card": "Husky swap"}}, "loose.pending must name seat 1"),
    (
        {"deciding": "give", "loose": {"card": "Husky swap", "pending": [1]}},
        "loose.pending names seats that are not in loose.taking_part",
    ),
    (
        {
            "deciding": "give",
            "loose": {"card": "Crazy husky swap", "pending": [1], "taking_part": [1]},
        },
        "seat 1 has no husky to pick",
    ),
    (
        {"deciding": "give", "loose": {"card": "Husky swap", "pending": [1], "taking_part": [1]}},
        "loose.taking_part must be the player and loose.partner",
    ),
    (
        {"deciding": "run away", "loose": {"card": "Husky runaways"}},
        "loose.runaways must be 1 or 2, and not more than huskies in the centre",
    ),
    ({"loose": {"met": ["Husky swap"], "removed": "Husky swap"}}, "a loose card is twice"),
]


@pytest.mark.parametrize(("words", "sentence"), LOOSE, ids=[text for _, text in LOOSE])
def test_refused_with_a_loose_card(words, sentence):
    with pytest.raises(UserError) as refused:
        new_state(GAME, rules={"loose": True}, position={"hands": [[], []], **words})
    assert sentence in str(refused.value), str(refused.value)


RACE = [
    ({"centre": ["H1"]}, "the centre is empty in the race"),
    ({"face_up": 3}, "all landscapes are face up in the race"),
    ({"tired": [["A"], []]}, "A of seat 1 cannot be tired"),
    ({"fields": [2, 0]}, "seat 1 is on the last field and moves no more"),
    ({"deciding": "rest"}, "to_rest does not fit 'rest' with 8 huskies awake"),
    ({"deciding": "equipment field"}, "use.left has no point for the next field"),
    ({"arrived": [1, 0]}, "arrived must number the racers on the last field from 1 on"),
    ({"care_discards": ["double care"] * 13}, "double care is there"),
    ({"knowledge": {"no_huskies": [1, 0]}}, "knowledge.no_huskies of seat 1 must be 0, not 1"),
    ({"knowledge": {"some_care": [1]}}, "knowledge of the care of seat 1 is wrong"),
    ({"player": 2}, "in the race the player whose turn it is decides"),
    ({"track": ["X"]}, "a field of track must be one of S, I, P"),
    ({"track": []}, "track must have 1 to 255 fields"),
    ({"fields": [3, 0]}, "fields of seat 1 must be a whole number from 0 to 2, not 3"),
    ({"order": [1]}, "order must name every racer once"),
    ({"turn": 2, "racers": [1]}, "seat 2 is no racer"),
    ({"open_care": ["care", ""]}, "seat 1 does not hold its open care card"),
    ({"care_pile": ["equipment"]}, "care_pile holds a card 'equipment' that is not one"),
]


@pytest.mark.parametrize(("words", "sentence"), RACE, ids=[text for _, text in RACE])
def test_refused_in_the_race(words, sentence):
    base = {"sleds": [FULL, FULL], "hands": [[], []], "racers": [1, 2], "track": ["S", "S"]}
    with pytest.raises(UserError) as refused:
        new_state(GAME, rules={"youngsters": 16}, position=base | words)
    assert sentence in str(refused.value), str(refused.value)


IN_THE_CORE = [
    ({"day_order": [0]}, "order must name every racer once"),
    ({"reached": [1, 0]}, "arrived must number the racers on the last field from 1 on"),
    ({"open_card": [1, 0]}, "seat 1 does not hold its open care card as the only one"),
    ({"substitute": [1]}, "seat 2 does not hold a substitute as the only care card"),
    ({"gone_double": 18}, "double care is there 30 times instead of 12"),
    ({"open_equipment": [1, 0]}, "seat 1 is known to hold cards that it does not"),
    ({"floor": [0, 1]}, "knowledge.least_huskies of seat 2 is more than it holds"),
    ({"some_care": [1]}, "knowledge of the care of seat 2 is wrong"),
]


@pytest.mark.parametrize(("raw", "sentence"), IN_THE_CORE, ids=[text for _, text in IN_THE_CORE])
def test_the_core_itself_refuses_what_the_rules_do(raw, sentence):
    """HS-37, HS-54, HS-A11: so a save that was forged is refused, too."""
    base = {"sleds": [FULL, FULL], "hands": [[], []], "racers": [1, 2], "track": ["S", "S"]}
    stepper = new_state(GAME, rules={"youngsters": 16}, position=base)._stepper
    with pytest.raises(ValueError, match=sentence):
        stepper.restore(stepper.describe() | raw)


def test_what_is_left_out():
    """HS-2, HS-4, HS-7: the deck holds the rest, the track comes of the landscapes."""
    words = new_state(GAME, position={"hands": [["H1"], []], "centre": ["care"]}).position()
    assert len(words["deck"]) == 74 - 2
    assert words["mentors"] == [2, 2]
    assert words["face_up"] == 1
    assert (words["turn"], words["player"], words["deciding"]) == (1, 1, "action")
    state = new_state(GAME, rules={"youngsters": 16}, position={
        "sleds": [FULL, FULL], "hands": [[], []], "racers": [1, 2],
    })  # fmt: skip
    words = state.position()
    assert len(words["track"]) == 41
    assert len(words["care_pile"]) == 18
    assert words["face_up"] == 8


def test_the_same_seed_fills_in_the_same():
    words = {"hands": [[], []], "players": 2}
    decks = {str(new_state(GAME, position=words, seed=s).position()["deck"]) for s in (1, 1, 2)}
    assert len(decks) == 2


@pytest.mark.parametrize("loose", [False, True])
@pytest.mark.parametrize("players", [2, 4, 6])
def test_play_goes_on_exactly(players, loose):
    """From any position of a game to its end, with the same moves."""
    rules = {"loose": loose, "prep_first": "rotate", "loose_place": "may"}
    state = new_game(players, 5, **rules)
    rng = random.Random(players)
    twins = []
    while not state.over:
        if rng.random() < 0.02:
            twins.append(new_state(position=state.position()))
        move = rng.randrange(len(state.moves()))
        for twin in (state, *twins):
            twin.play(move)
    for twin in twins:
        assert twin.position() == state.position()
        assert twin.scores == state.scores
        assert twin.winners == state.winners


def test_a_decision_in_the_middle_of_a_use():
    """HS-46, HS-47: points left, and huskies still to rest, are part of a position."""
    state = play(race("SSI - - - / - - - -", "S I* S S", "equipment"), "1 use A")
    again = new_state(position=state.position())
    assert again.moves() == state.moves()
    for twin in (state, again):
        play(twin, "1 enter and rest", "1 rest C")
    third = new_state(position=state.position())
    for twin in (state, again, third):
        play(twin, "1 rest D")
        assert twin.position()["resting"][0] == ["C", "D"]


def test_a_husky_on_its_way():
    """HS-14, HS-16."""
    state = make_state([EMPTY, EMPTY], ["young", ""], centre="H4")
    for move in ("1 to sled H4", "1 place youngster"):
        twin = play(state.copy(), move)
        again = new_state(position=twin.position())
        assert again.moves() == twin.moves() == [f"spot {spot}" for spot in "ABCDEFGH"]
        assert play(again, "1 spot C").position()["sleds"][0][2] in ("H4", "youngster")


def test_illegal_moves():
    with pytest.raises(UserError, match="cannot make the move 'to sled H99'"):
        make_state([EMPTY, EMPTY], centre="H4").play("to sled H99")
    assert make_state([YOUNG, EMPTY], centre="care").moves()[0] == "to hand care"
