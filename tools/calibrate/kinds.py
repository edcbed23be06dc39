"""Which kind of interval a row is: the field that holds it, whatever the game, seat or card.

A case is asked a few hundred times at most, but a kind stands in the answers of many cases. Rows
of one answer depend on each other, so an answer counts as one observation: its share of rows that
cover.
"""

import math
import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from calibrate.observations import CHOSEN
from calibrate.records import LEAST, Record

SURE = 3.09  # normal deviates: 1 in 1,000 on one side
KEYS = {"counters": 1, "length": 1, "lengths": 1, "measures": 1, "profiles": 2}  # behind a field


@dataclass
class Kind:
    """All intervals of one kind: how many of each answer there are, and how many cover."""

    name: str
    cases: set[str] = field(default_factory=set)
    answers: list[tuple[int, int]] = field(default_factory=list)

    @property
    def intervals(self) -> int:
        return sum(all_ for _, all_ in self.answers)

    @property
    def coverage(self) -> float:
        return sum(covered for covered, _ in self.answers) / self.intervals

    @property
    def error(self) -> float:
        """Standard error of the coverage, with the answer as its unit."""
        squares = sum((covered - self.coverage * all_) ** 2 for covered, all_ in self.answers)
        return math.sqrt(squares) / self.intervals

    @property
    def too_low(self) -> bool:
        return self.coverage + SURE * self.error < LEAST


def by_kind(done: Iterable[tuple[str, Record]], rows: str) -> list[Kind]:
    """The kinds of all `families`, or of all that stand `alone`, by name."""
    found: dict[str, Kind] = {}
    for question, record in done:
        for line in record.lines:
            of_answer: dict[str, list[float]] = defaultdict(list)
            for name, error in line[rows].items():
                if not name.endswith(CHOSEN):
                    of_answer[name_of(question, name, rows)].append(error)
            for name, errors in of_answer.items():
                kind = found.setdefault(name, Kind(name))
                kind.cases.add(question)
                kind.answers.append((sum(error <= 1 for error in errors), len(errors)))
    return [found[name] for name in sorted(found)]


def name_of(question: str, row: str, rows: str) -> str:
    """`seats[2].counters.bids` of "simulate oh-hell" is "simulate: seats.counters"."""
    command, _, rest = question.partition(" ")
    command = f"ask {rest.partition(' ')[2]}" if command == "ask" else command
    if rows == "families":
        return f"{command}: {'a cell' if '=' in row else row}"
    steps = iter(re.sub(r"\[.*?\](?=[.:\[]|$)", "", row).partition(": ")[0].split("."))
    kept: list[str] = []
    for step in steps:
        kept.append(step)
        for _ in range(KEYS.get(step, 0)):
            next(steps, None)
    return f"{command}: {'.'.join(kept)}"
