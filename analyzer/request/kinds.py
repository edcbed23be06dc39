"""Kinds of values that options have: how each is read, checked and written again.

A value comes as text from a command line, as text or number from Python, and as JSON from a file.
All three are read by the same function, so there is one check and one sentence. What is read is
plain data, and `to_words` gives the words that say it again on a command line.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import isfinite
from numbers import Real
from typing import Protocol

from analyzer.errors import UserError
from analyzer.request.parse import quote_unless_number, text_to_integer, text_to_number
from analyzer.system.values import checked_integer, short_repr

MOST = 1000  # entries of a list
Plain = None | bool | int | float | str | list["Plain"] | dict[str, "Plain"]


class Kind(Protocol):
    """What is known about the values of an option."""

    @property
    def repeats(self) -> bool:
        """May the option be given several times on a command line?"""

    @property
    def allowed(self) -> str:
        """What a value may be, in words."""

    def read(self, value: object, name: str) -> Plain:
        """The value as plain data; a mistake is one sentence that begins with `name`."""

    def to_words(self, value: Plain) -> list[str]:
        """The texts that stand after the flag, one for each time that it is given."""


def got(value: object) -> str:
    """What somebody gave, as the end of a sentence."""
    return quote_unless_number(value) if isinstance(value, str) else short_repr(value)


def refusal(name: str, must: str, value: object) -> UserError:
    return UserError(f"{name} must be {must}; got {got(value)}.")


@dataclass(frozen=True)
class Once:
    """What kinds share whose options are given once."""

    @property
    def repeats(self) -> bool:
        return False

    def to_words(self, value: Plain) -> list[str]:
        return [format_number(value) if isinstance(value, float) else str(value)]


def format_number(value: float) -> str:
    """The shortest text that is read as the same number."""
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)


@dataclass(frozen=True)
class Integer(Once):
    """A whole number; `example` is shown to whoever wrote something else."""

    low: int
    high: int
    example: str = ""

    @property
    def allowed(self) -> str:
        return f"a whole number from {self.low} to {_limit(self.high)}"

    def read(self, value: object, name: str) -> Plain:
        if isinstance(value, str):
            number = text_to_integer(value)
        elif isinstance(value, float) and value.is_integer():
            number = int(value)  # n=1e6 is what everybody writes
        else:
            number = checked_integer(value, -(10**30), 10**30)
        if number is None and self.example:
            raise refusal(name, f"a whole number such as {self.example}", value)
        if number is None or not self.low <= number <= self.high:
            raise refusal(name, self.allowed, value)
        return number


def _limit(high: int) -> str:
    if high == 2**64 - 1:
        return "2**64 - 1"
    return "1e12" if high == 10**12 else str(high)


def Count(low: int = 1, high: int = 10**12) -> Integer:  # noqa: N802 - it stands in a table of kinds
    """A number of games or worlds, or the number of a game."""
    return Integer(low, high, "1000, 250k, 3M or 1e6")


@dataclass(frozen=True)
class Number(Once):
    """A number strictly between two limits; a sign of percentage points after it is left out."""

    low: float
    high: float
    unit: str = ""

    @property
    def allowed(self) -> str:
        return f"a number between {self.low:g} and {self.high:g}{self.unit}"

    def read(self, value: object, name: str) -> Plain:
        number = _real(value)
        if number is None or not self.low < number < self.high:
            raise refusal(name, self.allowed, value)
        return float(number)


def _real(value: object) -> float | Decimal | None:
    """The value of a number, numpy's too, or of a text such as 0.5, 0.5pp and 0.5 %."""
    if isinstance(value, str):
        return text_to_number(value.strip().removesuffix("%").strip().removesuffix("pp").strip())
    if isinstance(value, bool) or not isinstance(value, Real):
        return None
    try:
        found = float(value)
    except (OverflowError, ValueError):
        return None
    return found if isfinite(found) else None


@dataclass(frozen=True)
class Flag(Once):
    """True or False; on a command line its presence says True."""

    @property
    def allowed(self) -> str:
        return "True or False"

    def read(self, value: object, name: str) -> Plain:
        if not isinstance(value, bool):
            raise refusal(name, self.allowed, value)
        return value

    def to_words(self, value: Plain) -> list[str]:  # noqa: ARG002 - the flag alone says it
        return []


@dataclass(frozen=True)
class Text(Once):
    """A text that is not empty: a name, a path."""

    what: str = "a text"

    @property
    def allowed(self) -> str:
        return self.what

    def read(self, value: object, name: str) -> Plain:
        if not isinstance(value, str):
            raise refusal(name, self.what, value)
        return value


@dataclass(frozen=True)
class Choice(Once):
    """One of a few words."""

    words: tuple[str, ...]

    @property
    def allowed(self) -> str:
        return f"{', '.join(self.words[:-1])} or {self.words[-1]}"

    def read(self, value: object, name: str) -> Plain:
        if not isinstance(value, str) or value not in self.words:
            raise refusal(name, self.allowed, value)
        return value


@dataclass(frozen=True)
class Texts:
    """Several names or paths, one each time that the option is given."""

    what: str = "names"

    @property
    def repeats(self) -> bool:
        return True

    @property
    def allowed(self) -> str:
        return f"a list of {self.what}"

    def read(self, value: object, name: str) -> Plain:
        found: Sequence[object] = (
            [value] if isinstance(value, str) else check_list(value, name, self.what)
        )
        for text in found:
            if not isinstance(text, str):
                raise UserError(f"{name} must be {self.allowed}; got {short_repr(text)} in it.")
        return [text for text in found if isinstance(text, str)]

    def to_words(self, value: Plain) -> list[str]:
        return [str(text) for text in value] if isinstance(value, list) else []


def check_list(value: object, name: str, what: str) -> list[object]:
    """A list of something, whatever is in it."""
    if (
        isinstance(value, str | bytes | Mapping)
        or not isinstance(value, Sequence)
        or len(value) > MOST
    ):
        raise UserError(f"{name} must be a list of {what}, {MOST} at most; got {got(value)}.")
    return list(value)


def plain_scalar(value: object) -> Plain:
    """A single value of a rule in JSON's own kinds; a TypeError if it has none."""
    if isinstance(value, bool | int | str):
        return value
    if isinstance(value, float) and isfinite(value):
        return value
    if hasattr(value, "item") and hasattr(value, "dtype"):  # a number of numpy
        return plain_scalar(value.item())
    if hasattr(value, "__index__"):
        number = checked_integer(value, -(10**30), 10**30)
        if number is not None:
            return number
    raise TypeError
