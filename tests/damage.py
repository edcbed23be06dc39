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
from analyzer._core.playout import Stepper
from analyzer.seeds import key
from analyzer.state import make_table

NUMBERS = (0, -1, 1, 5, 7, 8, 79, 80, 255, 256, 300, 2**31 - 1, -(2**31))


def places(value: Any, path: tuple = ()) -> Iterator[tuple]:
    """Every list and every number in a state."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from places(part, (*path, name))
        return
    yield path
    for number, part in enumerate(value if isinstance(value, list) else []):
        yield from places(part, (*path, number))


def damage(raw: dict[str, Any], rng: random.Random) -> None:
    *path, last = rng.choice(list(places(raw)))
    holder: Any = raw
    for step in path:
        holder = holder[step]
    value = holder[last]
    if isinstance(value, list):
        holder[last] = rng.choice((value[:-1], value + value, [*value, rng.choice(NUMBERS)]))
    elif isinstance(value, int):
        holder[last] = rng.choice((value + 1, value - 1, rng.choice(NUMBERS)))


def begun(game: str, rng: random.Random) -> Stepper:
    """A playout somewhere in its first moves."""
    face = games.load(game)
    players = rng.randint(*face.players)
    table = make_table(face, players, face.resolve_rules(players, {}))
    stepper = Stepper(table, key(rng.randrange(10**6)), 0)
    for _ in range(rng.randrange(60)):
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
        stepper = begun(game, rng)
        raw = copy.deepcopy(stepper.describe())
        for _ in range(rng.randint(1, 3)):
            damage(raw, rng)
        try:
            stepper.restore(raw | {"turn_begins": rng.random() < 0.5})
        except (ValueError, OverflowError, TypeError, IndexError):
            continue
        taken += 1
        play_on(stepper, rng)
    print(taken)


if __name__ == "__main__":
    main(*sys.argv[1:])
