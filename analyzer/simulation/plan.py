"""What is to be played, as plain values: cells, groups of cells on the same luck, a plan.

Cells of a group play the same game indexes, so the difference between them is what their settings
do.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from analyzer.errors import UserError
from analyzer.playout.cell import Cell, check_cell
from analyzer.system.values import checked_integer, short_repr

MAX_GAMES = 10**12


@dataclass(frozen=True)
class Reduction:
    """A reducer by name, and the cells of the group that it is given, by place."""

    reducer: str
    cells: tuple[int, ...]


@dataclass(frozen=True)
class Group:
    """Cells that play the same games, first .. first + n - 1, and what is made of them."""

    cells: tuple[Cell, ...]
    reductions: tuple[Reduction, ...]
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
    reductions: tuple[Reduction, ...]
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


def check_plan(plan: Plan) -> None:
    """Refuse what cannot be played: plans that were made by hand are checked here."""
    for group in plan.groups:
        for name, value in (("n", group.n), ("first", group.first)):
            if checked_integer(value, 0, MAX_GAMES) is None:
                raise UserError(
                    f"{name} of a group must be a whole number from 0 to 1e12; got "
                    f"{short_repr(value)}."
                )
        for cell in group.cells:
            check_cell(cell)


def split_into_chunks(
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
            yield Chunk(group.cells, group.reductions, group.first + begin, count)
            begin += count


def missing_ranges(group: Group, held: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The ranges (first, n) of a group that are in none of those held."""
    found, begin, end = [], group.first, group.first + group.n
    for first, n in sorted(held):
        if first > begin:
            found.append((begin, min(first, end) - begin))
        begin = max(begin, first + n)
    if begin < end:
        found.append((begin, end - begin))
    return [(first, n) for first, n in found if n > 0]


def totals_and_pairs(cells: Sequence[Cell]) -> tuple[Reduction, ...]:
    """The totals of every cell, and each further cell paired with the first."""
    each = tuple(Reduction("totals", (place,)) for place in range(len(cells)))
    return each + tuple(Reduction("pairs", (place, 0)) for place in range(1, len(cells)))


@dataclass
class _Union:
    """Groups of the same games become one; equal cells are in it once."""

    cells: list[Cell] = field(default_factory=list)
    reductions: dict[Reduction, None] = field(default_factory=dict)

    def take(self, group: Group) -> None:
        places = []
        for cell in group.cells:
            if cell not in self.cells:
                self.cells.append(cell)
            places.append(self.cells.index(cell))
        for reduction in group.reductions:
            self.reductions[
                Reduction(reduction.reducer, tuple(places[i] for i in reduction.cells))
            ] = None


def merge_plans(plans: Iterable[Plan]) -> Plan:
    """Several questions as one plan: equal cells on the same games are played once."""
    found: dict[tuple[int, int, tuple[int, ...]], _Union] = {}
    for plan in plans:
        for group in plan.groups:
            found.setdefault((group.first, group.n, group.looks), _Union()).take(group)
    return Plan(
        tuple(
            Group(tuple(one.cells), tuple(one.reductions), n, first, looks)
            for (first, n, looks), one in found.items()
        )
    )
