"""Rule parameters: a frozen dataclass per game is the only home of their defaults.

A field is made by `choice`, `flag`, `integer` or `text`. It holds the allowed values, its sentence
and its clause, so `analyze rules`, the checks and the core all read one place.
"""

from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, cast

from analyzer.errors import UserError, did_you_mean
from analyzer.system.values import checked_integer, short_repr

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Rules = TypeVar("Rules")
GameRules = Any  # rules resolved for a table: every game has a frozen dataclass of its own


@dataclass(frozen=True)
class Parameter:
    """What a rule parameter may be, in data and in words."""

    name: str
    default: str
    allowed: str
    sentence: str
    clause: str | None
    values: tuple[str | bool, ...] | None = None  # of a choice or a flag
    limits: tuple[int, int] | None = None  # of an integer


def choice(values: tuple[str, ...], sentence: str, clause: str | None = None) -> str:
    """One of some words; the first is the default."""
    meta = {"values": values, "sentence": sentence, "clause": clause}
    return field(default=values[0], metadata=meta)


def flag(default: bool, sentence: str, clause: str | None = None) -> bool:
    """True or false."""
    meta = {"values": (False, True), "sentence": sentence, "clause": clause}
    return field(default=default, metadata=meta)


def integer(
    default: int | None,
    low: int,
    high: int,
    sentence: str,
    clause: str | None = None,
    default_words: str | None = None,
) -> int:
    """A whole number; a default of None depends on the players and is described in words.

    The game replaces the None by a number when rules are resolved, so nobody else sees it.
    """
    meta = {"limits": (low, high), "sentence": sentence, "clause": clause, "words": default_words}
    return field(default=cast("int", default), metadata=meta)


def text(default: str, allowed: str, sentence: str, clause: str | None = None) -> str:
    """Something the game checks itself."""
    meta = {"allowed": allowed, "sentence": sentence, "clause": clause}
    return field(default=default, metadata=meta)


@cache
def parameters(rules: type) -> tuple[Parameter, ...]:
    """Every parameter of a game, in the order of its dataclass."""
    return tuple(_parameter(entry) for entry in fields(rules))


def _parameter(entry: "Field[object]") -> Parameter:
    meta = entry.metadata
    values, limits = meta.get("values"), meta.get("limits")
    if values:
        allowed = ", ".join(map(format_value, values))
    elif limits:
        allowed = f"{limits[0]} to {limits[1]}"
    else:
        allowed = meta["allowed"]
    default = meta.get("words") or format_value(entry.default)
    return Parameter(entry.name, default, allowed, meta["sentence"], meta["clause"], values, limits)


def format_value(value: object) -> str:
    """A value as a user would type it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def check_given_rules(game: str, rules: type, given: object) -> dict[str, object]:
    """The given values, each checked against its parameter; texts are left to the game."""
    if not isinstance(given, Mapping):
        raise UserError(
            f"The rules of {game} must be a dict of names and values; got {short_repr(given)}."
        )
    known = {parameter.name: parameter for parameter in parameters(rules)}
    checked = {}
    for name, value in given.items():
        if not isinstance(name, str) or name not in known:
            hint = did_you_mean(name, known) if isinstance(name, str) else "."
            raise UserError(f"{game} has no rule {short_repr(name)}{hint}")
        checked[name] = _check_value(game, known[name], value)
    return checked


def _check_value(game: str, parameter: Parameter, value: object) -> object:
    if parameter.limits:
        low, high = parameter.limits
        number = checked_integer(value, low, high)
        if number is None:
            raise _error(game, parameter, f"a whole number from {low} to {high}", value)
        return number
    if parameter.values == (False, True):
        if not isinstance(value, bool):
            raise _error(game, parameter, "true or false", value)
    elif parameter.values and (not isinstance(value, str) or value not in parameter.values):
        listed = f"{', '.join(map(format_value, parameter.values[:-1]))} or {parameter.values[-1]}"
        raise _error(game, parameter, listed, value)
    elif not parameter.values and not isinstance(value, str):
        raise _error(game, parameter, parameter.allowed, value)
    return value


def _error(game: str, parameter: Parameter, what: str, value: object) -> UserError:
    got = format_value(value) if isinstance(value, bool) else short_repr(value)
    return UserError(f"Rule {parameter.name!r} of {game} must be {what}; got {got}.")


_PLAYERS = (
    "_for_players"  # not a field: it is not a rule, and does not count when rules are compared
)


def remember_players(rules: Rules, players: int) -> Rules:
    """Remember for how many players rules were resolved, as their defaults depend on it."""
    object.__setattr__(rules, _PLAYERS, players)
    return rules


def players_of(rules: object) -> int | None:
    """For how many players rules were resolved; None if they were changed since."""
    found: int | None = getattr(rules, _PLAYERS, None)
    return found


_GIVEN = "_given"  # not a field, as above


def remember_given(rules: Rules, given: Mapping[str, object]) -> Rules:
    """Remember what a user said of these rules; a game has worked out the rest."""
    object.__setattr__(rules, _GIVEN, dict(given))
    return rules


def given_of(rules: object) -> dict[str, object]:
    """What a user said of these rules."""
    found: dict[str, object] = getattr(rules, _GIVEN, {})
    return found


def encode(rules: "DataclassInstance") -> dict[str, int]:
    """For the core: a choice as its index, a flag as 0 or 1, a number as itself."""
    encoded = {}
    for parameter in parameters(type(rules)):
        value = getattr(rules, parameter.name)
        if parameter.values:
            encoded[parameter.name] = parameter.values.index(value)
        elif parameter.limits:
            encoded[parameter.name] = value
    return encoded
