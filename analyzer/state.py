"""Stepping through one playout from Python: the same core as a simulation, move by move."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from analyzer import games
from analyzer._core.contract import Table
from analyzer._core.playout import Stepper
from analyzer.errors import UserError, did_you_mean
from analyzer.games import GameSpec, Script
from analyzer.seeds import key


def make_table(
    face: GameSpec[Any], players: int, rules: Any, scripts: Sequence[Script] = ()
) -> Table:
    """The rules of a table, packed for the core."""
    return Table(face.compiled(), players, face.encode_rules(rules), list(scripts))


class State:
    """One playout at one moment. Seats are numbered from 1."""

    __slots__ = ("_face", "_index", "_seed", "_stepper", "rules")

    def __init__(
        self, face: GameSpec[Any], rules: Any, stepper: Stepper, seed: int, index: int
    ) -> None:
        self._face, self.rules = face, rules
        self._stepper = stepper
        self._seed, self._index = seed, index

    @property
    def game(self) -> str:
        return self._face.name

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
        return [self._face.move_name(self.rules, code) for code in self._stepper.moves()]

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
            "game": dict(zip(self._face.game_counters, result["game_counters"], strict=True)),
            "seats": [
                dict(zip(self._face.seat_counters, counts, strict=True))
                for counts in result["seat_counters"]
            ],
            "end_reason": self._face.end_reasons[result["end_reason"]] if self.over else None,
        }

    def copy(self) -> "State":
        return State(self._face, self.rules, self._stepper.copy(), self._seed, self._index)

    def view(self, seat: int) -> Any:
        """What a seat can see."""
        if not 1 <= seat <= self.players:
            raise UserError(f"There is no seat {seat}: they are numbered 1 to {self.players}.")
        return self._face.view(self.rules, self._stepper.describe(), seat - 1)

    def position(self) -> dict[str, Any]:
        """The state in words, with its rules and luck; new_state(position=...) takes it back."""
        usual = self._face.resolve_rules(self.players, {})
        changed = {
            entry.name: getattr(self.rules, entry.name)
            for entry in fields(self.rules)
            if getattr(self.rules, entry.name) != getattr(usual, entry.name)
        }
        whose = {"game": self.game, "rules": changed, "seed": self._seed, "index": self._index}
        return whose | self._face.position(self.rules, self._stepper.describe())

    def redeal_hidden(self, seat: int, occasion: int = 0) -> None:
        """Deal everything anew that a seat cannot see, consistent with what it can know."""
        self._stepper.redeal_hidden(seat - 1, occasion)


def new_state(
    game: str | None = None,
    players: int | None = None,
    rules: Mapping[str, object] | None = None,
    seed: int | None = None,
    *,
    index: int | None = None,
    position: Mapping[str, Any] | None = None,
    deals: Sequence[Sequence[str]] = (),
) -> State:
    """Playout number `index` of a seed, a position, or one whose decks are written down.

    What a position says of game, players, rules, seed and index holds unless it is given here.
    `deals` gives the order of the deck for the first hands, as lists of card names.
    """
    if position is not None and not isinstance(position, Mapping):
        raise UserError(f"A position must be a dict; got {position!r}.")
    words = dict(position or {})
    said = {name: words.pop(name, None) for name in ("game", "rules", "seed", "index")}
    game = said["game"] if game is None else game
    if game is None:
        raise UserError("new_state needs the name of a game, or a position that holds one.")
    face = games.load(game)
    players = face.check_players(_said_players(words) if players is None else players)
    resolved = face.resolve_rules(players, (said["rules"] or {}) if rules is None else rules)
    seed = _whole("seed", seed, said["seed"])
    index = _whole("index", index, said["index"])
    table = make_table(face, players, resolved, face.scripts(resolved, players, deals))
    stepper = Stepper(table, key(seed), index)
    if position is not None:
        luck = random.Random(f"position {seed} {index}")
        stepper.restore(face.from_position(resolved, players, words, luck))
    return State(face, resolved, stepper, seed, index)


def _whole(name: str, *values: object) -> int:
    """The first value that is given, a whole number from 0 on."""
    value = next((value for value in values if value is not None), 0)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**64:
        raise UserError(f"{name} must be a whole number from 0 on; got {value!r}.")
    return value


def _said_players(words: Mapping[str, Any]) -> object:
    hands = words.get("hands", ())
    return words.get("players", len(hands) if isinstance(hands, list | tuple) else 0)
