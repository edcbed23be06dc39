"""A game file played in both ways at once: the interpreted game proves the compiled one."""

import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from analyzer._core.contract import Table
from analyzer._core.design.own import OwnGame
from analyzer._core.runner import Stepper
from analyzer.design import build, interpret
from analyzer.design.files import OwnFile
from analyzer.playout.seeds import seed_key

FAILED = "failed"


class FailedError(Exception):
    """A rule raised something; which one does not matter here."""


def cores(file: OwnFile) -> tuple[OwnGame, OwnGame]:
    """A game twice: interpreted and compiled; NotCompiledError if it cannot be compiled."""
    slow, fast = OwnGame(file.layout), OwnGame(file.layout)
    for core in (slow, fast):
        core.explain = lambda _, __: FailedError()
    interpret.interpret(slow, file.text)
    build.compile_game(fast, file.text)
    return slow, fast


def _tried(act: Callable[[], object]) -> object:
    try:
        return act()
    except FailedError:
        return FAILED


def difference(
    file: OwnFile,
    both: tuple[OwnGame, OwnGame],
    players: int,
    codes: dict[str, object],
    address: tuple[int, int],
    most: int = 200,
) -> tuple[int, str]:
    """Plays a game by random moves in both modes; how many moves, and in what they differ first,
    which is nothing if all is well."""
    seed, index = address
    tables = [Table(core, players, codes) for core in both]
    steppers: list[object] = [
        _tried(partial(Stepper, table, seed_key(seed), index)) for table in tables
    ]
    if FAILED in steppers:
        return 0, "" if steppers == [FAILED, FAILED] else "the deal"
    weights = {key: one.row for key, one in file.layout.weights.items()}
    experts = [core.expert("", weights) for core in both]
    luck = random.Random(f"{seed} {index}")
    for number in range(most):
        for what, each in _compared(steppers, experts, players, number, luck):
            if each[0] != each[1]:
                return number, what
            if what == "the list of moves" and not each[0]:
                return number, ""
            if each[0] == FAILED:
                return number, ""
    return most, ""


def _compared(
    steppers: list[Any], experts: list[object], players: int, number: int, luck: random.Random
) -> Iterator[tuple[str, list[object]]]:
    """Everything that can be asked of a state, and one move on."""
    listed = [_tried(stepper.moves) for stepper in steppers]
    yield "the list of moves", listed
    yield (
        "the choice of the expert",
        [
            _tried(partial(s.choose, e, s.coin(s.seat)))
            for s, e in zip(steppers, experts, strict=True)
        ],
    )
    codes = listed[0]
    assert isinstance(codes, list)
    code = luck.choice(codes)
    yield "the move", [_tried(partial(s.apply, code)) for s in steppers]
    slow, fast = (stepper.describe() for stepper in steppers)
    for field in slow:
        yield field, [slow[field], fast[field]]
    yield "the result", [_tried(stepper.result) for stepper in steppers]
    seat, others = luck.randrange(players), [stepper.copy() for stepper in steppers]
    yield "a redeal", [_tried(partial(s.redeal_hidden, seat, number)) for s in others]
    yield "a world", [other.describe() for other in others]
