"""Checks of any value that somebody passes in: is it a whole number, and how is it shown?"""

from operator import index

from analyzer.system.signals import is_interrupt

LONGEST = 80  # characters of a value in a sentence


def checked_integer(value: object, low: int, high: int) -> int | None:
    """The value as an int if it is a whole number within the limits, otherwise None.

    numpy's integers are whole numbers too. True, False and 3.0 are not.
    """
    try:
        if isinstance(value, bool) or not hasattr(value, "__index__"):
            return None
        number = index(value)
    except BaseException as error:  # numpy's true and false, its arrays, a stranger's object
        if is_interrupt(error):
            raise
        return None
    return number if low <= number <= high else None


def type_name(value: object) -> str:
    """What a value is, by the name that its class was given; no text of the class is run."""
    name: str = type.__dict__["__name__"].__get__(type(value))
    return name


def short_repr(value: object) -> str:
    """A value as a sentence can show it: on one line, and not too long."""
    try:
        text = " ".join(repr(value).split())
    except BaseException as error:  # whatever a stranger's object does when it is looked at
        if is_interrupt(error):
            raise
        text = f"an object of type {type_name(value)}"
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 4]} ..."
