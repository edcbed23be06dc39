"""A watcher of the user's own: a class that counts something in every playout, after every move.

`--count ./mine.py:Twins` names it. What it counts becomes columns of the batch, beside the game's
own counters, so it is compared, swept, paired and kept like them. docs/your-questions.md shows how.
"""

import inspect
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol, cast

from analyzer import games
from analyzer._core.runner import Stepper
from analyzer.errors import RunError, UserError, did_you_mean, first_line
from analyzer.games import AnyGame
from analyzer.games.own import NO_COUNTERS, counters_of
from analyzer.games.stored_game import KeptGame
from analyzer.playout.state import State
from analyzer.policies import python_file
from analyzer.system.redirected_output import redirected_output
from analyzer.system.signals import is_interrupt
from analyzer.system.values import checked_integer, short_repr

if TYPE_CHECKING:
    from collections.abc import Mapping

    from analyzer._core.contract import Policy, Table
    from analyzer.playout.cell import Cell

WATCHER = "Watcher"  # what is in a file, in messages
MOST = 2**31 - 1


class Watcher(Protocol):
    """An object of the user's class."""

    def after(self, state: State, seat: int, move: str) -> None: ...


class BySeat:
    """A number for each seat; seats count from 1."""

    def __init__(self, players: int) -> None:
        self.values: list[object] = [0] * players

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, seat: object) -> object:
        return self.values[self._place(seat)]

    def __setitem__(self, seat: object, value: object) -> None:
        self.values[self._place(seat)] = value

    def _place(self, seat: object) -> int:
        found = checked_integer(seat, 1, len(self.values))
        if found is None:
            raise IndexError(f"seats are 1 to {len(self.values)}; got {short_repr(seat)}")
        return found - 1


class WatcherClass:
    """A user's class, checked."""

    def __init__(self, text: str, made: type) -> None:
        self.text, self.made = text, made
        self.of_game, self.of_seats = counters_of(made)

    def watch(self, players: int) -> Watcher:
        """A new object for a playout, with all its numbers 0."""
        with self.as_mistakes():
            found = self.made()
            for name in self.of_game:
                setattr(found, name, 0)
            for name in self.of_seats:
                setattr(found, name, BySeat(players))
            return cast("Watcher", found)

    def numbers(self, found: Watcher, where: str) -> tuple[list[int], list[list[int]]]:
        """What it has counted: of the game, and of the seats."""
        of_game = [self._whole(name, getattr(found, name), where) for name in self.of_game]
        of_seats = []
        for name in self.of_seats:
            kept = getattr(found, name)
            if not isinstance(kept, BySeat):
                raise RunError(
                    f"Watcher {self.text} must set {name} seat by seat, self.{name}[seat] = ...; "
                    f"got {short_repr(kept)} in {where}."
                )
            of_seats.append([self._whole(name, value, where) for value in kept.values])
        return of_game, of_seats

    def _whole(self, name: str, value: object, where: str) -> int:
        number = int(value) if isinstance(value, bool) else value
        found = checked_integer(number, -MOST - 1, MOST)
        if found is None:
            raise RunError(
                f"Watcher {self.text} must count {name} in whole numbers of 32 bits; got "
                f"{short_repr(value)} in {where}."
            )
        return found

    @contextmanager
    def as_mistakes(self, where: str = "") -> Iterator[None]:
        """Whatever the user's code raises ends the run with its place."""
        try:
            with redirected_output():
                yield
        except BaseException as error:
            if is_interrupt(error):
                raise
            line = python_file.line_in_file(error, file_of(self.text))
            at = f", {where}" if where else ""
            raise RunError(f"Watcher {self.text} raised {first_line(error)}{line}{at}.") from None


def find(text: str, fresh: bool = False) -> WatcherClass:
    """The class that `./mine.py:Twins` names; `fresh`: of the file as it is now."""
    path, _, name = text.rpartition(":")
    if not path.endswith(".py") or not name.isidentifier():
        raise UserError(
            "Option --count must be a class in a file, as in ./mine.py:Twins; got "
            f"{short_repr(text)}."
        )
    module = python_file.read_file(path, fresh, WATCHER).module
    classes = {key: one for key, one in vars(module).items() if inspect.isclass(one)}
    if name not in classes:
        raise UserError(f"Watcher file {path} has no class {name!r}{did_you_mean(name, classes)}")
    found = WatcherClass(text, classes[name])
    if not found.of_game and not found.of_seats:
        raise UserError(
            f"Watcher {text} must count something: twins = per_game('...') or per_seat('...') in "
            "its class, from analyzer.design."
        )
    if not callable(getattr(found.made, "after", None)):
        raise UserError(f"Watcher {text} must have a method after(self, state, seat, move).")
    return found


class _WatchedGame:
    """A game with the counters of a watcher behind its own; all else is the game's."""

    def __init__(self, face: AnyGame, watcher: WatcherClass) -> None:
        self._face = face
        own = {*face.game_counters, *face.seat_counters, *face.rules_type.__dataclass_fields__}
        taken = (own | NO_COUNTERS) & {*watcher.of_game, *watcher.of_seats}
        if taken:
            raise UserError(
                f"Watcher {watcher.text} counts {min(taken)}, and {face.name} has that already: "
                "choose another name."
            )
        self.game_counters: Mapping[str, str] = {**face.game_counters, **watcher.of_game}
        self.seat_counters: Mapping[str, str] = {**face.seat_counters, **watcher.of_seats}

        self.watched = (*watcher.of_game, *watcher.of_seats)

    def __getattr__(self, name: str) -> object:
        return getattr(self._face, name)


def watched(face: AnyGame, text: str, fresh: bool = False) -> AnyGame:
    """A game with what a watcher counts; a kept game knows its counters already."""
    if not text or isinstance(face, KeptGame):
        return face
    return cast("AnyGame", _WatchedGame(face, find(text, fresh)))


def game_of(cell: "Cell") -> AnyGame:
    """The game of a cell with all its counters."""
    return watched(games.load(cell.game), cell.count)


def file_of(text: str) -> str:
    """The path in `./mine.py:Twins`."""
    return text.rpartition(":")[0]


def count_playout(
    cell: "Cell", table: "Table", seated: "list[Policy]", key: tuple[int, int],
    coin_key: tuple[int, int], index: int,
) -> tuple[list[int], list[list[int]], int]:  # fmt: skip
    """What the watcher of a cell counts in playout `index`: of the game, of the seats; and the
    moves that were made."""
    face, watcher = games.load(cell.game), find(cell.count)
    where = f"{cell.game} --players {cell.players} --seed {cell.seed} --game {index}"
    stepper = Stepper(table, key, index, coin_key=coin_key)
    coins, made = stepper.coins(), 0
    found = watcher.watch(cell.players)
    if callable(start := getattr(found, "start", None)):
        with watcher.as_mistakes(where):
            start(_state(cell, face, stepper, index))
    while codes := stepper.moves():
        seat = stepper.seat
        code = codes[stepper.choose(seated[seat], coins[seat])]
        stepper.apply(code)
        made += 1
        with watcher.as_mistakes(f"after {made} moves of {where}"):
            found.after(
                _state(cell, face, stepper, index), seat + 1, face.move_name(cell.rules, code)
            )
    return *watcher.numbers(found, where), made


def _state(cell: "Cell", face: AnyGame, stepper: Stepper, index: int) -> State:
    """A copy, so that a watcher changes nothing."""
    return State(face, cell.rules, stepper.copy(), cell.seed, index)
