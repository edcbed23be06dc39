"""What users of the Python functions pass, and what they get: an answer, or one sentence."""

import inspect
from dataclasses import replace
from importlib import import_module

import numpy as np
import pytest

import analyzer
from analyzer.api.functions import Result
from analyzer.errors import UserError


@pytest.mark.parametrize(
    "words",
    [
        {"players": 9},
        {"players": 0},
        {"players": True},
        {"n": 0},
        {"n": -5},
        {"n": 1.5},
        {"seed": -1},
        {"seed": 2**64},
        {"coin_seed": "x"},
        {"first": -1},
        {"tolerance": 0},
        {"tolerance": 200},
        {"tolerance": float("nan")},
        {"precision": -1},
        {"minutes_per_decision": 0},
        {"threads": 0},
        {"threads": 10**6},
        {"policy": 7},
        {"policy": ["expert", 3]},
        {"policy": {9: "random"}},
        {"rules": [1]},
        {"rules": {"target": "many"}},
    ],
    ids=str,
)
def test_nothing_a_user_passes_gets_further_than_a_sentence(words) -> None:
    with pytest.raises(UserError) as error:
        analyzer.simulate("hike", **{"players": 5, "n": 10, **words})
    assert len(str(error.value).splitlines()) == 1


def test_functions_have_the_words_of_the_commands() -> None:
    """All but where an answer goes, which Python says afterwards."""
    elsewhere = {"plot", "out", "rows", "json", "csv", "quiet", "game_file"}
    for name in ("simulate", "compare", "sweep", "tournament", "ask", "plan", "tune"):
        command = import_module(f"analyzer.cli.{name}").command
        words = set(inspect.signature(command).parameters) - elsewhere
        given = set(inspect.signature(getattr(analyzer, name)).parameters)
        assert words == given, name
        assert name in analyzer.__all__


def test_a_question_of_a_designer_is_asked() -> None:
    found = analyzer.ask("oh-hell", "zero-bid", 4, 200)
    assert found.findings
    assert found.title == found.answer.title
    assert found.cells.height == found.frame(found.answer.tables()[0].name).height > 0
    assert found.figure().axes
    assert "<html" in found.to_html()
    assert found._repr_html_()
    assert "--players 4" in found.answer.command
    assert analyzer.ask("horrible-mountain", "seats", n=100).data["question"] == "seats"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"question": "seat"}, "did you mean seats"),
        ({"question": ["seats"]}, "question must be the name of a question"),
        ({"game": "hikee"}, "did you mean hike"),
        ({"n": 99}, "n must be a whole number from 100"),
        ({"n": 100, "precision": 1}, "n and precision cannot be combined"),
        ({"players": 9}, "players of hike must be"),
        ({"minutes_per_decision": 1, "seconds_per_decision": 1}, "cannot be combined"),
        (
            {"seconds_per_decision": 0},
            "must be a number between 0 and 86400 seconds",
        ),
    ],
)
def test_mistakes_in_a_question(words, sentence) -> None:
    with pytest.raises(UserError, match=sentence):
        analyzer.ask(**{"game": "hike", "question": "seats", **words})


def test_a_comma_of_a_parameter_stays_with_its_policy() -> None:
    found = analyzer.tournament("hike", 3, n=4, policies="noise:e=0.5,of=greedy,random")
    assert set(found.data["profiles"]) == {"noise:e=0.5,of=greedy", "random"}


def test_a_rule_with_one_value_is_the_same_in_every_cell() -> None:
    words = {"rule": {"target": [20, 30], "bonus": 4}}
    found = analyzer.sweep("hike", 3, n=20, **words)
    assert [dim["name"] for dim in found.data["dimensions"]] == ["target"]
    assert "bonus=4" in found.answer.command


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"rule": {"target": 30}}, "needs something to vary"),
        ({"rule": None}, "needs something to vary"),
        ({"rule": {"target": []}}, "must be values such as"),
        ({"rule": {"target": b"ab"}}, "must have a number, a text, true or false"),
        ({"rule": {"target": range(10**9)}}, "1000 at most"),
        ({"players": "3,x"}, "players must be numbers such as"),
        ({"players": [3, 4.5]}, "players must be numbers such as"),
        ({"players": range(10**9)}, "players must be numbers such as"),
        ({"players": []}, "players must be numbers such as"),
        ({"players": [3, 99]}, "players of hike must be"),
        ({"rule": {"target": "1..900", "hand_size": "1..9"}}, "2,000 cells at most; got 8,100"),
    ],
)
def test_mistakes_in_a_sweep(words, sentence) -> None:
    with pytest.raises(UserError, match=sentence):
        analyzer.sweep(**{"game": "hike", "players": 3, "n": 10, **words})


def test_what_would_take_years_is_refused() -> None:
    with pytest.raises(UserError, match=r"would take about .* ask for fewer with n\."):
        analyzer.simulate("hike", 8, n=10**12, policy="search", threads=1)


def test_numbers_of_numpy_are_numbers() -> None:
    found = analyzer.simulate(
        "hike", np.int64(3), np.int32(20), seed=np.uint8(4), tolerance=np.float32(2),
        threads=np.int8(1),
    )  # fmt: skip
    plain = analyzer.simulate("hike", 3, 20, seed=4, tolerance=2.0)
    assert found.to_json().split('"seconds"')[0] == plain.to_json().split('"seconds"')[0]


def test_what_an_answer_does_not_have() -> None:
    found = analyzer.simulate("hike", 3, n=20)
    change = analyzer.compare("hike", 3, n=20, vs={"target": 30})
    for wrong in (
        lambda: change.games,
        lambda: change.seats,
        lambda: found.frame("x"),
        lambda: found.frame([]),
        lambda: found.figure("x"),
        lambda: found.figure(""),
        lambda: found.figure([]),
        lambda: found.figure(theme="blue"),
        lambda: found.figure(theme=[]),
    ):
        with pytest.raises(UserError, match=r"This answer has no|must be light or dark"):
            wrong()
    bare = replace(found.answer, blocks=(), results=())
    for wrong in (
        lambda: Result(bare).figure(),
        lambda: Result(bare).cells,
        lambda: Result(bare).frame("x"),
    ):
        with pytest.raises(UserError, match="This answer has no"):
            wrong()


def test_advice_needs_a_state() -> None:
    for wrong in (None, "hike", {}, analyzer):
        with pytest.raises(UserError, match="advise needs a state"):
            analyzer.advise(wrong)
    for wrong in ("Win", 1, [], np.zeros(2)):
        with pytest.raises(UserError, match="by must be win or margin"):
            analyzer.new_state("hike", 3).advise(by=wrong)


class _Unruly:
    """A stranger's object."""

    def __index__(self) -> int:
        raise RuntimeError

    def __repr__(self) -> str:
        raise RuntimeError


@pytest.mark.parametrize(
    "words",
    [{"players": _Unruly()}, {"seed": _Unruly()}, {"rules": {"target": _Unruly()}}]
    + [{"policy": "x" * 10**5}, {"policy": "x " * 10**5}, {"game": "x" * 10**5}]
    + [{"until_decided": word} for word in ("no", 1, np.zeros(2))],
    ids=lambda words: next(iter(words)),
)
def test_whatever_is_passed_the_sentence_is_short(words) -> None:
    with pytest.raises(UserError) as error:
        analyzer.simulate(**{"game": "hike", "players": 3, "n": 10, **words})
    assert len(str(error.value)) < 1500


def test_frames_hold_what_the_answer_says() -> None:
    found = analyzer.simulate("hike", 3, n=1000)
    assert found.seats["seat"].to_list() == [1, 2, 3]
    assert found.seats["win_share"].sum() == pytest.approx(1)
    assert "worm_low" in found.seats.columns
    assert set(found.games.columns) == {"measure", "estimate", "low", "high"}
    assert found.findings[0].key == "fair"
    assert found.title
