"""What users of the Python functions pass, and what they get: an answer, or one sentence."""

import copy
import inspect
import pickle
from dataclasses import replace
from importlib import import_module

import numpy as np
import polars as pl
import pytest

import analyzer
from analyzer import cli, games
from analyzer.api import rows
from analyzer.api.result import Result
from analyzer.errors import UserError
from analyzer.playout.cell import Cell
from analyzer.policies import spec


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
    elsewhere = {"plot", "out", "json", "csv", "quiet", "game_file"}
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


# --- rows ----------------------------------------------------------------------------------------


def test_rows_are_those_that_a_folder_keeps(tmp_path) -> None:
    words = ("hike", "-p", "3", "-n", "2e3", "--first", "50", "--rows", "700")
    cli.run(["simulate", *words, "--out", str(tmp_path / "run"), "-q"])
    kept = analyzer.open(tmp_path / "run")
    asked = analyzer.simulate("hike", 3, 2000, first=50, rows=700, threads=2)
    assert asked.games["game"].to_list() == list(range(50, 750))
    assert asked.games.equals(kept.games)
    assert asked.seats.equals(kept.seats)
    assert asked.seats.height == 3 * 700
    assert str(kept) == str(asked)


def test_rows_are_the_numbers_behind_the_answer() -> None:
    played = analyzer.simulate("oh-hell", 4, 3000, rows=True)
    plain = analyzer.simulate("oh-hell", 4, 3000)
    assert played.data == plain.data
    by_seat = played.seats.group_by("seat", maintain_order=True).agg(
        pl.col("win_share").mean(), pl.col("score").mean()
    )
    told = plain.seats
    assert by_seat["score"].to_list() == pytest.approx(told["score"].to_list())
    assert by_seat["win_share"].to_list() == pytest.approx(told["win_share"].to_list())


def test_rows_end_where_the_run_ends() -> None:
    played = analyzer.simulate("hike", 3, "1e6", precision=3, rows=20_000)
    assert 0 < played.games.height == played.data["games"] < 20_000


def test_rows_take_the_memory_that_is_said() -> None:
    played = analyzer.simulate("hike", 5, 4000, rows=True)
    setting = played.games.estimated_size() + played.seats.estimated_size()
    rules = games.load("hike").resolve_rules(5, {})
    said = 4000 * rows.row_bytes(Cell("hike", 5, rules, (spec.parse_policy("expert"),) * 5))
    assert 0.7 * said < setting <= 1.1 * said


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"n": "1e9"}, "would take about .* GB of memory, more than 2 GB"),
        ({"n": 100, "rows": -1}, "rows must be a whole number"),
        ({"n": 100, "rows": "many"}, "rows must be a whole number"),
    ],
)
def test_rows_that_cannot_be_are_refused(words, sentence) -> None:
    with pytest.raises(UserError, match=sentence):
        analyzer.simulate("hike", 5, **{"rows": True, **words})


# --- lists, pictures, kept runs ------------------------------------------------------------------


def test_lists_have_a_row_for_each() -> None:
    assert analyzer.games()["game"].to_list() == games.names()
    assert "target" in analyzer.rules("hike")["rule"].to_list()
    assert "expert" in analyzer.policies("hike")["policy"].to_list()
    assert analyzer.ask("hike").equals(analyzer.questions("hike"))
    assert "kingmaking" not in analyzer.questions("horrible-mountain")["question"].to_list()
    for listed in (analyzer.rules, analyzer.policies, analyzer.questions, analyzer.ask):
        with pytest.raises(UserError, match="There is no game 'hik'; did you mean hike"):
            listed("hik")


def test_a_notebook_shows_a_chart_as_a_picture() -> None:
    figure = analyzer.simulate("hike", 3, 500).figure()
    assert figure._repr_png_().startswith(b"\x89PNG")


def test_a_replay_is_the_game_that_the_command_shows(capsys) -> None:
    found = analyzer.replay("hike", 3, 7, seed=2)
    cli.run(["replay", "hike", "-p", "3", "--game", "7", "--seed", "2"])
    shown = capsys.readouterr().out.splitlines()
    assert [line for line in repr(found).splitlines() if line in shown]
    assert found[-1]["result"]["scores"] == found.steps[-1]["scores"]


def test_a_folder_that_is_no_run_is_refused(tmp_path) -> None:
    for folder in (tmp_path, tmp_path / "nothing", "bad\0name"):
        with pytest.raises(UserError):
            analyzer.open(folder)


def test_broken_rows_are_refused(tmp_path) -> None:
    cli.run(["simulate", "hike", "-p", "3", "-n", "500", "--out", str(tmp_path / "run"), "-q"])
    next((tmp_path / "run" / "games").iterdir()).write_bytes(b"PAR1 and nothing else")
    kept = analyzer.open(tmp_path / "run")
    assert kept.seats.height == 1500
    with pytest.raises(UserError, match=r"rows of the run .* cannot be read"):
        assert kept.games


def test_a_kept_run_is_read_later_from_elsewhere(tmp_path, monkeypatch) -> None:
    cli.run(["simulate", "hike", "-p", "3", "-n", "300", "--out", str(tmp_path / "run"), "-q"])
    monkeypatch.chdir(tmp_path)
    kept = analyzer.open("run")
    monkeypatch.chdir("/")
    assert kept.games.height == 300


def test_a_result_is_copied_and_pickled_with_its_rows(tmp_path) -> None:
    cli.run(["simulate", "hike", "-p", "3", "-n", "300", "--out", str(tmp_path / "run"), "-q"])
    for one in (
        analyzer.simulate("hike", 3, 300),
        analyzer.simulate("hike", 3, 300, rows=True),
        analyzer.open(tmp_path / "run"),
    ):
        for other in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
            assert str(other) == str(one)
            assert other.games.equals(one.games)
            assert other.seats.equals(one.seats)


def test_rows_that_are_packed_small_are_refused_by_their_number(tmp_path, monkeypatch) -> None:
    """Equal numbers take no room in a file, whoever made it, but they do in memory."""
    cli.run(["simulate", "hike", "-p", "3", "-n", "300", "--out", str(tmp_path / "run"), "-q"])
    file = next((tmp_path / "run" / "games").iterdir())
    one = pl.read_parquet(file).head(1)
    pl.concat([one] * 50_000).write_parquet(file)
    assert file.stat().st_size < 50_000
    kept = analyzer.open(tmp_path / "run")
    monkeypatch.setattr(rows, "MOST_ROW_BYTES", 1_000_000)
    with pytest.raises(UserError, match=r"The rows of .* would take about 0\.0 GB of memory"):
        assert kept.games
