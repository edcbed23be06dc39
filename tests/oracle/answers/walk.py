"""A slow walk through one playout, move by move, as its players make it."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from analyzer import games
from analyzer._core.runner import Stepper, play_on
from analyzer.playout import seeds
from analyzer.playout.cell import Cell
from analyzer.playout.state import State, make_table
from analyzer.policies import registry


@dataclass(frozen=True)
class Step:
    """A move before it is made. Seats count from 1, stages and moves from 0."""

    number: int
    seat: int
    legal: int
    stage: int
    chosen: int
    state: State


@lru_cache(maxsize=64)
def _table(cell: Cell, text: str) -> tuple[object, list]:  # noqa: ARG001 - a key
    table = make_table(games.load(cell.game), cell.players, cell.rules)
    return table, registry.seat_policies(cell, table)


def walk(cell: Cell, index: int) -> Iterator[Step]:
    """Every move; the state goes on when the next one is asked for, and is at its end after all."""
    table, seated = _table(cell, cell.text)
    key = seeds.seed_key(cell.seed)
    coin_key = key if cell.coin_seed is None else seeds.seed_key(cell.coin_seed)
    stepper = Stepper(table, key, index, coin_key=coin_key)
    state = State(games.load(cell.game), cell.rules, stepper, cell.seed, index)
    coins, number = stepper.coins(), 0
    while codes := stepper.moves():
        seat = stepper.seat
        chosen = stepper.choose(seated[seat], coins[seat])
        yield Step(number, seat + 1, len(codes), stepper.stage, chosen, state)
        stepper.apply(codes[chosen])
        number += 1


def wins_on(
    cell: Cell, step: Step, worlds: int, players: Cell | None = None, **how: object
) -> np.ndarray:
    """Who wins if a game is played on from here, by world and seat, in worlds of the mover.

    `players` is a table with other players, who take over.
    """
    who = players or cell
    _, seated = _table(who, who.text)
    found = play_on(step.state._stepper, seated, step.seat - 1, worlds, **how)
    return found[:, :, 0] / 840


def milestones(cell: Cell, index: int, turns: str | None = None) -> list[list[int]]:
    """The scores of all seats after every scoring event, the last one included.

    Where scores change from turn to turn, `turns` is the counter of turns, and each is an event.
    """
    found, moment, state = [], None, None
    for step in walk(cell, index):
        now = (step.stage, step.state.counters["game"][turns] if turns else 0)
        if moment is not None and now != moment:
            found.append(step.state.scores)
        moment, state = now, step.state
    return [*found, state.scores]
