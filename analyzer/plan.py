"""What is to be played, as plain values: cells, groups of cells on the same luck, a plan.

A cell is one table: game, rules, who plays, seed. Its identity is a text that names every setting
(and nothing else: no label, no count, no thread), and the hash of that text. Cells of a group play
the same game indexes, so the difference between them is what their settings do.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from analyzer import games, players, seeds
from analyzer.checks import shown, whole
from analyzer.errors import UserError
from analyzer.spec import MAX_COUNT as MAX_GAMES
from analyzer.spec import PolicySpec

if TYPE_CHECKING:
    from analyzer.plain import Json
    from analyzer.rules import GameRules


@dataclass(frozen=True)
class Cell:
    """One table."""

    game: str
    players: int
    rules: "GameRules"  # the game's frozen Rules, resolved for this number of players
    policies: tuple[PolicySpec, ...]  # one per seat
    seed: int = 1
    coin_seed: int | None = None  # of the policies' coins; None: the same seed

    @cached_property
    def settings(self) -> "Json":
        """Everything a result depends on, and nothing else."""
        game = games.load(self.game)
        files = {path: players.digest(path) for policy in self.policies for path in policy.files}
        return {
            "coin_seed": self.seed if self.coin_seed is None else self.coin_seed,
            "game": self.game,
            "game_version": game.version,
            "players": self.players,
            "policies": [str(policy) for policy in self.policies],
            "rules": asdict(self.rules),
            "seed": self.seed,
            "tables": {name: table["hash"] for name, table in game.provenance(self.rules).items()},
            **({"policy_files": files} if files else {}),
        }

    @cached_property
    def text(self) -> str:
        """The settings in one canonical line."""
        return json.dumps(self.settings, sort_keys=True, separators=(",", ":"))

    @cached_property
    def key(self) -> str:
        """A short name for the text."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:16]


def difference(a: Cell, b: Cell) -> list[str]:
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


@dataclass(frozen=True)
class Want:
    """A reducer by name, and the cells of the group that it is given, by place."""

    reducer: str
    cells: tuple[int, ...]


@dataclass(frozen=True)
class Group:
    """Cells that play the same games, first .. first + n - 1, and what is made of them."""

    cells: tuple[Cell, ...]
    wants: tuple[Want, ...]
    n: int
    first: int = 0
    looks: tuple[int, ...] = ()  # games after which the question may be decided; last is n

    @property
    def games(self) -> int:
        """Playouts, over all cells."""
        return self.n * len(self.cells)

    @property
    def cuts(self) -> tuple[int, ...]:
        """Where chunks must end: at the looks."""
        return self.looks or (self.n,)


@dataclass(frozen=True)
class Chunk:
    """A piece of a group: the unit of work, and a plain value that can be sent to a worker."""

    cells: tuple[Cell, ...]
    wants: tuple[Want, ...]
    first: int
    n: int
    rows: bool = True  # are the rows of its games wanted, where somebody takes rows?


@dataclass(frozen=True)
class Plan:
    """All that a question plays."""

    groups: tuple[Group, ...]

    @property
    def games(self) -> int:
        return sum(group.games for group in self.groups)


def check(plan: Plan) -> None:
    """Refuse what cannot be played: plans that were made by hand are checked here."""
    for group in plan.groups:
        for name, value in (("n", group.n), ("first", group.first)):
            if whole(value, 0, MAX_GAMES) is None:
                raise UserError(
                    f"{name} of a group must be a whole number from 0 to 1e12; got {shown(value)}."
                )
        for cell in group.cells:
            check_cell(cell)


def check_cell(cell: Cell) -> None:
    """Refuse a table that cannot be played."""
    game = games.load(cell.game)
    players = game.check_players(cell.players)
    game.check_rules(players, cell.rules)
    for name, value in (("seed", cell.seed), ("coin_seed", cell.coin_seed)):
        if value is not None:
            seeds.check(name, value)
    fine = isinstance(cell.policies, tuple) and len(cell.policies) == players
    if not fine or not all(isinstance(policy, PolicySpec) for policy in cell.policies):
        raise UserError(
            f"A table of {players} players must have a tuple of {players} policies, as "
            f"analyzer.spec.table makes it; got {shown(cell.policies)}."
        )


def chunks(
    group: Group, size: int | Callable[[], int], first: int | None = None, n: int | None = None
) -> Iterable[Chunk]:
    """Games of a group in order (all, or n from `first` on), cut at its looks, at most `size`.

    A `size` that may change is asked for every chunk.
    """
    begin = 0 if first is None else first - group.first
    end = group.n if n is None else begin + n
    for cut in group.cuts:
        while begin < min(cut, end):
            most = size() if callable(size) else size
            count = min(most, cut - begin, end - begin)
            yield Chunk(group.cells, group.wants, group.first + begin, count)
            begin += count


def gaps(group: Group, held: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The ranges (first, n) of a group that are in none of those held."""
    found, begin, end = [], group.first, group.first + group.n
    for first, n in sorted(held):
        if first > begin:
            found.append((begin, min(first, end) - begin))
        begin = max(begin, first + n)
    if begin < end:
        found.append((begin, end - begin))
    return [(first, n) for first, n in found if n > 0]


def totals_and_pairs(cells: Sequence[Cell]) -> tuple[Want, ...]:
    """The totals of every cell, and each further cell paired with the first."""
    each = tuple(Want("totals", (place,)) for place in range(len(cells)))
    return each + tuple(Want("pairs", (place, 0)) for place in range(1, len(cells)))


@dataclass
class _Union:
    """Groups of the same games become one; equal cells are in it once."""

    cells: list[Cell] = field(default_factory=list)
    wants: dict[Want, None] = field(default_factory=dict)

    def take(self, group: Group) -> None:
        places = []
        for cell in group.cells:
            if cell not in self.cells:
                self.cells.append(cell)
            places.append(self.cells.index(cell))
        for want in group.wants:
            self.wants[Want(want.reducer, tuple(places[i] for i in want.cells))] = None


def union(plans: Iterable[Plan]) -> Plan:
    """Several questions as one plan: equal cells on the same games are played once."""
    found: dict[tuple[int, int, tuple[int, ...]], _Union] = {}
    for plan in plans:
        for group in plan.groups:
            found.setdefault((group.first, group.n, group.looks), _Union()).take(group)
    return Plan(
        tuple(
            Group(tuple(one.cells), tuple(one.wants), n, first, looks)
            for (first, n, looks), one in found.items()
        )
    )
