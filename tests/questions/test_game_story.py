"""One game told: its swings name the moves, and nothing that came of them."""

import pytest

from analyzer import games
from analyzer.questions.report import game_story
from analyzer.render import charts
from support.playouts import cell


@pytest.mark.parametrize("game", games.names())
def test_a_tale_names_the_moves_that_mattered(game):
    players = games.load(game).usual_players
    told = game_story.story_figure(
        cell(game, players, ("greedy",) * players), 0, 0, worlds=4, most=6
    )
    moves = {step["move"]: step["text"] for step in told.data["steps"]}
    assert told.data["swings"]
    for swing in told.data["swings"]:
        assert any(text.startswith(f"{swing['words']}.") for text in moves.values())
    assert ".." not in charts.caption(told)


def test_what_a_move_caused_is_told_in_sentences():
    events = (
        "Seat 5 is out.",
        "Hand 6 is over:",
        "  seat 1: 0 left",
        "  seat 2: 1 left",
        "It ends",
    )
    step = {"move": "Spring", "seat": 5, "events": list(events)}
    told = game_story._told(step)
    assert told == (
        "Seat 5: Spring. Seat 5 is out. Hand 6 is over: seat 1: 0 left; seat 2: 1 left. It ends."
    )
    assert game_story._told({"move": None, "seat": None, "events": []}) == "The game begins."
