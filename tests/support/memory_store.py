"""A run that is kept in memory, for tests."""

from analyzer.simulation.plan import Group, Plan, totals_and_pairs
from support.playouts import cell

HIKE = cell("hike", 4, ("random",) * 4, seed=2)
OTHER = cell("hike", 4, ("random",) * 4, {"target": 20}, seed=2)
THIRD = cell("hike", 4, ("greedy",) * 4, seed=2)


def plan(n=300, first=0, looks=(), cells=(HIKE, OTHER, THIRD)) -> Plan:
    return Plan((Group(cells, totals_and_pairs(cells), n, first, looks),))


class MemoryStore:
    """A store in memory."""

    def __init__(self, parts=()) -> None:
        self.parts = list(parts)

    def known(self, group: int):
        return [part for place, part in self.parts if place == group]

    def keep(self, group: int, part) -> None:
        self.parts.append((group, part))

    def grow(self, plan) -> None:
        self.grown = plan
