"""Texts as numbers and values. Knows no game and no option."""

import json
import re
from decimal import Decimal, InvalidOperation

_LARGEST = 10**30  # larger than any limit, and quickly written out

_SUFFIXES = {"k": 10**3, "M": 10**6, "G": 10**9}
_SUFFIX_OF = {"k": "k", "K": "k", "m": "M", "M": "M", "g": "G", "G": "G"}
_DIGITS = r"(\d{1,3}(,\d{3})+|\d+(_\d+)*)"
_NUMBER = re.compile(rf"[+-]?{_DIGITS}?(\.\d+)?([eE][+-]?\d{{1,3}})?", re.ASCII)
_PLAIN = re.compile(r"[+-]?[\d.]*\.\d*", re.ASCII)  # 3.0: nobody writes a whole number this way


def text_to_integer(text: str) -> int | None:
    """The whole number that a text stands for, or None: 30, 1,000, 3e1 and 2k, but not 30.0."""
    value = None if _PLAIN.fullmatch(text.strip()) else _decimal(text)
    if value is None or value != value.to_integral_value() or abs(value) > _LARGEST:
        return None
    return int(value)


def text_to_number(text: str) -> Decimal | None:
    """The number that a text stands for, or None: 0.5, 1,000, 3e1 and 2k."""
    return _decimal(text)


def quote_unless_number(text: str) -> str:
    """What the user wrote, in quotes unless it is a number."""
    return text if text and _NUMBER.fullmatch(text) else repr(text)


def _decimal(text: str) -> Decimal | None:
    text = text.strip()
    factor = 1
    if text[-1:] in _SUFFIX_OF:
        factor = _SUFFIXES[_SUFFIX_OF[text[-1]]]
        text = text[:-1]
    if not _NUMBER.fullmatch(text):
        return None
    try:
        return Decimal(text.replace("_", "").replace(",", "")) * factor
    except InvalidOperation:
        return None


def parse_value(text: str) -> object:
    """A value as a user types it: numbers, true and false lose their quotes."""
    number = text_to_integer(text)
    if number is not None:
        return number
    try:
        value = json.loads(text, parse_constant=lambda name: name)
    except ValueError:
        return text
    return value if isinstance(value, int | float | str) else text
