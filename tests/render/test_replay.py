"""One game as text."""

import pytest

from analyzer.render import replay as replay_text

STEPS = [
    {"number": 0, "seat": None, "policy": None, "move": None, "legal": [], "hand": [],
     "events": ["Hand 1: seat 3 deals."], "scores": [0, 0, 0]},
    {"number": 1, "seat": 1, "policy": "expert", "move": "Peak", "legal": ["Peak", "The Sun"],
     "hand": ["Peak", "The Sun"], "events": ["Seat 2 is out."], "scores": [0, 0, 0]},
    {"number": 2, "seat": 3, "policy": "random", "move": "Trail", "legal": ["Trail"],
     "hand": ["Trail"], "events": [], "scores": [0, 3, 9],
     "result": {"scores": [0, 3, 9], "winners": [3], "end_reason": "target"}},
]  # fmt: skip


def test_a_replay_reads_like_a_record():
    lines = [line.plain.rstrip() for line in replay_text.replay_lines(STEPS, ["expert"] * 3)]
    assert lines == [
        "      Hand 1: seat 3 deals.",
        "   1  seat 1  Peak              from Peak, The Sun; or The Sun",
        "      Seat 2 is out.",
        "   2  seat 3  Trail             from Trail",
        "",
        "Seat 3 wins (ended by target): scores 0, 3, 9.",
    ]


def test_a_replay_cut_short_tells_the_scores():
    *_, last = replay_text.replay_lines(STEPS[:2], ["expert", "expert", "random"])
    assert last.plain == "Stopped after move 1: scores 0, 0, 0."


@pytest.mark.parametrize(
    ("winners", "words"),
    [([], "Nobody wins"), ([2], "Seat 2 wins"), ([1, 2, 3], "Seats 1, 2 and 3 share the win")],
)
def test_winners_in_words(winners, words):
    result = {"scores": [1, 1, 1], "winners": winners, "end_reason": "hand cap"}
    *_, last = replay_text.replay_lines([{**STEPS[2], "result": result}], ["expert"] * 3)
    assert last.plain.startswith(words + " (")
