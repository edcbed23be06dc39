"""What a seat can see, as an object: each field is put in words when it is first read.

Most policies look at two or three fields of twenty; to name the cards of all of them would cost
more than the rest of a decision. A view keeps numbers for what its seat can see, and nothing else.
"""

from collections.abc import Callable, Mapping
from dataclasses import FrozenInstanceError
from typing import TYPE_CHECKING, ClassVar

from analyzer.games.parameters import GameRules
from analyzer.games.spec import Raw

if TYPE_CHECKING:
    from analyzer.games.fields import Declaration

Maker = Callable[[GameRules, Raw], object]  # of the rules and of the numbers that the seat can see


class BaseView:
    """What one seat can see. Seats are numbered from 1; lists by seat begin with seat 1. A subclass
    names its fields and says who makes them."""

    DECLARED: ClassVar["Declaration | None"] = None  # whose fields it shows
    MAKERS: ClassVar[Mapping[str, Maker]]

    seat: int
    players: int
    rules: GameRules

    def __init_subclass__(cls) -> None:
        if cls.DECLARED is not None:
            cls.MAKERS = cls.DECLARED.makers()

    def __init__(self, rules: GameRules, raw: Raw, seat: int, players: int) -> None:
        """`raw` holds what `seat` (from 0) can see, and nothing that it cannot."""
        vars(self).update(seat=seat + 1, players=players, rules=rules, _raw=raw)

    def __getattr__(self, name: str) -> object:
        maker = type(self).MAKERS.get(name)
        if maker is None:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        found = vars(self)[name] = maker(self.rules, vars(self)["_raw"])
        return found

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self.MAKERS})

    def _fields(self) -> dict[str, object]:
        names = ("seat", "players", "rules", *self.MAKERS)
        return {name: getattr(self, name) for name in names}

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._fields() == other._fields()

    __hash__ = None  # type: ignore[assignment]  # it holds lists

    def __repr__(self) -> str:
        told = ", ".join(f"{name}={value!r}" for name, value in self._fields().items())
        return f"{type(self).__name__}({told})"
