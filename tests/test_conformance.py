"""The kit that every game and every policy goes through; a new game is tested by being there."""

import os

import numpy as np
import pytest

from analyzer import games, policies
from analyzer._core.playout import Control, Stepper, run_batch
from analyzer.columns import Batch, Layout
from analyzer.seeds import key
from analyzer.state import State, make_table
from played import by_seat, cell, seated, totals

pytestmark = pytest.mark.kit

QUICK = bool(os.environ.get("ANALYZER_FLAVOUR"))  # a checked or sanitizer build: fewer playouts
PLAYOUTS = 6 if QUICK else 30

TABLES = [
    (game, players)
    for game in games.names()
    for players in range(games.load(game).players[0], games.load(game).players[1] + 1)
]
SEATED = [
    (game, players, policy.name) for game, players in TABLES for policy in policies.known(game)
]


def totals_of(game, players, policy="random", n=PLAYOUTS, first=0, **options):
    return totals(cell(game, players, (policy,) * players, seed=11), n, first, **options)


def start(game, players, index=0):
    face = games.load(game)
    rules = face.resolve_rules(players, {})
    table = make_table(face, players, rules)
    return table, State(face, rules, Stepper(table, key(11), index), 11, index)


def played(game, players, policy, index=0):
    """A playout step by step: (state, chosen move) before every move."""
    table, state = start(game, players, index)
    (who,) = seated(game, (policy,), table, state.rules)
    coins = [state._stepper.coin(seat) for seat in range(players)]
    while moves := state.moves():
        chosen = state._stepper.choose(who, coins[state.seat - 1])
        assert 0 <= chosen < len(moves)
        yield state, moves[chosen]
        state.play(chosen)


@pytest.mark.parametrize(("game", "players", "policy"), SEATED)
def test_playouts_end_and_are_repeated_exactly(game, players, policy):
    first, again = (totals_of(game, players, policy) for _ in range(2))
    assert first.n == PLAYOUTS
    assert sum(first.end_reasons.values()) == PLAYOUTS
    assert first == again


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_threads_chunks_and_starting_index_change_nothing(game, players):
    whole = totals_of(game, players, n=60, threads=1, chunk=60)
    for threads, chunk in ((1, 7), (2, 1), (3, 16)):
        assert totals_of(game, players, n=60, threads=threads, chunk=chunk) == whole
    early, late = totals_of(game, players, n=35), totals_of(game, players, n=25, first=35)
    assert early.add(late) == late.add(early) == whole


@pytest.mark.parametrize(("game", "players", "policy"), SEATED)
def test_stepping_is_the_same_as_running(game, players, policy):
    for index in range(3):
        for state, move in played(game, players, policy, index):
            assert move in state.moves()
        found = totals_of(game, players, policy, n=1, first=index)
        assert state.scores == by_seat(found, "score")
        for seat, row in enumerate(state.counters["seats"]):
            for name, value in row.items():
                assert found.seats.at(name, seat).total == value


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_short_cut_is_the_same_as_the_plain_loop(game, players):
    """Seed by seed, every column; the oracle compares both under other rules."""
    face, n = games.load(game), 5 * PLAYOUTS
    rules = face.resolve_rules(players, {})
    table = make_table(face, players, rules)
    who = seated(game, ("random",) * players, table, rules)
    short, plain = (Batch.empty(Layout.of(face), players, (), 0, n) for _ in range(2))
    run_batch(table, who, key(11), 0, n, short.games, short.seats, Control())
    run_batch(table, who, key(11), 0, n, plain.games, plain.seats, Control(), listed=True)
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
    """What a seat cannot see is dealt anew: it sees the same, and decides the same."""
    for index in range(2 if QUICK else 6):
        table, _ = start(game, players)
        rules = games.load(game).resolve_rules(players, {})
        (who,) = seated(game, (policy,), table, rules)
        for state, _ in played(game, players, policy, index):
            seat = state.seat
            chosen, coin = _choice(state, who)
            other = state.copy()
            other.redeal_hidden(seat, occasion=index)
            assert other.view(seat) == state.view(seat)
            assert other.moves() == state.moves()
            assert _choice(other, who) == (chosen, coin)


def _choice(state, who):
    """What a policy chooses, and what its coin shows afterwards."""
    coin = state._stepper.coin(0)
    return state._stepper.choose(who, coin), coin.below(2**31)


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
    face = games.load(game)
    core = face.compiled()
    assert core.n_game_counters == len(face.game_counters)
    assert core.n_seat_counters == len(face.seat_counters)


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
    players = games.load(game).players[0]
    frugal, wasteful = (
        totals_of(game, players, f"{file}:{name}", n=5) for name in ("Frugal", "Wasteful")
    )
    assert frugal == wasteful
