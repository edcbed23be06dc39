"""Positions of Hike that cannot be are refused in one sentence."""

from typing import Any

import pytest

from analyzer import new_state
from analyzer.errors import UserError
from support.hike import make_state

HANDS = [["Peak"], ["Bug"], ["Tree"]]
PLAYED = {"exposed": "Peak"}

REFUSED: list[tuple[dict[str, Any], str]] = [
    # cards
    ({"hands": [["Bug"] * 11, ["Peak"], ["Tree"]]}, "Bug is there 11 times, and the deck holds 10"),
    ({"hands": [["The Sun"], ["The Sun"], []]}, "The Sun is there 2 times, and the deck holds 1"),
    (
        {"hands": [["Pek"], [], []]},
        "hands of seat 1 holds a card 'Pek' that is not one; did you mean Peak?",
    ),
    ({"hands": ["Peak", "Bug", "Tree"]}, "hands of seat 1 must be a list of cards, not 'Peak'"),
    (
        {"pile": [], "stock": []},
        "77 cards of the deck are nowhere, Bird among them; "
        "leave out stock or pile to put them there",
    ),
    ({"bugs": [["Peak"], [], []]}, "bugs holds Peak, which is no Bug"),
    ({"planted": [["Peak"], [], []]}, "planted holds Peak, which is no Tree"),
    (
        {"players": 4},
        "hands must be a list of 4, one entry a seat, not [['Peak'], ['Bug'], ['Tree']]",
    ),
    # the pile
    ({"exposed": "Litter"}, "Litter is exposed, and can never be played"),
    ({"exposed": "The Wind"}, 'an exposed Wind must say its suit, as in "The Wind as Light"'),
    ({"exposed": "Peak", "pile": ["Bug"]}, "exposed must be the top card of the pile"),
    ({"stock": []}, "cards were played, so one of them must be exposed"),
    # seats
    (
        {"status": ["active", "gone", "active"]},
        "status of seat 2 must be one of active, finished, eliminated, out, not 'gone'",
    ),
    (
        {"status": ["active", "finished", "active"]},
        "seat 2 is finished, and still holds 1 of its cards",
    ),
    (
        {"hands": [["Peak"], [], ["Bug"]], "status": ["active"] * 3},
        "seat 2 is active without a card",
    ),
    (
        {"status": ["active", "eliminated", "active"], "turn": 2},
        "it is the turn of seat 2, which is not active",
    ),
    (
        {"hands": [["Peak"], [], []], "status": ["active", "out", "out"]},
        "a hand needs at least two seats that take part",
    ),
    ({"turn": 9}, "turn must be a seat from 1 to 3, not 9"),
    ({"turn": True}, "turn must be a seat from 1 to 3, not True"),
    ({"dealer": 0}, "dealer must be a seat from 1 to 3, not 0"),
    (
        {"causes": ["hunger", "", ""]},
        "causes of seat 1 must be one of no follow, sun, drought, declined, not 'hunger'",
    ),
    ({"ran_out": [7]}, "ran_out must hold seats from 1 to 3, not 7"),
    ({"last_play": [1]}, "last_play must be a list of 3, one entry a seat, not [1]"),
    (
        {"last_play": ["a", 0, 0]},
        "last_play of seat 1 must be a whole number from 0 to 32000, not 'a'",
    ),
    ({"points": [1, 2]}, "points must be a list of 3, one entry a seat, not [1, 2]"),
    (
        {"points": [1, 2, 10**12]},
        "points of seat 3 must be a whole number from 0 to 1000000, not 1000000000000",
    ),
    ({"points": [1, 2, 1.5]}, "points of seat 3 must be a whole number from 0 to 1000000, not 1.5"),
    # what goes on
    ({"direction": "up"}, "direction must be one of left, right, not 'up'"),
    ({"in_force": ["Poop"]}, "in_force must be one of Avalanche, Lost, Spring, not 'Poop'"),
    ({"birds": -1}, "birds must be a whole number from 0 to 1000, not -1"),
    ({"hand": 0}, "hand must be a whole number from 1 to 32000, not 0"),
    ({"plays": 10**9}, "plays must be a whole number from 0 to 32000, not 1000000000"),
    (
        {"deciding": "what"},
        "deciding must be one of card, drought, bird on the worm, capture, plant, "
        "plant before turn, over, not 'what'",
    ),
    ({"deciding": "capture"}, "deciding is 'capture', but no Worm is waiting in the pile"),
    ({"round": {"by": 99}}, "round.by must be a seat from 1 to 3, not 99"),
    ({"round": [1]}, "round must be a table, not [1]"),
    (
        {"last_hand": {"points": [1]}},
        "last_hand.points must be a list of 3, one entry a seat, not [1]",
    ),
    ({"deduced": {"known": [[]]}}, "deduced.known must be a list of 3, one entry a seat, not [[]]"),
    (
        {"deduced": {"bug_had": [1]}},
        "deduced.bug_had must be a list of 3, one entry a seat, not [1]",
    ),
    # The Worm
    (
        {**PLAYED, "worm": {"state": "eaten"}},
        "worm.state must be one of unplayed, waiting, left, captured, not 'eaten'",
    ),
    (
        {**PLAYED, "worm": {"state": "waiting"}},
        "a Worm that was played needs worm.by, the seat that played it",
    ),
    (
        {**PLAYED, "worm": {"state": "left", "by": 1, "to": 2}},
        "worm.to must name the captor of a captured Worm, and only that",
    ),
    (
        {"pile": ["Peak"], "worm": {"state": "waiting", "by": 1}},
        "The Worm is waiting, but is not in the pile",
    ),
    (
        {"hands": [["The Worm"], [], []], **PLAYED, "worm": {"state": "waiting", "by": 1}},
        "The Worm is there 2 times, and the deck holds 1",
    ),
    ({"worm": ["waiting"]}, "worm must be a table, not ['waiting']"),
    # hands that are only counted get what the rest does not name, whatever that is
    (
        {"hands": [["Peak"], 2, 2], "pile": 5, "worm": {"state": "waiting", "by": 1}},
        "pile must be a list of cards, not 5",
    ),
]


@pytest.mark.parametrize(("words", "sentence"), REFUSED, ids=[text for _, text in REFUSED])
def test_refused(words: dict[str, Any], sentence: str) -> None:
    end = "" if sentence.endswith("?") else "."
    with pytest.raises(UserError) as refused:
        new_state("hike", position={"hands": HANDS, **words})
    assert str(refused.value) == f"This position of hike is not possible: {sentence}{end}"


IN_THE_CORE: list[tuple[dict[str, Any], str]] = [
    ({"playing": [0]}, "a hand needs at least two seats that take part"),
    ({"hands": [[], [10], [60]]}, "seat 1 is active without a card"),
    ({"active": [0, 1], "out": [0, 0, 5]}, "seat 3 is finished, and still holds 1 of its cards"),
    ({"active": [1, 2]}, "it is the turn of seat 1, which is not active"),
    ({"worm_by": 1}, "a Worm that was played needs worm.by, the seat that played it"),
    ({"worm_to": 1}, "worm.to must name the captor of a captured Worm, and only that"),
    ({"phase": 3}, "deciding is 'capture', but no Worm is waiting in the pile"),
]


@pytest.mark.parametrize(("raw", "sentence"), IN_THE_CORE, ids=[text for _, text in IN_THE_CORE])
def test_the_core_itself_refuses_what_the_rules_do(raw: dict[str, Any], sentence: str) -> None:
    """So a save that was forged is refused, too."""
    stepper = new_state("hike", position={"hands": HANDS})._stepper
    with pytest.raises(ValueError, match=sentence):
        stepper.restore(stepper.describe() | raw)


def test_hands_are_remembered_since_an_earthquake() -> None:
    """HK-A17: a redeal counts on it. Left out, the hands are as they were dealt then."""
    words: dict[str, Any] = {"hands": HANDS, "exposed": "Bug", "chances": 2}
    state = new_state("hike", position=words)
    assert state.position()["deduced"]["base"] == HANDS
    assert state.determinize(2)
    assert sum(map(len, state.position()["hands"])) == 3
    words["deduced"] = {"base": [["Peak"], [], ["Tree"]]}
    with pytest.raises(UserError, match=r"deduced\.base of seat 2 must hold all cards of its hand"):
        new_state("hike", position=words)


def test_unknown_key() -> None:
    with pytest.raises(UserError, match="it has no 'expose'; did you mean exposed"):
        new_state("hike", position={"hands": HANDS, "expose": "Peak"})


@pytest.mark.parametrize("words", [{}, {"hands": HANDS[:2]}, {"hands": HANDS * 3}])
def test_number_of_players(words: dict[str, Any]) -> None:
    with pytest.raises(UserError, match="players of hike must be a whole number from 3 to 8"):
        new_state("hike", position={"turn": 1, **words})


def test_a_played_worm_lies_in_the_pile() -> None:
    """HK-47: also when the position does not say so."""
    worm = {"state": "waiting", "by": 3}
    position = make_state("Peak | Bug | Tree", exposed="Bug", worm=worm).position()
    assert position["pile"] == ["The Worm", "Bug"]
    position = make_state("Peak | Bug | Tree", exposed="The Worm", worm=worm).position()
    assert position["pile"] == ["The Worm"]


def test_illegal_move() -> None:
    """The move is named, and one that may have been meant."""
    state = make_state("Trail | Bug | Tree", exposed="Peak")
    with pytest.raises(
        UserError, match="Seat 1 of hike cannot make the move 'Trial'; did you mean"
    ):
        state.play("Trial")
