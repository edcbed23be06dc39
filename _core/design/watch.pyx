"""What the text of a rule calls, once it is watched (analyzer/design/interpret.py)."""
from libc.stdint cimport int32_t, int64_t

cdef enum:
    STEPS = 1_000_000      # of the loops in one move, one list of moves or one judgement

cdef extern from *:
    """
    static __thread struct { int64_t left; } steps = {1000000};     /* of this thread */
    """
    struct steps_t:
        int64_t left
    steps_t steps


class RuleError(Exception):
    """What a rule did that cannot be, in words."""


cdef void begin() noexcept:
    """A new move, list of moves or judgement."""
    steps.left = STEPS


def step():
    """One more turn of a loop."""
    steps.left -= 1
    if steps.left < 0:
        raise RuleError(f"this loop does not end: {STEPS:,} turns were made")


def through(what):
    """What a loop goes through; its turns are counted at once."""
    steps.left -= len(what) if hasattr(what, "__len__") else 1
    if steps.left < 0:
        raise RuleError(f"this loop does not end: {STEPS:,} turns were made")
    return what


def fit(value):
    """A whole number of 32 bits as it is; a greater one is an error."""
    if isinstance(value, int) and not -2147483648 <= value <= 2147483647:
        raise RuleError("a number became greater than 2,147,483,647 or less than -2,147,483,648")
    return value


def power(base, exponent):
    """`**`; of whole numbers by steps, so that a great one is noticed in time."""
    if not isinstance(base, int) or not isinstance(exponent, int) or exponent < 0:
        return base ** exponent
    if exponent > 40 and abs(base) > 1:
        fit(1 << 40)
    return fit(base ** (exponent if abs(base) > 1 else min(exponent, 2 + exponent % 2)))


def shifted(number, places):
    """`<<`, the same."""
    if places > 40 and number:
        fit(1 << 40)
    return fit(number << min(places, 41))


def total(values, start=0):
    """`sum` without the compensation for floats that Python 3.12 has; whole numbers are checked."""
    for value in values:
        start = fit(start + value)
    return start


cdef int32_t checked_int32(object value, str what) except? -1:
    if not isinstance(value, int):
        raise RuleError(f"{what} is a whole number; it cannot become {value!r}: say int(...)")
    if not -2147483648 <= value <= 2147483647:
        raise RuleError(f"{what} became greater than 2,147,483,647 or less than -2,147,483,648")
    return <int32_t>value
