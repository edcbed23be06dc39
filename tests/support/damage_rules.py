"""Packs rules with one wrong number at a time, and plays by whatever is taken.

Run by itself, since what it looks for kills the process:
    python damage_rules.py GAME
"""

import random
import sys

from analyzer import games
from analyzer._core.contract import Table
from analyzer._core.runner import Stepper
from analyzer.playout.seeds import seed_key

NUMBERS = (-(2**31), -1, 0, 1, 3, 7, 9, 33, 65, 100, 127, 128, 255, 256, 1000, 65_536, 2**31 - 1)
MOVES = 300


def play(table: Table, rng: random.Random) -> None:
    stepper = Stepper(table, seed_key(1), 0)
    for number in range(MOVES):
        if not (codes := stepper.moves()):
            return
        if number % 40 == 0:
            stepper.copy().determinize(number % table.players, number)
        stepper.apply(rng.choice(codes))


def main(game: str) -> None:
    face, rng, taken = games.load(game), random.Random(game), 0
    for players in face.players:
        whole = dict(face.encode_rules(face.resolve_rules(players, {})))
        for name in [name for name, value in whole.items() if isinstance(value, int)]:
            for number in NUMBERS:
                try:
                    table = Table(face.compiled(), players, whole | {name: number})
                except (ValueError, IndexError, OverflowError):
                    continue
                taken += 1
                play(table, rng)
    print(taken)


if __name__ == "__main__":
    main(*sys.argv[1:])
