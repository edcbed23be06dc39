"""Replays compiled playouts in an oracle and compares everything both can say. For any game.

For a game `hike-sled` there are two files beside this one: `hike_sled.py`, the oracle, which knows
nothing of the compiled game, and `link_hike_sled.py`, which knows both:

    names(rules)                    move code -> its name, as a function
    oracle_rules(rules, given)      what the oracle's Game takes as its rules
    Link(experiment, index, stepper)    the oracle's Chance, drawn from streams of its own
        .game                       the oracle's game, set by the harness
        .moved(move)                a move was made in the stepper, not yet in the oracle
        .differences()              what differs in the middle of a playout: sentences
        .result()                   the oracle's result in the form of Stepper.result()
    rules_to_compare(folder, players)   the rules to compare: at least each value on its own
    random_rules(folder, players, rng)  any combination; `folder` is for files that rules name
    COST                            may be said: how many playouts of other games one here takes
        .pick(names, rng)           may be there: our own dice, if any legal move at all, each as
                                    likely as the others, would hardly ever end a playout
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from analyzer import games
from analyzer._core.policies import common
from analyzer._core.runner import Control, Stepper, run_batch
from analyzer.playout.seeds import seed_key
from analyzer.playout.state import make_table

HOME = Path(__file__).parent


class Difference(AssertionError):  # noqa: N818 - no error: a finding
    """The compiled game and the oracle do not agree."""


def file_name(game: str) -> str:
    return game.replace("-", "_")


def oracle_of(game: str) -> ModuleType:
    return import_module(f"oracle.{file_name(game)}")


def link_of(game: str) -> ModuleType:
    return import_module(f"oracle.link_{file_name(game)}")


def policies_of(game: str) -> dict[str, Any]:
    """The compiled policies that play a game, by name."""
    return {policy.name: policy for policy in (*common.POLICIES, *games.load(game).policies())}


def cost_of(game: str) -> int:
    return getattr(link_of(game), "COST", 1)


@dataclass
class Experiment:
    """Playouts of one table. `policies`: compiled ones by seat, or None for random choices here."""

    game: str
    players: int
    given: dict[str, object] = field(default_factory=dict)
    seed: int = 0
    policies: Sequence[Any] | None = None

    def __post_init__(self) -> None:
        face = games.load(self.game)
        self.rules = face.resolve_rules(self.players, self.given)
        self.table = make_table(face, self.players, self.rules)
        self.link, self.oracle = link_of(self.game), oracle_of(self.game)
        self.name_of = self.link.names(self.rules)
        self.oracle_rules = self.link.oracle_rules(self.rules, self.given)
        self.key = seed_key(self.seed)

    def address(self, index: int, move: int) -> str:
        who = [policy.name for policy in self.policies] if self.policies else "random choices"
        return (
            f"{self.game}, players={self.players}, rules={self.given!r}, seed={self.seed}, "
            f"game={index}, move={move}, policies={who}"
        )

    def compare(self, first: int, n: int) -> int:
        """Compare playouts number first .. first + n - 1; returns how many moves were made."""
        totals = self._batch(first, n) if self.policies else None
        moves = 0
        for index in range(first, first + n):
            replay = Replay(self, index)
            replay.run()
            moves += replay.n_moves
            if totals is not None:
                replay.same_as_batch({name: column[index - first] for name, column in totals})
        return moves

    def _batch(self, first: int, n: int) -> list[tuple[str, np.ndarray]]:
        """What the loop without Python makes of the same playouts: rows by column name."""
        game, seats = self._counts()
        by_game = np.zeros((6 + game, n), np.int32)
        by_seat = np.zeros((4 + seats, n * self.players), np.int32)
        who = list(self.policies)
        run_batch(self.table, who, self.key, first, n, by_game, by_seat, Control())
        rows = by_seat.reshape(4 + seats, n, self.players)
        return [
            ("turns", by_game[0]),
            ("decisions", by_game[1]),
            ("end_reason", by_game[3]),
            ("game_counters", by_game[6:].T),
            ("scores", rows[0]),
            ("win840", rows[2]),
            ("seat_counters", rows[4:].transpose(1, 2, 0)),
        ]

    def _counts(self) -> tuple[int, int]:
        face = games.load(self.game)
        return len(face.game_counters), len(face.seat_counters)


def random_experiment(game: str, players: int, folder: Path, rng: random.Random) -> Experiment:
    """An experiment by chance: rules, and who plays: our own dice, one policy or several."""
    known = list(policies_of(game).values())
    seated = [rng.choice(known) for _ in range(players)]
    policies = rng.choice((None, seated, seated[:1] * players))
    rules = link_of(game).random_rules(folder, players, rng) if rng.random() < 0.7 else {}
    return Experiment(game, players, rules, rng.randrange(2**32), policies)


class Replay:
    """One playout in both."""

    def __init__(self, experiment: Experiment, index: int) -> None:
        self.of, self.index = experiment, index
        self.stepper = Stepper(experiment.table, experiment.key, index)
        self.link = experiment.link.Link(experiment, index, self.stepper)
        self.game = experiment.oracle.Game(experiment.players, experiment.oracle_rules, self.link)
        self.link.game = self.game
        self.n_moves = self.n_decisions = 0
        self.choose = self._by_policy if experiment.policies else self._at_random
        self.coins = self.stepper.coins()
        self.rng = random.Random(f"{experiment.seed}/{index}")

    def run(self) -> None:
        try:
            while self._step():
                pass
            self._same("result", self.stepper.result(), self.link.result())
            counted = (self.game.totals["turns"], self.game.totals["decisions"])
            self._same("turns and decisions", (self.n_moves, self.n_decisions), counted)
        except AssertionError as error:
            where = self.of.address(self.index, self.n_moves)
            raise Difference(f"{error}\n  at {where}") from error

    def _step(self) -> bool:
        """One move; False at the end."""
        codes = self.stepper.moves()
        names = [self.of.name_of(code) for code in codes]
        if names != self.game.moves():
            self._same("moves", names, self.game.moves())
        if not codes:
            return False
        if self.stepper.seat != self.game.seat:
            self._same("seat", self.stepper.seat, self.game.seat)
        choice = self.choose(names) if len(codes) > 1 else 0
        self.n_decisions += len(codes) > 1
        self.stepper.apply(codes[choice])
        self.n_moves += 1
        self.link.moved(codes[choice])
        self.game.play(names[choice])
        for difference in self.link.differences():
            raise Difference(difference)
        return True

    def _at_random(self, names: list[str]) -> int:
        if hasattr(self.link, "pick"):
            return self.link.pick(names, self.rng)
        return self.rng.randrange(len(names))

    def _by_policy(self, _names: list[str]) -> int:
        seat = self.stepper.seat
        return self.stepper.choose(self.of.policies[seat], self.coins[seat])

    def _same(self, what: str, compiled: object, oracle: object) -> None:
        if compiled != oracle:
            raise Difference(f"{what}: compiled {compiled}, oracle {oracle}")

    def same_as_batch(self, batch: dict[str, Any]) -> None:
        """The turn loop of a simulation comes to the same end, and counts the same."""
        mine = self.stepper.result() | {"turns": self.n_moves, "decisions": self.n_decisions}
        for name, value in batch.items():
            if np.asarray(value).tolist() != mine[name]:
                where = self.of.address(self.index, self.n_moves)
                raise Difference(f"{name}: batch {value}, stepped {mine[name]}\n  at {where}")
