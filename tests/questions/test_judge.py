"""What a judge says of a choice: fresh worlds for its cost, one mark a mistake; and reasons."""

import numpy as np
import pytest

from analyzer import new_state
from analyzer._core.reductions import WIN
from analyzer.playout import continuations, move_values, replay

WORLDS, MOVES = 100, 8


def equal_moves(seed):
    """Moves that are all worth the same: every world is a toss of its own."""
    rng = np.random.default_rng(seed)
    wins = WIN * (rng.random((MOVES, 2 * WORLDS)) < 0.5).astype(np.int64)

    def play_part(_stepper, _seated, part):
        return wins[part.move, part.first : part.first + part.n][:, None, None]

    return play_part


class Position:
    """A stepper of which only the list of moves is asked."""

    seat, table = 0, type("Table", (), {"players": 2})

    def moves(self):
        return list(range(MOVES))


def test_the_cost_is_measured_in_fresh_worlds(monkeypatch):
    """All moves are equal, so on average nothing costs anything. In the worlds in which the best of
    eight was found it is ahead by 7 percentage points of luck."""
    fresh, same = [], []
    for seed in range(200):
        monkeypatch.setattr(continuations, "play_part", equal_moves(seed))
        found = move_values.evaluate_moves(Position(), [], WORLDS, by="win")
        made = next(option for option in found.options if option.place == 0)
        same.append(made.behind.estimate)
        cost = move_values.cost_of(Position(), [], 0, WORLDS, "win")
        if cost is not None:
            fresh.append(cost[1].estimate)
    assert np.mean(same) > 0.05
    # A mean of 170 differences of 7 pp each: 5 standard errors are 2.7 pp.
    assert len(fresh) > 150
    assert abs(np.mean(fresh)) < 0.027


def test_the_best_move_costs_nothing(monkeypatch):
    def play_part(_stepper, _seated, part):
        return np.full((part.n, 1, 1), WIN * (part.move == 3), np.int64)

    monkeypatch.setattr(continuations, "play_part", play_part)
    assert move_values.cost_of(Position(), [], 3, WORLDS, "win") is None
    better, cost = move_values.cost_of(Position(), [], 0, WORLDS, "win")
    assert better == 3
    assert cost.estimate == 1


def step(number, seat, legal, better="", part=1):
    found = {"number": number, "part": part, "seat": seat, "legal": legal, "move": legal[0]}
    if better:
        found["judged"] = {"better": better}
    return found


@pytest.mark.parametrize(
    ("steps", "marked"),
    [
        # the better move stays legal until the last one of the turn
        ([step(1, 1, ["a", "b"], "b"), step(2, 1, ["c", "b"], "b"), step(3, 1, ["d"])], [2]),
        # it is gone at once
        ([step(1, 1, ["a", "b"], "b"), step(2, 1, ["c", "d"])], [1]),
        # two mistakes, each with a better move of its own
        ([step(1, 1, ["a", "b"], "b"), step(2, 1, ["c", "d"], "d")], [1, 2]),
        # it is legal again in another turn, or in the next hand
        ([step(1, 1, ["a", "b"], "b"), step(2, 2, ["c"]), step(3, 1, ["a", "b"])], [1]),
        ([step(1, 1, ["a", "b"], "b"), step(2, 1, ["a", "b"], part=2)], [1]),
        # it was made later
        ([step(1, 1, ["a", "b"], "b"), step(2, 1, ["b", "c"])], []),
    ],
)
def test_only_the_last_chance_is_marked(monkeypatch, steps, marked):
    copies = [dict(one) for one in steps]
    monkeypatch.setattr(replay, "_steps", lambda *_: iter(copies))
    told = list(replay.replay(None, 0))
    assert [one["number"] for one in told] == [one["number"] for one in steps]
    assert [one["number"] for one in told if "judged" in one] == marked


# --- reasons --------------------------------------------------------------------------------------


def weighed(shares, counted):
    """Of moves with these shares of wins in 400 worlds, and an outcome in so many of them."""
    state = new_state("oh-hell", 3)
    tried = move_values._Tried(state._stepper, "win", successes={"made": 0})
    tried.values = [[WIN * (np.arange(400) < 400 * share)] for share in shares]
    tried.counts = [[(np.arange(400) < n).astype(np.int64)[:, None]] for n in counted]
    return tried.weighed(0.95)


def test_a_reason_compares_with_the_best_of_the_others():
    """Also if that one is not told from the first, and though a worse one differs more."""
    found = weighed((0.51, 0.50, 0.2), (244, 192, 4))
    assert [option.place for option in found.options] == [0, 1, 2]
    assert found.reason == move_values.Reason("made", 244 / 400, 192 / 400, 1)
    assert weighed((0.51, 0.50, 0.2), (200, 200, 4)).reason is None
    assert weighed((0.51, 0.50, 0.2), (192, 244, 4)).reason is None  # it speaks for the other


def test_a_reason_is_an_outcome_in_so_many_worlds():
    """One card, and a bid: it is made or not."""
    words = {"hands": [["AH"], 1, 1], "turned": "KH", "hand": 10, "dealer": 1}
    found = new_state("oh-hell", position=words).advise(worlds=400, threads=1).data
    assert found["why"].startswith("Why: in ")
    assert " of 100 worlds after bid " in found["why"]
    assert "seat 1 makes its bid; after bid " in found["why"]
    assert ", the next best, in " in found["why"]


@pytest.mark.parametrize("game", ["hike", "hike-sled", "horrible-mountain", "hide-n-seek"])
def test_outcomes_are_counters(game):
    face = new_state(game, 2 if game == "horrible-mountain" else 3)._face
    told = {**face.successes, **face.setbacks}
    assert told
    assert told.keys() <= face.seat_counters.keys()
    assert not any(name.startswith("played") for name in told)
