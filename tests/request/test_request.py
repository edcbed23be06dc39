"""A request: the same from Python, from a command line and from JSON, and checked once."""

import json

import numpy as np
import pytest

from analyzer import cli
from analyzer.errors import UserError
from analyzer.request.build import build_question
from analyzer.request.options import flag_of, options_of
from analyzer.request.request import Request
from analyzer.system.faces import on_command_line

ASKED = [
    ("simulate", {"players": 5, "n": "1e6", "policy": {1: "random"}, "rules": {"target": 30}}),
    ("simulate", {"n": np.int64(7), "tolerance": "0.7pp", "until_decided": True, "seed": 7}),
    ("compare", {"vs": "target=35 policy=1=random", "measure": "hands", "coin_seed": 3}),
    ("compare", {"vs": [{"target": 35}, {"players": 4}], "seconds_per_decision": 7}),
    ("sweep", {"rule": {"target": "20..50:10", "bonus": 4}, "players": "3..5"}),
    ("tournament", {"policies": "noise:e=0.5,of=greedy,random", "first": 10}),
    ("tune", {"over": ["keep=0..6", "price=0.0..2.0"], "policy": "./mine.pyx:cautious"}),
    ("tune", {"over": {"a": range(0, 9, 2), "b": "0..1:0.25", "c": (3, 1)}, "seconds": 5}),
    ("ask", {"question": "seats", "precision": 0.3}),
    ("report", {"seconds": 3.5}),
    ("replay", {"index": 7, "begin": 3, "judge": 5, "worlds": 10, "by": "margin"}),
    ("advise", {"move": 42, "worlds": "5k"}),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "options"), ASKED)
def test_a_request_is_the_same_from_json_and_from_its_command(kind, options, monkeypatch) -> None:
    request = Request(kind, "hike", options)
    text = json.dumps(request.to_json())
    assert Request.from_json(json.loads(text)) == request
    seen = []
    module = getattr(__import__(f"analyzer.cli.{kind}", fromlist=["_run"]), "_run", None)
    if module is None or kind in ("replay", "advise", "report"):
        return
    monkeypatch.setattr(module, "play_and_show", lambda found, _how: seen.append(found))
    assert cli.run(request.argv()) == 0
    assert seen == [request]
    assert seen[0].hash == request.hash


def test_the_same_words_in_another_notation_are_the_same_request() -> None:
    a = Request("simulate", "hike", {"n": 1e6, "rules": {"target": 30, "bonus": 2}})
    b = Request("simulate", "hike", {"rules": ["bonus=2", "target=30"], "n": "1M", "seed": 1})
    assert a.hash == b.hash
    assert a.hash != a.replace(seed=2).hash


MISTAKES = [
    ("simulate", {"n": "many"}),
    ("simulate", {"n": 0}),
    ("simulate", {"tolerance": "100"}),
    ("simulate", {"seed": "-1"}),
    ("simulate", {"players": "five"}),
    ("simulate", {"precision": "1", "until_decided": True}),
    ("simulate", {"minutes_per_decision": "1", "seconds_per_decision": "1"}),
    ("compare", {}),
    ("compare", {"vs": "target"}),
    ("sweep", {"rule": "target"}),
    ("sweep", {"rule": "target=9..1"}),
    ("tournament", {"policies": "a,,b"}),
    ("tune", {}),
    ("tune", {"over": "keep"}),
    ("tune", {"over": []}),
    ("tune", {"over": {}}),
    ("tune", {"over": "keep=6..0"}),
    ("tune", {"over": {"keep": "some"}}),
    ("tune", {"over": "keep=0..6", "n": 100, "seconds": 5}),
    ("ask", {"question": "seats", "n": "5"}),
    ("replay", {"worlds": "5"}),
    ("advise", {"by": "luck"}),
]


@pytest.mark.parametrize(("kind", "options"), MISTAKES)
def test_one_sentence_for_both_faces(kind, options) -> None:
    with pytest.raises(UserError) as python:
        Request(kind, "hike", options)
    with pytest.raises(UserError) as line, on_command_line(flag_of):
        Request(kind, "hike", options)
    words = str(line.value).removeprefix("Options ").removeprefix("Option ")
    for name in sorted(options_of(kind), key=len, reverse=True):
        words = words.replace(flag_of(name), name) if flag_of(name).startswith("-") else words
    assert words == str(python.value)


@pytest.mark.parametrize(
    "found",
    [None, [], {}, "simulate", {"kind": "simulate"}, {"kind": "fly", "game": "x", "options": {}},
     {"kind": "simulate", "game": 3, "options": {}}, {"kind": [], "game": "x", "options": {}},
     {"kind": "simulate", "game": "hike", "options": []},
     {"kind": "simulate", "game": "hike", "options": {"plot": "x.png"}},
     {"kind": "simulate", "game": "hike", "options": {3: 4}}],
)  # fmt: skip
def test_what_is_no_request_is_refused(found) -> None:
    with pytest.raises(UserError):
        Request.from_json(found)


def test_nothing_is_loaded_by_a_request() -> None:
    """Neither the game nor the policy exists."""
    request = Request("simulate", "./nowhere.py", {"policy": "./nobody.py:X"})
    assert Request.from_json(request.to_json()) == request
    with pytest.raises(UserError):
        build_question(request)


def test_the_usual_number_of_players_is_said(capsys) -> None:
    for line in ("simulate hike -n 50", "compare hike -n 50 --vs target=20",
                 "tournament hike -n 5 --policies random,greedy", "replay hike"):  # fmt: skip
        assert cli.run(line.split()) == 0
        assert "hike · 5 players, as usual · " in capsys.readouterr().out
    assert cli.run(["simulate", "horrible-mountain", "-n", "50"]) == 0
    assert "as usual" not in capsys.readouterr().out
