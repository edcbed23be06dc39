"""What holds in every playout of Oh Hell, whatever the rules, the players and their choices."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer import new_state
from analyzer.games import oh_hell
from analyzer.games.oh_hell.words import CODES
from analyzer.games.parameters import parameters
from analyzer.playout.state import State
from support.settings import examples

pytestmark = pytest.mark.kit

CHOICES = {p.name: p.values for p in parameters(oh_hell.Rules) if p.values}
NUMBERS = {p.name: p.limits for p in parameters(oh_hell.Rules) if p.limits}
MOST = {3: 10, 4: 10, 5: 10, 6: 8, 7: 7}


@st.composite
def tables(draw: Any) -> State:
    """A playout before its first move, under any rules that may stand together."""
    optional = {name: st.sampled_from(values) for name, values in CHOICES.items()}
    optional |= {name: st.integers(*limits) for name, limits in NUMBERS.items()}
    optional["max_extra_hands"] = st.integers(0, 5)
    rules = draw(st.fixed_dictionaries({}, optional=optional))
    if rules.get("hook") or rules.get("bid_order") == "dealer_first":
        rules["bid_mode"] = "sequential"
    if rules.get("tie_scope") == "any":
        rules["tie_players"] = "all"
    rules.setdefault("max_extra_hands", 5)
    players = draw(st.integers(3, 7))
    return new_state("oh-hell", players, rules, seed=draw(st.integers(0, 2**32)))


def all_cards(position: dict[str, Any]) -> list[str]:
    return sum(position["hands"] + position["played"], [position["turned"]])


def run(state: State, rng: random.Random) -> None:
    while not state.over:
        state.play(rng.choice(state.moves()))


@examples(60)
@given(tables(), st.randoms(use_true_random=False))
def test_cards_are_conserved(state: State, rng: random.Random) -> None:
    """OH-2, OH-9, OH-24: nothing is lost or doubled, and every hand is played to its last card."""
    number = 0
    while not state.over:
        number += 1
        if number % 11 == 0:
            position = state.position()
            cards = all_cards(position)
            assert (
                len(cards)
                == len(set(cards))
                == len(position["taking_part"]) * position["cards"] + 1
            )
            assert set(cards) <= set(CODES)
            complete = [t for t in position["played"] if len(t) == len(position["taking_part"])]
            assert sum(position["tricks"]) == len(complete)
        state.play(rng.choice(state.moves()))


@examples(60)
@given(tables(), st.randoms(use_true_random=False))
def test_counters_add_up(state: State, rng: random.Random) -> None:
    """OH-29: whatever is counted by seat, by cards and by game is the same thing."""
    run(state, rng)
    counters, seats = state.counters["game"], state.counters["seats"]
    for mine, score in zip(seats, state.scores, strict=True):
        assert mine["made"] + mine["missed_over"] + mine["missed_under"] == mine["hands"]
        for what, total in (("hands", mine["hands"]), ("made", mine["made"]), ("points", score)):
            assert sum(mine[f"{what}_{cards}"] for cards in range(1, 11)) == total
        assert mine["zero_made_count"] <= mine["bid_zero"] <= mine["hands"]
        assert mine["pants"] in (0, 1)
    assert sum(mine["tricks"] for mine in seats) == counters["tricks"]
    assert sum(mine["deals"] for mine in seats) == counters["hands"]
    assert sum(mine["bids"] for mine in seats) - counters["tricks"] == counters["bids_minus_cards"]
    assert counters["bids_off_cards"] >= abs(counters["bids_minus_cards"])


@examples(60)
@given(tables(), st.randoms(use_true_random=False))
def test_games_are_as_long_as_the_schedule_says(state: State, rng: random.Random) -> None:
    """OH-4, OH-36: only extra hands prolong a game, and never beyond the cap."""
    players, rules = state.players, state.rules
    most = MOST[players]
    run(state, rng)
    counters = state.counters["game"]
    extra = counters["extra_hands"]
    hands = most if rules.schedule == "down_only" else 2 * most - 1
    tricks = {"down_up": most * most + most - 1, "up_down": most * most}.get(
        rules.schedule, most * (most + 1) // 2
    )
    assert extra <= rules.max_extra_hands
    assert counters["hands"] == hands + extra
    if extra == 0:
        assert (counters["tricks"], counters["plays"]) == (tricks, players * tricks)


@examples(60)
@given(tables(), st.randoms(use_true_random=False))
def test_winners_have_the_highest_total(state: State, rng: random.Random) -> None:
    """OH-33, OH-35: unless those who were not tied had to stop."""
    run(state, rng)
    winners, scores = state.winners, state.scores
    assert winners
    assert len({scores[seat - 1] for seat in winners}) == 1
    if state.rules.tie_players == "all":
        assert scores[winners[0] - 1] == max(scores)
    if state.counters["end_reason"] == "highest total":
        assert len(winners) == 1
