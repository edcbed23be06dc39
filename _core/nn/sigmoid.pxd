"""A curve that policies look up instead of computing it, so that it is the same on every machine.

The functions of C's mathematical library may differ in the last bit from one processor to the next,
and then choices would differ too. The values here are computed with decimals when the module is
loaded, and are right to the last bit. Between them runs a straight line. The error is at most 2e-4.
"""
from libc.stdint cimport int32_t

cdef enum:
    SIGMOID_STEPS = 32          # for each 1 of x
    SIGMOID_PLACES = 32 * SIGMOID_STEPS

ctypedef struct sigmoid_t:
    double zero                 # the place of x = 0
    double value[SIGMOID_PLACES + 1]


cdef const sigmoid_t* sigmoid_table() noexcept  # 1 / (1 + exp(-x)) for x from -16 to 16


cdef inline double sigmoid_at(const sigmoid_t* curve, double x) noexcept nogil:
    """Its value at x, or at the end that is next to x."""
    cdef double place = max(0.0, min(SIGMOID_PLACES - 1.0, x * SIGMOID_STEPS + curve.zero))
    cdef int32_t i = <int32_t>place
    return curve.value[i] + (place - i) * (curve.value[i + 1] - curve.value[i])
