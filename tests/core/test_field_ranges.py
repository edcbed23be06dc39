"""Which numbers the core takes in a described state: entry by entry, decision by decision.

tests/golden/raw-ranges.txt was read by a person. Of lists the first number is tried, and their
length. A decision that takes other numbers than the first one of its game is told apart.
"""

import copy
import os
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from analyzer import games
from analyzer._core.runner import Stepper
from analyzer.playout.seeds import seed_key
from analyzer.playout.state import make_table
from support.damage import RULES
from support.paths import TESTS

GOLDEN = TESTS / "golden" / "raw-ranges.txt"
PROBES = (
    *range(-2, 14), 35, 36, 37, 47, 48, 49, 63, 64, 65, 79, 80, 111, 112, 113, 127, 128, 129, 254,
    255, 256, 2**16 - 2, 2**16 - 1, 2**20, 2**20 + 1, 2**31 - 2, 2**31 - 1,
)  # fmt: skip
FEW = (-2, -1, 0, 1, 2, 3, 4, 6, 64)


def decisions(game: str) -> Iterator[Stepper]:
    """The first state of each phase that random play comes to."""
    face, met = games.load(game), set()
    for number, given in enumerate(RULES.get(game, ({},)) * 4):
        rng = random.Random(number)
        players = min(4, face.players[1])
        table = make_table(face, players, face.resolve_rules(players, given))
        for index in range(6):
            stepper = Stepper(table, seed_key(number), index)
            for _ in range(400):
                if not (codes := stepper.moves()):
                    break
                if (phase := stepper.describe()["phase"]) not in met:
                    met.add(phase)
                    yield stepper.copy()
                stepper.apply(rng.choice(codes))


def takes(stepper: Stepper, raw: dict[str, Any], path: tuple, value: Any) -> bool:
    changed = copy.copy(raw)
    holder: Any = changed
    for step in path[:-1]:
        holder[step] = copy.copy(holder[step])
        holder = holder[step]
    holder[path[-1]] = value
    try:
        stepper.copy().restore(changed)
    except ValueError:
        return False
    return True


def first_numbers(value: Any, path: tuple = ()) -> Iterator[tuple[tuple, Any]]:
    """The entries that are numbers, and of lists the first number or list."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from first_numbers(part, (*path, name))
        return
    yield path, value
    if isinstance(value, list) and value:
        yield from first_numbers(value[0], (*path, 0))


def entry(stepper: Stepper, raw: dict[str, Any], path: tuple, value: Any, probes: tuple) -> str:
    if isinstance(value, list):
        lengths = {"shorter": value[:-1], "longer": [*value, *value[-1:]]} if value else {}
        return " ".join(word for word, other in lengths.items() if takes(stepper, raw, path, other))
    taken = [takes(stepper, raw, path, probe) for probe in probes]
    runs: list[str] = []
    for place, probe in enumerate(probes):
        if taken[place] and not (place and taken[place - 1]):
            runs.append(str(probe))
        if taken[place] and not (place + 1 < len(probes) and taken[place + 1]):
            runs[-1] = runs[-1] if runs[-1] == str(probe) else f"{runs[-1]}..{probe}"
    return " ".join(runs)


def lines(game: str) -> Iterator[str]:
    usual: dict[str, str] = {}
    for number, stepper in enumerate(decisions(game)):
        raw = stepper.describe() | {"turn_begins": False}
        for path, value in first_numbers(raw):
            name = ".".join(map(str, path))
            told = entry(stepper, raw, path, value, FEW if number else PROBES)
            few = entry(stepper, raw, path, value, FEW) if number == 0 else told
            if number == 0 or usual.get(name) != few:
                yield f"{game} phase {raw['phase']}: {name} takes {told or 'nothing else'}"
            usual.setdefault(name, few)


@pytest.mark.parametrize("game", games.names())
def test_what_the_core_takes(game: str) -> None:
    found = list(lines(game))
    written = GOLDEN.read_text("utf-8").splitlines() if GOLDEN.exists() else []
    if os.environ.get("ANALYZER_GOLDEN") == "write":
        others = [line for line in written if not line.startswith(f"{game} ")]
        GOLDEN.write_text("\n".join(sorted([*others, *found])) + "\n", "utf-8")
        return
    assert sorted(found) == [line for line in written if line.startswith(f"{game} ")]


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("deck", [0] * 99, "deck of a state must be a list of 0 to 36 entries, got 99"),
        ("hands", [[]], "hands of a state must be a list of 3 entries, got 1"),
        ("hands", 7, "hands of a state must be a list of 3 entries, got 7"),
        ("unseen", -1, "unseen of a state must be a whole number from 0 to 32, got -1"),
        ("unseen", "all", "unseen of a state must be a whole number from 0 to 32, got 'all'"),
    ],
)
def test_what_is_refused_is_said(name: str, value: Any, sentence: str) -> None:
    face = games.load("hide-n-seek")
    stepper = Stepper(make_table(face, 3, face.resolve_rules(3, {})), seed_key(1), 0)
    with pytest.raises(ValueError, match=re.escape(sentence)):
        stepper.restore(stepper.describe() | {name: value})
