"""Kept runs merged, and put side by side."""

import json
import shlex

import polars as pl
import pytest

from analyzer import cli
from support.stored_runs import analyze, analyze_refused, change_manifest, same_answers

pytestmark = pytest.mark.usefixtures("plain_answers")


# --- merge ----------------------------------------------------------------------------------------

SMALL = "simulate hike -p 3 --rule target=5 -q"


@pytest.fixture
def ranges(tmp_path, capsys):
    """Three neighbouring ranges of one seed, and one of another."""
    for name, words in {
        "a": "-n 100", "b": "-n 70 --first 100", "c": "-n 30 --first 170", "d": "-n 50 --seed 2",
    }.items():  # fmt: skip
        analyze(f"{SMALL} {words} --out {tmp_path}/{name}", capsys)
    return tmp_path


@pytest.mark.parametrize("order", ["a b c", "c a b", "b c a"])
def test_merged_ranges_are_the_run_that_was_whole(order, ranges, capsys, monkeypatch) -> None:
    monkeypatch.chdir(ranges)
    analyze(f"{SMALL} -n 200 --out whole", capsys)
    analyze(f"merge {order} --out m -q", capsys)
    assert same_answers(ranges / "m", ranges / "whole")
    frames = [pl.scan_parquet(f"{name}/seats").sort("game", "seat").collect() for name in
              ("m", "whole")]  # fmt: skip
    assert frames[0].equals(frames[1])
    analyze("extend m -n 250 -q", capsys)
    analyze("extend whole -n 250 -q", capsys)
    assert same_answers(ranges / "m", ranges / "whole")


def test_merged_with_a_gap_it_counts_all_and_can_be_filled(ranges, capsys, monkeypatch) -> None:
    monkeypatch.chdir(ranges)
    analyze(f"{SMALL} -n 200 --out whole", capsys)
    assert cli.run(shlex.split("merge a c --out m -q")) == 0
    assert "between the runs are missing; play them: analyze resume m" in capsys.readouterr().err
    found = json.loads((ranges / "m/answer.json").read_text())
    assert (found["games"], found["games_asked"]) == (130, 200)
    analyze("resume m -q", capsys)
    assert same_answers(ranges / "m", ranges / "whole")


def test_merged_seeds_add_up(ranges, capsys, monkeypatch) -> None:
    monkeypatch.chdir(ranges)
    analyze("merge a d --out m -q", capsys)
    analyze("merge m b --out n -q", capsys)
    analyze("merge d b a --out o -q", capsys)
    found = [json.loads((ranges / name / "answer.json").read_text()) for name in "adbmno"]
    _, _, _, m, n, o = found
    hands = [one["length"]["hands"]["mean"]["estimate"] for one in found]
    assert m["games"] == 150
    assert hands[3] == pytest.approx((100 * hands[0] + 50 * hands[1]) / 150)
    assert hands[4] == pytest.approx((100 * hands[0] + 50 * hands[1] + 70 * hands[2]) / 220)
    assert n["seats"] == o["seats"]
    assert m["merged"] == [
        {"seed": 1, "ranges": [[0, 100]]},
        {"seed": 2, "ranges": [[0, 50]]},
    ]
    assert n["merged"][0] == {"seed": 1, "ranges": [[0, 170]]}
    assert m["command"] == "analyze merge a d --out m"
    assert "seeds 1 and 2" in analyze("show m", capsys)
    assert "merged from runs of several seeds" in analyze_refused("resume m", capsys)
    assert "merged from runs of several seeds" in analyze_refused("extend m -n 1e4", capsys)
    assert not (ranges / "m/games").exists()


def test_what_cannot_be_merged_is_told(ranges, capsys, monkeypatch) -> None:
    monkeypatch.chdir(ranges)
    for name, words in {
        "other": "simulate hike -p 3 -n 50 --rule target=6",
        "four": "simulate hike -p 4 -n 50 --rule target=5",
        "greedy": "simulate hike -p 3 -n 50 --rule target=5 --policy greedy",
        "again": "simulate hike -p 3 -n 50 --rule target=5 --first 60",
        "looks": "simulate hike -p 3 -n 2000 --rule target=5 --seed 9 --until-decided",
        "sweep": "sweep hike -p 3 -n 50 --rule target=5,6",
        "oh": "simulate oh-hell -p 3 -n 10",
    }.items():
        analyze(f"{words} -q --out {name}", capsys)
    for names, words in {
        "a other": "its rule target is 6, not 5",
        "a four": "its players is 4, not 3",
        "a greedy": "its policies is greedy, greedy, greedy, not expert",
        "a again": "holds game 60 of seed 1",
        "a looks": "has planned looks",
        "a sweep": "it has 2 tables, not 1",
        "a oh": "its game is oh-hell, not hike",
        "a a": "is named twice",
        "a ./a": "is named twice",
        "a gone": "There is no folder",
        "a": "merge needs two runs or more",
    }.items():
        assert words in analyze_refused(f"merge {names} --out m", capsys), names
        assert not (ranges / "m").exists()
    assert "Option --out must name the folder" in analyze_refused("merge a b", capsys)
    assert "holds a run already" in analyze_refused("merge a b --out c", capsys)
    change_manifest(ranges / "b", analyzer="0.0.1")
    assert "made by analyzer 0.0.1" in analyze_refused("merge a b --out m", capsys)


def test_sweeps_and_comparisons_can_be_merged(tmp_path, capsys, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    for kind, line in {
        "sweep": "sweep hike -p 3..4 --rule target=5,6",
        "compare": "compare hike -p 3 --rule target=5 --vs target=6",
        "tournament": "tournament hike -p 3 --policies random,greedy --rule target=5",
    }.items():
        for name, words in {"a": "-n 80", "b": "-n 60 --first 80", "w": "-n 140"}.items():
            analyze(f"{line} {words} -q --out {kind}-{name}", capsys)
        analyze(f"merge {kind}-a {kind}-b --out {kind}-m -q", capsys)
        assert same_answers(tmp_path / f"{kind}-m", tmp_path / f"{kind}-w"), kind


# --- side by side ---------------------------------------------------------------------------------


def numbers(text: str) -> list:
    return [
        {k: row[k] for k in ("measure", "seat", "reference", "variant", "difference", "claim")}
        for row in json.loads(text)["differences"]
    ]


@pytest.mark.parametrize(
    ("game", "one", "two", "vs"),
    [
        ("hike -p 3", "--rule target=5", "--rule target=6", "target=6"),
        ("hike -p 3", "--rule target=5", "--rule target=5 --policy greedy", "policy=greedy"),
        ("horrible-mountain", "", "--policy 1=greedy", "policy=1=greedy"),
    ],
)
def test_two_runs_side_by_side_are_a_comparison(
    game, one, two, vs, tmp_path, capsys, monkeypatch
) -> None:
    """From their rows, the same numbers as compare gives, on the games that both have."""
    monkeypatch.chdir(tmp_path)
    analyze(f"simulate {game} {one} -n 150 -q --out a", capsys)
    analyze(f"simulate {game} {two} -n 120 --first 20 -q --out b --threads 1", capsys)
    told = analyze("show a b --json", capsys)
    line = f"compare {game} {one} --vs {vs} -n 120 --first 20 --json"
    assert numbers(told) == numbers(analyze(line, capsys))
    assert json.loads(told)["command"] == "analyze show a b"


def test_two_comparisons_with_one_reference_side_by_side(tmp_path, capsys, monkeypatch) -> None:
    """From their pairs, without rows."""
    monkeypatch.chdir(tmp_path)
    line = "compare hike -p 3 --rule target=5 -n 100"
    analyze(f"{line} --vs target=6 -q --out a", capsys)
    analyze(f"{line} --vs target=7 --vs bonus=0 -q --out b", capsys)
    told = analyze("show a b --json", capsys)
    both = analyze(f"{line} --vs target=6 --vs target=7 --vs bonus=0 --json", capsys)
    assert numbers(told) == numbers(both)
    analyze("extend b -n 200 -q", capsys)
    assert "holds 100 games from 0 on" in analyze_refused("show a b", capsys)


def test_what_cannot_be_put_side_by_side_is_told(tmp_path, capsys, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, words in {
        "a": "simulate hike -p 3 -n 50",
        "same": "simulate hike -p 3 -n 50",
        "seed": "simulate hike -p 3 -n 50 --seed 2 --rule target=5",
        "coin": "simulate hike -p 3 -n 50 --coin-seed 2 --rule target=5",
        "far": "simulate hike -p 3 -n 50 --first 1000 --rule target=5",
        "bare": "simulate hike -p 3 -n 50 --rule target=5 --rows 0",
        "oh": "simulate oh-hell -p 3 -n 10",
        "sweep": "sweep hike -p 3 -n 50 --rule target=5,6",
        "compare": "compare hike -p 3 -n 50 --rule target=5 --vs target=6",
        "looks": "simulate hike -p 3 -n 2000 --rule target=5 --until-decided",
    }.items():
        analyze(f"{words} -q --out {name}", capsys)
    for name, words in {
        "looks": "has planned looks",
        "same": "are the same table",
        "seed": "the seed is 1 in 'a' and 2 in 'seed'",
        "coin": "the coin seed is 1 in 'a' and 2 in 'coin'",
        "far": "have no game in common",
        "bare": "play both at once: analyze compare hike --players 3 --seed 1 --vs target=5 -n 50",
        "oh": "the game is hike in 'a' and oh-hell in 'oh'",
        "sweep": "is neither simulate nor compare",
        "compare": "holds pairs with its own reference only",
        "gone": "There is no folder",
    }.items():
        assert words in analyze_refused(f"show a {name}", capsys), name
    assert "show takes one run, or two" in analyze_refused("show a same bare", capsys)
