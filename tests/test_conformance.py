"""The kit that every game and every policy goes through; a new game is tested by being there."""

import os
from dataclasses import asdict, replace

import numpy as np
import pytest

from analyzer import games, policies
from analyzer._core.playout import Control, Stepper, run_batch
from analyzer.seeds import key
from analyzer.simulate import Experiment, run
from analyzer.state import State, make_table
from analyzer.tables import Batch

pytestmark = pytest.mark.kit

QUICK = bool(os.environ.get("ANALYZER_FLAVOUR"))  # a checked or sanitizer build: fewer playouts
PLAYOUTS = 6 if QUICK else 30

TABLES = [
    (game, players)
    for game in games.names()
    for players in range(games.load(game).PLAYERS[0], games.load(game).PLAYERS[1] + 1)
]
SEATED = [
    (game, players, policy.name) for game, players in TABLES for policy in policies.known(game)
]


def experiment(game, players, policy="random", n=PLAYOUTS, **more):
    rules = games.load(game).resolve_rules(players, {})
    return Experiment(game, players, (policy,) * players, rules, seed=11, n=n, **more)


def start(game, players, index=0):
    module = games.load(game)
    rules = module.resolve_rules(players, {})
    table = make_table(module, players, rules)
    return table, State(game, rules, Stepper(table, key(11), index), 11, index)


def played(game, players, policy, index=0):
    """A playout step by step: (state, chosen move) before every move."""
    table, state = start(game, players, index)
    (seated,) = policies.seat(game, (policy,), table, state.rules)
    coins = state._stepper.coins()
    while moves := state.moves():
        chosen = state._stepper.choose(seated, coins[state.seat - 1])
        assert 0 <= chosen < len(moves)
        yield state, moves[chosen]
        state.play(chosen)


def totals_of(outcome):
    known = asdict(outcome.totals)
    return {
        name: {key: np.asarray(value).tolist() for key, value in known[name].items()}
        for name in ("seat_sums", "seat_squares", "game_sums", "histograms", "end_reasons")
    }


@pytest.mark.parametrize(("game", "players", "policy"), SEATED)
def test_playouts_end_and_are_repeated_exactly(game, players, policy):
    first, again = (run(experiment(game, players, policy)) for _ in range(2))
    assert first.totals.n == PLAYOUTS
    assert sum(first.totals.end_reasons.values()) == PLAYOUTS
    assert totals_of(first) == totals_of(again)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_threads_chunks_and_starting_index_change_nothing(game, players):
    whole = totals_of(run(experiment(game, players, n=60), threads=1, chunk=60))
    for threads, chunk in ((1, 7), (2, 1), (3, 16)):
        assert (
            totals_of(run(experiment(game, players, n=60), threads=threads, chunk=chunk)) == whole
        )
    late = run(experiment(game, players, n=25, first=35))
    early = run(experiment(game, players, n=35))
    early.totals.add(late.totals)
    assert totals_of(early) == whole


@pytest.mark.parametrize(("game", "players", "policy"), SEATED)
def test_stepping_is_the_same_as_running(game, players, policy):
    for index in range(3):
        for state, move in played(game, players, policy, index):
            assert move in state.moves()
        outcome = run(experiment(game, players, policy, n=1, first=index))
        sums = outcome.totals.seat_sums
        assert state.scores == sums["score"].tolist()
        assert [sum(row.values()) for row in state.counters["seats"]] == [
            sum(int(sums[name][seat]) for name in games.load(game).SEAT_COUNTERS)
            for seat in range(players)
        ]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_short_cut_is_the_same_as_the_plain_loop(game, players):
    """Seed by seed, every column; the oracle compares both under other rules."""
    module, n = games.load(game), 5 * PLAYOUTS
    rules = module.resolve_rules(players, {})
    table = make_table(module, players, rules)
    seated = policies.seat(game, ("random",) * players, table, rules)
    short, plain = (Batch.empty(module, players, 0, n) for _ in range(2))
    run_batch(table, seated, key(11), 0, n, short.games, short.seats, Control())
    columns = plain.games, plain.seats, Control()
    run_batch(table, seated, key(11), 0, n, *columns, short_cut=False)
    assert np.array_equal(short.games, plain.games)
    assert np.array_equal(short.seats, plain.seats)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_moves_have_names_of_their_own(game, players):
    for state, _ in played(game, players, "random"):
        moves = state.moves()
        assert len(set(moves)) == len(moves)
        assert state.seat in range(1, players + 1)
    assert state.over
    assert state.seat is None
    assert state.moves() == []


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_copy_is_equal_and_goes_its_own_way(game, players):
    for number, (state, move) in enumerate(played(game, players, "random")):
        if number % 10:
            continue
        copy = state.copy()
        assert copy._stepper.same_as(state._stepper)
        before = state.position()
        copy.play(move)
        assert state.position() == before
        assert not copy._stepper.same_as(state._stepper)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_position_gives_the_same_state_back(game, players):
    from analyzer.state import new_state

    for number, (state, _) in enumerate(played(game, players, "random")):
        if number % 7 == 0:
            again = new_state(position=state.position())
            assert again.position() == state.position()
            assert again.moves() == state.moves()


@pytest.mark.parametrize(("game", "players", "policy"), SEATED)
def test_redealt_secrets_change_no_choice(game, players, policy):
    """What a seat cannot see is dealt anew, and all chance is another: it sees the same, and
    decides the same. tests/test_hidden_worlds.py does so under all rules."""
    for index in range(2 if QUICK else 6):
        table, _ = start(game, players)
        rules = games.load(game).resolve_rules(players, {})
        (seated,) = policies.seat(game, (policy,), table, rules)
        for state, _ in played(game, players, policy, index):
            seat = state.seat
            chosen, coin = _choice(state, seated)
            other = state.copy()
            assert other.redeal_hidden(seat, occasion=index)
            other._stepper.rekey(key(12), game=index + 1)
            assert other.view(seat) == state.view(seat)
            assert other.moves() == state.moves()
            assert _choice(other, seated) == (chosen, coin)


def _choice(state, seated):
    """What a policy chooses, and what its coin shows afterwards."""
    coin = state._stepper.coin(0)
    return state._stepper.choose(seated, coin), coin.below(2**31)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_redealing_does_redeal(game, players):
    changed = 0
    for number, (state, _) in enumerate(played(game, players, "random")):
        if number % 5 == 0:
            other = state.copy()
            other.redeal_hidden(state.seat, occasion=number)
            changed += other.position() != state.position()
    assert changed > 0


@pytest.mark.parametrize("game", games.names())
def test_every_game_has_the_policies_we_promise(game):
    known = {policy.name: policy for policy in policies.known(game)}
    assert {"random", "greedy", "expert"} <= set(known)
    for policy in known.values():
        assert policy.sentence.endswith(".")


@pytest.mark.parametrize("game", games.names())
def test_the_core_and_its_face_agree_on_columns(game):
    module = games.load(game)
    core = module.core().GAME
    assert core.n_game_counters == len(module.GAME_COUNTERS)
    assert core.n_seat_counters == len(module.SEAT_COUNTERS)


@pytest.mark.parametrize("game", games.names())
def test_a_policy_that_draws_more_changes_no_deal(game, tmp_path):
    file = tmp_path / "draws.py"
    file.write_text(
        "class Frugal:\n"
        "    draws = 0\n"
        "    def choose(self, view, moves, rng):\n"
        "        for _ in range(self.draws):\n"
        "            rng.below(6)\n"
        "        return 0\n"
        "class Wasteful(Frugal):\n"
        "    draws = 5\n"
    )
    asked = experiment(game, games.load(game).PLAYERS[0], f"{file}:Frugal", n=5)
    wasteful = replace(asked, policies=(f"{file}:Wasteful",) * asked.players)
    assert totals_of(run(asked)) == totals_of(run(wasteful))
