"""The result of an experiment as plain data: what every format prints from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from analyzer.balance.findings import Finding
    from analyzer.balance.length import Length
    from analyzer.balance.seats import Standings
    from analyzer.stats import Interval


@dataclass(frozen=True)
class Summary:
    """Everything that a report may say about one experiment."""

    game: str
    version: int
    players: int
    policies: tuple[str, ...]  # canonical text, one per seat
    rules: Mapping[str, object]  # every rule with the value used
    changed: Mapping[str, object]  # those that differ from the default
    seed: int
    first: int  # index of the first playout
    asked: int
    n: int  # playouts done: less than asked if interrupted
    tolerance: float  # a share: 0.01 is one percentage point
    standings: "Standings"
    roles: str | None  # how often each role wins, in a sentence; None without roles
    fairness: "Finding | None"
    length: "Finding | None"
    lengths: "Mapping[str, Length]"
    endings: str
    end_reasons: Mapping[str, int]
    unfinished: int
    seat_counters: "Mapping[str, tuple[Interval, ...]]"
    game_counters: "Mapping[str, Interval]"
    data: Mapping[str, object]  # the game's tables: name, provenance, hash
    notes: tuple[str, ...]  # what the result rests on, in sentences
    warnings: tuple[str, ...]
    command: str  # makes this result again
    replay: str  # shows one of its playouts
    provenance: Mapping[str, object] = field(default_factory=dict)
    seconds: float = 0.0
    core_seconds: float = 0.0
    threads: int = 1

    @property
    def interrupted(self) -> bool:
        """Whether the run was stopped before all playouts were done."""
        return self.n < self.asked

    @property
    def rate(self) -> float:
        """Playouts per second."""
        return self.n / self.seconds if self.seconds > 0 else 0.0


def table_of_policies(policies: tuple[str, ...]) -> str:
    """Who sits where: "expert at every seat", "expert, but random at seats 1 and 3"."""
    most = max(dict.fromkeys(policies), key=policies.count)
    others = {p: [i + 1 for i, q in enumerate(policies) if q == p] for p in policies if p != most}
    if not others:
        return f"{most} at every seat"
    exceptions = ", ".join(f"{policy} at {_seats(seats)}" for policy, seats in others.items())
    return f"{most}, but {exceptions}"


def _seats(seats: list[int]) -> str:
    if len(seats) == 1:
        return f"seat {seats[0]}"
    return f"seats {', '.join(map(str, seats[:-1]))} and {seats[-1]}"


def rules_in_words(rules: Mapping[str, object]) -> str:
    """Rules as a user would type them: "target=30, may_decline=true"."""
    return ", ".join(f"{name}={said(value)}" for name, value in rules.items())


def said(value: object) -> str:
    """A rule's value as a user would type it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
