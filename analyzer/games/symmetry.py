"""What the rules of a game do not tell apart: seats, equal maps, suits, colours.

A game permutes such things in a state and says how its moves are called then. The kit asks every
policy in both states: whoever prefers a seat, a map or a suit by its number is found.
"""

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from analyzer.games.spec import Raw

T = TypeVar("T")


@dataclass(frozen=True)
class Symmetry:
    """A state in which things that are equal by the rules have changed places."""

    name: str  # of these things: "seats"
    raw: "Raw"  # the permuted state, as the core restores it
    move: Callable[[int], int]  # a legal move, as it is called there


@dataclass(frozen=True)
class Seats:
    """Which entries of a described state speak of seats."""

    one: tuple[str, ...]  # a seat; below 0 is nobody
    some: tuple[str, ...]  # sets of seats
    each: tuple[str, ...]  # a list with a value for every seat

    def turned(self, raw: "Raw", players: int, by: int) -> "Raw":
        """This state with everybody `by` seats further on."""
        return (
            raw
            | {name: shift_seat(raw[name], players, by) for name in self.one}
            | {
                name: sorted(shift_seat(seat, players, by) for seat in raw[name])
                for name in self.some
            }
            | {name: rotate(raw[name], by) for name in self.each}
        )


def shift_seat(seat: int, players: int, by: int) -> int:
    """The seat that is `by` seats further on; nobody stays nobody."""
    return (seat + by) % players if seat >= 0 else seat


def rotate(values: Sequence[T], by: int) -> list[T]:
    """Values of all seats, everybody `by` seats further on."""
    return [values[(seat - by) % len(values)] for seat in range(len(values))]


def random_shift(players: int, luck: random.Random) -> int:
    return luck.randrange(1, players)


def random_permutation(kinds: Sequence[object], luck: random.Random) -> list[int]:
    """Where each thing goes: by lot to a place of a thing of the same kind."""
    found = list(range(len(kinds)))
    for kind in dict.fromkeys(kinds):
        places = [place for place, other in enumerate(kinds) if other == kind]
        for place, to in zip(places, luck.sample(places, len(places)), strict=True):
            found[place] = to
    return found


def permute(values: Sequence[T], to: Sequence[int]) -> list[T]:
    """Values at their new places."""
    return [values[to.index(place)] for place in range(len(to))]


def renumber(things: Iterable[int], to: Sequence[int]) -> list[int]:
    """A set of things by their new numbers."""
    return sorted(to[thing] for thing in things)


def same_move(move: int) -> int:
    """A move that names none of the permuted things."""
    return move
