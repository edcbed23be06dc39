"""Played on a cluster of processes: the same bytes as with threads, whatever happens to workers."""

import json
import os
import random
import signal
import time
from dataclasses import replace
from itertools import pairwise

import pytest

import analyzer
from analyzer.errors import RunError, UserError
from analyzer.simulation.executors import cluster, versions
from analyzer.simulation.executors.dask import FIRST, SECONDS, SHORTEST, WITH_ROWS, _Pace
from analyzer.simulation.plan import Chunk, Group, Plan, Reduction, totals_and_pairs
from analyzer.simulation.run import run
from support.lanes import rest_full
from support.playouts import cell

RANDOM = cell("hike", 4, ("random",) * 4, seed=2)
OTHER = cell("hike", 4, ("random",) * 4, {"target": 20}, seed=2)
MOUNTAIN = cell("horrible-mountain", 2, ("greedy",) * 2, seed=3)
PAIRED = Group((RANDOM, OTHER), totals_and_pairs((RANDOM, OTHER)), 700, 30)
ALONE = Group((MOUNTAIN,), (Reduction("totals", (0,)),), 300)
PLAN = Plan((PAIRED, ALONE))
LONG = Plan((Group((RANDOM,), (Reduction("totals", (0,)),), 150_000),))  # about a second


@pytest.fixture(scope="module")
def workers():
    """Two processes on this machine, for all tests of this file."""
    with cluster.open_cluster("local:2") as executor:
        yield executor


def settle(executor, n: int = 2) -> list[str]:
    """Have exactly so many workers, all of which answer; their addresses."""
    executor.client.cluster.scale(n)
    until = time.monotonic() + 100
    while time.monotonic() < until:
        found = executor.client.run(os.getpid, on_error="return")
        if len(found) == n and all(isinstance(pid, int) for pid in found.values()):
            return sorted(found)
        time.sleep(0.05)
    raise AssertionError(f"{len(found)} workers answer, not {n}")


def text(outcome) -> str:
    """All that a run amounts to, byte by byte."""
    told = [
        [ran.n, ran.look, {f"{reduction}": part.to_json() for reduction, part in ran.parts.items()}]
        for ran in outcome.groups
    ]
    return json.dumps(told, sort_keys=True)


@pytest.fixture(scope="module")
def whole() -> str:
    return text(run(PLAN, threads=1))


@pytest.fixture(scope="module")
def long() -> str:
    return text(run(LONG, threads=1))


# --- the same bytes -------------------------------------------------------------------------------


@pytest.mark.parametrize("chunk", [7, 8192, None])
def test_two_workers_give_the_bytes_of_threads(chunk, workers, whole) -> None:
    assert text(run(PLAN, chunk=chunk, threads=2)) == whole
    assert text(run(PLAN, chunk=chunk, executor=workers)) == whole


def test_chunks_of_one_game_give_the_same_bytes(workers) -> None:
    few = Plan((Group((RANDOM,), (Reduction("totals", (0,)),), 40),))
    assert text(run(few, chunk=1, executor=workers)) == text(run(few, threads=1, chunk=1))


@pytest.mark.parametrize("n", [1, 4])
def test_any_number_of_workers_gives_the_same_bytes(n, workers, whole) -> None:
    settle(workers, n)
    try:
        outcome = run(PLAN, executor=workers)
    finally:
        settle(workers)
    assert text(outcome) == whole
    assert outcome.threads == n


@pytest.mark.parametrize("stop_at", [None, 0, 2])
def test_looks_stop_at_the_same_game(stop_at, workers) -> None:
    looks = (100, 200, 400, 800)
    plan = Plan((Group((RANDOM,), (Reduction("totals", (0,)),), 800, 5, looks), PAIRED))

    def decide(ran, look) -> bool:
        assert ran.n == looks[look]
        return look == stop_at

    threads = run(plan, threads=2, chunk=16, decide=decide)
    there = run(plan, executor=workers, chunk=16, decide=decide)
    assert text(there) == text(threads)
    assert there.groups[0].n == looks[3 if stop_at is None else stop_at]


def test_what_is_kept_is_not_played_again(workers, whole) -> None:
    kept = []

    class Memory:
        def __init__(self, parts) -> None:
            self.parts = parts

        def known(self, group):
            return [part for place, part in self.parts if place == group]

        def keep(self, group, part) -> None:
            kept.append((group, part))

    run(PLAN, chunk=60, threads=1, store=Memory([]))
    half, kept = kept[::2], []
    assert text(run(PLAN, executor=workers, store=Memory(half))) == whole
    held = sorted((place, part.first, part.n) for place, part in half + kept)
    assert sum(n for place, _, n in held if place == 0) == PAIRED.n
    assert sum(n for place, _, n in held if place == 1) == ALONE.n


def test_rows_come_home(workers) -> None:
    plan = Plan((Group((MOUNTAIN,), (Reduction("totals", (0,)),), 500, 10),))
    found: dict[str, list] = {"threads": [], "workers": []}
    run(plan, threads=1, chunk=500, rows=lambda _, batch: found["threads"].append(batch))
    run(
        plan,
        executor=workers,
        rows=lambda one, batch: found["workers"].append((one, batch)),
        rows_end=210,
    )
    (all_rows,) = found["threads"]
    games = set()
    for one, batch in found["workers"]:
        assert one is MOUNTAIN
        mine = all_rows.part(batch.first, batch.n)
        assert (batch.games == mine.games).all()
        assert (batch.seats == mine.seats).all()
        games |= set(range(batch.first, batch.first + batch.n))
        assert batch.first < 210  # rows that nobody wants stay where they are
    assert set(range(10, 210)) <= games


def test_the_questions_of_python_take_a_cluster() -> None:
    words = {"players": 3, "n": 200, "rules": {"target": 10}}
    here = analyzer.simulate("hike", threads=1, **words)
    there = analyzer.simulate("hike", cluster="local:1", **words)
    assert here.seats.equals(there.seats)
    with pytest.raises(UserError, match="threads and cluster cannot be combined"):
        analyzer.simulate("hike", threads=1, cluster="local:1", **words)
    with pytest.raises(UserError, match=r"^cluster must be local:4, tcp://"):
        analyzer.simulate("hike", cluster=4, **words)


# --- users' files ---------------------------------------------------------------------------------

MINE = """
from helper import place
class Mine:
    def choose(self, view, moves, rng):
        import late
        return place(rng, moves) if late.YES else 0
"""


def test_policy_files_and_tables_travel(workers, tmp_path, monkeypatch) -> None:
    """The folder that the names refer to is none that a worker knows."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "helper.py").write_text("def place(rng, moves): return rng.below(len(moves))\n")
    (tmp_path / "late.py").write_text("YES = True\n")
    rows = {"bird": "bird lake tree", "bug": "light peak tree", "lake": "bug light peak",
            "light": "bug trail tree", "peak": "bird light trail", "trail": "bird bug lake",
            "tree": "lake peak bug"}  # fmt: skip
    lines = [f"{suit} = {json.dumps(row.split())}" for suit, row in rows.items()]
    (tmp_path / "box.toml").write_text("\n".join(lines))
    table = cell("hike", 3, ("./mine.py:Mine", "random", "expert"), {"suits": "./box.toml"})
    plan = Plan((Group((table,), (Reduction("totals", (0,)),), 30),))
    there = []
    outcome = run(plan, executor=workers, rows=lambda _, batch: there.append(batch))
    assert text(outcome) == text(run(plan, threads=1))
    assert {batch.policies[0] for batch in there} == {"./mine.py:Mine"}


def test_a_policy_that_fails_is_told_as_with_threads(workers, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.py").write_text(
        "class Bad:\n    def choose(self, view, moves, rng):\n        return moves[99]\n"
    )
    table = cell("hike", 3, ("./bad.py:Bad", "random", "random"))
    plan = Plan((Group((table,), (Reduction("totals", (0,)),), 3),))
    told = set()
    for options in ({"threads": 1}, {"executor": workers}):
        with pytest.raises(RunError) as error:
            run(plan, chunk=3, **options)
        told.add(str(error.value))
    (sentence,) = told
    assert sentence.startswith("Policy ./bad.py:Bad raised IndexError: list index out of range")
    assert "in line 3 at seat 1 of hike --players 3 --seed 1 --game 0" in sentence


def test_an_interrupt_cancels_what_is_queued_and_keeps_what_is_done(workers) -> None:
    endless = Plan((replace(LONG.groups[0], n=10**9),))

    def progress(now) -> None:
        if now.done:
            raise KeyboardInterrupt

    outcome = run(endless, executor=workers, chunk=3000, progress=progress)
    assert outcome.interrupted
    assert not outcome.lost
    n = outcome.groups[0].n
    again = Plan((replace(LONG.groups[0], n=n),))
    assert text(outcome) == text(run(again, threads=1))
    until = time.monotonic() + 100
    while workers.client.run_on_scheduler(lambda dask_scheduler: len(dask_scheduler.tasks)):
        assert time.monotonic() < until  # the scheduler forgets what nobody waits for
        time.sleep(0.02)


# --- workers that die, or are of another kind -----------------------------------------------------


def killed_after(executor, chunks: int, luck: random.Random):
    """SIGKILL for one worker, when so many chunks have come."""
    pids = sorted(executor.client.run(os.getpid).values())
    seen = set()

    def progress(now) -> None:
        seen.add(now.done)
        if len(seen) > chunks and pids:
            os.kill(luck.choice(pids), signal.SIGKILL)
            pids.clear()

    return progress


@pytest.mark.parametrize("seed", rest_full(range(2)))
def test_a_worker_killed_at_a_random_moment_changes_nothing(seed, workers, long) -> None:
    luck = random.Random(seed)
    before = settle(workers)
    progress = killed_after(workers, luck.randint(2, 5), luck)
    assert text(run(LONG, executor=workers, progress=progress)) == long
    assert settle(workers) != before  # one is new


def pretending(version: str):
    """For a worker: be another analyzer from now on."""

    def pretend() -> None:  # travels as code, since workers do not know this file
        import analyzer

        analyzer.__version__ = version

    return pretend


def test_a_worker_of_another_version_is_refused(workers) -> None:
    one = settle(workers)[1]
    workers._compared.clear()
    workers.client.run(pretending("0.0.9"), workers=[one])
    try:
        with pytest.raises(UserError) as told:
            run(PLAN, executor=workers)
    finally:
        workers.client.run(pretending(analyzer.__version__), workers=[one])
    assert str(told.value) == (
        f"The worker {one} cannot play: analyzer is 0.0.9 there and {analyzer.__version__} here; "
        "install the same version everywhere, then start the workers again."
    )


def test_a_worker_that_comes_later_is_compared_too(workers, whole) -> None:
    assert text(run(PLAN, executor=workers)) == whole  # all are met by now
    workers.client.run(pretending("0.0.9"))
    try:
        with pytest.raises(
            RunError, match=r"^The worker tcp://\S+ cannot play: analyzer is 0\.0\.9"
        ):
            run(PLAN, executor=workers)
    finally:
        workers.client.run(pretending(analyzer.__version__))
    assert text(run(PLAN, executor=workers)) == whole


@pytest.mark.parametrize("name", ["analyzer", "Python", "dask", "distributed", "the game hike"])
def test_what_differs_is_named(name) -> None:
    mine = versions.local_versions(["hike"], [])
    assert versions.first_difference(mine, mine) is None
    assert (
        versions.first_difference(mine | {name: "9"}, mine)
        == f"{name} is 9 there and {mine[name]} here"
    )
    theirs = {key: value for key, value in mine.items() if key != name}
    assert versions.first_difference(theirs, mine) == f"{name} is none there and {mine[name]} here"


def test_games_and_policies_of_other_packages_are_compared() -> None:
    assert (
        versions.local_versions(["no-such-game"], ["hike.nobody"])["the game no-such-game"]
        == "none"
    )
    assert versions.local_versions([], ["hike.nobody"])["the policy hike.nobody"] == "none"


def test_without_workers_a_run_is_given_up(workers, monkeypatch) -> None:
    monkeypatch.setattr(workers, "deserted", 1.0)
    endless = Plan((replace(LONG.groups[0], n=10**9),))
    kept = []

    def progress(now) -> None:
        if now.reduced and now.reduced.n and not kept:  # game 0 is back; later ones may come first
            kept.append(now.reduced.n)
            workers.client.cluster.scale(0)

    try:
        outcome = run(endless, executor=workers, chunk=2000, progress=progress)
    finally:
        settle(workers)
    assert outcome.interrupted
    assert outcome.lost == f"The scheduler {workers.address} has had no worker for 1 seconds."
    assert outcome.groups[0].n >= kept[0]
    again = Plan((Group((RANDOM,), (Reduction("totals", (0,)),), outcome.groups[0].n),))
    assert text(run(again, threads=1)) == text(outcome)


def test_a_library_that_a_worker_has_not_is_named(workers) -> None:
    chunk = Chunk(PAIRED.cells, PAIRED.reductions, 30, 10)
    error = workers._explain(chunk, "error", (ImportError, ImportError("x"), None))
    assert str(error) == (
        "A worker cannot play games 30 to 39 of hike: x; install the same everywhere."
    )


# --- sizes ----------------------------------------------------------------------------------------


def test_chunks_grow_to_about_two_seconds() -> None:
    """Whatever a game costs, and not by a leap: the first ones may tell little."""
    for cost in (1e-6, 1e-3, 0.3, 10.0):
        pace, sizes = _Pace(), []
        for _ in range(12):
            sizes.append(pace.games(SECONDS))
            pace.learn(sizes[-1], cost * sizes[-1])
        assert sizes[0] == FIRST
        assert all(b <= 8 * a for a, b in pairwise(sizes))
        assert sizes[-1] == max(1, int(SECONDS / cost + 1e-9))


def test_the_last_chunks_are_small_and_rows_make_small_ones(workers) -> None:
    settle(workers)
    workers.prepare([RANDOM])
    workers.start(iter(()), None)
    for _ in range(12):
        n = workers.size(0, LONG.groups[0], 10**9)
        workers._paces[0].learn(n, n / 2**17)
    assert workers.size(0, LONG.groups[0], 10**9) == SECONDS * 2**17
    assert workers.size(0, LONG.groups[0], 400_000) == 100_000
    assert workers.size(0, LONG.groups[0], 1000) == int(SHORTEST * 2**17)
    assert workers.size(1, LONG.groups[0], 10**9) == FIRST
    workers.start(iter(()), lambda *_: None)
    for _ in range(12):
        n = workers.size(0, LONG.groups[0], 10**9)
        workers._paces[0].learn(n, n / 2**17)
    assert n == WITH_ROWS
    workers.stop(0.0)
