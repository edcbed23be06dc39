"""What holds in every playout of Horrible Mountain, whatever the rules and the choices."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer import new_state
from analyzer.games import horrible_mountain
from analyzer.games.parameters import parameters
from analyzer.playout.state import State
from support.horrible_mountain import CARDS, COLOURS, GAME, both, run
from support.settings import examples

pytestmark = pytest.mark.kit

CHOICES = {p.name: p.values for p in parameters(horrible_mountain.Rules) if p.values}
POINTS = [p.name for p in parameters(horrible_mountain.Rules) if p.limits == (-100, 100)]
LONGEST = {3: 45, 4: 66, 5: 83, 6: 110}  # lists of a turn, by hand limit


@st.composite
def tables(draw: Any) -> State:
    """A playout before its first move, under any rules."""
    optional = {name: st.sampled_from(values) for name, values in CHOICES.items()}
    optional |= {name: st.integers(-100, 100) for name in POINTS}
    optional |= {
        "hand_limit": st.integers(3, 6),
        "run_outs": st.integers(1, 4),
        "max_turns": st.sampled_from([1, 30, 300, 1000]),
    }
    rules = draw(st.fixed_dictionaries({}, optional=optional))
    return new_state(GAME, 2, rules=rules, seed=draw(st.integers(0, 2**32)))


def choose(state: State, rng: random.Random, eager: float) -> str:
    """At random; a draw with some probability, so that hands fill."""
    moves = state.moves()
    return moves[0] if rng.random() < eager else rng.choice(moves)


@examples(80)
@given(state=tables(), rng=st.randoms(use_true_random=False), eager=st.floats(0, 1))
def test_no_card_and_no_cube_is_lost(state: State, rng: random.Random, eager: float) -> None:
    """HM-2, HM-26, HM-31, HM-32, HM-D1, HM-D2: and the game ends."""
    limit, last = state.rules.hand_limit, state.position()["run_outs"]
    while not state.over:
        assert len(state.moves()) <= LONGEST[limit]
        state.play(choose(state, rng, eager))
        now = state.position()
        aside = [now["aside"]] if now["aside"] else []
        places = [*both(now["hands"]), *now["draw"], *now["discard"], *aside, *now["table"]]
        assert sorted(card for card in places if card) == CARDS
        assert sorted([*both(now["control"]), *now["cube_pile"]]) == sorted(COLOURS)
        placed = [colour for colour in now["cubes"] if colour]
        assert len(set(placed)) == len(placed)
        assert max(map(len, now["hands"])) <= limit + (now["deciding"] == "discard")
        assert now["run_outs"] - last in (0, 1)
        last = now["run_outs"]
        if state.rules.run_out == "last_card_taken":
            assert now["draw"]
    assert state.counters["game"]["player_turns"] <= state.rules.max_turns


@examples(80)
@given(state=tables(), rng=st.randoms(use_true_random=False), eager=st.floats(0, 1))
def test_counters_add_up(state: State, rng: random.Random, eager: float) -> None:
    """HM-14, HM-33, HM-37, HM-38, HM-40, HM-41."""
    while not state.over:
        state.play(choose(state, rng, eager))
    counters = state.counters
    game, seats = counters["game"], counters["seats"]
    actions = (
        "draws", "card_swaps", "table_takes", "discard_takes", "cube_swaps", "claims", "specials",
    )  # fmt: skip
    for score, seat in zip(state.scores, seats, strict=True):
        assert sum(seat[name] for name in actions) == seat["player_turns"]
        assert seat["hand_points"] + seat["cube_points"] == score
        assert sum(value for name, value in seat.items() if name.startswith("hand_")) == (
            1 + seat["hand_points"]
        )
    assert sum(seat["player_turns"] for seat in seats) == game["player_turns"]
    assert sum(seat["run_outs"] for seat in seats) == game["run_outs"] == game["reshuffles"]
    assert sum(seat["evil_master"] for seat in seats) == 1
    assert sum(seat["placed_2_6"] for seat in seats) == 1
    assert sum(seat["draws"] + seat["table_takes"] for seat in seats) == game["pile_cards"]
    decided = [name for name in game if name.startswith("decided") and game[name]]
    stalled = counters["end_reason"] == "stalled"
    assert len(decided) + game["everybody_loses"] == (0 if stalled else 1)
    assert len(state.winners) == len(decided)


@examples(80)
@given(state=tables(), rng=st.randoms(use_true_random=False), n=st.integers(0, 80))
def test_position_goes_on_the_same(state: State, rng: random.Random, n: int) -> None:
    """A position is complete: from it the playout goes on exactly as it would have."""
    for _ in range(n):
        if not state.over:
            state.play(choose(state, rng, 0.4))
    again = new_state(position=state.position())
    assert again.position() == state.position()
    while not state.over:
        assert (again.seat, again.moves()) == (state.seat, state.moves())
        move = choose(state, rng, 0.2)
        state.play(move)
        again.play(move)
        assert again.position() == state.position()
    assert (again.scores, again.winners) == (state.scores, state.winners)


@examples(80)
@given(state=tables(), rng=st.randoms(use_true_random=False), n=st.integers(0, 80))
def test_copy_is_independent(state: State, rng: random.Random, n: int) -> None:
    for _ in range(n):
        if not state.over:
            state.play(choose(state, rng, 0.4))
    before, copy = state.position(), state.copy()
    run(copy, random.Random(1))
    assert state.position() == before
