"""A person at a table: the page learns what the seat may see, and nothing else."""

import json
import random
import re
import tomllib
from dataclasses import make_dataclass

import pytest

import analyzer
from analyzer import games
from analyzer._core.runner import Stepper
from analyzer.errors import UserError
from analyzer.games.rulebook import clauses
from analyzer.request.setting import build_setting
from analyzer.studio import review
from analyzer.studio.export import position_text
from analyzer.studio.human_game import HumanGame
from analyzer.studio.seat_view import grid, in_words, is_grid, what_is_new
from support.paths import ROOT

NAMES = games.built_in_names()
OWN = [str(path) for path in sorted((ROOT / "examples").glob("*.py"))]
SHORT = {"hike": {"target": 5}, "oh-hell": {}, "hike-sled": {}, "hide-n-seek": {}}


def sat(game: str, seat: int = 0, index: int = 0, **more: int) -> HumanGame:
    face = games.load(game)
    policies = ["greedy"] if game in NAMES else ["expert"]
    setting = build_setting(game, face.usual_players, policies, SHORT.get(game))
    return HumanGame(setting.cell, index, seat, **more)


def play_to_the_end(table: HumanGame, seed: int = 1) -> list[dict]:
    luck, told = random.Random(seed), []
    while not table.over:
        told.append(table.payload())
        table.move(luck.randrange(len(told[-1]["moves"])))
    return [*told, table.payload()]


def all_told(table: HumanGame, stepper: Stepper) -> dict:
    """All that the page would be told if the table stood like this."""
    real, table.stepper = table.stepper, stepper
    try:
        return table.payload()
    finally:
        table.stepper = real


@pytest.mark.parametrize("game", [*NAMES, *OWN])
def test_nothing_hidden_leaves_the_table(game: str) -> None:
    """Whatever the seat cannot see is dealt again: the page is told the same, word for word."""
    table, luck, twins = sat(game, seat=1), random.Random(2), 0
    while not table.over:
        told, twin = all_told(table, table.stepper), table.stepper.copy()
        if twin.redeal_hidden(table.seat, luck.randrange(2**32)):
            assert all_told(table, twin) == told
            twins += 1
        table.move(luck.randrange(len(table.stepper.moves())))
    assert twins
    json.dumps(table.payload(), allow_nan=False)


@pytest.mark.parametrize("game", [*NAMES, *OWN])
def test_a_position_that_is_exported_can_be_taken_up(game: str) -> None:
    """It looks to its seat like the real one; what is hidden is dealt again, each time anew."""
    table = sat(game, seat=1)
    table.move(0)
    if not table.over:
        told = table.payload()
        texts = {position_text(table) for _ in range(4)}
        for text in texts:
            state = analyzer.new_state(position=tomllib.loads(text))
            assert state.seat == 2
            assert state.moves() == told["moves"]
        assert len(texts) > 1 or game not in ("hike", "oh-hell", "hike-sled")
        assert table.payload() == told
    play_to_the_end(table)
    state = analyzer.new_state(position=tomllib.loads(position_text(table)))
    assert state.seat == 2


@pytest.mark.parametrize("game", NAMES)
def test_the_same_moves_give_the_same_game(game: str) -> None:
    table = sat(game)
    told = play_to_the_end(table)
    again = sat(game)
    for place in table.made:
        again.move(place)
    assert again.payload() == told[-1]
    again.undo()
    assert again.payload()["made"] == len(table.made) - 1
    assert again.payload() == told[-2]


@pytest.mark.parametrize("game", ["hike", "oh-hell"])
def test_a_card_that_cannot_be_played_has_a_reason_with_its_clause(game: str) -> None:
    """It is in the hand, no legal move plays it, and its clause stands in the rulebook."""
    known = {clause.id for clause in clauses(game)}
    table, luck, seen = sat(game, seat=1), random.Random(3), set()
    while not table.over:
        moves = table.payload()["moves"]
        for card, place, reason in table.payload()["hand"]:
            assert place is None or moves[place] in (card, f"play {card}")
            if reason:
                assert not any(move in (card, f"play {card}") for move in moves)
                assert re.search(r"\((\S+)\)\.$", reason)[1] in known
                seen.add(reason)
        table.move(luck.randrange(len(moves)))
    assert len(seen) > 2


def test_the_log_names_what_came_to_an_open_pile() -> None:
    before = (["Pile of 3."], {"pile": ["a"], "played": [], "calls_for": []})
    after = (["Pile of 4."], {"pile": ["a", "b"], "played": [[1, "c"], [2, "d"]],
                              "calls_for": ["x", "y"]})  # fmt: skip
    assert what_is_new(before, after) == ["Pile: b.", "Played: 1, c · 2, d.", "Pile of 4."]
    assert what_is_new(before, (["Pile of 4, b on top."], {"pile": ["a", "b"]})) == [
        "Pile of 4, b on top."
    ]


def test_marks_without_a_word_are_told_by_their_numbers() -> None:
    """The pawns of the dog sleds stand below the track: the place says which field it is."""
    before = (["| P S I", "  3 4"], {"fields": [1, 2], "track": ["P", "S", "I"]})
    after = (["| P S I", "  3   4"], {"fields": [1, 3], "track": ["P", "S", "I"]})
    assert what_is_new(before, after) == ["Fields: 1, 3."]


def test_a_grid_of_numbers_keeps_its_shape() -> None:
    assert is_grid([[1, 0], [10, 2]])
    assert grid([[1, 0], [10, 2]]) == " 1  0\n10  2"
    assert not any(map(is_grid, ([], [1, 2], [[1], [2, 3]], [["a"]], [[True]], [[]])))


def test_a_list_of_seats_is_no_row_of_the_table() -> None:
    told = sat("oh-hell").payload()
    assert "taking part" not in [name for name, _ in told["by_seat"]]
    assert ("taking part", "cards", ["1", "2", "3", "4"]) in told["fields"]


def test_nothing_is_told_twice() -> None:
    """What stands in the rows of all seats is no line of the table, too."""
    table = sat("oh-hell")
    for _ in range(3):
        table.move(0)
    told = table.payload()
    assert {"bids", "tricks", "points"} <= {name for name, _ in told["by_seat"]}
    assert [line.partition(":")[0] for line in told["table"]] == ["Turned"]


@pytest.mark.parametrize(
    "made", [dict, lambda told: make_dataclass("Slots", told, slots=True)(*told.values())]
)
def test_a_plug_in_may_show_its_seats_what_it_likes(made, monkeypatch: pytest.MonkeyPatch) -> None:
    """The contract asks for an object: one without a dict, or a dict, is as good."""
    table = sat("examples/pig.py")
    told, real = table.payload(), type(table.face).view
    assert told["by_seat"]
    assert told["fields"]
    monkeypatch.setattr(type(table.face), "view", lambda *given: made(vars(real(*given))))
    assert table.payload() == told
    play_to_the_end(table)


def test_sitting_down_later_means_that_policies_played_before() -> None:
    table = sat("hike", after=9)
    assert table.payload()["made"] == 0
    again = HumanGame(table.cell, 0, 0, after=table.saved()["after"])
    assert again.payload() == table.payload()


def test_hint_and_review_are_in_words() -> None:
    table = sat("hike")
    hint = table.hint()
    assert {one["move"] for one in hint["moves"]} == set(table.payload()["moves"])
    with pytest.raises(UserError, match="not over yet"):
        review.build_review(table)
    play_to_the_end(table)
    found = review.build_review(table)
    assert found["sentences"][0].startswith("In your place, the policy greedy wins ")
    assert len(found["costly"]) <= 3
    for one in found["costly"]:
        assert one["low"] <= one["cost"] <= one["high"]
        assert one["made"] == table.made[: one["number"]]
        said = "was better by" if one["low"] > 0 else "may have been better"
        assert said in one["sentence"]
    with pytest.raises(UserError, match="over"):
        table.hint()


@pytest.mark.parametrize("place", [-1, 999, "0", None, 0.5])
def test_a_move_that_is_not_there_is_a_sentence(place: object) -> None:
    with pytest.raises(UserError, match="There is no move"):
        sat("hike").move(place)


def test_nothing_to_take_back() -> None:
    with pytest.raises(UserError, match="no move to take back"):
        sat("hike").undo()


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "–"),
        ([], "–"),
        (True, "yes"),
        ([1, 2], "1, 2"),
        ([[1], []], "1 · –"),
        ({"by": 2}, "by: 2"),
        ([None, None], "2 hidden"),
        (["4C", None], "4C, 1 hidden"),
        (["H43", "", ""], "H43 – –"),
        ([(2, "6H"), (3, "JS")], "seat 2: 6H, seat 3: JS"),
        ([[(1, "5C")], [(2, "7C")]], "seat 1: 5C · seat 2: 7C"),
        ([["a"] * 30], "30 × a"),
    ],
)
def test_values_in_words(value: object, words: str) -> None:
    assert in_words(value) == words
