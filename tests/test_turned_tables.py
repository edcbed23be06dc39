"""Who sits at which number makes no difference: at a turned table a policy makes the same choice.

Every position of some playouts is described, all that belongs to a seat is moved on by some seats,
and the policy is asked again. It notices whoever takes the first or the last seat for another.
"""

import random
from dataclasses import dataclass
from typing import Any

import pytest

from analyzer import new_state
from oracle import harness


@dataclass(frozen=True)
class Names:
    """Which numbers of a described state are seats, and which lists go by seat."""

    seats: tuple[str, ...]  # one seat; below 0 is nobody
    some: tuple[str, ...]  # lists of seats
    by_seat: tuple[str, ...]


GAMES = {
    "hike": Names(
        ("seat", "round_by", "round_at", "dealer", "worm_by", "worm_to", "winner"),
        ("active", "playing", "pending", "planted_out"),
        (
            *("hands", "out", "out_order", "had", "bugs", "trees", "last_play", "known", "base"),
            *("bug_allow", "bug_had", "bird_allow", "bird_had", "points", "hand_leftovers"),
            *("hand_points", "hand_out"),
        ),
    ),
    "oh-hell": Names(
        ("seat", "dealer"),
        ("playing", "pants_used", "winners"),
        ("hands", "bids", "tricks", "points"),
    ),
}


def turned(game: str, raw: dict[str, Any], players: int, by: int) -> dict[str, Any]:
    """The same position, everybody `by` seats further on."""
    names, found = GAMES[game], dict(raw)

    def on(seat: int) -> int:
        return (seat + by) % players if seat >= 0 else seat

    for name in names.seats:
        found[name] = on(raw[name])
    for name in names.some:
        found[name] = sorted(map(on, raw[name]))
    for name in names.by_seat:
        found[name] = [raw[name][(seat - by) % players] for seat in range(players)]
    if game == "oh-hell":  # tricks lie with their leader
        found["laid"] = [[on(leader), cards] for leader, cards in raw["laid"]]
    return found


TABLES = [
    ("hike", 3, {}, ("greedy", "expert")),
    ("hike", 5, {"spring_duration": "rest_of_hand"}, ("greedy", "expert")),
    ("oh-hell", 4, {}, ("greedy", "expert")),
    ("oh-hell", 6, {"bid_mode": "sequential"}, ("expert",)),
]
EACH = 300  # positions of a playout


@pytest.mark.parametrize(("game", "players", "rules", "names"), TABLES)
def test_a_turned_table_changes_no_choice(game, players, rules, names):
    policies = [harness.policies_of(game)[name] for name in names]
    asked = 0
    for seed in range(50):
        rng = random.Random(seed)
        stepper = new_state(game, players, rules=rules, seed=seed)._stepper
        other = stepper.copy()
        for _ in range(EACH):
            moves = stepper.moves()
            if not moves:
                break
            raw = stepper.describe() | {"turn_begins": False}  # hike asks for it
            other.restore(turned(game, raw, players, rng.randrange(1, players)))
            assert other.moves() == moves
            for policy in policies if len(moves) > 1 else ():
                chosen = stepper.choose(policy, stepper.coin(stepper.seat))
                assert other.choose(policy, other.coin(other.seat)) == chosen, raw
                asked += 1
            stepper.apply(rng.choice(moves))
    assert asked > 3000
