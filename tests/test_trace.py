"""Traces: a written course of scores with known answers, and the same as stepping through."""

from math import ceil

import numpy as np
import pytest

from analyzer import games
from analyzer._core.playout import Control, Stepper, run_batch
from analyzer._core.trace import GAME_COLUMNS, SEAT_COLUMNS, Traces
from analyzer.seeds import key
from analyzer.state import make_table
from played import room
from played import seated as sit

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


def test_the_tables_of_chances_count_every_seat_at_every_event():
    traces = Traces(3, 1)
    traces.of_scores(WRITTEN, WON)
    assert traces.by_event[:, :, 0].sum() == traces.by_part[:, :, 0].sum() == 18
    assert traces.by_event[:, :, 1].sum() == traces.by_part[:, :, 1].sum() == 6 * 840
    # event 3 of 6: 6, 9, 1 are 3 behind, 3 ahead, 8 behind
    assert {gap - 32: cell.tolist() for gap, cell in enumerate(traces.by_event[2]) if cell[0]} == {
        -3: [1, 0],
        3: [1, 840],
        -8: [1, 0],
    }
    assert np.array_equal(traces.by_event[2], traces.by_part[ceil(16 * 3 / 6) - 1])


def test_steps_make_gaps_and_events_coarser():
    traces = Traces(2, 2, gap_step=10, event_step=4)
    traces.of_scores([[0, 9], [0, 10], [11, 0], [1000, 0], [0, 0]], [840, 0])
    places = [
        (event, gap - 32, int(n))
        for event in range(16)
        for gap in range(64)
        if (n := traces.by_event[event, gap, 0])
    ]
    # -9 and -10 are in the step from -10 to -1, -11 is in the one below; 1000 is cut off
    assert places == [
        *((0, -32, 1), (0, -2, 1), (0, -1, 2), (0, 0, 1), (0, 1, 2), (0, 31, 1)),
        (1, 0, 2),
    ]


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


@pytest.mark.parametrize("n", [63, 64, 65, 127, 128, 129, 256, 257, 1000, 4097])
def test_long_traces_are_thinned_but_count_every_event(n):
    """The leader changes at every event."""
    traces = Traces(2, 1)
    traces.of_scores([[event % 2, 1 - event % 2] for event in range(n)], [840, 0])
    seen = told(traces)
    assert (seen["events"], seen["lead_changes"], seen["last_change"]) == (n, n - 1, n)
    assert seen["behind"] == [n - n // 2, n // 2]
    stride = 1
    while n // stride > 64:
        stride *= 2
    assert traces.by_part[:, :, 0].sum() == 2 * (n // stride)
    kept = [event for event in range(1, n + 1) if event % stride == 0]
    parts = np.bincount([ceil(16 * event / n) - 1 for event in kept], minlength=16)
    assert traces.by_part[:, :, 0].sum(axis=1).tolist() == (2 * parts).tolist()


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
    stepper = Stepper(table, key(11), index)
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
        {"run_outs": 10},  # more events than are noted before they are read
        {"cube_2": -100, "cube_6": 100, "hand_limit": 3, "variant": True},
    ],
)
def test_a_trace_is_the_same_as_stepping(game, players, policy, rules):
    """Also where a playout is stopped by a cap, and with the short cut of a game."""
    module, n = games.load(game), 12
    if not rules.keys() <= set(module.rules_type.__dataclass_fields__):
        rules = {}
    resolved = module.resolve_rules(players, rules)
    table = make_table(module, players, resolved)
    seated = sit(game, (policy,) * players, table, resolved)
    batch, traces = room(game, players, n), Traces(players, n)
    run_batch(table, seated, key(11), 0, n, batch.games, batch.seats, Control(), traces=traces)
    again = Traces(players, n)
    for index in range(n):
        events, won = stepped(table, seated, index, game == "horrible-mountain")
        again.of_scores(events, won, index)
    for name in ("games", "seats", "by_event", "by_part"):
        assert np.array_equal(getattr(traces, name), getattr(again, name)), name


@pytest.mark.parametrize("game", games.names())
def test_a_trace_changes_no_playout(game):
    module, n = games.load(game), 40
    players = module.players[0]
    rules = module.resolve_rules(players, {})
    table = make_table(module, players, rules)
    seated = sit(game, ("random",) * players, table, rules)
    with_trace, without = (room(game, players, n) for _ in range(2))
    for batch, more in ((with_trace, {"traces": Traces(players, n)}), (without, {})):
        run_batch(table, seated, key(3), 0, n, batch.games, batch.seats, Control(), **more)
    assert np.array_equal(with_trace.games, without.games)
    assert np.array_equal(with_trace.seats, without.seats)


@pytest.mark.parametrize(
    "wrong", [(0, 1), (9, 1), (3, -1), (3, 1, 0), (3, 1, 1, 0), (3, 1, 1 << 24)]
)
def test_traces_that_cannot_be_are_refused(wrong):
    with pytest.raises(ValueError, match="must be"):
        Traces(*wrong)
    with pytest.raises(ValueError, match="needs events"):
        Traces(2, 1).of_scores([], [0, 0])
    with pytest.raises(ValueError, match="row of its own"):
        Traces(2, 1).of_scores([[0, 0]], [0, 0], 1)
