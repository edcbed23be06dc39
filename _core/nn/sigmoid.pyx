"""A curve that policies look up."""
from decimal import Context, Decimal

cdef sigmoid_t SIGMOID


cdef const sigmoid_t* sigmoid_table() noexcept:
    return &SIGMOID


cdef int fill_sigmoid() except -1:
    """Decimals of 40 digits are rounded correctly everywhere, and so are doubles made of them."""
    cdef int i
    exact = Context(prec=40)
    SIGMOID.zero = SIGMOID_PLACES // 2
    for i in range(SIGMOID_PLACES + 1):
        fall = exact.exp(exact.divide(Decimal(SIGMOID_PLACES // 2 - i), SIGMOID_STEPS))
        SIGMOID.value[i] = float(exact.divide(1, exact.add(1, fall)))
    return 0


def values():
    """All of them, to look at."""
    return [SIGMOID.value[i] for i in range(SIGMOID_PLACES + 1)]


fill_sigmoid()
