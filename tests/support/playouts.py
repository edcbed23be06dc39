"""Tables and their totals, in few words, for tests that only want to play."""

from collections.abc import Sequence
from typing import Any

from analyzer import games
from analyzer.playout.cell import Cell
from analyzer.policies import registry, spec
from analyzer.simulation.batch import Batch, Layout
from analyzer.simulation.plan import Group, Plan, Reduction
from analyzer.simulation.reducers.totals import Totals
from analyzer.simulation.run import run


def cell(
    game: str, players: int, policies: Sequence[str], rules: Any = None, seed: int = 1
) -> Cell:
    """A table; `rules` are resolved ones, or what a user would give."""
    if rules is None or isinstance(rules, dict):
        rules = games.load(game).resolve_rules(players, rules or {})
    return Cell(game, players, rules, tuple(map(spec.parse_policy, policies)), seed)


def totals(table: Cell, n: int, first: int = 0, **options: Any) -> Totals:
    """What n playouts of a table amount to."""
    plan = Plan((Group((table,), (Reduction("totals", (0,)),), n, first),))
    return run(plan, **options).groups[0].totals()


def by_seat(found: Totals, column: str) -> list[int]:
    """The sum of a column at each seat."""
    return [found.seats.at(column, seat).total for seat in range(found.players)]


def seat_policies(game: str, names: Sequence[str], table: Any, rules: Any) -> list[Any]:
    """Policies by name, ready for the core."""
    return [registry.make_policy(game, spec.parse_policy(name), table, rules) for name in names]


def empty_batch(game: str, players: int, n: int, first: int = 0) -> Batch:
    """Columns for n playouts, to be filled."""
    return Batch.empty(Layout.from_game(games.load(game)), players, (), first, n)
