"""Curves that policies read off."""
from decimal import Context, Decimal

cdef curve_t FALL
cdef curve_t RISE
cdef double ROOTS[N_ROOTS]


cdef const curve_t* falling() noexcept:
    return &FALL


cdef const curve_t* rising() noexcept:
    return &RISE


cdef const double* roots() noexcept:
    return ROOTS


cdef int draw_curves() except -1:
    """Decimals of 40 digits are rounded correctly everywhere, and so are doubles made of them."""
    cdef int i
    exact = Context(prec=40)
    FALL.zero, RISE.zero = 0, CURVE_PLACES // 2
    for i in range(CURVE_PLACES + 1):
        fall = exact.exp(exact.divide(Decimal(-i), CURVE_STEPS))
        rise = exact.exp(exact.divide(Decimal(CURVE_PLACES // 2 - i), CURVE_STEPS))
        FALL.value[i] = float(fall)
        RISE.value[i] = float(exact.divide(1, exact.add(1, rise)))
    for i in range(N_ROOTS):
        ROOTS[i] = float(exact.sqrt(i))
    return 0


def values():
    """All of them, to look at: falling, rising, roots."""
    return ([FALL.value[i] for i in range(CURVE_PLACES + 1)],
            [RISE.value[i] for i in range(CURVE_PLACES + 1)], [ROOTS[i] for i in range(N_ROOTS)])


draw_curves()
