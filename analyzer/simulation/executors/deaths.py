"""Workers that die while they play: which games are played again, and when a run gives up.

A machine may be taken away, so a chunk that loses its worker is played again. But games that kill
whoever plays them would take all workers of a cluster, one after the other.
"""

from collections import Counter
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING

from analyzer import games
from analyzer.games.parameters import format_value
from analyzer.system.invocation import command_line

if TYPE_CHECKING:
    from distributed import KilledWorker

    from analyzer.playout.cell import Cell
    from analyzer.simulation.plan import Chunk

MOST = 30  # deaths in a run
IN_A_ROW = 5  # while no chunk came back
COMMANDS = 3  # that are told, if a chunk has several tables


@dataclass
class Deaths:
    """The dead workers of one run."""

    total: int = 0
    in_a_row: int = 0
    _blamed: Counter[str] = field(default_factory=Counter)
    _chunks: "dict[str, Chunk]" = field(default_factory=dict)
    _workers: set[object] = field(default_factory=set)

    def take(self, chunk: "Chunk", killed: "KilledWorker") -> None:
        """A chunk has lost its worker, or as many as the scheduler allows; a worker that had
        several chunks died once."""
        name = f"{games_of(chunk)} {' '.join(cell.key for cell in chunk.cells)}"
        self._blamed[name] += 1
        self._chunks[name] = chunk
        worker = killed.last_worker
        who = getattr(worker, "server_id", None) or getattr(worker, "address", None) or object()
        if who not in self._workers:
            self._workers.add(who)
            self.total += killed.allowed_failures + 1
            self.in_a_row += killed.allowed_failures + 1

    def came_back(self) -> None:
        """A chunk was played to its end."""
        self.in_a_row = 0

    @property
    def too_many(self) -> bool:
        return self.total >= MOST or self.in_a_row >= IN_A_ROW

    def sentence(self) -> str:
        """Why the run ends, the games that lost most workers, and how they are played alone."""
        chunk = self._chunks[self._blamed.most_common(1)[0][0]]
        died = f"{self.total} workers died"
        if self.total < MOST:
            died = f"{self.in_a_row} workers died one after the other"
        told = "; ".join(play_alone(cell, chunk.first, chunk.n) for cell in chunk.cells[:COMMANDS])
        return (
            f"{died}, most often with {games_of(chunk)}; is there memory enough? (To play these "
            f"games alone: {told})"
        )


def games_of(chunk: "Chunk") -> str:
    """The games of a chunk in words."""
    return f"games {chunk.first} to {chunk.first + chunk.n - 1} of {chunk.cells[0].game}"


def play_alone(cell: "Cell", first: int, n: int) -> str:
    """The command that plays some games of a table on one thread of this machine."""
    words: list[object] = [cell.game, "--players", cell.players]
    if len(set(cell.policies)) == 1:
        words += ["--policy", cell.policies[0]]
    else:
        for seat, policy in enumerate(cell.policies, 1):
            words += ["--policy", f"{seat}={policy}"]
    usual = games.load(cell.game).resolve_rules(cell.players, {})
    for rule in fields(cell.rules):
        value = getattr(cell.rules, rule.name)
        if value != getattr(usual, rule.name):
            words += ["--rule", f"{rule.name}={format_value(value)}"]
    words += ["--seed", cell.seed]
    if cell.coin_seed is not None:
        words += ["--coin-seed", cell.coin_seed]
    return command_line("simulate", *words, "--first", first, "-n", n, "--threads", 1)
