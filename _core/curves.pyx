"""A curve that policies look up."""
from decimal import Context, Decimal

cdef curve_t RISE


cdef const curve_t* rising() noexcept:
    return &RISE


cdef int draw_curves() except -1:
    """Decimals of 40 digits are rounded correctly everywhere, and so are doubles made of them."""
    cdef int i
    exact = Context(prec=40)
    RISE.zero = CURVE_PLACES // 2
    for i in range(CURVE_PLACES + 1):
        fall = exact.exp(exact.divide(Decimal(CURVE_PLACES // 2 - i), CURVE_STEPS))
        RISE.value[i] = float(exact.divide(1, exact.add(1, fall)))
    return 0


def values():
    """All of them, to look at."""
    return [RISE.value[i] for i in range(CURVE_PLACES + 1)]


draw_curves()
