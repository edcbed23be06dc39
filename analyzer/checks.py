"""Checks of any value that somebody passes in: is it a whole number, and how is it shown?"""

from operator import index

LONGEST = 80  # characters of a value in a sentence


def whole(value: object, low: int, high: int) -> int | None:
    """The value as an int if it is a whole number within the limits, otherwise None.

    numpy's integers are whole numbers too. True, False and 3.0 are not.
    """
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        return None
    try:
        number = index(value)
    except Exception:  # noqa: BLE001 - numpy's true and false, its arrays, a stranger's object
        return None
    return number if low <= number <= high else None


def shown(value: object) -> str:
    """A value as a sentence can show it: on one line, and not too long."""
    try:
        text = " ".join(repr(value).split())
    except Exception:  # noqa: BLE001 - whatever a stranger's object does when it is looked at
        text = f"an object of type {type(value).__name__}"
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 4]} ..."
