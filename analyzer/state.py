"""Stepping through one playout from Python: the same core as a simulation, move by move."""

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

from analyzer import games
from analyzer._core.contract import Table
from analyzer._core.playout import Stepper
from analyzer.errors import UserError, did_you_mean
from analyzer.seeds import key


def make_table(module: ModuleType, players: int, rules: Any, scripts: Sequence = ()) -> Table:
    """The rules of a table, packed for the core."""
    return Table(module.core().GAME, players, module.encode_rules(rules), list(scripts))


class State:
    """One playout at one moment. Seats are numbered from 1."""

    def __init__(self, game: str, rules: Any, stepper: Stepper, seed: int, index: int) -> None:
        self.game, self.rules = game, rules
        self._module = games.load(game)
        self._stepper = stepper
        self._seed, self._index = seed, index

    @property
    def players(self) -> int:
        return self._stepper.table.players

    @property
    def over(self) -> bool:
        return not self._stepper.moves()

    @property
    def seat(self) -> int | None:
        """Who decides now; None when the playout is over."""
        return None if self.over else self._stepper.seat + 1

    def moves(self) -> list[str]:
        """The legal moves in rulebook words; empty when the playout is over."""
        return [self._module.move_name(self.rules, code) for code in self._stepper.moves()]

    def play(self, move: str | int) -> None:
        """Make a move: one of moves(), or its place there (from 0)."""
        codes, names = self._stepper.moves(), self.moves()
        if not names:
            raise UserError(f"This playout of {self.game} is over: there is no move to make.")
        if isinstance(move, int) and not isinstance(move, bool) and 0 <= move < len(names):
            self._stepper.apply(codes[move])
        elif move in names:
            self._stepper.apply(codes[names.index(move)])
        else:
            raise UserError(
                f"Seat {self.seat} of {self.game} cannot make the move {move!r}"
                f"{did_you_mean(str(move), names)}"
            )

    @property
    def scores(self) -> list[int]:
        return self._stepper.result()["scores"]

    @property
    def winners(self) -> list[int]:
        """The seats that win; empty while nobody does."""
        wins = self._stepper.result()["win840"]
        return [seat for seat, win in enumerate(wins, start=1) if win] if self.over else []

    @property
    def counters(self) -> dict[str, Any]:
        """What has been counted so far: by game, and by seat."""
        result = self._stepper.result()
        return {
            "game": dict(zip(self._module.GAME_COUNTERS, result["game_counters"], strict=True)),
            "seats": [
                dict(zip(self._module.SEAT_COUNTERS, counts, strict=True))
                for counts in result["seat_counters"]
            ],
            "end_reason": self._module.END_REASONS[result["end_reason"]] if self.over else None,
        }

    def copy(self) -> "State":
        return State(self.game, self.rules, self._stepper.copy(), self._seed, self._index)

    def view(self, seat: int) -> Any:
        """What a seat can see."""
        if not 1 <= seat <= self.players:
            raise UserError(f"There is no seat {seat}: they are numbered 1 to {self.players}.")
        return self._module.view(self.rules, self._stepper.describe(), seat - 1)

    def position(self) -> dict[str, Any]:
        """The state in words; new_state(position=...) takes it back."""
        words = self._module.position(self.rules, self._stepper.describe())
        return words | {"seed": self._seed, "game": self._index}

    def redeal_hidden(self, seat: int, occasion: int = 0) -> None:
        """Deal everything anew that a seat cannot see, consistent with what it can know."""
        self._stepper.redeal_hidden(seat - 1, occasion)


def new_state(
    game: str,
    players: int | None = None,
    rules: Mapping[str, object] | None = None,
    seed: int | None = None,
    *,
    game_index: int | None = None,
    position: Mapping[str, Any] | None = None,
    deals: Sequence[Sequence[str]] = (),
) -> State:
    """Playout number `game_index` of a seed, a position, or one whose decks are written down.

    `deals` gives the order of the deck for the first hands, as lists of card names.
    """
    module = games.load(game)
    words = position or {}
    players = _players(game, module, players, words)
    resolved = module.resolve_rules(players, rules or {})
    seed = words.get("seed", 0) if seed is None else seed
    index = words.get("game", 0) if game_index is None else game_index
    table = make_table(module, players, resolved, module.scripts(resolved, players, deals))
    stepper = Stepper(table, key(seed), index)
    if position is not None:
        stepper.restore(module.from_position(resolved, players, position, seed))
    return State(game, resolved, stepper, seed, index)


def _players(
    game: str, module: ModuleType, players: int | None, words: Mapping[str, Any]
) -> int:
    if players is None:
        hands = words.get("hands", ())
        players = words.get("players", len(hands) if isinstance(hands, list | tuple) else 0)
    low, high = module.PLAYERS
    if isinstance(players, bool) or not isinstance(players, int) or not low <= players <= high:
        raise UserError(
            f"players of {game} must be a whole number from {low} to {high}; got {players!r}."
        )
    return players
