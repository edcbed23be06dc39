"""HumanGame down: the page learns what the seat may see, and nothing else."""

import json
import random

import pytest

from analyzer import games
from analyzer.errors import UserError
from analyzer.request.setting import build_setting
from analyzer.studio import human_game
from analyzer.studio.human_game import HumanGame

NAMES = games.built_in_names()
SHORT = {"hike": {"target": 5}, "oh-hell": {}, "hike-sled": {}, "hide-n-seek": {}}


def sat(game: str, seat: int = 0, index: int = 0, **more: int) -> HumanGame:
    face = games.load(game)
    setting = build_setting(game, face.usual_players, ["greedy"], SHORT.get(game))
    return HumanGame(setting.cell, index, seat, **more)


def play_to_the_end(table: HumanGame, seed: int = 1) -> list[dict]:
    luck, told = random.Random(seed), []
    while not table.over:
        told.append(table.payload())
        table.move(luck.randrange(len(told[-1]["moves"])))
    return [*told, table.payload()]


@pytest.mark.parametrize("game", NAMES)
def test_nothing_hidden_leaves_the_table(game: str) -> None:
    """Whatever the seat cannot see is dealt again: the page is told the same."""
    table, luck, twins = sat(game, seat=1), random.Random(2), 0
    while not table.over:
        told = human_game.seat_payload(
            table.face, table.cell.rules, table.stepper.describe(), table.seat
        )
        twin = table.stepper.copy()
        if twin.redeal_hidden(table.seat, luck.randrange(2**32)):
            again = human_game.seat_payload(
                table.face, table.cell.rules, twin.describe(), table.seat
            )
            assert again == told
            names = [table.face.move_name(table.cell.rules, code) for code in twin.moves()]
            assert names == table.payload()["moves"]
            twins += 1
        table.move(luck.randrange(len(table.stepper.moves())))
    assert twins
    json.dumps(table.payload(), allow_nan=False)


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
        table.review()
    play_to_the_end(table)
    found = table.review()
    assert found["sentence"].startswith("An expert in your place wins ")
    assert len(found["costly"]) <= 3
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
    ],
)
def test_values_in_words(value: object, words: str) -> None:
    assert human_game.in_words(value) == words
