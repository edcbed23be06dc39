"""What a parameter may try: `keep=0..6`, `price=0.0..2.0`, `step=0..1:0.25`, `hold=0,1`.

Ends without a decimal point are a grid of whole numbers, and a step makes a grid of any numbers.
With a decimal point and no step it is every number between, which stays a text: "0.0..2.0".
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from analyzer.errors import UserError
from analyzer.request.kinds import MOST, Plain, check_list, format_number
from analyzer.request.parse import text_to_number
from analyzer.system.values import short_repr

_NUMBER = r"[+-]?(?:\d{1,12}(?:\.\d{0,12})?|\.\d{1,12})"
_RANGE = re.compile(
    rf"(?P<low>{_NUMBER})\.\.(?P<high>{_NUMBER})(?::(?P<step>{_NUMBER}))?", re.ASCII
)


@dataclass(frozen=True)
class ParameterValues:
    """Parameters by name, each with the values to try."""

    @property
    def repeats(self) -> bool:
        return True

    @property
    def allowed(self) -> str:
        return "a dict of names and values such as '0..6', or texts such as keep=0..6"

    def read(self, value: object, name: str) -> Plain:
        found = {key: _values(item, f"{name} {key}") for key, item in _pairs(value, name)}
        if not found:
            raise UserError(f"{name} must say what to vary, such as keep=0..6.")
        return dict(found)

    def to_words(self, value: Plain) -> list[str]:
        found = value if isinstance(value, dict) else {}
        return [f"{key}={values_text(items)}" for key, items in found.items()]


def _pairs(value: object, name: str) -> Iterator[tuple[str, object]]:
    if isinstance(value, Mapping):
        pairs = list(value.items())
    else:
        given = [value] if isinstance(value, str) else check_list(value, name, "names and values")
        pairs = [_pair(text, name) for text in given]
    seen: set[object] = set()
    for key, item in pairs:
        if not isinstance(key, str):
            raise UserError(f"{name} must have names of parameters; got {short_repr(key)}.")
        if key in seen:
            raise UserError(f"{name} gives {key!r} twice; keep one.")
        seen.add(key)
        yield key, item


def _pair(text: object, name: str) -> tuple[str, str]:
    key, equals, values = text.partition("=") if isinstance(text, str) else ("", "", "")
    if not (key.strip() and equals and values.strip()):
        raise UserError(f"{name} must be written name=values, as in keep=0..6; got "
                        f"{short_repr(text)}.")  # fmt: skip
    return key.strip(), values.strip()


def _values(item: object, name: str) -> Plain:
    """A grid as a list of numbers, or a range without steps as a text."""
    if isinstance(item, str) and (match := _RANGE.fullmatch(item.strip())):
        return _range(match, name)
    if isinstance(item, str):
        parts: Sequence[object] = [part.strip() for part in item.split(",")]
    elif isinstance(item, Sequence) and not isinstance(item, bytes):
        parts = item
    else:
        parts = [item]
    found = [_number(part, item, name) for part in parts]
    if not 1 <= len(found) <= MOST:
        raise UserError(f"{name} must have 1 to {MOST:,} values; got {len(found):,}.")
    if len(set(found)) < len(found):
        raise UserError(f"{name} names a value twice: {short_repr(item)}; keep one.")
    return list(found)


def _number(part: object, item: object, name: str) -> int | float:
    found: object = part
    if isinstance(part, str):
        decimal = text_to_number(part)
        found = None if decimal is None else _plain(decimal)
    elif hasattr(part, "item") and hasattr(part, "dtype"):  # a number of numpy
        found = part.item()
    if isinstance(found, bool) or not isinstance(found, int | float) or not abs(found) < 1e12:
        raise UserError(
            f"{name} must be values such as 0..6, 0.0..2.0, 0..1:0.25 or 1,2,4; got "
            f"{short_repr(item)}."
        )
    return int(found) if isinstance(found, float) and found.is_integer() else found


def _plain(value: Decimal) -> int | float:
    return int(value) if value == value.to_integral_value() else float(value)


def _range(match: re.Match[str], name: str) -> Plain:
    low, high = Decimal(match["low"]), Decimal(match["high"])
    if low > high or (low == high and "." in match["low"] + match["high"] and not match["step"]):
        raise UserError(f"{name} has a range without values: {match[0]!r}; write low..high.")
    if match["step"] is None and "." in match["low"] + match["high"]:
        return f"{_end(low)}..{_end(high)}"
    step = Decimal(match["step"] or 1)
    if step <= 0:
        raise UserError(f"{name} must have a step above 0; got {match[0]!r}.")
    count = int((high - low) / step) + 1
    if count > MOST:
        raise UserError(
            f"{name} has {count:,} values, and a grid may have {MOST:,} at most; take a larger "
            "step, or write decimal points for all numbers between, as in 0.0..2.0."
        )
    return [_plain(low + step * place) for place in range(count)]


def _end(value: Decimal) -> str:
    text = format_number(float(value))
    return text if "." in text or "e" in text else f"{text}.0"


def values_text(items: Plain) -> str:
    """The words that are read as these values: 0..6, 0..10:2, 1,2,4 or 0.0..2.0."""
    if not isinstance(items, list):
        return str(items)
    whole = [item for item in items if isinstance(item, int)]
    steps = {b - a for a, b in pairwise(whole)}
    if len(whole) == len(items) > 2 and len(steps) == 1 and (step := steps.pop()) > 0:
        return f"{whole[0]}..{whole[-1]}" + (f":{step}" if step > 1 else "")
    return ",".join(format_number(float(str(item))) for item in items)


def range_ends(text: str) -> tuple[float, float]:
    """The two ends of a range without steps."""
    low, _, high = text.partition("..")
    return float(low), float(high)
