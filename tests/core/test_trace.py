"""Traces: a written course of scores with known answers, and the same as stepping through."""

import random
from math import ceil
from types import SimpleNamespace

import numpy as np
import pytest

from analyzer import games
from analyzer._core.runner import Control, Stepper, run_batch
from analyzer._core.trace import GAME_COLUMNS, SEAT_COLUMNS, Traces
from analyzer.estimates import drama
from analyzer.playout.seeds import seed_key
from analyzer.playout.state import make_table
from support.playouts import empty_batch
from support.playouts import seat_policies as sit

pytestmark = pytest.mark.kit

# Seat 1 leads, a tie, seat 2, seat 3, seat 2 again; seat 2 wins.
WRITTEN = [[5, 3, 0], [6, 6, 0], [6, 9, 1], [6, 9, 20], [6, 30, 21], [8, 31, 22]]
WON = [0, 840, 0]


def told(traces, row=0):
    players = traces.players
    by_game = dict(zip(GAME_COLUMNS, traces.games[:, row].tolist(), strict=True))
    rows = traces.seats.reshape(len(SEAT_COLUMNS), -1, players)[:, row].tolist()
    return by_game | dict(zip(SEAT_COLUMNS, rows, strict=True))


def test_a_written_trace_has_known_answers():
    traces = Traces(3, 1)
    traces.of_scores(WRITTEN, WON)
    assert told(traces) == {
        "events": 6,
        "lead_changes": 3,  # to seats 2, 3 and 2
        "last_change": 5,
        "half_led": 1,  # event 3
        "half_won840": 840,
        "behind": [4, 2, 5],  # in the tie neither seat 1 nor seat 2 is
        "deficit": [24, 11, 9],
    }


def course(events, won, gap_step=1, stride=1):
    """The same numbers once more, word for word: columns, and the cells of the table of chances,
    for which every stride-th event is kept."""
    players, n = len(won), len(events)
    gaps = [
        [score - max(scores[:seat] + scores[seat + 1 :]) for seat, score in enumerate(scores)]
        for scores in events
    ]
    leaders = [next((seat for seat, gap in enumerate(row) if gap > 0), None) for row in gaps]
    took = []  # (event, seat) whenever another seat leads than the one that led last
    for event, leader in enumerate(leaders, 1):
        if leader is not None and (not took or took[-1][1] != leader):
            took.append((event, leader))
    half = leaders[max(1, n // 2) - 1]
    last = {ceil(16 * event / n) - 1: event for event in range(stride, n + 1, stride)}
    table = np.zeros((16, 64, 2), int)
    for part, event in last.items():
        for seat, gap in enumerate(gaps[event - 1]):
            table[part, min(max(32 + gap // gap_step, 0), 63)] += 1, won[seat]
    columns = {
        "events": n,
        "lead_changes": max(0, len(took) - 1),
        "last_change": took[-1][0] if took else 0,
        "half_led": int(half is not None),
        "half_won840": 0 if half is None else won[half],
        "behind": [sum(row[seat] < 0 for row in gaps) for seat in range(players)],
        "deficit": [max(0, -min(row[seat] for row in gaps)) for seat in range(players)],
    }
    return columns, table


@pytest.mark.parametrize("players", range(2, 9))
def test_any_course_of_scores_is_told_as_word_for_word(players):
    """Short and long ones, up to those that are just not thinned; with ties, long runs of equal
    scores, leads that change at every event, and gaps beyond the table."""
    luck = random.Random(f"course {players}")
    for n in [*range(1, 35), 47, 48, 49, 63, 64, 65, 127, 128, 129, 200, 511, 512]:
        spread, still = luck.choice([(1, 0.2), (2, 0.9), (40, 0.5), (3, 0.99), (1000, 0)])
        events = [[luck.randint(-spread, spread) for _ in range(players)]]
        while len(events) < n:
            new = [luck.randint(-spread, spread) for _ in range(players)]
            events.append(events[-1] if luck.random() < still else new)
        won = [0] * players
        won[luck.randrange(players)] = 840
        gap_step = luck.choice([1, 1, 3])
        traces = Traces(players, 3, gap_step)
        traces.of_scores(events, won, 1)
        columns, table = course(events, won, gap_step)
        assert told(traces, 1) == columns, (n, events)
        assert np.array_equal(traces.by_part, table), (n, events)


def test_the_table_of_chances_counts_every_seat_once_a_part():
    traces = Traces(3, 1)
    traces.of_scores(WRITTEN, WON)
    assert traces.by_part[:, :, 0].sum() == 18
    assert traces.by_part[:, :, 1].sum() == 6 * 840
    # event 3 of 6: 6, 9, 1 are 3 behind, 3 ahead, 8 behind
    row = traces.by_part[ceil(16 * 3 / 6) - 1]
    assert {gap - 32: cell.tolist() for gap, cell in enumerate(row) if cell[0]} == {
        -3: [1, 0],
        3: [1, 840],
        -8: [1, 0],
    }
    # of many events in a part the last one counts: here 10, 20, ...
    traces = Traces(2, 1)
    traces.of_scores([[int(event % 10 == 0), 0] for event in range(1, 161)], [840, 0])
    assert traces.by_part[:, 33].tolist() == [[1, 840]] * 16
    assert traces.by_part[:, 31].tolist() == [[1, 0]] * 16


def test_steps_make_gaps_coarser():
    traces = Traces(2, 1, gap_step=10)
    traces.of_scores([[0, 9], [0, 10], [11, 0], [1000, 0], [0, 0]], [840, 0])
    found = {gap - 32: int(n) for gap in range(64) if (n := traces.by_part[:, gap, 0].sum())}
    # -9 and -10 are in the step from -10 to -1, -11 is in the one below; 1000 is cut off
    assert found == {-32: 1, -2: 1, -1: 2, 0: 3, 1: 2, 31: 1}


def test_a_tie_hides_nobody_and_changes_nothing():
    traces = Traces(2, 1)
    traces.of_scores([[0, 0], [3, 3], [4, 4]], [420, 420])
    assert told(traces) == {
        "events": 3,
        "lead_changes": 0,
        "last_change": 0,
        "half_led": 0,
        "half_won840": 0,
        "behind": [0, 0],
        "deficit": [0, 0],
    }


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("n", [512, 513, 1023, 1024, 1025, 1536, 2048, 4097, 9999])
def test_long_courses_are_thinned_for_the_table_but_count_every_event(n, players):
    """Scores rise event by event, so that a gap tells the event: of more than 512 events every
    second is kept, then every fourth, and so on."""
    won = [840] + [0] * (players - 1)
    events = [[event, *(event % (5 + seat) for seat in range(1, players))] for event in range(n)]
    events[n // 3] = [0] * (players - 1) + [1]  # another seat leads for a moment
    stride = 1
    while n // stride > 512:
        stride *= 2
    step = n // 30 + 1  # so that the table has room for all gaps
    traces = Traces(players, 1, step)
    traces.of_scores(events, won)
    columns, table = course(events, won, step, stride)
    assert told(traces) == columns
    assert np.array_equal(traces.by_part, table)


def test_the_table_of_very_many_courses_does_not_overflow():
    """Counts and wins are packed in one word, which is emptied in time."""
    traces, n = Traces(2, 1), 330_000  # 2**32 is less than n times 2 * 6720
    for _ in range(n):
        traces.of_scores([[0, 0]], [6720, 6720])
    assert traces.by_part[15, 32].tolist() == [2 * n, 2 * n * 6720]


@pytest.mark.parametrize(("step", "lead"), [(1, 1), (1, 2), (4, 4), (4, 8)])
def test_only_who_leads_alone_can_run_away(step, lead):
    """Of four games two have a leader at a quarter of the game, one of whom wins."""
    traces = Traces(2, 4, step)
    for row, (ahead, won) in enumerate([(0, 840), (0, 0), (lead, 840), (-lead, 840)]):
        traces.of_scores([[ahead, 0]] * 16, [won, 840 - won], row)
    rows = drama.leader_win_rates(SimpleNamespace(by_part=traces.by_part), step)
    first = [row for row in rows if row.part == 4]
    assert {(row.games, row.wins) for row in first} == {(2, 0.5)}
    assert all(row.low < 0.5 < row.high for row in first)
    assert max(row.gap for row in first) == lead


@pytest.mark.parametrize("step", [1, 2, 3, 7, 12, 1000, 99_991])
def test_steps_divide_exactly(step):
    """At every edge, where a rounded inverse would show first."""
    for gap in (edge + off for edge in range(-33 * step, 34 * step, step) for off in (-1, 0, 1)):
        traces = Traces(2, 1, step)
        traces.of_scores([[gap, 0]], [840, 0])
        columns = [min(max(32 + one // step, 0), 63) for one in (gap, -gap)]
        assert traces.by_part[15, :, 0].tolist() == np.bincount(columns, minlength=64).tolist()


def stepped(table, seated, index, turn_number):
    """The scores at every event of a playout, found by stepping."""
    stepper = Stepper(table, seed_key(11), index)
    coins, events, moment = stepper.coins(), [], (0, 0)
    while codes := stepper.moves():
        stepper.apply(codes[stepper.choose(seated[stepper.seat], coins[stepper.seat])])
        now = (stepper.stage, stepper.describe().get("turn_no", 0) if turn_number else 0)
        if now != moment:
            events.append(stepper.result()["scores"])
        fresh, moment = now != moment, now
    if not fresh:
        events.append(stepper.result()["scores"])
    return events, stepper.result()["win840"]


TABLES = [
    (game, games.load(game).players[0], name)
    for game in games.names()
    for name in ("random", "greedy")
]


@pytest.mark.parametrize(("game", "players", "policy"), TABLES)
@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"max_turns": 9},
        {"run_outs": 10},  # more events than words have bits
        {"cube_2": -100, "cube_6": 100, "hand_limit": 3, "variant": True},
    ],
)
def test_a_trace_is_the_same_as_stepping(game, players, policy, rules):
    """Also where a playout is stopped by a cap, and with the fast path of a game."""
    module, n = games.load(game), 12
    if not rules.keys() <= set(module.rules_type.__dataclass_fields__):
        rules = {}
    resolved = module.resolve_rules(players, rules)
    table = make_table(module, players, resolved)
    seated = sit(game, (policy,) * players, table, resolved)
    batch, traces = empty_batch(game, players, n), Traces(players, n)
    run_batch(table, seated, seed_key(11), 0, n, batch.games, batch.seats, Control(), traces=traces)
    again = Traces(players, n)
    for index in range(n):
        events, won = stepped(table, seated, index, game == "horrible-mountain")
        again.of_scores(events, won, index)
    for name in ("games", "seats", "by_part"):
        assert np.array_equal(getattr(traces, name), getattr(again, name)), name


@pytest.mark.parametrize("game", games.names())
def test_a_trace_changes_no_playout(game):
    module, n = games.load(game), 40
    players = module.players[0]
    rules = module.resolve_rules(players, {})
    table = make_table(module, players, rules)
    seated = sit(game, ("random",) * players, table, rules)
    with_trace, without = (empty_batch(game, players, n) for _ in range(2))
    for batch, more in ((with_trace, {"traces": Traces(players, n)}), (without, {})):
        run_batch(table, seated, seed_key(3), 0, n, batch.games, batch.seats, Control(), **more)
    assert np.array_equal(with_trace.games, without.games)
    assert np.array_equal(with_trace.seats, without.seats)


@pytest.mark.parametrize("wrong", [(0, 1), (9, 1), (3, -1), (3, 1, 0), (3, 1, -1), (3, 1, 1 << 24)])
def test_traces_that_cannot_be_are_refused(wrong):
    with pytest.raises(ValueError, match="must be"):
        Traces(*wrong)
    with pytest.raises(ValueError, match="needs events"):
        Traces(2, 1).of_scores([], [0, 0])
    with pytest.raises(ValueError, match="row of its own"):
        Traces(2, 1).of_scores([[0, 0]], [0, 0], 1)
