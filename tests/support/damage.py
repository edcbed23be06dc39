"""Damages described states, restores them, and plays on with whatever is taken.

Run by itself, since what it looks for kills the process:
    python damage.py GAME TIMES SEED
"""

import copy
import random
import sys
from collections.abc import Iterator
from typing import Any

from analyzer import games
from analyzer._core.runner import Stepper
from analyzer.playout.seeds import seed_key
from analyzer.playout.state import make_table

NUMBERS = (0, -1, 1, 5, 7, 8, 79, 80, 255, 256, 300, 2**31 - 1, -(2**31), 2**70)
OTHERS: tuple[object, ...] = (None, "1", 1.5, [], {}, [[1]], True)  # of another type
# Rules under which more is described than under the default ones.
RULES: dict[str, tuple[dict[str, Any], ...]] = {
    "hike-sled": ({}, {"loose": True}, {"partial_spend": "allowed"}),
    "hide-n-seek": ({}, {"roll_subset": True}, {"trunk_at_start": True, "hands": "hidden"}),
}


def paths_into(value: Any, path: tuple = ()) -> Iterator[tuple]:
    """Every entry, list and number in a state."""
    if path:
        yield path
    if isinstance(value, dict):
        for name, part in value.items():
            yield from paths_into(part, (*path, name))
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from paths_into(part, (*path, number))


def damage_value(value: Any, rng: random.Random) -> Any:
    if rng.random() < 0.15:
        return copy.deepcopy(rng.choice(OTHERS))
    if isinstance(value, list):
        return rng.choice((value[:-1], value + value, [*value, rng.choice(NUMBERS)], value[::-1]))
    if isinstance(value, int):
        return rng.choice((value + 1, value - 1, rng.choice(NUMBERS)))
    return {}


def damage(raw: dict[str, Any], rng: random.Random) -> None:
    """One entry gets another value, another length or type, or is missing."""
    *path, last = rng.choice(list(paths_into(raw)))
    holder: Any = raw
    for step in path:
        holder = holder[step]
    if isinstance(holder, dict) and rng.random() < 0.1:
        del holder[last]
    else:
        holder[last] = damage_value(holder[last], rng)


def random_state(game: str, rng: random.Random) -> Stepper:
    """A playout somewhere on its way."""
    face = games.load(game)
    players = rng.randint(*face.players)
    rules = face.resolve_rules(players, rng.choice(RULES.get(game, ({},))))
    stepper = Stepper(make_table(face, players, rules), seed_key(rng.randrange(10**6)), 0)
    for _ in range(rng.choice((rng.randrange(60), rng.randrange(400)))):
        if not (codes := stepper.moves()):
            break
        stepper.apply(rng.choice(codes))
    return stepper


def play_on(stepper: Stepper, rng: random.Random) -> None:
    for number in range(150):
        if not (codes := stepper.moves()):
            return
        if number % 7 == 0:
            stepper.copy().determinize(rng.randrange(stepper.table.players), number)
        stepper.apply(rng.choice(codes))


def main(game: str, times: str, seed: str) -> None:
    rng, taken = random.Random(f"{game}/{seed}"), 0
    for _ in range(int(times)):
        stepper = random_state(game, rng)
        raw = copy.deepcopy(stepper.describe())
        for _ in range(rng.randint(1, 3)):
            damage(raw, rng)
        before = stepper.copy()
        try:
            stepper.restore(raw | {"turn_begins": rng.random() < 0.5})
        except ValueError:
            assert stepper.same_as(before)  # nothing of what was refused is left behind
            continue
        taken += 1
        play_on(stepper, rng)
    print(taken)


if __name__ == "__main__":
    main(*sys.argv[1:])
