"""A game of another package: whatever fails in it is one sentence that names the package."""

from collections.abc import Callable
from functools import wraps
from inspect import isfunction
from typing import cast

from analyzer.errors import RunError, UserError, first_line
from analyzer.games.spec import AnyGame, GameSpec
from analyzer.system.signals import is_interrupt

Refusal = Callable[[str], UserError]


class _GuardedGame:
    """The face of a game; its methods raise nothing but sentences."""

    def __init__(self, face: AnyGame, refusal: Refusal) -> None:
        self._face, self._refusal = face, refusal

    def __getattr__(self, name: str) -> object:
        found = getattr(self._face, name)
        if not isfunction(vars(GameSpec).get(name)):
            return found

        @wraps(found)
        def called(*given: object, **named: object) -> object:
            try:
                made = found(*given, **named)
            except BaseException as error:
                if is_interrupt(error) or isinstance(error, UserError | RunError):
                    raise
                raise self._refusal(f"failed in {name}: {first_line(error)}") from error
            if name == "compiled":
                self._check_compiled(made)
            return made

        return called

    def _check_compiled(self, made: object) -> None:
        from analyzer._core.contract import Game

        if not isinstance(made, Game):
            raise self._refusal("must have a compiled half, a Game of analyzer._core.contract")
        for what, mine, core in (
            ("players", self._face.players, made.players),
            ("game counters", len(self._face.game_counters), made.n_game_counters),
            ("seat counters", len(self._face.seat_counters), made.n_seat_counters),
        ):
            if mine != core:
                raise self._refusal(
                    f"must name the {what} of its compiled half, {core}; got {mine}"
                )


def guard_game(face: AnyGame, refusal: Refusal) -> AnyGame:
    return cast("AnyGame", _GuardedGame(face, refusal))
