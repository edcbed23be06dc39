"""What holds in every game of hide-n-seek under any rules, and that every switch changes games."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer import games, new_state
from analyzer.games.parameters import parameters
from support.playouts import cell, totals
from support.settings import examples

GAME = games.load("hide-n-seek")
SWITCHES = {
    parameter.name: parameter.values
    for parameter in parameters(GAME.rules_type)
    if parameter.values
}
NUMBERS = {
    "dice_per_player": st.integers(4, 8),
    "row_size": st.integers(1, 6),
    "hand_limit": st.integers(1, 8),
    "actions_per_turn": st.integers(1, 6),
    "max_rounds": st.integers(1, 40),
    "maps": st.sampled_from(["uniform6", "short4", "long9", "varied"]),
}
some_rules = st.fixed_dictionaries(
    {}, optional=NUMBERS | {name: st.sampled_from(values) for name, values in SWITCHES.items()}
)


def holds_everywhere(state):
    """HN-T32."""
    position, rules = state.position(), state.rules
    goal = {name: max(pawns) for name, pawns in new_state(
        "hide-n-seek", 4, {"maps": rules.maps}).view(1).pawns.items()}  # fmt: skip
    cards = [card for hand in position["hands"] for card in hand]
    cards += [*position["deck"], *(card for card in position["row"] if card)]
    assert sorted(cards) == sorted(f"card {n}" for n in range(1, 37))
    for seat, places in enumerate(position["dice"]):
        free = len(position["rolled"]) if seat + 1 == position["turn"] else 0
        assert sum(map(len, places)) + free <= rules.dice_per_player
    waits = position["deciding"] == "discard" and rules.overflow_before_refill
    assert position["row"].count("") == waits or not position["deck"]
    for name, pawns in position["pawns"].items():
        spots = [spot for spot in pawns if 0 < spot < goal[name]]
        assert len(set(spots)) == len(spots)
        assert all(0 <= spot <= goal[name] for spot in pawns)
    _piles_hold(position, rules)
    for seat, hand in enumerate(position["hands"], start=1):
        over = position["deciding"] == "discard" and seat == position["turn"]
        assert len(hand) == rules.hand_limit + 1 if over else len(hand) <= rules.hand_limit


def _piles_hold(position, rules):
    from analyzer.games.hide_n_seek.maps import load

    for place in load(rules.maps).maps:
        arrow = position["piles"].get(place.name)
        if arrow is None:
            continue
        assert arrow not in place.hole_arrows
        assert place.name in position["hides"] or rules.fixed_trunks
        ends = (0, place.spots) if rules.trunk_end_arrows else ()
        assert arrow in (*place.trunk_arrows, *ends)


@pytest.mark.full
@examples(120)
@given(some_rules, st.integers(2, 4), st.integers(0, 10**6))
def test_invariants(rules, players, seed):
    """HN-T32: HN-23, HN-24, HN-28, HN-45, HN-46: six dice a player, four cards in the row, cards
    conserved, no two pawns on a spot, never a trunk on a hole, at most one pile a map."""
    rng = random.Random(seed)
    state = new_state("hide-n-seek", players, rules, seed=seed)
    stage, decided = 0, 0
    while not state.over and decided < 150:
        holds_everywhere(state)
        moves = state.moves()
        assert len(set(moves)) == len(moves)
        state.play(rng.choice(moves))
        decided += 1
        raw = state._stepper.describe()
        assert raw["stage"] - stage in (0, 1)
        stage = raw["stage"]
        assert stage == raw["round"] - (not state.over or bool(state.winners)) or raw["round"] == 0
    if state.over:
        assert len(state.winners) == 1 - state.counters["game"]["unfinished"]


def seats(state):
    return state.counters["seats"]


@pytest.mark.parametrize("seed", range(5))
def test_counters_add_up(seed):
    """HN-19, HN-26, HN-35: what is won is held, played or discarded; dice laid come back."""
    rng = random.Random(seed)
    state = new_state("hide-n-seek", 3, {"max_rounds": 60}, seed=seed)
    while not state.over:
        state.play(rng.choice(state.moves()))
    view = state.view(1)
    for seat, counts in enumerate(seats(state)):
        played = sum(n for name, n in counts.items() if name.startswith("played_"))
        gone = played + counts["limit_discards"] + counts["free_discards"]
        assert counts["cards_won"] - gone == view.hand_sizes[seat]
        assert counts["rolls"] + played + counts["actions_unused"] <= 3 * counts["turns"]
        laid = counts["dice_laid"] - counts["dice_taken_off"] - counts["dice_sent_home"]
        assert laid >= sum(map(len, view.dice[seat]))
        assert counts["goals"] == sum(
            pawns[seat] == 7 for name, pawns in view.pawns.items() if name != view.hides[seat]
        )
    sent = sum(counts["pawns_sent_back"] for counts in seats(state))
    assert sent == sum(counts["own_sent_back"] for counts in seats(state))


CHANGED = [
    (name, value)
    for name, values in SWITCHES.items()
    for value in values
    if value != GAME.rules_type.__dataclass_fields__[name].default
]


def fingerprint(rules, players):
    found = totals(cell("hide-n-seek", players, ("random",) * players, rules), 150)
    return [
        found.games.at(name).total for name in ("turns", "decisions", "rounds")
    ] + [found.seats.at("score", seat).total for seat in range(players)]  # fmt: skip


@pytest.mark.parametrize(("name", "value"), CHANGED)
def test_every_switch_changes_games(name, value):
    """HN-A5 to HN-A38: with the same luck, games become others. Two switches change only what can
    be seen before a choice, and who plays at random does not look."""
    usual, other = (fingerprint(rules, 3) for rules in ({}, {name: value}))
    assert (usual == other) == (name in ("hands", "overflow_before_refill"))
