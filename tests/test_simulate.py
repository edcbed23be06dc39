"""From an experiment to totals and rows: nothing lost, nothing counted twice."""

import signal
import subprocess
import sys
import time

import numpy as np
import polars as pl
import pytest

from analyzer import games
from analyzer.simulate import Experiment, run
from analyzer.tables import Batch, Totals, games_frame, seats_frame


def experiment(players=4, n=500, **more):
    rules = games.load("hike").resolve_rules(players, {})
    return Experiment("hike", players, ("random",) * players, rules, seed=2, n=n, **more)


class Rows:
    """Keeps frames in memory."""

    def __init__(self, limit=None):
        self.limit, self.games, self.seats = limit, {}, {}

    def write(self, first, games, seats):
        self.games[first], self.seats[first] = games, seats

    def frames(self):
        joined = [pl.concat([part[k] for k in sorted(part)]) for part in (self.games, self.seats)]
        return tuple(joined)


def test_rows_and_totals_tell_the_same():
    rows = Rows()
    outcome = run(experiment(), chunk=64, rows=rows)
    played, seats = rows.frames()
    totals = outcome.totals
    assert played["game"].to_list() == list(range(500))
    assert seats.height == 2000
    assert (
        played["plays"].sum()
        == totals.game_sums["plays"]
        == sum(value * count for value, count in totals.histograms["plays"].items())
    )
    by_seat = seats.group_by("seat").agg(pl.col("score", "leftovers").sum()).sort("seat")
    assert by_seat["score"].to_list() == totals.seat_sums["score"].tolist()
    assert by_seat["leftovers"].to_list() == totals.seat_sums["leftovers"].tolist()
    assert sum(totals.end_reasons.values()) == totals.n == 500
    assert [sum(h.values()) for h in totals.score_histograms] == [500] * 4
    assert int((np.asarray(seats["score"]).astype(int) ** 2).sum()) == int(
        totals.seat_squares["score"].sum()
    )


def test_frames_have_the_documented_columns():
    rows = Rows()
    run(experiment(n=50), rows=rows)
    played, seats = rows.frames()
    face = games.load("hike")
    common = ["game", "turns", "decisions", "end_reason", "capped", "winners", "margin"]
    assert played.columns == [*common, *face.game_counters]
    common = ["game", "seat", "role", "policy", "score", "rank", "win_share"]
    assert seats.columns == [*common, *face.seat_counters]
    assert played.schema["end_reason"] == pl.Enum(list(face.end_reasons))
    assert played.schema["capped"] == pl.Boolean
    assert seats.schema["policy"] == pl.Enum(["random"])
    assert seats["role"].null_count() == seats.height
    assert seats["win_share"].sum() == 50
    assert seats.group_by("game").agg(pl.col("rank").sum())["rank"].unique().to_list() == [10.0]
    won = seats.filter(pl.col("win_share") == 1).sort("game")
    assert won["seat"].cast(pl.String).to_list() == played["winners"].to_list()
    assert (won["rank"] == 1).all()


def test_only_the_first_rows_are_kept_if_asked():
    rows = Rows(limit=30)
    outcome = run(experiment(n=200, first=10), chunk=16, rows=rows)
    assert outcome.totals.n == 200
    assert rows.frames()[0]["game"].to_list() == list(range(10, 40))


def test_unfinished_games_are_counted():
    rules = games.load("hike").resolve_rules(4, {"max_hands": 2})
    asked = Experiment("hike", 4, ("random",) * 4, rules, seed=2, n=300)
    rows = Rows()
    totals = run(asked, rows=rows).totals
    played, seats = rows.frames()
    assert totals.unfinished == totals.end_reasons["hand cap"] == played["capped"].sum() > 0
    assert totals.end_reasons["target"] == 300 - totals.unfinished
    assert seats["win_share"].sum() == 300 - totals.unfinished
    assert set(played.filter("capped")["winners"]) == {""}


def test_no_playouts_add_nothing():
    totals = run(experiment(n=20)).totals
    before = totals.seat_sums["score"].tolist()
    totals.add(Totals.none(games.load("hike"), 4))
    assert totals.seat_sums["score"].tolist() == before
    assert totals.n == 20


def test_shared_wins_and_roles_become_words():
    face = games.load("hike")
    batch = Batch.empty(face, 4, 0, 1)
    batch.games[:], batch.seats[:] = 0, 0
    batch.game_column("winners")[:] = 0b1010
    batch.seat_column("win840")[:] = [0, 420, 0, 420]
    batch.seat_column("rank2")[:] = [7, 3, 7, 3]
    assert games_frame(batch)["winners"].to_list() == ["2,4"]
    seats = seats_frame(batch, ("a", "b", "a", "b"))
    assert seats["win_share"].to_list() == [0, 0.5, 0, 0.5]
    assert seats["rank"].to_list() == [3.5, 1.5, 3.5, 1.5]
    assert seats["policy"].to_list() == ["a", "b", "a", "b"]


def test_progress_is_told_and_ends_complete():
    seen = []
    outcome = run(experiment(n=60_000), threads=3, chunk=500, progress=seen.append)
    assert seen[-1].total == 60_000
    assert all(now.done <= 60_000 for now in seen)
    assert [now.done for now in seen] == sorted(now.done for now in seen)
    assert 0 < outcome.core_seconds <= outcome.seconds * outcome.threads


def test_a_chunk_that_waits_for_an_earlier_one_is_done():
    from analyzer.simulate import _Run

    shared = _Run(experiment(n=60), 20, None)
    shared.finished[20] = run(experiment(n=20, first=20)).totals
    assert shared.waiting() == 20


INTERRUPTED = """
import signal, sys, time
from analyzer import games
from analyzer.simulate import Experiment, run
rules = games.load("hike").resolve_rules(4, {})
asked = Experiment("hike", 4, ("random",) * 4, rules, seed=2, n=10**9)
print("ready", flush=True)
outcome = run(asked)
n = outcome.totals.n
again = run(Experiment("hike", 4, ("random",) * 4, rules, seed=2, n=n)) if n else outcome
print(outcome.interrupted, n > 0,
      outcome.totals.seat_sums["score"].tolist() == again.totals.seat_sums["score"].tolist())
"""


def test_an_interrupt_keeps_what_is_done():
    process = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED], stdout=subprocess.PIPE, text=True
    )
    with process:
        assert process.stdout.readline() == "ready\n"
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        said = process.stdout.read()
    assert said.split() == ["True", "True", "True"]


@pytest.mark.parametrize("n", [1, 63, 64, 65, 8191, 8193])
def test_any_count_is_met_exactly(n):
    assert run(experiment(n=n)).totals.n == n
