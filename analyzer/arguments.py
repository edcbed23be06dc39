"""What somebody hands to a function of `analyzer`, checked; every sentence names the argument."""

from collections.abc import Sequence
from math import nan
from numbers import Real

from analyzer import spec
from analyzer.checks import shown, whole
from analyzer.errors import UserError

MOST = 1000  # entries of a list


def count(name: str, value: object, low: int = 1) -> int:
    """A whole number of games."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)  # n=1e6 is what everybody writes
    number = whole(value, low, spec.MAX_COUNT)
    if number is None:
        raise UserError(f"{name} must be a whole number from {low} to 1e12; got {shown(value)}.")
    return number


def share(name: str, value: object) -> float:
    """Percentage points as a share."""
    number = _real(value)
    if not 0 < number < 100:
        raise UserError(f"{name} must be percentage points between 0 and 100; got {shown(value)}.")
    return number / 100


def minutes(in_minutes: object, in_seconds: object) -> float | None:
    """The time of one decision, said in either unit."""
    if in_minutes is not None and in_seconds is not None:
        raise UserError("minutes_per_decision and seconds_per_decision say the same; keep one.")
    if in_seconds is not None:
        return _amount("seconds_per_decision", in_seconds, 86_400) / 60
    return None if in_minutes is None else _amount("minutes_per_decision", in_minutes, 1440)


def _amount(name: str, value: object, most: int) -> float:
    number = _real(value)
    if not 0 < number <= most:
        raise UserError(f"{name} must be a number above 0, {most} at most; got {shown(value)}.")
    return number


def _real(value: object) -> float:
    """The value of a number, numpy's too; nan of anything else."""
    if isinstance(value, bool) or not isinstance(value, Real):
        return nan
    try:
        return float(value)
    except OverflowError:
        return nan


def switch(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise UserError(f"{name} must be True or False; got {shown(value)}.")
    return value


def several(name: str, value: object, what: str) -> list[object]:
    """A list of something, whatever is in it."""
    if isinstance(value, str | bytes) or not isinstance(value, Sequence) or len(value) > MOST:
        raise UserError(f"{name} must be a list of {what}, {MOST} at most; got {shown(value)}.")
    return list(value)


def texts(name: str, value: object) -> list[str]:
    found = [value] if isinstance(value, str) else several(name, value, "names")
    for text in found:
        if not isinstance(text, str):
            raise UserError(f"{name} must be a list of names; got {shown(text)} in it.")
    return [text for text in found if isinstance(text, str)]


def thread_count(value: object) -> int | None:
    """How many threads; None: as many as there are cores."""
    if value is None:
        return None
    number = whole(value, 1, 1024)
    if number is None:
        raise UserError(f"threads must be a whole number from 1 to 1024; got {shown(value)}.")
    return number
