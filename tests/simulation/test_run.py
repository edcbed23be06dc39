"""From a plan to reduced numbers: the same for any threads and chunks, with honest looks."""

import json
import signal
import subprocess
import sys
from dataclasses import replace

import pytest

from analyzer.playout.cell import describe_differences
from analyzer.simulation.chunk import play_chunk
from analyzer.simulation.plan import (
    Chunk,
    Group,
    Plan,
    Reduction,
    merge_plans,
    missing_ranges,
    split_into_chunks,
    totals_and_pairs,
)
from analyzer.simulation.run import _GroupMerge, run, run_question
from support.lanes import rest_full
from support.memory_store import HIKE, OTHER, THIRD, MemoryStore, plan
from support.paths import TESTS
from support.playouts import cell, totals
from support.processes import wait_for_work


def text(ran) -> str:
    parts = {
        f"{reduction.reducer}{reduction.cells}": part.to_json()
        for reduction, part in ran.parts.items()
    }
    return json.dumps([ran.n, ran.look, parts], sort_keys=True)


def test_threads_and_chunks_change_no_byte() -> None:
    whole = text(run(plan(), threads=1).groups[0])
    for threads, chunk in ((1, 1), (2, 7), (7, 64), (3, 8192)):
        assert text(run(plan(), threads=threads, chunk=chunk).groups[0]) == whole


def test_cells_of_a_group_play_as_if_alone() -> None:
    ran = run(plan()).groups[0]
    for place, alone in enumerate((HIKE, OTHER, THIRD)):
        assert ran.totals(place) == totals(alone, 300)


def test_play_chunk_is_pure() -> None:
    cells = (HIKE, OTHER)
    chunk = Chunk(cells, totals_and_pairs(cells), 40, 30)
    one, two = play_chunk(chunk), play_chunk(chunk)
    assert one == two
    assert (one.first, one.n) == (40, 30)
    assert set(one.parts) == set(chunk.reductions)


def test_reduced_chunks_must_follow_each_other() -> None:
    one, two, far = (
        play_chunk(Chunk((HIKE,), (Reduction("totals", (0,)),), f, 5)) for f in (0, 5, 11)
    )
    assert one.add(two).n == 10
    for wrong in (far, one):
        with pytest.raises(ValueError, match="do not follow"):
            one.add(wrong)


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_chunks_cover_every_game_once_and_end_at_looks(size: int) -> None:
    group = Group((HIKE,), (), 100, 10, (13, 25, 50, 100))
    pieces = list(split_into_chunks(group, size))
    covered = [i for piece in pieces for i in range(piece.first, piece.first + piece.n)]
    assert covered == list(range(10, 110))
    assert {10 + look for look in group.looks} <= {p.first + p.n for p in pieces}
    assert max(piece.n for piece in pieces) <= size


@pytest.mark.parametrize("stop_at", [None, 0, 1, 2])
def test_looks_stop_at_the_same_game_on_any_threads_and_chunks(stop_at) -> None:
    looks = (38, 75, 150, 300)

    def decide(ran, look) -> bool:
        assert ran.n == looks[look]
        seen.append(look)
        return look == stop_at

    found = set()
    for threads, chunk in ((1, 300), (2, 7), (7, 1), (2, 64)):
        seen: list[int] = []
        ran = run(plan(looks=looks), threads=threads, chunk=chunk, decide=decide).groups[0]
        assert seen == list(range((3 if stop_at is None else stop_at) + 1))
        assert ran.n == looks[seen[-1]]
        found.add(text(ran))
    assert len(found) == 1


def test_later_rounds_of_a_question_have_looks_too() -> None:
    """The first round is decided at its second look, the next one at its first."""

    class Rounds:
        def plan(self) -> Plan:
            return plan(looks=(100, 200, 300), cells=(HIKE,))

        def next_round(self, outcome) -> Plan | None:
            return plan(looks=(50, 100), n=100, cells=(HIKE, OTHER)) if self.one(outcome) else None

        def one(self, outcome) -> bool:
            return len(outcome.groups) == 1

        def is_decided(self, ran, look) -> bool:
            return look == 2 - len(ran.group.cells)

    for threads, chunk in ((1, 300), (2, 7)):
        outcome = run_question(Rounds(), threads=threads, chunk=chunk)
        assert [(ran.n, ran.look) for ran in outcome.groups] == [(200, 1), (50, 0)]


def test_a_decided_group_leaves_the_others_alone() -> None:
    groups = tuple(
        Group((HIKE,), (Reduction("totals", (0,)),), 200, first, (100, 200)) for first in (0, 500)
    )
    outcome = run(Plan(groups), chunk=10, decide=lambda ran, _look: ran.group.first == 0)
    assert [ran.n for ran in outcome.groups] == [100, 200]
    assert outcome.games == 300


@pytest.mark.parametrize("n", [1, 63, 64, 65, 8191, 8193])
def test_any_count_is_met_exactly(n: int) -> None:
    assert totals(HIKE, n).n == n


def test_progress_is_told_and_ends_complete() -> None:
    seen = []
    outcome = run(plan(20_000, cells=(HIKE,)), threads=3, chunk=500, progress=seen.append)
    assert seen[-1].total == 20_000
    assert all(now.done <= 20_000 for now in seen)
    assert [now.done for now in seen] == sorted(now.done for now in seen)
    assert 0 < outcome.core_seconds <= outcome.seconds * outcome.threads


def test_what_waits_for_a_late_chunk_is_added_up() -> None:
    """Memory stays flat: neighbours become one, but for the planned look that parts them."""
    group = plan(60, first=5, looks=(30, 60), cells=(HIKE,)).groups[0]
    pieces = [play_chunk(piece) for piece in split_into_chunks(group, 4)]
    looks = []
    merge = _GroupMerge(group, lambda ran, look: bool(looks.append((ran.n, look))))
    for piece in [*pieces[1::2], *pieces[2::2]]:
        merge.take(piece)
    assert [(first, part.n) for first, part in merge.waiting.items()] == [(9, 26), (35, 30)]
    assert merge.done == 56
    merge.take(pieces[0])
    assert looks == [(30, 0), (60, 1)]
    assert merge.waiting == merge._ends == {}
    assert text(merge.result()) == text(run(Plan((group,)), decide=lambda *_: False).groups[0])


# --- cells ---------------------------------------------------------------------------------------


def test_a_cell_is_named_by_everything_that_changes_a_result() -> None:
    base = HIKE
    others = [
        replace(base, seed=3),
        replace(base, coin_seed=9),
        OTHER,
        THIRD,
        cell("hike", 5, ("random",) * 5, seed=2),
        cell("oh-hell", 4, ("random",) * 4, seed=2),
    ]
    keys = {other.key for other in [base, *others]}
    assert len(keys) == 1 + len(others)
    assert base.key == cell("hike", 4, ("random",) * 4, seed=2).key
    assert json.loads(base.text)["rules"]["target"] == base.rules.target
    assert replace(base, coin_seed=2).key == base.key  # the default, said aloud


def test_two_cells_say_what_differs() -> None:
    assert describe_differences(HIKE, HIKE) == []
    assert describe_differences(HIKE, OTHER) == [f"rules target: {HIKE.rules.target} and 20"]
    assert describe_differences(HIKE, replace(HIKE, seed=5)) == [
        "coin_seed: 2 and 5",
        "seed: 2 and 5",
    ]


def test_equal_cells_of_several_questions_are_played_once() -> None:
    one = plan(cells=(HIKE, OTHER))
    two = plan(cells=(OTHER, THIRD))
    both = merge_plans([one, two, plan(n=50)])
    first, second = both.groups
    assert first.cells == (HIKE, OTHER, THIRD)
    assert second.n == 50
    assert Reduction("pairs", (1, 0)) in first.reductions
    assert Reduction("pairs", (2, 1)) in first.reductions
    assert len([reduction for reduction in first.reductions if reduction.reducer == "totals"]) == 3
    ran = run(both).groups[0]
    assert ran.pairs(2, 1) == run(two).groups[0].pairs(1, 0)


# --- interrupts ----------------------------------------------------------------------------------

INTERRUPTED = """
import sys
sys.path.insert(0, {tests!r})
from support.playouts import cell, totals
from analyzer.simulation.run import run
from analyzer.simulation.plan import Group, Plan, totals_and_pairs
cells = tuple(cell("hike", 4, (who,) * 4, seed=2) for who in ("random", "greedy"))[:{count}]
print("ready", flush=True)
outcome = run(Plan((Group(cells, totals_and_pairs(cells), 10**9),)))
ran = outcome.groups[0]
same = [ran.totals(i) == totals(one, ran.n) for i, one in enumerate(cells)]
print(outcome.interrupted, ran.n > 0, all(same))
"""


@pytest.mark.parametrize("count", rest_full([1, 2]))
def test_an_interrupt_keeps_what_is_done(count: int) -> None:
    code = INTERRUPTED.format(tests=str(TESTS), count=count)
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", code], stdout=subprocess.PIPE, text=True
    )
    with process:
        assert process.stdout.readline() == "ready\n"
        wait_for_work(process, 1)
        process.send_signal(signal.SIGINT)
        said = process.stdout.read()
    assert said.split() == ["True", "True", "True"]


# --- what an earlier run has kept ----------------------------------------------------------------


def test_what_is_kept_is_not_played_again() -> None:
    whole = text(run(plan(), threads=1).groups[0])
    store = MemoryStore()
    run(plan(), chunk=13, store=store)
    kept = store.parts
    for keep in (kept[::2], kept[1::2], kept[:5], kept[-5:], kept, []):
        again = MemoryStore(keep)
        assert text(run(plan(), chunk=29, store=again).groups[0]) == whole
        covered = sorted((part.first, part.n) for _, part in again.parts)
        assert sum(n for _, n in covered) == 300  # nothing twice


def test_gaps() -> None:
    group = Group((HIKE,), (), 100, 10)
    assert missing_ranges(group, []) == [(10, 100)]
    assert missing_ranges(group, [(10, 100)]) == []
    assert missing_ranges(group, [(30, 10), (50, 5)]) == [(10, 20), (40, 10), (55, 55)]
    assert missing_ranges(group, [(100, 10), (10, 1)]) == [(11, 89)]
