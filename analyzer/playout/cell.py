"""One table as plain values: game, rules, who plays, seed.

Its identity is a text that names every setting (and nothing else: no label, no count, no thread),
and the hash of that text.
"""

import hashlib
import json
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from analyzer import games
from analyzer.errors import UserError
from analyzer.playout import seeds
from analyzer.policies import python_file
from analyzer.policies.spec import PolicySpec
from analyzer.system.values import short_repr

if TYPE_CHECKING:
    from analyzer.games.parameters import GameRules
    from analyzer.system.json_types import Json


@dataclass(frozen=True)
class Cell:
    """One table."""

    game: str
    players: int
    rules: "GameRules"  # the game's frozen Rules, resolved for this number of players
    policies: tuple[PolicySpec, ...]  # one per seat
    seed: int = 1
    coin_seed: int | None = None  # of the policies' coins; None: the same seed
    count: str = ""  # a watcher in a file, ./mine.py:Twins

    @cached_property
    def settings(self) -> "Json":
        """Everything a result depends on, and nothing else."""
        game = games.load(self.game)
        return {
            "coin_seed": self.seed if self.coin_seed is None else self.coin_seed,
            "game": self.game,
            "game_version": game.version,
            "players": self.players,
            "policies": [str(policy) for policy in self.policies],
            "rules": asdict(self.rules),
            "seed": self.seed,
            "tables": {name: table["hash"] for name, table in game.provenance(self.rules).items()},
            **({"count": self.count} if self.count else {}),
            **({"policy_files": self.code_files} if self.code_files else {}),
        }

    @property
    def code_files(self) -> dict[str, str]:
        """The files of policies and of a watcher, with the hash of each."""
        named = [path for policy in self.policies for path in policy.files]
        named += [self.count.rpartition(":")[0]] if self.count else []
        return {path: python_file.digest(path) for path in named}

    @cached_property
    def text(self) -> str:
        """The settings in one canonical line."""
        return json.dumps(self.settings, sort_keys=True, separators=(",", ":"))

    @cached_property
    def key(self) -> str:
        """A short name for the text."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:16]


def describe_differences(a: Cell, b: Cell) -> list[str]:
    """The settings in which two cells differ, in words, for an error that says why."""
    found = []
    for name, mine in a.settings.items():
        theirs = b.settings[name]
        if isinstance(mine, dict) and isinstance(theirs, dict):
            found += [
                f"{name} {key}: {mine.get(key)} and {theirs.get(key)}"
                for key in sorted({*mine, *theirs})
                if mine.get(key) != theirs.get(key)
            ]
        elif mine != theirs:
            found.append(f"{name}: {mine} and {theirs}")
    return found


def check_cell(cell: Cell) -> None:
    """Refuse a table that cannot be played."""
    game = games.load(cell.game)
    players = game.check_players(cell.players)
    game.check_rules(players, cell.rules)
    for name, value in (("seed", cell.seed), ("coin_seed", cell.coin_seed)):
        if value is not None:
            seeds.check_seed(name, value)
    fine = isinstance(cell.policies, tuple) and len(cell.policies) == players
    if not fine or not all(isinstance(policy, PolicySpec) for policy in cell.policies):
        raise UserError(
            f"A table of {players} players must have a tuple of {players} policies, as "
            f"analyzer.policies.spec.policies_by_seat makes it; got {short_repr(cell.policies)}."
        )
