"""Worlds of oh-hell in which everybody has bid its trumps."""

from typing import Any

from analyzer import new_state
from analyzer._core.runner import PythonPolicy
from analyzer.policies import registry


def trumps_dealt(raw, seat):
    """How many trumps a seat of oh-hell was dealt in this hand."""
    n = len(raw["hands"])
    cards = list(raw["hands"][seat])
    for leader, laid in raw["laid"]:
        cards += [card for at, card in enumerate(laid) if (leader + at) % n == seat]
    return sum(card >> 4 == raw["turned"] >> 4 for card in cards)


def counts_trumps(table, seen):
    """Bids its trumps, and plays its first card; `seen` gets what it meets in worlds."""

    def decide(stepper, seat, _moves, _coin, game):
        raw = stepper.describe()
        seen.append((game, seat, raw))
        return trumps_dealt(raw, seat) if len(raw["laid"]) == 0 and min(raw["bids"]) < 0 else 0

    return PythonPolicy(table, decide, "counts trumps")


def bid_trumps(players, rules=None):
    """A hand of ten cards in which everybody has bid its trumps."""
    state = new_state("oh-hell", players, seed=5, rules=rules or {})
    for _ in range(players):
        state.play(f"bid {trumps_dealt(state._stepper.describe(), state._stepper.seat)}")
    return state


def fitted_worlds(state, asked):
    """The states after the bids that the rollout policy meets first, world by world."""
    seen: list[tuple[int, int, dict[str, Any]]] = []
    native = registry._find("oh-hell", "search").native
    assert native is not None
    search = native.with_values(asked, counts_trumps(state._stepper.table, seen))
    state._stepper.choose(search, state._stepper.coin(state._stepper.seat))
    worlds: dict[int, dict[str, Any]] = {}
    for game, _, raw in seen:
        if game and min(raw["bids"]) >= 0:
            worlds.setdefault(game, raw)
    return list(worlds.values())
